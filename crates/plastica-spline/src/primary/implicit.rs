//! The implicit solve of a primary body: (M/h² + H) Δ = M u/h + f with H = Σ w ∇s ∇sᵀ and, for stretched fibres, the part
//! that tension adds: positive semidefinite whatever the shape.

use super::Primary;
use super::strain::{Strain, strain};
use crate::elements::{Element, Kind};
use crate::external_forces::ExternalForces;
use crate::nodes::Nodes;
use crate::structure::Structure;
use crate::system::SystemInput;
use crate::unsolved::Unsolved;
use plastica_linear::{Block, Field};
use plastica_tensor::{Mat3, Vec3};
use rayon::prelude::*;

/// What stays the same however often a step is solved for other forces.
#[derive(Debug, Default)]
pub(super) struct StepStart {
    strains: Vec<Strain>,
    /// Elastic forces [N].
    elastic: Field,
}

impl Primary {
    /// Strains, H and its solver, for the shape at the start of a step.
    pub(super) fn assemble_step(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        nodes: &Nodes,
    ) -> Result<(), Unsolved> {
        let h = structure.options.implicitness * forces.dt;
        self.start.strains = (self.elements.list.par_iter())
            .with_min_len(512)
            .map(|element| strain(element, structure.lattice(), &nodes.positions))
            .collect();
        self.start.elastic = self.elastic_forces(&self.start.strains, nodes.len());
        self.assemble_hessian(structure, forces.viscous_time / h);
        let input = SystemInput {
            structure,
            forces,
            h,
            scale: 1.0,
        };
        let hessian = &self.hessian;
        self.system.invalidate();
        self.system.prepare(&input, |matrix| {
            matrix.values.copy_from_slice(&hessian.values);
        })?;
        Ok(())
    }

    /// Positions and velocities at the end of a step.
    pub(super) fn solve_step(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        nodes: &mut Nodes,
    ) -> Result<(), Unsolved> {
        let h = structure.options.implicitness * forces.dt;
        let mut right = self.right_hand_side(structure, forces, nodes, h);
        let common = free_motion(structure, forces, nodes, h);
        for (i, common) in common.iter().enumerate() {
            // H does not see a translation: only its inertia is left, and stiffness has no rounding to spoil it with.
            right[i] = right[i] - common.scale(structure.masses[i] / (h * h));
        }
        let mut change: Field = (nodes.velocities.iter().zip(&common))
            .map(|(v, common)| v.scale(h) - *common)
            .collect();
        self.eliminate(forces, nodes, h, &mut right, &mut change);
        let beside = self.system.size(&common);
        (self.system).solve(&right, &mut change, structure.tolerance(h), beside)?;
        remove_means(structure, forces, &mut change);
        for (i, change) in change.iter().enumerate() {
            let moving = (*change + common[i]).scale(1.0 / h);
            let v = nodes.velocities[i];
            nodes.positions[i] = nodes.positions[i] + moving.scale(forces.dt);
            nodes.velocities[i] = v + (moving - v).scale(forces.dt / h);
        }
        for prescribed in &forces.prescribed {
            nodes.positions[prescribed.node] = prescribed.position;
        }
        Ok(())
    }

    /// M u/h + f.
    fn right_hand_side(
        &self,
        structure: &Structure,
        forces: &ExternalForces,
        nodes: &Nodes,
        h: f64,
    ) -> Field {
        let mut right = self.start.elastic.clone();
        for i in 0..nodes.len() {
            let push = nodes.velocities[i].scale(1.0 / h) + forces.accelerations[i];
            right[i] = right[i] + push.scale(structure.masses[i]);
        }
        for spring in &forces.springs {
            let i = spring.node;
            right[i] = right[i] + (spring.place - nodes.positions[i]).scale(spring.stiffness);
        }
        right
    }

    /// Elastic forces [N]: −Σ w (s − s⁰) ∇s.
    fn elastic_forces(&self, strains: &[Strain], nodes: usize) -> Field {
        let rest = &self.internal.rest;
        let force = |i: usize| {
            self.elements.of(i).fold(Vec3::zero(), |sum, (k, p)| {
                let pull = self.factors[k] * (strains[k].value - rest[k]);
                sum - strains[k].gradient[p].scale(pull)
            })
        };
        (0..nodes)
            .into_par_iter()
            .with_min_len(512)
            .map(force)
            .collect()
    }

    /// Takes prescribed displacements of held nodes to the right-hand side.
    fn eliminate(
        &self,
        forces: &ExternalForces,
        nodes: &Nodes,
        h: f64,
        right: &mut Field,
        change: &mut Field,
    ) {
        let part = h / forces.dt;
        let prescribed = || {
            (forces.prescribed.iter())
                .map(|p| (p.node, (p.position - nodes.positions[p.node]).scale(part)))
        };
        for (j, way) in prescribed() {
            for (i, a) in self.hessian.row(j).filter(|(i, _)| !forces.held[*i]) {
                right[i] = right[i] - a.transposed().apply(way);
            }
        }
        for (j, way) in prescribed() {
            (right[j], change[j]) = (way, way);
        }
    }

    /// Writes H; `delay` is the time of the viscous force over h.
    fn assemble_hessian(&mut self, structure: &Structure, delay: f64) {
        let Primary {
            elements,
            factors,
            internal,
            hessian,
            start,
            ..
        } = self;
        let strains = &start.strains;
        let lattice = structure.lattice();
        let is_curve = lattice.axes().count() == 1;
        elements.assemble(hessian, |k, p, q| {
            let (strain, w, rest) = (&strains[k], factors[k], internal.rest[k]);
            let (a, b) = (strain.gradient[p], strain.gradient[q]);
            let along = w * (1.0 + delay);
            let part = Mat3::from_fn(|i, j| along * a[i] * b[j]);
            let element = &elements.list[k];
            match element.kind {
                Kind::Fibre(axis) => {
                    let excess = (strain.value - rest).max(0.0);
                    let h = lattice.spacing[axis as usize];
                    let sign = if p == q { 2.0 } else { -2.0 };
                    part + Mat3::identity().scale(sign * w * excess / (h * h))
                }
                Kind::Triple(axis) if is_curve => {
                    let h = lattice.spacing[axis as usize];
                    part + bending_aside(element, strain, w, rest, [p, q], h)
                }
                _ => part,
            }
        });
    }
}

/// How nodes of pieces that nothing holds or pulls at move with their piece in a stage of length h, by the balance of momentum; zero
/// for others.
fn free_motion(structure: &Structure, forces: &ExternalForces, nodes: &Nodes, h: f64) -> Field {
    let mut way: Field = (nodes.velocities.iter().zip(&forces.accelerations))
        .map(|(v, g)| v.scale(h) + g.scale(h * h))
        .collect();
    let means = structure.means(&way);
    let free = forces.free_pieces(&structure.topology);
    for (i, p) in structure.topology.nodes() {
        way[i] = if free[p] { means[p] } else { Vec3::zero() };
    }
    way
}

/// Rounding must not move the centres of free pieces.
fn remove_means(structure: &Structure, forces: &ExternalForces, change: &mut Field) {
    let means = structure.means(change);
    let free = forces.free_pieces(&structure.topology);
    for (i, p) in structure.topology.nodes().filter(|(_, p)| free[*p]) {
        change[i] = change[i] - means[p];
    }
}

/// A curve that is bent more than at rest resists bending aside as well, a straight one in all directions.
fn bending_aside(
    element: &Element,
    strain: &Strain,
    weight: f64,
    rest: f64,
    [p, q]: [usize; 2],
    h: f64,
) -> Mat3<f64> {
    let share = if strain.value > 0.0 {
        (strain.value - rest).max(0.0) / strain.value
    } else {
        f64::from(u8::from(rest == 0.0))
    };
    let d = element.difference();
    let (a, b) = (strain.gradient[p], strain.gradient[q]);
    let both = d[p] * d[q] / h.powi(4);
    let aside = Mat3::from_fn(|i, j| f64::from(u8::from(i == j)) * both - a[i] * b[j]);
    aside.scale(weight * share)
}
