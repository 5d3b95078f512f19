//! A matrix with its solver: prepared again only when something in it has changed.

use crate::external_forces::ExternalForces;
use crate::solve::{LatticeBlock, LatticeMatrix, LatticeSolver};
use crate::structure::Structure;
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

/// What a matrix M/h² + … is made for.
pub(crate) struct SystemInput<'a> {
    pub(crate) structure: &'a Structure,
    pub(crate) forces: &'a ExternalForces,
    /// Length of the implicit stage [s].
    pub(crate) h: f64,
    /// Factor of the stiffness.
    pub(crate) scale: f64,
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

    /// Makes the next step assemble and factorise the matrix again.
    pub(crate) fn invalidate(&mut self) {
        self.key = None;
    }

    /// Prepares the matrix if it was made for another stage: `stiffness` writes the elastic part, then masses and springs
    /// are added, and rows and columns of held nodes become those of the identity. Returns whether anything was done.
    pub(crate) fn prepare(
        &mut self,
        input: &SystemInput<'_>,
        stiffness: impl FnOnce(&mut SparseMatrix<B>),
    ) -> Result<bool, NotPositiveDefinite> {
        let SystemInput {
            structure,
            forces,
            h,
            scale,
        } = input;
        let key = (h.to_bits(), scale.to_bits());
        if self.key == Some(key) {
            return Ok(false);
        }
        stiffness(&mut self.matrix);
        for (i, mass) in structure.masses.iter().enumerate() {
            add_to_diagonal(&mut self.matrix, i, mass / (h * h));
        }
        for spring in &forces.springs {
            add_to_diagonal(&mut self.matrix, spring.node, spring.stiffness);
        }
        hold(&mut self.matrix, &forces.held);
        // Until the solver has taken the matrix over, nothing is prepared.
        self.key = None;
        let lattice = structure.lattice();
        let choice = structure.options.solver;
        let solver = (self.solver).get_or_insert_with(|| choice.build(lattice));
        solver.prepare(LatticeMatrix {
            lattice,
            fibres: &structure.topology.fibres,
            held: &forces.held,
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

/// Adds a multiple of the identity to a diagonal block.
fn add_to_diagonal<B: Block>(matrix: &mut SparseMatrix<B>, i: usize, value: f64) {
    let row = matrix.first[i]..matrix.first[i + 1];
    if let Ok(at) = matrix.columns[row.clone()].binary_search(&(i as u32)) {
        let entry = &mut matrix.values[row.start + at];
        *entry = entry.add(B::ONE.scale(value));
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
