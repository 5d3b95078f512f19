//! Creep and yield of a primary body: what of the elastic strains the rest values take.

use super::{InternalVariables, Primary};
use crate::deformation_model::DeformationModel;
use crate::external_forces::ExternalForces;
use crate::inelastic::{CreepStep, Measure};
use crate::structure::Structure;
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
    ) -> f64 {
        let before = self.internal.elastic.clone();
        self.measure_strain(structure, positions);
        let rate = forces.viscous_time / forces.dt;
        let creep = structure.body.creep.as_ref();
        let internal = &mut self.internal;
        let mut heat = 0.0;
        for (k, element) in self.elements.list.iter().enumerate() {
            let (w, e) = (self.factors[k], internal.elastic[k]);
            heat += rate * w * (e - before[k]) * (e - before[k]);
            let step = creep.map_or_else(CreepStep::default, |creep| {
                let sites = structure.sites();
                let rate = sites.over(&creep.rate, element.nodes(), forces.time);
                creep.step(rate, e.abs(), forces.dt)
            });
            if step != CreepStep::default() {
                let d = internal.delayed[k];
                let after = step.elastic(e, e, d);
                internal.delayed[k] = step.delayed(d, e, after);
                internal.transfer(k, e - after);
                let after = internal.elastic[k];
                heat += 0.5 * w * (e * e - after * after);
            }
        }
        heat
    }

    /// Plastic flow of elements. Returns the heat [J].
    pub(super) fn yield_elements(&mut self, structure: &Structure, time: f64) -> f64 {
        let Some(rule) = &structure.body.plastic else {
            return 0.0;
        };
        let internal = &mut self.internal;
        let mut heat = 0.0;
        for (k, element) in self.elements.list.iter().enumerate() {
            let beyond = internal.elastic[k] - internal.back[k];
            let unit = match rule.measure {
                Measure::Displacement => 1.0,
                // The tension of a fibre is twice the weight times the change of its squared stretch.
                _ => 2.0 * self.factors[k] / element.measure,
            };
            let limit = (structure.sites()).over(&rule.limit, element.nodes(), time);
            let (part, back) = rule.part(unit * beyond.abs(), limit);
            if part > 0.0 {
                internal.transfer(k, part * beyond);
                heat += self.factors[k] * internal.elastic[k] * part * beyond;
                internal.back[k] += back * part * beyond;
            }
        }
        heat
    }
}
