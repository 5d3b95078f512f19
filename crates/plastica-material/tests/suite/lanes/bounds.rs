//! How far lanes may be from the reference, and who is farthest.

use super::paths::*;
use super::points::*;
use crate::common::*;
use plastica_material::elastic::{STRETCH_FLOOR, is_sound};
use plastica_material::spec::Quantity;
use plastica_material::{Recipe, State, catalogue};
use plastica_tensor::{Mat3, svd};
use std::ops::Range;

/// How much a rounding error of F grows on its way to the stress, over E.
///
/// Chosen from the formulas, with s₁ ≥ s₂ ≥ |s₃| the stretches of the trial:
///
/// * St Venant–Kirchhoff, a polynomial: 1. Neo-Hookean adds ln J: s₁³/J.
/// * Laws with a rotation: it turns by s₁/(s₂ + s₃) times the error.
/// * Laws with ln sᵢ from singular values: s₁/s₃, not beyond s₁ over [`STRETCH_FLOOR`].
/// * Laws with ln(FFᵀ) or ln(FᵀF): (s₁/s₃)², since squaring F squares its condition. This is the
///   large one: a stretch of 0.1 beside one of 1 costs two digits out of single precision's seven.
///   Where F is not sound they go by singular values too.
/// * The rate law multiplies the gradient twice by its spin.
pub(crate) fn amplification(recipe: &Recipe, trial: &Mat3<f64>, gradient: &Mat3<f64>) -> f64 {
    let s = svd(trial).sigma;
    let turning = s[0] / (s[1] + s[2]);
    let by_values = turning.max(s[0] / s[2].max(STRETCH_FLOOR));
    let by_squares = if is_sound(trial) {
        (s[0] / s[2]).powi(2)
    } else {
        by_values
    };
    let flow = recipe.flow.as_ref().map(|flow| flow.law);
    let of_law = match (recipe.elastic.law.name, flow) {
        ("hypoelastic", _) => (1.0 + gradient.norm()).powi(2),
        _ if !is_isotropic(recipe) => by_squares,
        ("st-venant-kirchhoff", None) => 1.0,
        ("neo-hookean", None) => by_values.max(s[0].powi(3) / s.product().max(STRETCH_FLOOR)),
        ("hencky", None) => by_squares,
        (_, None) => turning,
        (_, Some(flow)) if catalogue::acts_on_stress(flow) => by_squares,
        _ => by_values,
    };
    // The axes of grains turn towards those of their tensor, by its errors over differences of its values.
    let of_law = match &recipe.map {
        Some(map) if map.law.name == "oriented" => 32.0 * of_law,
        _ => of_law,
    };
    // Snow multiplies its stiffness by exp(ξ(1 − J_p)) with ξ = 10: an error of J_p grows by ξ.
    if flow.is_some_and(|flow| flow.name == "snow") {
        11.0 * of_law
    } else {
        of_law
    }
}

/// Rounding errors of one step, as a multiple of the amplified unit.
pub(crate) const ROUNDINGS: f64 = 64.0;

/// What the errors of a step are measured by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    /// [`amplification`], summed over the steps so far: errors are carried along.
    pub(crate) amplification: f64,
    /// The largest elastic stress of a trial so far. Heat and history are differences of trial and
    /// answer, so their errors are relative to the trial.
    pub(crate) trial_stress: f64,
}

pub(crate) fn measures(
    recipe: &Recipe,
    points: &[Point],
    steps: &[[Answer; STEPS]],
) -> Vec<[Measure; STEPS]> {
    let material = build(recipe);
    let of_point = |(point, steps): (&Point, &[Answer; STEPS])| {
        let mut sum = Measure {
            amplification: 0.0,
            trial_stress: 0.0,
        };
        std::array::from_fn(|k| {
            let mut state = if k == 0 {
                State {
                    deformation: point.start,
                    ..material.rest()
                }
            } else {
                steps[k - 1].state()
            };
            let gradient = point.gradients[k];
            state.deformation = if k == JUMP {
                point.jump
            } else {
                state.deformation + gradient * state.deformation
            };
            sum.amplification += amplification(recipe, &state.deformation, &gradient);
            let stress = if material.keeps().deformation {
                material.kirchhoff(&state).norm()
            } else {
                YOUNG * gradient.norm()
            };
            sum.trial_stress = sum.trial_stress.max(stress);
            sum
        })
    };
    points.iter().zip(steps).map(of_point).collect()
}

/// Numbers of an answer that are compared together.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) numbers: Range<usize>,
    pub(crate) size: Size,
}

/// What the error of a part is relative to, besides the part itself.
#[derive(Clone, Copy)]
pub(crate) enum Size {
    /// A share of E.
    Stress,
    /// That, or the stress of the trial.
    Trial,
    /// 1, for strains and stretches.
    One,
}

impl Part {
    /// What is compared of the answers of a law.
    pub(crate) fn all(recipe: &Recipe) -> Vec<Part> {
        let part = |name, numbers, size| Part {
            name,
            numbers,
            size,
        };
        let mut parts = vec![
            part("kirchhoff", KIRCHHOFF, Size::Stress),
            part("dissipation", DISSIPATION, Size::Trial),
        ];
        if recipe.elastic.law.name == "hypoelastic" {
            parts.push(part("stress", STRESS, Size::Stress));
            parts.push(part("volume", VOLUME, Size::One));
        } else {
            parts.push(part("deformation", DEFORMATION, Size::One));
        }
        let mut at = HISTORY.start;
        let remembering = recipe.flow.iter().chain(&recipe.map);
        for history in remembering.flat_map(|law| law.law.history) {
            let size = match history.quantity {
                Quantity::Pressure | Quantity::Viscosity => Size::Trial,
                _ => Size::One,
            };
            parts.push(part(history.name, at..at + history.components, size));
            at += history.components;
        }
        parts
    }

    /// The largest difference over the size; infinite where it is not a number. Stresses count as no
    /// smaller than `least` times E.
    pub(crate) fn difference(
        &self,
        found: &Answer,
        expected: &Answer,
        least: f64,
        measure: &Measure,
    ) -> f64 {
        let (found, expected) = (
            &found.0[self.numbers.clone()],
            &expected.0[self.numbers.clone()],
        );
        let size = match self.size {
            Size::Stress => least * YOUNG,
            Size::Trial => measure.trial_stress.max(least * YOUNG),
            Size::One => 1.0,
        };
        let size = expected.iter().fold(size, |size, x| size.max(x.abs()));
        let difference = |(a, b): (&f64, &f64)| {
            let d = (a - b).abs() / size;
            if d.is_nan() { f64::INFINITY } else { d }
        };
        found
            .iter()
            .zip(expected)
            .map(difference)
            .fold(0.0, f64::max)
    }
}

/// The worst of a law: part, kind, step, and the difference over its bound.
#[derive(Clone, Debug)]
pub(crate) struct Worst {
    pub(crate) over: f64,
    pub(crate) difference: f64,
    pub(crate) what: String,
}

impl Worst {
    pub(crate) const NONE: Worst = Worst {
        over: 0.0,
        difference: 0.0,
        what: String::new(),
    };
    pub(crate) fn see(&mut self, difference: f64, bound: f64, what: impl FnOnce() -> String) {
        if difference / bound > self.over {
            *self = Worst {
                over: difference / bound,
                difference,
                what: what(),
            };
        }
    }
}

/// Fails with every entry that is over its bound, not with the first alone.
pub(crate) fn judge(title: &str, mut worst: Vec<(String, Worst)>) {
    worst.sort_by(|(_, a), (_, b)| b.over.total_cmp(&a.over));
    println!("{title}: difference over its bound, largest first");
    for (name, w) in &worst {
        println!(
            "  {:9.2e}  {:9.2e}  {name}: {}",
            w.over, w.difference, w.what
        );
    }
    let over: Vec<String> = worst
        .iter()
        .filter(|(_, w)| !(w.over <= 1.0))
        .map(|(name, w)| format!("{name}: {:.1e} times its bound, {}", w.over, w.what))
        .collect();
    assert!(
        over.is_empty(),
        "{title}, {} laws:\n{}",
        over.len(),
        over.join("\n")
    );
}
