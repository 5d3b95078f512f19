//! One vector per node, and sums that do not depend on threads.

use plastica_tensor::Vec3;
use rayon::prelude::*;

/// One vector per node.
pub type Field = Vec<Vec3<f64>>;

/// Nodes of a piece of work. Sums are taken piece by piece, so they are the same on any number of threads.
const PIECE: usize = 2048;

/// One value per node, in parallel.
pub fn fill(to: &mut Field, count: usize, value: impl Fn(usize) -> Vec3<f64> + Sync + Send) {
    to.resize(count, Vec3::zero());
    if count <= PIECE {
        to.iter_mut().enumerate().for_each(|(i, to)| *to = value(i));
        return;
    }
    (to.par_chunks_mut(PIECE).enumerate()).for_each(|(piece, to)| {
        for (k, to) in to.iter_mut().enumerate() {
            *to = value(piece * PIECE + k);
        }
    });
}

/// Σ a·b.
pub fn dot(a: &[Vec3<f64>], b: &[Vec3<f64>]) -> f64 {
    let part = |(a, b): (&[Vec3<f64>], &[Vec3<f64>])| -> f64 {
        a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()
    };
    if a.len() <= PIECE {
        return part((a, b));
    }
    let parts: Vec<f64> = (a.par_chunks(PIECE).zip(b.par_chunks(PIECE)))
        .map(part)
        .collect();
    parts.iter().sum()
}

/// √Σ a².
pub fn norm(a: &[Vec3<f64>]) -> f64 {
    dot(a, a).sqrt()
}

/// to = to·scale + factor·x.
pub fn combine(to: &mut [Vec3<f64>], scale: f64, factor: f64, x: &[Vec3<f64>]) {
    let change = |(to, x): (&mut [Vec3<f64>], &[Vec3<f64>])| {
        for (to, x) in to.iter_mut().zip(x) {
            *to = to.scale(scale) + x.scale(factor);
        }
    };
    if to.len() <= PIECE {
        return change((to, x));
    }
    (to.par_chunks_mut(PIECE).zip(x.par_chunks(PIECE))).for_each(change);
}
