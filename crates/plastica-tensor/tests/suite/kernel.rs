//! Identities of the interpolation and smoothing kernels.
// VERIFY A28

use crate::support::Random;
use plastica_tensor::kernel::{Cosine, Poly6, cubic_b_spline, quadratic_b_spline};

const TOLERANCE: f64 = 1e-13;

/// Sum of weights, first and second moment about the point, sum of slopes, first moment of slopes.
fn moments(nodes: &[f64], weights: &[f64], slopes: &[f64], x: f64) -> [f64; 5] {
    let mut sums = [0.0; 5];
    for ((&node, &w), &s) in nodes.iter().zip(weights).zip(slopes) {
        let offset = node - x;
        for (sum, term) in sums
            .iter_mut()
            .zip([w, w * offset, w * offset * offset, s, s * offset])
        {
            *sum += term;
        }
    }
    sums
}

fn assert_moments(actual: [f64; 5], second: f64) {
    for (a, e) in actual.into_iter().zip([1.0, 0.0, second, 0.0, 1.0]) {
        assert!((a - e).abs() < TOLERANCE, "{actual:?}");
    }
}

#[test]
fn b_splines_reproduce_polynomials() {
    let mut random = Random::new(10);
    for _ in 0..10_000 {
        let x = random.range(0.5, 1.5);
        let (weights, slopes) = quadratic_b_spline(x);
        assert_moments(moments(&[0.0, 1.0, 2.0], &weights, &slopes, x), 1.0 / 4.0);
        let x = random.unit();
        let (weights, slopes) = cubic_b_spline(x);
        assert_moments(
            moments(&[-1.0, 0.0, 1.0, 2.0], &weights, &slopes, x),
            1.0 / 3.0,
        );
    }
}

/// Weights handed from one set of nodes to the next join without a jump.
#[test]
fn b_splines_are_continuous() {
    let ((a, da), (b, db)) = (quadratic_b_spline(1.5f64), quadratic_b_spline(0.5));
    for i in 0..2 {
        assert!((a[i + 1] - b[i]).abs() < TOLERANCE && (da[i + 1] - db[i]).abs() < TOLERANCE);
    }
    assert_eq!((a[0], b[2]), (0.0, 0.0));
    let ((a, da), (b, db)) = (cubic_b_spline(1.0f64), cubic_b_spline(0.0));
    for i in 0..3 {
        assert!((a[i + 1] - b[i]).abs() < TOLERANCE && (da[i + 1] - db[i]).abs() < TOLERANCE);
    }
    assert_eq!((a[0], b[3]), (0.0, 0.0));
}

/// ∫₀ʰ f(r) dr by Gauss's rule of five points on 64 intervals, exact far beyond the tolerance.
fn integral(h: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (a, b) = (
        (5.0f64 - 2.0 * (10.0f64 / 7.0).sqrt()).sqrt() / 3.0,
        (5.0f64 + 2.0 * (10.0f64 / 7.0).sqrt()).sqrt() / 3.0,
    );
    let (wa, wb) = (
        (322.0 + 13.0 * 70f64.sqrt()) / 900.0,
        (322.0 - 13.0 * 70f64.sqrt()) / 900.0,
    );
    let half = h / 128.0;
    let mut sum = 0.0;
    for i in 0..64 {
        let middle = (2 * i + 1) as f64 * half;
        for (x, w) in [(0.0, 128.0 / 225.0), (a, wa), (-a, wa), (b, wb), (-b, wb)] {
            sum += w * half * f(middle + x * half);
        }
    }
    sum
}

#[test]
fn radial_kernels_integrate_to_one() {
    let sphere = |r: f64| 4.0 * std::f64::consts::PI * r * r;
    for h in [0.03, 1.0, 7.0] {
        let poly6 = Poly6::new(h);
        let total = integral(h, |r| sphere(r) * poly6.value(r * r));
        assert!((total - 1.0).abs() < TOLERANCE, "poly6: {total}");
        // The normalisation printed in [GB09, Eq. 13] is right.
        let cosine = Cosine::new(h);
        let total = integral(h, |r| sphere(r) * cosine.value(r));
        assert!((total - 1.0).abs() < TOLERANCE, "cosine: {total}");
    }
}

#[test]
fn radial_slopes_are_derivatives() {
    let mut random = Random::new(11);
    let (poly6, cosine) = (Poly6::new(1.3), Cosine::new(1.3));
    let step = 1e-5;
    let difference = |f: &dyn Fn(f64) -> f64, r: f64| (f(r + step) - f(r - step)) / (2.0 * step);
    for _ in 0..1000 {
        let r = random.range(0.01, 1.5);
        let slope = poly6.gradient_factor(r * r) * r;
        assert!((slope - difference(&|r| poly6.value(r * r), r)).abs() < 1e-7);
        assert!((cosine.slope(r) - difference(&|r| cosine.value(r), r)).abs() < 1e-5);
    }
}

/// Nothing beyond the support; at the centre the cosine kernel still pushes.
#[test]
fn radial_support() {
    let (poly6, cosine) = (Poly6::new(0.5), Cosine::new(0.5));
    assert_eq!((poly6.value(0.26), poly6.gradient_factor(0.26)), (0.0, 0.0));
    assert!(cosine.value(0.6f64).abs() < TOLERANCE && cosine.slope(0.6f64).abs() < TOLERANCE);
    assert!(cosine.slope(0.0) < -1.0);
}
