//! C12: a cylinder that slumps.
//!
//! A cylinder of height H = D stands on a rough floor and yields where its weight exceeds its strength.
//! In the theory of Pashias et al. (1996) layers flow apart until the stress is back at the yield stress
//! everywhere; with τ' = τ/ρgH the top sinks by s' = 1 − 2τ'(1 − ln 2τ') where a column yields at 2τ
//! (Tresca), and 1 − √3τ'(1 − ln √3τ') where it yields at √3τ (von Mises). The theory knows neither
//! inertia nor the friction of the floor: a band from one to the other, ± 0.06.
//!
//! A quarter is computed (by points all, see C01); gravity rises over 2 s, seven times √(H/g), and motion is braked a little.

use crate::method_under_test::MethodUnderTest;
use crate::specimen::{
    Specimen, elastic, flowing, keyframes, places, quarter_walls, run_until, wall,
};
use crate::{Case, Row, Size};
use plastica_core::{Contact, World};
use plastica_mpm::Options;

pub(super) const CASE: Case = Case {
    id: "C12",
    title: "Cylindrical slump",
    source: "Pashias et al. 1996; Murata 1984",
    runs: &[
        ("mpm", mpm),
        ("points", points),
        ("fem", super::fem::slumps::cylinder),
    ],
};

const HEIGHT: f64 = 1.0;
const DENSITY: f64 = 1000.0;
const GRAVITY: f64 = 10.0;
/// [s]
const RAMP: f64 = 2.0;
const END: f64 = 3.0;

/// How far the middle of the top has sunk, over the height.
fn slump(strength: f64, tested: &MethodUnderTest) -> f64 {
    let weight = DENSITY * GRAVITY * HEIGHT;
    let (specimen, quarters) = Specimen::quarters(0.5 * HEIGHT, HEIGHT, tested);
    let recipe = flowing(
        &elastic("hencky", DENSITY, 100.0 * weight, 0.3),
        "von-mises",
        &[("shear_yield", strength * weight)],
    );
    let mut method = tested.braked(2.0).of(vec![specimen.of(&recipe)]);
    let mut world = World::empty([0.0; 3]);
    world.gravity[1] = keyframes(&[(0.0, 0.0), (RAMP, -GRAVITY)]);
    if quarters == 1 {
        world.colliders.extend(quarter_walls());
    }
    world
        .colliders
        .push(wall([0.0, 1.0, 0.0], 0.0, Contact::Sticky, 0.0));
    run_until(&mut *method, &world, [0.0, END], |_, _| true);
    // The inner four rings of the highest layer: 16 particles of each quarter.
    let per_layer = specimen
        .places
        .iter()
        .take_while(|p| p[1] == specimen.places[0][1])
        .count();
    let start = specimen.places.len() - per_layer;
    let now = places(&*method);
    let inner = start..start + (16 * quarters).min(per_layer);
    let count = inner.len() as f64;
    let sunk: f64 = inner.map(|k| specimen.places[k][1] - now[k][1]).sum();
    sunk / (count * HEIGHT)
}

fn rows(runs: &[(f64, MethodUnderTest)], coarse: &MethodUnderTest) -> Vec<Row> {
    let mut rows = Vec::new();
    for (strength, tested) in runs {
        let theory = |factor: f64| 1.0 - factor * strength * (1.0 - (factor * strength).ln());
        let sunk = slump(*strength, tested);
        rows.push(Row::within(
            format!("slump / H for τ/ρgH = {strength}"),
            theory(2.0) - 0.06,
            theory(3f64.sqrt()) + 0.06,
            sunk,
        ));
    }
    // Control: above both limits, 1/2 and 1/√3, only the elastic ρgH/2E = 0.005 is left.
    let sunk = slump(0.6, coarse);
    rows.push(Row::at_most("slump / H for τ/ρgH = 0.6", 0.01, sunk));
    rows
}

fn mpm(size: Size) -> Vec<Row> {
    let at = |cells: f64| MethodUnderTest::mpm(Options::new(HEIGHT / cells));
    // Strengths, and the cells that each takes: the error is of first order in the cell, and the weakest
    // body, which flows farthest over the rough floor, sinks by 0.560, 0.594, 0.617 with 12, 20, 32.
    match size {
        Size::Small => rows(&[(0.1, at(10.0))], &at(10.0)),
        Size::Full => {
            let others = [0.1, 0.15, 0.2, 0.25, 0.3].map(|strength| (strength, at(20.0)));
            let mut runs = vec![(0.05, at(32.0))];
            runs.extend(others);
            rows(&runs, &at(10.0))
        }
    }
}

fn points(size: Size) -> Vec<Row> {
    let at = |high: f64| MethodUnderTest::points(plastica_points::Options::new(HEIGHT / high));
    match size {
        Size::Small => rows(&[(0.1, at(10.0))], &at(10.0)),
        Size::Full => {
            let runs = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3].map(|strength| (strength, at(20.0)));
            rows(&runs, &at(10.0))
        }
    }
}
