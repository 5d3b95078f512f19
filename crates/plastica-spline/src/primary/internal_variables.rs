//! Creep and yield of a primary body: what of the elastic strains the rest values take.

use super::{InternalVariables, Primary};
use crate::deformation_model::DeformationModel;
use crate::external_forces::ExternalForces;
use crate::inelastic::{CreepStep, Measure};
use crate::structure::Structure;
use plastica_core::BadValue;
use plastica_tensor::Vec3;

impl InternalVariables {
    /// The rest value of an element takes what the elastic part gives.
    fn transfer(&mut self, element: usize, amount: f64) {
        self.rest[element] += amount;
        self.elastic[element] -= amount;
    }
}

impl Primary {
    /// Strain of new positions, viscous work and creep. Returns the heat [J].
    pub(super) fn creep(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        positions: &[Vec3<f64>],
    ) -> Result<f64, Box<BadValue>> {
        let before = self.internal.elastic.clone();
        self.measure_strain(structure, positions);
        let rate = forces.viscous_time / forces.dt;
        let creep = structure.body.creep.as_ref();
        let internal = &mut self.internal;
        let mut heat = 0.0;
        for (k, element) in self.elements.list.iter().enumerate() {
            let (w, e) = (self.factors[k], internal.elastic[k]);
            heat += rate * w * (e - before[k]) * (e - before[k]);
            let step = match creep {
                Some(creep) => {
                    let rate = structure.read_rate(creep, forces.time);
                    creep.step(rate.over(element.nodes())?, e.abs(), forces.dt)
                }
                None => CreepStep::default(),
            };
            if step != CreepStep::default() {
                let d = internal.delayed[k];
                let after = step.elastic(e, e, d);
                internal.delayed[k] = step.delayed(d, e, after);
                internal.transfer(k, e - after);
                let after = internal.elastic[k];
                heat += 0.5 * w * (e * e - after * after);
            }
        }
        Ok(heat)
    }

    /// Plastic flow of elements. Returns the heat [J].
    pub(super) fn yield_elements(
        &mut self,
        structure: &Structure,
        time: f64,
    ) -> Result<f64, Box<BadValue>> {
        let Some(rule) = &structure.body.plastic else {
            return Ok(0.0);
        };
        let limit = structure.read("yield.limit", &rule.limit, time);
        let internal = &mut self.internal;
        let mut heat = 0.0;
        for (k, element) in self.elements.list.iter().enumerate() {
            let beyond = internal.elastic[k] - internal.back[k];
            let unit = match rule.measure {
                Measure::Displacement => 1.0,
                // The tension of a fibre is twice the weight times the change of its squared stretch.
                _ => 2.0 * self.factors[k] / element.measure,
            };
            let (part, back) = rule.part(unit * beyond.abs(), limit.over(element.nodes())?);
            if part > 0.0 {
                internal.transfer(k, part * beyond);
                heat += self.factors[k] * internal.elastic[k] * part * beyond;
                internal.back[k] += back * part * beyond;
            }
        }
        Ok(heat)
    }
}
