//! All particles, body after body, in bundles.

use crate::law::Layout;
use plastica_material::{Recipe, Value};
use plastica_tensor::{Mat3, Real, Scalar, Sym3};
use std::ops::Range;

/// Particles of a bundle, a multiple of the lanes of any register.
pub(crate) const BUNDLE: usize = 16;
/// The id of a place in the last bundle of a body where no particle stands.
pub(crate) const NOBODY: u32 = u32::MAX;

/// Three numbers and one more, so that they go through registers as one.
pub(crate) type Quad<T> = [T; 4];

/// One body or emitter: what its particles have in common.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) recipe: Recipe,
    /// Acceleration beside gravity; `None` where it is zero.
    pub(crate) acceleration: Option<[Value; 3]>,
    pub(crate) layout: Layout,
    /// Whether the material bears tension: then its threads and sheets of single particles hold together.
    pub(crate) binds: bool,
    /// Its bundles.
    pub(crate) bundles: Range<usize>,
    /// Largest squared wave speed seen in the last step [m²/s²].
    pub(crate) wave: f64,
}

/// What particles carry, by place. A place where nobody stands holds the numbers of a particle of the same
/// body without neighbours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Particles<S> {
    pub(crate) ids: Vec<u32>,
    /// Where they are [m]; always in double precision, so that offsets of neighbours have all their digits
    /// far from the origin too.
    pub(crate) positions: Vec<Quad<f64>>,
    /// [m/s]
    pub(crate) velocities: Vec<Quad<S>>,
    /// All forces of the material and of other bodies [N].
    pub(crate) forces: Vec<Quad<S>>,
    /// [kg]
    pub(crate) masses: Vec<S>,
    /// Volume at rest [m³].
    pub(crate) volumes: Vec<S>,
    /// P-wave modulus [Pa].
    pub(crate) moduli: Vec<S>,
    /// What laws keep: bundles of columns, as many as the neediest body asks for.
    pub(crate) kept: Vec<S>,
    /// Columns per bundle in `kept`.
    pub(crate) columns: usize,
    /// Kirchhoff stress [Pa]: bundles of six columns.
    pub(crate) stresses: Vec<S>,
    /// 0, or 1 + the index of the grip that holds the particle.
    pub(crate) holds: Vec<u32>,
}

/// Columns of the stress.
pub(crate) const STRESSES: usize = 6;

impl<S: Scalar> Particles<S> {
    /// Room for some places.
    pub(crate) fn with_places(places: usize, columns: usize) -> Self {
        Particles {
            ids: vec![NOBODY; places],
            positions: vec![[0.0; 4]; places],
            velocities: vec![[S::zero(); 4]; places],
            forces: vec![[S::zero(); 4]; places],
            masses: vec![S::one(); places],
            volumes: vec![S::one(); places],
            moduli: vec![S::zero(); places],
            kept: vec![S::zero(); places * columns],
            columns,
            stresses: vec![S::zero(); places * STRESSES],
            holds: vec![0; places],
        }
    }
    /// How many places there are, a multiple of [`BUNDLE`].
    pub(crate) fn places(&self) -> usize {
        self.ids.len()
    }
    /// How many particles there are.
    pub(crate) fn len(&self) -> usize {
        self.ids.iter().filter(|id| **id != NOBODY).count()
    }
    /// Copies the particle of another place, its forces and stress included.
    pub(crate) fn copy(&mut self, to: usize, other: &Self, from: usize) {
        self.ids[to] = other.ids[from];
        self.positions[to] = other.positions[from];
        self.velocities[to] = other.velocities[from];
        self.forces[to] = other.forces[from];
        self.masses[to] = other.masses[from];
        self.volumes[to] = other.volumes[from];
        self.moduli[to] = other.moduli[from];
        self.holds[to] = other.holds[from];
        for column in 0..self.columns {
            self.kept[place(self.columns, column, to)] =
                other.kept[place(self.columns, column, from)];
        }
        for column in 0..STRESSES {
            self.stresses[place(STRESSES, column, to)] =
                other.stresses[place(STRESSES, column, from)];
        }
    }
    /// Puts others behind these.
    pub(crate) fn append(&mut self, others: Self) {
        self.ids.extend(others.ids);
        self.positions.extend(others.positions);
        self.velocities.extend(others.velocities);
        self.forces.extend(others.forces);
        self.masses.extend(others.masses);
        self.volumes.extend(others.volumes);
        self.moduli.extend(others.moduli);
        self.kept.extend(others.kept);
        self.stresses.extend(others.stresses);
        self.holds.extend(others.holds);
    }
    /// One number of what the law keeps.
    pub(crate) fn kept(&self, column: usize, at: usize) -> S {
        self.kept[place(self.columns, column, at)]
    }
    /// Kirchhoff stress of a particle [Pa].
    pub(crate) fn stress(&self, at: usize) -> Sym3<f64> {
        Sym3::from_array(std::array::from_fn(|k| {
            self.stresses[place(STRESSES, k, at)].to_f64()
        }))
    }
}

/// Where in bundles of `count` columns a number is.
#[inline(always)]
pub(crate) fn place(count: usize, column: usize, at: usize) -> usize {
    (at / BUNDLE * count + column) * BUNDLE + at % BUNDLE
}

/// The columns of one bundle.
pub(crate) struct Columns<'a, S>(pub(crate) &'a mut [S]);

impl<S: Scalar> Columns<'_, S> {
    #[inline(always)]
    pub(crate) fn load<R: Real<Scalar = S>>(&self, column: usize, at: usize) -> R {
        R::load(&self.0[column * BUNDLE + at..])
    }
    #[inline(always)]
    pub(crate) fn store<R: Real<Scalar = S>>(&mut self, column: usize, at: usize, value: R) {
        value.store(&mut self.0[column * BUNDLE + at..]);
    }
    #[inline(always)]
    pub(crate) fn matrix<R: Real<Scalar = S>>(&self, first: usize, at: usize) -> Mat3<R> {
        Mat3::from_fn(
            #[inline(always)]
            |i, j| self.load(first + 3 * i + j, at),
        )
    }
    #[inline(always)]
    pub(crate) fn store_matrix<R: Real<Scalar = S>>(
        &mut self,
        first: usize,
        at: usize,
        m: &Mat3<R>,
    ) {
        for i in 0..3 {
            for j in 0..3 {
                self.store(first + 3 * i + j, at, m[(i, j)]);
            }
        }
    }
    #[inline(always)]
    pub(crate) fn store_symmetric<R: Real<Scalar = S>>(
        &mut self,
        first: usize,
        at: usize,
        m: &Sym3<R>,
    ) {
        let entries = m.to_array();
        for k in 0..6 {
            self.store(first + k, at, entries[k]);
        }
    }
}
