//! Grains on their own: rigid bodies under gravity that bounce, slide and come to rest on obstacles.

use super::grain::Grain;
use super::set::GrainForm;
use super::turn::Turn;
use super::wall::{Wall, support};
use plastica_tensor::Vec3;

/// Part of the speed of an impact that is left after it; chosen for straw, chips and stones.
const RESTITUTION: f64 = 0.1;
/// Steps in the time in which a grain falls half its length: fine enough to topple smoothly.
const STEPS_PER_FALL: f64 = 8.0;
/// Most steps of a flight within one step of the material.
const MOST_STEPS: f64 = 64.0;

/// Moves an escaped grain on by a time [s].
pub(super) fn fly(
    grain: &mut Grain,
    form: &GrainForm,
    walls: &[Wall<'_>],
    gravity: Vec3<f64>,
    dt: f64,
) {
    let longest = grain.size.iter().fold(0.0, |a: f64, b| a.max(*b));
    let fall = (longest / gravity.norm().max(1e-9)).sqrt();
    let steps = (dt * STEPS_PER_FALL / fall).ceil().clamp(1.0, MOST_STEPS);
    let h = dt / steps;
    for _ in 0..steps as usize {
        // Exact for constant gravity.
        grain.place = grain.place + grain.velocity.scale(h) + gravity.scale(0.5 * h * h);
        grain.velocity = grain.velocity + gravity.scale(h);
        grain.turn = Turn::from_vector(grain.spin.scale(h)).after(grain.turn);
        for wall in walls {
            meet(grain, form, wall, gravity, h);
        }
    }
}

/// What an obstacle does to a grain that touches it.
fn meet(grain: &mut Grain, form: &GrainForm, wall: &Wall<'_>, gravity: Vec3<f64>, dt: f64) {
    let longest = Vec3(grain.size).norm();
    let Some(near) = wall.near(grain.place, 0.5 * longest) else {
        return;
    };
    let n = near.normal;
    let arm = support(form, grain.size, grain.turn, n);
    let depth = -arm.dot(n) - near.distance;
    if depth < 0.0 {
        return;
    }
    let moving = wall.moving(grain.place);
    let relative = grain.velocity - moving;
    // Out at once as far as it came in with this step; what was deep before comes out bit by bit.
    let came = (-relative.dot(n)).max(0.0) * dt;
    let smallest = grain.size.iter().fold(f64::INFINITY, |a, b| a.min(*b));
    let out = depth.min(1.5 * came + 0.1 * smallest).max(-near.distance);
    grain.place = grain.place + n.scale(out);

    // An impulse at the point that touches, per mass: along the normal, then friction against its slip.
    let speed = |grain: &Grain| grain.velocity + grain.spin.cross(arm) - moving;
    let approach = speed(grain).dot(n);
    // What gravity alone gives in a few steps does not bounce.
    let rebound = if approach < -4.0 * gravity.norm() * dt {
        RESTITUTION
    } else {
        0.0
    };
    if approach < 0.0 {
        let push = -(1.0 + rebound) * approach / grain.yielding(arm, n);
        grain.strike(arm, n.scale(push));
        let slip = speed(grain) - n.scale(speed(grain).dot(n));
        let slide = slip.norm();
        if slide > 0.0 {
            let against = slip.scale(-1.0 / slide);
            let stop = slide / grain.yielding(arm, against);
            grain.strike(arm, against.scale(stop.min(wall.friction() * push)));
        }
    }
    settle(grain, n, moving, gravity, dt);
}

/// Brings a slow grain on an obstacle to rest, lying down.
fn settle(grain: &mut Grain, n: Vec3<f64>, moving: Vec3<f64>, gravity: Vec3<f64>, dt: f64) {
    let longest = grain.size.iter().fold(0.0, |a: f64, b| a.max(*b));
    // Rolling and rocking lose energy at the touching edge.
    let weight = gravity.norm();
    let slow = (2.0 * weight * dt).max(0.05 * (weight * longest).sqrt());
    let decay = (-dt / (longest / weight.max(1e-9)).sqrt()).exp();
    grain.spin = grain.spin.scale(decay);
    let upright = -gravity.dot(n) > 0.5 * weight;
    if (grain.velocity - moving).norm() + 0.5 * longest * grain.spin.norm() > slow || !upright {
        return;
    }
    grain.velocity = moving;
    grain.spin = Vec3::zero();
    // The thinnest axis along the normal; its length, not its sense, decides.
    let thin = grain.thinnest_axis();
    let up = n.scale(if thin.dot(n) < 0.0 { -1.0 } else { 1.0 });
    let flat = match grain.lies_along() {
        Some(long) => {
            let along = long - n.scale(long.dot(n));
            let length = along.norm();
            if length < 1e-6 {
                return;
            }
            Turn::between(long, along.scale(1.0 / length))
        }
        None => Turn::between(thin, up),
    };
    let way = flat.to_vector();
    let most = 4.0 * dt / (longest / weight.max(1e-9)).sqrt();
    let share = (most / way.norm().max(1e-12)).min(1.0);
    grain.turn = Turn::from_vector(way.scale(share)).after(grain.turn);
}
