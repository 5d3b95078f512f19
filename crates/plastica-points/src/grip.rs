//! Grips: particles that are held move with the grip.

use crate::particles::{BUNDLE, Group, NOBODY, Particles};
use plastica_core::World;
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
    closed.resize(world.grips.len(), false);
    for (k, grip) in world.grips.iter().enumerate() {
        if grip.is_closed(time) == closed[k] {
            continue;
        }
        closed[k] = !closed[k];
        let mark = k as u32 + 1;
        if !closed[k] {
            let held = particles.holds.iter_mut().filter(|by| **by == mark);
            held.for_each(|by| *by = 0);
            continue;
        }
        let pose = grip.motion.pose(time);
        for group in groups.iter().filter(|group| grip.holds(&group.name)) {
            for at in group.bundles.start * BUNDLE..group.bundles.end * BUNDLE {
                let [x, y, z, _] = particles.positions[at];
                let place = pose.to_local(Vec3([x, y, z]));
                if particles.ids[at] != NOBODY && grip.shape.contains(place) {
                    particles.holds[at] = mark;
                }
            }
        }
    }
}
