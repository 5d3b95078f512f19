//! Accuracy of the elementary functions of lanes, in units in the last place.

use crate::support::*;
use plastica_tensor::simd::Kernel;
use plastica_tensor::{Real, Scalar};

#[derive(Clone, Copy, Debug)]
enum Function {
    Ln,
    Ln1p,
    Exp,
    ExpM1,
    Sin,
    Cos,
    Rsqrt,
}

#[derive(Clone)]
struct Apply<'a>(Function, &'a [f64]);

impl<S: Scalar> Kernel<S> for Apply<'_> {
    /// Arguments as rounded, and values.
    type Output = Vec<(f64, f64)>;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Self::Output {
        let mut out = Vec::new();
        for chunk in self.1.chunks(R::LANES) {
            let x = R::from_fn(|l| S::from_f64(chunk[l % chunk.len()]));
            let y = match self.0 {
                Function::Ln => x.ln(),
                Function::Ln1p => x.ln_1p(),
                Function::Exp => x.exp(),
                Function::ExpM1 => x.exp_m1(),
                Function::Sin => x.sin_cos().0,
                Function::Cos => x.sin_cos().1,
                Function::Rsqrt => x.rsqrt(),
            };
            for l in 0..chunk.len() {
                out.push((x.lane(l).to_f64(), y.lane(l).to_f64()));
            }
        }
        out
    }
}

/// Distance between neighbouring numbers of the precision at hand, at x.
fn ulp<S: Scalar>(x: f64) -> f64 {
    let exponent = x.abs().max(S::TINY).log2().floor();
    exponent.exp2() * S::EPSILON
}

/// No value may be further than 3 units in the last place from the standard library's.
fn check<S: Scalar>(function: Function, reference: impl Fn(f64) -> f64, arguments: &[f64]) {
    on_every_register::<S, _>(Apply(function, arguments), |name, results| {
        let mut worst = (0.0, 0.0);
        for (x, y) in results {
            let expected = reference(x);
            let error = finite((y - expected).abs() / ulp::<S>(expected));
            if error > worst.0 {
                worst = (error, x);
            }
        }
        println!("{function:?} {name}: {:.2} ulp at {:e}", worst.0, worst.1);
        assert!(
            worst.0 <= 3.0,
            "{function:?} {name}: {:.2} ulp at {:e}",
            worst.0,
            worst.1
        );
    });
}

/// Uniform numbers of an interval.
fn uniform(random: &mut Random, low: f64, high: f64) -> Vec<f64> {
    (0..20_000).map(|_| random.range(low, high)).collect()
}

/// Numbers of all magnitudes between two.
fn magnitudes(random: &mut Random, low: f64, high: f64) -> Vec<f64> {
    (0..20_000)
        .map(|_| random.range(low.ln(), high.ln()).exp())
        .collect()
}

#[test]
fn logarithms() {
    let mut random = Random::new(6);
    let near_one = uniform(&mut random, 0.5, 2.0);
    let single = magnitudes(&mut random, 1.2e-38, 3e38);
    let double = magnitudes(&mut random, 1e-300, 1e300);
    check::<f32>(Function::Ln, f64::ln, &[&near_one[..], &single].concat());
    check::<f64>(Function::Ln, f64::ln, &[&near_one[..], &double].concat());

    let mut small = magnitudes(&mut random, 1e-30, 1.0);
    small.extend(magnitudes(&mut random, 1e-30, 0.999).iter().map(|x| -x));
    small.extend(magnitudes(&mut random, 1.0, 1e30));
    small.push(0.0);
    check::<f32>(Function::Ln1p, f64::ln_1p, &small);
    check::<f64>(Function::Ln1p, f64::ln_1p, &small);
}

#[test]
fn exponentials() {
    let mut random = Random::new(7);
    let mut small = magnitudes(&mut random, 1e-30, 1.0);
    small.extend(magnitudes(&mut random, 1e-30, 1.0).iter().map(|x| -x));
    small.push(0.0);
    let single = [&small[..], &uniform(&mut random, -87.0, 88.0)].concat();
    let double = [&small[..], &uniform(&mut random, -708.0, 709.0)].concat();
    for (function, reference) in [
        (Function::Exp, f64::exp as fn(f64) -> f64),
        (Function::ExpM1, f64::exp_m1),
    ] {
        check::<f32>(function, reference, &single);
        check::<f64>(function, reference, &double);
    }
}

#[test]
fn trigonometric() {
    let mut random = Random::new(8);
    let mut arguments = uniform(&mut random, -1e4, 1e4);
    arguments.extend(uniform(&mut random, -4.0, 4.0));
    arguments.extend(magnitudes(&mut random, 1e-20, 1.0));
    // The neighbourhood of the zeros, where the argument must be reduced to many digits.
    arguments.extend((-6000..6000).map(|n| n as f64 * std::f64::consts::FRAC_PI_2));
    for (function, reference) in [
        (Function::Sin, f64::sin as fn(f64) -> f64),
        (Function::Cos, f64::cos),
    ] {
        check::<f32>(function, reference, &arguments);
        check::<f64>(function, reference, &arguments);
    }
}

#[test]
fn inverse_square_root() {
    let mut random = Random::new(9);
    let mut single = magnitudes(&mut random, 1.2e-38, 3e38);
    let mut double = magnitudes(&mut random, 1e-300, 1e300);
    // Powers of two, where tables of first guesses begin and end.
    single.extend((-126..=127).map(|e| 2f64.powi(e)));
    double.extend((-1022..=1023).map(|e| 2f64.powi(e)));
    check::<f32>(Function::Rsqrt, |x| 1.0 / x.sqrt(), &single);
    check::<f64>(Function::Rsqrt, |x| 1.0 / x.sqrt(), &double);
}
