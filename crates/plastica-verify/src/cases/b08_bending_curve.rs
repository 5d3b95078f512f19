//! B08: a curve that bends is a slender beam.
//!
//! w₂ = EI, μ = ρA. Tip load: δ = PL³/3EI. Free vibration: ω = (βL)² √(EI/ρAL⁴). Two neighbouring nodes that are held clamp the curve
//! half-way between them; free ends need nothing.

use crate::lattices::{clamp, lattice, one, run, vibration};
use crate::{Case, Row, Size};
use plastica_core::World;
use plastica_geometry::Shape;
use plastica_linear::{Tolerance, skyline};
use plastica_spline::{Body, Fibres, Formulation, Options, Weights, hold, shape, stiffness};
use plastica_tensor::Vec3;
use std::f64::consts::TAU;

pub(super) const CASE: Case = Case {
    id: "B08",
    title: "Cantilever, small deflection and frequency",
    source: "derived",
    runs: &[("spline", spline), ("fem", super::fem::beams::modes)],
};

const TOLERANCE: f64 = 0.02;

/// Tip deflection [m] under 0.01 N over PL³/3EI with EI = 3 N m².
fn tip(nodes: usize, bending: f64) -> f64 {
    let line = lattice(&[(nodes, false)]);
    let (fibres, h) = (Fibres::all(&line), line.spacing[0]);
    let places = shape::line(&line, [0.0; 3], [1.0, 0.0, 0.0]);
    let weights = Weights::uniform([0.0, 0.0, bending]);
    let mut matrix = stiffness(&line, &fibres, &weights, &places);
    let held: Vec<bool> = (0..nodes).map(|i| i < 2).collect();
    hold(&mut matrix, &held);
    let mut load = vec![Vec3::zero(); nodes];
    load[nodes - 1] = Vec3::new(0.0, 0.01, 0.0);
    let mut solver = skyline::KIND.build();
    solver.prepare(&matrix).expect("a positive definite matrix");
    let mut x = vec![Vec3::zero(); nodes];
    solver.solve(&matrix, &load, &mut x, Tolerance::relative(1e-12));
    let length: f64 = 1.0 - 0.5 * h;
    x[nodes - 1][1] / (0.01 * length.powi(3) / (3.0 * 3.0))
}

/// How the end of a beam is held.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Clamped,
    Free,
}

/// The mode βL of a beam of length 1 whose other end is free.
fn mode(end: End, b: f64, s: f64) -> f64 {
    let y = b * s;
    match end {
        End::Clamped => {
            let sigma = (b.cosh() + b.cos()) / (b.sinh() + b.sin());
            y.cosh() - y.cos() - sigma * (y.sinh() - y.sin())
        }
        End::Free => {
            let sigma = (b.cosh() - b.cos()) / (b.sinh() - b.sin());
            y.cosh() + y.cos() - sigma * (y.sinh() + y.sin())
        }
    }
}

/// βL of a curve that starts in the shape of a mode.
fn wave_number(nodes: usize, end: End, b: f64) -> f64 {
    let line = lattice(&[(nodes, false)]);
    let h = line.spacing[0];
    let places = shape::line(&line, [0.0; 3], [1.0, 0.0, 0.0]);
    let (held, start) = match end {
        End::Clamped => (2, 0.5 * h),
        End::Free => (0, 0.0),
    };
    let length = 1.0 - start;
    let weights = Weights::uniform([0.0, 0.0, 1.0]);
    let body = Body::new("beam", line, places, Formulation::fixed(weights));
    let dt = TAU / (b / length).powi(2) / 400.0;
    let options = Options {
        implicitness: 0.5,
        ..Options::default()
    };
    let mut beam = one(body, options);
    let shape_at = |i: usize| match i < held {
        true => 0.0,
        false => mode(end, b, (i as f64 * h - start) / length),
    };
    beam.place_nodes(0, |i, x| x + Vec3::new(0.0, 1e-4 * shape_at(i), 0.0));
    let mut world = World::empty([0.0; 3]);
    if end == End::Clamped {
        let jaw = Shape::block(Vec3::new(2.2 * h, 1.0, 1.0));
        clamp(&mut world, jaw, [0.0; 3], None);
    }
    let amplitude = || {
        run(&mut beam, &world, 0.0, dt, 1);
        let (x, _) = beam.nodes(0).expect("a body");
        (0..nodes).map(|i| x[i][1] * shape_at(i)).sum()
    };
    let [omega, _] = vibration(amplitude, dt, 800);
    omega.sqrt() * length
}

fn spline(size: Size) -> Vec<Row> {
    let counts: &[usize] = match size {
        Size::Small => &[61],
        Size::Full => &[31, 61],
    };
    let mut rows = vec![
        Row::relative(
            "tip deflection / PL³/3EI, 21 nodes",
            1.0,
            tip(21, 3.0),
            TOLERANCE,
        ),
        Row::relative(
            "tip deflection / PL³/3EI, 41 nodes",
            1.0,
            tip(41, 3.0),
            TOLERANCE,
        ),
    ];
    for &nodes in counts {
        for (end, name, b) in [
            (End::Clamped, "clamped, first", 1.875104),
            (End::Clamped, "clamped, second", 4.694091),
            (End::Free, "free, first", 4.730041),
            (End::Free, "free, second", 7.853205),
        ] {
            rows.push(Row::relative(
                format!("(βL)² {name}, {nodes} nodes"),
                b * b,
                wave_number(nodes, end, b).powi(2),
                TOLERANCE,
            ));
        }
    }
    rows.push(Row::at_most(
        "control: tip deflection with twice the stiffness",
        0.6,
        tip(41, 6.0),
    ));
    rows
}
