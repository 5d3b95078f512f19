//! `[[collider]]`: an obstacle, at rest or moving.

use crate::units::Quantity;
use plastica_core::{Contact, Motion, Window};
use plastica_scene::motion::motion;
use plastica_scene::reader::{Family, Table, name, number, word};
use plastica_scene::shape::{Shape, shape};
use plastica_scene::window::active;

/// An obstacle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Collider {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The region that material is kept out of.
    pub shape: Shape,
    /// Where it is over time.
    pub motion: Motion,
    /// How material meets it.
    pub contact: Contact,
    /// Coulomb friction coefficient.
    pub friction: f64,
    /// When it is there; `None` for always.
    pub window: Option<Window>,
}

impl Collider {
    /// An obstacle at rest that material may leave.
    pub fn new(name: &str, shape: impl Into<Shape>, friction: f64) -> Self {
        Collider {
            name: Some(name.into()),
            shape: shape.into(),
            motion: Motion::at_rest([0.0; 3]),
            contact: Contact::Separating,
            friction,
            window: None,
        }
    }
}

pub(super) fn collider(t: &mut Table<'_>) -> Option<Collider> {
    let name = t.maybe("name", "Its name, for probes.", name(Family::Collider));
    let shape = t.need("shape", "The region that material is kept out of.", shape());
    let motion = motion(t);
    let contact = t.or(
        "contact",
        "How material meets it.",
        word("contact", CONTACTS),
        "\"separating\"",
    );
    let friction = t.or(
        "friction",
        "Coulomb friction coefficient (sticky contact needs none).",
        number(Quantity::Number).not_negative(),
        "0",
    );
    let window = active(t, "When it is there, [start, end]; without it, always.");
    Some(Collider {
        name,
        shape: shape?,
        motion: motion?,
        contact: contact?,
        friction: friction?,
        window,
    })
}

const CONTACTS: &[(&str, &str, Contact)] = &[
    ("sticky", "Material takes on its velocity.", Contact::Sticky),
    (
        "separating",
        "Material slides along it with friction and may leave.",
        Contact::Separating,
    ),
    (
        "sliding",
        "Material slides along it with friction and never leaves.",
        Contact::Sliding,
    ),
];
