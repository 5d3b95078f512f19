//! `plastica check`: what a scene will take, before anything is written.

use crate::progress::Stopwatch;
use crate::{Failure, files, machine};
use plastica::scene::{Scene, Shape, ShapeForm};
use plastica::simulation::{Flow, Progress, Simulation};
use plastica_core::{Bound, StepBound};
use plastica_geometry::sample;
use plastica_material::Recipe;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// Reads a scene and reports.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scene file.
    scene: PathBuf,
    /// As JSON, mistakes too.
    #[arg(long)]
    json: bool,
    /// Threads of the run to predict; without it, as many as the machine has.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

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

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let scene =
        Scene::read(&arguments.scene).map_err(|d| Failure::Scene(Box::new(d), arguments.json))?;
    let threads = arguments.threads.unwrap_or_else(machine::threads).max(1);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::Work(format!("cannot start {threads} threads: {error}")))?;
    let report = pool.install(|| Report::new(&scene))?;
    if arguments.json {
        files::print(&files::pretty(&report.as_json()))
    } else {
        files::print(&report.as_text(threads))
    }
}

/// One body or emitter.
struct Part {
    name: String,
    material: String,
    laws: String,
    method: &'static str,
    resolution: f64,
    /// Particles at the start, or that an emitter will have given.
    particles: u64,
    /// Particles over the run.
    mean_particles: f64,
    wave_speed: f64,
    warnings: Vec<String>,
}

/// What a run will take.
struct Report {
    title: String,
    duration: f64,
    frames: u64,
    counts: [usize; 5],
    parts: Vec<Part>,
    warnings: Vec<String>,
    step: StepBound,
    steps_per_frame: f64,
    memory: f64,
    disk: f64,
    /// Predicted time [s], and what it rests on; `None` if nothing was tried.
    time: Option<(f64, f64)>,
}

impl Report {
    fn new(scene: &Scene) -> Result<Self, Failure> {
        let parts = parts(scene)?;
        let particles: u64 = parts.iter().map(|part| part.particles).sum();
        if particles > LARGEST_TRIAL {
            return Err(Failure::Input(format!(
                "about {particles} particles are more than this machine will hold in memory at once (limit of check: {LARGEST_TRIAL}): use a coarser resolution or fewer particles_per_cell"
            )));
        }
        let mut simulation =
            Simulation::new(scene).map_err(|error| Failure::Input(error.to_string()))?;
        let settings = &scene.settings;
        let frame = 1.0 / settings.frames_per_second;
        let mut step = simulation.next_bound();
        if let Some(asked) = settings.max_time_step {
            step = step.tighter(StepBound::new(asked, Bound::Asked));
        }
        step = step.tighter(StepBound::new(frame, Bound::Frame));
        let steps_per_frame = (frame / step.dt).ceil();
        let frames = simulation.frame_count();
        let mut warnings = collider_warnings(
            scene,
            simulation.world(),
            parts.first().map_or(0.0, |p| p.resolution),
        );
        if scene.settings.domain.is_none() && !scene.emitters.is_empty() {
            warnings.push("without a [scene] domain, material that falls past everything is followed for ever".into());
        }
        let present = parts.iter().map(|part| part.mean_particles).sum::<f64>();
        let time = trial(&mut simulation, particles).map(|trial| {
            let steps = steps_per_frame * frames as f64;
            let per_step = trial.per_step * (present / trial.particles).max(1.0);
            (per_step * steps, trial.per_step)
        });
        // Of the state after the trial: at the start an emitter has given nothing yet.
        let now = simulation.frame();
        let counted = simulation.len().max(1) as f64;
        let (growth, on_average) = (particles as f64 / counted, present / counted);
        let per_frame: f64 = now
            .attributes
            .iter()
            .map(|a| 4.0 * a.values.len() as f64)
            .sum::<f64>()
            + now.positions.len() as f64 * if now.double { 24.0 } else { 12.0 };
        let state = simulation.save().len() as f64;
        Ok(Report {
            title: settings.title.clone().unwrap_or_else(|| "scene".into()),
            duration: settings.duration,
            frames,
            counts: [
                scene.materials.len(),
                scene.colliders.len(),
                scene.emitters.len(),
                scene.grips.len(),
                scene.probes.len(),
            ],
            parts,
            warnings,
            step,
            steps_per_frame,
            // The state, its copy while sorting, the copy to go back to, and the grid.
            memory: 4.0 * state * growth,
            // Frames, and a few checkpoints that shrink by about a third.
            disk: per_frame * on_average * (frames + 1) as f64 + 6.0 * state * growth,
            time,
        })
    }
}

/// What a few steps have shown.
struct Trial {
    /// Seconds per step, lately.
    per_step: f64,
    /// Particles there were, lately.
    particles: f64,
}

/// Takes a few steps; more while an emitter has yet to give what tells the cost.
fn trial(simulation: &mut Simulation, particles: u64) -> Option<Trial> {
    let telling = TELLING.min(particles as usize);
    let mut watch = Stopwatch::start();
    let mut laps: Vec<(f64, usize)> = Vec::new();
    let mut see = |progress: &Progress| {
        laps.push((watch.lap(), progress.points));
        let patience = match progress.points < telling {
            true => TRIAL * PATIENCE,
            false => TRIAL,
        };
        match laps.len() as u64 >= TRIAL_STEPS && watch.seconds() > patience {
            true => Flow::Stop,
            false => Flow::Continue,
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

fn parts(scene: &Scene) -> Result<Vec<Part>, Failure> {
    let mut parts = Vec::new();
    let bodies = scene.bodies.iter().enumerate().map(|(k, body)| {
        (
            plastica::build::label("body", body.name.as_ref(), k),
            &body.filling,
            Some((&body.shape, &body.placement)),
            (0.0, 0.0),
        )
    });
    let emitters = scene.emitters.iter().enumerate().map(|(k, emitter)| {
        let volume = emitted_volume(scene, emitter);
        (
            plastica::build::label("emitter", emitter.name.as_ref(), k),
            &emitter.filling,
            None,
            volume,
        )
    });
    for (name, filling, region, volume) in bodies.chain(emitters) {
        let recipe = scene
            .material(&filling.material)
            .ok_or_else(|| Failure::Input(format!("no material {:?}", filling.material)))?;
        let spacing = plastica::build::spacing(filling);
        let mut warnings = warnings(recipe);
        let particles = match region {
            Some((shape, placement)) => {
                let shape = plastica::build::region(shape, placement)
                    .map_err(|reason| Failure::Input(format!("{name}: {reason}")))?;
                if let Some(bounds) = shape.bounds() {
                    let thinnest = bounds.size().0.into_iter().fold(f64::INFINITY, f64::min);
                    if thinnest < 2.0 * filling.resolution {
                        warnings.push(format!(
                            "it is {:.1} cells thin: less than 2 bends and breaks at random",
                            thinnest / filling.resolution
                        ));
                    }
                }
                sample::estimate_count(&shape, spacing)
                    .map_err(|error| Failure::Input(format!("{name}: {error}")))?
            }
            None => (volume.0 / spacing.powi(3)) as u64,
        };
        let mean_particles = match region {
            Some(_) => particles as f64,
            None => volume.1 / spacing.powi(3),
        };
        if filling.particles_per_cell < 4 {
            warnings.push(format!(
                "{} particles per cell are few: gaps open when it stretches; 8 are usual",
                filling.particles_per_cell
            ));
        }
        let material = recipe.material_at::<f64>([0.0; 3], 0.0);
        let density = recipe.density.at([0.0; 3], 0.0);
        parts.push(Part {
            name,
            material: recipe.name.clone(),
            laws: recipe
                .laws()
                .map(|(_, law)| law.law.name)
                .collect::<Vec<_>>()
                .join(" + "),
            method: filling.method.name(),
            resolution: filling.resolution,
            particles,
            mean_particles,
            wave_speed: material
                .map_or(f64::NAN, |m| (m.p_wave_modulus(&m.rest()) / density).sqrt()),
            warnings,
        });
    }
    for (k, spline) in scene.splines.iter().enumerate() {
        let nodes = spline.shape.nodes() as u64;
        parts.push(Part {
            name: plastica::build::label("spline", spline.name.as_ref(), k),
            material: "–".into(),
            laws: spline.laws(),
            method: plastica::scene::Method::Spline.name(),
            // Nodes themselves touch obstacles.
            resolution: 0.0,
            particles: nodes,
            mean_particles: nodes as f64,
            wave_speed: f64::NAN,
            warnings: Vec::new(),
        });
    }
    Ok(parts)
}

/// What an emitter gives over the whole scene, and the mean of what it has given so far [m³].
fn emitted_volume(scene: &Scene, emitter: &plastica::scene::Emitter) -> (f64, f64) {
    let duration = scene.settings.duration;
    let (start, end) = emitter
        .window
        .map_or((0.0, duration), |w| (w.start.max(0.0), w.end.min(duration)));
    const PIECES: u32 = 200;
    let step = (end - start).max(0.0) / f64::from(PIECES);
    let pieces = (0..PIECES).map(|k| {
        let time = start + (f64::from(k) + 0.5) * step;
        let given = emitter.rate.at([0.0; 3], time).max(0.0) * step;
        (given, given * (1.0 - time / duration))
    });
    pieces.fold((0.0, 0.0), |sum, piece| (sum.0 + piece.0, sum.1 + piece.1))
}

/// Materials that will not look as their author hopes.
fn warnings(recipe: &Recipe) -> Vec<String> {
    let mut found = Vec::new();
    let report = plastica::lab::report(recipe);
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
    let is_plane = |shape: &Shape| matches!(shape.form, ShapeForm::HalfSpace { .. });
    let mut found = Vec::new();
    for (collider, described) in world.colliders.iter().zip(&scene.colliders) {
        let Some(bounds) = collider
            .shape
            .bounds()
            .filter(|_| !is_plane(&described.shape))
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

impl Report {
    fn as_text(&self, threads: usize) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "{}: {} s, {} frames",
            self.title, self.duration, self.frames
        );
        let [materials, colliders, emitters, grips, probes] = self.counts;
        let _ = writeln!(
            out,
            "{materials} materials, {} bodies, {colliders} colliders, {emitters} emitters, {grips} grips, {probes} probes",
            self.parts.len() - emitters
        );
        for part in &self.parts {
            if part.method == plastica::scene::Method::Spline.name() {
                let (name, nodes, laws) = (&part.name, part.particles, &part.laws);
                let _ = writeln!(out, "{name:?}: a spline of {nodes} nodes ({laws})");
                continue;
            }
            let _ = writeln!(
                out,
                "{:?}: {} particles of {} ({}), method {}, cells of {:.3} mm, waves at {:.3} m/s",
                part.name,
                part.particles,
                part.material,
                part.laws,
                part.method,
                part.resolution * 1e3,
                part.wave_speed
            );
            for warning in &part.warnings {
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
        if let Some((time, per_step)) = self.time {
            let _ = writeln!(
                out,
                "about {} on {threads} threads of this machine (first steps took {:.2} ms each)",
                duration(time),
                per_step * 1e3
            );
        }
        out
    }

    fn as_json(&self) -> Value {
        let parts: Vec<Value> = self
            .parts
            .iter()
            .map(|p| {
                json!({
                    "name": p.name, "material": p.material, "laws": p.laws, "method": p.method,
                    "resolution_m": p.resolution, "particles": p.particles, "wave_speed_m_per_s": p.wave_speed,
                    "warnings": p.warnings,
                })
            })
            .collect();
        json!({
            "title": self.title, "duration_s": self.duration, "frames": self.frames, "bodies": parts,
            "warnings": self.warnings, "time_step_s": self.step.dt, "limited_by": self.step.by.name(),
            "steps_per_frame": self.steps_per_frame, "memory_bytes": self.memory, "disk_bytes": self.disk,
            "predicted_seconds": self.time.map(|(time, _)| time),
        })
    }
}
