//! What a scene will take, before anything is written: points, memory, disk, steps and what limits them, time.

mod report;
mod steps;

use crate::build;
use crate::scene::Scene;
use crate::simulation::{Progress, Simulation};
use plastica_core::{Bound, Precision, StepBound};
use plastica_material::Recipe;
use plastica_scene::method::{BuildError, Forecast};
use std::cell::Cell;
use std::ops::ControlFlow;

/// Seconds of trial steps that the predicted time rests on.
const TRIAL: f64 = 1.5;
/// Fewest steps of a trial: the first ones warm up.
const TRIAL_STEPS: u64 = 6;
/// A trial waits this many times as long for emitters, until the cost of a step is that of its particles.
const PATIENCE: f64 = 3.0;
/// So many particles are enough to tell what one costs.
const TELLING: usize = 10_000;

/// What a body or emitter will take, and by which method.
#[derive(Clone, Debug)]
pub struct Part {
    /// What scenes call its method.
    pub method: &'static str,
    /// What it will take.
    pub forecast: Forecast,
}

/// What a run will take.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Preflight {
    /// The title of the scene.
    pub title: String,
    /// How long it lasts [s].
    pub duration: f64,
    /// How many frames follow the first.
    pub frames: u64,
    /// How long after the one before the last frame comes [s], if earlier than its turn.
    pub last_interval: Option<f64>,
    /// Bodies and emitters.
    pub parts: Vec<Part>,
    /// Numbers of materials, bodies, colliders, emitters, grips and probes, in words.
    pub contents: String,
    /// What will not be as its author hopes.
    pub warnings: Vec<String>,
    /// Digits, asked for or chosen.
    pub precision: Precision,
    /// The first step and what limits it.
    pub step: StepBound,
    /// About how many steps a frame takes at first.
    pub steps_per_frame: f64,
    /// How many it may take later on, as far as it can be foretold.
    pub most_steps_per_frame: f64,
    /// How fast material may meet something [m/s].
    pub impact_speed: f64,
    /// About how much memory, in bytes.
    pub memory: f64,
    /// About how much disk, in bytes.
    pub disk: f64,
    /// Predicted time; `None` if the trial failed.
    pub time: Option<PredictedTime>,
}

/// How long a run will take on this machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictedTime {
    /// The whole run, with as many steps per frame as at first [s].
    pub run: f64,
    /// The whole run, with as many as there may be [s].
    pub most: f64,
    /// One of the steps of the trial [s].
    pub step: f64,
}

/// Builds a scene and takes some steps on trial. `clock` gives seconds that pass.
pub fn preflight(scene: &Scene, clock: &mut dyn FnMut() -> f64) -> Result<Preflight, BuildError> {
    let world = build::world(scene)?;
    let parts: Vec<Part> = build::forecast(scene, &world)?
        .into_iter()
        .map(|(kind, mut forecast)| {
            let recipe = forecast
                .material
                .as_ref()
                .and_then(|name| scene.material(name));
            let about = recipe.map(material_warnings).unwrap_or_default();
            forecast.warnings.splice(0..0, about);
            Part {
                method: kind.name,
                forecast,
            }
        })
        .collect();
    let points: u64 = parts.iter().map(|part| part.forecast.points).sum();
    let mut simulation = Simulation::new(scene)?;
    let step = first_step(scene, &simulation);
    let frames = simulation.frame_count();
    let interval = simulation.time_of(1);
    let steps_per_frame = (interval / step.dt).ceil();
    let impact_speed = steps::impact_speed(scene, &simulation);
    let foretold = steps_per_frame * steps::growth(&parts, impact_speed);
    let present = parts
        .iter()
        .map(|part| part.forecast.mean_points)
        .sum::<f64>();
    let trial = trial(&mut simulation, points, clock);
    let seen = trial
        .as_ref()
        .map_or(0.0, |trial| interval / trial.shortest);
    let most_steps_per_frame = foretold.max(seen).ceil();
    let time = trial.map(|trial| {
        let per_step = trial.per_step * (present / trial.particles).max(1.0);
        let run = |steps: f64| per_step * steps * frames as f64;
        PredictedTime {
            run: run(steps_per_frame),
            most: run(most_steps_per_frame),
            step: trial.per_step,
        }
    });
    // Of the state after the trial: at the start an emitter has given nothing yet.
    let now = simulation.frame();
    let counted = simulation.len().max(1) as f64;
    let (growth, on_average) = (points as f64 / counted, present / counted);
    let numbers: usize = now.attributes.iter().map(|a| a.values.len()).sum();
    let place = if now.double { 24.0 } else { 12.0 };
    let per_frame = 4.0 * numbers as f64 + now.positions.len() as f64 * place;
    let state = simulation.save().len() as f64;
    Ok(Preflight {
        title: scene
            .settings
            .title
            .clone()
            .unwrap_or_else(|| "scene".into()),
        duration: scene.settings.duration,
        frames,
        last_interval: simulation.last_interval(),
        contents: contents(scene, parts.len()),
        warnings: warnings(scene, &world, &parts),
        parts,
        precision: now.precision(),
        step,
        steps_per_frame,
        most_steps_per_frame,
        impact_speed,
        // The state, its copy while sorting, the copy to go back to, and the grid.
        memory: 4.0 * state * growth,
        // Frames, and a few checkpoints that shrink by about a third.
        disk: per_frame * on_average * (frames + 1) as f64 + 6.0 * state * growth,
        time,
    })
}

fn first_step(scene: &Scene, simulation: &Simulation) -> StepBound {
    let mut step = simulation.next_bound();
    if let Some(asked) = scene.settings.max_time_step {
        step = step.tighter(StepBound::new(asked, Bound::UserLimit));
    }
    step.tighter(StepBound::new(simulation.time_of(1), Bound::Frame))
}

fn contents(scene: &Scene, parts: usize) -> String {
    let emitters = scene.emitters.len();
    format!(
        "{} materials, {} bodies, {} colliders, {emitters} emitters, {} grips, {} probes",
        scene.materials.len(),
        parts - emitters,
        scene.colliders.len(),
        scene.grips.len(),
        scene.probes.len(),
    )
}

fn warnings(scene: &Scene, world: &plastica_core::World, parts: &[Part]) -> Vec<String> {
    let cells = parts.iter().map(|part| part.forecast.resolution);
    let mut warnings = collider_warnings(scene, world, cells.fold(0.0, f64::max));
    if scene.settings.domain.is_none() && !scene.emitters.is_empty() {
        warnings.push(
            "without a [scene] domain, material that falls past everything is followed for ever"
                .into(),
        );
    }
    let apart = scene.warnings.iter().flat_map(|warnings| warnings.iter());
    warnings.extend(apart.map(|warning| warning.problem.message()));
    warnings
}

/// What a few steps have shown.
struct Trial {
    /// Seconds per step, lately.
    per_step: f64,
    /// Particles there were, lately.
    particles: f64,
    /// The shortest step that a bound asked for [s].
    shortest: f64,
}

/// Takes a few steps; more while an emitter has yet to give what tells the cost.
fn trial(
    simulation: &mut Simulation,
    particles: u64,
    clock: &mut dyn FnMut() -> f64,
) -> Option<Trial> {
    let telling = TELLING.min(particles as usize);
    let start = clock();
    let mut last = start;
    let mut laps: Vec<(f64, usize)> = Vec::new();
    let (over, shortest) = (Cell::new(false), Cell::new(f64::INFINITY));
    let mut see = |progress: &Progress| {
        let now = clock();
        laps.push((now - last, progress.points));
        if progress.bound != Bound::Frame {
            shortest.set(shortest.get().min(progress.dt));
        }
        last = now;
        let waiting = progress.points < telling;
        let patience = if waiting { TRIAL * PATIENCE } else { TRIAL };
        over.set(laps.len() as u64 >= TRIAL_STEPS && now - start > patience);
        match over.get() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    while !simulation.is_done() {
        match simulation.next_frame(&mut see) {
            // A step that ends a frame is not stopped by asking.
            Ok(Some(_)) if over.get() => break,
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(_) => return None,
        }
    }
    let late = &laps[laps.len() / 2..];
    let count = late.len().max(1) as f64;
    let best = late.iter().map(|lap| lap.0).fold(f64::INFINITY, f64::min);
    let mean = late.iter().map(|lap| lap.0).sum::<f64>() / count;
    (!late.is_empty()).then(|| Trial {
        per_step: 0.5 * (best + mean),
        particles: (late.iter().map(|lap| lap.1 as f64).sum::<f64>() / count).max(1.0),
        shortest: shortest.get(),
    })
}

/// Materials that will not look as their author hopes.
fn material_warnings(recipe: &Recipe) -> Vec<String> {
    let mut found = Vec::new();
    let report = crate::lab::report(recipe);
    let measured = |property: &str| {
        report
            .as_ref()
            .ok()?
            .rows
            .iter()
            .find(|row| row.property.starts_with(property))?
            .measured
    };
    if let (Some(young), Some(strength)) = (measured("Young's modulus"), measured("yield stress")) {
        let strain = strength / young;
        if strain < 1e-4 && strain > 0.0 && young < 1e8 {
            found.push(format!("it yields at a strain of {strain:.1e}: a body this soft will flow like a liquid under its own weight"));
        }
    }
    found
}

/// Obstacles that material will pass through.
fn collider_warnings(scene: &Scene, world: &plastica_core::World, cell: f64) -> Vec<String> {
    let mut found = Vec::new();
    for (collider, described) in world.colliders.iter().zip(&scene.colliders) {
        let Some(bounds) = collider
            .shape
            .bounds()
            .filter(|_| described.shape.form.plane().is_none())
        else {
            continue;
        };
        let thinnest = bounds.size().0.into_iter().fold(f64::INFINITY, f64::min);
        if thinnest < 2.0 * cell {
            found.push(format!(
                "{:?} is {:.1} cells thin: material is felt on both sides and can pass through less than 2",
                collider.name,
                thinnest / cell
            ));
        }
    }
    found
}
