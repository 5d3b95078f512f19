//! Recipes and the comparison that all cases share.

use plastica::lab::{Grip, Machine};
use plastica_material::spec::Slot;
use plastica_material::{LawRecipe, Recipe, Value, catalogue};
use plastica_tensor::{Mat3, Sym3};

pub(crate) const FREE: Grip = Grip::Stress(0.0);
pub(crate) const HELD: Grip = Grip::Rate(0.0);

pub(crate) fn law(
    slot: Slot,
    name: &str,
    values: &[(&str, &[f64])],
    words: &[(&str, &str)],
) -> LawRecipe {
    let spec = catalogue::law(slot, name).unwrap_or_else(|| panic!("no law {name}"));
    let mut recipe = LawRecipe::new(spec);
    for (key, numbers) in values {
        let numbers: Vec<Value> = numbers.iter().map(|x| Value::from(*x)).collect();
        recipe.set(key, &numbers);
    }
    for (key, word) in words {
        let at = spec.choices.iter().position(|c| c.name == *key).unwrap();
        recipe.choices[at] = spec.choices[at]
            .options
            .iter()
            .position(|(w, _)| w == word)
            .unwrap();
    }
    recipe
}

pub(crate) fn elastic(name: &str, young: f64, poisson: f64) -> LawRecipe {
    law(
        Slot::Elastic,
        name,
        &[("young_modulus", &[young]), ("poisson_ratio", &[poisson])],
        &[],
    )
}

pub(crate) fn recipe(elastic: LawRecipe, flow: Option<LawRecipe>) -> Recipe {
    Recipe {
        name: "specimen".into(),
        density: 1000.0.into(),
        elastic,
        flow,
        viscosity: None,
        map: None,
    }
}

pub(crate) fn single(i: usize, j: usize, value: f64) -> Mat3<f64> {
    let mut m = Mat3::zero();
    m[(i, j)] = value;
    m
}

/// The stress in which a law's yield rule is written: Cauchy for the rate law, Kirchhoff for the
/// finite-strain ones. They differ by J.
pub(crate) fn own_stress(elastic: &str, machine: &Machine) -> Sym3<f64> {
    if elastic == "hypoelastic" {
        machine.stress()
    } else {
        machine.now().kirchhoff()
    }
}

#[track_caller]
pub(crate) fn close(measured: f64, reference: f64, tolerance: f64) {
    assert!(
        (measured - reference).abs() <= tolerance,
        "{measured} instead of {reference} (off by {:e})",
        measured - reference
    );
}
