//! Obstacles and other bodies: what particles that would go into them do instead.
//!
//! It is the surface of their matter, half a cell from their centre (`surface_point`), that meets. One that would get inside
//! within the step gets the normal velocity with which it just arrives, and none into the obstacle if it is inside
//! already; friction takes from its velocity along the obstacle up to μ times what the push has changed. One that
//! is deep inside is moved out, a small part of a spacing in a step, without getting a velocity from that.
//!
//! Each impulse moves the neighbours too, so all contacts are solved together, one after the other and again (projected
//! Gauss–Seidel): each takes back its own impulse, so that the surface moves as without it, and gives what is needed.
//! No such impulse adds to the kinetic energy beside what moving obstacles do.

use crate::surface_point::{SurfacePoint, THICKEST};
use plastica_core::{Contact, Obstacle, Precision, slowed};
use plastica_tensor::Vec3;

/// How near to an obstacle a surface touches it [spacings].
const TOUCHING: f64 = 0.05;
/// How deep a surface may be in an obstacle and stay there [spacings]: particles stand within a tenth of a spacing of a
/// lattice at the start, so that the surface of a body that fits between walls is as uneven.
const UNEVEN: f64 = 0.1;
/// How far a particle that is deeper is moved out of an obstacle in a step [spacings]: slowly, for that strains the body,
/// and a surface that is pushed at a fifth of a per cent of the speed of waves takes up little energy.
const OUT: f64 = 0.001;
/// Sweeps end when none changes the velocity of a surface by more than this [spacings per step], or after so many: what is left depends on the
/// order of contacts, so it is held below the rounding of the velocities.
const SINGLE: (f64, usize) = (1e-7, 12);
const DOUBLE: (f64, usize) = (1e-13, 200);

/// Whether particles within a radius of a place that move by up to some way within the step can meet an obstacle [m].
pub(crate) fn may_touch(
    obstacle: &Obstacle<'_>,
    centre: Vec3<f64>,
    radius: f64,
    near: f64,
) -> bool {
    let near = radius + near;
    obstacle.distance(centre) < near || !obstacle.is_still && obstacle.distance_then(centre) < near
}

/// A particle and an obstacle in a step, or particles of two bodies.
#[derive(Clone, Debug)]
pub(crate) struct ContactConstraint {
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

impl ContactConstraint {
    /// How a particle at x may meet an obstacle, given where the particle's matter ends in a direction.
    pub(crate) fn with(
        obstacle: &Obstacle<'_>,
        x: Vec3<f64>,
        velocity: Vec3<f64>,
        (dt, spacing): (f64, f64),
        surface: impl FnOnce(Vec3<f64>) -> SurfacePoint,
    ) -> Option<ContactConstraint> {
        let collider = obstacle.collider;
        let arrival = x + velocity.scale(dt);
        let (here, far) = (obstacle.distance(x), obstacle.distance_then(arrival));
        if far.min(here) > (0.5 * THICKEST + TOUCHING) * spacing {
            return None;
        }
        let normal = obstacle.normal_then(arrival);
        let surface = surface(normal);
        let gap = here - surface.radius;
        let touches = gap < TOUCHING * spacing;
        if !touches && far >= surface.radius {
            return None;
        }
        let lowest = -gap.max(0.0) / dt;
        let (highest, friction) = match collider.contact {
            Contact::Sticky => (lowest, f64::INFINITY),
            Contact::Sliding if touches => (0.0, collider.friction),
            _ => (f64::INFINITY, collider.friction),
        };
        let stencil: Vec<(u32, f64)> = surface
            .stencil(surface.radius.min(surface.farthest))
            .collect();
        Some(ContactConstraint {
            obstacle: Some(obstacle.index),
            normal,
            moving: obstacle.moving(x - normal.scale(surface.radius)),
            shift: normal.scale((-gap - UNEVEN * spacing).clamp(0.0, OUT * spacing) / stencil[0].1),
            between: (lowest, highest),
            friction,
            stencil,
            impulse: Vec3::zero(),
        })
    }

    /// How a particle may meet one of another body, given its offset from that one and the difference of velocities.
    /// They meet in a point between them, for else friction would have a moment: without a common point there is none.
    /// Particles that are too near are left to the repulsion of contact pairs.
    pub(crate) fn of_bodies(
        x: Vec3<f64>,
        velocity: Vec3<f64>,
        (dt, spacing, friction): (f64, f64, f64),
        surface_points: impl FnOnce(Vec3<f64>) -> [SurfacePoint; 2],
    ) -> Option<ContactConstraint> {
        let distance = x.norm();
        let farthest = (THICKEST + TOUCHING) * spacing;
        // In the same place there is no direction to go.
        if distance + velocity.dot(x).min(0.0) / distance * dt > farthest
            || distance < 1e-9 * spacing
        {
            return None;
        }
        let normal = x.scale(1.0 / distance);
        let [own, other] = surface_points(normal);
        let gap = distance - own.radius - other.radius;
        if gap + velocity.dot(normal).min(0.0) * dt > TOUCHING * spacing {
            return None;
        }
        let half = distance * own.radius / (own.radius + other.radius);
        let far = (distance - half.min(own.farthest)).min(other.farthest);
        let near = (distance - far).min(own.farthest);
        let shared = near + far > (1.0 - 1e-12) * distance;
        let opposite = other.stencil(far).map(|(place, c)| (place, -c));
        Some(ContactConstraint {
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

    /// What the obstacle does by moving [J].
    pub(crate) fn work_of_obstacle(&self) -> f64 {
        self.impulse.dot(self.moving)
    }

    /// What is lost as the surface slips with the velocities of the end [J].
    pub(crate) fn friction_loss(&self, velocities: &[Vec3<f64>]) -> f64 {
        let of_surface = |sum, (place, c): &(u32, f64)| sum + velocities[*place as usize].scale(*c);
        let velocity: Vec3<f64> = self.stencil.iter().fold(Vec3::zero(), of_surface);
        let relative = velocity - self.moving;
        let along = relative - self.normal.scale(relative.dot(self.normal));
        -self.impulse.dot(along)
    }

    /// Gives the impulse that this contact needs as others stand; returns how the velocity changes [m/s].
    fn project(&mut self, velocities: &mut [Vec3<f64>], inverse_masses: &[f64]) -> f64 {
        let (mut velocity, mut inverse_effective_mass) = (Vec3::zero(), 0.0);
        for (place, c) in &self.stencil {
            let at = *place as usize;
            velocity = velocity + velocities[at].scale(*c);
            inverse_effective_mass += c * c * inverse_masses[at];
        }
        if inverse_effective_mass == 0.0 {
            return 0.0;
        }
        let without = velocity - self.moving - self.impulse.scale(inverse_effective_mass);
        let speed = without.dot(self.normal);
        let slip = without - self.normal.scale(speed);
        let allowed = speed.max(self.between.0).min(self.between.1);
        let brake = match self.friction {
            f64::INFINITY => f64::INFINITY,
            friction => friction * (allowed - speed).abs(),
        };
        let after = slowed(slip, brake) + self.normal.scale(allowed);
        let impulse = (after - without).scale(1.0 / inverse_effective_mass);
        let more = impulse - self.impulse;
        for (place, c) in &self.stencil {
            let at = *place as usize;
            velocities[at] = velocities[at] + more.scale(c * inverse_masses[at]);
        }
        self.impulse = impulse;
        more.norm() * inverse_effective_mass
    }
}

/// Solves for the impulses of all contacts by projected Gauss–Seidel. A particle that is held has no inverse mass.
pub(crate) fn solve(
    constraints: &mut [ContactConstraint],
    velocities: &mut [Vec3<f64>],
    inverse_masses: &[f64],
    velocity_scale: f64,
    precision: Precision,
) {
    let (tolerance, most_sweeps) = match precision {
        Precision::Single => SINGLE,
        Precision::Double => DOUBLE,
    };
    for _ in 0..most_sweeps {
        let changes = constraints
            .iter_mut()
            .map(|constraint| constraint.project(velocities, inverse_masses));
        if changes.fold(0.0, f64::max) <= tolerance * velocity_scale {
            return;
        }
    }
}
