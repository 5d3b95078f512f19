//! Friction angle and cohesion.

use super::{Bench, is_directional, parameter};
use crate::lab::machine::{Grip, LabError, Machine};
use plastica_material::LawRecipe;

impl Bench<'_> {
    /// Two triaxial tests give the two constants of the cone.
    pub(super) fn friction(&mut self, flow: &LawRecipe) -> Result<(), LabError> {
        if is_directional(self.recipe) {
            self.push("friction angle", "deg", None, None, "see --test triaxial");
            return Ok(());
        }
        let material = self.recipe.material::<f64>()?;
        let (shear, finite) = (material.moduli().shear, material.keeps().deformation);
        let cohesion = parameter(flow, "cohesion").unwrap_or(0.0);
        let failure = |pressure: f64| -> Result<(f64, f64), LabError> {
            let mut machine = Machine::new(self.recipe)?;
            let (p, free) = (Grip::Stress(-pressure), Grip::Stress(0.0));
            machine.hold(&[p, p, p, free, free, free], 1.0)?;
            // Only until it flows, so that hardening has not begun.
            let step = 0.02 * (pressure + cohesion) / shear;
            let consolidated = machine.now().plastic_work;
            for _ in 0..2000 {
                machine.hold(&[Grip::Rate(-step), p, p, free, free, free], 1.0)?;
                if machine.now().plastic_work > consolidated {
                    break;
                }
            }
            // Finite-strain laws yield in Kirchhoff stress, which is Cauchy's times J.
            let moment = machine.now();
            let stress = if finite {
                moment.kirchhoff()
            } else {
                moment.cauchy
            };
            Ok((
                (stress.deviator().norm_squared() / 2.0).sqrt(),
                stress.trace(),
            ))
        };
        let base = (1e-4 * shear).max(2.0 * cohesion);
        let ((j1, i1), (j2, i2)) = (failure(base)?, failure(2.0 * base)?);
        let alpha = (j1 - j2) / (i2 - i1);
        let k = j1 + alpha * i1;
        let cone = flow.law.choices[0].options[flow.choices[0]].0;
        let sin = sine_of_cone(cone, alpha);
        let angle = sin.asin();
        let cohesion_measured = k / strength_factor(cone, sin);
        let asked = parameter(flow, "friction_angle")
            .zip(parameter(flow, "hardening_deficit"))
            .map(|(angle, deficit)| (angle - deficit).to_degrees());
        let hardens = parameter(flow, "hardening_rise").is_some_and(|h| h > 0.0);
        let note = if hardens {
            "; it changes with flow"
        } else {
            ""
        };
        self.push(
            "friction angle",
            "deg",
            asked,
            Some(angle.to_degrees()),
            format!("two triaxial tests, {cone} cone{note}"),
        );
        self.push(
            "cohesion",
            "Pa",
            Some(cohesion),
            Some(cohesion_measured),
            "the same tests, at no pressure",
        );
        let ratio = 3.0 * 3f64.sqrt() * alpha / (2.0 + 3f64.sqrt() * alpha);
        self.push(
            "Mohr–Coulomb angle in triaxial compression",
            "deg",
            None,
            Some(ratio.asin().to_degrees()),
            "the same tests, read as Mohr–Coulomb",
        );
        Ok(())
    }
}

/// sin φ of a cone with slope α.
fn sine_of_cone(cone: &str, alpha: f64) -> f64 {
    let root3 = 3f64.sqrt();
    match cone {
        "compression" => 3.0 * root3 * alpha / (2.0 + root3 * alpha),
        "extension" => 3.0 * root3 * alpha / (2.0 - root3 * alpha),
        // α = s/√(9 + 3s²).
        _ => 3.0 * alpha / (1.0 - 3.0 * alpha * alpha).sqrt(),
    }
}

/// k over cohesion.
fn strength_factor(cone: &str, sin: f64) -> f64 {
    let cos = (1.0 - sin * sin).sqrt();
    match cone {
        "compression" => 6.0 * cos / (3f64.sqrt() * (3.0 - sin)),
        "extension" => 6.0 * cos / (3f64.sqrt() * (3.0 + sin)),
        _ => 3.0 * cos / (9.0 + 3.0 * sin * sin).sqrt(),
    }
}
