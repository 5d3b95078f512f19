//! Interpolation and smoothing kernels.
//!
//! The B-splines are those of grids; [`Poly6`] and [`Cosine`] are radial ones of particle methods.

use crate::Real;
use std::f64::consts::PI;

/// Weights of the three nodes around a point, and their derivatives by the point's position.
///
/// Positions are in units of the node spacing. Nodes are at 0, 1 and 2, and `x` in [½, 3/2] is the
/// position of the point among them: the middle node is the nearest.
#[inline(always)]
pub fn quadratic_b_spline<R: Real>(x: R) -> ([R; 3], [R; 3]) {
    let half = R::constant(0.5);
    let left = R::constant(1.5) - x;
    let middle = x - R::one();
    let right = x - half;
    (
        [
            left * left * half,
            middle.neg_mul_add(middle, R::constant(0.75)),
            right * right * half,
        ],
        [-left, middle.times(-2.0), right],
    )
}

/// Weights of the four nodes around a point, and their derivatives by the point's position
/// [JY17, Eq. 37].
///
/// Positions are in units of the node spacing. Nodes are at -1, 0, 1 and 2, and `x` in [0, 1] is the
/// position of the point among them.
#[inline(always)]
pub fn cubic_b_spline<R: Real>(x: R) -> ([R; 4], [R; 4]) {
    let one = R::one();
    let y = one - x;
    // |t|³/2 - t² + 2/3 for |t| ≤ 1 and (2 - |t|)³/6 for 1 ≤ |t| ≤ 2, t the distance to the node.
    let near = |t: R| (t * t).mul_add(t.times(0.5) - one, R::constant(2.0 / 3.0));
    let far = |t: R| (t * t * t).times(1.0 / 6.0);
    // Derivatives of the two by t.
    let near_slope = |t: R| t * t.mul_add(R::constant(1.5), R::constant(-2.0));
    let far_slope = |t: R| (t * t).times(0.5);
    (
        [far(y), near(x), near(y), far(x)],
        [-far_slope(y), near_slope(x), -near_slope(y), far_slope(x)],
    )
}

/// `W(r) = 315 / (64 π h⁹) (h² - r²)³` for r ≤ h [GB09, Eq. 7].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poly6 {
    /// Radius of support h [m].
    radius: f64,
}

impl Poly6 {
    /// With the given radius of support [m].
    pub fn new(radius: f64) -> Self {
        Poly6 { radius }
    }
    /// Radius of support [m].
    pub fn radius(&self) -> f64 {
        self.radius
    }
    /// W from the squared distance [1/m³]: no square root is needed.
    #[inline(always)]
    pub fn value<R: Real>(&self, distance_squared: R) -> R {
        let gap = self.gap(distance_squared);
        gap * gap * gap * R::constant(self.factor())
    }
    /// ∇W divided by the offset x whose squared length is given [1/m⁵]: ∇W = `gradient_factor` · x.
    #[inline(always)]
    pub fn gradient_factor<R: Real>(&self, distance_squared: R) -> R {
        let gap = self.gap(distance_squared);
        gap * gap * R::constant(-6.0 * self.factor())
    }
    #[inline(always)]
    fn gap<R: Real>(&self, distance_squared: R) -> R {
        (R::constant(self.radius * self.radius) - distance_squared).max(R::zero())
    }
    #[inline(always)]
    fn factor(&self) -> f64 {
        315.0 / (64.0 * PI * self.radius.powi(9))
    }
}

/// The kernel of SSP07, with a gradient that does not vanish at the centre [GB09, Eqs. 12–13]:
/// `W(r) = c (2h/π) (1 + cos((r + h) π / 2h))` for r ≤ h.
///
/// c = π / (8h⁴ (π/3 - 8/π + 16/π²)) makes its integral over space 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cosine {
    /// Radius of support h [m].
    radius: f64,
}

impl Cosine {
    /// With the given radius of support [m].
    pub fn new(radius: f64) -> Self {
        Cosine { radius }
    }
    /// Radius of support [m].
    pub fn radius(&self) -> f64 {
        self.radius
    }
    /// W at a distance [1/m³].
    #[inline(always)]
    pub fn value<R: Real>(&self, distance: R) -> R {
        // cos(a + π/2) = -sin a
        let (sine, _) = self.angle(distance).sin_cos();
        (R::one() - sine) * R::constant(self.factor() * 2.0 * self.radius / PI)
    }
    /// dW/dr at a distance [1/m⁴]: ∇W is this times the unit vector away from the centre.
    #[inline(always)]
    pub fn slope<R: Real>(&self, distance: R) -> R {
        let (_, cosine) = self.angle(distance).sin_cos();
        cosine * R::constant(-self.factor())
    }
    /// r π / 2h, kept within the support, at whose edge both value and slope vanish.
    #[inline(always)]
    fn angle<R: Real>(&self, distance: R) -> R {
        distance
            .min(R::constant(self.radius))
            .times(0.5 * PI / self.radius)
    }
    #[inline(always)]
    fn factor(&self) -> f64 {
        PI / (8.0 * self.radius.powi(4) * (PI / 3.0 - 8.0 / PI + 16.0 / (PI * PI)))
    }
}
