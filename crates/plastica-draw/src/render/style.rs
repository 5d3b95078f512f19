//! How a frame is to be drawn.

use super::{ColourBy, Finish};

/// The choices that make a picture of a frame; `Style::default()` is a good one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Style {
    /// Finishes by name of material, instead of the ones their names suggest.
    pub finishes: Vec<(String, Finish)>,
    /// The quantity that gives the colours, instead of the materials' own.
    pub colour_by: Option<ColourBy>,
    /// What is behind everything.
    pub backdrop: Backdrop,
    /// Distance of the points [m]: gives grains their size and skins their detail. `None` to measure
    /// it, material by material and frame by frame.
    pub spacing: Option<f64>,
    /// Radius of threads [m], the lines of frames. `None` to measure it from how long lines are, body by body.
    /// Threads too thin to be seen are drawn a pixel wide.
    pub thread_radius: Option<f64>,
    /// Names of bodies whose free points are left out, since something else is drawn for them.
    pub left_out: Vec<String>,
    /// The caption at the bottom left, before the time; empty for the time alone.
    pub title: String,
}

/// The studio.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backdrop {
    /// Nearly white.
    #[default]
    Light,
    /// Blue-grey, for white things.
    Slate,
}

impl Style {
    /// The finish of a material.
    pub(crate) fn finish(&self, material: &str, index: usize) -> Finish {
        let chosen = self.finishes.iter().find(|(name, _)| name == material);
        chosen.map_or_else(|| Finish::of_material(material, index), |(_, f)| *f)
    }
}
