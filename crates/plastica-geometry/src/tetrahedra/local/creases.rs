//! Creases of a boundary, told by its angles.

use super::complex::{Complex, Kind};
use plastica_tensor::Vec3;

/// A crease that turns by more is a corner there [cosine of 45°].
const BEND: f64 = 0.71;

impl Complex {
    /// Marks vertices of creases and corners: those at edges of the boundary whose faces meet at an angle with less than
    /// this cosine. Two such edges that go on straight make a crease, one or more than two a corner.
    pub fn mark_creases(&mut self, cosine: f64) {
        for v in 0..self.places.len() as u32 {
            if self.kind(v) != Kind::Inner && self.is_used(v) {
                self.kinds[v as usize] = self.kind_by_angles(v, cosine);
            }
        }
    }

    fn kind_by_angles(&self, v: u32, cosine: f64) -> Kind {
        let fan = self.fan(v);
        let unit = |a: Vec3<f64>| a.scale(1.0 / a.norm().max(f64::MIN_POSITIVE));
        let sharp = |f: &&[u32; 3]| {
            let other = fan.iter().find(|g| g[2] == f[1]);
            other.is_some_and(|g| unit(self.area(**f)).dot(unit(self.area(*g))) < cosine)
        };
        let ways: Vec<Vec3<f64>> = fan
            .iter()
            .filter(sharp)
            .map(|f| unit(self.place(f[1]) - self.place(v)))
            .collect();
        match ways[..] {
            [] => Kind::Sheet,
            [a, b] if a.dot(b) < -BEND => Kind::Crease,
            _ => Kind::Corner,
        }
    }
}
