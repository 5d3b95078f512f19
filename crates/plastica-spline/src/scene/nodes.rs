//! The shapes of splines.

use super::image::pictured;
use super::{Joint, SplineShape};
use plastica_scene::reader::{Table, Variant, Varies, integer, list, number, table, word};
use plastica_scene::units::Quantity;

/// Most nodes along an axis.
pub(super) const MOST: u64 = 100_000;

pub(super) fn shapes() -> Vec<Variant<SplineShape>> {
    vec![
        Variant::new("line", "A straight thread.", table("`line`", line)),
        Variant::new(
            "circle",
            "A closed thread in the x–y plane, centred.",
            table("`circle`", circle),
        ),
        Variant::new(
            "sheet",
            "A rectangle across y, centred: a net, a cloth, a plate.",
            table("`sheet`", sheet),
        ),
        Variant::new(
            "lathe",
            "A profile turned about y: a vase, a tube, a ball.",
            table("`lathe`", lathe),
        ),
        Variant::new(
            "block",
            "A solid box along the axes, centred.",
            table("`block`", block),
        ),
    ]
}

/// Nodes along an open axis: one alone has no fibre, and a surface or solid of one layer not the mass that its density says.
fn count(t: &mut Table<'_>, key: &'static str, doc: &'static str) -> Option<usize> {
    t.need(key, doc, integer(2, MOST)).map(|n| n as usize)
}

/// Nodes around a ring: two would be joined twice.
fn around(t: &mut Table<'_>, key: &'static str, doc: &'static str) -> Option<usize> {
    t.need(key, doc, integer(3, MOST)).map(|n| n as usize)
}

fn line(t: &mut Table<'_>) -> Option<SplineShape> {
    let end = || number(Quantity::Length).list::<3>();
    let from = t.need("from", "Where it begins.", end());
    let to = t.need("to", "Where it ends.", end());
    let nodes = count(t, "nodes", "How many nodes.");
    let closed = t.or(
        "topology",
        "How its ends are joined.",
        word(
            "topology",
            &[
                ("open", "Not at all.", false),
                ("ring", "The last node is joined to the first.", true),
            ],
        ),
        "\"open\"",
    );
    Some(SplineShape::Line {
        ends: [from?, to?],
        nodes: nodes?,
        closed: closed?,
    })
}

fn circle(t: &mut Table<'_>) -> Option<SplineShape> {
    let radius = t.need("radius", "Its radius.", number(Quantity::Length).positive());
    let nodes = around(t, "nodes", "How many nodes.");
    Some(SplineShape::Circle {
        radius: radius?,
        nodes: nodes?,
    })
}

fn sheet(t: &mut Table<'_>) -> Option<SplineShape> {
    let sides = number(Quantity::Length).positive().list::<2>();
    let size = t.need("size", "Its sides along x and z.", sides);
    let along_x = count(t, "nodes_x", "Nodes along x.");
    let along_z = count(t, "nodes_z", "Nodes along z.");
    let height = t.or(
        "height",
        "Its height: a constant, a formula of x and z, or a picture.",
        pictured(
            number(Quantity::Length).varying(Varies::InSpace),
            "image_of_heights",
        ),
        "0",
    );
    let closed = t.or(
        "topology",
        "How its edges are joined, whatever the distance between them.",
        word(
            "topology",
            &[
                ("open", "Not at all.", [false, false]),
                (
                    "tube",
                    "The last nodes along x to the first.",
                    [true, false],
                ),
                (
                    "torus",
                    "The last nodes along x and along z to the first.",
                    [true, true],
                ),
            ],
        ),
        "\"open\"",
    );
    Some(SplineShape::Sheet {
        size: size?,
        nodes: [along_x?, along_z?],
        height: height?,
        closed: closed?,
    })
}

fn lathe(t: &mut Table<'_>) -> Option<SplineShape> {
    let profile = t.need(
        "profile",
        "Points of the profile from its beginning to its end: [radius, height].",
        list(number(Quantity::Length).list::<2>(), 2, "[radius, height]"),
    );
    let joint = t.or(
        "joint",
        "How its points are joined.",
        word(
            "joint",
            &[
                ("lines", "By straight lines.", Joint::Lines),
                ("curve", "By a smooth curve.", Joint::Curve),
            ],
        ),
        "\"lines\"",
    );
    let round = around(t, "nodes_around", "Nodes around y.");
    let along = count(t, "nodes_along", "Nodes along the profile.");
    Some(SplineShape::Lathe {
        profile: profile?,
        joint: joint?,
        nodes: [round?, along?],
    })
}

fn block(t: &mut Table<'_>) -> Option<SplineShape> {
    let sides = number(Quantity::Length).positive().list::<3>();
    let size = t.need("size", "Its sides.", sides);
    let along_x = count(t, "nodes_x", "Nodes along x.");
    let along_y = count(t, "nodes_y", "Nodes along y.");
    let along_z = count(t, "nodes_z", "Nodes along z.");
    Some(SplineShape::Block {
        size: size?,
        nodes: [along_x?, along_y?, along_z?],
    })
}
