//! Materials with directions, where the directions are all alike.

use crate::common::{body, floor, lattice, recipe, run};
use plastica_core::{Contact, World};
use plastica_material::spec::Slot;
use plastica_material::{LawRecipe, Recipe, Value, catalogue};
use plastica_mpm::{Options, Precision, build};
use plastica_tensor::Mat3;

const YOUNG: f64 = 2e5;
const POISSON: f64 = 0.25;

/// A block of grains that falls on a rough floor and spreads; its axes point anywhere.
fn spread(recipe: &Recipe, end: f64) -> Vec<[f64; 3]> {
    let options = Options {
        precision: Precision::Double,
        ..Options::new(0.05)
    };
    let places = lattice([0.0, 0.01, 0.0], [0.25, 0.26, 0.2], 0.025);
    let mut grains = body(recipe, &places, 1.5625e-5, [0.3, -0.5, 0.1], [0.0; 3]);
    for (k, seed) in grains.seeds.iter_mut().enumerate() {
        let (s, c) = (k as f64).sin_cos();
        seed.axes = Mat3::from_rows([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]);
    }
    let mut mpm = build(options, vec![grains], vec![]).unwrap();
    let mut world = World::empty([0.0, -9.81, 0.0]);
    world
        .colliders
        .push(floor([0.0, 1.0, 0.0], 0.0, Contact::Separating, 0.5));
    run(&mut *mpm, &world, end, 5e-4, |_, _, _, _| {});
    mpm.observed().snapshot().positions
}

fn law(slot: Slot, name: &str, numbers: &[(&str, &[f64])]) -> LawRecipe {
    let mut law = LawRecipe::new(catalogue::law(slot, name).unwrap());
    for (parameter, values) in numbers {
        let values: Vec<Value> = values.iter().copied().map(Value::Constant).collect();
        law.set(parameter, &values);
    }
    law
}

/// Isotropic grains, and the same as special cases of materials with directions.
fn grains() -> (Recipe, Vec<(&'static str, Recipe)>) {
    let isotropic = recipe(
        1500.0,
        &[
            (
                "hencky",
                &[("young_modulus", YOUNG), ("poisson_ratio", POISSON)],
            ),
            ("drucker-prager", &[("friction_angle", 0.5)]),
        ],
    );
    let mapped = |map: LawRecipe| Recipe {
        map: Some(map),
        ..isotropic.clone()
    };
    let ones = law(Slot::Map, "fragility", &[("fragility", &[1.0; 3])]);
    let orthotropic = law(
        Slot::Elastic,
        "orthotropic",
        &[
            ("young_modulus", &[YOUNG; 3]),
            ("poisson_ratio", &[POISSON; 3]),
        ],
    );
    let turning = law(
        Slot::Map,
        "oriented",
        &[
            ("aspect_ratio", &[4.0]),
            ("fragility_along", &[1.0]),
            ("fragility_across", &[1.0]),
        ],
    );
    let like = vec![
        ("fragility", mapped(ones.clone())),
        (
            "orthotropic",
            Recipe {
                elastic: orthotropic,
                ..mapped(ones)
            },
        ),
        ("oriented", mapped(turning)),
    ];
    (isotropic, like)
}

/// The largest distance of a particle between two runs.
fn apart(a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    let pairs = a.iter().zip(b);
    let most = pairs.map(|(a, b)| (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f64::max));
    most.fold(0.0, f64::max)
}

#[test]
fn directions_that_are_all_alike_change_nothing() {
    let (isotropic, like) = grains();
    let end = 0.15;
    let reference = spread(&isotropic, end);
    let start = spread(&isotropic, 0.0);
    assert!(apart(&reference, &start) > 0.05, "nothing happened");
    for (name, recipe) in like {
        let error = apart(&spread(&recipe, end), &reference);
        assert!(error < 1e-6, "{name}: {error:e}");
    }
    // The test can fail: a little fragility is seen.
    let other = Recipe {
        map: Some(law(
            Slot::Map,
            "fragility",
            &[("fragility", &[1.01, 1.0, 1.0])],
        )),
        ..isotropic
    };
    assert!(apart(&spread(&other, end), &reference) > 1e-5);
}
