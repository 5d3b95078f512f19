//! What a scene will take, before anything is written: points, memory, disk, steps and what limits them, time.

use crate::build;
use crate::scene::Scene;
use crate::simulation::{Progress, Simulation};
use plastica_core::{Bound, StepBound};
use plastica_material::Recipe;
use plastica_scene::method::{BuildError, Forecast};
use serde_json::{Value, json};
use std::fmt::Write;
use std::ops::ControlFlow;

/// Seconds of trial steps that the predicted time rests on.
const TRIAL: f64 = 1.5;
/// Fewest steps of a trial: the first ones warm up.
const TRIAL_STEPS: u64 = 6;
/// A trial waits this many times as long for emitters, until the cost of a step is that of its particles.
const PATIENCE: f64 = 3.0;
/// So many particles are enough to tell what one costs.
const TELLING: usize = 10_000;
/// More particles than this are counted but not tried.
const LARGEST_TRIAL: u64 = 20_000_000;

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
    /// Bodies and emitters.
    pub parts: Vec<Part>,
    /// Numbers of materials, bodies, colliders, emitters, grips and probes, in words.
    pub contents: String,
    /// What will not be as its author hopes.
    pub warnings: Vec<String>,
    /// The first step and what limits it.
    pub step: StepBound,
    /// About how many steps a frame takes.
    pub steps_per_frame: f64,
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
    /// The whole run [s].
    pub run: f64,
    /// One of the steps of the trial [s].
    pub step: f64,
}

/// Why nothing can be said of a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum PreflightError {
    /// It cannot be built.
    Build(BuildError),
    /// It has more points than a trial can hold.
    TooLarge {
        /// About how many.
        points: u64,
    },
}

impl std::fmt::Display for PreflightError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PreflightError::Build(error) => error.fmt(f),
            PreflightError::TooLarge { points } => write!(
                f,
                "about {points} particles are more than this machine will hold in memory at once (limit of check: {LARGEST_TRIAL}): use a coarser resolution or fewer particles_per_cell"
            ),
        }
    }
}

impl std::error::Error for PreflightError {}

impl From<BuildError> for PreflightError {
    fn from(error: BuildError) -> Self {
        PreflightError::Build(error)
    }
}

/// Builds a scene and takes some steps on trial. `clock` gives seconds that pass.
pub fn preflight(
    scene: &Scene,
    clock: &mut dyn FnMut() -> f64,
) -> Result<Preflight, PreflightError> {
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
    if points > LARGEST_TRIAL {
        return Err(PreflightError::TooLarge { points });
    }
    let mut simulation = Simulation::new(scene)?;
    let step = first_step(scene, &simulation);
    let frames = simulation.frame_count();
    let steps_per_frame = (1.0 / scene.settings.frames_per_second / step.dt).ceil();
    let present = parts
        .iter()
        .map(|part| part.forecast.mean_points)
        .sum::<f64>();
    let time = trial(&mut simulation, points, clock).map(|trial| {
        let steps = steps_per_frame * frames as f64;
        let per_step = trial.per_step * (present / trial.particles).max(1.0);
        PredictedTime {
            run: per_step * steps,
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
        contents: contents(scene, parts.len()),
        warnings: warnings(scene, &world, &parts),
        parts,
        step,
        steps_per_frame,
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
    step.tighter(StepBound::new(
        1.0 / scene.settings.frames_per_second,
        Bound::Frame,
    ))
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
    let mut see = |progress: &Progress| {
        let now = clock();
        laps.push((now - last, progress.points));
        last = now;
        let waiting = progress.points < telling;
        let patience = if waiting { TRIAL * PATIENCE } else { TRIAL };
        if laps.len() as u64 >= TRIAL_STEPS && now - start > patience {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    while !simulation.is_done() {
        match simulation.next_frame(&mut see) {
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

fn bytes(count: f64) -> String {
    match count {
        c if c < 1e6 => format!("{:.0} kB", c / 1e3),
        c if c < 1e9 => format!("{:.0} MB", c / 1e6),
        c => format!("{:.1} GB", c / 1e9),
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".into(),
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

impl Preflight {
    /// For people, about a run on so many threads.
    pub fn to_text(&self, threads: usize) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "{}: {} s, {} frames",
            self.title, self.duration, self.frames
        );
        let _ = writeln!(out, "{}", self.contents);
        for Part { method, forecast } in &self.parts {
            let _ = writeln!(
                out,
                "{:?}: {}, method {method}",
                forecast.name, forecast.summary
            );
            for warning in &forecast.warnings {
                let _ = writeln!(out, "  warning: {warning}");
            }
        }
        for warning in &self.warnings {
            let _ = writeln!(out, "warning: {warning}");
        }
        let _ = writeln!(
            out,
            "about {:.0} steps of {:.3e} s per frame, limited by {}",
            self.steps_per_frame, self.step.dt, self.step.by
        );
        let _ = writeln!(
            out,
            "about {} of memory, {} of disk",
            bytes(self.memory),
            bytes(self.disk)
        );
        if let Some(PredictedTime { run, step }) = self.time {
            let _ = writeln!(
                out,
                "about {} on {threads} threads of this machine (first steps took {:.2} ms each)",
                duration(run),
                step * 1e3
            );
        }
        out
    }

    /// For programs.
    pub fn to_json(&self) -> Value {
        let parts: Vec<Value> = self
            .parts
            .iter()
            .map(|Part { method, forecast: p }| {
                json!({
                    "name": p.name, "material": p.material, "laws": p.laws, "method": method,
                    "resolution_m": p.resolution, "particles": p.points, "wave_speed_m_per_s": p.wave_speed,
                    "warnings": p.warnings,
                })
            })
            .collect();
        json!({
            "title": self.title, "duration_s": self.duration, "frames": self.frames, "bodies": parts,
            "warnings": self.warnings, "time_step_s": self.step.dt, "limited_by": self.step.by.name(),
            "steps_per_frame": self.steps_per_frame, "memory_bytes": self.memory, "disk_bytes": self.disk,
            "predicted_seconds": self.time.map(|time| time.run),
        })
    }
}
