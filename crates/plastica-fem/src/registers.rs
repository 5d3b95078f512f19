//! Registers of elements: edges from positions, the law, forces on corners.

use crate::elements::{MeshGroup, REST, at_corner};
use crate::force::{Outcome, PUSHES, Span};
use crate::law::{ElementLaw, Shape, Tally};
use crate::nodal_pressure::LEAST;
use crate::options::Options;
use plastica_particles::{BUNDLE, Columns, ColumnsMut, Quad};
use plastica_tensor::simd::Kernel;
use plastica_tensor::{Mat3, Real, Sym3, Vec3};

/// A block of elements through their laws.
pub(crate) struct AskLaws<'a> {
    pub(crate) positions: &'a [Quad<f64>],
    pub(crate) previous: &'a [Quad<f64>],
    pub(crate) corners: &'a [[u32; 4]],
    pub(crate) bodies: &'a [u32],
    pub(crate) logarithms: &'a [f64],
    pub(crate) groups: &'a [MeshGroup],
    pub(crate) options: &'a Options,
    pub(crate) span: Span,
    pub(crate) columns: usize,
    pub(crate) table: &'a mut [f64],
    pub(crate) forces: &'a mut [[Quad<f64>; 4]],
    pub(crate) pushes: &'a mut [f64],
}

/// Outcomes of a block, body by body.
pub(crate) struct Outcomes(Vec<(usize, Outcome)>);

impl Outcomes {
    /// With places counted from the start of all elements.
    pub(crate) fn starting_at(mut self, first: usize) -> Vec<(usize, Outcome)> {
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
pub(crate) struct Press<'a> {
    pub(crate) positions: &'a [Quad<f64>],
    pub(crate) corners: &'a [[u32; 4]],
    /// Of all elements, and where the block begins.
    pub(crate) columns: Columns<'a, f64>,
    pub(crate) first: usize,
    pub(crate) pressures: &'a [f64],
    pub(crate) pushes: Columns<'a, f64>,
    pub(crate) forces: &'a mut [[Quad<f64>; 4]],
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
