//! What every law in the list must satisfy. A new law is covered by being listed.

use crate::common::*;
use plastica_material::spec::{Slot, Timing};
use plastica_material::{Material, catalogue};
use plastica_tensor::{Mat3, Sym3};

/// Difference of two stresses, relative to the larger of the stress and a thousandth of E.
fn difference(a: &Sym3<f64>, b: &Sym3<f64>) -> f64 {
    (*a - *b).norm() / b.norm().max(1e-3 * YOUNG)
}

/// Finite-strain laws keep F and can be asked for the stress at any F.
fn keeps_deformation(material: &Material<f64>) -> bool {
    material.keeps().deformation
}

/// Largest difference between a stress and the derivative of an energy, over random deformations,
/// relative to the stress.
fn energy_mismatch(energy_of: &Material<f64>, stress_of: &Material<f64>, size: f64) -> f64 {
    let mut random = Random::new(1);
    let energy = |f: &Mat3<f64>| energy_of.energy(&at_deformation(energy_of, f)).unwrap();
    let step = 1e-5;
    (0..20)
        .map(|_| {
            let f = random.deformation(size);
            let numeric = Mat3::from_fn(|i, j| {
                let (mut plus, mut minus) = (f, f);
                plus[(i, j)] += step;
                minus[(i, j)] -= step;
                (energy(&plus) - energy(&minus)) / (2.0 * step)
            });
            let kirchhoff = stress_of.kirchhoff(&at_deformation(stress_of, &f));
            let first_piola = kirchhoff.to_mat() * f.inverse().transpose();
            (numeric - first_piola).norm() / first_piola.norm().max(1e-3 * YOUNG)
        })
        .fold(0.0, f64::max)
}

#[test]
fn stress_is_the_derivative_of_energy() {
    for recipe in elastic_recipes() {
        let material = build(&recipe);
        if !keeps_deformation(&material) {
            continue; // the rate law is defined by its stress
        }
        // `squared` has no energy [GB09]; a map has one around a law that is linear in ln F.
        let linear = ["hencky", "orthotropic", "transverse"].contains(&recipe.elastic.law.name);
        let has_energy = recipe.elastic.law.name != "squared" && (recipe.map.is_none() || linear);
        assert_eq!(
            material.energy(&material.rest()).is_some(),
            has_energy,
            "{}",
            recipe.name
        );
        if has_energy {
            let error = energy_mismatch(&material, &material, 0.35);
            assert!(error < 2e-6, "{}: relative error {error:e}", recipe.name);
        }
    }
}

#[test]
fn the_energy_test_notices_a_wrong_stress() {
    let elastic = |name| {
        build(&recipe(
            catalogue::law(Slot::Elastic, name).unwrap(),
            None,
            None,
        ))
    };
    assert!(energy_mismatch(&elastic("neo-hookean"), &elastic("hencky"), 0.35) > 1e-3);
}

#[test]
fn turning_the_experiment_turns_the_answer() {
    let mut random = Random::new(3);
    for recipe in all_recipes_and_variants() {
        let material = build(&recipe);
        for _ in 0..4 {
            let q = random.rotation();
            let total = random.matrix(0.08);
            let (mut state, mut state_turned) = (material.rest(), material.rest());
            state_turned.deformation = q;
            // A first path loads and may flow, a second one shears the turned body.
            for path in [total, random.matrix(0.05)] {
                let answer = drive(&material, &mut state, &path, 0.1, 3);
                let turned_path = q * path.mul_transpose(&q);
                let answer_turned = drive(&material, &mut state_turned, &turned_path, 0.1, 3);
                let error = difference(&answer_turned.kirchhoff, &turned(&answer.kirchhoff, &q));
                assert!(error < 1e-9, "{}: {error:e}", recipe.name);
                let heat_error = (answer.dissipation - answer_turned.dissipation).abs();
                assert!(
                    heat_error < 1e-9 * YOUNG,
                    "{}: heat differs by {heat_error:e}",
                    recipe.name
                );
            }
        }
    }
}

#[test]
fn isotropic_laws_do_not_see_a_turned_rest_state() {
    let mut random = Random::new(4);
    let mut seen = 0;
    for recipe in all_recipes_and_variants() {
        let material = build(&recipe);
        if !keeps_deformation(&material) {
            continue;
        }
        let q = random.rotation();
        // Compressed, so that frictional laws carry stress.
        let total = random.matrix(0.08) - Mat3::identity().scale(0.1);
        let (mut state, mut turned_rest) = (material.rest(), material.rest());
        turned_rest.deformation = q;
        let a = drive(&material, &mut state, &total, 0.1, 3).kirchhoff;
        let b = drive(&material, &mut turned_rest, &total, 0.1, 3).kirchhoff;
        // Fragility changes the yield alone; without a flow rule there is nothing to see.
        let yields_alike = recipe.flow.is_none()
            && recipe
                .map
                .as_ref()
                .is_some_and(|map| ["fragility", "oriented"].contains(&map.law.name));
        if is_isotropic(&recipe) || (yields_alike && recipe.elastic.law.name == "hencky") {
            assert!(
                difference(&b, &a) < 1e-9,
                "{}: {:e}",
                recipe.name,
                difference(&b, &a)
            );
            seen += 1;
        } else {
            assert!(
                difference(&b, &a) > 1e-6,
                "{} claims directions but shows none",
                recipe.name
            );
        }
    }
    assert!(seen > 20);
}

#[test]
fn a_body_at_rest_has_no_stress_and_no_energy() {
    for recipe in all_recipes_and_variants() {
        let material = build(&recipe);
        let state = material.rest();
        assert!(
            material.kirchhoff(&state).norm() < 1e-12 * YOUNG,
            "{}",
            recipe.name
        );
        assert!(
            material.energy(&state).unwrap_or(0.0).abs() < 1e-12 * YOUNG,
            "{}",
            recipe.name
        );
        // Nor does standing still for a while make any.
        let mut state = state;
        let answer = drive(&material, &mut state, &Mat3::zero(), 1.0, 3);
        assert!(answer.kirchhoff.norm() < 1e-12 * YOUNG, "{}", recipe.name);
        assert!(answer.dissipation.abs() < 1e-12 * YOUNG, "{}", recipe.name);
    }
}

#[test]
fn small_strains_follow_hooke() {
    for recipe in all_recipes()
        .into_iter()
        .filter(|recipe| recipe.map.is_none() && is_isotropic(recipe))
    {
        let material = build(&recipe);
        // `squared` is twice as stiff as the E it is given: P = 2μ(s² − 1) ≈ 4μ(s − 1).
        let factor = if recipe.elastic.law.name == "squared" {
            2.0
        } else {
            1.0
        };
        let mut total = Mat3::zero();
        (total[(0, 0)], total[(1, 1)], total[(0, 1)], total[(1, 0)]) = (1e-7, -2e-8, 3e-8, 3e-8);
        let strain = total.symmetric();
        let (mu, lambda) = plastica_material::moduli::lame_from_young(factor * YOUNG, POISSON);
        let hooke = strain
            .scale(2.0 * mu)
            .add_isotropic(lambda * strain.trace());
        // Viscous rules have no time to flow; frictional ones have no strength without pressure.
        if recipe
            .flow
            .as_ref()
            .is_some_and(|flow| flow.law.name == "drucker-prager")
        {
            continue;
        }
        let answer = drive(&material, &mut material.rest(), &total, 1e-9, 1);
        let error = relative(&answer.kirchhoff, &hooke);
        assert!(error < 1e-5, "{}: {error:e}", recipe.name);
    }
}

/// Grains that turn change the stiffness of strained material, which stores and frees energy.
fn turns(recipe: &plastica_material::Recipe) -> bool {
    recipe
        .map
        .as_ref()
        .is_some_and(|map| map.law.name == "oriented")
}

/// Laws that settle over steps in which nothing happens: axes of grains that turn, and volume that friction seen
/// through a map has gained and gives back.
fn settles(recipe: &plastica_material::Recipe) -> bool {
    let frictional = recipe
        .flow
        .as_ref()
        .is_some_and(|flow| flow.law.name == "drucker-prager");
    turns(recipe) || frictional && recipe.map.is_some()
}

fn flow_recipes_and_variants() -> Vec<plastica_material::Recipe> {
    all_recipes_and_variants()
        .into_iter()
        .filter(|recipe| recipe.flow.is_some())
        .collect()
}

/// Random loading in several directions, some of it far beyond yield.
fn loaded(material: &Material<f64>, random: &mut Random) -> plastica_material::State<f64> {
    let mut state = material.rest();
    for _ in 0..5 {
        drive(material, &mut state, &random.matrix(0.1), 0.05, 4);
    }
    state
}

#[test]
fn rate_independent_rules_leave_admissible_states_and_return_twice_as_once() {
    let mut random = Random::new(5);
    let (mut seen, mut flowed) = (0, 0);
    for recipe in flow_recipes_and_variants() {
        let timing = recipe.flow.as_ref().unwrap().law.timing;
        if !matches!(timing, Timing::RateIndependent { .. }) {
            continue;
        }
        // Without the dashpot, so that heat tells whether it flowed.
        let recipe = plastica_material::Recipe {
            viscosity: None,
            ..recipe
        };
        let material = build(&recipe);
        for _ in 0..10 {
            let mut state = loaded(&material, &mut random);
            let answer = step(&material, &mut state, &random.matrix(0.05), 0.01);
            let excess = material.excess(&state).unwrap();
            let on_stress = catalogue::acts_on_stress(recipe.flow.as_ref().unwrap().law);
            let tolerance = if on_stress { 1e-9 * YOUNG } else { 1e-9 };
            assert!(
                excess <= tolerance,
                "{}: outside by {excess:e}",
                recipe.name
            );
            // Where it flowed it ends on the surface, not somewhere inside.
            if answer.dissipation > 1e-6 * YOUNG && !settles(&recipe) {
                assert!(
                    excess >= -tolerance,
                    "{}: inside by {excess:e}",
                    recipe.name
                );
                flowed += 1;
            }
            let before = material.kirchhoff(&state);
            let again = drive(&material, &mut state, &Mat3::zero(), 1.0, 1);
            assert!(
                (again.kirchhoff - before).norm() < 1e-9 * YOUNG || settles(&recipe),
                "{}: a second return moved the stress",
                recipe.name
            );
            seen += 1;
        }
    }
    assert!(seen > 100 && flowed > 50, "{seen} {flowed}");
}

#[test]
fn flow_never_gives_work_back() {
    let mut random = Random::new(6);
    for recipe in flow_recipes_and_variants() {
        // Only in `consistent` maps is the work of both spaces the same [SW20 does not promise it]: with others heat can be below zero.
        if recipe
            .map
            .as_ref()
            .is_some_and(|map| map.law.name != "consistent")
            || (!is_isotropic(&recipe) && recipe.map.is_none())
        {
            continue;
        }
        let material = build(&recipe);
        for _ in 0..10 {
            let (mut state, mut sum) = (material.rest(), 0.0);
            for _ in 0..20 {
                let heat = step(&material, &mut state, &random.matrix(0.03), 0.02).dissipation;
                sum += heat;
                // A step that gives back volume takes its work from the step that gained it.
                let judged = if settles(&recipe) { sum } else { heat };
                assert!(judged >= -1e-9 * YOUNG, "{}: {judged:e}", recipe.name);
            }
        }
    }
}

#[test]
fn creep_and_metal_flow_keep_volume() {
    let mut random = Random::new(7);
    let keepers = [
        "creep",
        "von-mises",
        "kinematic-hardening",
        "shear-clamp",
        "maxwell",
        "burgers",
    ];
    for recipe in flow_recipes_and_variants().into_iter().filter(is_isotropic) {
        let material = build(&recipe);
        if !keepers.contains(&recipe.flow.as_ref().unwrap().law.name)
            || !keeps_deformation(&material)
        {
            continue;
        }
        let mut state = material.rest();
        let mut volume = 1.0;
        for _ in 0..200 {
            let gradient = random.matrix(0.02);
            volume *= gradient.trace().exp();
            step(&material, &mut state, &gradient, 0.02);
        }
        // det F = det F_e · det F_p: equal volumes mean det F_p = 1.
        let plastic = volume / state.deformation.determinant();
        assert!(
            (plastic - 1.0).abs() < 1e-10,
            "{}: det F_p = {plastic}",
            recipe.name
        );
    }
}

/// Work put in, energy stored and heat made along a path that loads, turns and unloads.
fn balance(material: &Material<f64>, steps: usize) -> (f64, f64, f64) {
    let mut state = material.rest();
    let (mut work, mut heat, mut volume) = (0.0, 0.0, 1.0);
    let mut before = Sym3::zero();
    let start = material.energy(&state).unwrap();
    let mut paths = [Mat3::zero(); 3];
    (paths[0][(0, 0)], paths[0][(1, 1)], paths[0][(2, 2)]) = (-0.10, 0.02, -0.04);
    (paths[1][(0, 1)], paths[1][(1, 2)]) = (0.15, -0.1);
    (paths[2][(0, 0)], paths[2][(1, 0)]) = (0.05, -0.1);
    for path in paths {
        let gradient = path.scale(1.0 / steps as f64);
        for _ in 0..steps {
            let answer = step(material, &mut state, &gradient, 0.2 / steps as f64);
            volume *= gradient.trace().exp();
            // Kirchhoff stress does its work per rest volume.
            work += (before + answer.kirchhoff)
                .scale(0.5)
                .dot(&gradient.symmetric());
            heat += answer.dissipation;
            before = answer.kirchhoff;
        }
    }
    assert!(volume > 0.0);
    (work, material.energy(&state).unwrap() - start, heat)
}

#[test]
fn work_is_stored_or_turned_into_heat() {
    let mut seen = 0;
    for recipe in all_recipes_and_variants() {
        let material = build(&recipe);
        // The rate law has an energy only at small strain.
        // Snow's stiffness follows its packing, which stores and frees energy outside this balance.
        let packs = recipe
            .flow
            .as_ref()
            .is_some_and(|flow| flow.law.name == "snow");
        if material.energy(&material.rest()).is_none()
            || packs
            || turns(&recipe)
            || !keeps_deformation(&material)
        {
            continue;
        }
        let error = |steps: usize| {
            let (work, stored, heat) = balance(&material, steps);
            (work - stored - heat).abs() / work.abs().max(1e-4 * YOUNG)
        };
        let (coarse, fine) = (error(400), error(1600));
        assert!(fine < 0.01, "{}: off by {fine:e}", recipe.name);
        // First order at least, until 1e-5.
        assert!(
            fine < (0.35 * coarse).max(1e-5),
            "{}: {coarse:e} {fine:e}",
            recipe.name
        );
        seen += 1;
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn what_is_remembered_turns_with_the_body() {
    // Loaded, then spun rigidly by a quarter turn in small steps: stress and memory turn along, so
    // that the second loading, turned too, gives the turned answer.
    let quarter = std::f64::consts::FRAC_PI_2;
    let mut spin = Mat3::zero();
    (spin[(0, 1)], spin[(1, 0)]) = (-quarter, quarter);
    let q = plastica_tensor::decompose::exp_matrix(&spin);
    let mut load = Mat3::zero();
    (load[(0, 0)], load[(0, 1)], load[(1, 2)]) = (0.08, 0.05, -0.03);
    for recipe in all_recipes_and_variants() {
        let material = build(&recipe);
        let (mut still, mut spun) = (material.rest(), material.rest());
        drive(&material, &mut still, &load, 1e-3, 10);
        drive(&material, &mut spun, &load, 1e-3, 10);
        drive(&material, &mut spun, &spin, 1e-12, 400);
        let again = load.scale(-0.7);
        let a = drive(&material, &mut still, &again, 1e-3, 10).kirchhoff;
        let b = drive(
            &material,
            &mut spun,
            &(q * again.mul_transpose(&q)),
            1e-3,
            10,
        )
        .kirchhoff;
        // The dashpot feels no spin; the spin takes no time.
        let expected = turned(&a, &q);
        if settles(&recipe) {
            let error = (b - expected).norm() / YOUNG;
            assert!(error < 2e-3, "{}: {error:e}", recipe.name);
        } else {
            let error = difference(&b, &expected);
            assert!(error < 1e-8, "{}: {error:e}", recipe.name);
        }
    }
}

/// Stress after a path in 1, 10, 100 and 1000 steps, against many more.
fn errors(
    material: &Material<f64>,
    path: impl Fn(&mut plastica_material::State<f64>, usize) -> Sym3<f64>,
) -> [f64; 4] {
    let reference = path(&mut material.rest(), 8000);
    [1, 10, 100, 1000].map(|steps| {
        (path(&mut material.rest(), steps) - reference).norm() / reference.norm().max(1e-3 * YOUNG)
    })
}

#[test]
fn a_held_strain_relaxes_the_same_in_any_number_of_steps() {
    let mut total = Mat3::zero();
    (total[(0, 0)], total[(0, 1)], total[(1, 1)]) = (0.06, 0.05, -0.03);
    for recipe in flow_recipes() {
        let material = build(&recipe);
        let errors = errors(&material, |state, steps| {
            drive(&material, state, &total, 1e-9, 1);
            drive(&material, state, &Mat3::zero(), 0.7, steps).kirchhoff
        });
        // Creep with a yield stress has a closed form only for stress proportional to strain; its
        // power-law model of the stress is good to a few parts in a thousand in one huge step and
        // of second order from there.
        let bounds = match recipe.flow.as_ref().unwrap().law.name {
            "creep" => [5e-3, 1e-4, 1e-6, 1e-8],
            _ => [1e-9; 4],
        };
        for (error, bound) in errors.iter().zip(bounds) {
            assert!(*error < bound, "{}: {errors:?}", recipe.name);
        }
    }
}

#[test]
fn a_proportional_path_is_the_same_in_any_number_of_steps() {
    let mut total = Mat3::zero();
    (total[(0, 0)], total[(1, 1)], total[(2, 2)]) = (0.12, -0.1, -0.05);
    for recipe in flow_recipes_and_variants().into_iter().filter(is_isotropic) {
        let law = recipe.flow.as_ref().unwrap().law;
        let plain = recipe.viscosity.is_none();
        if !plain && ["creep", "drucker-prager", "snow"].contains(&law.name) {
            continue; // not exact with hardening; their order is tested below
        }
        let material = build(&recipe);
        let errors = errors(&material, |state, steps| {
            drive(&material, state, &total, 0.7, steps).kirchhoff
        });
        let bounds = match law.name {
            // The stress is not quite proportional to the strain.
            "creep" => [0.05, 2e-3, 1e-4, 1e-5],
            // Friction follows the pressure, and softening the flow.
            "drucker-prager" | "snow" => [f64::INFINITY, 0.02, 2e-3, 2e-4],
            _ => [1e-9; 4],
        };
        for (error, bound) in errors.iter().zip(bounds) {
            assert!(*error < bound, "{}: {errors:?}", recipe.name);
        }
    }
}

#[test]
fn a_driven_path_converges_at_the_stated_order() {
    // Shear with stretch: principal directions turn, so nothing is proportional.
    let mut total = Mat3::zero();
    (total[(0, 1)], total[(0, 0)], total[(1, 1)], total[(2, 2)]) = (0.5, -0.06, 0.03, -0.03);
    for recipe in all_recipes_and_variants() {
        let elastic_order = match recipe.elastic.law.timing {
            Timing::RateIndependent { order } => order,
            _ => u8::MAX,
        };
        let flow_order = match recipe.flow.as_ref().map(|flow| flow.law.timing) {
            Some(Timing::RateIndependent { order } | Timing::RateDependent { order }) => order,
            _ => u8::MAX,
        };
        let map_order = if turns(&recipe) { 1 } else { u8::MAX };
        let order = elastic_order.min(flow_order).min(map_order);
        let material = build(&recipe);
        let errors = errors(&material, |state, steps| {
            drive(&material, state, &total, 1.0, steps).kirchhoff
        });
        if order == u8::MAX {
            assert!(
                errors.iter().all(|e| *e < 1e-9),
                "{}: {errors:?}",
                recipe.name
            );
            continue;
        }
        // A hundred times as many steps: the error falls by 100^order (with a fifth of a digit to
        // spare), until round-off.
        let fall = |ratio: f64| ratio.powf(-(f64::from(order) - 0.1));
        let mut expected = errors[1] * fall(100.0);
        if turns(&recipe) {
            // Errors of turning and of flow may cancel in ten steps or in a hundred, not in both.
            expected = expected.max(errors[2] * fall(10.0));
        }
        assert!(
            errors[3] < expected.max(1e-9),
            "{}: order {order}, {errors:?}",
            recipe.name
        );
        let bound = if settles(&recipe) { 0.05 } else { 0.02 };
        assert!(errors[2] < bound, "{}: {errors:?}", recipe.name);
    }
}
