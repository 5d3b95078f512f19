//! Laws with directions, and grains that turn.

use crate::specimen::*;
use plastica::lab::{Grip, Machine};
use plastica_material::spec::Slot;
use plastica_material::{Increment, Material, Recipe};
use plastica_tensor::{Mat3, Sym3, Vec3};

// VERIFY A21: modulus of an orthotropic solid pulled off its axes.
#[test]
fn a21_off_axis_modulus() {
    let (e1, e2, nu, g) = (140e9, 10e9, 0.3, 5e9);
    // ν23 = ν13 = 0 and μ as given: the third axis plays no part in a pull in the 12 plane.
    let stiffness = law(
        Slot::Elastic,
        "orthotropic",
        &[
            ("young_modulus", &[e1, e2, e2]),
            ("poisson_ratio", &[0.0, 0.0, nu]),
            ("shear_modulus", &[g, g, g]),
        ],
        &[],
    );
    for (degrees, reference) in [
        (0f64, 140.0),
        (15.0, 52.9134),
        (30.0, 21.2928),
        (45.0, 13.2075),
        (60.0, 10.7075),
        (90.0, 10.0),
    ] {
        let (s, c) = degrees.to_radians().sin_cos();
        let axes = Mat3::from_rows([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]);
        let mut machine = Machine::new(&recipe(stiffness.clone(), None))
            .unwrap()
            .with_specimen_axes(&axes)
            .unwrap();
        // In Kirchhoff stress against logarithmic strain the law is linear; the strain only has to be
        // small enough for the axes not to turn and large enough for the digits.
        let strain = 1e-6;
        machine
            .hold(&[Grip::Rate(strain), FREE, FREE, FREE, FREE, FREE], 1.0)
            .unwrap();
        let measured = machine.now().kirchhoff().xx / strain;
        let exact =
            1.0 / (c.powi(4) / e1 + (1.0 / g - 2.0 * nu / e1) * s * s * c * c + s.powi(4) / e2);
        close(measured, exact, 1e-8 * exact);
        close(exact / 1e9, reference, 5e-5);
    }
}

// VERIFY A24: yield in tension along n comes at σ0/|Dn|² for any isotropic criterion.
#[test]
fn a24_yield_scales_with_direction() {
    let sigma0 = 1e3;
    let tau0 = sigma0 / 3f64.sqrt();
    let flow = || law(Slot::Flow, "von-mises", &[("shear_yield", &[tau0])], &[]);
    let specimen = |map: &str| Recipe {
        map: Some(law(Slot::Map, map, &[("fragility", &[0.8, 0.8, 1.4])], &[])),
        ..recipe(elastic("hencky", 1e9, 0.3), Some(flow()))
    };
    for map in ["fragility", "consistent"] {
        for (degrees, reference) in [
            (0f64, 0.510204),
            (30.0, 0.613497),
            (45.0, 0.769231),
            (60.0, 1.030928),
            (90.0, 1.5625),
        ] {
            // n turns from z towards x; the specimen turns the other way under a pull along x.
            let (s, c) = degrees.to_radians().sin_cos();
            let n = Vec3::new(s, 0.0, c);
            let axes = Mat3::from_columns([
                Vec3::new(s, c, 0.0),
                Vec3::new(0.0, 0.0, 1.0),
                Vec3::new(c, -s, 0.0),
            ]);
            let mut machine = Machine::new(&specimen(map))
                .unwrap()
                .with_specimen_axes(&axes)
                .unwrap();
            for _ in 0..40 {
                machine
                    .hold(&[Grip::Rate(1e-7), FREE, FREE, FREE, FREE, FREE], 1.0)
                    .unwrap();
            }
            let stretched = Vec3::new(0.8 * n[0], 0.8 * n[1], 1.4 * n[2]).norm_squared();
            close(machine.now().kirchhoff().xx / sigma0, 1.0 / stretched, 1e-9);
            close(1.0 / stretched, reference, 5e-7);
        }
        // Shear between x and z: τ0/(a_x a_z).
        let mut machine = Machine::new(&specimen(map)).unwrap();
        for _ in 0..40 {
            machine
                .hold(&[FREE, FREE, FREE, FREE, Grip::Rate(1e-7), FREE], 1.0)
                .unwrap();
        }
        close(machine.now().kirchhoff().zx / tau0, 1.0 / (0.8 * 1.4), 1e-9);
        close(1.0 / (0.8 * 1.4), 0.892857, 5e-7);
    }
}

/// Loose grains of a shape factor l that lie in all directions: without weight they bear no stress.
fn loose_grains(l: f64) -> Material<f64> {
    // A needle without width has l = 1, to rounding.
    let aspect = ((1.0 + l) / (1.0 - l).max(1e-15)).sqrt();
    let map = law(
        Slot::Map,
        "oriented",
        &[
            ("aspect_ratio", &[aspect]),
            ("fragility_along", &[1.4]),
            ("fragility_across", &[0.8]),
            ("alignment", &[0.0]),
        ],
        &[("closure", "quadratic")],
    );
    let friction = law(
        Slot::Flow,
        "drucker-prager",
        &[("friction_angle", &[0.5])],
        &[],
    );
    let solid = recipe(elastic("hencky", 1.0, 0.2), Some(friction));
    let grains = Recipe {
        map: Some(map),
        ..solid
    };
    grains.material().unwrap()
}

/// The orientation tensor in space after simple shear at 1/s for a time [s].
fn sheared_grains(l: f64, time: f64, steps: u32) -> Sym3<f64> {
    let grains = loose_grains(l);
    let mut state = grains.rest();
    let dt = time / f64::from(steps);
    for _ in 0..steps {
        let step = Increment::from_gradient(&state, single(0, 1, dt), dt);
        grains.advance(&mut state, &step);
    }
    let (axes, moments) = grains.directions(&state).unwrap();
    close(moments.sum(), 1.0, 1e-12);
    axes.conjugate_diagonal(moments)
}

// VERIFY A26: the orientation tensor in simple shear.
#[test]
fn a26_grains_turn_with_the_flow() {
    let cases = [
        (1.0, 1.0, [0.5, 0.25, 0.25, 0.25]),
        (1.0, 3.0, [0.833333, 0.083333, 0.083333, 0.25]),
        (1.0, 10.0, [0.980583, 0.009709, 0.009709, 0.097087]),
        (0.8, 3.0, [0.802458, 0.061735, 0.135807, 0.176341]),
    ];
    for (l, time, reference) in cases {
        let error = |steps: u32| {
            let found = sheared_grains(l, time, steps);
            let parts = [found.xx, found.yy, found.zz, found.xy];
            let off = |k: usize| (parts[k] - reference[k]).abs();
            off(0).max(off(1)).max(off(2)).max(off(3))
        };
        // A step is exact to second order: exp(W + lD) misses Δt³/6, over all steps t Δt²/6 ≤ 4.2e-7. The
        // reference has six digits.
        let fine = error((time / 5e-4).round() as u32);
        assert!(fine < 4.2e-7 + 5e-7, "l {l}, {time} s: {fine:e}");
        let (coarse, half) = (error((10.0 * time) as u32), error((20.0 * time) as u32));
        let order = (coarse / half).log2();
        assert!((order - 2.0).abs() < 0.3, "l {l}, {time} s: order {order}");
    }
}

// The nine orthotropic constants, measured: Eᵢ along each axis and ν_ij = −εⱼ/εᵢ.
#[test]
fn orthotropic_constants_are_what_was_typed() {
    let (young, nu23, nu13, nu12) = ([3e9, 5e9, 8e9], 0.15, 0.25, 0.35);
    let stiffness = law(
        Slot::Elastic,
        "orthotropic",
        &[
            ("young_modulus", &young),
            ("poisson_ratio", &[nu23, nu13, nu12]),
            ("shear_modulus", &[1e9, 1.5e9, 2e9]),
        ],
        &[],
    );
    let ratio = |i: usize, j: usize| match (i.min(j), i.max(j)) {
        (0, 1) => nu12 * if i == 0 { 1.0 } else { young[1] / young[0] },
        (0, 2) => nu13 * if i == 0 { 1.0 } else { young[2] / young[0] },
        _ => nu23 * if i == 1 { 1.0 } else { young[2] / young[1] },
    };
    for i in 0..3 {
        let mut machine = Machine::new(&recipe(stiffness.clone(), None)).unwrap();
        let mut grips = [FREE; 6];
        grips[i] = Grip::Rate(1e-6);
        machine.hold(&grips, 1.0).unwrap();
        let stress = machine.now().kirchhoff().to_array()[i];
        close(stress / 1e-6, young[i], 1e-8 * young[i]);
        for j in (0..3).filter(|&j| j != i) {
            close(-machine.strain().to_array()[j] / 1e-6, ratio(i, j), 1e-8);
        }
    }
    for (k, shear) in [(3, 1e9), (4, 1.5e9), (5, 2e9)] {
        let mut machine = Machine::new(&recipe(stiffness.clone(), None)).unwrap();
        let mut grips = [FREE; 6];
        grips[k] = Grip::Rate(1e-6);
        machine.hold(&grips, 1.0).unwrap();
        let stress = machine.now().kirchhoff().to_array()[k];
        close(stress / 2e-6, shear, 1e-8 * shear);
    }
}
