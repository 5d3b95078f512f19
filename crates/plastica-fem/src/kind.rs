//! What the method says of itself: its name, the keys of `[fem]`, how it is built from a scene.

use crate::bench::BENCHES;
use crate::options::Options;
use crate::scene::FemScene;
use crate::step::NAME;
use plastica_material::spec::Range;
use plastica_scene::method::{MethodKind, MethodScene, Takes};
use plastica_scene::reader::{Table, number, table, word};
use plastica_scene::units::Quantity;

/// Finite elements, as scenes know them.
pub static KIND: MethodKind = MethodKind {
    name: NAME,
    doc: "Tetrahedral finite elements: solids whose surface and volume count, from rubber to dough.",
    takes: Some(Takes::Region),
    read: |t| {
        let options = t.or(
            NAME,
            "How finite elements work.",
            table("[fem]", options),
            "{}",
        );
        options.map(scene)
    },
    advice: "a smaller max_time_step or [fem] courant, a softer or denser material, slower obstacles, a coarser resolution.",
    benches: BENCHES,
};

const fn share(low_open: bool) -> Range {
    Range {
        low: 0.0,
        high: 1.0,
        low_open,
        high_open: false,
    }
}

fn options(t: &mut Table<'_>) -> Option<Options> {
    let usual = Options::default();
    let nodal_pressure = t.or_value(
        "nodal_pressure",
        "Share of the volume change of an element that is the mean of those at its nodes: against locking where volume is kept. 0 is the plain element.",
        number(Quantity::Number).within(share(false)),
        &usual.nodal_pressure,
    );
    let courant = t.or_value(
        "courant",
        "Share of the largest step that is stable by the stiffness of elements.",
        number(Quantity::Number).within(share(true)),
        &usual.courant,
    );
    let edge_change = t.or_value(
        "edge_change",
        "By how much an edge may change or turn in a step, as a part of its length; longer steps are taken back.",
        number(Quantity::Number).within(share(true)),
        &usual.edge_change,
    );
    let damping = t.or_value(
        "damping",
        "Rate at which all motion is braked, to find states of rest.",
        number(Quantity::Rate).not_negative(),
        &usual.damping,
    );
    let stiffness_damping = t.or_value(
        "stiffness_damping",
        "Damping of deformation: the stiffness of the material at rest times this time is its viscosity.",
        number(Quantity::Time).not_negative(),
        &usual.stiffness_damping,
    );
    let contact = t.or_value(
        "contact",
        "What surfaces do that meet, of one body or of several. A soft body that is crushed against an obstacle may take a hundred times as long with `surfaces`.",
        word("kind of contact", CONTACTS),
        &usual.contact,
    );
    let friction = t.or_value(
        "friction",
        "Coefficient of friction where surfaces meet.",
        number(Quantity::Number).not_negative(),
        &usual.friction,
    );
    Some(Options {
        nodal_pressure: nodal_pressure?,
        courant: courant?,
        edge_change: edge_change?,
        damping: damping?,
        stiffness_damping: stiffness_damping?,
        contact: contact?,
        friction: friction?,
        ..usual
    })
}

const CONTACTS: &[(&str, &str, bool)] = &[
    (
        "surfaces",
        "They push each other with friction and never pass through each other.",
        true,
    ),
    ("none", "They pass through each other.", false),
];

/// What a scene built in code says for the method.
pub fn scene(options: Options) -> Box<dyn MethodScene> {
    Box::new(FemScene(options))
}
