//! Geometric multigrid on a lattice.
//!
//! Each level drops every second node along each long axis. Corrections are carried back one axis at a time: a node that was
//! dropped takes the mean of those before and behind it that it still hangs on by an intact fibre, so nothing
//! leaks across a cut, and without cuts the whole is the usual multilinear rule. Coarse matrices are Pᵀ A P: they
//! know of every weight and cut.

use super::{LatticeMatrix, LatticeSolver, LatticeSolverKind};
use crate::lattice::{Fibres, Lattice};
use plastica_linear::{
    Block, Field, NotPositiveDefinite, Order, Report, SkylineCholesky, Sor, SparseMatrix,
    Tolerance, combine, conjugate_gradients, fill, iterate,
};
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// Conjugate gradients, preconditioned by one symmetric cycle.
pub(super) const KIND: &LatticeSolverKind = &LatticeSolverKind {
    name: "multigrid",
    doc: "Conjugate gradients, preconditioned by a multigrid cycle.",
    scalar: || Box::new(Preconditioned::default()),
    blocks: || Box::new(Preconditioned::default()),
};

/// A level this small is solved directly.
const COARSEST: usize = 150;

/// How levels are gone through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// Times the next coarser level is visited: 1 for V, 2 for W.
    pub visits: usize,
    /// Sweeps before the correction.
    pub before: usize,
    /// Sweeps after it.
    pub after: usize,
    /// What a sweep is.
    pub smoother: Smoother,
}

/// What a sweep of a cycle is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Smoother {
    /// Gauss–Seidel by colours: the best for cycles alone.
    Colours,
    /// The same, but last colour first after the correction: a symmetric cycle, which may precondition conjugate gradients.
    Symmetric,
    /// Gauss–Seidel by number.
    Rising,
    /// Jacobi with this factor.
    Jacobi(f64),
}

impl Default for Cycle {
    fn default() -> Self {
        Cycle {
            visits: 1,
            before: 1,
            after: 1,
            smoother: Smoother::Symmetric,
        }
    }
}

/// Levels from fine to coarse.
#[derive(Clone, Debug)]
pub struct Multigrid<B> {
    levels: Vec<Level<B>>,
    coarsest: SparseMatrix<B>,
    direct: SkylineCholesky,
}

#[derive(Clone, Debug)]
struct Level<B> {
    /// `None` on the finest level, whose matrix the caller has.
    matrix: Option<SparseMatrix<B>>,
    sor: Sor<B>,
    /// To the next coarser level, one axis after the other.
    transfers: Vec<Transfer>,
    work: Work,
}

#[derive(Clone, Debug, Default)]
struct Work {
    residual: Field,
    stages: Vec<Field>,
    right: Field,
    correction: Field,
}

/// Interpolation along one axis.
#[derive(Clone, Debug)]
struct Transfer {
    /// For each fine node, up to two coarse nodes and their shares.
    parents: Vec<[(u32, f64); 2]>,
    /// The same by coarse node.
    first: Vec<usize>,
    children: Vec<(u32, f64)>,
}

impl<B: Block> Multigrid<B> {
    /// Levels for a matrix. Nodes that are held take no correction.
    pub fn new(
        lattice: &Lattice,
        fibres: &Fibres,
        held: &[bool],
        matrix: &SparseMatrix<B>,
    ) -> Result<Self, NotPositiveDefinite> {
        let (mut lattice, mut fibres, mut held) = (lattice.clone(), fibres.clone(), held.to_vec());
        let mut levels: Vec<Level<B>> = Vec::new();
        let mut own: Option<SparseMatrix<B>> = None;
        loop {
            let fine = own.as_ref().unwrap_or(matrix);
            let long = |axis: &usize| lattice.counts[*axis] >= 5;
            let axes: Vec<usize> = (0..3).filter(long).collect();
            if fine.len() <= COARSEST || axes.is_empty() {
                let coarsest = fine.clone();
                let direct = SkylineCholesky::of_all(&coarsest)?;
                return Ok(Multigrid {
                    levels,
                    coarsest,
                    direct,
                });
            }
            let mut transfers = Vec::new();
            let mut coarse: Option<SparseMatrix<B>> = None;
            for axis in axes {
                let transfer;
                (transfer, lattice, fibres, held) = coarsen(&lattice, &fibres, &held, axis);
                coarse = Some(transfer.galerkin(coarse.as_ref().unwrap_or(fine)));
                transfers.push(transfer);
            }
            levels.push(Level {
                sor: Sor::new(fine),
                matrix: own.take(),
                transfers,
                work: Work::default(),
            });
            own = coarse;
        }
    }

    /// How many levels, the directly solved one included.
    pub fn levels(&self) -> usize {
        self.levels.len() + 1
    }

    /// One cycle for A x = b.
    pub fn cycle(
        &mut self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        cycle: Cycle,
    ) {
        let coarsest = (&self.coarsest, &self.direct);
        descend(&mut self.levels, coarsest, matrix, b, (x, false), cycle);
    }

    /// One cycle from zero: a preconditioner.
    pub fn precondition(
        &mut self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        cycle: Cycle,
    ) {
        x.clear();
        x.resize(b.len(), Vec3::zero());
        let coarsest = (&self.coarsest, &self.direct);
        descend(&mut self.levels, coarsest, matrix, b, (x, true), cycle);
    }

    /// Solves A x = b from the x given by cycles alone.
    pub fn solve(
        &mut self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        tolerance: Tolerance,
        cycle: Cycle,
    ) -> Report {
        iterate(matrix, b, x, tolerance, |x| self.cycle(matrix, b, x, cycle))
    }
}

#[derive(Debug)]
struct Preconditioned<B>(Option<Multigrid<B>>);

impl<B> Default for Preconditioned<B> {
    fn default() -> Self {
        Preconditioned(None)
    }
}

impl<B: Block> LatticeSolver<B> for Preconditioned<B> {
    fn prepare(&mut self, system: LatticeMatrix<'_, B>) -> Result<(), NotPositiveDefinite> {
        let LatticeMatrix {
            lattice,
            fibres,
            held,
            matrix,
        } = system;
        self.0 = Some(Multigrid::new(lattice, fibres, held, matrix)?);
        Ok(())
    }

    fn solve(
        &mut self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        tolerance: Tolerance,
    ) -> Report {
        let Some(levels) = &mut self.0 else {
            return conjugate_gradients(matrix, b, x, tolerance, None);
        };
        let mut apply = |r: &[Vec3<f64>], z: &mut Field| {
            levels.precondition(matrix, r, z, Cycle::default());
        };
        conjugate_gradients(matrix, b, x, tolerance, Some(&mut apply))
    }
}

/// One cycle from an x, which may be known to be zero.
fn descend<B: Block>(
    levels: &mut [Level<B>],
    coarsest: (&SparseMatrix<B>, &SkylineCholesky),
    matrix: &SparseMatrix<B>,
    b: &[Vec3<f64>],
    (x, zero): (&mut Field, bool),
    cycle: Cycle,
) {
    let Some((level, rest)) = levels.split_first_mut() else {
        return coarsest.1.solve_field::<B>(b, x);
    };
    let Level {
        sor,
        transfers,
        work,
        ..
    } = level;
    let coloured = matches!(cycle.smoother, Smoother::Colours | Smoother::Symmetric);
    if zero && coloured && cycle.before == 1 {
        sor.sweep_from_zero(b, x, &mut work.residual);
    } else {
        let sweeps = (cycle.before, Order::Colours);
        smooth(sor, matrix, b, x, sweeps, cycle, work);
        matrix.residual(x, b, &mut work.residual);
    }
    work.stages.resize(transfers.len(), Field::new());
    for k in 0..transfers.len() {
        let (done, next) = work.stages.split_at_mut(k);
        let from = done.last().unwrap_or(&work.residual);
        transfers[k].restrict(from, &mut next[0]);
    }
    if let Some(last) = work.stages.last() {
        work.right.clone_from(last);
    }
    work.correction.clear();
    work.correction.resize(work.right.len(), Vec3::zero());
    for visit in 0..cycle.visits {
        let coarse = match rest.first_mut() {
            Some(next) => next.matrix.take(),
            None => None,
        };
        let next = coarse.as_ref().unwrap_or(coarsest.0);
        descend(
            rest,
            coarsest,
            next,
            &work.right,
            (&mut work.correction, visit == 0),
            cycle,
        );
        if let Some(next) = rest.first_mut() {
            next.matrix = coarse;
        }
    }
    for k in (0..transfers.len()).rev() {
        let stage = &mut work.stages[k];
        std::mem::swap(stage, &mut work.correction);
        transfers[k].carry(stage, &mut work.correction);
    }
    combine(x, 1.0, 1.0, &work.correction);
    smooth(
        sor,
        matrix,
        b,
        x,
        (cycle.after, Order::ColoursBack),
        cycle,
        work,
    );
}

fn smooth<B: Block>(
    sor: &Sor<B>,
    matrix: &SparseMatrix<B>,
    b: &[Vec3<f64>],
    x: &mut Field,
    (sweeps, order): (usize, Order),
    cycle: Cycle,
    work: &mut Work,
) {
    for _ in 0..sweeps {
        match cycle.smoother {
            Smoother::Colours => sor.sweep(matrix, b, x, 1.0, Order::Colours),
            Smoother::Symmetric => sor.sweep(matrix, b, x, 1.0, order),
            Smoother::Rising => sor.sweep(matrix, b, x, 1.0, Order::Rising),
            Smoother::Jacobi(omega) => sor.jacobi(matrix, b, x, omega, &mut work.residual),
        }
    }
}

impl Transfer {
    fn restrict(&self, fine: &[Vec3<f64>], coarse: &mut Field) {
        fill(coarse, self.first.len() - 1, |c| {
            (self.children[self.first[c]..self.first[c + 1]].iter())
                .fold(Vec3::zero(), |sum, &(i, share)| {
                    sum + fine[i as usize].scale(share)
                })
        });
    }

    fn carry(&self, coarse: &[Vec3<f64>], fine: &mut Field) {
        fill(fine, self.parents.len(), |i| {
            let [(a, p), (b, q)] = self.parents[i];
            coarse[a as usize].scale(p) + coarse[b as usize].scale(q)
        });
    }

    /// Pᵀ A P. A coarse node without children is coupled to itself only.
    fn galerkin<B: Block>(&self, fine: &SparseMatrix<B>) -> SparseMatrix<B> {
        let row = |c: usize| {
            let mut row: Vec<(u32, B)> = Vec::new();
            for &(i, share) in &self.children[self.first[c]..self.first[c + 1]] {
                for (j, a) in fine.row(i as usize) {
                    for &(d, other) in &self.parents[j] {
                        if other == 0.0 {
                            continue;
                        }
                        let part = a.scale(share * other);
                        match row.iter_mut().find(|entry| entry.0 == d) {
                            Some(entry) => entry.1 = entry.1.add(part),
                            None => row.push((d, part)),
                        }
                    }
                }
            }
            if row.is_empty() {
                row.push((c as u32, B::ONE));
            }
            row.sort_unstable_by_key(|entry| entry.0);
            row
        };
        let rows: Vec<_> = (0..self.first.len() - 1).into_par_iter().map(row).collect();
        SparseMatrix::from_rows(rows)
    }
}

/// Drops every second node along an axis.
fn coarsen(
    lattice: &Lattice,
    fibres: &Fibres,
    held: &[bool],
    axis: usize,
) -> (Transfer, Lattice, Fibres, Vec<bool>) {
    let mut coarse = lattice.clone();
    coarse.counts[axis] = lattice.counts[axis].div_ceil(2);
    let kept = |place: [usize; 3]| {
        let mut place = place;
        place[axis] /= 2;
        coarse.index(place) as u32
    };
    let mut parents = vec![[(0, 0.0); 2]; lattice.len()];
    for (i, parents) in parents.iter_mut().enumerate() {
        let place = lattice.place(i);
        if held[i] {
            continue;
        }
        if place[axis].is_multiple_of(2) {
            *parents = [(kept(place), 1.0), (0, 0.0)];
            continue;
        }
        let hangs = |from: Option<usize>, to: Option<usize>| {
            let fibre = from.filter(|&from| fibres.intact[axis][from]);
            fibre.and(to).map(|to| kept(lattice.place(to)))
        };
        let before = lattice.before(axis, i);
        let behind = lattice.next(axis, i);
        *parents = match (hangs(before, before), hangs(Some(i), behind)) {
            (Some(a), Some(b)) => [(a, 0.5), (b, 0.5)],
            (Some(a), None) | (None, Some(a)) => [(a, 1.0), (0, 0.0)],
            (None, None) => [(0, 0.0); 2],
        };
    }
    let original = |c: usize| {
        let mut place = coarse.place(c);
        place[axis] *= 2;
        lattice.index(place)
    };
    let mut thin = Fibres::none(&coarse);
    let mut fixed = vec![false; coarse.len()];
    for c in 0..coarse.len() {
        let i = original(c);
        fixed[c] = held[i];
        for other in 0..3 {
            let whole = fibres.intact[other][i];
            thin.intact[other][c] = if other == axis && lattice.counts[axis] > 1 {
                let next = lattice.next(axis, i);
                // The last fibre of a closed line with an odd count is a single one.
                let single = next.is_some_and(|j| lattice.place(j)[axis] == 0);
                whole && (single || next.is_some_and(|j| fibres.intact[axis][j]))
            } else {
                whole
            };
        }
    }
    let mut first = vec![0; coarse.len() + 1];
    let pairs = || {
        (parents.iter().enumerate()).flat_map(|(i, both)| both.iter().map(move |&(c, s)| (i, c, s)))
    };
    for (_, c, _) in pairs().filter(|pair| pair.2 != 0.0) {
        first[c as usize + 1] += 1;
    }
    for c in 0..coarse.len() {
        first[c + 1] += first[c];
    }
    let mut next = first.clone();
    let mut children = vec![(0, 0.0); first[coarse.len()]];
    for (i, c, share) in pairs().filter(|pair| pair.2 != 0.0) {
        children[next[c as usize]] = (i as u32, share);
        next[c as usize] += 1;
    }
    let transfer = Transfer {
        parents,
        first,
        children,
    };
    (transfer, coarse, thin, fixed)
}
