//! What experiments read of bodies, or change in them, beyond [`plastica_core::Method`].

use crate::deformation_model::Vectors;
use crate::step::Splines;
use plastica_linear::Report;
use plastica_tensor::Vec3;

impl Splines {
    /// How the system of a body was solved last.
    pub fn solution(&self, body: usize) -> Option<Report> {
        self.bodies.get(body).map(|body| body.model.report())
    }

    /// How many pieces a body is in.
    pub fn pieces(&self, body: usize) -> Option<usize> {
        let body = self.bodies.get(body)?;
        Some(body.structure.topology.piece_count)
    }

    /// Fibres of a body that have broken since the start: axis and node, axis after axis.
    pub fn broken_fibres(&self, body: usize) -> Vec<(usize, usize)> {
        let Some(body) = self.bodies.get(body) else {
            return Vec::new();
        };
        let topology = &body.structure.topology;
        let initial = topology.initial.each(body.structure.lattice());
        initial
            .filter(|(axis, i, _)| !topology.fibres.intact[*axis][*i])
            .map(|(axis, i, _)| (axis, i))
            .collect()
    }

    /// Natural shape r of a hybrid body in its frame [m], and elastic displacements e from it.
    pub fn natural_shape(&self, body: usize) -> Option<(Vectors<'_>, Vectors<'_>)> {
        self.bodies.get(body)?.model.natural_shape()
    }

    /// Places and velocities of a body's nodes [m, m/s].
    pub fn nodes(&self, body: usize) -> Option<(Vectors<'_>, Vectors<'_>)> {
        let nodes = &self.bodies.get(body)?.nodes;
        Some((&nodes.positions, &nodes.velocities))
    }

    /// Elastic forces on a body's nodes [N].
    pub fn forces(&self, body: usize) -> Option<Vec<Vec3<f64>>> {
        let body = self.bodies.get(body)?;
        Some((0..body.nodes.len()).map(|i| body.force(i)).collect())
    }

    /// Displaces nodes, as an experiment may: e follows, r stays.
    pub fn place_nodes(&mut self, body: usize, place: impl Fn(usize, Vec3<f64>) -> Vec3<f64>) {
        if let Some(body) = self.bodies.get_mut(body) {
            for (i, x) in body.nodes.positions.iter_mut().enumerate() {
                *x = place(i, *x);
            }
            body.measure_strain();
        }
    }
}
