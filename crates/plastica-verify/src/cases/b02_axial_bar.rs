//! B02: a bar that is clamped at one end and free at the other swings along its axis.
//!
//! Between smooth walls and with ν = 0 the bar is one-dimensional, and the corotated law is linear
//! there: P = E (F - 1). With c = √(E/ρ) the first mode is
//!
//! u = (v₀/ω) sin(πx/2L) sin ωt,  ω = πc/2L,  T = 4L/c,
//!
//! and the centre of mass moves with (2/π) v₀ cos ωt. The clamp is a wall on a node; the free end of a
//! body is only known to about a cell, so the period converges with the first order.

use crate::method_under_test::{MethodUnderTest, double_precision, double_precision_points};
use crate::specimen::{Specimen, elastic, run_until, wall, walls_across};
use crate::{Case, Row, Size};
use plastica_core::{Contact, World};
use plastica_mpm::{Kernel, Options};
use plastica_tensor::Mat3;
use std::f64::consts::PI;

pub(super) const CASE: Case = Case {
    id: "B02",
    title: "Axial bar, clamped and free, first mode",
    source: "closed form; set-up of Bardenhagen and of Nguyen",
    runs: &[
        ("mpm", mpm),
        ("points", points),
        ("fem", super::fem::bars::axial),
    ],
};

const LENGTH: f64 = 25.0;
const SPEED: f64 = 0.1;
const PERIOD: f64 = 10.0;

/// What is measured on a swinging bar.
struct Swing {
    /// Period, from the velocity of the centre of mass [s].
    period: f64,
    /// That velocity at the start [m/s].
    first: f64,
    /// Share of the energy that is gone after one period.
    loss: f64,
}

fn swing(young: f64, tested: &MethodUnderTest, end: f64) -> Swing {
    let width = tested.thickness;
    let k = PI / (2.0 * LENGTH);
    let bar = Specimen::block([0.0; 3], [LENGTH, width, width], tested.pitch);
    let bar = bar.with(&elastic("corotated", 1.0, young, 0.0), |[x, ..]| {
        let mut gradient = Mat3::zero();
        gradient[(0, 0)] = SPEED * k * (k * x).cos();
        ([SPEED * (k * x).sin(), 0.0, 0.0], gradient)
    });
    let mut method = tested.of(vec![bar]);
    let mut world = World::empty([0.0; 3]);
    world
        .colliders
        .push(wall([1.0, 0.0, 0.0], 0.0, Contact::Sliding, 0.0));
    world.colliders.extend(walls_across(1, 0.0, width));
    world.colliders.extend(walls_across(2, 0.0, width));

    let start = method.observed().ledger();
    let energy = start.kinetic_energy + start.elastic_energy;
    let mass = LENGTH * width * width;
    let first = start.momentum[0] / mass;
    let mut last = (0.0, first);
    let (mut crossings, mut loss) = (Vec::new(), f64::NAN);
    run_until(&mut *method, &world, [0.0, end], |taken, method| {
        let now = method.observed().ledger();
        let velocity = now.momentum[0] / mass;
        if velocity * last.1 < 0.0 {
            crossings.push(last.0 + (taken.time - last.0) * last.1 / (last.1 - velocity));
        }
        last = (taken.time, velocity);
        if taken.time <= PERIOD {
            loss = 1.0 - (now.kinetic_energy + now.elastic_energy) / energy;
        }
        true
    });
    let halves = crossings.len() - 1;
    let period = 2.0 * (crossings[halves] - crossings[0]) / halves as f64;
    Swing {
        period,
        first,
        loss,
    }
}

fn end(size: Size) -> f64 {
    match size {
        Size::Small => 1.4 * PERIOD,
        Size::Full => 2.9 * PERIOD,
    }
}

/// Rows of bars with 20 and 40 cells or particles along.
fn rows(name: &str, of: &str, size: Size, at: impl Fn(f64) -> MethodUnderTest) -> Vec<Row> {
    let end = end(size);
    let coarse = swing(100.0, &at(20.0), end);
    let fine = swing(100.0, &at(40.0), end);
    let error = |swing: &Swing| (swing.period - PERIOD).abs();
    let order = (error(&coarse) / error(&fine)).log2();
    vec![
        Row::relative(
            format!("period at 20 {of}{name} [s]"),
            PERIOD,
            coarse.period,
            0.03,
        ),
        Row::relative(
            format!("period at 40 {of}{name} [s]"),
            PERIOD,
            fine.period,
            0.015,
        ),
        Row::at_least(format!("order of the period{name}"), 1.0, order),
        Row::at_most(
            format!("energy lost in a period at 40 {of}{name}"),
            0.05,
            fine.loss,
        ),
        Row::at_least(
            format!("energy lost{name} (none may appear)"),
            -1e-3,
            fine.loss,
        ),
        Row::relative(
            format!("centre's first velocity at 40 {of}{name} [m/s]"),
            SPEED * 2.0 / PI,
            fine.first,
            1e-3,
        ),
    ]
}

/// A control.
fn stiff(tested: &MethodUnderTest) -> Row {
    let stiff = swing(200.0, tested, PERIOD);
    Row::at_least(
        "control: period with twice the stiffness is off by",
        0.1,
        (stiff.period - PERIOD).abs() / PERIOD,
    )
}

fn mpm(size: Size) -> Vec<Row> {
    let at = |kernel| {
        move |cells| {
            MethodUnderTest::mpm(Options {
                kernel,
                courant: 0.2,
                ..double_precision(LENGTH / cells)
            })
        }
    };
    let mut all = Vec::new();
    for kernel in [Kernel::Quadratic, Kernel::Cubic] {
        let name = format!(", {kernel:?}").to_lowercase();
        all.extend(rows(&name, "cells", size, at(kernel)));
    }
    all.push(stiff(&at(Kernel::Quadratic)(20.0)));
    all
}

fn points(size: Size) -> Vec<Row> {
    let at = |particles| {
        MethodUnderTest::points(plastica_points::Options {
            courant: 0.2,
            ..double_precision_points(LENGTH / particles)
        })
    };
    let mut all = rows("", "particles", size, at);
    all.push(stiff(&at(20.0)));
    all
}
