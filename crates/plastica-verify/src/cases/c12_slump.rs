//! C12: a cylinder that slumps.
//!
//! A cylinder of height H = D stands on a rough floor and yields where its weight exceeds its strength.
//! In the theory of Pashias et al. (1996) layers flow apart until the stress is back at the yield stress
//! everywhere; with τ' = τ/ρgH the top sinks by s' = 1 − 2τ'(1 − ln 2τ') where a column yields at 2τ
//! (Tresca), and 1 − √3τ'(1 − ln √3τ') where it yields at √3τ (von Mises). The theory knows neither
//! inertia nor the friction of the floor: a band from one to the other, ± 0.06.
//!
//! A quarter is computed; gravity rises over 2 s, seven times √(H/g), and motion is braked a little.

use crate::specimen::{Specimen, elastic, flowing, keyframes, march, places, quarter_walls, wall};
use crate::{Case, Row, Size};
use plastica_core::{Contact, World};
use plastica_mpm::{Options, build};

pub(super) const CASE: Case = Case {
    id: "C12",
    title: "Cylindrical slump",
    source: "Pashias et al. 1996; Murata 1984",
    run,
};

const HEIGHT: f64 = 1.0;
const DENSITY: f64 = 1000.0;
const GRAVITY: f64 = 10.0;
/// [s]
const RAMP: f64 = 2.0;
const END: f64 = 3.0;

/// How far the middle of the top has sunk, over the height.
fn slump(strength: f64, cells: f64) -> f64 {
    let cell = HEIGHT / cells;
    let weight = DENSITY * GRAVITY * HEIGHT;
    let specimen = Specimen::quarter_cylinder(0.5 * HEIGHT, HEIGHT, 0.5 * cell);
    let recipe = flowing(
        &elastic("hencky", DENSITY, 100.0 * weight, 0.3),
        "von-mises",
        &[("shear_yield", strength * weight)],
    );
    let options = Options {
        damping: 2.0,
        ..Options::new(cell)
    };
    let mut mpm = build(options, vec![specimen.of(&recipe)], vec![]).expect("a good recipe");
    let mut world = World::empty([0.0; 3]);
    world.gravity[1] = keyframes(&[(0.0, 0.0), (RAMP, -GRAVITY)]);
    world.colliders.extend(quarter_walls());
    world
        .colliders
        .push(wall([0.0, 1.0, 0.0], 0.0, Contact::Sticky, 0.0));
    march(&mut *mpm, &world, [0.0, END], |_, _| true);
    // The inner four rings of the highest layer: 16 particles.
    let per_layer = specimen
        .places
        .iter()
        .take_while(|p| p[1] == specimen.places[0][1])
        .count();
    let start = specimen.places.len() - per_layer;
    let now = places(&*mpm);
    let inner = start..start + 16.min(per_layer);
    let count = inner.len() as f64;
    let sunk: f64 = inner.map(|k| specimen.places[k][1] - now[k][1]).sum();
    sunk / (count * HEIGHT)
}

fn run(size: Size) -> Vec<Row> {
    // Strengths, and the cells that each takes: the error is of first order in the cell, and the weakest
    // body, which flows farthest over the rough floor, sinks by 0.560, 0.594, 0.617 with 12, 20, 32.
    let runs: &[(f64, f64)] = match size {
        Size::Small => &[(0.1, 10.0)],
        Size::Full => &[
            (0.05, 32.0),
            (0.1, 20.0),
            (0.15, 20.0),
            (0.2, 20.0),
            (0.25, 20.0),
            (0.3, 20.0),
        ],
    };
    let mut rows = Vec::new();
    for &(strength, cells) in runs {
        let theory = |factor: f64| 1.0 - factor * strength * (1.0 - (factor * strength).ln());
        let sunk = slump(strength, cells);
        rows.push(Row::within(
            format!("slump / H for τ/ρgH = {strength}"),
            theory(2.0) - 0.06,
            theory(3f64.sqrt()) + 0.06,
            sunk,
        ));
    }
    // Control: above both limits, 1/2 and 1/√3, only the elastic ρgH/2E = 0.005 is left.
    let sunk = slump(0.6, 10.0);
    rows.push(Row::at_most("slump / H for τ/ρgH = 0.6", 0.01, sunk));
    rows
}
