//! The cells of a lattice that lie in a shape, found without asking the others.
//!
//! The box of cells is halved again and again. A distance changes by no more than one moves, so a box whose middle is farther
//! from the surface than the middles of its cells reach is decided at once. What remains is in proportion to the surface;
//! empty space costs nothing.

use crate::Shape;
use plastica_tensor::Vec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicI64, Ordering};

/// So many cells are worth sharing among threads: to call on others takes longer than to decide a few.
const SHARED: usize = 30_000;

/// So many boxes may be looked at beyond a few for each cell expected: some seconds.
const PATIENCE: i64 = 20_000_000;

/// Whether so many cells are worth sharing among threads.
pub(super) fn is_large(cells: usize) -> bool {
    cells >= SHARED
}

/// A cell, by its number along each axis.
pub(super) type Cell = [u64; 3];

/// The search passes too many cells in which there is nothing.
pub(super) struct TooSparse;

/// Cells side by side from a corner.
pub(super) struct Lattice {
    pub(super) low: Vec3<f64>,
    /// Sides of a cell.
    pub(super) pitch: Vec3<f64>,
    /// Cells along each axis.
    pub(super) cells: Cell,
}

impl Lattice {
    /// A place in a cell, from 0 to 1 along each axis.
    pub(super) fn at(&self, cell: Cell, within: [f64; 3]) -> Vec3<f64> {
        Vec3([0, 1, 2].map(|a| self.low[a] + self.pitch[a] * (cell[a] as f64 + within[a])))
    }

    pub(super) fn middle(&self, cell: Cell) -> Vec3<f64> {
        self.at(cell, [0.5; 3])
    }

    /// The cells whose middles lie in a shape or no farther than `around` [m] from it, x fastest, z slowest. About
    /// `expected` will be found.
    pub(super) fn cells_of(
        &self,
        shape: &Shape,
        around: f64,
        expected: f64,
    ) -> Result<Vec<Cell>, TooSparse> {
        let search = Search {
            lattice: self,
            shape,
            around,
            patience: AtomicI64::new(PATIENCE.saturating_add(32 * expected as i64)),
        };
        let mut cells = search.large(Span {
            first: [0; 3],
            end: self.cells,
        })?;
        let order = |c: &Cell| [c[2], c[1], c[0]];
        match is_large(cells.len()) {
            true => cells.par_sort_unstable_by_key(order),
            false => cells.sort_unstable_by_key(order),
        }
        Ok(cells)
    }
}

struct Search<'a> {
    lattice: &'a Lattice,
    shape: &'a Shape,
    around: f64,
    /// Boxes that may still be looked at.
    patience: AtomicI64,
}

/// A box of cells, from the first to before the end.
#[derive(Clone, Copy)]
struct Span {
    first: Cell,
    end: Cell,
}

/// What is known of a box of cells.
enum Verdict {
    /// All middles are inside.
    Inside,
    /// None is.
    Outside,
    /// Its halves are to be looked at.
    Mixed([Span; 2]),
}

impl Search<'_> {
    /// The cells of a box whose middles are inside.
    fn large(&self, span: Span) -> Result<Vec<Cell>, TooSparse> {
        let mut found = Vec::new();
        let mut visits = 1;
        let mut halves = None;
        if span.count() < SHARED as f64 {
            self.small(span, &mut found, &mut visits);
        } else {
            match self.verdict(&span) {
                Verdict::Outside => {}
                Verdict::Inside => found.extend(span.cells()),
                Verdict::Mixed(two) => halves = Some(two),
            }
        }
        if self.patience.fetch_sub(visits, Ordering::Relaxed) < visits {
            return Err(TooSparse);
        }
        if let Some([a, b]) = halves {
            let (a, b) = rayon::join(|| self.large(a), || self.large(b));
            found = a?;
            found.append(&mut b?);
        }
        Ok(found)
    }

    /// Adds the cells of a box whose middles are inside.
    fn small(&self, span: Span, found: &mut Vec<Cell>, visits: &mut i64) {
        *visits += 1;
        match self.verdict(&span) {
            Verdict::Outside => {}
            Verdict::Inside => found.extend(span.cells()),
            Verdict::Mixed(halves) => {
                for half in halves {
                    self.small(half, found, visits);
                }
            }
        }
    }

    fn verdict(&self, span: &Span) -> Verdict {
        let last = span.end.map(|e| e - 1);
        let (low, high) = (self.lattice.middle(span.first), self.lattice.middle(last));
        let reach = (high - low).scale(0.5).norm();
        let distance = self.shape.true_distance((low + high).scale(0.5)) - self.around;
        if distance <= -reach {
            return Verdict::Inside;
        }
        if distance > reach || span.first == last {
            return Verdict::Outside;
        }
        let length = |a: &usize| (last[*a] - span.first[*a]) as f64 * self.lattice.pitch[*a];
        let longest = (0..3).max_by(|a, b| length(a).total_cmp(&length(b)));
        Verdict::Mixed(span.halves(longest.unwrap_or(0)))
    }
}

impl Span {
    fn count(&self) -> f64 {
        let along = |a: usize| (self.end[a] - self.first[a]) as f64;
        along(0) * along(1) * along(2)
    }

    /// Its two halves along an axis.
    fn halves(&self, axis: usize) -> [Span; 2] {
        let middle = self.first[axis] + (self.end[axis] - self.first[axis]) / 2;
        let mut halves = [*self; 2];
        halves[0].end[axis] = middle;
        halves[1].first[axis] = middle;
        halves
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let Span { first, end } = *self;
        (first[2]..end[2]).flat_map(move |k| {
            (first[1]..end[1]).flat_map(move |j| (first[0]..end[0]).map(move |i| [i, j, k]))
        })
    }
}
