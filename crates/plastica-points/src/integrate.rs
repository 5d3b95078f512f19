//! From forces to velocities, past obstacles and grips.

use crate::contact::Obstacle;
use crate::particles::{BUNDLE, Group, NOBODY, Particles, Quad};
use plastica_core::{Hold, World};
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;

/// Places of a piece of work.
const BLOCK: usize = 16 * BUNDLE;

/// What acts on particles in a step beside forces between them.
pub(crate) struct Surroundings<'a> {
    pub(crate) world: &'a World,
    pub(crate) obstacles: &'a [Obstacle<'a>],
    pub(crate) holds: &'a [Hold],
    /// Rate at which all motion is braked [1/s].
    pub(crate) damping: f64,
    pub(crate) time: f64,
    pub(crate) dt: f64,
}

/// Where a step leads.
#[derive(Default)]
pub(crate) struct Motion<S> {
    /// By place [m/s].
    pub(crate) velocities: Vec<Quad<S>>,
    /// Particles that are moved out of obstacles, and how [m].
    pub(crate) shifts: Vec<(usize, Vec3<f64>)>,
    /// Impulses [N s].
    pub(crate) colliders: Vec<Vec3<f64>>,
    pub(crate) grips: Vec<Vec3<f64>>,
    /// The fastest particle [m/s], and its place.
    pub(crate) fastest: f64,
    pub(crate) place: usize,
    /// The first particle that has no velocity.
    pub(crate) broken: Option<usize>,
}

/// Velocities at the end of a step; particles are not changed.
pub(crate) fn integrate<S: Scalar>(
    particles: &Particles<S>,
    groups: &[Group],
    around: &Surroundings<'_>,
) -> Motion<S> {
    let mut bodies = vec![0; particles.places() / BUNDLE];
    for (body, group) in groups.iter().enumerate() {
        bodies[group.bundles.clone()].fill(body);
    }
    let pieces: Vec<Motion<S>> = (0..particles.places().div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| {
            let first = block * BLOCK;
            let places = first..(first + BLOCK).min(particles.places());
            piece(particles, groups, &bodies, around, places)
        })
        .collect();
    // Piece after piece, so that the sums do not depend on threads.
    let mut motion = Motion {
        velocities: Vec::with_capacity(particles.places()),
        colliders: vec![Vec3::zero(); around.world.colliders.len()],
        grips: vec![Vec3::zero(); around.holds.len()],
        ..Motion::default()
    };
    for piece in pieces {
        motion.velocities.extend(piece.velocities);
        motion.shifts.extend(piece.shifts);
        add(&mut motion.colliders, &piece.colliders);
        add(&mut motion.grips, &piece.grips);
        if piece.fastest > motion.fastest {
            (motion.fastest, motion.place) = (piece.fastest, piece.place);
        }
        motion.broken = motion.broken.or(piece.broken);
    }
    motion
}

fn add(sums: &mut [Vec3<f64>], parts: &[Vec3<f64>]) {
    for (sum, part) in sums.iter_mut().zip(parts) {
        *sum = *sum + *part;
    }
}

fn piece<S: Scalar>(
    particles: &Particles<S>,
    groups: &[Group],
    bodies: &[usize],
    around: &Surroundings<'_>,
    places: std::ops::Range<usize>,
) -> Motion<S> {
    let &Surroundings {
        world, time, dt, ..
    } = around;
    let mut motion = Motion {
        velocities: Vec::with_capacity(places.len()),
        colliders: vec![Vec3::zero(); world.colliders.len()],
        grips: vec![Vec3::zero(); around.holds.len()],
        ..Motion::default()
    };
    let slowing = (-around.damping * dt).exp();
    let uniform = !world.gravity.iter().any(|g| g.varies_in_space());
    let everywhere = Vec3(std::array::from_fn(|k| world.gravity[k].at([0.0; 3], time)));
    let mut free: Vec<Vec3<f64>> = Vec::with_capacity(places.len());
    for at in places.clone() {
        let [x, y, z, _] = particles.positions[at];
        let [vx, vy, vz, _] = particles.velocities[at].map(|v| v.to_f64());
        let [fx, fy, fz, _] = particles.forces[at].map(|f| f.to_f64());
        let mut acceleration = match uniform {
            true => everywhere,
            false => Vec3(std::array::from_fn(|k| {
                world.gravity[k].at([x, y, z], time)
            })),
        };
        if let Some(push) = &groups[bodies[at / BUNDLE]].acceleration {
            acceleration =
                acceleration + Vec3(std::array::from_fn(|k| push[k].at([x, y, z], time)));
        }
        let inverse = 1.0 / particles.masses[at].to_f64();
        let v = Vec3([vx, vy, vz]) + (Vec3([fx, fy, fz]).scale(inverse) + acceleration).scale(dt);
        free.push(v.scale(slowing));
    }
    let met = near(particles, around, places.clone(), &free);
    for (at, mut velocity) in places.zip(free) {
        if particles.ids[at] == NOBODY {
            motion.velocities.push([S::zero(); 4]);
            continue;
        }
        let [x, y, z, _] = particles.positions[at];
        let x = Vec3([x, y, z]);
        let mass = particles.masses[at].to_f64();
        for obstacle in &met {
            let before = velocity;
            let shift = obstacle.meet(x, &mut velocity);
            let impulse = &mut motion.colliders[obstacle.index];
            *impulse = *impulse + (before - velocity).scale(mass);
            if shift.norm_squared() > 0.0 && particles.holds[at] == 0 {
                motion.shifts.push((at, shift));
            }
        }
        if let Some(grip) = (particles.holds[at] as usize).checked_sub(1) {
            let carried = around.holds[grip].velocity(x);
            motion.grips[grip] = motion.grips[grip] + (velocity - carried).scale(mass);
            velocity = carried;
        }
        let speed = velocity.norm();
        if !speed.is_finite() {
            motion.broken = motion.broken.or(Some(at));
        }
        if speed > motion.fastest {
            (motion.fastest, motion.place) = (speed, at);
        }
        let [vx, vy, vz] = velocity.0.map(S::from_f64);
        motion.velocities.push([vx, vy, vz, S::zero()]);
    }
    motion
}

/// Obstacles that some of these particles may meet.
fn near<'a, S: Scalar>(
    particles: &Particles<S>,
    around: &'a Surroundings<'a>,
    places: std::ops::Range<usize>,
    velocities: &[Vec3<f64>],
) -> Vec<&'a Obstacle<'a>> {
    if around.obstacles.is_empty() {
        return Vec::new();
    }
    let position = |at: usize| {
        let [x, y, z, _] = particles.positions[at];
        Vec3([x, y, z])
    };
    let bounds = plastica_geometry::Bounds::around(places.map(position));
    let fastest = velocities.iter().map(|v| v.norm()).fold(0.0, f64::max);
    let radius = 0.5 * bounds.size().norm();
    (around.obstacles.iter())
        .filter(|obstacle| obstacle.may_meet(bounds.centre(), radius, fastest * around.dt))
        .collect()
}
