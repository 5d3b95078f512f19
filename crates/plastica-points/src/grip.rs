//! Grips: particles that are held move with the grip.

use crate::particles::{EMPTY, Group, Particles};
use plastica_core::World;
use plastica_particles::{BUNDLE, grips};
use plastica_tensor::{Scalar, Vec3};

/// Takes hold of what lies in a grip that has just closed and lets go of what one that has just
/// opened has held.
pub(crate) fn close_and_open<S: Scalar>(
    world: &World,
    time: f64,
    closed: &mut Vec<bool>,
    particles: &mut Particles<S>,
    groups: &[Group],
) {
    for change in grips::changes(world, time, closed) {
        change.release(&mut particles.grip_of);
        for group in groups
            .iter()
            .filter(|group| change.concerns(&group.body.name))
        {
            for at in group.bundles.start * BUNDLE..group.bundles.end * BUNDLE {
                let [x, y, z, _] = particles.positions[at];
                if particles.ids[at] != EMPTY && change.contains(Vec3([x, y, z])) {
                    particles.grip_of[at] = change.mark;
                }
            }
        }
    }
}
