//! The implicit solve of a hybrid body, for the shape y about the centre of a piece, in the inertial frame.
//!
//! The first five terms of [TF88, Eq. 13c] are the acceleration written in a frame that turns with ω; what is left to solve
//! for is the motion u in that frame:
//!
//!   M (y⁺ − Q(y + h u))/h² = g − R K e⁺,   e⁺ = Rᵀy⁺ − r,   g = f − M (v̇ + ω×(ω×y) + 2 ω×u + ω̇×y).
//!
//! Eqs. 13b and 13c agree only if elastic forces have no moment. That is what fixes R: the rotation for which the energy is
//! least. Since e depends linearly on y and R, both are found at once: with Z = A⁻¹K r, r − Z = A⁻¹M r/h² and A = M/h² + K,
//! y⁺ = Y + R Z where Y does not depend on R, and R is the rotation nearest to Σ Y (K r)ᵀ.

use super::Hybrid;
use super::rigid::nearest_rotation;
use super::rigid_prediction::{RelativeMotion, RigidPrediction};
use crate::body::FrameMotion;
use crate::external_forces::ExternalForces;
use crate::inelastic::CreepStep;
use crate::nodes::Nodes;
use crate::structure::Structure;
use crate::system::SystemInput;
use crate::unsolved::Unsolved;
use plastica_linear::{Field, SparseMatrix, Tolerance};
use plastica_tensor::{Mat3, Vec3};

/// The implicit stage of a step. Creep and viscous force change the spline: A = M/h² + scale·K, and its force is
/// scale·K (Rᵀy⁺ − reference).
struct Stage {
    /// Its length [s].
    h: f64,
    scale: f64,
    reference: Field,
}

impl Hybrid {
    /// Positions and velocities at the end of a step; internal variables follow later.
    pub(super) fn solve_step(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        nodes: &mut Nodes,
    ) -> Result<(), Unsolved> {
        let dt = forces.dt;
        let h = structure.options.implicitness * dt;
        let mut prediction = RigidPrediction::new(
            self.frame_motion,
            &self.start_frames,
            structure,
            forces,
            nodes,
        );
        let creep = structure.uniform_creep(forces.time, h)?;
        let stage = self.stage(creep, h, forces.viscous_time / h);
        self.prepare(structure, forces, &stage)?;
        // Forces of the frame that turns along are those of the step's middle if its energy is to be kept.
        let start = prediction.relative(nodes);
        let mut middle = start.clone();
        // An iteration starts towards nodes that go on as they move.
        let mut end: Field = (start.iter().enumerate())
            .map(|(i, m)| (prediction.of(i).rotation).mul_vec(m.offset + m.velocity.scale(h)))
            .collect();
        for pass in 0..if h < dt { 2 } else { 1 } {
            if pass > 0 {
                prediction.update_inertia(&middle);
            }
            let accelerations = prediction.frame_accelerations(&middle);
            let inertial: Field = (start.iter().zip(&accelerations))
                .map(|(m, g)| m.offset + m.velocity.scale(h) + g.scale(h * h))
                .collect();
            let elastic =
                self.solve_shape(&prediction, &stage, &inertial, &end, &nodes.positions)?;
            end = (elastic.iter().enumerate())
                .map(|(i, e)| (prediction.of(i).frame_guess).mul_vec(stage.reference[i] + *e))
                .collect();
            if self.frame_motion == FrameMotion::Free {
                self.rotate_frames(&prediction, &stage, &elastic, &mut end)?;
            }
            for (i, middle) in middle.iter_mut().enumerate() {
                let RelativeMotion {
                    offset: y,
                    velocity: u,
                } = start[i];
                let turned_back = prediction.of(i).rotation.transpose().mul_vec(end[i]);
                let moving = (turned_back - y).scale(1.0 / h);
                let u_end = u + (moving - u).scale(dt / h);
                middle.offset = y + moving.scale(0.5 * dt);
                middle.velocity = (u + u_end).scale(0.5);
            }
        }
        prediction.finish(h, &start, &end, nodes);
        Ok(())
    }

    /// The stage of length h with creep and a viscous force; `delay` is the time of the latter over h.
    fn stage(&self, creep: CreepStep, h: f64, delay: f64) -> Stage {
        let internal = &self.internal;
        let scale = (1.0 + delay) / (1.0 + creep.implicit);
        let viscous = delay / (1.0 + delay) * (1.0 + creep.implicit);
        let reference = (0..internal.reference.len())
            .map(|i| {
                let moved = internal.elastic[i].scale(creep.explicit + viscous);
                internal.reference[i] + moved + internal.delayed[i].scale(creep.recovery)
            })
            .collect();
        Stage {
            h,
            scale,
            reference,
        }
    }

    /// A = M/h² + scale·K, with springs [TF88, section 5].
    fn prepare(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        stage: &Stage,
    ) -> Result<(), Unsolved> {
        let scale = stage.scale;
        let stiffness = &self.stiffness.matrix;
        let input = SystemInput {
            structure,
            forces,
            h: stage.h,
            scale,
        };
        let fresh = self.system.prepare(&input, |matrix| {
            for (a, k) in matrix.values.iter_mut().zip(&stiffness.values) {
                *a = scale * k;
            }
        })?;
        if fresh {
            self.translation_response.clear();
        }
        let needed = !self.stiffness.row_sums.is_empty() && self.frame_motion == FrameMotion::Free;
        if needed && self.translation_response.is_empty() {
            let right: Field = (self.stiffness.row_sums.iter())
                .map(|s| Vec3::splat(scale * s))
                .collect();
            let mut response = vec![Vec3::zero(); right.len()];
            let tolerance = Tolerance {
                relative: 1e-12,
                absolute: 0.0,
                max_iterations: structure.options.iterations,
            };
            self.system.solve(&right, &mut response, tolerance, 0.0)?;
            self.translation_response = response;
        }
        Ok(())
    }

    /// e⁺ in the guessed frames, for offsets that nodes would have without elastic forces. An iteration starts towards
    /// offsets that are `near`.
    fn solve_shape(
        &mut self,
        prediction: &RigidPrediction<'_>,
        stage: &Stage,
        inertial: &[Vec3<f64>],
        near: &[Vec3<f64>],
        positions: &[Vec3<f64>],
    ) -> Result<Field, Unsolved> {
        let forces = prediction.forces;
        let in_frame = |i: usize, y: Vec3<f64>| {
            prediction.of(i).frame_guess.transpose().mul_vec(y) - stage.reference[i]
        };
        let prescribed: Vec<(usize, Vec3<f64>)> = (forces.prescribed.iter())
            .map(|p| {
                let (i, from) = (p.node, positions[p.node]);
                let on_the_way = from + (p.position - from).scale(stage.h / forces.dt);
                (i, in_frame(i, on_the_way - prediction.of(i).centre_end))
            })
            .collect();
        let mut right = right_hand_side(prediction, stage.h, inertial, in_frame);
        let stiffness = &self.stiffness.matrix;
        eliminate(
            &mut right,
            stiffness,
            stage.scale,
            &forces.held,
            &prescribed,
        );
        let mut elastic = self.internal.elastic.clone();
        for (i, value) in prescribed {
            elastic[i] = value;
        }
        let along: Field = (near.iter().enumerate())
            .map(|(i, y)| {
                if forces.held[i] {
                    Vec3::zero()
                } else {
                    in_frame(i, *y) - elastic[i]
                }
            })
            .collect();
        self.system
            .improve_initial_guess(&right, &mut elastic, &along);
        let tolerance = prediction.structure.tolerance(stage.h);
        (self.system).solve(&right, &mut elastic, tolerance, 0.0)?;
        self.free_translation(prediction, stage.scale, &mut elastic);
        Ok(elastic)
    }

    /// In a free frame w₀ weighs displacements from the body's own mean, so that it does not hold the body back:
    /// A loses the part s sᵀ/σ with s = K·1, σ = Σ s (Sherman and Morrison).
    fn free_translation(&self, prediction: &RigidPrediction<'_>, scale: f64, x: &mut [Vec3<f64>]) {
        let response = &self.translation_response;
        if response.is_empty() {
            return;
        }
        let topology = &prediction.structure.topology;
        let mut sums = vec![(Vec3::zero(), 0.0, 0.0); prediction.pieces.len()];
        for (i, p) in topology.nodes() {
            let s = scale * self.stiffness.row_sums[i];
            let (along, total, back) = &mut sums[p];
            *along = *along + x[i].scale(s);
            *total += s;
            *back += s * response[i][0];
        }
        for (i, p) in topology.nodes() {
            let (along, total, back) = sums[p];
            if prediction.pieces[p].free && total > back {
                x[i] = x[i] + along.scale(response[i][0] / (total - back));
            }
        }
    }

    /// Rotates the frames so that elastic forces have no moment; nodes follow.
    fn rotate_frames(
        &mut self,
        prediction: &RigidPrediction<'_>,
        stage: &Stage,
        elastic: &[Vec3<f64>],
        shape: &mut Field,
    ) -> Result<(), Unsolved> {
        let topology = &prediction.structure.topology;
        let pieces = &prediction.pieces;
        let reference = centred(prediction, &stage.reference);
        // K r.
        let mut pull = Field::new();
        self.stiffness.matrix.times(&reference, &mut pull);
        (self.stiffness).remove_mean(topology, |p| pieces[p].free, &reference, &mut pull);
        let behind = self.lag_behind_rotation(prediction, stage, &reference)?;
        // Σ Y (K r)ᵀ with Y = R_guess (e + (r − Z)): the second part is symmetric.
        let mut moments = vec![(Mat3::zero(), Mat3::zero()); pieces.len()];
        for (i, p) in topology.nodes() {
            let (own, even) = &mut moments[p];
            *own = *own + Mat3::from_fn(|a, b| elastic[i][a] * pull[i][b]);
            *even = *even + Mat3::from_fn(|a, b| behind[i][a] * pull[i][b]);
        }
        for (p, piece) in pieces.iter().enumerate() {
            let (own, even) = moments[p];
            let both = own + even.symmetric().to_mat();
            self.frames[p] = nearest_rotation(&(piece.frame_guess * both), &piece.frame_guess);
        }
        for (i, p) in topology.nodes() {
            let change = self.frames[p] - pieces[p].frame_guess;
            shape[i] = shape[i] + change.mul_vec(reference[i] - behind[i]);
        }
        Ok(())
    }

    /// r − Z with Z = A⁻¹K r: by how much nodes stay behind a rotation of the frame. It is A⁻¹ M r/h², which is found without
    /// taking the difference of two nearly equal shapes, so that stiff bodies turn as they should. What the frame has to
    /// rotate beyond its guess is small, so a rough one from earlier steps will do: it changes how far a correction goes,
    /// not where it ends.
    fn lag_behind_rotation(
        &mut self,
        prediction: &RigidPrediction<'_>,
        stage: &Stage,
        reference: &[Vec3<f64>],
    ) -> Result<Field, Unsolved> {
        let forces = prediction.forces;
        let masses = &prediction.structure.masses;
        let mut right: Field = (reference.iter().zip(masses))
            .map(|(r, m)| r.scale(m / (stage.h * stage.h)))
            .collect();
        for spring in &forces.springs {
            let i = spring.node;
            right[i] = right[i] + reference[i].scale(spring.stiffness);
        }
        let prescribed: Vec<(usize, Vec3<f64>)> = (forces.prescribed.iter())
            .map(|p| (p.node, reference[p.node]))
            .collect();
        let stiffness = &self.stiffness.matrix;
        eliminate(
            &mut right,
            stiffness,
            stage.scale,
            &forces.held,
            &prescribed,
        );
        let options = &prediction.structure.options;
        let tolerance = Tolerance {
            relative: options.tolerance.max(1e-3),
            ..prediction.structure.tolerance(stage.h)
        };
        self.system
            .improve(&right, &mut self.rotation_lag, tolerance)?;
        let mut lag = self.rotation_lag.clone();
        self.free_translation(prediction, stage.scale, &mut lag);
        Ok(lag)
    }
}

/// The natural shape, that of free pieces about its centre.
fn centred(prediction: &RigidPrediction<'_>, reference: &[Vec3<f64>]) -> Field {
    let structure = prediction.structure;
    let centres = structure.means(reference);
    (structure.topology.nodes())
        .map(|(i, p)| match prediction.pieces[p].free {
            true => reference[i] - centres[p],
            false => reference[i],
        })
        .collect()
}

/// Inertia and springs, for elastic displacements in the guessed frames.
fn right_hand_side(
    prediction: &RigidPrediction<'_>,
    h: f64,
    inertial: &[Vec3<f64>],
    in_frame: impl Fn(usize, Vec3<f64>) -> Vec3<f64>,
) -> Field {
    let masses = &prediction.structure.masses;
    let mut right: Field = (0..inertial.len())
        .map(|i| {
            let y = prediction.of(i).rotation.mul_vec(inertial[i]);
            in_frame(i, y).scale(masses[i] / (h * h))
        })
        .collect();
    for spring in &prediction.forces.springs {
        let i = spring.node;
        let y = spring.place - prediction.of(i).centre_end;
        right[i] = right[i] + in_frame(i, y).scale(spring.stiffness);
    }
    right
}

/// Takes prescribed values of held nodes to the right-hand side.
fn eliminate(
    right: &mut [Vec3<f64>],
    stiffness: &SparseMatrix<f64>,
    scale: f64,
    held: &[bool],
    prescribed: &[(usize, Vec3<f64>)],
) {
    for &(j, value) in prescribed {
        for (i, k) in stiffness.row(j).filter(|(i, _)| !held[*i]) {
            right[i] = right[i] - value.scale(scale * k);
        }
    }
    for &(j, value) in prescribed {
        right[j] = value;
    }
}
