//! Internal forces: deformations from positions, stresses from deformations, forces on corners from stresses.
//!
//! An element with the matrix of edges X gives its last three corners the forces −V₀ τ X⁻ᵀ = −V₀ P βᵀ as columns, and the first one
//! what is left of zero [BW07, Eq. 4, without normals].

use crate::elements::{ElementBounds, Elements, MeshGroup};
use crate::incidence::Incidence;
use crate::nodal_pressure::volumes_at;
use crate::nodes::Nodes;
use crate::options::Options;
use crate::registers::{AskLaws, Press};
use plastica_particles::{BUNDLE, Columns, Quad, add};
use plastica_tensor::simd::dispatch_native;
use rayon::prelude::*;

/// Bundles of a piece of work.
const BLOCK: usize = 8;
/// Nodes of a piece of work.
const NODES: usize = 1024;
/// Columns of stress between the two passes with averaged pressure: six of V₀ τ/det X, and one of what is shared.
pub(crate) const PUSHES: usize = 7;

/// Room for what elements and nodes hand over within a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exchange {
    /// Force on each corner of each element [N].
    corners: Vec<[Quad<f64>; 4]>,
    /// Bundles of [`PUSHES`] columns.
    pushes: Vec<f64>,
    /// ln J at each node, and the pressure there [Pa].
    logarithms: Vec<f64>,
    pressures: Vec<f64>,
    /// Present volumes of the elements at each node [m³].
    volumes: Vec<f64>,
}

/// When the step ends and how long it is [s].
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) time: f64,
    pub(crate) dt: f64,
}

/// What elements report.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) bounds: ElementBounds,
    /// Work turned into heat [J].
    pub(crate) dissipated: f64,
    /// The place of the first element whose law has no finite answer.
    pub(crate) failed: Option<usize>,
}

/// Moves all elements through their laws and adds up the forces on nodes. `previous` are the places of nodes before the step,
/// `volumes` those of elements now. Outcomes come in the order of blocks, each with its body.
pub(crate) fn respond(
    nodes: &mut Nodes,
    elements: &mut Elements,
    (groups, options): (&[MeshGroup], &Options),
    (incidence, exchange): (&Incidence, &mut Exchange),
    (previous, volumes): (&[Quad<f64>], &[f64]),
    span: Span,
) -> Vec<(usize, Outcome)> {
    let averaged = options.nodal_pressure > 0.0;
    exchange.corners.resize(elements.places(), [[0.0; 4]; 4]);
    if averaged {
        exchange.pushes.resize(elements.places() * PUSHES, 0.0);
        exchange.average_volumes(elements, incidence, volumes, nodes.len());
    }
    let outcomes = exchange.ask_laws(nodes, elements, (groups, options), previous, span);
    if averaged {
        exchange.average_pressures(incidence, nodes.len());
        exchange.press(nodes, elements, options);
    }
    exchange.gather(nodes, incidence);
    outcomes
}

impl Exchange {
    /// ln J at nodes.
    fn average_volumes(
        &mut self,
        elements: &Elements,
        incidence: &Incidence,
        volumes: &[f64],
        nodes: usize,
    ) {
        self.logarithms.resize(nodes, 0.0);
        self.volumes.resize(nodes, 0.0);
        let columns = elements.columns();
        (self.logarithms.par_chunks_mut(NODES))
            .zip(self.volumes.par_chunks_mut(NODES))
            .enumerate()
            .for_each(|(block, (logarithms, sums))| {
                for (k, (logarithm, sum)) in logarithms.iter_mut().zip(sums).enumerate() {
                    let corners = incidence.at(block * NODES + k);
                    let (now, rest) = volumes_at(corners, &columns, volumes);
                    *logarithm = (now / rest).ln();
                    *sum = now;
                }
            });
    }

    /// Every element through its law.
    fn ask_laws(
        &mut self,
        nodes: &Nodes,
        elements: &mut Elements,
        (groups, options): (&[MeshGroup], &Options),
        previous: &[Quad<f64>],
        span: Span,
    ) -> Vec<(usize, Outcome)> {
        let places = BLOCK * BUNDLE;
        let columns = elements.columns;
        let (corners, bodies) = (&elements.corners, &elements.bodies);
        let averaged = options.nodal_pressure > 0.0;
        let logarithms = &self.logarithms;
        let mut none: Vec<&mut [f64]> = Vec::new();
        let pushes: Vec<&mut [f64]> = if averaged {
            self.pushes.chunks_mut(places * PUSHES).collect()
        } else {
            none.resize_with(corners.len().div_ceil(places), || &mut []);
            none
        };
        elements
            .table
            .par_chunks_mut(places * columns)
            .zip(self.corners.par_chunks_mut(places))
            .zip(pushes)
            .enumerate()
            .map(|(block, ((table, forces), pushes))| {
                let first = block * places;
                dispatch_native(
                    options.level,
                    AskLaws {
                        positions: &nodes.positions,
                        previous,
                        corners: &corners[first..first + forces.len()],
                        bodies: &bodies[block * BLOCK..],
                        logarithms,
                        groups,
                        options,
                        span,
                        columns,
                        table,
                        forces,
                        pushes,
                    },
                )
                .starting_at(first)
            })
            .flatten_iter()
            .collect()
    }

    /// Pressures at nodes: those of elements by their share, over the volume around.
    fn average_pressures(&mut self, incidence: &Incidence, nodes: usize) {
        self.pressures.resize(nodes, 0.0);
        let pushes = Columns::new(&self.pushes, PUSHES);
        let volumes = &self.volumes;
        (self.pressures.par_chunks_mut(NODES).enumerate()).for_each(|(block, pressures)| {
            for (k, pressure) in pressures.iter_mut().enumerate() {
                let node = block * NODES + k;
                let shared = incidence.at(node).iter();
                let shared = shared.map(|corner| pushes.get(PUSHES - 1, *corner as usize / 4));
                *pressure = shared.sum::<f64>() / volumes[node];
            }
        });
    }

    /// Forces of elements, with the pressures of their nodes.
    fn press(&mut self, nodes: &Nodes, elements: &Elements, options: &Options) {
        let places = BLOCK * BUNDLE;
        let (pressures, columns) = (&self.pressures, elements.columns());
        (self.corners.par_chunks_mut(places))
            .zip(self.pushes.par_chunks(places * PUSHES))
            .enumerate()
            .for_each(|(block, (forces, pushes))| {
                let first = block * places;
                dispatch_native(
                    options.level,
                    Press {
                        positions: &nodes.positions,
                        corners: &elements.corners[first..first + forces.len()],
                        columns,
                        first,
                        pressures,
                        pushes: Columns::new(pushes, PUSHES),
                        forces,
                    },
                );
            });
    }

    /// Forces on nodes.
    fn gather(&self, nodes: &mut Nodes, incidence: &Incidence) {
        let corners = self.corners.as_flattened();
        (nodes.forces.par_chunks_mut(NODES).enumerate()).for_each(|(block, forces)| {
            for (k, force) in forces.iter_mut().enumerate() {
                let mut sum = [0.0; 4];
                for corner in incidence.at(block * NODES + k) {
                    sum = add(sum, corners[*corner as usize]);
                }
                *force = sum;
            }
        });
    }
}
