//! B04: a bar meets a rigid wall (St. Venant).
//!
//! With ν = 0 between smooth walls and the corotated law, P = E (F - 1), waves of any strength run at
//! c = √(E/ρ) in the material. The wall stops the end of the bar; a front runs to the free end, turns
//! round, and when it is back after 2L/c the bar leaves with its velocity reversed. In between the wall
//! carries the stress ρcv.

use crate::method_under_test::{MethodUnderTest, double_precision, double_precision_points};
use crate::specimen::{Specimen, elastic, run_until, wall, walls_across};
use crate::{Case, Row, Size};
use plastica_core::{Contact, World};
use plastica_mpm::{Kernel, Options};

pub(super) const CASE: Case = Case {
    id: "B04",
    title: "Bar impact on a rigid wall",
    source: "closed form (St. Venant); the physics of ANSYS VM265",
    runs: &[
        ("mpm", mpm),
        ("points", points),
        ("fem", super::fem::bars::impact),
    ],
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

fn impact(young: f64, tested: &MethodUnderTest) -> Impact {
    let width = tested.thickness;
    let bar = Specimen::block([0.0; 3], [LENGTH, width, width], tested.pitch)
        .moving([-SPEED, 0.0, 0.0])
        .of(&elastic("corotated", DENSITY, young, 0.0));
    let mut method = tested.of(vec![bar]);
    let mut world = World::empty([0.0; 3]);
    world
        .colliders
        .push(wall([1.0, 0.0, 0.0], 0.0, Contact::Separating, 0.0));
    world.colliders.extend(walls_across(1, 0.0, width));
    world.colliders.extend(walls_across(2, 0.0, width));

    let contact = contact_time();
    let before = method.observed().ledger().momentum[0];
    let (mut impulse, mut time, mut duration) = (0.0, 0.0, 0.0);
    run_until(&mut *method, &world, [0.0, 1.5 * contact], |taken, _| {
        let push = -taken.report.collider_impulses[0][0] / (width * width);
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
        restitution: -method.observed().ledger().momentum[0] / before,
    }
}

fn contact_time() -> f64 {
    2.0 * LENGTH * (DENSITY / YOUNG).sqrt()
}

fn plateau() -> f64 {
    SPEED * (DENSITY * YOUNG).sqrt()
}

fn rows(name: &str, tested: &MethodUnderTest) -> Vec<Row> {
    let Impact {
        plateau: stress,
        duration,
        restitution,
    } = impact(YOUNG, tested);
    vec![
        Row::relative(
            format!("stress on the wall{name} [Pa]"),
            plateau(),
            stress,
            0.03,
        ),
        Row::relative(
            format!("duration of the contact{name} [s]"),
            contact_time(),
            duration,
            0.05,
        ),
        Row::within(format!("restitution{name}"), 0.9, 1.0 + 1e-9, restitution),
    ]
}

/// A control.
fn soft(tested: &MethodUnderTest) -> Row {
    let soft = impact(YOUNG / 2.0, tested);
    Row::at_least(
        "control: stress with half the stiffness is off by",
        0.2,
        (soft.plateau / plateau() - 1.0).abs(),
    )
}

fn mpm(_: Size) -> Vec<Row> {
    let at = |cells: f64, kernel| {
        MethodUnderTest::mpm(Options {
            kernel,
            ..double_precision(LENGTH / cells)
        })
    };
    let mut all = Vec::new();
    for kernel in [Kernel::Quadratic, Kernel::Cubic] {
        let name = format!(", {kernel:?}").to_lowercase();
        all.extend(rows(&name, &at(80.0, kernel)));
    }
    all.push(soft(&at(40.0, Kernel::Quadratic)));
    all
}

/// 80 particles along the bar.
fn points(_: Size) -> Vec<Row> {
    let at = |along: f64| MethodUnderTest::points(double_precision_points(LENGTH / along));
    let mut all = rows("", &at(80.0));
    all.push(soft(&at(40.0)));
    all
}
