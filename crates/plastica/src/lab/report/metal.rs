//! Yield stresses and hardening.

use super::{Bench, parameter, strain_along};
use crate::lab::machine::{Grip, LabError, Machine};
use plastica_material::LawRecipe;

impl Bench<'_> {
    /// Whatever the rule: the stresses at which heat first appears.
    pub(super) fn any_yield(&mut self) -> Result<(), LabError> {
        let sheared = self.at_onset(|x| strain_along(5, 0.5 * x))?;
        self.push(
            "yield stress in shear",
            "Pa",
            None,
            sheared.map(|m| m.kirchhoff().xy),
            "onset of flow in pure shear",
        );
        let pulled = self.tensile_yield()?;
        self.push(
            "yield stress in tension",
            "Pa",
            None,
            pulled,
            "onset of flow in uniaxial stress",
        );
        Ok(())
    }

    /// Von Mises flow: yield stresses and plastic modulus.
    pub(super) fn metal(&mut self, flow: &LawRecipe, directional: bool) -> Result<(), LabError> {
        let shear_yield = parameter(flow, "shear_yield").filter(|_| !directional);
        let first = self.rows.len();
        self.any_yield()?;
        self.rows[first].requested = shear_yield;
        self.rows[first + 1].requested = shear_yield.map(|y| 3f64.sqrt() * y);
        if directional {
            return Ok(());
        }
        // Plastic modulus from two points well past yield: dτ/dε = EH/(E + H) in a pull.
        let young = self.small_pull(0)?.0;
        let yield_strain = self.rows[first + 1].measured.unwrap_or(0.0) / young;
        let mut machine = Machine::new(self.recipe)?;
        let free = Grip::Stress(0.0);
        let mut pull = |strain: f64| -> Result<f64, LabError> {
            machine.hold(&[Grip::Rate(strain), free, free, free, free, free], 1.0)?;
            Ok(machine.now().kirchhoff().xx)
        };
        let (a, b) = (pull(3.0 * yield_strain)?, pull(yield_strain)?);
        let slope = (b - a) / yield_strain;
        let asked = ["hardening_modulus", "kinematic_modulus"]
            .iter()
            .filter_map(|name| parameter(flow, name))
            .sum();
        self.push(
            "plastic modulus",
            "Pa",
            Some(asked),
            Some(slope * young / (young - slope)),
            "slope after yield in uniaxial stress",
        );
        Ok(())
    }
}
