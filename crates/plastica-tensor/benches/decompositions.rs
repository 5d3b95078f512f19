//! Nanoseconds per matrix, or per number, of the decompositions on one core.
//!
//! `cargo bench -p plastica-tensor` prints a table for the scalars and for every register this
//! processor has, beside the singular value decomposition of nalgebra. Data stay in the second-level
//! cache; each figure is the median over many passes, with the best pass in brackets.

use plastica_tensor::decompose::{exp_m1_symmetric, ln_1p_symmetric};
use plastica_tensor::simd::{Kernel, Level, Width, dispatch};
use plastica_tensor::{Mat3, Real, Scalar, Sym3, eigen, polar, svd};
use std::hint::black_box;
use std::time::Instant;

const MATRICES: usize = 2048;
const PASSES: usize = 201;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Task {
    Svd,
    SvdNearRotation,
    Polar,
    Eigen,
    Ln1pSymmetric,
    ExpM1Symmetric,
    Ln,
    Exp,
}
use Task::*;

const TASKS: [(Task, &str); 8] = [
    (Svd, "svd, random"),
    (SvdNearRotation, "svd, near a rotation"),
    (Polar, "polar, near a rotation"),
    (Eigen, "eigen, random"),
    (Ln1pSymmetric, "log(I + b), |b| < 0.3"),
    (ExpM1Symmetric, "exp(h) - I, |h| < 0.3"),
    (Ln, "ln, per number"),
    (Exp, "exp, per number"),
];

/// Blocks of `LANES` matrices, entry by entry.
struct Run<'a, S> {
    task: Task,
    input: &'a [S],
    output: &'a mut [S],
}

impl<S: Scalar> Kernel<S> for Run<'_, S> {
    type Output = ();
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) {
        let Run {
            task,
            input,
            output,
        } = self;
        match task {
            Svd | SvdNearRotation => each(
                input,
                output,
                #[inline(always)]
                |f: [R; 9]| {
                    let d = svd(&matrix(f));
                    let mut out = [R::zero(); 21];
                    out[..9].copy_from_slice(d.u.0.as_flattened());
                    out[9..12].copy_from_slice(&d.sigma.0);
                    out[12..].copy_from_slice(d.v.0.as_flattened());
                    out
                },
            ),
            Polar => each(
                input,
                output,
                #[inline(always)]
                |f: [R; 9]| {
                    let (q, s) = polar(&matrix(f));
                    let mut out = [R::zero(); 15];
                    out[..9].copy_from_slice(q.0.as_flattened());
                    out[9..].copy_from_slice(&s.to_array());
                    out
                },
            ),
            Eigen => each(
                input,
                output,
                #[inline(always)]
                |s: [R; 6]| {
                    let (values, q) = eigen(&Sym3::from_array(s));
                    let mut out = [R::zero(); 12];
                    out[..9].copy_from_slice(q.0.as_flattened());
                    out[9..].copy_from_slice(&values.0);
                    out
                },
            ),
            Ln1pSymmetric => each(
                input,
                output,
                #[inline(always)]
                |s: [R; 6]| ln_1p_symmetric(&Sym3::from_array(s)).to_array(),
            ),
            ExpM1Symmetric => each(
                input,
                output,
                #[inline(always)]
                |s: [R; 6]| exp_m1_symmetric(&Sym3::from_array(s)).to_array(),
            ),
            Ln => each(
                input,
                output,
                #[inline(always)]
                |x: [R; 1]| [x[0].ln()],
            ),
            Exp => each(
                input,
                output,
                #[inline(always)]
                |x: [R; 1]| [x[0].exp()],
            ),
        }
    }
}

#[inline(always)]
fn matrix<R: Real>(f: [R; 9]) -> Mat3<R> {
    Mat3::from_fn(|i, j| f[3 * i + j])
}

#[inline(always)]
fn each<R: Real, const IN: usize, const OUT: usize>(
    input: &[R::Scalar],
    output: &mut [R::Scalar],
    f: impl Fn([R; IN]) -> [R; OUT],
) {
    let blocks = input.chunks_exact(IN * R::LANES);
    for (from, to) in blocks.zip(output.chunks_exact_mut(OUT * R::LANES)) {
        let mut x = [R::zero(); IN];
        for i in 0..IN {
            x[i] = R::load(&from[i * R::LANES..]);
        }
        let y = f(x);
        for i in 0..OUT {
            y[i].store(&mut to[i * R::LANES..]);
        }
    }
}

/// A fixed sequence of numbers in [-1, 1).
fn numbers() -> impl FnMut() -> f64 {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// The numbers a task works on, in blocks of so many lanes.
fn input<S: Scalar>(task: Task, lanes: usize) -> Vec<S> {
    let mut random = numbers();
    let values: Vec<f64> = match task {
        Svd => (0..9 * MATRICES).map(|_| 2.0 * random()).collect(),
        SvdNearRotation | Polar => (0..9 * MATRICES)
            .map(|i| {
                let diagonal = matches!(i / lanes % 9, 0 | 4 | 8);
                f64::from(diagonal) + 0.2 * random()
            })
            .collect(),
        Eigen => (0..6 * MATRICES).map(|_| random()).collect(),
        Ln1pSymmetric | ExpM1Symmetric => (0..6 * MATRICES).map(|_| 0.1 * random()).collect(),
        Ln => (0..MATRICES).map(|_| 1.5 + random()).collect(),
        Exp => (0..MATRICES).map(|_| 3.0 * random()).collect(),
    };
    values.into_iter().map(S::from_f64).collect()
}

/// Median and best nanoseconds per matrix of many calls of `pass`.
fn time(mut pass: impl FnMut()) -> (f64, f64) {
    let mut times: Vec<f64> = (0..PASSES)
        .map(|_| {
            let start = Instant::now();
            pass();
            start.elapsed().as_nanos() as f64 / MATRICES as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[PASSES / 2], times[0])
}

/// How many lanes a register has.
struct Lanes;

impl<S: Scalar> Kernel<S> for Lanes {
    type Output = usize;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> usize {
        R::LANES
    }
}

fn row<S: Scalar>(name: &str, lanes: usize, mut run: impl FnMut(Run<'_, S>)) {
    print!("{name:24}");
    let mut output: Vec<S> = (0..21 * MATRICES).map(|_| S::default()).collect();
    for (task, _) in TASKS {
        let input = input::<S>(task, lanes);
        let (median, best) = time(|| {
            let output = black_box(&mut output[..]);
            run(Run {
                task,
                input: black_box(&input),
                output,
            });
        });
        print!(" {median:7.2} ({best:6.2})");
    }
    println!();
}

fn rows<S: Scalar>() {
    let scalar = std::any::type_name::<S>();
    row::<S>(&format!("{scalar} scalar"), 1, |run| run.run::<S>());
    for level in Level::available() {
        for width in [Width::Narrow, Width::Wide] {
            let lanes = dispatch::<S, _>(level, width, Lanes);
            row::<S>(&format!("{scalar} {level:?} {width:?}"), lanes, |run| {
                dispatch::<S, _>(level, width, run);
            });
        }
    }
}

fn nalgebra_row<S: Scalar + nalgebra::RealField>() {
    let random: Vec<S> = input(Svd, 1);
    let (median, best) = time(|| {
        for f in black_box(&random).chunks_exact(9) {
            let d = nalgebra::Matrix3::from_row_slice(f).svd(true, true);
            black_box((d.u, d.singular_values, d.v_t));
        }
    });
    println!(
        "{:24} {median:7.2} ({best:6.2})",
        format!("{} nalgebra", std::any::type_name::<S>())
    );
}

fn main() {
    println!("ns per matrix, median (best) of {PASSES} passes over {MATRICES}");
    for (i, (_, name)) in TASKS.iter().enumerate() {
        println!("  column {}: {name}", i + 1);
    }
    rows::<f32>();
    nalgebra_row::<f32>();
    rows::<f64>();
    nalgebra_row::<f64>();
}
