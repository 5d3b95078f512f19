//! The frame of each piece for given positions, and the elastic displacements in it.

use super::Hybrid;
use super::rigid::nearest_rotation;
use crate::body::FrameMotion;
use crate::structure::Structure;
use plastica_linear::Field;
use plastica_tensor::{Mat3, Vec3};

impl Hybrid {
    /// The frame of least energy for given positions, and the elastic displacements in it.
    pub(super) fn fit_frames(&mut self, structure: &Structure, positions: &[Vec3<f64>]) {
        let internal = &mut self.internal;
        if self.frame_motion == FrameMotion::Fixed {
            for (i, x) in positions.iter().enumerate() {
                internal.elastic[i] = *x - internal.reference[i];
            }
            return;
        }
        let topology = &structure.topology;
        let reference = &internal.reference;
        let here = structure.means(positions);
        let there = structure.means(reference);
        // K r: the direction in which a rotation of the frame changes the energy.
        let mut pull = Field::new();
        self.stiffness.matrix.times(reference, &mut pull);
        (self.stiffness).remove_mean(topology, |_| true, reference, &mut pull);
        let mut moments = vec![Mat3::zero(); topology.piece_count];
        for (i, p) in topology.nodes() {
            let y = positions[i] - here[p];
            let moment = &mut moments[p];
            *moment = *moment + Mat3::from_fn(|a, b| y[a] * pull[i][b]);
        }
        for (frame, moment) in self.frames.iter_mut().zip(&moments) {
            *frame = nearest_rotation(moment, frame);
        }
        for (i, p) in topology.nodes() {
            let q = self.frames[p].transpose().mul_vec(positions[i] - here[p]);
            internal.elastic[i] = q - (reference[i] - there[p]);
        }
    }
}
