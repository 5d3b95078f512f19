//! Conjugate gradients, plain or preconditioned.

use crate::block::Block;
use crate::field::{Field, combine, dot, fill, norm};
use crate::matrix::SparseMatrix;
use crate::solver::{NotPositiveDefinite, Solver, SolverKind};
use crate::tolerance::{Report, Tolerance};
use plastica_tensor::Vec3;

/// Preconditioned by the diagonal.
pub const JACOBI: &SolverKind = &SolverKind {
    name: "conjugate-gradients",
    doc: "Conjugate gradients, preconditioned by the diagonal.",
    scalar: || Box::new(Jacobi::default()),
    blocks: || Box::new(Jacobi::default()),
};

/// Without a preconditioner.
pub const PLAIN: &SolverKind = &SolverKind {
    name: "conjugate-gradients-plain",
    doc: "Conjugate gradients without a preconditioner.",
    scalar: || Box::new(Plain),
    blocks: || Box::new(Plain),
};

/// Applies an approximate, symmetric, positive inverse of the matrix: writes z ≈ A⁻¹ r for a residual r.
pub type Preconditioner<'a> = &'a mut dyn FnMut(&[Vec3<f64>], &mut Field);

/// Solves A x = b from the initial guess in x.
pub fn conjugate_gradients<B: Block>(
    matrix: &SparseMatrix<B>,
    b: &[Vec3<f64>],
    x: &mut Field,
    tolerance: Tolerance,
    mut preconditioner: Option<Preconditioner<'_>>,
) -> Report {
    let wanted = tolerance.residual(b);
    let (mut residual, mut product) = (Field::new(), Field::new());
    matrix.residual(x, b, &mut residual);
    let mut z = residual.clone();
    if let Some(apply) = &mut preconditioner {
        apply(&residual, &mut z);
    }
    let mut direction = z.clone();
    let mut gain = dot(&residual, &z);
    let mut iterations = 0;
    let mut size = norm(&residual);
    while size > wanted && iterations < tolerance.max_iterations {
        matrix.times(&direction, &mut product);
        let curvature = dot(&direction, &product);
        // Not positive definite, or the residual is nothing but rounding: the report says how far it came.
        if !(curvature > 0.0) {
            break;
        }
        let step = gain / curvature;
        combine(x, 1.0, step, &direction);
        combine(&mut residual, 1.0, -step, &product);
        match &mut preconditioner {
            Some(apply) => apply(&residual, &mut z),
            None => z.clone_from(&residual),
        }
        let next = dot(&residual, &z);
        combine(&mut direction, next / gain, 1.0, &z);
        gain = next;
        size = norm(&residual);
        iterations += 1;
    }
    Report::iterative(iterations, size, wanted)
}

#[derive(Debug)]
struct Plain;

impl<B: Block> Solver<B> for Plain {
    fn prepare(&mut self, _: &SparseMatrix<B>) -> Result<(), NotPositiveDefinite> {
        Ok(())
    }

    fn solve(
        &mut self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        tolerance: Tolerance,
    ) -> Report {
        conjugate_gradients(matrix, b, x, tolerance, None)
    }
}

/// D⁻¹.
#[derive(Debug)]
struct Jacobi<B>(Vec<B>);

impl<B> Default for Jacobi<B> {
    fn default() -> Self {
        Jacobi(Vec::new())
    }
}

impl<B: Block> Solver<B> for Jacobi<B> {
    fn prepare(&mut self, matrix: &SparseMatrix<B>) -> Result<(), NotPositiveDefinite> {
        self.0 = matrix.inverse_diagonal();
        Ok(())
    }

    fn solve(
        &mut self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        tolerance: Tolerance,
    ) -> Report {
        let mut apply = |r: &[Vec3<f64>], z: &mut Field| {
            fill(z, r.len(), |i| self.0[i].apply(r[i]));
        };
        conjugate_gradients(matrix, b, x, tolerance, Some(&mut apply))
    }
}
