//! B01: free fall and ballistic flight.

use crate::method_under_test::{MethodUnderTest, double_precision, double_precision_points};
use crate::specimen::{Specimen, elastic};
use crate::{Case, Row, Size};
use plastica_core::{Selection, Step, World};

pub(super) const CASE: Case = Case {
    id: "B01",
    title: "Free fall and ballistic flight",
    source: "closed form",
    runs: &[
        ("mpm", mpm),
        ("points", points),
        ("fem", super::fem::blocks::flight),
    ],
};

fn mpm(_: Size) -> Vec<Row> {
    fly(&MethodUnderTest::mpm(double_precision(0.1)))
}

fn points(_: Size) -> Vec<Row> {
    fly(&MethodUnderTest::points(double_precision_points(0.05)))
}

fn fly(tested: &MethodUnderTest) -> Vec<Row> {
    let young = 1e5;
    let body = Specimen::block([0.1, 0.2, 0.3], [0.5, 0.6, 0.6], tested.pitch)
        .moving([1.0, 2.0, -0.5])
        .of(&elastic("neo-hookean", 1000.0, young, 0.3));
    let mut method = tested.of(vec![body]);
    let world = World::empty([0.0, -9.81, 0.0]);
    let start = method.observed().ledger();
    let (dt, steps) = (1e-3, 1000);
    for k in 0..steps {
        method
            .step(&world, Step::new(f64::from(k) * dt, dt))
            .expect("a free flight");
    }
    let end = method.observed().ledger();
    let t = f64::from(steps) * dt;
    // Symplectic Euler: the sum of n (n + 1) / 2 kicks.
    let height = start.centre[1] + 2.0 * t - 0.5 * 9.81 * t * t * (1.0 + dt / t);
    let momentum = start.mass * (2.0 - 9.81 * t);
    let mut stress = 0f64;
    method.observed().visit(Selection::All, &mut |p| {
        stress = stress.max(p.cauchy.unwrap().max_abs())
    });
    vec![
        Row::relative(
            "height of the centre after 1 s [m]",
            height,
            end.centre[1],
            1e-12,
        ),
        Row::relative(
            "momentum after 1 s [kg m/s]",
            momentum,
            end.momentum[1],
            1e-12,
        ),
        Row::at_most("largest stress / E", 1e-10, stress / young),
    ]
}
