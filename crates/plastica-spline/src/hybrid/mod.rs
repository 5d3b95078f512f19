//! The hybrid formulation: a frame that goes along with each piece, and a linear spline in it.
//!
//! | file | |
//! |---|---|
//! | `stiffness` | K of the spline energy |
//! | `rigid_prediction` | motion of pieces as a whole, forces of the frame that turns along |
//! | `implicit` | the implicit solve for the motion in that frame |
//! | `frames` | the frame of least energy, elastic displacements in it |
//! | `internal_variables` | creep and yield |

mod frames;
mod implicit;
mod internal_variables;
mod rigid;
mod rigid_prediction;
mod stiffness;
mod stress;

pub use stiffness::stiffness;

use crate::body::{FrameMotion, Weights};
use crate::deformation_model::{DeformationModel, FibreStrain, Vectors};
use crate::external_forces::ExternalForces;
use crate::nodes::Nodes;
use crate::state;
use crate::structure::Structure;
use crate::system::System;
use crate::unsolved::Unsolved;
use plastica_core::{BadValue, Reader, RestoreError, Writer};
use plastica_linear::{Field, Report, dot};
use plastica_tensor::{Mat3, Sym3, Vec3};
use stiffness::{Stiffness, Weighed};

/// A body's spline, its frames and its internal variables.
#[derive(Debug)]
pub(crate) struct Hybrid {
    stiffness: Stiffness,
    system: System<f64>,
    /// What frames do, by time.
    frame_schedule: FrameMotion,
    /// What they do at present: free or fixed.
    frame_motion: FrameMotion,
    /// R of each piece.
    frames: Vec<Mat3<f64>>,
    /// The same at the start of the step.
    start_frames: Vec<Mat3<f64>>,
    internal: InternalVariables,
    /// A⁻¹M r/h²: how far nodes stay behind a rotation of the frame.
    rotation_lag: Field,
    /// A⁻¹K·1: how they follow a translation; empty if not needed.
    translation_response: Field,
}

/// Strain and internal variables of the nodes, in their frames.
#[derive(Debug)]
struct InternalVariables {
    /// r: the natural shape, about its centre.
    reference: Field,
    /// e: the elastic displacement from it.
    elastic: Field,
    /// Elongation of the delayed (Voigt) unit, part of r.
    delayed: Field,
    /// b: centre of the elastic range (kinematic hardening).
    back: Field,
}

impl InternalVariables {
    /// A transfer at one node: the reference takes what the elastic part gives.
    fn transfer(&mut self, node: usize, amount: Vec3<f64>) {
        self.reference[node] = self.reference[node] + amount;
        self.elastic[node] = self.elastic[node] - amount;
    }
}

impl Hybrid {
    /// At rest in the shape of its body.
    pub(crate) fn new(weights: Box<Weights>, frame: FrameMotion, structure: &Structure) -> Self {
        let stiffness = Stiffness::new(weights, structure.lattice());
        let zero = vec![Vec3::zero(); structure.lattice().len()];
        Hybrid {
            system: System::new(stiffness.matrix.clone()),
            stiffness,
            frame_schedule: frame,
            frame_motion: frame.at(0.0),
            frames: vec![Mat3::identity(); structure.topology.piece_count],
            start_frames: Vec::new(),
            internal: InternalVariables {
                reference: structure.body.shape.clone(),
                elastic: zero.clone(),
                delayed: zero.clone(),
                back: zero.clone(),
            },
            rotation_lag: zero,
            translation_response: Field::new(),
        }
    }
}

impl DeformationModel for Hybrid {
    fn is_linear(&self) -> bool {
        true
    }

    fn assemble_stiffness(
        &mut self,
        structure: &Structure,
        time: f64,
    ) -> Result<(), Box<BadValue>> {
        self.system.invalidate();
        self.stiffness.assemble(Weighed {
            sites: structure.sites(),
            fibres: &structure.topology.fibres,
            name: &structure.body.name,
            time,
        })
    }

    fn constraints_changed(&mut self) {
        self.system.invalidate();
    }

    /// A frame that was fixed goes free: what was displacement of the whole is none from now on.
    fn start_step(&mut self, structure: &Structure, positions: Vectors<'_>, time: f64) -> f64 {
        let motion = self.frame_schedule.at(time);
        if motion == self.frame_motion {
            return 0.0;
        }
        let before = self.elastic_energy();
        self.frame_motion = motion;
        self.system.invalidate();
        self.measure_strain(structure, positions);
        before - self.elastic_energy()
    }

    /// The matrix is prepared when it is solved for, if anything in it has changed.
    fn assemble_step(
        &mut self,
        _: &Structure,
        _: &ExternalForces,
        _: &Nodes,
    ) -> Result<(), Unsolved> {
        self.start_frames.clone_from(&self.frames);
        Ok(())
    }

    fn advance_nodes(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        nodes: &mut Nodes,
    ) -> Result<(), Unsolved> {
        self.solve_step(structure, forces, nodes)
    }

    fn measure_strain(&mut self, structure: &Structure, positions: Vectors<'_>) {
        self.fit_frames(structure, positions);
    }

    fn update_internal_variables(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        positions: Vectors<'_>,
    ) -> Result<f64, Box<BadValue>> {
        let heat = self.creep_uniformly(structure, forces, positions)?;
        Ok(heat
            + self.creep_by_node(structure, forces.time, forces.dt)?
            + self.yield_nodes(structure, forces.time)?)
    }

    /// Each piece starts with the frame of the piece it was part of.
    fn split_pieces(&mut self, structure: &Structure, positions: Vectors<'_>, old: &[u32]) {
        let mut frames = vec![Mat3::identity(); structure.topology.piece_count];
        for (i, p) in structure.topology.nodes() {
            frames[p] = self.frames[old[i] as usize];
        }
        self.frames = frames;
        self.fit_frames(structure, positions);
    }

    /// ½ e K e.
    fn elastic_energy(&self) -> f64 {
        let elastic = &self.internal.elastic;
        let mut force = Field::new();
        self.stiffness.matrix.times(elastic, &mut force);
        0.5 * dot(elastic, &force)
    }

    /// −R K e.
    fn force(&self, structure: &Structure, _: Vectors<'_>, node: usize) -> Vec3<f64> {
        let inside = (self.stiffness.matrix).row_times(node, &self.internal.elastic);
        match self.frame_motion {
            FrameMotion::Fixed => -inside,
            _ => -self.frames[structure.topology.piece(node)].mul_vec(inside),
        }
    }

    fn stress(&self, structure: &Structure, _: Vectors<'_>, node: usize, time: f64) -> Sym3<f64> {
        let inside = self.stress_in_frame(structure, &self.internal.elastic, node, time);
        Sym3::conjugate(&inside, &self.frames[structure.topology.piece(node)])
    }

    fn fibre(&self, _: &Structure, _: Vectors<'_>, [i, j]: [usize; 2]) -> FibreStrain {
        let InternalVariables {
            reference, elastic, ..
        } = &self.internal;
        FibreStrain {
            rest_length: (reference[j] - reference[i]).norm(),
            difference: (elastic[j] - elastic[i]).norm(),
        }
    }

    fn report(&self) -> Report {
        self.system.report
    }

    fn natural_shape(&self) -> Option<(Vectors<'_>, Vectors<'_>)> {
        Some((&self.internal.reference, &self.internal.elastic))
    }

    fn save(&self, to: &mut Writer) {
        let internal = &self.internal;
        for field in [
            &internal.reference,
            &internal.elastic,
            &internal.delayed,
            &internal.back,
            &self.rotation_lag,
        ] {
            state::put(field, to);
        }
        let frames: Vec<f64> = self.frames.iter().flat_map(|r| r.0).flatten().collect();
        to.scalars::<f64>(&frames);
        to.u64(u64::from(self.frame_motion == FrameMotion::Fixed));
        to.u64(u64::from(self.system.by_factors));
    }

    fn restore(
        &mut self,
        structure: &Structure,
        from: &mut Reader<'_>,
    ) -> Result<(), RestoreError> {
        let internal = &mut self.internal;
        for field in [
            &mut internal.reference,
            &mut internal.elastic,
            &mut internal.delayed,
            &mut internal.back,
            &mut self.rotation_lag,
        ] {
            *field = state::take(from, structure.lattice().len())?;
        }
        let frames = from.scalars::<f64>()?;
        let pieces = structure.topology.piece_count;
        state::expect("pieces", frames.len() as u64 / 9, pieces)?;
        let (frames, _) = frames.as_chunks::<9>();
        self.frames = (frames.iter())
            .map(|r| Mat3::from_fn(|i, j| r[3 * i + j]))
            .collect();
        self.frame_motion = match from.u64()? {
            0 => FrameMotion::Free,
            _ => FrameMotion::Fixed,
        };
        self.system.by_factors = from.u64()? != 0;
        Ok(())
    }
}
