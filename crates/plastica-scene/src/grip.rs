//! `[[grip]]`: a region of a body that is held or moved.

use crate::motion::motion;
use crate::reader::{Family, Table, name, reference};
use crate::shape::{Shape, shape};
use crate::window::active;
use plastica_core::{Motion, Window};

/// A region that is held or moved: what lies in it when the grip closes follows its motion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Grip {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The name of the body it holds; `None` for all.
    pub body: Option<String>,
    /// The region, placed by the motion at the time the grip closes.
    pub shape: Shape,
    /// Where it is over time.
    pub motion: Motion,
    /// When it is closed; `None` for always.
    pub window: Option<Window>,
}

/// The keys of `[[grip]]`.
pub fn grip(t: &mut Table<'_>) -> Option<Grip> {
    let name = t.maybe("name", "Its name, for probes.", name(Family::Grip));
    let body = t.maybe(
        "body",
        "The name of the body it holds; without it, all.",
        reference(&[Family::Body]),
    );
    let shape = t.need(
        "shape",
        "The region: what lies in it when the grip closes follows its motion.",
        shape(),
    );
    let motion = motion(t);
    let window = active(t, "When it is closed, [start, end]; without it, always.");
    Some(Grip {
        name,
        body,
        shape: shape?,
        motion: motion?,
        window,
    })
}
