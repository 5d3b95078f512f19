//! The cone: strength, apex, hardening.

use crate::specimen::*;
use plastica::lab::{Grip, Machine};
use plastica_material::LawRecipe;
use plastica_material::spec::Slot;
use plastica_tensor::Sym3;

fn sand(phi: f64, cohesion: f64, cone: &str) -> LawRecipe {
    law(
        Slot::Flow,
        "drucker-prager",
        &[
            ("friction_angle", &[phi.to_radians()]),
            ("cohesion", &[cohesion]),
        ],
        &[("cone", cone)],
    )
}

// VERIFY A07: cone constants and triaxial compression from 100 kPa.
#[test]
fn a07_triaxial_strength_is_that_of_the_cone() {
    let cases = [
        (30.0, "plane-strain", 115.139e3),
        (30.0, "compression", 200.000e3),
        (20.0, "plane-strain", 72.081e3),
        (20.0, "compression", 103.961e3),
    ];
    for (phi, cone, reference) in cases {
        for name in ["hypoelastic", "hencky"] {
            // Stiff, so that strength is reached at a strain where Cauchy and Kirchhoff stress agree
            // to the digits of the reference; the rate law is exact in Cauchy stress anyway.
            let specimen = recipe(elastic(name, 1e13, 0.3), Some(sand(phi, 0.0, cone)));
            let mut machine = Machine::new(&specimen).unwrap();
            let p = Grip::Stress(-1e5);
            machine.hold(&[p, p, p, FREE, FREE, FREE], 1.0).unwrap();
            for _ in 0..20 {
                machine
                    .hold(&[Grip::Rate(-1e-8), p, p, FREE, FREE, FREE], 1.0)
                    .unwrap();
            }
            let s = machine.stress();
            let q = s.yy - s.xx;
            let alpha = match cone {
                "plane-strain" => {
                    phi.to_radians().tan() / (9.0 + 12.0 * phi.to_radians().tan().powi(2)).sqrt()
                }
                _ => 2.0 * phi.to_radians().sin() / (3f64.sqrt() * (3.0 - phi.to_radians().sin())),
            };
            let exact = 3.0 * alpha * 1e5 / (1.0 / 3f64.sqrt() - alpha);
            close(q, exact, 1e-6 * exact);
            close(exact, reference, 0.6);
        }
    }
}

// VERIFY A09: trial states beyond the apex return to the apex exactly, shear included.
#[test]
fn a09_tension_returns_to_the_apex() {
    let young = 1e7;
    let shear = young / 2.6;
    for name in ["hypoelastic", "hencky"] {
        for (cohesion, apex) in [(1e3, 1e3 / 30f64.to_radians().tan()), (0.0, 0.0)] {
            for with_shear in [0.0, 5e3] {
                let specimen = recipe(
                    elastic(name, young, 0.3),
                    Some(sand(30.0, cohesion, "plane-strain")),
                );
                let mut machine = Machine::new(&specimen).unwrap();
                // Strain whose trial stress is 10 kPa of tension plus the shear stress.
                let bulk = young / 1.2;
                let strain = Sym3 {
                    xy: with_shear / (2.0 * shear),
                    ..Sym3::isotropic(1e4 / (3.0 * bulk))
                };
                machine.drive(&strain.to_mat(), 1.0).unwrap();
                let off = (own_stress(name, &machine) - Sym3::isotropic(apex)).norm();
                assert!(off <= 1e-12 * 1e4, "{name}: off by {off:e} Pa");
            }
        }
    }
    close(1e3 / 30f64.to_radians().tan(), 1732.05, 5e-3);
}

// VERIFY A11: the friction hardening curve, and what a driven specimen reaches.
#[test]
fn a11_friction_hardens_and_softens() {
    let flow = law(
        Slot::Flow,
        "drucker-prager",
        &[
            ("friction_angle", &[35f64.to_radians()]),
            ("hardening_rise", &[9f64.to_radians()]),
            ("hardening_decay", &[0.2]),
            ("hardening_deficit", &[10f64.to_radians()]),
        ],
        &[("cone", "compression")],
    );
    let angle = |q: f64| (35.0 + (9.0 * q - 10.0) * (-0.2 * q).exp()).to_radians();
    for (q, reference) in [
        (0.0, 25.0),
        (1.0 / 0.2 + 10.0 / 9.0, 48.2559),
        (10.0, 45.8268),
        (1e4, 35.0),
    ] {
        close(angle(q).to_degrees(), reference, 5e-5);
    }
    // Simple shear of a specimen under pressure, far enough to pass the peak. The angle is read from
    // the stress alone, the strain measure q from the law's history.
    let specimen = recipe(elastic("hypoelastic", 1e9, 0.2), Some(flow));
    let mut machine = Machine::new(&specimen).unwrap();
    let p = Grip::Stress(-1e5);
    machine.hold(&[p, p, p, FREE, FREE, FREE], 1.0).unwrap();
    let (mut highest, mut previous) = (0.0f64, 0.0);
    for _ in 0..1500 {
        machine
            .drive(&(single(0, 1, 0.01) + single(1, 0, 0.01)), 1.0)
            .unwrap();
        let s = machine.stress();
        let alpha = (0.5 * s.deviator().norm_squared()).sqrt() / -s.trace();
        let sin = 3.0 * 3f64.sqrt() * alpha / (2.0 + 3f64.sqrt() * alpha);
        let (measured, q) = (sin.asin(), machine.now().state.history[0]);
        assert!(q >= previous, "q fell from {previous} to {q}");
        // On the cone of the angle that belongs to its own q, to the formula's tolerance.
        if q > 0.0 {
            close(measured, angle(q), 1e-9);
        }
        previous = q;
        highest = highest.max(measured);
    }
    assert!(previous > 10.0, "only reached q = {previous}");
    close(highest.to_degrees(), 48.2559, 0.05);
}

// The extension cone agrees with Mohr–Coulomb where the axis bears least: σ_axial = σ_lateral (1 − sin φ)/(1 + sin φ).
#[test]
fn triaxial_extension_fails_where_mohr_coulomb_does() {
    let specimen = recipe(
        elastic("hypoelastic", 1e13, 0.3),
        Some(sand(30.0, 0.0, "extension")),
    );
    let mut machine = Machine::new(&specimen).unwrap();
    let p = Grip::Stress(-1e5);
    machine.hold(&[p, p, p, FREE, FREE, FREE], 1.0).unwrap();
    for _ in 0..20 {
        machine
            .hold(&[Grip::Rate(1e-8), p, p, FREE, FREE, FREE], 1.0)
            .unwrap();
    }
    close(machine.stress().xx, -1e5 / 3.0, 1e-6 * 1e5);
}
