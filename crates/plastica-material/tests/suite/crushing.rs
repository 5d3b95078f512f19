//! Matter that is hit faster than its waves must not vanish: what every law owes under crushing.

use crate::common::*;
use plastica_material::elastic::{Elastic, Isotropic};
use plastica_material::{Material, Recipe, State};
use plastica_tensor::{Mat3, Vec3};

/// Presses a point flat along y, sides held, to `volume` of its own; returns the stress per rest area along y [Pa].
fn pressed(material: &Material<f64>, volume: f64) -> (State<f64>, f64) {
    let mut total = Mat3::zero();
    total[(1, 1)] = volume.ln();
    let mut state = material.rest();
    let answer = drive(material, &mut state, &total, 1e-3, 400);
    (state, answer.kirchhoff.yy / volume)
}

fn corotated() -> Recipe {
    let named = |recipe: &Recipe| recipe.name == "corotated";
    all_recipes().into_iter().find(named).unwrap()
}

fn p_wave(material: &Material<f64>) -> f64 {
    material.p_wave_modulus(&material.rest())
}

/// A wall that stops a body of density ρ₀ at speed v bears ρ₀v²/(1 − J): at ten times the speed of waves a hundred moduli.
#[test]
fn every_law_stops_a_body_at_ten_times_the_speed_of_its_waves() {
    for recipe in all_recipes() {
        let material = build(&recipe);
        let (state, piola) = pressed(&material, 0.005);
        assert!(
            -piola > 100.0 * p_wave(&material),
            "{}: only {:.1} moduli at a two-hundredth of the volume",
            recipe.name,
            -piola / p_wave(&material)
        );
        assert!(state.deformation.norm().is_finite());
    }
}

/// The control: the corotated law alone has no more than about its modulus to give.
#[test]
fn corotated_alone_would_not() {
    let moduli = build(&corotated()).moduli();
    let alone = plastica_material::elastic::Corotated::from_constants(&[moduli.shear, moduli.lame]);
    let law = Elastic::Corotated(alone);
    let piola = law.first_piola(Vec3::new(1.0, 0.005, 1.0))[1];
    assert!(-piola < 1.01 * moduli.p_wave());
}

/// Presses harder the flatter it gets, all the way. (Maps are for elastic stretches up to 4, beyond which the isotropic law
/// inside answers: there is a step between both.)
#[test]
fn stress_per_rest_area_never_falls_under_crushing() {
    for recipe in all_recipes().into_iter().filter(is_isotropic) {
        let material = build(&recipe);
        let volumes = [0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.003, 1e-3];
        let stresses = volumes.map(|volume| -pressed(&material, volume).1);
        for (pair, volume) in stresses.windows(2).zip(&volumes[1..]) {
            assert!(
                pair[1] > pair[0],
                "{}: {} then {} at {volume}",
                recipe.name,
                pair[0],
                pair[1]
            );
        }
    }
}

/// Down to half the volume nothing has changed: moduli, yield and the published curves stay what they are.
#[test]
fn barriers_are_silent_above_half_the_volume() {
    let material = build(&corotated());
    let moduli = material.moduli();
    let f = Mat3::diagonal(Vec3::new(0.9, 0.8, 0.7));
    let state = at_deformation(&material, &f);
    let exact =
        |s: f64| s * (2.0 * moduli.shear * (s - 1.0) + moduli.lame * (0.9 + 0.8 + 0.7 - 3.0));
    let stress = material.kirchhoff(&state);
    for (got, s) in [(stress.xx, 0.9), (stress.yy, 0.8), (stress.zz, 0.7)] {
        assert!((got - exact(s)).abs() < 1e-9 * YOUNG);
    }
}

/// By the waves it counts with, a method must see how stiff crushed matter is: s² dP/ds along the axis of crushing is at
/// most the modulus that a material reports, plus its stress.
#[test]
fn reported_stiffness_covers_crushed_matter() {
    let elastic =
        |recipe: &Recipe| recipe.flow.is_none() && recipe.map.is_none() && is_isotropic(recipe);
    for recipe in all_recipes().into_iter().filter(elastic) {
        let material = build(&recipe);
        if !material.keeps().deformation {
            continue;
        }
        let at = |s: f64| at_deformation(&material, &Mat3::diagonal(Vec3::new(1.0, s, 1.0)));
        let piola = |s: f64| material.kirchhoff(&at(s)).yy / s;
        for s in [0.6, 0.45, 0.3, 0.1, 0.03, 0.01] {
            let step = 1e-5 * s;
            let slope = (piola(s + step) - piola(s - step)) / (2.0 * step);
            let stress = material.kirchhoff(&at(s)).max_abs();
            let reported = material.p_wave_modulus(&at(s)) + stress;
            // `squared` says that it is twice as stiff at rest as E.
            let factor = if recipe.name == "squared" { 2.0 } else { 1.0 };
            assert!(
                s * s * slope <= factor * 1.001 * reported,
                "{} at {s}: {} of {reported}",
                recipe.name,
                s * s * slope
            );
        }
    }
}

/// The energy of crushed and of inverted points is that of their stress.
#[test]
fn stress_of_crushed_points_is_the_derivative_of_energy() {
    for recipe in elastic_recipes() {
        let material = build(&recipe);
        let Some(_) = material
            .energy(&material.rest())
            .filter(|_| recipe.map.is_none() && is_isotropic(&recipe))
        else {
            continue;
        };
        if !material.keeps().deformation {
            continue;
        }
        let at = |s: f64| at_deformation(&material, &Mat3::diagonal(Vec3::new(1.05, s, 0.97)));
        // Laws with ln s push an inverted point by a constant stress: their energy is not told there.
        let logarithmic = ["hencky", "neo-hookean"].contains(&recipe.elastic.law.name);
        let inverted = [-0.05, -0.3];
        for s in [0.45, 0.2, 0.03].into_iter().chain(inverted) {
            if s < 0.0 && logarithmic {
                continue;
            }
            let step = 1e-6;
            let slope = (material.energy(&at(s + step)).unwrap()
                - material.energy(&at(s - step)).unwrap())
                / (2.0 * step);
            let piola = material.kirchhoff(&at(s)).yy / s;
            assert!(
                (slope - piola).abs() < 1e-5 * piola.abs(),
                "{} at {s}: {slope} {piola}",
                recipe.name
            );
            assert!(piola < 0.0, "{} at {s} is not pushed back", recipe.name);
        }
    }
}

/// Flow makes heat, never energy, however much the point is pressed, whatever the elastic law.
#[test]
fn flow_of_crushed_points_never_gives_work_back() {
    let mut random = Random::new(11);
    for recipe in flow_recipes().into_iter().filter(is_isotropic) {
        // A bound on strain holds whatever it costs; with laws that push along the shorter axes it can.
        if recipe.flow.as_ref().unwrap().law.name == "shear-clamp"
            && recipe.elastic.law.name != "hencky"
        {
            continue;
        }
        let material = build(&recipe);
        for volume in [0.8, 0.5, 0.25, 0.1] {
            let mut state = material.rest();
            drive(
                &material,
                &mut state,
                &Mat3::identity().scale(f64::ln(volume) / 3.0),
                1e-4,
                20,
            );
            for _ in 0..40 {
                let heat = step(&material, &mut state, &random.matrix(0.05), 0.01).dissipation;
                assert!(
                    heat >= -1e-9 * YOUNG,
                    "{} at {volume}: {heat:e}",
                    recipe.name
                );
            }
        }
    }
}
