//! Creep and yield of a hybrid body: what of the elastic displacements the natural shape takes.

use super::Hybrid;
use crate::deformation_model::DeformationModel;
use crate::external_forces::ExternalForces;
use crate::inelastic::{CreepStep, Measure};
use crate::stress;
use crate::structure::Structure;
use plastica_core::BadValue;
use plastica_linear::{Field, dot};
use plastica_tensor::Vec3;

/// Plastic flow of one node.
struct Flow {
    node: usize,
    amount: Vec3<f64>,
    /// The part of it that the centre of the elastic range takes.
    back: f64,
}

impl Hybrid {
    /// Strain of new positions, and creep that was solved along with the motion. Returns the heat [J].
    pub(super) fn creep_uniformly(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        positions: &[Vec3<f64>],
    ) -> Result<f64, Box<BadValue>> {
        let (viscous_time, dt) = (forces.viscous_time, forces.dt);
        let creep = structure.uniform_creep(forces.time, dt)?;
        if creep == CreepStep::default() && viscous_time == 0.0 {
            self.measure_strain(structure, positions);
            return Ok(0.0);
        }
        let before = self.internal.elastic.clone();
        self.measure_strain(structure, positions);
        let internal = &mut self.internal;
        let shape: Field = (internal.reference.iter().zip(&internal.elastic))
            .map(|(r, e)| *r + *e)
            .collect();
        for i in 0..shape.len() {
            let (e, d) = (before[i], internal.delayed[i]);
            let s = shape[i] - internal.reference[i];
            let after = Vec3(std::array::from_fn(|k| creep.elastic(s[k], e[k], d[k])));
            internal.delayed[i] =
                Vec3(std::array::from_fn(|k| creep.delayed(d[k], e[k], after[k])));
            internal.elastic[i] = after;
        }
        let mut force = Field::new();
        let mean: Field = (before.iter().zip(&internal.elastic))
            .map(|(a, b)| (*a + *b).scale(0.5))
            .collect();
        self.stiffness.matrix.times(&mean, &mut force);
        let mut heat = 0.0;
        for i in 0..shape.len() {
            let next = shape[i] - internal.elastic[i];
            heat += force[i].dot(next - internal.reference[i]);
            internal.reference[i] = next;
        }
        if viscous_time > 0.0 {
            let change: Field = (internal.elastic.iter().zip(&before))
                .map(|(a, b)| *a - *b)
                .collect();
            self.stiffness.matrix.times(&change, &mut force);
            heat += viscous_time / dt * dot(&change, &force);
        }
        Ok(heat)
    }

    /// Creep that differs from node to node. Returns the heat [J].
    pub(super) fn creep_by_node(
        &mut self,
        structure: &Structure,
        time: f64,
        dt: f64,
    ) -> Result<f64, Box<BadValue>> {
        let creep = structure.body.creep.as_ref();
        let Some(creep) = creep.filter(|creep| !creep.is_uniform()) else {
            return Ok(0.0);
        };
        let rate = structure.read_rate(creep, time);
        let before = self.elastic_energy();
        let internal = &mut self.internal;
        for i in 0..internal.elastic.len() {
            let (e, d) = (internal.elastic[i], internal.delayed[i]);
            let step = creep.step(rate.at(i)?, e.norm(), dt);
            let after = Vec3(std::array::from_fn(|k| step.elastic(e[k], e[k], d[k])));
            internal.delayed[i] = Vec3(std::array::from_fn(|k| step.delayed(d[k], e[k], after[k])));
            internal.transfer(i, e - after);
        }
        Ok(before - self.elastic_energy())
    }

    /// Plastic flow of nodes. Returns the heat [J].
    pub(super) fn yield_nodes(
        &mut self,
        structure: &Structure,
        time: f64,
    ) -> Result<f64, Box<BadValue>> {
        let Some(rule) = &structure.body.plastic else {
            return Ok(0.0);
        };
        let limit = structure.read("yield.limit", &rule.limit, time);
        let beyond: Field = (self.internal.elastic.iter().zip(&self.internal.back))
            .map(|(e, b)| *e - *b)
            .collect();
        let stress_at = |i: usize| self.stress_in_frame(structure, &beyond, i, time);
        let stiffness = &self.stiffness.matrix;
        let force = |node| stiffness.row_times(node, &self.internal.elastic);
        let mut flows = Vec::new();
        for (node, beyond) in beyond.iter().enumerate() {
            let measure = match rule.measure {
                Measure::Displacement => beyond.norm(),
                Measure::VonMises => stress::von_mises(&stress_at(node)),
                Measure::Tresca => stress::tresca(&stress_at(node)),
            };
            let (part, back) = rule.part(measure, limit.at(node)?);
            let amount = beyond.scale(part);
            // A displacement does not say what a node bears: one that its neighbours have carried beyond the limit, and that
            // bears no force towards it, would give work back if it flowed.
            let carried = rule.measure == Measure::Displacement && !(amount.dot(force(node)) > 0.0);
            if part > 0.0 && !carried {
                flows.push(Flow { node, amount, back });
            }
        }
        let (share, heat) = self.descent(&flows);
        let internal = &mut self.internal;
        for Flow { node, amount, back } in &flows {
            let amount = amount.scale(share);
            internal.transfer(*node, amount);
            internal.back[*node] = internal.back[*node] + amount.scale(*back);
        }
        Ok(heat)
    }

    /// How much of some flows Δ the body can take before the energy ½ e·Ke rises again, at most all of it, and the heat [J].
    /// The energy falls by sΔ·Ke − ½s²Δ·KΔ, most at s = Δ·Ke/Δ·KΔ: nodes flow together, and what is enough for each alone
    /// is too much for neighbours that flow the same way. The force that does the work is that on the yield surface, after the
    /// flow: beyond it the body has never been.
    fn descent(&self, flows: &[Flow]) -> (f64, f64) {
        let mut change = vec![Vec3::zero(); self.internal.elastic.len()];
        for flow in flows {
            change[flow.node] = flow.amount;
        }
        let stiffness = &self.stiffness.matrix;
        let against = |field: &Field| -> f64 {
            let work = |flow: &Flow| flow.amount.dot(stiffness.row_times(flow.node, field));
            flows.iter().map(work).sum()
        };
        let (slope, curvature) = (against(&self.internal.elastic), against(&change));
        let share = if slope < curvature {
            (slope / curvature).max(0.0)
        } else {
            1.0
        };
        (share, share * (slope - share * curvature))
    }
}
