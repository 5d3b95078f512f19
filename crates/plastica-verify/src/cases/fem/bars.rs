//! B02 and B04: a bar that swings along its axis, and one that meets a wall.

use super::{averaged, block, body, of};
use crate::specimen::{elastic, run_until, wall, walls_across};
use crate::{Row, Size};
use plastica_core::{Contact, Method, World};
use plastica_fem::Options;
use std::f64::consts::PI;

/// A bar of so many cells along x between smooth walls, one cell thick; and its world with a wall at x = 0.
fn bar(
    (young, density, length): (f64, f64, f64),
    cells: usize,
    contact: Contact,
    velocity: impl Fn(f64) -> f64,
    courant: f64,
) -> (Box<dyn Method>, World) {
    let width = length / cells as f64;
    let recipe = elastic("corotated", density, young, 0.0);
    let mesh = block([0.0; 3], [length, width, width], [cells, 1, 1]);
    let bar = body(&recipe, mesh, |[x, ..]| [velocity(x), 0.0, 0.0]);
    let mut world = World::empty([0.0; 3]);
    world
        .colliders
        .push(wall([1.0, 0.0, 0.0], 0.0, contact, 0.0));
    world.colliders.extend(walls_across(1, 0.0, width));
    world.colliders.extend(walls_across(2, 0.0, width));
    let options = Options {
        courant,
        ..averaged(0.0)
    };
    (of(options, bar), world)
}

const LENGTH: f64 = 25.0;
const PERIOD: f64 = 10.0;

/// Period, and the largest change of the energy over its start.
fn swing(young: f64, cells: usize, end: f64) -> (f64, f64) {
    let k = PI / (2.0 * LENGTH);
    // Kinetic energy is half a step behind the elastic one: steps are as short as the reference asks.
    let (mut method, world) = bar(
        (young, 1.0, LENGTH),
        cells,
        Contact::Sliding,
        |x| 0.1 * (k * x).sin(),
        0.2,
    );
    let start = method.observed().ledger().kinetic_energy;
    let mut last = (0.0, method.observed().ledger().momentum[0]);
    let (mut crossings, mut off) = (Vec::new(), 0f64);
    run_until(&mut *method, &world, [0.0, end], |taken, method| {
        let now = method.observed().ledger();
        let momentum = now.momentum[0];
        if momentum * last.1 < 0.0 {
            crossings.push(last.0 + (taken.time - last.0) * last.1 / (last.1 - momentum));
        }
        last = (taken.time, momentum);
        off = off.max(((now.kinetic_energy + now.elastic_energy) / start - 1.0).abs());
        true
    });
    let halves = crossings.len() - 1;
    let period = 2.0 * (crossings[halves] - crossings[0]) / halves as f64;
    (period, off)
}

/// B02: first axial mode.
pub(in crate::cases) fn axial(size: Size) -> Vec<Row> {
    let end = match size {
        Size::Small => 1.4 * PERIOD,
        Size::Full => 2.9 * PERIOD,
    };
    let (coarse, _) = swing(100.0, 20, end);
    let (fine, off) = swing(100.0, 40, end);
    let error = |period: f64| (period - PERIOD).abs();
    let (stiff, _) = swing(200.0, 20, PERIOD);
    vec![
        Row::relative("period at 20 cells [s]", PERIOD, coarse, 0.03),
        Row::relative("period at 40 cells [s]", PERIOD, fine, 0.01),
        Row::at_least(
            "order of the period",
            1.0,
            (error(coarse) / error(fine)).log2(),
        ),
        Row::at_most("largest change of the energy at 40 cells", 0.005, off),
        Row::at_least(
            "control: period with twice the stiffness is off by",
            0.1,
            (stiff - PERIOD).abs() / PERIOD,
        ),
    ]
}

const DENSITY: f64 = 1000.0;
const YOUNG: f64 = 1e6;

/// Stress on the wall in the middle half of the contact, its duration, and the share of the momentum that comes back.
fn strike(young: f64, cells: usize) -> [f64; 3] {
    let (mut method, world) = bar(
        (young, DENSITY, 1.0),
        cells,
        Contact::Separating,
        |_| -1.0,
        0.8,
    );
    let area = 1.0 / (cells * cells) as f64;
    let contact = 2.0 * (DENSITY / YOUNG).sqrt();
    let plateau = (DENSITY * YOUNG).sqrt();
    let before = method.observed().ledger().momentum[0];
    let (mut impulse, mut time, mut last) = (0.0, 0.0, 0.0);
    run_until(&mut *method, &world, [0.0, 1.5 * contact], |taken, _| {
        let push = -taken.report.collider_impulses[0][0] / area;
        if push / taken.dt > 0.5 * plateau {
            last = taken.time;
        }
        if (0.25..0.75).contains(&(taken.time / contact)) {
            impulse += push;
            time += taken.dt;
        }
        true
    });
    let after = method.observed().ledger().momentum[0];
    [impulse / time, last, -after / before]
}

/// B04: St. Venant's impact.
pub(in crate::cases) fn impact(_: Size) -> Vec<Row> {
    let [stress, duration, restitution] = strike(YOUNG, 80);
    let plateau = (DENSITY * YOUNG).sqrt();
    let [soft, ..] = strike(YOUNG / 2.0, 40);
    vec![
        Row::relative("stress on the wall [Pa]", plateau, stress, 0.03),
        Row::relative(
            "duration of the contact [s]",
            2.0 * (DENSITY / YOUNG).sqrt(),
            duration,
            0.05,
        ),
        Row::within("restitution", 0.9, 1.0 + 1e-9, restitution),
        Row::at_least(
            "control: stress with half the stiffness is off by",
            0.2,
            (soft / plateau - 1.0).abs(),
        ),
    ]
}
