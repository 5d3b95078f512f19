//! Sums of the forces on particles: of bonds in which they are the neighbour, and of contact pairs.

use crate::bonds::Bonds;
use crate::contact_pairs::ContactPairs;
use crate::options::Options;
use crate::particles::{EMPTY, Particles};
use plastica_tensor::Scalar;
use rayon::prelude::*;

/// Places of a piece of work.
const BLOCK: usize = 256;

/// Completes the forces on particles. Each adds up its own in the order of slots: no sum depends on threads.
pub(crate) fn gather<S: Scalar>(
    particles: &mut Particles<S>,
    bonds: &Bonds<S>,
    contact_pairs: &ContactPairs,
    options: &Options,
) {
    let mut forces = std::mem::take(&mut particles.forces);
    let now = &*particles;
    forces
        .par_chunks_mut(BLOCK)
        .enumerate()
        .for_each(|(block, forces)| {
            for (k, force) in forces.iter_mut().enumerate() {
                let place = block * BLOCK + k;
                let range = bonds.first_incoming[place]..bonds.first_incoming[place + 1];
                let mut sum = *force;
                for &slot in &bonds.incoming[range.start as usize..range.end as usize] {
                    let pair_force = &bonds.pair_forces[slot as usize];
                    for axis in 0..4 {
                        sum[axis] += pair_force[axis];
                    }
                }
                if contact_pairs.first[place + 1] > contact_pairs.first[place]
                    && now.ids[place] != EMPTY
                {
                    let push = contact_pairs.repulsion(now, place, options.spacing);
                    for axis in 0..3 {
                        sum[axis] += S::from_f64(push[axis]);
                    }
                }
                *force = sum;
            }
        });
    particles.forces = forces;
}
