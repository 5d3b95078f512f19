//! Where a step leads, before anything is changed: volumes of elements, and by how much their edges change.

use crate::elements::Elements;
use crate::registers::edges;
use plastica_particles::{BUNDLE, Quad};
use plastica_tensor::simd::{Kernel, Level, dispatch_native};
use plastica_tensor::{Mat3, Real, Vec3};
use rayon::prelude::*;

/// Elements of a piece of work.
const BLOCK: usize = 32 * BUNDLE;

/// What is found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// Present volume of each element [m³], below 0 where it is inverted.
    pub(crate) volumes: Vec<f64>,
    /// The largest squared change of an edge over its squared length.
    pub(crate) change: f64,
    /// The place of that element.
    pub(crate) place: usize,
}

/// Looks at all elements as nodes go from `before` to `after`. `volumes` is room to use again.
pub(crate) fn survey(
    elements: &Elements,
    before: &[Quad<f64>],
    after: &[Quad<f64>],
    level: Level,
    mut volumes: Vec<f64>,
) -> Survey {
    volumes.resize(elements.places(), 0.0);
    let changes: Vec<(f64, usize)> = (volumes.par_chunks_mut(BLOCK))
        .zip(elements.corners.par_chunks(BLOCK))
        .enumerate()
        .map(|(block, (volumes, corners))| {
            let look = Look {
                corners,
                before,
                after,
                volumes,
            };
            let (change, place) = dispatch_native(level, look);
            (change, block * BLOCK + place)
        })
        .collect();
    let mut survey = Survey {
        volumes,
        ..Survey::default()
    };
    for (change, place) in changes {
        // NaN counts as the largest.
        if !(change <= survey.change) {
            (survey.change, survey.place) = (change, place);
        }
    }
    survey
}

struct Look<'a> {
    corners: &'a [[u32; 4]],
    before: &'a [Quad<f64>],
    after: &'a [Quad<f64>],
    volumes: &'a mut [f64],
}

impl Kernel<f64> for Look<'_> {
    type Output = (f64, usize);

    #[inline(always)]
    fn run<R: Real<Scalar = f64>>(self) -> (f64, usize) {
        let (mut worst, mut worst_place) = (0.0, 0);
        let mut place = 0;
        while place < self.corners.len() {
            let corners = &self.corners[place..place + R::LANES];
            let now = edges::<R>(self.after, corners);
            let before = edges::<R>(self.before, corners);
            let volume = now.determinant().times(1.0 / 6.0);
            volume.store(&mut self.volumes[place..]);
            let change = largest_change(&before, &(now - before));
            for lane in 0..R::LANES {
                let change = change.lane(lane);
                if !(change <= worst) {
                    (worst, worst_place) = (change, place + lane);
                }
            }
            place += R::LANES;
        }
        (worst, worst_place)
    }
}

/// The largest |Δe|²/|e|² of the six edges e. A turn counts, too.
#[inline(always)]
fn largest_change<R: Real>(edges: &Mat3<R>, moved: &Mat3<R>) -> R {
    let all = |m: &Mat3<R>| -> [Vec3<R>; 6] {
        let (a, b, c) = (m.column(0), m.column(1), m.column(2));
        [a, b, c, b - a, c - b, a - c]
    };
    let (edges, moved) = (all(edges), all(moved));
    let mut largest = R::zero();
    for k in 0..6 {
        let part = moved[k].norm_squared() / edges[k].norm_squared();
        largest = largest.max(part);
    }
    largest
}
