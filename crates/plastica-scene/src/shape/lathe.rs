//! `lathe`: an outline turned about y.

use super::{Form, in_words};
use crate::profile::profile;
use crate::reader::{Table, Variant, table};
use plastica_geometry::{Profile, Shape};
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "lathe",
        "The part at x ≥ 0 of an outline of the x–y plane, turned about y.",
        table("`lathe`", keys),
    )
}

#[derive(Debug)]
struct Lathe {
    /// The outline; only its part at x ≥ 0 counts.
    profile: Profile,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let profile = t.need("profile", "The outline.", profile());
    Some(Arc::new(Lathe { profile: profile? }))
}

impl Form for Lathe {
    fn build(&self) -> Result<Shape, String> {
        Shape::lathe(&self.profile).map_err(in_words)
    }
}
