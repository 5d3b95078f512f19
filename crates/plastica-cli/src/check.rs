//! `plastica check`: what a scene says, before anything runs.

use crate::{Failure, files};
use plastica::Scene;
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
}

/// Share of the time in which a wave crosses a cell that an explicit step may take.
const COURANT: f64 = 0.5;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let scene =
        Scene::read(&arguments.scene).map_err(|d| Failure::Scene(Box::new(d), arguments.json))?;
    let bodies: Vec<BodyReport> = scene
        .bodies
        .iter()
        .map(|body| BodyReport::new(&scene, body))
        .collect::<Result<_, _>>()?;
    let steps = Steps::new(&scene, &bodies);
    if arguments.json {
        files::print(&files::pretty(&as_json(&scene, &bodies, &steps)))
    } else {
        files::print(&as_text(&scene, &bodies, &steps))
    }
}

/// What one body asks of the time step.
struct BodyReport {
    name: String,
    material: String,
    laws: String,
    method: &'static str,
    resolution: f64,
    /// Fastest wave [m/s].
    wave_speed: f64,
    /// Largest stable step of an explicit method [s].
    time_step: f64,
    warnings: Vec<String>,
}

impl BodyReport {
    fn new(scene: &Scene, body: &plastica::scene::Body) -> Result<Self, Failure> {
        let recipe = scene
            .material(&body.filling.material)
            .ok_or_else(|| Failure::Input(format!("no material {:?}", body.filling.material)))?;
        let position = body.placement.position;
        let material = recipe
            .material_at::<f64>(position, 0.0)
            .map_err(|error| Failure::Input(format!("material {:?}: {error}", recipe.name)))?;
        let density = recipe.density.at(position, 0.0);
        let wave_speed = (material.p_wave_modulus(&material.rest()) / density).sqrt();
        let resolution = body.filling.resolution;
        // A dashpot spreads momentum: h²ρ/(2η) bounds the step too.
        let viscous = resolution * resolution * density / (2.0 * material.longitudinal_viscosity());
        Ok(BodyReport {
            name: body
                .name
                .clone()
                .unwrap_or_else(|| format!("a body of {}", recipe.name)),
            material: recipe.name.clone(),
            laws: recipe
                .laws()
                .map(|(_, law)| law.law.name)
                .collect::<Vec<_>>()
                .join(" + "),
            method: body.filling.method.name(),
            resolution,
            wave_speed,
            time_step: (COURANT * resolution / wave_speed).min(viscous),
            warnings: warnings(recipe),
        })
    }
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

/// How the run is cut into steps.
struct Steps {
    time_step: f64,
    limited_by: String,
    per_frame: f64,
    frames: u64,
}

impl Steps {
    fn new(scene: &Scene, bodies: &[BodyReport]) -> Self {
        let tightest = bodies
            .iter()
            .min_by(|a, b| a.time_step.total_cmp(&b.time_step));
        let frame = 1.0 / scene.settings.frames_per_second;
        let bound = tightest.map_or(frame, |body| body.time_step);
        let asked = scene.settings.max_time_step.unwrap_or(f64::INFINITY);
        let limited_by = match tightest {
            Some(_) if asked < bound => "max_time_step of the scene".into(),
            Some(body) => format!("wave speed in {:?}", body.name),
            None => "the frame rate: there are no bodies".into(),
        };
        let time_step = bound.min(asked).min(frame);
        Steps {
            time_step,
            limited_by,
            per_frame: (frame / time_step).ceil(),
            frames: (scene.settings.duration * scene.settings.frames_per_second).round() as u64,
        }
    }
}

fn as_text(scene: &Scene, bodies: &[BodyReport], steps: &Steps) -> String {
    let mut out = String::new();
    let settings = &scene.settings;
    let _ = writeln!(
        out,
        "{}: {} s, {} frames",
        settings.title.as_deref().unwrap_or("scene"),
        settings.duration,
        steps.frames
    );
    let _ = writeln!(
        out,
        "{} materials, {} bodies, {} colliders, {} emitters, {} grips, {} probes",
        scene.materials.len(),
        bodies.len(),
        scene.colliders.len(),
        scene.emitters.len(),
        scene.grips.len(),
        scene.probes.len()
    );
    for body in bodies {
        let _ = writeln!(
            out,
            "body {:?}: {} ({}), method {}, {:.3} mm, waves at {:.3} m/s, steps of at most {:.3e} s",
            body.name,
            body.material,
            body.laws,
            body.method,
            body.resolution * 1e3,
            body.wave_speed,
            body.time_step
        );
        for warning in &body.warnings {
            let _ = writeln!(out, "  warning: {warning}");
        }
    }
    let _ = writeln!(
        out,
        "about {:.0} steps of {:.3e} s per frame, limited by the {}",
        steps.per_frame, steps.time_step, steps.limited_by
    );
    out
}

fn as_json(scene: &Scene, bodies: &[BodyReport], steps: &Steps) -> Value {
    let bodies: Vec<Value> = bodies
        .iter()
        .map(|b| {
            json!({
                "name": b.name, "material": b.material, "laws": b.laws, "method": b.method,
                "resolution_m": b.resolution, "wave_speed_m_per_s": b.wave_speed, "time_step_s": b.time_step,
                "warnings": b.warnings,
            })
        })
        .collect();
    json!({
        "title": scene.settings.title, "duration_s": scene.settings.duration, "frames": steps.frames,
        "bodies": bodies, "time_step_s": steps.time_step, "limited_by": steps.limited_by,
        "steps_per_frame": steps.per_frame,
    })
}
