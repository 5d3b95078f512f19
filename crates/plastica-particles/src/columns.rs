//! Tables of particles: columns lie in bundles of a few particles, column after column for the first ones, then the
//! same for the next. What a pass over particles reads is then one stretch of memory.

use plastica_tensor::{Mat3, Real, Scalar, Sym3, Vec3};

/// Particles of a bundle, a multiple of the lanes of any register.
pub const BUNDLE: usize = 16;

/// Index of a number in bundles of `count` columns.
#[inline(always)]
pub fn index(count: usize, column: usize, at: usize) -> usize {
    (at / BUNDLE * count + column) * BUNDLE + at % BUNDLE
}

/// Bundles of columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a, S> {
    data: &'a [S],
    count: usize,
}

impl<'a, S: Scalar> Columns<'a, S> {
    /// Whole bundles of `count` columns.
    pub fn new(data: &'a [S], count: usize) -> Self {
        Columns { data, count }
    }
    /// One number.
    #[inline(always)]
    pub fn get(&self, column: usize, at: usize) -> S {
        self.data[index(self.count, column, at)]
    }
    /// A register of particles from `at` on.
    #[inline(always)]
    pub fn load<R: Real<Scalar = S>>(&self, column: usize, at: usize) -> R {
        R::load(&self.data[index(self.count, column, at)..])
    }
    /// A vector in three columns.
    #[inline(always)]
    pub fn vector<R: Real<Scalar = S>>(&self, first: usize, at: usize) -> Vec3<R> {
        Vec3([
            self.load(first, at),
            self.load(first + 1, at),
            self.load(first + 2, at),
        ])
    }
    /// A matrix in nine columns, row by row.
    #[inline(always)]
    pub fn matrix<R: Real<Scalar = S>>(&self, first: usize, at: usize) -> Mat3<R> {
        Mat3::from_fn(
            #[inline(always)]
            |i, j| self.load(first + 3 * i + j, at),
        )
    }
    /// A symmetric matrix in six columns.
    #[inline(always)]
    pub fn symmetric<R: Real<Scalar = S>>(&self, first: usize, at: usize) -> Sym3<R> {
        let mut entries = [R::zero(); 6];
        for k in 0..6 {
            entries[k] = self.load(first + k, at);
        }
        Sym3::from_array(entries)
    }
}

/// Bundles of columns, to write.
#[derive(Debug)]
pub struct ColumnsMut<'a, S> {
    data: &'a mut [S],
    count: usize,
}

impl<'a, S: Scalar> ColumnsMut<'a, S> {
    /// Whole bundles of `count` columns.
    #[inline(always)]
    pub fn new(data: &'a mut [S], count: usize) -> Self {
        ColumnsMut { data, count }
    }
    /// The same, to read.
    #[inline(always)]
    pub fn read(&self) -> Columns<'_, S> {
        Columns {
            data: self.data,
            count: self.count,
        }
    }
    /// Writes one number.
    #[inline(always)]
    pub fn set(&mut self, column: usize, at: usize, value: S) {
        self.data[index(self.count, column, at)] = value;
    }
    /// Writes a register of particles from `at` on.
    #[inline(always)]
    pub fn store<R: Real<Scalar = S>>(&mut self, column: usize, at: usize, value: R) {
        value.store(&mut self.data[index(self.count, column, at)..]);
    }
    /// Writes a vector into three columns.
    #[inline(always)]
    pub fn store_vector<R: Real<Scalar = S>>(&mut self, first: usize, at: usize, v: Vec3<R>) {
        for k in 0..3 {
            self.store(first + k, at, v[k]);
        }
    }
    /// Writes a matrix into nine columns, row by row.
    #[inline(always)]
    pub fn store_matrix<R: Real<Scalar = S>>(&mut self, first: usize, at: usize, m: &Mat3<R>) {
        for i in 0..3 {
            for j in 0..3 {
                self.store(first + 3 * i + j, at, m[(i, j)]);
            }
        }
    }
    /// Writes a symmetric matrix into six columns.
    #[inline(always)]
    pub fn store_symmetric<R: Real<Scalar = S>>(&mut self, first: usize, at: usize, m: &Sym3<R>) {
        let entries = m.to_array();
        for k in 0..6 {
            self.store(first + k, at, entries[k]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_place_of_its_own() {
        let (count, particles) = (5, 3 * BUNDLE);
        let mut seen = vec![false; count * particles];
        for column in 0..count {
            for at in 0..particles {
                let index = index(count, column, at);
                assert!(!std::mem::replace(&mut seen[index], true));
            }
        }
        assert!(seen.iter().all(|seen| *seen));
    }

    #[test]
    fn what_is_stored_is_loaded_again() {
        let mut data = vec![0.0; 2 * BUNDLE * 9];
        let mut columns = ColumnsMut::new(&mut data, 9);
        let m = Mat3::from_fn(|i, j| (3 * i + j) as f64);
        columns.store_matrix(0, BUNDLE + 3, &m);
        assert_eq!(columns.read().matrix::<f64>(0, BUNDLE + 3), m);
        assert_eq!(columns.read().get(5, BUNDLE + 3), 5.0);
        assert_eq!(columns.read().get(5, 3), 0.0);
        columns.store_vector(6, 1, Vec3([1.0, 2.0, 3.0]));
        assert_eq!(columns.read().vector::<f64>(6, 1).0, [1.0, 2.0, 3.0]);
    }
}
