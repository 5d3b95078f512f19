//! A matrix with its solver: prepared again only when something in it has changed, and believed only as far as the residual
//! allows. A ≥ M/h², so what a residual r leaves of error in the places is at most h² r/m, whatever the stiffness: an
//! iteration that has not got there gives way to factors, and factors that have not either refuse the step.

use crate::external_forces::ExternalForces;
use crate::solve::{LatticeBlock, LatticeMatrix, LatticeSolver};
use crate::structure::Structure;
use crate::unsolved::Unsolved;
use plastica_linear::{
    Block, Cholesky, Field, NotPositiveDefinite, Report, Solver, SparseMatrix, Tolerance, combine,
    dot, norm,
};
use plastica_tensor::Vec3;

/// The largest error of a solution that is believed, over the displacement that it is part of.
const BELIEVED: f64 = 1e-3;

/// The same over the size of the body, where hardly anything moves.
const BELIEVED_AT_REST: f64 = 1e-5;

/// Numbers that a factor may have which takes the place of an iteration: 1 GiB.
const MOST_NUMBERS: usize = 1 << 27;

/// A system that is solved step after step.
#[derive(Debug)]
pub(crate) struct System<B> {
    pub(crate) matrix: SparseMatrix<B>,
    solver: Option<Box<dyn LatticeSolver<B>>>,
    /// Factors in its place, once it has failed.
    factors: Cholesky,
    /// Whether it has; part of the state, since results depend on it.
    pub(crate) by_factors: bool,
    /// What the matrix was made from.
    key: Option<(u64, u64)>,
    /// m/h² of nodes that move: what A is at least [kg/s²].
    inertia: Vec<f64>,
    /// Size of the body [m].
    extent: f64,
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
            factors: Cholesky::default(),
            by_factors: false,
            key: None,
            inertia: Vec::new(),
            extent: 0.0,
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
        let moves = structure.masses.iter().zip(&forces.held);
        self.inertia = moves
            .map(|(mass, held)| if *held { 1.0 } else { mass / (h * h) })
            .collect();
        self.extent = structure.extent();
        // Until the solver has taken the matrix over, nothing is prepared.
        self.key = None;
        if self.by_factors {
            self.factors.prepare(&self.matrix)?;
        } else {
            let lattice = structure.lattice();
            let choice = structure.options.solver;
            let solver = (self.solver).get_or_insert_with(|| choice.build(lattice));
            solver.prepare(LatticeMatrix {
                lattice,
                fibres: &structure.topology.fibres,
                held: &forces.held,
                matrix: &self.matrix,
            })?;
        }
        self.key = Some(key);
        Ok(true)
    }

    /// Solves A x = b unless the x given is good enough. Does not count as the solution of the step.
    pub(crate) fn improve(
        &mut self,
        b: &[Vec3<f64>],
        x: &mut Field,
        tolerance: Tolerance,
    ) -> Result<(), Unsolved> {
        let mut residual = Field::new();
        self.matrix.residual(x, b, &mut residual);
        if norm(&residual) > tolerance.residual(b) {
            let report = self.report;
            self.solve(b, x, tolerance, 0.0)?;
            self.report = report;
        }
        Ok(())
    }

    /// Moves the initial guess x along a direction to where the residual of A x = b is least; direct solvers need none.
    pub(crate) fn improve_initial_guess(
        &self,
        b: &[Vec3<f64>],
        x: &mut Field,
        along: &[Vec3<f64>],
    ) {
        if self.by_factors || self.solver.as_ref().is_none_or(|s| s.is_direct()) {
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

    /// Solves A x = b from the x given; `beside` is the size of the displacement that x is a correction of ([`System::size`]).
    pub(crate) fn solve(
        &mut self,
        b: &[Vec3<f64>],
        x: &mut Field,
        tolerance: Tolerance,
        beside: f64,
    ) -> Result<(), Unsolved> {
        let mut tried = Report::default();
        if let Some(solver) = self.solver.as_mut().filter(|_| !self.by_factors) {
            self.report = solver.solve(&self.matrix, b, x, tolerance);
            tried = self.report;
            if self.error(b, x) <= self.believed(x, beside) {
                return Ok(());
            }
            if self.factors.forecast(&self.matrix) > MOST_NUMBERS {
                return Err(self.refused(b, x, beside, tried));
            }
            self.factors.prepare(&self.matrix)?;
            self.by_factors = true;
        }
        self.report = self.factors.solve(&self.matrix, b, x, tolerance);
        if self.error(b, x) > self.believed(x, beside) {
            self.refine(b, x, tolerance);
        }
        if self.error(b, x) <= self.believed(x, beside) {
            return Ok(());
        }
        Err(self.refused(b, x, beside, tried))
    }

    /// One correction by what the factors have left of the residual.
    fn refine(&mut self, b: &[Vec3<f64>], x: &mut Field, tolerance: Tolerance) {
        let (mut residual, mut correction) = (Field::new(), Field::new());
        self.matrix.residual(x, b, &mut residual);
        (self.factors).solve(&self.matrix, &residual, &mut correction, tolerance);
        combine(x, 1.0, 1.0, &correction);
    }

    /// The most that A⁻¹ makes of the residual, in the norm of [`System::size`]; not a number if x is not finite.
    fn error(&self, b: &[Vec3<f64>], x: &[Vec3<f64>]) -> f64 {
        let mut residual = Field::new();
        self.matrix.residual(x, b, &mut residual);
        let parts = residual.iter().zip(&self.inertia);
        parts.map(|(r, a)| r.norm_squared() / a).sum::<f64>().sqrt()
    }

    /// √Σ m x²/h²: how large a displacement is.
    pub(crate) fn size(&self, x: &[Vec3<f64>]) -> f64 {
        let parts = x.iter().zip(&self.inertia);
        parts.map(|(x, a)| x.norm_squared() * a).sum::<f64>().sqrt()
    }

    /// The largest error that is believed, in the same norm.
    fn believed(&self, x: &[Vec3<f64>], beside: f64) -> f64 {
        let all: f64 = self.inertia.iter().sum();
        let at_rest = BELIEVED_AT_REST * self.extent * all.sqrt();
        at_rest.max(BELIEVED * self.size(x).max(beside))
    }

    /// What is told of a solution that is not believed.
    fn refused(&self, b: &[Vec3<f64>], x: &[Vec3<f64>], beside: f64, tried: Report) -> Unsolved {
        let all: f64 = self.inertia.iter().sum();
        Unsolved::Inaccurate {
            iterations: tried.iterations,
            error: self.error(b, x) / all.sqrt(),
            most: self.believed(x, beside) / all.sqrt(),
        }
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
