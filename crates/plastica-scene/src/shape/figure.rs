//! `figure`: a character that comes with the program.

use super::{Form, LENGTH, high};
use crate::reader::{Table, Variant, table, word};
use plastica_geometry::Shape;
use plastica_geometry::figure::Figure;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "figure",
        "A character that comes with the program, standing on y = 0.",
        table("`figure`", keys),
    )
}

#[derive(Debug)]
struct Character {
    /// Which.
    name: Figure,
    /// Its height [m].
    height: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let name = t.need("name", "Which character.", word("figure", FIGURES));
    let height = t.need("height", "Its height along y.", LENGTH);
    Some(Arc::new(Character {
        name: name?,
        height: height?,
    }))
}

impl Form for Character {
    fn build(&self) -> Result<Shape, String> {
        Ok(high(&self.name.shape(), self.height))
    }
}

const FIGURES: &[(&str, &str, Figure)] = &[
    (
        "rabbit",
        "A sitting rabbit that looks along x.",
        Figure::Rabbit,
    ),
    (
        "bust",
        "A human bust on a pedestal that looks along z.",
        Figure::Bust,
    ),
];
