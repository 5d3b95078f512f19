//! Which solver a body's systems get.

use super::{General, LATTICE_SOLVERS, LatticeBlock, LatticeSolver, LatticeSolverKind, multigrid};
use crate::lattice::Lattice;
use plastica_linear::{SolverKind, cholesky, conjugate_gradients};

/// How systems are solved.
#[derive(Clone, Copy, Debug)]
pub enum SolverChoice {
    /// By size: see [`SolverChoice::build`].
    Automatic,
    /// One that needs nothing but the matrix.
    General(&'static SolverKind),
    /// One that needs the lattice.
    Lattice(&'static LatticeSolverKind),
}

/// All choices. Scene words, bench and tests follow from this list, which follows from those of the solvers.
pub const SOLVERS: [SolverChoice; COUNT] = choices();

const COUNT: usize = 1 + plastica_linear::SOLVERS.len() + LATTICE_SOLVERS.len();

const fn choices() -> [SolverChoice; COUNT] {
    let mut all = [SolverChoice::Automatic; COUNT];
    let general = plastica_linear::SOLVERS;
    let mut k = 1;
    while k < COUNT {
        all[k] = if k <= general.len() {
            SolverChoice::General(general[k - 1])
        } else {
            SolverChoice::Lattice(LATTICE_SOLVERS[k - 1 - general.len()])
        };
        k += 1;
    }
    all
}

impl SolverChoice {
    /// The choice of a name.
    pub fn named(name: &str) -> Option<Self> {
        SOLVERS.into_iter().find(|choice| choice.name() == name)
    }

    /// The word for it in scenes.
    pub const fn name(self) -> &'static str {
        match self {
            SolverChoice::Automatic => "automatic",
            SolverChoice::General(kind) => kind.name,
            SolverChoice::Lattice(kind) => kind.name,
        }
    }

    /// What it is, in a sentence.
    pub const fn doc(self) -> &'static str {
        match self {
            SolverChoice::Automatic => {
                "Chosen by size: factors for curves and not too large surfaces and solids, else multigrid; conjugate gradients where the matrix changes in every step."
            }
            SolverChoice::General(kind) => kind.doc,
            SolverChoice::Lattice(kind) => kind.doc,
        }
    }

    /// A solver that has no matrix yet.
    ///
    /// `Automatic` is Cholesky for curves, surfaces of up to 60,000 nodes and solids of up to 3,000, else multigrid: at 23,000 nodes of a
    /// surface a factor costs as much as two multigrid solutions and serves for many steps; those of solids fill in sooner. Blocks
    /// belong to the primary formulation, whose matrix changes in every step: conjugate gradients.
    pub fn build<B: LatticeBlock>(self, lattice: &Lattice) -> Box<dyn LatticeSolver<B>> {
        let dimensions = (0..3).filter(|&axis| lattice.counts[axis] > 1).count();
        let most = match dimensions {
            0 | 1 => usize::MAX,
            2 => 60_000,
            _ => 3000,
        };
        match self {
            SolverChoice::Automatic if B::ROWS == 3 && dimensions > 1 => {
                Box::new(General::new(conjugate_gradients::JACOBI))
            }
            SolverChoice::Automatic if lattice.len() <= most => {
                Box::new(General::new(cholesky::KIND))
            }
            SolverChoice::Automatic => B::lattice_solver(multigrid::KIND),
            SolverChoice::General(kind) => Box::new(General::new(kind)),
            SolverChoice::Lattice(kind) => B::lattice_solver(kind),
        }
    }
}

impl PartialEq for SolverChoice {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}
