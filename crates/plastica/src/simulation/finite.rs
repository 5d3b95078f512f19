//! What surrounds the material must be somewhere: formulas that have no finite value stop a run, whatever its method.

use plastica_core::{Cause, Motion, StepError, StepFailure, World};

/// Refuses a step in which an obstacle, a grip or gravity is no finite number.
pub(super) fn world(world: &World, time: f64, dt: f64) -> Result<(), StepError> {
    let fail = |quantity: &'static str, name: Option<&str>| {
        let failure = StepFailure::new("", (time, dt), Cause::NotFinite { quantity });
        let failure = match name {
            Some(name) => failure.of_body(name),
            None => failure,
        };
        Err(failure.diverged())
    };
    for at in [time, time + dt] {
        for collider in world.colliders.iter().filter(|c| c.is_present(at)) {
            if !is_somewhere(&collider.motion, at) {
                return fail("place of the collider", Some(&collider.name));
            }
        }
        for grip in world.grips.iter().filter(|grip| grip.is_closed(at)) {
            if !is_somewhere(&grip.motion, at) {
                return fail("place of the grip", Some(&grip.name));
            }
        }
    }
    // One that varies in space is for the method to see, where its material is.
    let uniform = world.gravity.iter().filter(|g| !g.varies_in_space());
    match uniform.map(|g| g.at([0.0; 3], time)).all(f64::is_finite) {
        true => Ok(()),
        false => fail("gravity", None),
    }
}

fn is_somewhere(motion: &Motion, time: f64) -> bool {
    if motion.is_still() {
        return true;
    }
    let pose = motion.pose(time);
    let position = pose.position.0.iter();
    let sound = position.chain(pose.rotation.0.iter().flatten());
    sound.copied().all(f64::is_finite)
}
