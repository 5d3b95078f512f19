//! The two kernels, as positions among nodes and weights.

use plastica_tensor::Real;
use plastica_tensor::kernel::{cubic_b_spline, quadratic_b_spline};

/// A B-spline kernel. Lengths are in cells; a block has its origin at its first node.
pub(crate) trait BSpline: Copy + Send + Sync + 'static {
    /// Nodes per axis that a particle reaches.
    const WIDTH: usize;
    /// Nodes per axis that the particles of a block reach when each has moved by less than a cell
    /// since it was sorted into the block; the first lies at -1.
    const TILE: usize;
    /// 1/d where Σ w (xᵢ - x)² = d in each axis [JY17, Eq. 41].
    const INVERSE_MOMENT: f64;

    /// The first node that a particle reaches, its distance from that node, and its weights.
    fn weights<R: Real>(x: R) -> (R, R, [R; 4]);

    /// The kernel, integrated so many times from below up to a distance from its middle: a sum of truncated powers.
    #[inline(always)]
    fn integral<const TIMES: usize>(x: f64) -> f64 {
        let power = Self::WIDTH - 1 + TIMES;
        let (mut sum, mut binomial) = (0.0, 1.0);
        for k in 0..=Self::WIDTH {
            let ahead = (x + 0.5 * Self::WIDTH as f64 - k as f64).max(0.0);
            sum += (0..power).fold(binomial, |product, _| product * ahead);
            binomial *= -((Self::WIDTH - k) as f64) / (k + 1) as f64;
        }
        sum / (1..=power).product::<usize>() as f64
    }
}

/// The quadratic B-spline: three nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quadratic;

impl BSpline for Quadratic {
    const WIDTH: usize = 3;
    const TILE: usize = 8;
    const INVERSE_MOMENT: f64 = 4.0;

    #[inline(always)]
    fn weights<R: Real>(x: R) -> (R, R, [R; 4]) {
        let first = (x - R::one()).round();
        let fraction = x - first;
        let ([a, b, c], _) = quadratic_b_spline(fraction);
        (first, fraction, [a, b, c, R::zero()])
    }
}

/// The cubic B-spline: four nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cubic;

impl BSpline for Cubic {
    const WIDTH: usize = 4;
    const TILE: usize = 9;
    const INVERSE_MOMENT: f64 = 3.0;

    #[inline(always)]
    fn weights<R: Real>(x: R) -> (R, R, [R; 4]) {
        let first = (x - R::constant(1.5)).round();
        let fraction = x - first;
        let (weights, _) = cubic_b_spline(fraction - R::one());
        (first, fraction, weights)
    }
}
