//! B22: modes of a ring of nodes that are tied to their places, stretch and bend.
//!
//! N = 50, w₀ = 1, w₁ = 0.01, w₂ = 1e-5, μ = 1: ω² = w₀ + w₁ (4/h²) sin²(πk/N) + w₂ (16/h⁴) sin⁴(πk/N). In a step backward Euler
//! turns by atan(ωΔt) and shrinks by 1/√(1 + ω²Δt²); the midpoint rule does not shrink.

use crate::lattices::{lattice, one, run, vibration};
use crate::{Case, Row, Size};
use plastica_core::World;
use plastica_spline::{Body, Formulation, Options, Weights, shape};
use plastica_tensor::Vec3;
use std::f64::consts::TAU;

pub(super) const CASE: Case = Case {
    id: "B22",
    title: "Modes of the discrete spline curve",
    source: "derived",
    runs: &[("spline", spline)],
};

const NODES: usize = 50;
const TOLERANCE: f64 = 1e-3;
/// Mode, its frequency and that of the continuum [rad/s].
const MODES: [(usize, f64, f64); 3] = [
    (1, 1.187354, 1.187590),
    (2, 1.678570, 1.681816),
    (5, 4.434837, 4.539880),
];

/// Frequency [rad/s] and decay in a step of T/500.
fn ring(mode: usize, omega: f64, implicitness: f64) -> [f64; 2] {
    let nodes = lattice(&[(NODES, true)]);
    let places = shape::circle(&nodes, [0.0; 3], 1.0);
    let weights = Weights::uniform([1.0, 0.01, 1e-5]);
    let body = Body::new("ring", nodes, places, Formulation::fixed(weights));
    let options = Options {
        implicitness,
        ..Options::default()
    };
    let mut ring = one(body, options);
    let wave = |i: usize| (TAU * (mode * i) as f64 / NODES as f64).cos();
    ring.place_nodes(0, |i, x| x + Vec3::new(0.0, 0.0, 0.01 * wave(i)));
    let world = World::empty([0.0; 3]);
    let dt = step(omega);
    let amplitude = || {
        run(&mut ring, &world, 0.0, dt, 1);
        let (x, _) = ring.nodes(0).expect("a body");
        (0..NODES).map(|i| x[i][2] * wave(i)).sum()
    };
    vibration(amplitude, dt, 1500)
}

fn step(omega: f64) -> f64 {
    TAU / omega / 500.0
}

fn spline(_: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut last = 0.0;
    for (mode, omega, _) in MODES {
        let [euler, decay] = ring(mode, omega, 1.0);
        let [middle, kept] = ring(mode, omega, 0.5);
        let shrink = (1.0 + (omega * step(omega)).powi(2)).sqrt().ln();
        rows.extend([
            Row::relative(
                format!("ω of mode {mode}, backward Euler [rad/s]"),
                omega,
                euler,
                TOLERANCE,
            ),
            Row::relative(
                format!("−ln of what a step leaves of mode {mode}"),
                shrink,
                -decay.ln(),
                TOLERANCE,
            ),
            Row::relative(
                format!("ω of mode {mode}, midpoint rule [rad/s]"),
                omega,
                middle,
                TOLERANCE,
            ),
            Row::at_most(
                format!("|ln of what a step leaves of mode {mode}| over that, midpoint rule"),
                TOLERANCE,
                kept.ln().abs() / shrink,
            ),
        ]);
        last = middle;
    }
    rows.push(Row::at_least(
        "control: mode 5 is off the continuum's frequency by",
        0.02,
        (last / MODES[2].2 - 1.0).abs(),
    ));
    rows
}
