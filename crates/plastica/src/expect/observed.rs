//! What a run has shown, and what many measures take from it.

use plastica_core::Frame;
use plastica_tensor::Vec3;

/// The ends of a run.
pub struct Observed<'a> {
    /// The first frame.
    pub first: &'a Frame,
    /// The last frame that counts.
    pub last: &'a Frame,
    /// Size of a grid cell \[m\].
    pub cell: f64,
}

impl Observed<'_> {
    /// Places of the particles of a part at the end \[m\].
    pub(super) fn places(&self, part: Option<&str>) -> impl Iterator<Item = Vec3<f64>> {
        chosen(self.last, part).map(|i| Vec3(self.last.positions[i]))
    }

    /// Coordinates of the particles of a part along a direction at the end, in order \[m\].
    pub(super) fn along(&self, part: Option<&str>, direction: [f64; 3]) -> Vec<f64> {
        let places = self.places(part);
        let mut values: Vec<f64> = places.map(|place| place.dot(Vec3(direction))).collect();
        values.sort_by(f64::total_cmp);
        values
    }
}

/// Indices of the particles of a part, of all without one. A name that nothing has chooses nothing.
pub(super) fn chosen(frame: &Frame, part: Option<&str>) -> impl Iterator<Item = usize> {
    let bodies = frame.attribute("body");
    let part = part.map(|name| frame.parts.iter().position(|part| part.name == name));
    (0..frame.positions.len()).filter(move |i| match part {
        None => true,
        Some(None) => false,
        Some(Some(part)) => bodies.is_some_and(|bodies| bodies.values.at(*i) == part as f64),
    })
}

/// Heights of the particles of a part \[m\].
pub(super) fn heights(frame: &Frame, part: Option<&str>) -> impl Iterator<Item = f64> {
    chosen(frame, part).map(|i| frame.positions[i][1])
}
