//! B04: a bar meets a rigid wall (St. Venant).
//!
//! With ν = 0 between smooth walls and the corotated law, P = E (F - 1), waves of any strength run at
//! c = √(E/ρ) in the material. The wall stops the end of the bar; a front runs to the free end, turns
//! round, and when it is back after 2L/c the bar leaves with its velocity reversed. In between the wall
//! carries the stress ρcv.

use crate::specimen::{Specimen, elastic, march, precise, wall, walls_across};
use crate::{Case, Row, Size};
use plastica_core::{Contact, World};
use plastica_mpm::{Kernel, Options, build};

pub(super) const CASE: Case = Case {
    id: "B04",
    title: "Bar impact on a rigid wall",
    source: "closed form (St. Venant); the physics of ANSYS VM265",
    run,
};

const LENGTH: f64 = 1.0;
const DENSITY: f64 = 1000.0;
const YOUNG: f64 = 1e6;
const SPEED: f64 = 1.0;

/// What is measured on an impact.
struct Impact {
    /// Stress on the wall in the middle half of the contact [Pa].
    plateau: f64,
    /// How long the wall carries more than half the plateau [s].
    duration: f64,
    /// Momentum after over momentum before.
    restitution: f64,
}

fn impact(young: f64, cells: u32, kernel: Kernel) -> Impact {
    let cell = LENGTH / f64::from(cells);
    let bar = Specimen::block([0.0; 3], [LENGTH, cell, cell], cell / 2.0)
        .moving([-SPEED, 0.0, 0.0])
        .of(&elastic("corotated", DENSITY, young, 0.0));
    let options = Options {
        kernel,
        ..precise(cell)
    };
    let mut mpm = build(options, vec![bar], vec![]).expect("a good recipe");
    let mut world = World::empty([0.0; 3]);
    world
        .colliders
        .push(wall([1.0, 0.0, 0.0], 0.0, Contact::Separating, 0.0));
    world.colliders.extend(walls_across(1, 0.0, cell));
    world.colliders.extend(walls_across(2, 0.0, cell));

    let contact = contact_time();
    let before = mpm.ledger().momentum[0];
    let (mut impulse, mut time, mut duration) = (0.0, 0.0, 0.0);
    march(&mut *mpm, &world, [0.0, 1.5 * contact], |taken, _| {
        let push = -taken.report.collider_impulses[0][0] / (cell * cell);
        if push / taken.dt > 0.5 * plateau() {
            duration += taken.dt;
        }
        if (0.25..0.75).contains(&(taken.time / contact)) {
            impulse += push;
            time += taken.dt;
        }
        true
    });
    Impact {
        plateau: impulse / time,
        duration,
        restitution: -mpm.ledger().momentum[0] / before,
    }
}

fn contact_time() -> f64 {
    2.0 * LENGTH * (DENSITY / YOUNG).sqrt()
}

fn plateau() -> f64 {
    SPEED * (DENSITY * YOUNG).sqrt()
}

fn run(_: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for kernel in [Kernel::Quadratic, Kernel::Cubic] {
        let name = format!("{kernel:?}").to_lowercase();
        let Impact {
            plateau: stress,
            duration,
            restitution,
        } = impact(YOUNG, 80, kernel);
        rows.extend([
            Row::relative(
                format!("stress on the wall, {name} [Pa]"),
                plateau(),
                stress,
                0.03,
            ),
            Row::relative(
                format!("duration of the contact, {name} [s]"),
                contact_time(),
                duration,
                0.05,
            ),
            Row::within(format!("restitution, {name}"), 0.9, 1.0 + 1e-9, restitution),
        ]);
    }
    let soft = impact(YOUNG / 2.0, 40, Kernel::Quadratic);
    let off = (soft.plateau / plateau() - 1.0).abs();
    rows.push(Row::at_least(
        "control: stress with half the stiffness is off by",
        0.2,
        off,
    ));
    rows
}
