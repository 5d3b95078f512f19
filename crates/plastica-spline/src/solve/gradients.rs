//! Conjugate gradients, plain or led by an approximate inverse.

use super::Report;
use super::block::Block;
use super::sparse::{Field, Sparse, combine, dot, norm};
use plastica_tensor::Vec3;

/// When an iteration may stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// Residual over the right-hand side.
    pub relative: f64,
    /// Or residual, whatever the right-hand side.
    pub absolute: f64,
    /// Or after so many iterations.
    pub most: usize,
}

impl Stop {
    /// The residual to reach for a right-hand side.
    pub(crate) fn aim(&self, b: &[Vec3<f64>]) -> f64 {
        (self.relative * norm(b)).max(self.absolute)
    }
}

/// Writes an approximate solution for a right-hand side.
pub type Lead<'a> = &'a mut dyn FnMut(&[Vec3<f64>], &mut Field);

/// Solves A x = b from the x given; `lead` applies an approximate, symmetric, positive inverse of A.
pub fn conjugate_gradients<B: Block>(
    matrix: &Sparse<B>,
    b: &[Vec3<f64>],
    x: &mut Field,
    stop: Stop,
    mut lead: Option<Lead<'_>>,
) -> Report {
    let aim = stop.aim(b);
    let (mut residual, mut product) = (Field::new(), Field::new());
    matrix.residual(x, b, &mut residual);
    let mut led = residual.clone();
    if let Some(lead) = &mut lead {
        lead(&residual, &mut led);
    }
    let mut direction = led.clone();
    let mut gain = dot(&residual, &led);
    let mut iterations = 0;
    let mut size = norm(&residual);
    while size > aim && iterations < stop.most {
        matrix.times(&direction, &mut product);
        let curvature = dot(&direction, &product);
        if !(curvature > 0.0) {
            break;
        }
        let step = gain / curvature;
        combine(x, 1.0, step, &direction);
        combine(&mut residual, 1.0, -step, &product);
        match &mut lead {
            Some(lead) => lead(&residual, &mut led),
            None => led.clone_from(&residual),
        }
        let next = dot(&residual, &led);
        combine(&mut direction, next / gain, 1.0, &led);
        gain = next;
        size = norm(&residual);
        iterations += 1;
    }
    Report::new(iterations, size, aim)
}
