//! The particles of one body in one block, as columns of numbers.
//!
//! Columns stand in four tables, of which a pass over particles touches those it needs: steps that begin the
//! next one never read motion and stress. In a table, columns lie in bundles of a few particles: column after
//! column for the first ones, then the same for the next. What a pass reads is then one stretch of memory.

use plastica_material::{Keeps, State};
use plastica_tensor::{Mat3, Real, Scalar, Sym3, Vec3};

/// Particles of a bundle, a multiple of the lanes of any register. Bundles are full: what is past the end
/// of a chunk repeats its last particle.
pub(crate) const PADDING: usize = 16;

/// One of something for each table.
pub(crate) type Tables<T> = [T; 4];
/// The table of place and mass.
pub(crate) const MATTER: usize = 0;
/// The table of what the law keeps.
pub(crate) const LAW: usize = 1;
/// The table of velocity.
pub(crate) const MOTION: usize = 2;
/// The table of stress: Kirchhoff's [Pa].
pub(crate) const STRESS: usize = 3;

/// In matter: where in the block the particle is [cells].
pub(crate) const POSITION: usize = 0;
/// In matter: mass [kg].
pub(crate) const MASS: usize = 3;
/// In matter: volume at rest [m³].
pub(crate) const VOLUME: usize = 4;

/// In what the law keeps: volume over volume at rest.
pub(crate) const RATIO: usize = 0;
/// In what the law keeps: first of the columns that only some laws need.
const OWN: usize = 1;

/// In motion: velocity [m/s].
pub(crate) const VELOCITY: usize = 0;
/// In motion: affine part of the velocity, C of APIC, row by row [1/s].
pub(crate) const AFFINE: usize = 3;

/// Which columns a chunk has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    keeps: Keeps,
    /// Whether the place at rest is kept, for materials that vary over the body.
    places: bool,
    /// Whether there is an acceleration beside gravity.
    pushed: bool,
}

impl Layout {
    pub(crate) fn new(keeps: Keeps, places: bool, pushed: bool) -> Self {
        Layout {
            keeps,
            places,
            pushed,
        }
    }
    /// How many columns each table has.
    pub(crate) fn columns(&self) -> Tables<usize> {
        [5, self.push_at() + if self.pushed { 3 } else { 0 }, 12, 6]
    }
    fn push_at(&self) -> usize {
        self.places_at() + if self.places { 3 } else { 0 }
    }
    /// The first column of the acceleration beside gravity [m/s²], if there is one.
    #[inline(always)]
    pub(crate) fn push(&self) -> Option<usize> {
        self.pushed.then(|| self.push_at())
    }
    /// The first column of the place at rest [m], if it is kept.
    pub(crate) fn rest_place(&self) -> Option<usize> {
        self.places.then(|| self.places_at())
    }
    fn history_at(&self) -> usize {
        OWN + if self.keeps.deformation { 9 } else { 6 }
    }
    /// The first column of the place at rest [m].
    pub(crate) fn places_at(&self) -> usize {
        self.history_at() + self.keeps.history
    }
    pub(crate) fn history_columns(&self) -> std::ops::Range<usize> {
        self.history_at()..self.history_at() + self.keeps.history
    }

    /// Takes over the state of the particles `at..at + LANES`, as far as the law keeps it.
    #[inline(always)]
    pub(crate) fn load<R: Real>(
        &self,
        columns: &Columns<'_, R::Scalar>,
        at: usize,
        state: &mut State<R>,
    ) {
        state.volume = columns.load(RATIO, at);
        let mut next = OWN;
        if self.keeps.deformation {
            state.deformation = columns.matrix(next, at);
            next += 9;
        } else {
            state.stress = columns.symmetric(next, at);
            next += 6;
        }
        for k in 0..self.keeps.history {
            state.history[k] = columns.load(next + k, at);
        }
    }

    /// Writes what the law keeps.
    #[inline(always)]
    pub(crate) fn store<R: Real>(
        &self,
        columns: &mut ColumnsMut<'_, R::Scalar>,
        at: usize,
        state: &State<R>,
    ) {
        columns.store(RATIO, at, state.volume);
        let mut next = OWN;
        if self.keeps.deformation {
            columns.store_matrix(next, at, &state.deformation);
            next += 9;
        } else {
            columns.store_symmetric(next, at, &state.stress);
            next += 6;
        }
        for k in 0..self.keeps.history {
            columns.store(next + k, at, state.history[k]);
        }
    }

    /// Whether the material has axes of its own.
    pub(crate) fn has_directions(&self) -> bool {
        self.keeps.axes
    }

    /// Whether the law keeps a deformation gradient.
    pub(crate) fn keeps_deformation(&self) -> bool {
        self.keeps.deformation
    }
}

/// Where among bundles of `count` columns a number is.
#[inline(always)]
pub(crate) fn place(count: usize, column: usize, at: usize) -> usize {
    (at / PADDING * count + column) * PADDING + at % PADDING
}

/// A table of one chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns<'a, S> {
    data: &'a [S],
    count: usize,
}

impl<'a, S: Scalar> Columns<'a, S> {
    pub(crate) fn new(data: &'a [S], count: usize) -> Self {
        Columns { data, count }
    }
    /// One number.
    #[inline(always)]
    pub(crate) fn get(&self, column: usize, at: usize) -> S {
        self.data[place(self.count, column, at)]
    }
    #[inline(always)]
    pub(crate) fn load<R: Real<Scalar = S>>(&self, column: usize, at: usize) -> R {
        R::load(&self.data[place(self.count, column, at)..])
    }
    #[inline(always)]
    pub(crate) fn vector<R: Real<Scalar = S>>(&self, first: usize, at: usize) -> Vec3<R> {
        Vec3([
            self.load(first, at),
            self.load(first + 1, at),
            self.load(first + 2, at),
        ])
    }
    #[inline(always)]
    pub(crate) fn matrix<R: Real<Scalar = S>>(&self, first: usize, at: usize) -> Mat3<R> {
        Mat3::from_fn(
            #[inline(always)]
            |i, j| self.load(first + 3 * i + j, at),
        )
    }
    #[inline(always)]
    pub(crate) fn symmetric<R: Real<Scalar = S>>(&self, first: usize, at: usize) -> Sym3<R> {
        let mut entries = [R::zero(); 6];
        for k in 0..6 {
            entries[k] = self.load(first + k, at);
        }
        Sym3::from_array(entries)
    }
}

/// A table of one chunk, to write.
#[derive(Debug)]
pub(crate) struct ColumnsMut<'a, S> {
    data: &'a mut [S],
    count: usize,
}

impl<'a, S: Scalar> ColumnsMut<'a, S> {
    pub(crate) fn new(data: &'a mut [S], count: usize) -> Self {
        ColumnsMut { data, count }
    }
    #[inline(always)]
    pub(crate) fn read(&self) -> Columns<'_, S> {
        Columns::new(self.data, self.count)
    }
    #[inline(always)]
    pub(crate) fn set(&mut self, column: usize, at: usize, value: S) {
        self.data[place(self.count, column, at)] = value;
    }
    #[inline(always)]
    pub(crate) fn store<R: Real<Scalar = S>>(&mut self, column: usize, at: usize, value: R) {
        value.store(&mut self.data[place(self.count, column, at)..]);
    }
    #[inline(always)]
    pub(crate) fn store_vector<R: Real<Scalar = S>>(
        &mut self,
        first: usize,
        at: usize,
        v: Vec3<R>,
    ) {
        for k in 0..3 {
            self.store(first + k, at, v[k]);
        }
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
