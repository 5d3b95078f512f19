//! How the pieces of a hybrid body move as a whole, and what that does to motion in a frame that turns along.

use crate::body::FrameMotion;
use crate::carrier::Carrier;
use crate::load::Load;
use crate::rigid::Rigid;
use plastica_linear::Field;
use plastica_tensor::{Mat3, Vec3};

/// Place about the centre of the piece, and velocity beside its rigid motion.
pub(crate) type Motion = (Vec3<f64>, Vec3<f64>);

/// How a piece goes through the step as a whole.
pub(crate) struct Course {
    /// Before and after.
    from: Vec3<f64>,
    pub(crate) to: Vec3<f64>,
    pub(crate) turn: Mat3<f64>,
    /// Rigid motion before; zero for a piece that is held.
    velocity: Vec3<f64>,
    omega: Vec3<f64>,
    /// Rigid momenta after.
    velocity_after: Vec3<f64>,
    spin_after: Vec3<f64>,
    pub(crate) free: bool,
    /// Angular velocity in the middle of the step.
    turning: Vec3<f64>,
    /// Sums at the start, with the inertia of the step's middle once that is known.
    rigid: Rigid,
    torque: Vec3<f64>,
    /// R before.
    old: Mat3<f64>,
    /// The frame that is guessed: R carried on.
    pub(crate) guess: Mat3<f64>,
}

/// How pieces move as a whole [TF88, Eqs. 13a, 13b].
pub(crate) fn courses(
    (frame, turns): (FrameMotion, &[Mat3<f64>]),
    carrier: &Carrier<'_>,
    load: &Load,
    positions: &[Vec3<f64>],
    velocities: &[Vec3<f64>],
) -> Vec<Course> {
    let &Carrier {
        pieces,
        count,
        masses,
        ..
    } = carrier;
    let dt = load.dt;
    let rigid = Rigid::of(pieces, count, masses, positions, velocities);
    let mut free = vec![frame == FrameMotion::Free; count];
    let nodes = load.targets.iter().map(|t| t.0);
    for i in nodes.chain(load.springs.iter().map(|s| s.0)) {
        free[pieces[i] as usize] = false;
    }
    let mut lies = vec![false; count];
    let mut force = vec![Vec3::zero(); count];
    let mut torque = vec![Vec3::zero(); count];
    for (i, &p) in pieces.iter().enumerate() {
        let f = load.accelerations[i].scale(masses[i]);
        let y = positions[i] - rigid[p as usize].centre;
        force[p as usize] = force[p as usize] + f;
        torque[p as usize] = torque[p as usize] + y.cross(f);
        lies[p as usize] |= carrier.touching[i];
    }
    (0..count)
        .map(|p| {
            let body = &rigid[p].within_step(dt);
            if !free[p] {
                let centre = match frame {
                    FrameMotion::Fixed => Vec3::zero(),
                    _ => body.centre,
                };
                return Course {
                    from: centre,
                    to: centre,
                    turn: Mat3::identity(),
                    velocity: Vec3::zero(),
                    omega: Vec3::zero(),
                    velocity_after: Vec3::zero(),
                    spin_after: Vec3::zero(),
                    free: false,
                    turning: Vec3::zero(),
                    rigid: *body,
                    torque: Vec3::zero(),
                    old: turns[p],
                    guess: turns[p],
                };
            }
            let push = force[p].scale(1.0 / body.mass);
            // A parabola in free flight. What lies on something goes as it moves at the end: at rest it then has no
            // velocity.
            let share = if lies[p] { 1.0 } else { 0.5 };
            let way = body.velocity.scale(dt) + push.scale(share * dt * dt);
            let (turn, turning) = body.turn(torque[p], dt);
            Course {
                from: body.centre,
                to: body.centre + way,
                old: turns[p],
                guess: turn * turns[p],
                turn,
                velocity: body.velocity,
                omega: body.turning(body.spin),
                velocity_after: body.velocity + push.scale(dt),
                spin_after: body.spin + torque[p].scale(dt),
                free: true,
                turning,
                rigid: *body,
                torque: torque[p],
            }
        })
        .collect()
}

/// Courses anew with the inertia that pieces have in the middle of the step.
pub(crate) fn turn_by_middle(
    carrier: &Carrier<'_>,
    courses: &mut [Course],
    middle: &[Motion],
    dt: f64,
) {
    let (shape, drift): (Field, Field) = middle.iter().copied().unzip();
    let bodies = Rigid::of(
        carrier.pieces,
        carrier.count,
        carrier.masses,
        &shape,
        &drift,
    );
    for (p, course) in courses.iter_mut().enumerate().filter(|(_, c)| c.free) {
        course.rigid.inertia = bodies[p].inertia;
        (course.turn, course.turning) = course.rigid.turn(course.torque, dt);
        course.guess = course.turn * course.old;
    }
}

impl Course {
    /// Place about the centre, and velocity beside the rigid motion.
    pub(crate) fn inside(&self, x: Vec3<f64>, v: Vec3<f64>) -> Motion {
        let y = x - self.from;
        (y, v - self.velocity - self.omega.cross(y))
    }
}

/// Forces per mass in the frame that turns along: applied, centrifugal, Coriolis, and against them the linear and the
/// transverse one, which are what those have as a whole [TF88, Eq. 13c].
pub(crate) fn rest(
    carrier: &Carrier<'_>,
    load: &Load,
    courses: &[Course],
    motion: &[Motion],
) -> Field {
    let mut sums = vec![(Vec3::zero(), Vec3::zero()); courses.len()];
    let mut rest = Field::with_capacity(motion.len());
    for (i, &p) in carrier.pieces.iter().enumerate() {
        let (omega, (y, u)) = (courses[p as usize].turning, motion[i]);
        let g = load.accelerations[i] - omega.cross(omega.cross(y)) - omega.cross(u).scale(2.0);
        let force = g.scale(carrier.masses[i]);
        let (sum, moment) = &mut sums[p as usize];
        (*sum, *moment) = (*sum + force, *moment + y.cross(force));
        rest.push(g);
    }
    let whole: Vec<_> = (courses.iter().zip(&sums))
        .map(|(course, (sum, moment))| match course.free {
            true => (
                sum.scale(1.0 / course.rigid.mass),
                course.rigid.turning(*moment),
            ),
            false => (Vec3::zero(), Vec3::zero()),
        })
        .collect();
    for (i, &p) in carrier.pieces.iter().enumerate() {
        let (linear, transverse) = whole[p as usize];
        rest[i] = rest[i] - linear - transverse.cross(motion[i].0);
    }
    rest
}

/// Takes nodes from where the stage of length h ends to the end of the step, in space.
pub(crate) fn arrive(
    carrier: &Carrier<'_>,
    load: &Load,
    courses: &[Course],
    h: f64,
    (start, end): (&[Motion], &[Vec3<f64>]),
    positions: &mut [Vec3<f64>],
    velocities: &mut [Vec3<f64>],
) {
    let dt = load.dt;
    // What rounding has moved the centre goes back.
    let mut relative = Vec::with_capacity(positions.len());
    let mut strayed = vec![Vec3::zero(); courses.len()];
    for (i, &p) in carrier.pieces.iter().enumerate() {
        let course = &courses[p as usize];
        let (carried, u) = (
            course.turn.mul_vec(start[i].0),
            course.turn.mul_vec(start[i].1),
        );
        let moving = (end[i] - carried).scale(1.0 / h);
        positions[i] = carried + moving.scale(dt);
        relative.push(u + (moving - u).scale(dt / h));
        strayed[p as usize] = strayed[p as usize] + positions[i].scale(carrier.masses[i]);
    }
    for (i, &p) in carrier.pieces.iter().enumerate() {
        let course = &courses[p as usize];
        let back = match course.free {
            true => strayed[p as usize].scale(1.0 / course.rigid.mass),
            false => Vec3::zero(),
        };
        positions[i] = course.to + (positions[i] - back);
    }
    for (i, target) in &load.targets {
        positions[*i] = *target;
    }
    settle(carrier, courses, positions, &relative, velocities);
}

/// Velocities at the end: the rigid part from the momenta, the rest without any.
fn settle(
    carrier: &Carrier<'_>,
    courses: &[Course],
    positions: &[Vec3<f64>],
    relative: &[Vec3<f64>],
    velocities: &mut [Vec3<f64>],
) {
    let rigid = Rigid::of(
        carrier.pieces,
        carrier.count,
        carrier.masses,
        positions,
        relative,
    );
    let motions: Vec<_> = (rigid.iter().zip(courses))
        .map(|(body, course)| {
            let body = Rigid {
                least: course.rigid.least,
                ..*body
            };
            let excess = body.turning(course.spin_after - body.spin);
            (course.velocity_after - body.velocity, excess, body.centre)
        })
        .collect();
    for (i, &p) in carrier.pieces.iter().enumerate() {
        velocities[i] = relative[i];
        if courses[p as usize].free {
            let (v, omega, centre) = motions[p as usize];
            velocities[i] = velocities[i] + v + omega.cross(positions[i] - centre);
        }
    }
}
