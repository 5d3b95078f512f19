//! The largest step that keeps a method stable, and what makes it so.

use crate::world::{Collider, World};
use plastica_material::Recipe;
use plastica_tensor::Vec3;
use std::fmt;

/// What limits a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Waves must not cross a cell within a step.
    WaveSpeed,
    /// Material must not cross a cell within a step.
    Motion,
    /// Momentum must not diffuse past a cell within a step.
    Viscosity,
    /// Obstacles must not cross a cell within a step.
    Contact,
    /// The longest step that the scene allows.
    UserLimit,
    /// The next frame is due.
    Frame,
    /// A step was too long shortly before.
    SafetyFactor,
    /// The step that the method was asked to take.
    TimeStep,
    /// Creep must not overtake the motion within a step.
    Creep,
}

impl Bound {
    /// All of them.
    pub const ALL: [Bound; 9] = [
        Bound::WaveSpeed,
        Bound::Motion,
        Bound::Viscosity,
        Bound::Contact,
        Bound::UserLimit,
        Bound::Frame,
        Bound::SafetyFactor,
        Bound::TimeStep,
        Bound::Creep,
    ];

    /// In one or two words, for progress and the ledger.
    pub fn name(self) -> &'static str {
        match self {
            Bound::WaveSpeed => "wave speed",
            Bound::Motion => "motion",
            Bound::Viscosity => "viscosity",
            Bound::Contact => "contact",
            Bound::UserLimit => "max_time_step",
            Bound::Frame => "frame time",
            Bound::SafetyFactor => "safety factor",
            Bound::TimeStep => "time_step",
            Bound::Creep => "creep",
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A step and what limits it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepBound {
    /// The largest step [s].
    pub dt: f64,
    /// What limits it.
    pub by: Bound,
}

impl StepBound {
    /// A step with its reason.
    pub fn new(dt: f64, by: Bound) -> Self {
        StepBound { dt, by }
    }
    /// The tighter of two.
    pub fn tighter(self, other: StepBound) -> Self {
        if other.dt < self.dt { other } else { self }
    }
}

/// What sets the scale of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepScales {
    /// Size of cells, or spacing of points [m].
    pub size: f64,
    /// Share of that size which nothing may cross in a step.
    pub courant: f64,
    /// The largest squared wave speed [m²/s²].
    pub wave_speed_squared: f64,
    /// The largest longitudinal viscosity over density, anywhere in the material [m²/s].
    pub diffusivity: f64,
    /// The fastest motion [m/s].
    pub speed: f64,
}

/// The largest step from `time` in which nothing crosses more than its share of a cell: no wave, no material, no
/// momentum by diffusion, no obstacle.
pub fn stable_step(scales: StepScales, world: &World, time: f64) -> StepBound {
    let StepScales { size, courant, .. } = scales;
    let bound = StepBound::new(
        courant * size / scales.wave_speed_squared.sqrt(),
        Bound::WaveSpeed,
    )
    .tighter(StepBound::new(courant * size / scales.speed, Bound::Motion))
    .tighter(StepBound::new(
        courant * size * size / (2.0 * scales.diffusivity),
        Bound::Viscosity,
    ));
    world
        .colliders
        .iter()
        .filter(|collider| collider.is_present(time) && !collider.motion.is_still())
        .map(|collider| {
            let step = bound.dt.min(1e-3);
            StepBound::new(courant * size / speed(collider, time, step), Bound::Contact)
        })
        .fold(bound, StepBound::tighter)
}

/// Longitudinal viscosity over density of a material, where a particle has its position at rest [m²/s].
pub fn diffusivity(recipe: &Recipe, position: [f64; 3], time: f64) -> f64 {
    match (&recipe.viscosity, recipe.material_at::<f64>(position, time)) {
        (Some(_), Ok(material)) => {
            material.longitudinal_viscosity() / recipe.density.at(position, time)
        }
        _ => 0.0,
    }
}

/// How fast the surface of an obstacle moves at most during a step [m/s]. The far parts of an unbounded
/// shape do not count.
fn speed(collider: &Collider, time: f64, step: f64) -> f64 {
    let (now, then) = (
        collider.motion.pose(time),
        collider.motion.pose(time + step),
    );
    let corners = match collider.shape.bounds() {
        None => vec![Vec3::zero()],
        Some(bounds) => (0..8)
            .map(|k| {
                Vec3(std::array::from_fn(|axis| match k >> axis & 1 {
                    0 => bounds.low[axis],
                    _ => bounds.high[axis],
                }))
            })
            .collect(),
    };
    let moved = |corner: Vec3<f64>| (then.to_space(corner) - now.to_space(corner)).norm();
    corners.into_iter().map(moved).fold(0.0, f64::max) / step
}
