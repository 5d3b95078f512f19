//! Every register type does to each lane what the scalar does, bit for bit where no rounding is
//! left to choice.

use crate::support::*;
use plastica_tensor::simd::{Kernel, Level, Width, dispatch};
use plastica_tensor::{Mask, Real, Scalar};

macro_rules! operations {
    ($($name:ident)+) => {
        /// One operation on three numbers.
        #[derive(Clone, Copy, Debug)]
        enum Operation {
            $($name),+
        }
        const OPERATIONS: &[Operation] = &[$(Operation::$name),+];
    };
}
operations! {
    Add Sub Mul Div Neg Sqrt Abs
    Min Max FlipSign Round Less LessOrEqual Greater
    GreaterOrEqual Mantissa Exponent ScaleExponent MaskLogic Assign Clamp
}

impl Operation {
    #[inline(always)]
    fn apply<R: Real>(self, x: R, y: R, z: R) -> R {
        let choose = |mask| R::select(mask, y, z);
        match self {
            Operation::Add => x + y,
            Operation::Sub => x - y,
            Operation::Mul => x * y,
            Operation::Div => x / y,
            Operation::Neg => -x,
            Operation::Sqrt => x.abs().sqrt(),
            Operation::Abs => x.abs(),
            Operation::Min => x.min(y),
            Operation::Max => x.max(y),
            Operation::FlipSign => x.flip_sign(y),
            Operation::Round => x.round(),
            Operation::Less => choose(x.lt(y)),
            Operation::LessOrEqual => choose(x.le(y)),
            Operation::Greater => choose(x.gt(y)),
            Operation::GreaterOrEqual => choose(x.ge(y)),
            Operation::Mantissa => x.abs().max(R::tiny()).split_exponent().0,
            Operation::Exponent => x.abs().max(R::tiny()).split_exponent().1,
            Operation::ScaleExponent => {
                x.scale_exponent(y.round().clamp(R::constant(-100.0), R::constant(100.0)))
            }
            Operation::MaskLogic => {
                let never = R::Mask::splat(false);
                choose((x.lt(y) & !y.lt(z)) | (x.lt(z) & R::Mask::splat(true)) | never)
            }
            Operation::Assign => {
                let mut sum = x;
                sum += y;
                sum -= z;
                sum
            }
            Operation::Clamp => x.clamp(y, z),
        }
    }
}

#[derive(Clone)]
struct Apply<'a>(Operation, &'a [[f64; 3]]);

impl<S: Scalar> Kernel<S> for Apply<'_> {
    type Output = Vec<f64>;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Vec<f64> {
        let mut out = Vec::new();
        let mut lanes = vec![S::default(); R::LANES];
        for chunk in self.1.chunks_exact(R::LANES) {
            let [x, y, z] = [0, 1, 2].map(|k| R::from_fn(|l| S::from_f64(chunk[l][k])));
            let result = self.0.apply(x, y, z);
            result.store(&mut lanes);
            assert_eq!(
                R::load(&lanes).lane(R::LANES - 1).to_f64().to_bits(),
                lanes[R::LANES - 1].to_f64().to_bits()
            );
            out.extend(lanes.iter().map(|x| x.to_f64()));
        }
        out
    }
}

/// Ordinary numbers mixed with zeros of both signs, halves, infinities and what is not a number.
fn triples() -> Vec<[f64; 3]> {
    let mut random = Random::new(12);
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -1.5,
        2.5,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    (0..4096)
        .map(|_| {
            [0; 3].map(|_| match random.range(0.0, 4.0) {
                pick if pick < 1.0 => special[(pick * special.len() as f64) as usize],
                pick if pick < 2.0 => random.range(-1000.0, 1000.0),
                pick if pick < 3.0 => random.range(-60.0, 60.0).exp(),
                _ => random.range(-2.0, 2.0),
            })
        })
        .collect()
}

fn check<S: Scalar>(operation: Operation) {
    let mut triples = triples();
    // Rounding and exponents are defined for moderate and finite numbers.
    let moderate = |x: f64| x.abs() < 2f64.powi(22);
    match operation {
        Operation::Round => triples.retain(|t| moderate(t[0])),
        Operation::ScaleExponent => triples.retain(|t| moderate(t[1])),
        Operation::Mantissa | Operation::Exponent => triples.retain(|t| t[0].is_finite()),
        _ => {}
    }
    triples.truncate(triples.len() / 16 * 16);
    let expected = Kernel::<S>::run::<S>(Apply(operation, &triples));
    on_every_register::<S, _>(Apply(operation, &triples), |name, actual| {
        for ((a, e), t) in actual.iter().zip(&expected).zip(&triples) {
            // Zeros may differ in sign, and values that are not numbers in their bits.
            let same = a == e || (a.is_nan() && e.is_nan());
            assert!(same, "{operation:?} {name} of {t:?}: {a:e} and not {e:e}");
        }
    });
}

#[test]
fn operations() {
    for &operation in OPERATIONS {
        check::<f32>(operation);
        check::<f64>(operation);
    }
}

/// The scalar operations themselves, which the others are compared with.
#[test]
fn scalar_definitions() {
    assert_eq!(Real::round(2.5f32), 2.0);
    assert_eq!(Real::round(-3.5f64), -4.0);
    assert_eq!(Real::flip_sign(3.0f64, -0.0), -3.0);
    assert!(Real::min(1.0f64, f64::NAN).is_nan() && Real::max(f64::NAN, 2.0f64) == 2.0);
    // Mantissas reach from √½ to √2, and the two parts make the number again. The power is applied
    // in halves because that of the whole exponent may overflow.
    let bounds = std::f64::consts::FRAC_1_SQRT_2..std::f64::consts::SQRT_2;
    for x in [1e-37, 0.7, 0.707, 0.708, 1.0, 1.414, 1.415, 12.0, 3e38] {
        let (m, e) = (x as f32).split_exponent();
        let half = Real::round(e * 0.5);
        assert!(bounds.contains(&f64::from(m)), "{x}: {m}");
        assert_eq!(m.scale_exponent(half).scale_exponent(e - half), x as f32);
        let (m, e) = x.split_exponent();
        assert!(bounds.contains(&m), "{x}: {m}");
        assert_eq!(m.scale_exponent(e), x);
    }
}

/// Fused or not, a product and a sum agree to one rounding of the product.
#[derive(Clone)]
struct MulAdd<'a>(&'a [[f64; 3]]);

impl<S: Scalar> Kernel<S> for MulAdd<'_> {
    type Output = Vec<[f64; 2]>;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Self::Output {
        let mut out = Vec::new();
        for chunk in self.0.chunks_exact(R::LANES) {
            let [x, y, z] = [0, 1, 2].map(|k| R::from_fn(|l| S::from_f64(chunk[l][k])));
            let (plus, minus) = (x.mul_add(y, z), x.neg_mul_add(y, z));
            out.extend((0..R::LANES).map(|l| [plus, minus].map(|x| x.lane(l).to_f64())));
        }
        out
    }
}

#[test]
fn products_and_sums() {
    let mut random = Random::new(13);
    let triples: Vec<_> = (0..1024)
        .map(|_| [0; 3].map(|_| f64::from(random.range(-2.0, 2.0) as f32)))
        .collect();
    on_every_register::<f32, _>(MulAdd(&triples), |name, results| {
        for ([plus, minus], [x, y, z]) in results.iter().zip(&triples) {
            let bound = f64::from(f32::EPSILON) * (2.0 * (x * y).abs() + z.abs());
            assert!((plus - (x * y + z)).abs() <= bound, "{name}");
            assert!((minus - (z - x * y)).abs() <= bound, "{name}");
        }
    });
}

/// Masks answer for each lane.
#[derive(Clone)]
struct Masks;

impl<S: Scalar> Kernel<S> for Masks {
    type Output = usize;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> usize {
        let index = R::from_fn(|l| S::from_f64(l as f64));
        for limit in 0..=R::LANES {
            let mask = index.lt(R::constant(limit as f64));
            assert_eq!((mask.any(), mask.all()), (limit > 0, limit == R::LANES));
            assert_eq!(
                ((!mask).any(), (!mask).all()),
                (limit < R::LANES, limit == 0)
            );
            for l in 0..R::LANES {
                assert_eq!((mask.lane(l), (!mask).lane(l)), (l < limit, l >= limit));
            }
        }
        for value in [true, false] {
            let mask = R::Mask::splat(value);
            assert!(mask.all() == value && mask.any() == value);
        }
        assert_eq!(R::default().lane(R::LANES - 1).to_f64(), 0.0);
        R::LANES
    }
}

#[test]
fn masks_and_widths() {
    on_every_register::<f32, _>(Masks, |name, lanes| {
        assert_eq!(
            lanes,
            if name == "f32" {
                1
            } else if name.contains("Narrow") {
                8
            } else {
                16
            }
        );
    });
    on_every_register::<f64, _>(Masks, |name, lanes| {
        assert_eq!(
            lanes,
            if name == "f64" {
                1
            } else if name.contains("Narrow") {
                4
            } else {
                8
            }
        );
    });
    for level in Level::available() {
        let native = dispatch::<f32, _>(level, Width::Native, Masks);
        assert_eq!(native, if level == Level::Avx512 { 16 } else { 8 });
    }
}

#[test]
fn levels() {
    let available: Vec<_> = Level::available().collect();
    println!("this processor has {available:?}");
    assert_eq!(available[0], Level::Portable);
    assert_eq!(available.last(), Some(&Level::best()));
}

/// A level the processor lacks is refused, not run.
#[test]
fn missing_levels_panic() {
    for level in [Level::Avx2, Level::Avx512] {
        if !level.is_available() {
            let refused =
                std::panic::catch_unwind(|| dispatch::<f32, _>(level, Width::Wide, Masks));
            assert!(refused.is_err(), "{level:?}");
        }
    }
}

/// Slices shorter than a register are refused.
#[derive(Clone)]
struct ShortLoad;

impl<S: Scalar> Kernel<S> for ShortLoad {
    type Output = bool;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> bool {
        let short = vec![S::default(); R::LANES - 1];
        let refused = |action: &dyn Fn()| {
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(action)).is_err()
        };
        refused(&|| assert!(R::load(&short).lane(0) == S::default()))
            && refused(&|| R::zero().store(&mut short.clone()))
    }
}

#[test]
fn short_slices_panic() {
    on_every_register::<f32, _>(ShortLoad, |name, refused| assert!(refused, "{name}"));
    on_every_register::<f64, _>(ShortLoad, |name, refused| assert!(refused, "{name}"));
}

/// The operations on groups of four lanes, beside their definitions.
struct Groups<S>(std::marker::PhantomData<S>);

impl<S: Scalar> Kernel<S> for Groups<S> {
    type Output = ();
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) {
        let number = |k: usize| S::from_f64(k as f64 + 0.25);
        let numbers = [number(1), number(2), number(3), number(4)];
        for lane in 0..R::LANES {
            assert_eq!(R::spread(numbers).lane(lane), numbers[lane / 4], "spread");
            assert_eq!(R::repeat(numbers).lane(lane), numbers[lane % 4], "repeat");
        }
        let folded = R::from_fn(number).fold();
        for k in 0..4 {
            let sum = (0..R::LANES / 4).fold(S::zero(), |sum, group| sum + number(4 * group + k));
            assert_eq!(folded[k], sum, "fold");
        }
        let rows: Vec<[S; 4]> = (0..R::LANES)
            .map(|row| std::array::from_fn(|k| number(4 * row + k)))
            .collect();
        let columns = R::columns(&rows);
        for (row, numbers) in rows.iter().enumerate() {
            for k in 0..4 {
                assert_eq!(columns[k].lane(row), numbers[k], "columns");
            }
        }
        let mut whole = [0; 16];
        R::from_fn(|lane| S::from_f64((lane * 1_000) as f64)).store_whole(&mut whole);
        for lane in 0..R::LANES {
            assert_eq!(whole[lane] as usize, lane * 1_000, "store_whole");
        }
        let mut again = vec![[S::zero(); 4]; R::LANES];
        R::store_columns(columns, &mut again);
        assert_eq!(again, rows, "store_columns");
    }
}

#[test]
fn groups_of_four() {
    for level in Level::available() {
        for width in [Width::Native, Width::Narrow, Width::Wide] {
            dispatch::<f32, _>(level, width, Groups(std::marker::PhantomData));
            dispatch::<f64, _>(level, width, Groups(std::marker::PhantomData));
        }
    }
}
