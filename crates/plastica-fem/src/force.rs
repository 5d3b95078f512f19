//! Internal forces: deformations from positions, stresses from deformations, forces on corners from stresses.
//!
//! An element with the matrix of edges X gives its last three corners the forces −V₀ τ X⁻ᵀ = −V₀ P βᵀ as columns, and the first one
//! what is left of zero [BW07, Eq. 4, without normals].

use crate::elements::{ElementBounds, Elements, MeshGroup, REST, at_corner};
use crate::incidence::Incidence;
use crate::law::{ElementLaw, Shape, Tally};
use crate::nodal_pressure::LEAST;
use crate::nodes::Nodes;
use crate::options::Options;
use plastica_particles::{BUNDLE, Columns, ColumnsMut, Quad};
use plastica_tensor::simd::{Kernel, dispatch_native};
use plastica_tensor::{Mat3, Real, Sym3, Vec3};
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
                    let (now, rest) = crate::nodal_pressure::volumes_at(corners, &columns, volumes);
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
                    sum = plastica_particles::add(sum, corners[*corner as usize]);
                }
                *force = sum;
            }
        });
    }
}

/// A block of elements through their laws.
struct AskLaws<'a> {
    positions: &'a [Quad<f64>],
    previous: &'a [Quad<f64>],
    corners: &'a [[u32; 4]],
    bodies: &'a [u32],
    logarithms: &'a [f64],
    groups: &'a [MeshGroup],
    options: &'a Options,
    span: Span,
    columns: usize,
    table: &'a mut [f64],
    forces: &'a mut [[Quad<f64>; 4]],
    pushes: &'a mut [f64],
}

/// Outcomes of a block, body by body.
struct Outcomes(Vec<(usize, Outcome)>);

impl Outcomes {
    /// With places counted from the start of all elements.
    fn starting_at(mut self, first: usize) -> Vec<(usize, Outcome)> {
        for (_, outcome) in &mut self.0 {
            outcome.failed = outcome.failed.map(|place| place + first);
        }
        self.0
    }
}

impl Kernel<f64> for AskLaws<'_> {
    type Output = Outcomes;

    #[inline(always)]
    fn run<R: Real<Scalar = f64>>(mut self) -> Outcomes {
        let mut outcomes = Vec::new();
        let bundles = self.forces.len() / BUNDLE;
        let mut bundle = 0;
        while bundle < bundles {
            let body = self.bodies[bundle];
            let mut end = bundle + 1;
            while end < bundles && self.bodies[end] == body {
                end += 1;
            }
            let outcome = self.body::<R>(body as usize, bundle, end);
            outcomes.push((body as usize, outcome));
            bundle = end;
        }
        Outcomes(outcomes)
    }
}

impl AskLaws<'_> {
    /// Bundles of one body.
    #[inline(always)]
    fn body<R: Real<Scalar = f64>>(&mut self, body: usize, first: usize, end: usize) -> Outcome {
        let groups = self.groups;
        let group = &groups[body].body;
        let law = ElementLaw {
            nodal_pressure: self.options.nodal_pressure,
            stiffness_damping: self.options.stiffness_damping,
            takes_rates: group.recipe.flow.is_some()
                || group.recipe.map.is_some()
                || group.recipe.viscosity.is_some()
                || self.options.stiffness_damping > 0.0,
            remembers: group.recipe.flow.is_some() || group.recipe.map.is_some(),
            law: group.law(self.span.time, self.span.dt),
        };
        let mut prepared = law.law.prepare::<R>();
        let mut tally = Tally::<R>::new();
        let mut outcome = Outcome::default();
        let mut place = first * BUNDLE;
        while place < end * BUNDLE {
            let shape = self.shape::<R>(place, law.takes_rates);
            let mut columns = ColumnsMut::new(self.table, self.columns);
            let answer = law.advance(&mut prepared, &mut columns, place, &shape, &mut tally);
            let Some(answer) = answer.filter(|_| tally.is_sound) else {
                outcome.failed = Some(place);
                return outcome;
            };
            if self.options.nodal_pressure > 0.0 {
                let mut pushes = ColumnsMut::new(self.pushes, PUSHES);
                pushes.store_symmetric(0, place, &answer.push);
                pushes.store(PUSHES - 1, place, answer.shared);
            } else {
                push(&shape.edges, &answer.push, &mut self.forces[place..]);
            }
            place += R::LANES;
        }
        for lane in 0..R::LANES {
            let bounds = &mut outcome.bounds;
            bounds.stiffness = bounds.stiffness.max(tally.stiffness.lane(lane));
            bounds.decay = bounds.decay.max(tally.decay.lane(lane));
            outcome.dissipated += tally.dissipated.lane(lane);
        }
        outcome
    }

    /// The edges of a register of elements.
    #[inline(always)]
    fn shape<R: Real<Scalar = f64>>(&self, place: usize, takes_rates: bool) -> Shape<R> {
        let corners = &self.corners[place..place + R::LANES];
        let edges = edges::<R>(self.positions, corners);
        let moved = if takes_rates {
            edges - self::edges::<R>(self.previous, corners)
        } else {
            Mat3::zero()
        };
        let mean_log = if self.options.nodal_pressure > 0.0 {
            sum_over::<R>(self.logarithms, corners).times(0.25)
        } else {
            R::zero()
        };
        Shape {
            edges,
            moved,
            mean_log,
        }
    }
}

/// A block of elements under the pressures of their nodes.
struct Press<'a> {
    positions: &'a [Quad<f64>],
    corners: &'a [[u32; 4]],
    /// Of all elements, and where the block begins.
    columns: Columns<'a, f64>,
    first: usize,
    pressures: &'a [f64],
    pushes: Columns<'a, f64>,
    forces: &'a mut [[Quad<f64>; 4]],
}

impl Kernel<f64> for Press<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real<Scalar = f64>>(self) {
        let mut place = 0;
        while place < self.corners.len() {
            let corners = &self.corners[place..place + R::LANES];
            let edges = edges::<R>(self.positions, corners);
            let pressure = sum_over::<R>(self.pressures, corners);
            // dV = cof X : dX / 6, and the volume of crushed elements counts as constant.
            let rest: R = self.columns.load(REST, self.first + place);
            let counts = edges.determinant().gt(rest.times(6.0 * LEAST));
            let shared = R::select(counts, pressure.times(1.0 / 6.0), R::zero());
            let own: Sym3<R> = self.pushes.symmetric(0, place);
            push(
                &edges,
                &own.add_isotropic(shared),
                &mut self.forces[place..],
            );
            place += R::LANES;
        }
    }
}

/// Edges from the first corner to the others, as columns.
#[inline(always)]
pub(crate) fn edges<R: Real<Scalar = f64>>(
    positions: &[Quad<f64>],
    corners: &[[u32; 4]],
) -> Mat3<R> {
    let (origin, _) = at_corner::<R>(positions, corners, 0);
    let (a, _) = at_corner::<R>(positions, corners, 1);
    let (b, _) = at_corner::<R>(positions, corners, 2);
    let (c, _) = at_corner::<R>(positions, corners, 3);
    Mat3::from_columns([a - origin, b - origin, c - origin])
}

/// The sum over corners of a number that nodes have.
#[inline(always)]
fn sum_over<R: Real<Scalar = f64>>(of_nodes: &[f64], corners: &[[u32; 4]]) -> R {
    let mut sums = [0.0; BUNDLE];
    for lane in 0..R::LANES {
        let [a, b, c, d] = corners[lane].map(|node| of_nodes[node as usize]);
        sums[lane] = (a + b) + (c + d);
    }
    R::load(&sums)
}

/// Writes the forces on corners.
#[inline(always)]
fn push<R: Real<Scalar = f64>>(edges: &Mat3<R>, stress: &Sym3<R>, forces: &mut [[Quad<f64>; 4]]) {
    let force = stress.mul_mat(&edges.cofactor());
    let columns: [Vec3<R>; 3] = [force.column(0), force.column(1), force.column(2)];
    let first = columns[0] + columns[1] + columns[2];
    let of_corners = [first, -columns[0], -columns[1], -columns[2]];
    for (corner, f) in of_corners.into_iter().enumerate() {
        let mut rows = [[0.0; 4]; BUNDLE];
        R::store_columns([f[0], f[1], f[2], R::zero()], &mut rows[..R::LANES]);
        for lane in 0..R::LANES {
            forces[lane][corner] = rows[lane];
        }
    }
}
