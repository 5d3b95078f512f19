//! `extrude`: an outline drawn out along z.

use super::{Form, LENGTH, in_words};
use crate::profile::profile;
use crate::reader::{Table, Variant, table};
use plastica_geometry::{Profile, Shape};
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "extrude",
        "An outline of the x–y plane drawn out along z, centred.",
        table("`extrude`", keys),
    )
}

#[derive(Debug)]
struct Extrude {
    /// The outline.
    profile: Profile,
    /// Its length [m].
    height: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let profile = t.need("profile", "The outline.", profile());
    let height = t.need("height", "Its length along z.", LENGTH);
    Some(Arc::new(Extrude {
        profile: profile?,
        height: height?,
    }))
}

impl Form for Extrude {
    fn build(&self) -> Result<Shape, String> {
        Shape::extrude(&self.profile, self.height).map_err(in_words)
    }
}
