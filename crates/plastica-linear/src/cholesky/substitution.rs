//! Forward and back substitution: L y = b up the tree of supernodes, Lᵀ x = y down again.
//!
//! A supernode's front of vectors is what b has in its columns plus what its children carry up; the way down, it hands each child the
//! values of the rows below it. So subtrees need nothing of each other.

use super::level;
use super::symbolic::{LANES, Supernode, Symbolic};
use plastica_tensor::Real;
use plastica_tensor::simd::{Kernel, dispatch_native};
use rayon::prelude::*;
use std::ops::Range;

/// One row of N right-hand sides.
pub(super) type Row<const N: usize> = [f64; N];

/// Solves L Lᵀ x = b in place, rows in the order of elimination. `carried` is memory to use again.
pub(super) fn solve<const N: usize>(
    symbolic: &Symbolic,
    panels: &[f64],
    x: &mut [Row<N>],
    carried: &mut Vec<Row<N>>,
) {
    carried.resize(symbolic.places.len(), [0.0; N]);
    let subtrees = |x: &mut [Row<N>], carried: &mut [Row<N>], way: Way| {
        let x = symbolic.split(x, Supernode::width);
        let carried = symbolic.split(carried, |s| s.places.len());
        let parts: Vec<_> = x.subtrees.into_iter().zip(carried.subtrees).collect();
        parts
            .into_par_iter()
            .for_each(|((range, x), (_, carried))| {
                let mut pass = Pass::new(symbolic, panels, x, carried, range.start);
                match way {
                    Way::Up => range.for_each(|s| pass.up(s)),
                    Way::Down => range.rev().for_each(|s| pass.down(s)),
                }
            });
    };
    subtrees(x, carried, Way::Up);
    let mut top = Pass::new(symbolic, panels, x, carried, 0);
    symbolic.top.iter().for_each(|&s| top.up(s));
    symbolic.top.iter().rev().for_each(|&s| top.down(s));
    subtrees(x, carried, Way::Down);
}

#[derive(Clone, Copy)]
enum Way {
    Up,
    Down,
}

/// One way through some supernodes.
struct Pass<'a, const N: usize> {
    symbolic: &'a Symbolic,
    panels: &'a [f64],
    /// Rows from `row`.
    x: &'a mut [Row<N>],
    row: usize,
    /// Rows below supernodes from `place`.
    carried: &'a mut [Row<N>],
    place: usize,
    /// The front, one right-hand side after the other.
    front: Vec<f64>,
    sums: Vec<[[f64; LANES]; N]>,
}

impl<'a, const N: usize> Pass<'a, N> {
    fn new(
        symbolic: &'a Symbolic,
        panels: &'a [f64],
        x: &'a mut [Row<N>],
        carried: &'a mut [Row<N>],
        begin: usize,
    ) -> Self {
        let first = symbolic.supernodes.get(begin);
        Pass {
            symbolic,
            panels,
            x,
            row: first.map_or(0, |s| s.columns.start),
            carried,
            place: first.map_or(0, |s| s.places.start),
            front: Vec::new(),
            sums: Vec::new(),
        }
    }

    fn columns(&self, supernode: &Supernode) -> Range<usize> {
        supernode.columns.start - self.row..supernode.columns.end - self.row
    }

    fn places(&self, supernode: &Supernode) -> Range<usize> {
        supernode.places.start - self.place..supernode.places.end - self.place
    }

    /// Forward substitution of a supernode.
    fn up(&mut self, s: usize) {
        let supernode = &self.symbolic.supernodes[s];
        let (stride, width) = (supernode.stride, supernode.width());
        let columns = self.columns(supernode);
        self.front.clear();
        self.front.resize(N * stride, 0.0);
        let front = &mut self.front[..];
        for (k, row) in self.x[columns.clone()].iter().enumerate() {
            for n in 0..N {
                front[n * stride + k] = row[n];
            }
        }
        for &c in &supernode.children {
            let child = &self.symbolic.supernodes[c];
            let places = &self.symbolic.places[child.places.clone()];
            let begin = child.places.start - self.place;
            for (&at, row) in places.iter().zip(&self.carried[begin..]) {
                for n in 0..N {
                    front[n * stride + at as usize] += row[n];
                }
            }
        }
        let kernel = Forward::<N> {
            panel: &self.panels[supernode.offset..][..supernode.size()],
            front,
            stride,
            width,
        };
        dispatch_native(level(), kernel);
        let places = self.places(supernode);
        let front = &self.front;
        for (k, row) in self.x[columns].iter_mut().enumerate() {
            *row = std::array::from_fn(|n| front[n * stride + k]);
        }
        for (k, row) in self.carried[places].iter_mut().enumerate() {
            *row = std::array::from_fn(|n| front[n * stride + width + k]);
        }
    }

    /// Back substitution of a supernode.
    fn down(&mut self, s: usize) {
        let supernode = &self.symbolic.supernodes[s];
        let (stride, width) = (supernode.stride, supernode.width());
        let columns = self.columns(supernode);
        let places = self.places(supernode);
        self.front.clear();
        self.front.resize(N * stride, 0.0);
        let front = &mut self.front[..];
        let rows = self.x[columns.clone()].iter().chain(&self.carried[places]);
        for (k, row) in rows.enumerate() {
            for n in 0..N {
                front[n * stride + k] = row[n];
            }
        }
        self.sums.clear();
        self.sums.resize(width, [[0.0; LANES]; N]);
        let kernel = Backward::<N> {
            panel: &self.panels[supernode.offset..][..supernode.size()],
            front,
            stride,
            width,
            sums: &mut self.sums,
        };
        dispatch_native(level(), kernel);
        let front = &self.front;
        for (k, row) in self.x[columns].iter_mut().enumerate() {
            *row = std::array::from_fn(|n| front[n * stride + k]);
        }
        for &c in &supernode.children {
            let child = &self.symbolic.supernodes[c];
            let places = &self.symbolic.places[child.places.clone()];
            let begin = child.places.start - self.place;
            for (&at, row) in places.iter().zip(&mut self.carried[begin..]) {
                *row = std::array::from_fn(|n| front[n * stride + at as usize]);
            }
        }
    }
}

/// The first `count` columns of a strip.
#[inline(always)]
fn strip(panel: &[f64], width: usize, strip: usize, count: usize) -> &[[f64; LANES]] {
    &panel[strip * LANES * width..][..LANES * count]
        .as_chunks::<LANES>()
        .0[..count]
}

/// L₁₁ y₁ = b₁, then b₂ − L₂₁ y₁ in place.
struct Forward<'a, const N: usize> {
    panel: &'a [f64],
    front: &'a mut [f64],
    stride: usize,
    width: usize,
}

impl<const N: usize> Kernel<f64> for Forward<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real<Scalar = f64>>(mut self) {
        let (width, strips) = (self.width, self.stride / LANES);
        let mut next = 0;
        while next * LANES < width {
            self.subtract::<R, 1>(next, next * LANES);
            let own = &strip(self.panel, width, next, width)[next * LANES..];
            for n in 0..N {
                let top = &mut self.front[n * self.stride + next * LANES..][..LANES];
                for (c, column) in own.iter().take(LANES).enumerate() {
                    top[c] /= column[c];
                    for r in c + 1..LANES {
                        top[r] -= column[r] * top[c];
                    }
                }
            }
            next += 1;
        }
        while next < strips {
            match strips - next {
                1 => self.subtract::<R, 1>(next, width),
                2 => self.subtract::<R, 2>(next, width),
                _ => self.subtract::<R, 3>(next, width),
            }
            next += 3;
        }
    }
}

impl<const N: usize> Forward<'_, N> {
    /// Takes from some strips what the first `count` columns do to them.
    #[inline(always)]
    fn subtract<R: Real<Scalar = f64>, const HIGH: usize>(&mut self, first: usize, count: usize) {
        let mut strips = [&self.panel.as_chunks::<LANES>().0[..0]; HIGH];
        for r in 0..HIGH {
            strips[r] = strip(self.panel, self.width, first + r, count);
        }
        let mut left = [[R::zero(); HIGH]; N];
        let mut known = [&self.front[..0]; N];
        for n in 0..N {
            known[n] = &self.front[n * self.stride..][..count];
            for r in 0..HIGH {
                left[n][r] = R::load(&self.front[n * self.stride + (first + r) * LANES..]);
            }
        }
        for c in 0..count {
            let mut a = [R::zero(); HIGH];
            for r in 0..HIGH {
                a[r] = R::load(&strips[r][c]);
            }
            for n in 0..N {
                let y = R::splat(known[n][c]);
                for r in 0..HIGH {
                    left[n][r] = a[r].neg_mul_add(y, left[n][r]);
                }
            }
        }
        for n in 0..N {
            for r in 0..HIGH {
                left[n][r].store(&mut self.front[n * self.stride + (first + r) * LANES..]);
            }
        }
    }
}

/// L₁₁ᵀ x₁ = y₁ − L₂₁ᵀ x₂ in place.
struct Backward<'a, const N: usize> {
    panel: &'a [f64],
    front: &'a mut [f64],
    stride: usize,
    width: usize,
    /// Σ over rows below, four partial sums for each column and right-hand side.
    sums: &'a mut [[[f64; LANES]; N]],
}

impl<const N: usize> Kernel<f64> for Backward<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real<Scalar = f64>>(mut self) {
        let (width, mut strips) = (self.width, self.stride / LANES);
        let own = width.div_ceil(LANES);
        while strips > own {
            match strips - own {
                1 => self.add::<R, 1>(strips - 1, width),
                2 => self.add::<R, 2>(strips - 2, width),
                _ => self.add::<R, 3>(strips - 3, width),
            }
            strips -= (strips - own).min(3);
        }
        for next in (0..own).rev() {
            let begin = next * LANES;
            let columns = &strip(self.panel, width, next, width)[begin..];
            for n in 0..N {
                let top = &mut self.front[n * self.stride + begin..][..LANES];
                for (c, column) in columns.iter().take(LANES).enumerate().rev() {
                    let [s0, s1, s2, s3] = self.sums[begin + c][n];
                    let mut left = top[c] - ((s0 + s1) + (s2 + s3));
                    for r in c + 1..LANES {
                        left -= column[r] * top[r];
                    }
                    top[c] = left / column[c];
                }
            }
            self.add::<R, 1>(next, begin);
        }
    }
}

impl<const N: usize> Backward<'_, N> {
    /// Adds what some strips do to the first `count` columns.
    #[inline(always)]
    fn add<R: Real<Scalar = f64>, const HIGH: usize>(&mut self, first: usize, count: usize) {
        let mut strips = [&self.panel.as_chunks::<LANES>().0[..0]; HIGH];
        let mut x = [[R::zero(); HIGH]; N];
        for r in 0..HIGH {
            strips[r] = strip(self.panel, self.width, first + r, count);
            for n in 0..N {
                x[n][r] = R::load(&self.front[n * self.stride + (first + r) * LANES..]);
            }
        }
        for (c, sums) in self.sums[..count].iter_mut().enumerate() {
            let mut a = [R::zero(); HIGH];
            for r in 0..HIGH {
                a[r] = R::load(&strips[r][c]);
            }
            for n in 0..N {
                let mut sum = R::load(&sums[n]);
                for r in 0..HIGH {
                    sum = a[r].mul_add(x[n][r], sum);
                }
                sum.store(&mut sums[n]);
            }
        }
    }
}
