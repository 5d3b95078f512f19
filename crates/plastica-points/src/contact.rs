//! Obstacles and other bodies: what particles that would go into them do instead.
//!
//! It is the surface of their matter, half a cell from their centre (`rim`), that meets. One that would get inside
//! within the step gets the normal velocity with which it just arrives, and none into the obstacle if it is inside
//! already; friction takes from its velocity along the obstacle up to μ times what the push has changed. One that
//! is inside is moved out, a small part of a spacing in a step, without getting a velocity from that.
//!
//! Each impulse moves the neighbours too, so all contacts are solved together, one after the other and again (projected
//! Gauss–Seidel): every one takes back its own impulse, sees how the surface moves without it, and gives what is needed.
//! No such impulse adds to the kinetic energy beside what moving obstacles do.

use crate::rim::{Rim, THICKEST};
use plastica_core::{Collider, Contact, Pose, World};
use plastica_tensor::{Mat3, Vec3};

/// How near to an obstacle a surface touches it [spacings].
const TOUCHING: f64 = 0.05;
/// How far a particle is moved out of an obstacle in a step [spacings].
const OUT: f64 = 0.02;
/// Contacts are solved until none changes the velocity of a surface by more than this [spacings per step],
const SETTLED: f64 = 1e-7;
/// and no more often than this.
const ROUNDS: usize = 12;

/// An obstacle during one step.
pub(crate) struct Obstacle<'a> {
    collider: &'a Collider,
    /// Which of the world's colliders it is.
    index: usize,
    now: Pose,
    then: Pose,
    /// Where its points go within the step: x ↦ turn x + shift.
    turn: Mat3<f64>,
    shift: Vec3<f64>,
    still: bool,
    dt: f64,
    spacing: f64,
}

/// The obstacles that are there during a step.
pub(crate) fn obstacles(world: &World, time: f64, dt: f64, spacing: f64) -> Vec<Obstacle<'_>> {
    (world.colliders.iter().enumerate())
        .filter(|(_, collider)| collider.is_present(time))
        .map(|(index, collider)| {
            let now = collider.motion.pose(time);
            let then = collider.motion.pose(time + dt);
            let (turn, shift) = now.carry(&then);
            Obstacle {
                collider,
                index,
                now,
                then,
                turn,
                shift,
                still: collider.motion.is_still(),
                dt,
                spacing,
            }
        })
        .collect()
}

impl Obstacle<'_> {
    /// Whether particles within a radius of a place that move by up to some way within the step can meet it [m].
    pub(crate) fn may_meet(&self, centre: Vec3<f64>, radius: f64, way: f64) -> bool {
        let distance = |pose: &Pose| self.collider.shape.distance(pose.to_local(centre));
        let near = radius + way + self.spacing;
        distance(&self.now) < near || !self.still && distance(&self.then) < near
    }

    /// How it moves at a place [m/s].
    fn moving(&self, x: Vec3<f64>) -> Vec3<f64> {
        if self.still {
            Vec3::zero()
        } else {
            (self.turn.mul_vec(x) + self.shift - x).scale(1.0 / self.dt)
        }
    }

    /// How it may meet a particle at x, given where the particle's matter ends in a direction.
    pub(crate) fn meet(
        &self,
        x: Vec3<f64>,
        velocity: Vec3<f64>,
        rim: impl FnOnce(Vec3<f64>) -> Rim,
    ) -> Option<Meeting> {
        let shape = &self.collider.shape;
        let arrival = self.then.to_local(x + velocity.scale(self.dt));
        let far = shape.distance(arrival);
        let here = shape.distance(self.now.to_local(x));
        if far.min(here) > (0.5 * THICKEST + TOUCHING) * self.spacing {
            return None;
        }
        let normal = self.then.rotation.mul_vec(shape.normal(arrival));
        let rim = rim(normal);
        let gap = here - rim.radius;
        let touches = gap < TOUCHING * self.spacing;
        if !touches && far >= rim.radius {
            return None;
        }
        let lowest = -gap.max(0.0) / self.dt;
        let (highest, friction) = match self.collider.contact {
            Contact::Sticky => (lowest, f64::INFINITY),
            Contact::Sliding if touches => (0.0, self.collider.friction),
            _ => (f64::INFINITY, self.collider.friction),
        };
        let stencil: Vec<(u32, f64)> = rim.stencil(rim.radius.min(rim.farthest)).collect();
        Some(Meeting {
            obstacle: Some(self.index),
            normal,
            moving: self.moving(x - normal.scale(rim.radius)),
            shift: normal.scale((-gap).clamp(0.0, OUT * self.spacing) / stencil[0].1),
            between: (lowest, highest),
            friction,
            stencil,
            impulse: Vec3::zero(),
        })
    }
}

/// A particle and an obstacle in a step, or particles of two bodies.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    /// Which of the world's colliders it is.
    pub(crate) obstacle: Option<usize>,
    /// Places and their parts of the velocity of the surface, less that of the other body's; the particle that meets
    /// is the first.
    pub(crate) stencil: Vec<(u32, f64)>,
    /// How the particle is moved beside its velocity [m].
    pub(crate) shift: Vec3<f64>,
    /// Impulse on the surface of the particle [N s].
    pub(crate) impulse: Vec3<f64>,
    /// Away from the obstacle or the other body.
    normal: Vec3<f64>,
    /// Velocity of the obstacle [m/s].
    moving: Vec3<f64>,
    /// Velocities along the normal that the surface may have, seen from the other [m/s].
    between: (f64, f64),
    friction: f64,
}

impl Meeting {
    /// How a particle may meet one of another body, given its offset from that one and the difference of velocities.
    /// They meet in a point between them, for else friction would have a moment: without a common point there is none.
    /// Who is too near is left to the push between strangers.
    pub(crate) fn of_bodies(
        x: Vec3<f64>,
        velocity: Vec3<f64>,
        (dt, spacing, friction): (f64, f64, f64),
        rims: impl FnOnce(Vec3<f64>) -> [Rim; 2],
    ) -> Option<Meeting> {
        let distance = x.norm();
        let farthest = (THICKEST + TOUCHING) * spacing;
        // In the same place there is no direction to go.
        if distance + velocity.dot(x).min(0.0) / distance * dt > farthest
            || distance < 1e-9 * spacing
        {
            return None;
        }
        let normal = x.scale(1.0 / distance);
        let [own, other] = rims(normal);
        let gap = distance - own.radius - other.radius;
        if gap + velocity.dot(normal).min(0.0) * dt > TOUCHING * spacing {
            return None;
        }
        let half = distance * own.radius / (own.radius + other.radius);
        let far = (distance - half.min(own.farthest)).min(other.farthest);
        let near = (distance - far).min(own.farthest);
        let shared = near + far > (1.0 - 1e-12) * distance;
        let opposite = other.stencil(far).map(|(place, c)| (place, -c));
        Some(Meeting {
            obstacle: None,
            stencil: own.stencil(near).chain(opposite).collect(),
            shift: Vec3::zero(),
            impulse: Vec3::zero(),
            normal,
            moving: Vec3::zero(),
            between: (-gap.max(0.0) / dt, f64::INFINITY),
            friction: if shared { friction } else { 0.0 },
        })
    }

    /// Gives the impulse that this contact needs as others stand; returns how the velocity changes [m/s].
    fn settle(&mut self, velocities: &mut [Vec3<f64>], inverse_masses: &[f64]) -> f64 {
        let (mut surface, mut ease) = (Vec3::zero(), 0.0);
        for (place, c) in &self.stencil {
            let at = *place as usize;
            surface = surface + velocities[at].scale(*c);
            ease += c * c * inverse_masses[at];
        }
        if ease == 0.0 {
            return 0.0;
        }
        let without = surface - self.moving - self.impulse.scale(ease);
        let speed = without.dot(self.normal);
        let slip = without - self.normal.scale(speed);
        let allowed = speed.max(self.between.0).min(self.between.1);
        let brake = match self.friction {
            f64::INFINITY => f64::INFINITY,
            friction => friction * (allowed - speed).abs(),
        };
        let after = slowed(slip, brake) + self.normal.scale(allowed);
        let impulse = (after - without).scale(1.0 / ease);
        let more = impulse - self.impulse;
        for (place, c) in &self.stencil {
            let at = *place as usize;
            velocities[at] = velocities[at] + more.scale(c * inverse_masses[at]);
        }
        self.impulse = impulse;
        more.norm() * ease
    }
}

/// Solves for the impulses of all contacts. A particle that is held has no inverse mass.
pub(crate) fn settle(
    meetings: &mut [Meeting],
    velocities: &mut [Vec3<f64>],
    inverse_masses: &[f64],
    pace: f64,
) {
    for _ in 0..ROUNDS {
        let changes = meetings
            .iter_mut()
            .map(|meeting| meeting.settle(velocities, inverse_masses));
        if changes.fold(0.0, f64::max) <= SETTLED * pace {
            return;
        }
    }
}

/// A velocity that friction makes slower by this much.
fn slowed(velocity: Vec3<f64>, brake: f64) -> Vec3<f64> {
    let speed = velocity.norm();
    if speed <= brake {
        Vec3::zero()
    } else {
        velocity.scale(1.0 - brake / speed)
    }
}
