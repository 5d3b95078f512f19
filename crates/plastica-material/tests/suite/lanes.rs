//! Lanes against the reference: every law, on every register this processor has, answers as the
//! double-precision scalar does, stays finite, and answers for a lane whatever its neighbours are.
//!
//! All inputs are rounded to single precision first, so that both precisions see the same numbers
//! and every difference is the algorithm's own.

mod bounds;
mod paths;
mod points;

use crate::common::*;
use bounds::*;
use paths::*;
use plastica_material::spec::Slot;
use plastica_material::{Field, LawRecipe, Recipe, Value, catalogue};
use plastica_tensor::Scalar;
use plastica_tensor::simd::{Kernel, dispatch_native};
use points::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Every combination of laws, those without a map with viscosity too, and rules with options that
/// their defaults leave out.
fn recipes() -> Vec<Recipe> {
    let mut all = all_recipes();
    let viscosity = catalogue::laws(Slot::Viscosity)[0];
    let viscous: Vec<Recipe> = all
        .iter()
        .filter(|recipe| recipe.map.is_none())
        .map(|recipe| Recipe {
            name: format!("{} + {}", recipe.name, viscosity.name),
            viscosity: Some(LawRecipe {
                // Strong enough to matter, weak enough not to hide the law: 1e-3 s times E.
                values: vec![Value::from(1e-3 * YOUNG); viscosity.parameters.len()],
                ..LawRecipe::new(viscosity)
            }),
            ..recipe.clone()
        })
        .collect();
    all.extend(viscous);
    for (elastic, flow, set) in [
        (
            "hencky",
            "drucker-prager",
            &[
                ("hardening_rise", 2.0),
                ("hardening_decay", 8.0),
                ("hardening_deficit", 0.1),
            ][..],
        ),
        (
            "hencky",
            "drucker-prager",
            &[("cohesion", 2e3), ("dilatancy_angle", 0.2)][..],
        ),
        ("hencky", "von-mises", &[("hardening_modulus", 1e5)][..]),
        (
            "corotated",
            "creep",
            &[
                ("hardening", -0.1),
                ("rate_exponent", 1.5),
                ("reference_stress", 3e4),
            ][..],
        ),
    ] {
        let law = |slot, name| catalogue::law(slot, name).unwrap();
        let mut varied = recipe(
            law(Slot::Elastic, elastic),
            Some(law(Slot::Flow, flow)),
            None,
        );
        for (name, value) in set {
            let flow = varied.flow.as_mut().unwrap();
            flow.set(name, &[Value::from(*value)]);
            varied.name += &format!(", {name} {value}");
        }
        all.push(varied);
    }
    all
}

/// The worst of every law over all registers of a scalar, beside the reference.
fn compare<S: Scalar>(
    least: f64,
    bound: impl Fn(&Recipe, &'static str, f64) -> f64,
) -> Vec<(String, Worst)> {
    let points = points();
    let order: Vec<usize> = (0..points.len()).collect();
    let levels = levels();
    let of_recipe = |recipe: &Recipe| {
        let expected = reference(recipe, &points);
        let measures = measures(recipe, &points, &expected);
        let parts = Part::all(recipe);
        let mut worst = Worst::NONE;
        for &level in &levels {
            let paths = Paths {
                recipe,
                places: None,
                points: &points,
                order: &order,
            };
            let found = dispatch_native::<S, _>(level, paths);
            for (i, point) in points.iter().enumerate() {
                for (k, measure) in measures[i].iter().enumerate() {
                    for part in &parts {
                        let d = part.difference(&found[i][k], &expected[i][k], least, measure);
                        let Part { name, .. } = part;
                        worst.see(d, bound(recipe, name, measure.amplification), || {
                            format!(
                                "{name} of point {i} ({:?}), step {k}, {level:?}",
                                point.kind
                            )
                        });
                    }
                }
            }
        }
        (recipe.name.clone(), worst)
    };
    recipes().iter().map(of_recipe).collect()
}

#[test]
fn double_precision_lanes_equal_the_scalar() {
    judge("f64", compare::<f64>(1e-3, |_, _, _| 1e-10));
}

#[test]
fn single_precision_lanes_equal_the_scalar_as_far_as_the_conditioning_allows() {
    let bound = |recipe: &Recipe, part: &'static str, amplification: f64| {
        let unit = <f32 as Scalar>::EPSILON;
        // Creep takes the slope of its stress over no less than ∛ε of the strain, so that the slope,
        // and with it the time spent above yield and the heat, is good to ε over ∛ε.
        let creeps = recipe
            .flow
            .as_ref()
            .is_some_and(|flow| flow.law.name == "creep");
        let unit = if creeps && ["alpha", "dissipation"].contains(&part) {
            unit / unit.cbrt()
        } else {
            unit
        };
        ROUNDINGS * unit * amplification
    };
    judge("f32", compare::<f32>(1.0, bound));
}

fn collapsed_points_stay_finite<S: Scalar>() {
    let points = collapsed();
    let order: Vec<usize> = (0..points.len()).collect();
    let levels = levels();
    let mut bad = Vec::new();
    for recipe in recipes() {
        for &level in &levels {
            let paths = Paths {
                recipe: &recipe,
                places: None,
                points: &points,
                order: &order,
            };
            let found = dispatch_native::<S, _>(level, paths);
            for (i, steps) in found.iter().enumerate() {
                if let Some(k) = steps.iter().position(|answer| !answer.is_finite()) {
                    bad.push(format!(
                        "{}: {level:?}, step {k} of {:?}",
                        recipe.name, points[i].jump.0
                    ));
                }
            }
        }
    }
    assert!(
        bad.is_empty(),
        "{} not finite:\n{}",
        bad.len(),
        bad.join("\n")
    );
}

#[test]
fn single_precision_lanes_of_collapsed_points_stay_finite() {
    collapsed_points_stay_finite::<f32>();
}

#[test]
fn double_precision_lanes_of_collapsed_points_stay_finite() {
    collapsed_points_stay_finite::<f64>();
}

/// The same points in registers of mixed kinds, of one kind, and mixed in another way.
fn orders(points: &[Point]) -> [Vec<usize>; 3] {
    let mixed: Vec<usize> = (0..points.len()).collect();
    let mut by_kind = mixed.clone();
    by_kind.sort_by_key(|i| points[*i].kind);
    // A stride prime to the number of points meets each once, in other company.
    let strided = mixed.iter().map(|i| i * 35 % points.len()).collect();
    [mixed, by_kind, strided]
}

/// Bit for bit: how points are grouped into registers must not change a result, or it would depend
/// on how they are sorted and shared out.
fn neighbours_do_not_matter<S: Scalar>() {
    let points = points();
    let orders = orders(&points);
    let levels = levels();
    let mut depending = Vec::new();
    for recipe in recipes() {
        for &level in &levels {
            let [mixed, by_kind, strided] = orders.each_ref().map(|order| {
                let paths = Paths {
                    recipe: &recipe,
                    places: None,
                    points: &points,
                    order,
                };
                dispatch_native::<S, _>(level, paths)
            });
            let differs = |i: &usize| {
                let same = |other: &[Answer; STEPS]| {
                    let pairs = other.iter().zip(&mixed[*i]);
                    pairs.into_iter().all(|(a, b)| a.has_the_bits_of(b))
                };
                !same(&by_kind[*i]) || !same(&strided[*i])
            };
            let kinds: BTreeSet<Kind> = (0..POINTS)
                .filter(differs)
                .map(|i| points[i].kind)
                .collect();
            if !kinds.is_empty() {
                depending.push(format!("{}: {kinds:?}, {level:?}", recipe.name));
            }
        }
    }
    assert!(
        depending.is_empty(),
        "neighbours matter to {} laws:\n{}",
        depending.len(),
        depending.join("\n")
    );
}

#[test]
fn a_single_precision_lane_does_not_see_its_neighbours() {
    neighbours_do_not_matter::<f32>();
}

#[test]
fn a_double_precision_lane_does_not_see_its_neighbours() {
    neighbours_do_not_matter::<f64>();
}

/// Makes the first parameter of each law vary in space by a factor from 1 to 1.5.
fn varying(recipe: &Recipe) -> Recipe {
    let mut recipe = recipe.clone();
    let laws = [
        Some(&mut recipe.elastic),
        recipe.flow.as_mut(),
        recipe.viscosity.as_mut(),
    ];
    for law in laws.into_iter().flatten() {
        let base = law.values[0].at([0.0; 3], 0.0);
        law.values[0] = Value::Field(Field {
            text: "1 + x / 2".into(),
            evaluate: Arc::new(move |x, _| base * (1.0 + 0.5 * x[0])),
            varies_in_space: true,
            varies_in_time: false,
        });
    }
    recipe
}

#[test]
fn each_lane_has_the_parameters_of_its_place() {
    let points = points();
    let order: Vec<usize> = (0..points.len()).collect();
    let levels = levels();
    let mut random = Random::new(12);
    let places: Vec<[f64; 3]> = points
        .iter()
        .map(|_| [random.uniform(0.0, 1.0), 0.0, 0.0])
        .collect();
    let mut worst = Vec::new();
    for recipe in recipes()
        .iter()
        .filter(|recipe| recipe.map.is_none())
        .map(varying)
    {
        let paths = Paths {
            recipe: &recipe,
            places: Some(&places),
            points: &points,
            order: &order,
        };
        // Registers of one lane: `material_lanes` with one place is `material_at`.
        let expected = Kernel::<f64>::run::<f64>(paths);
        let measures = measures(&recipe, &points, &expected);
        let parts = Part::all(&recipe);
        let mut largest = Worst::NONE;
        for &level in &levels {
            let found = dispatch_native::<f64, _>(level, paths);
            for (i, point) in points.iter().enumerate() {
                for (k, measure) in measures[i].iter().enumerate() {
                    for part in &parts {
                        let d = part.difference(&found[i][k], &expected[i][k], 1e-3, measure);
                        let Part { name, .. } = part;
                        largest.see(d, 1e-10, || {
                            format!(
                                "{name} of point {i} ({:?}), step {k}, {level:?}",
                                point.kind
                            )
                        });
                    }
                }
            }
        }
        worst.push((recipe.name.clone(), largest));
    }
    judge("varying parameters", worst);
}

#[test]
fn one_place_is_the_material_there() {
    for recipe in recipes().iter().map(varying) {
        let place = [0.7, 0.0, 0.0];
        let at = recipe.material_at::<f64>(place, 0.0).unwrap();
        let lanes = recipe.material_lanes::<f64>(&[place], 0.0).unwrap();
        assert_eq!(format!("{at:?}"), format!("{lanes:?}"), "{}", recipe.name);
        assert_ne!(
            format!("{at:?}"),
            format!("{:?}", build(&recipe)),
            "{} does not vary",
            recipe.name
        );
    }
}
