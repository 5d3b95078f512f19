//! One step of a grain: with the material, or on its own.

use super::field::{Field, Flow, Sample};
use super::flight::fly;
use super::grain::Grain;
use super::path::Path;
use super::set::GrainSet;
use super::turn::Turn;
use super::wall::Wall;
use plastica_core::World;
use plastica_tensor::{Mat3, Vec3, polar};
use rayon::prelude::*;

/// What is around grains during a step.
pub(super) struct Surroundings<'a> {
    pub(super) walls: Vec<Wall<'a>>,
    pub(super) world: &'a World,
    /// The material in the middle of the step.
    pub(super) field: &'a Field,
    /// When the step starts [s].
    pub(super) time: f64,
    pub(super) dt: f64,
}

/// Moves a grain by a step.
pub(super) fn carry(grain: &mut Grain, set: &GrainSet, around: &Surroundings<'_>) {
    let dt = around.dt;
    let halfway = grain.place + grain.velocity.scale(0.5 * dt);
    let flow = around.field.at(halfway);
    let density = flow.map_or(0.0, |flow| flow.density);
    // It takes more to be caught than to stay, or grains at the rim would change sides all the time.
    let needed = if grain.escaped { 2.0 } else { 1.0 } * set.threshold;
    match flow {
        Some(flow) if density >= needed => {
            grain.escaped = false;
            follow(grain, &flow, halfway, dt);
            push_out(grain, &around.walls);
        }
        _ => {
            grain.escaped = true;
            let time = around.time + 0.5 * dt;
            let gravity = Vec3(std::array::from_fn(|k| {
                around.world.gravity[k].at(grain.place.0, time)
            }));
            fly(grain, &set.form, &around.walls, gravity, dt);
        }
    }
}

/// Implicit midpoint with the affine flow around a place: v = u + C (x + ½Δt v − place).
fn follow(grain: &mut Grain, flow: &Flow, place: Vec3<f64>, dt: f64) {
    let ahead = Mat3::identity() - flow.gradient.scale(0.5 * dt);
    let here = flow.value + flow.gradient.mul_vec(grain.place - place);
    let velocity = if is_tame(&ahead) {
        ahead.inverse().mul_vec(here)
    } else {
        flow.value
    };
    grain.velocity = flow.tamed(velocity);
    grain.place = grain.place + grain.velocity.scale(dt);
    let turn = turn_of(&flow.gradient, dt);
    grain.spin = turn.to_vector().scale(1.0 / dt);
    grain.turn = turn.after(grain.turn);
}

/// Whether a step is short enough for the midpoint rule to be solved.
fn is_tame(ahead: &Mat3<f64>) -> bool {
    ahead.determinant() > 0.2
}

/// The rotation of the nodes around, matched before and after a step [SW20, Section 6.3]: that of I + Δt C to
/// first order. The nodes go by the midpoint rule as grains do, x ↦ (I − ½Δt C)⁻¹ (I + ½Δt C) x, so that in a
/// rigid rotation axes turn as far as places do.
fn turn_of(gradient: &Mat3<f64>, dt: f64) -> Turn {
    let half = gradient.scale(0.5 * dt);
    let ahead = Mat3::identity() - half;
    let map = if is_tame(&ahead) {
        ahead.inverse() * (Mat3::identity() + half)
    } else {
        Mat3::identity() + gradient.scale(dt)
    };
    Turn::from_matrix(&polar(&map).0)
}

/// Grains in the material touch obstacles with their thinnest side; longer ones may reach into them, as the
/// material's own resolution does not tell how they lie.
fn push_out(grain: &mut Grain, walls: &[Wall<'_>]) {
    let radius = 0.5 * grain.size.iter().fold(f64::INFINITY, |a, b| a.min(*b));
    for wall in walls {
        if let Some(near) = wall.near(grain.place, radius) {
            grain.place = grain.place + near.normal.scale(radius - near.distance);
        }
    }
}

/// Adds up how the flow turns at the particles whose axes are known.
pub(super) fn turn_particles(
    paths: &[Path],
    part: f64,
    field: &Field,
    dt: f64,
    turned: &mut [Turn],
) {
    let pairs = turned.par_iter_mut().zip(paths);
    pairs
        .filter(|(_, path)| path.axes.is_some())
        .for_each(|(turned, path)| {
            if let Some(flow) = field.at(path.at(part).0) {
                *turned = turn_of(&flow.gradient, dt).after(*turned);
            }
        });
}

/// What the axes of particles have turned beyond the flow, as rotation vectors at their last places.
pub(super) fn extra_turns(paths: &[Path], turned: &[Turn]) -> Vec<Sample> {
    let extra = |(path, turned): (&Path, &Turn)| {
        let (before, after) = path.axes?;
        let expected = turned.after(before);
        Some(Sample {
            place: path.at(1.0).0,
            value: nearest(after, expected)
                .after(expected.inverse())
                .to_vector(),
            mass: path.mass,
            rest_volume: path.rest_volume,
        })
    };
    paths.iter().zip(turned).filter_map(extra).collect()
}

/// The axes of a material have no sense: of the four ways to name them, the one nearest to what is expected.
fn nearest(axes: Turn, expected: Turn) -> Turn {
    let half = std::f64::consts::PI;
    let mut best = axes;
    for k in 0..3 {
        let mut about = Vec3::zero();
        about[k] = half;
        let other = axes.after(Turn::from_vector(about));
        if other.likeness(expected) > best.likeness(expected) + 1e-12 {
            best = other;
        }
    }
    best
}
