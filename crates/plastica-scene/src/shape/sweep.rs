//! `sweep`: an outline moved along a path.

use super::{Form, in_words};
use crate::profile::profile;
use crate::reader::{Table, Variant, list, number, table};
use crate::units::Quantity;
use plastica_geometry::{Profile, Shape};
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "sweep",
        "An outline moved along a path, square to it.",
        table("`sweep`", keys),
    )
}

#[derive(Debug)]
struct Sweep {
    /// The outline.
    profile: Profile,
    /// Points of the path [m], at least 2; the path is a smooth curve through them.
    path: Vec<[f64; 3]>,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let profile = t.need("profile", "The outline.", profile());
    let path = t.need(
        "path",
        "Points [x, y, z] of a smooth path, at least 2.",
        list(number(Quantity::Length).list::<3>(), 2, "points [x, y, z]"),
    );
    Some(Arc::new(Sweep {
        profile: profile?,
        path: path?,
    }))
}

impl Form for Sweep {
    fn build(&self) -> Result<Shape, String> {
        Shape::sweep(&self.profile, &self.path).map_err(in_words)
    }
}
