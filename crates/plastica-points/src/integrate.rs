//! From forces to velocities, past obstacles and grips.

use crate::contact::{ContactConstraint, may_touch, solve};
use crate::contact_pairs::ContactPairs;
use crate::particles::{EMPTY, Group};
use crate::surface_point::SurfacePoints;
use plastica_core::{KinematicTarget, Obstacle, World};
use plastica_material::Value;
use plastica_particles::{BUNDLE, Quad};
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;
use std::ops::Range;

/// Places of a piece of work.
const BLOCK: usize = 16 * BUNDLE;

/// What acts on particles in a step beside forces between them.
pub(crate) struct Surroundings<'a, S> {
    pub(crate) surface_points: &'a SurfacePoints<'a, S>,
    pub(crate) contact_pairs: &'a ContactPairs,
    pub(crate) groups: &'a [Group],
    pub(crate) world: &'a World,
    pub(crate) obstacles: &'a [Obstacle<'a>],
    pub(crate) targets: &'a [KinematicTarget],
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
    /// What forces within bodies do to the motion [J], and what it has after them [J].
    pub(crate) work: f64,
    pub(crate) kinetic: f64,
    pub(crate) external: External,
    /// The fastest particle [m/s], and its place.
    pub(crate) fastest: f64,
    pub(crate) place: usize,
    /// The first particle that has no velocity.
    pub(crate) broken: Option<usize>,
}

/// Work of what acts on bodies, and losses [J].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct External {
    pub(crate) gravity: f64,
    pub(crate) obstacles: f64,
    pub(crate) grips: f64,
    pub(crate) friction: f64,
    pub(crate) damping: f64,
}

/// Particles before they meet obstacles.
struct Free {
    velocities: Vec<Vec3<f64>>,
    constraints: Vec<ContactConstraint>,
    grips: Vec<Vec3<f64>>,
    /// Work of grips [J].
    of_grips: f64,
}

/// Velocities at the end of a step; particles are not changed.
pub(crate) fn integrate<S: Scalar>(around: &Surroundings<'_, S>) -> Motion<S> {
    let particles = around.surface_points.particles;
    let places = particles.places();
    let pieces: Vec<Free> = (0..places.div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| free(around, block * BLOCK..((block + 1) * BLOCK).min(places)))
        .collect();
    // Piece after piece, so that the sums do not depend on threads.
    let mut motion = Motion {
        colliders: vec![Vec3::zero(); around.world.colliders.len()],
        grips: vec![Vec3::zero(); around.targets.len()],
        ..Motion::default()
    };
    let mut velocities = Vec::with_capacity(places);
    let mut constraints = Vec::new();
    for piece in pieces {
        velocities.extend(piece.velocities);
        constraints.extend(piece.constraints);
        for (sum, part) in motion.grips.iter_mut().zip(piece.grips) {
            *sum = *sum + part;
        }
        motion.external.grips += piece.of_grips;
    }
    constraints.extend(between_bodies(around, &velocities));
    if !constraints.is_empty() {
        solve_contacts(around, &mut constraints, &mut velocities, &mut motion);
    }
    let accounts: Vec<Account> = (velocities.par_chunks(BLOCK).enumerate())
        .map(|(block, velocities)| Account::of(around, block * BLOCK, velocities))
        .collect();
    for account in accounts {
        account.add_to(&mut motion);
    }
    // Obstacles and grips bear forces in full (`StepReport::undamped`), so that damping is that of the velocity at the end:
    // m v/keep = m v⁰ + Δt f + J/keep.
    let full = (around.damping * around.dt).exp();
    let external = &mut motion.external;
    external.damping = (around.damping * around.dt).exp_m1() * 2.0 * motion.kinetic;
    for work in [
        &mut external.obstacles,
        &mut external.grips,
        &mut external.friction,
    ] {
        *work *= full;
    }
    let quad = |v: &Vec3<f64>| [v[0], v[1], v[2], 0.0].map(S::from_f64);
    motion.velocities = velocities.par_iter().map(quad).collect();
    motion
}

/// What some particles have and get in a step.
#[derive(Default)]
struct Account {
    /// As in `Motion`.
    work: f64,
    kinetic: f64,
    gravity: f64,
    fastest: f64,
    place: usize,
    broken: Option<usize>,
}

impl Account {
    /// Of the particles from a place on, with their velocities at the end of the step.
    fn of<S: Scalar>(around: &Surroundings<'_, S>, first: usize, velocities: &[Vec3<f64>]) -> Self {
        let particles = around.surface_points.particles;
        let acceleration = Acceleration::new(around);
        let mut account = Account::default();
        for (at, velocity) in (first..).zip(velocities) {
            let speed = velocity.norm();
            if !speed.is_finite() {
                account.broken = account.broken.or(Some(at));
            }
            if speed > account.fastest {
                (account.fastest, account.place) = (speed, at);
            }
            if particles.ids[at] != EMPTY {
                let [before, force] = [&particles.velocities[at], &particles.forces[at]]
                    .map(|[x, y, z, _]| Vec3([x.to_f64(), y.to_f64(), z.to_f64()]));
                // ½(v + v'): with the velocity that contacts leave, so that what they take is not counted.
                account.work += 0.5 * around.dt * force.dot(before + *velocity);
                let mass = particles.masses[at].to_f64();
                account.kinetic += 0.5 * mass * speed * speed;
                account.gravity += around.dt * mass * acceleration.at(at).dot(*velocity);
            }
        }
        account
    }

    fn add_to<S>(self, motion: &mut Motion<S>) {
        motion.broken = motion.broken.or(self.broken);
        if self.fastest > motion.fastest {
            (motion.fastest, motion.place) = (self.fastest, self.place);
        }
        motion.work += self.work;
        motion.kinetic += self.kinetic;
        motion.external.gravity += self.gravity;
    }
}

/// Solves the contacts, and adds up what they do to obstacles and grips.
fn solve_contacts<S: Scalar>(
    around: &Surroundings<'_, S>,
    constraints: &mut [ContactConstraint],
    velocities: &mut [Vec3<f64>],
    motion: &mut Motion<S>,
) {
    let particles = around.surface_points.particles;
    let inverse_mass = |(mass, hold): (&S, &u32)| match hold {
        0 => 1.0 / mass.to_f64(),
        _ => 0.0,
    };
    let inverse_masses: Vec<f64> = (particles.masses.par_iter())
        .zip(&particles.grip_of)
        .map(inverse_mass)
        .collect();
    let options = around.surface_points.options;
    let velocity_scale = options.spacing / around.dt;
    solve(
        constraints,
        velocities,
        &inverse_masses,
        velocity_scale,
        options.precision,
    );
    for constraint in constraints {
        if let Some(obstacle) = constraint.obstacle {
            let impulse = &mut motion.colliders[obstacle];
            *impulse = *impulse - constraint.impulse;
        }
        motion.external.obstacles += constraint.work_of_obstacle();
        motion.external.friction += constraint.friction_loss(velocities);
        for (place, c) in &constraint.stencil {
            if let Some(grip) = (particles.grip_of[*place as usize] as usize).checked_sub(1) {
                let push = constraint.impulse.scale(*c);
                motion.grips[grip] = motion.grips[grip] + push;
                // The grip holds against it.
                motion.external.grips -= push.dot(velocities[*place as usize]);
            }
        }
        let place = constraint.stencil[0].0 as usize;
        if constraint.shift.norm_squared() > 0.0 && particles.grip_of[place] == 0 {
            motion.shifts.push((place, constraint.shift));
        }
    }
}

/// Contacts of particles of different bodies.
fn between_bodies<S: Scalar>(
    around: &Surroundings<'_, S>,
    velocities: &[Vec3<f64>],
) -> Vec<ContactConstraint> {
    let &Surroundings {
        surface_points,
        contact_pairs,
        dt,
        ..
    } = around;
    let options = surface_points.options;
    let meet = |place: usize, other: usize| {
        let x = position(around, place) - position(around, other);
        let velocity = velocities[place] - velocities[other];
        let numbers = (dt, options.spacing, options.friction);
        ContactConstraint::of_bodies(x, velocity, numbers, |normal| {
            [
                surface_points.toward(place, normal),
                surface_points.toward(other, -normal),
            ]
        })
    };
    (0..velocities.len().div_ceil(BLOCK))
        .into_par_iter()
        .flat_map_iter(|block| {
            let places = block * BLOCK..((block + 1) * BLOCK).min(velocities.len());
            places.flat_map(move |place| {
                (contact_pairs.of_other_bodies(place))
                    .filter(move |other| *other > place)
                    .filter_map(move |other| meet(place, other))
            })
        })
        .collect()
}

/// Velocities of particles that meet nothing but grips, and what they may meet.
fn free<S: Scalar>(around: &Surroundings<'_, S>, places: Range<usize>) -> Free {
    let &Surroundings {
        surface_points, dt, ..
    } = around;
    let particles = surface_points.particles;
    let mut free = Free {
        velocities: Vec::with_capacity(places.len()),
        constraints: Vec::new(),
        grips: vec![Vec3::zero(); around.targets.len()],
        of_grips: 0.0,
    };
    let slowing = (-around.damping * dt).exp();
    let acceleration = Acceleration::new(around);
    for at in places.clone() {
        if particles.ids[at] == EMPTY {
            free.velocities.push(Vec3::zero());
            continue;
        }
        let x = position(around, at);
        let [vx, vy, vz, _] = particles.velocities[at].map(|v| v.to_f64());
        let [fx, fy, fz, _] = particles.forces[at].map(|f| f.to_f64());
        let acceleration = acceleration.at(at);
        let mass = particles.masses[at].to_f64();
        let force = Vec3([fx, fy, fz]).scale(1.0 / mass);
        let v = (Vec3([vx, vy, vz]) + (force + acceleration).scale(dt)).scale(slowing);
        free.velocities.push(match particles.grip_of[at] {
            0 => v,
            hold => {
                let grip = hold as usize - 1;
                let carried = around.targets[grip].velocity(x);
                let push = (v - carried).scale(mass);
                free.grips[grip] = free.grips[grip] + push;
                free.of_grips -= push.dot(carried);
                carried
            }
        });
    }
    let obstacles = near(around, places.clone(), &free.velocities);
    for (at, velocity) in places.zip(&free.velocities) {
        if particles.ids[at] == EMPTY {
            continue;
        }
        let x = position(around, at);
        let surface = |normal| surface_points.toward(at, normal);
        let numbers = (dt, surface_points.options.spacing);
        let meet = |obstacle: &&Obstacle<'_>| {
            ContactConstraint::with(obstacle, x, *velocity, numbers, surface)
        };
        free.constraints.extend(obstacles.iter().filter_map(meet));
    }
    free
}

/// Gravity, and accelerations of bodies.
struct Acceleration<'a, S> {
    around: &'a Surroundings<'a, S>,
    /// Whether gravity is the same everywhere, and whether it is all that there is.
    uniform: bool,
    alone: bool,
    everywhere: Vec3<f64>,
}

impl<'a, S: Scalar> Acceleration<'a, S> {
    fn new(around: &'a Surroundings<'a, S>) -> Self {
        let gravity = &around.world.gravity;
        let uniform = !gravity.iter().any(|g| g.varies_in_space());
        let pushed = |group: &Group| group.body.acceleration.is_some();
        Acceleration {
            around,
            uniform,
            alone: uniform && !around.groups.iter().any(pushed),
            everywhere: Vec3(std::array::from_fn(|k| {
                gravity[k].at([0.0; 3], around.time)
            })),
        }
    }

    /// Of a particle [m/s²].
    fn at(&self, at: usize) -> Vec3<f64> {
        if self.alone {
            return self.everywhere;
        }
        let Surroundings {
            world,
            groups,
            surface_points,
            time,
            ..
        } = self.around;
        let x = position(self.around, at).0;
        let of = |values: &[Value; 3]| Vec3(std::array::from_fn(|k| values[k].at(x, *time)));
        let gravity = if self.uniform {
            self.everywhere
        } else {
            of(&world.gravity)
        };
        match &groups[surface_points.particles.body(at)].body.acceleration {
            Some(push) => gravity + of(push),
            None => gravity,
        }
    }
}

fn position<S>(around: &Surroundings<'_, S>, at: usize) -> Vec3<f64> {
    let [x, y, z, _] = around.surface_points.particles.positions[at];
    Vec3([x, y, z])
}

/// Obstacles that some of these particles may meet.
fn near<'a, S: Scalar>(
    around: &'a Surroundings<'a, S>,
    places: Range<usize>,
    velocities: &[Vec3<f64>],
) -> Vec<&'a Obstacle<'a>> {
    if around.obstacles.is_empty() {
        return Vec::new();
    }
    let bounds = plastica_geometry::Bounds::around(places.map(|at| position(around, at)));
    let fastest = velocities.iter().map(|v| v.norm()).fold(0.0, f64::max);
    let radius = 0.5 * bounds.size().norm();
    let near = fastest * around.dt + around.surface_points.options.spacing;
    (around.obstacles.iter())
        .filter(|obstacle| may_touch(obstacle, bounds.centre(), radius, near))
        .collect()
}
