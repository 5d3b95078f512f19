//! A matrix with its solver: prepared again only when something in it has changed.

use crate::lattice::{Fibres, Lattice};
use crate::options::Options;
use crate::solve::{LatticeBlock, LatticeMatrix, LatticeSolver};
use plastica_linear::{
    Block, Field, NotPositiveDefinite, Report, SparseMatrix, Tolerance, combine, dot, norm,
};
use plastica_tensor::Vec3;

/// A system that is solved step after step.
#[derive(Debug)]
pub(crate) struct System<B> {
    pub(crate) matrix: SparseMatrix<B>,
    solver: Option<Box<dyn LatticeSolver<B>>>,
    /// What the matrix was made from.
    key: Option<(u64, u64)>,
    /// How the last solution went.
    pub(crate) report: Report,
}

/// On what a system stands.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) lattice: &'a Lattice,
    pub(crate) fibres: &'a Fibres,
    pub(crate) held: &'a [bool],
    pub(crate) options: &'a Options,
}

impl<B: LatticeBlock> System<B> {
    pub(crate) fn new(pattern: SparseMatrix<B>) -> Self {
        System {
            matrix: pattern,
            solver: None,
            key: None,
            report: Report::default(),
        }
    }

    /// Forgets the matrix.
    pub(crate) fn change(&mut self) {
        self.key = None;
    }

    /// Prepares the matrix: `fill` writes it if it was made from something else. Rows and columns of nodes that are
    /// held become those of the identity. Returns whether anything was done.
    pub(crate) fn prepare(
        &mut self,
        ground: Ground<'_>,
        (step, scale): (f64, f64),
        fill: impl FnOnce(&mut SparseMatrix<B>),
    ) -> Result<bool, NotPositiveDefinite> {
        let key = (step.to_bits(), scale.to_bits());
        if self.key == Some(key) {
            return Ok(false);
        }
        fill(&mut self.matrix);
        hold(&mut self.matrix, ground.held);
        // Until the solver has taken the matrix over, nothing is prepared.
        self.key = None;
        let Ground {
            lattice,
            fibres,
            held,
            options,
        } = ground;
        let solver = (self.solver).get_or_insert_with(|| options.solver.build(lattice));
        solver.prepare(LatticeMatrix {
            lattice,
            fibres,
            held,
            matrix: &self.matrix,
        })?;
        self.key = Some(key);
        Ok(true)
    }

    /// Solves A x = b unless the x given is good enough. Does not count as the solution of the step.
    pub(crate) fn improve(&mut self, b: &[Vec3<f64>], x: &mut Field, tolerance: Tolerance) {
        let mut residual = Field::new();
        self.matrix.residual(x, b, &mut residual);
        if norm(&residual) > tolerance.residual(b) {
            let report = self.report;
            let second = self.solve(b, x, tolerance);
            self.report = report;
            self.report.converged &= second.converged;
        }
    }

    /// Moves the initial guess x along a direction to where the residual of A x = b is least; direct solvers need none.
    pub(crate) fn improve_initial_guess(
        &self,
        b: &[Vec3<f64>],
        x: &mut Field,
        along: &[Vec3<f64>],
    ) {
        if self.solver.as_ref().is_none_or(|s| s.is_direct()) {
            return;
        }
        let (mut residual, mut product) = (Field::new(), Field::new());
        self.matrix.residual(x, b, &mut residual);
        self.matrix.times(along, &mut product);
        let size = dot(&product, &product);
        if size > 0.0 {
            combine(x, 1.0, dot(&product, &residual) / size, along);
        }
    }

    /// Solves A x = b from the x given.
    pub(crate) fn solve(&mut self, b: &[Vec3<f64>], x: &mut Field, tolerance: Tolerance) -> Report {
        let report = match &mut self.solver {
            Some(solver) => solver.solve(&self.matrix, b, x, tolerance),
            None => Report::default(),
        };
        self.report = report;
        report
    }
}

/// Takes nodes that are held out of a system: their rows and columns become those of the identity.
pub fn hold<B: Block>(matrix: &mut SparseMatrix<B>, held: &[bool]) {
    if !held.contains(&true) {
        return;
    }
    for i in 0..matrix.len() {
        for k in matrix.first[i]..matrix.first[i + 1] {
            let j = matrix.columns[k] as usize;
            if held[i] || held[j] {
                matrix.values[k] = if i == j { B::ONE } else { B::ZERO };
            }
        }
    }
}
