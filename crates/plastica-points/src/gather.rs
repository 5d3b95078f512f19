//! Adds up what particles receive: from those whose neighbours they are, and from strangers.

use crate::options::Options;
use crate::pairs::Pairs;
use crate::particles::{NOBODY, Particles};
use crate::strangers::Strangers;
use plastica_tensor::Scalar;
use rayon::prelude::*;

/// Places of a piece of work.
const BLOCK: usize = 256;

/// Completes the forces on particles. Each adds up its own in the order of slots: no sum depends on threads.
pub(crate) fn gather<S: Scalar>(
    particles: &mut Particles<S>,
    pairs: &Pairs<S>,
    strangers: &Strangers,
    options: &Options,
) {
    let mut forces = std::mem::take(&mut particles.forces);
    let seen = &*particles;
    forces
        .par_chunks_mut(BLOCK)
        .enumerate()
        .for_each(|(block, forces)| {
            for (k, force) in forces.iter_mut().enumerate() {
                let place = block * BLOCK + k;
                let range = pairs.first_incoming[place]..pairs.first_incoming[place + 1];
                let mut sum = *force;
                for &slot in &pairs.incoming[range.start as usize..range.end as usize] {
                    let traction = &pairs.tractions[slot as usize];
                    for axis in 0..4 {
                        sum[axis] += traction[axis];
                    }
                }
                if strangers.first[place + 1] > strangers.first[place] && seen.ids[place] != NOBODY
                {
                    let push = strangers.push(seen, place, options.spacing);
                    for axis in 0..3 {
                        sum[axis] += S::from_f64(push[axis]);
                    }
                }
                *force = sum;
            }
        });
    particles.forces = forces;
}
