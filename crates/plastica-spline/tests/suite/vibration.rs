//! Free vibrations against closed forms.

use crate::common::{clamp, one, run};
use plastica_core::World;
use plastica_spline::{Body, Formulation, Lattice, Options, Weights, shape};
use plastica_tensor::Vec3;
use std::f64::consts::TAU;

/// ω and decay per step of what a mode's amplitude does in steps of a given length.
fn measured(mut amplitude: impl FnMut() -> f64, dt: f64, steps: usize) -> (f64, f64) {
    let a: Vec<f64> = (0..steps).map(|_| amplitude()).collect();
    // a_k obeys a_(k+1) + a_(k−1) d² = 2 d cos(φ) a_k: two sums give d² and 2 d cos φ.
    let (mut xx, mut xy, mut yy, mut xz, mut yz) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for w in a.windows(3) {
        let (x, y, z) = (w[1], -w[0], w[2]);
        xx += x * x;
        xy += x * y;
        yy += y * y;
        xz += x * z;
        yz += y * z;
    }
    let det = xx * yy - xy * xy;
    let (c, d2) = ((xz * yy - yz * xy) / det, (yz * xx - xz * xy) / det);
    let d = d2.sqrt();
    ((c / (2.0 * d)).acos() / dt, d)
}

#[test]
fn b22_modes_of_a_ring_have_their_frequencies_and_decay() {
    let (n, w0, w1, w2) = (50, 1.0, 0.01, 1e-5);
    let h = 1.0 / n as f64;
    for (k, printed) in [(1, 1.187354), (2, 1.678570), (5, 4.434837)] {
        let sine = (std::f64::consts::PI * k as f64 / n as f64).sin();
        let square: f64 =
            w0 + w1 * 4.0 / (h * h) * sine.powi(2) + w2 * 16.0 / h.powi(4) * sine.powi(4);
        let omega = square.sqrt();
        assert!((omega / printed - 1.0).abs() < 1e-6);
        for implicitness in [1.0, 0.5] {
            let lattice = Lattice::new(&[(n, true)]).unwrap();
            let places = shape::circle(&lattice, [0.0; 3], 1.0);
            let weights = Weights::uniform([w0, w1, w2]);
            let body = Body::new("ring", lattice, places, Formulation::fixed(weights));
            let dt = TAU / omega / 500.0;
            let options = Options {
                implicitness,
                ..Options::default()
            };
            let mut method = one(body, options);
            let wave = |i: usize| (TAU * (k * i) as f64 / n as f64).cos();
            method.place_nodes(0, |i, x| x + Vec3::new(0.0, 0.0, 0.01 * wave(i)));
            let world = World::empty([0.0; 3]);
            let mut time = 0.0;
            let (found, decay) = measured(
                || {
                    run(&mut method, &world, time, dt, 1);
                    time += dt;
                    let (x, _) = method.nodes(0).unwrap();
                    (0..n).map(|i| x[i][2] * wave(i)).sum()
                },
                dt,
                1500,
            );
            // Backward Euler turns by atan(ωΔt) and shrinks by 1/√(1 + ω²Δt²) in a step.
            let wanted = match implicitness {
                1.0 => 1.0 / (1.0 + (omega * dt).powi(2)).sqrt(),
                _ => 1.0,
            };
            println!(
                "B22 k = {k}, θ = {implicitness}: ω {:.2e}, decay {:.2e}",
                found / omega - 1.0,
                decay - wanted
            );
            assert!((found / omega - 1.0).abs() < 1e-3, "{found} {omega}");
            assert!((decay - wanted).abs() < 1e-7, "{decay} {wanted}");
        }
    }
}

/// Frequency of a curve that bends, from its shape at the start.
fn curve_frequency(held: usize, beta: f64, mode: impl Fn(f64) -> f64) -> f64 {
    let nodes = 61;
    let lattice = Lattice::new(&[(nodes, false)]).unwrap();
    let h = lattice.spacing[0];
    let places = shape::line(&lattice, [0.0; 3], [1.0, 0.0, 0.0]);
    // EI = 1, ρA = 1. Held nodes clamp half-way between the last two of them.
    let start = if held > 0 {
        (held as f64 - 1.5) * h
    } else {
        0.0
    };
    let length = 1.0 - start;
    let weights = Weights::uniform([0.0, 0.0, 1.0]);
    let body = Body::new("beam", lattice, places, Formulation::fixed(weights));
    let omega = (beta / length).powi(2);
    let dt = TAU / omega / 400.0;
    let options = Options {
        implicitness: 0.5,
        ..Options::default()
    };
    let mut method = one(body, options);
    let shape_at = |i: usize| {
        let s = (i as f64 * h - start) / length;
        if i < held { 0.0 } else { mode(s) }
    };
    method.place_nodes(0, |i, x| x + Vec3::new(0.0, 1e-4 * shape_at(i), 0.0));
    let mut world = World::empty([0.0; 3]);
    if held > 0 {
        let grip = plastica_geometry::Shape::block(Vec3::new(2.2 * h, 1.0, 1.0));
        clamp(&mut world, grip, [0.0; 3]);
    }
    let mut time = 0.0;
    let (found, _) = measured(
        || {
            run(&mut method, &world, time, dt, 1);
            time += dt;
            let (x, _) = method.nodes(0).unwrap();
            (0..nodes).map(|i| x[i][1] * shape_at(i)).sum()
        },
        dt,
        800,
    );
    found / omega - 1.0
}

#[test]
fn b08_curves_that_bend_vibrate_as_beams() {
    let clamped = |b: f64| {
        let sigma = (b.cosh() + b.cos()) / (b.sinh() + b.sin());
        move |s: f64| {
            let y = b * s;
            y.cosh() - y.cos() - sigma * (y.sinh() - y.sin())
        }
    };
    let free = |b: f64| {
        let sigma = (b.cosh() - b.cos()) / (b.sinh() - b.sin());
        move |s: f64| {
            let y = b * s;
            y.cosh() + y.cos() - sigma * (y.sinh() + y.sin())
        }
    };
    for b in [1.875104, 4.694091] {
        let error = curve_frequency(2, b, clamped(b));
        println!("B08 clamped {b}: {error:.2e}");
        assert!(error.abs() < 0.02, "{b}: {error}");
    }
    for b in [4.730041, 7.853205] {
        let error = curve_frequency(0, b, free(b));
        println!("B08 free {b}: {error:.2e}");
        assert!(error.abs() < 0.02, "{b}: {error}");
    }
}
