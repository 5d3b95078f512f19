//! A comparator [GB09, Fig. 8]: as in the paper, but Green's strains of steps are added up. Right for slight
//! deformation; does not find back from a large one.

use plastica_tensor::{Mat3, Real, Sym3};

/// Strain so far plus that of a step.
#[inline(always)]
pub(crate) fn compose<R: Real>(strain: &Mat3<R>, moved: &Mat3<R>) -> Mat3<R> {
    let green = moved.transpose_mul_self() - Sym3::identity();
    *strain + green.scale(R::constant(0.5)).to_mat()
}
