//! What single flow rules promise beyond the conformance suite.

use crate::common::*;
use plastica_material::spec::Slot;
use plastica_material::{Material, Recipe, catalogue};
use plastica_tensor::{Mat3, Sym3, Vec3};

fn specimen(elastic: &str, flow: &str, values: &[(&str, f64)]) -> Recipe {
    let law = |slot, name| catalogue::law(slot, name).unwrap();
    let mut recipe = recipe(
        law(Slot::Elastic, elastic),
        Some(law(Slot::Flow, flow)),
        None,
    );
    let rule = recipe.flow.as_mut().unwrap();
    for (name, value) in values {
        rule.set(name, &[(*value).into()]);
    }
    recipe
}

fn uniform(size: f64) -> Mat3<f64> {
    Mat3::identity().scale(size)
}

/// A velocity gradient times time that only stretches along x.
fn along_x(size: f64) -> Mat3<f64> {
    Mat3::diagonal(Vec3::new(size, 0.0, 0.0))
}

#[test]
fn strong_friction_hardening_still_lands_on_its_own_cone() {
    let cases = [
        (1e6, 20.0, 20.0, 0.17),
        (1e6, 0.0, 100.0, 0.3),
        (3e5, 20.0, 20.0, 0.17),
    ];
    for (young, rise, decay, deficit) in cases {
        let mut recipe = specimen(
            "hypoelastic",
            "drucker-prager",
            &[
                ("friction_angle", 35f64.to_radians()),
                ("hardening_rise", rise),
                ("hardening_decay", decay),
                ("hardening_deficit", deficit),
            ],
        );
        recipe.elastic.set("young_modulus", &[young.into()]);
        recipe.flow.as_mut().unwrap().choices[0] = 1;
        let material = build(&recipe);
        let mut state = material.rest();
        let pressure = 1e5;
        state.stress = Sym3::isotropic(-pressure);
        let mut shear = Mat3::zero();
        (shear[(0, 1)], shear[(1, 0)]) = (0.01, 0.01);
        let mut q = 0.0;
        for _ in 0..40 {
            step(&material, &mut state, &shear, 1.0);
            let excess = material.excess(&state).unwrap();
            assert!(excess < 1e-9 * pressure, "outside by {excess:e}");
            if state.history[0] > q {
                assert!(excess > -1e-6 * pressure, "inside by {excess:e}");
            }
            q = state.history[0];
        }
        assert!(q > 1e-3, "q only reached {q}");
    }
}

#[test]
fn what_a_powder_opened_closes_before_pressure_builds_up() {
    let material = build(&specimen(
        "hencky",
        "drucker-prager",
        &[("friction_angle", 0.5)],
    ));
    let bulk = material.moduli().bulk();
    let mut state = material.rest();
    let pressure = |m: &Material<f64>, s: &_| -m.kirchhoff(s).trace() / 3.0;
    drive(&material, &mut state, &uniform(0.01 / 3.0), 1.0, 10);
    assert!(pressure(&material, &state).abs() < 1e-9 * YOUNG);
    drive(&material, &mut state, &uniform(-0.0099 / 3.0), 1.0, 10);
    assert!(pressure(&material, &state).abs() < 1e-9 * YOUNG);
    drive(&material, &mut state, &uniform(-0.0011 / 3.0), 1.0, 10);
    let found = pressure(&material, &state);
    assert!((found - bulk * 0.001).abs() < 1e-9 * YOUNG, "{found}");
}

#[test]
fn packed_snow_is_stiffer_and_torn_snow_softer() {
    let material = build(&specimen(
        "fixed-corotated",
        "snow",
        &[
            ("critical_compression", 0.025),
            ("critical_stretch", 0.0075),
        ],
    ));
    for (size, denser) in [(-0.1, true), (0.1, false)] {
        let mut state = material.rest();
        let before = material.p_wave_modulus(&state);
        drive(&material, &mut state, &along_x(size), 1.0, 20);
        // Stretches end at their bound, the rest of the volume change is plastic.
        let bound: f64 = if denser { 1.0 - 0.025 } else { 1.0 + 0.0075 };
        let plastic_volume = (size - bound.ln()).exp();
        assert!((state.history[0] - plastic_volume).abs() < 1e-12);
        let stiffening = (10.0 * (1.0 - plastic_volume)).exp();
        let found = material.p_wave_modulus(&state) / before;
        assert!(
            (found / stiffening - 1.0).abs() < 1e-12,
            "{found} {stiffening}"
        );
        assert_eq!(found > 1.0, denser);
    }
}

#[test]
fn creep_hardens_by_the_time_integral_of_stress() {
    // So slow that the stress does not fade: α = ‖P‖T exactly, and the yield stress rises by Kα.
    for (word, yields) in [(0, true), (0, false), (1, false)] {
        let yield_stress = if yields { 1e3 } else { 1e6 };
        let mut recipe = specimen(
            "corotated",
            "creep",
            &[
                ("yield_stress", yield_stress),
                ("rate", 1e-12),
                ("hardening", 0.1),
            ],
        );
        recipe.flow.as_mut().unwrap().choices[1] = word;
        let material = build(&recipe);
        let mut state = material.rest();
        drive(&material, &mut state, &along_x(0.01), 1e-12, 1);
        let before = material.excess(&state).unwrap();
        let stress = before + yield_stress;
        drive(&material, &mut state, &Mat3::zero(), 2.0, 10);
        let grows = yields || word == 1;
        let alpha = if grows { 2.0 * stress } else { 0.0 };
        assert!((state.history[0] - alpha).abs() < 1e-8 * stress);
        let after = material.excess(&state).unwrap();
        assert!((before - after - 0.1 * alpha).abs() < 1e-8 * stress);
    }
}

#[test]
fn heat_of_hardening_metal_is_exact_along_a_proportional_path() {
    for name in ["von-mises", "kinematic-hardening"] {
        let material = build(&specimen(
            "hencky",
            name,
            &[("hardening_modulus", 0.2 * YOUNG)],
        ));
        let heat = |steps| {
            let mut state = material.rest();
            drive(&material, &mut state, &along_x(0.1), 1.0, steps).dissipation
        };
        let (one, many) = (heat(1), heat(1000));
        assert!((one - many).abs() < 1e-9 * many, "{name}: {one} {many}");
    }
}
