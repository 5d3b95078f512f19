//! B25: a free, stiff body turns as a rigid one.
//!
//! Energy and |Iω| stay, the centre of mass goes along its parabola, and the axis of rotation of a symmetric top goes round in the
//! body at Ω = (I₃ − I₁)ω₃/I₁.

use crate::lattices::{lattice, one, run};
use crate::{Case, Row, Size};
use plastica_core::{Method, Selection, World};
use plastica_spline::{Body, Formulation, Options, Splines, Tensors, Weights, shape};
use plastica_tensor::{Mat3, Vec3};
use std::f64::consts::TAU;

pub(super) const CASE: Case = Case {
    id: "B25",
    title: "Torque-free motion of a hybrid body",
    source: "derived",
    runs: &[("spline", spline)],
};

const TOLERANCE: f64 = 1e-3;
const TURNS: f64 = 10.0;
const STEPS_PER_TURN: f64 = 200.0;
const SIDE: usize = 4;

/// A block with given sides that turns about its centre and drifts.
fn block(sides: [f64; 3], formulation: Formulation, omega: Vec3<f64>, drift: Vec3<f64>) -> Splines {
    let nodes = lattice(&[(SIDE, false); 3]);
    let places = shape::block(&nodes, sides.map(|s| -0.5 * s), sides.map(|s| 0.5 * s));
    let mut body = Body::new("block", nodes, places, formulation);
    body.velocities = body.shape.iter().map(|x| omega.cross(*x) + drift).collect();
    one(body, Options::default())
}

fn stiff() -> Formulation {
    Formulation::hybrid(Weights::uniform([0.0, 1e8, 0.0]))
}

/// Angular momentum about the centre of mass.
fn spin(body: &Splines) -> Vec3<f64> {
    let l = body.observed().ledger();
    Vec3(l.angular_momentum) - Vec3(l.centre).cross(Vec3(l.momentum))
}

/// Energy without that of the centre of mass.
fn energy(body: &Splines) -> f64 {
    let l = body.observed().ledger();
    let whole = Vec3(l.momentum).norm_squared() / (2.0 * l.mass);
    l.kinetic_energy - whole + l.elastic_energy
}

/// Largest change of energy and of spin, and distance of the centre from its parabola, all relative.
fn flight(formulation: Formulation, turns: f64) -> [f64; 3] {
    // I goes with sums of two squared sides: 1.02 : 2.02 : 3.
    let sides = [2f64.sqrt(), 1.0, 0.02f64.sqrt()];
    let (omega, drift) = (Vec3::new(1.0, 1.5, 0.5), Vec3::new(2.0, 3.0, 0.0));
    let gravity = [0.0, -9.81, 0.0];
    let mut body = block(sides, formulation, omega, drift);
    let start = Vec3(body.observed().ledger().centre);
    let (spin_before, energy_before) = (spin(&body), energy(&body));
    let world = World::empty(gravity);
    let dt = TAU / omega.norm() / STEPS_PER_TURN;
    let mut worst = [0f64; 3];
    for k in 0..(turns * STEPS_PER_TURN) as usize {
        run(&mut body, &world, k as f64 * dt, dt, 1);
        let t = (k + 1) as f64 * dt;
        let way = start + drift.scale(t) + Vec3(gravity).scale(0.5 * t * t);
        let now = [
            (energy(&body) / energy_before - 1.0).abs(),
            (spin(&body) - spin_before).norm() / spin_before.norm(),
            (Vec3(body.observed().ledger().centre) - way).norm() / way.norm(),
        ];
        worst = std::array::from_fn(|i| worst[i].max(now[i]));
    }
    worst
}

/// The body's own axes, from its corners.
fn axes(body: &Splines) -> [Vec3<f64>; 3] {
    let (x, _) = body.nodes(0).expect("a body");
    let last = SIDE - 1;
    [1, SIDE, SIDE * SIDE].map(|stride| {
        let along = x[last * stride] - x[0];
        along.scale(1.0 / along.norm())
    })
}

/// Rate at which the axis of rotation of a symmetric top goes round in it [rad/s]: wanted and found.
fn precession() -> [f64; 2] {
    let spin_rate = 2.0;
    let omega = Vec3::new(0.3, 0.0, spin_rate);
    let mut top = block([1.0, 1.0, 0.4], stiff(), omega, Vec3::zero());
    let mut inertia = Mat3::zero();
    top.observed().visit(Selection::All, &mut |p| {
        let y = Vec3(p.position);
        let square = y.norm_squared();
        let entry = |i, j| p.mass * (if i == j { square } else { 0.0 } - y[i] * y[j]);
        inertia = inertia + Mat3::from_fn(entry);
    });
    let (i1, i3) = (inertia[(0, 0)], inertia[(2, 2)]);
    let l = spin(&top);
    // In the body L goes round the axis with ω.
    let phase = |top: &Splines| {
        let [x, y, _] = axes(top);
        l.dot(y).atan2(l.dot(x))
    };
    let world = World::empty([0.0; 3]);
    let dt = TAU * i1 / l.norm() / STEPS_PER_TURN;
    let (mut before, mut angle) = (phase(&top), 0.0);
    let steps = (TURNS * STEPS_PER_TURN) as usize;
    for k in 0..steps {
        run(&mut top, &world, k as f64 * dt, dt, 1);
        let now = phase(&top);
        angle += (now - before + 3.0 * TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
        before = now;
    }
    let wanted = (i3 - i1) / i1 * spin_rate;
    [wanted, angle.abs() / (steps as f64 * dt)]
}

fn spline(_: Size) -> Vec<Row> {
    let [energy, spin, way] = flight(stiff(), TURNS);
    let [wanted, found] = precession();
    let primary = Formulation::Primary(Box::new(Tensors::sheet(1e3, 0.0)));
    let [lost, ..] = flight(primary, 1.0);
    vec![
        Row::at_most("change of energy over 10 turns", TOLERANCE, energy),
        Row::at_most("change of Iω over 10 turns", 1e-10, spin),
        Row::at_most("distance from the parabola / way", 1e-10, way),
        Row::relative(
            "precession in the body over 10 turns [rad/s]",
            wanted,
            found,
            TOLERANCE,
        ),
        Row::at_least(
            "control: change of energy in 1 turn, primary formulation",
            TOLERANCE,
            lost,
        ),
    ]
}
