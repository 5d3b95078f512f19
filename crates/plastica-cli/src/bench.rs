//! `plastica bench`: how fast this machine runs the reference scene of our comparisons.
//!
//! A cube of 0.5 m with 8 jittered particles per cell touches the floor of a 1 m box at 1 m/s, on a grid of n
//! cells per metre: n³ particles, and contact from the first step on. The same cube by points has no grid and less jitter.
//! Splines have scenes of their own.

mod limits;
mod points;
mod roofline;
mod spline;

use crate::progress::Stopwatch;
use crate::{Failure, files, machine};
use clap::ValueEnum;
use limits::Limits;
use plastica::scene::Scene;
use plastica_core::{Collider, Contact, Method, Step, World};
use plastica_geometry::Shape;
use plastica_material::{Recipe, Value as Number};
use plastica_mpm::{
    Body, Cost, Kernel, Options, Phase, PhaseWatch, Precision, Seed, build_watched,
};
use plastica_tensor::simd::Level;
use plastica_tensor::{Mat3, Vec3};
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Measures the speed of a method on the reference scene.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The method.
    #[arg(value_enum)]
    method: Benched,
    /// What the cube is made of.
    #[arg(long, value_enum, default_value = "sand")]
    material: Material,
    /// Grid cells per metre; there are as many particles as its cube.
    #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(8..=400))]
    cells: u32,
    /// Steps per repeat; without it, about 20 million steps of a particle.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    steps: Option<u32>,
    /// How often to measure; the median counts.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    repeats: u32,
    /// Threads; without it, as many as the machine has.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// How far a particle reaches.
    #[arg(long, value_enum, default_value = "quadratic")]
    kernel: Reach,
    /// Digits.
    #[arg(long, value_enum, default_value = "single")]
    precision: Digits,
    /// Order of the particles at the start.
    #[arg(long, value_enum, default_value = "lattice")]
    order: Order,
    /// Measure after 1000 steps, when the material has flowed.
    #[arg(long)]
    mixed: bool,
    /// Registers to use; without it, the widest of this processor.
    #[arg(long, value_enum)]
    registers: Option<Registers>,
    /// As JSON.
    #[arg(long, conflicts_with = "roofline")]
    json: bool,
    /// Measure every material, and draw as PNG how near each comes to what the machine can do.
    #[arg(long, value_name = "FILE", conflicts_with = "material")]
    roofline: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Benched {
    /// The material point method.
    Mpm,
    /// The point-based method; --cells³ particles.
    Points,
    /// Deformable curves and surfaces: steps by each solver, multigrid up to a million nodes. Of the options only --steps,
    /// --repeats, --threads and --json matter.
    Spline,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Material {
    /// Fixed corotated.
    Elastic,
    NeoHookean,
    /// Hencky's law with Drucker–Prager's cone.
    Sand,
    Snow,
    /// Hencky's law with von Mises' yield.
    Metal,
    /// JY17's rate law with Drucker–Prager's cone.
    HypoelasticSand,
    /// JY17's rate law with von Mises' yield.
    HypoelasticMetal,
    /// Hencky's law with creep as of dough.
    Creep,
    /// Sand through a map: another stiffness and strength along each axis.
    Rods,
    /// The same with grains that turn and align with the flow.
    TurningRods,
}

#[derive(Clone, Copy, ValueEnum)]
enum Reach {
    Quadratic,
    Cubic,
}

#[derive(Clone, Copy, ValueEnum)]
enum Digits {
    Single,
    Double,
}

#[derive(Clone, Copy, ValueEnum)]
enum Order {
    /// By place.
    Lattice,
    /// At random: the worst case for memory.
    Shuffled,
}

#[derive(Clone, Copy, ValueEnum)]
enum Registers {
    Portable,
    Avx2,
    Avx512,
}

const YOUNG: f64 = 4e5;
const POISSON: f64 = 0.2;
const DENSITY: f64 = 1000.0;
/// Layers of nodes that belong to the walls.
const WALL: f64 = 3.0;
/// Steps before a measurement of mixed material.
const MIXING: u32 = 1000;

impl Material {
    fn recipe(self) -> Result<Recipe, Failure> {
        let isotropic =
            |law: &str| format!("{law} = {{ young_modulus = {YOUNG}, poisson_ratio = {POISSON} }}");
        let elastic = match self {
            Material::Elastic => isotropic("fixed-corotated"),
            Material::NeoHookean => isotropic("neo-hookean"),
            Material::Snow => isotropic("fixed-corotated"),
            Material::HypoelasticSand | Material::HypoelasticMetal => isotropic("hypoelastic"),
            Material::Sand | Material::Metal | Material::Creep => isotropic("hencky"),
            Material::Rods | Material::TurningRods => format!(
                "transverse = {{ young_along = {}, young_across = {YOUNG}, poisson_along = {POISSON}, poisson_across = {POISSON} }}",
                0.7 * YOUNG
            ),
        };
        let flow = match self {
            Material::Elastic | Material::NeoHookean => "",
            Material::Sand | Material::HypoelasticSand | Material::Rods | Material::TurningRods => {
                "flow = { drucker-prager = { friction_angle = 35, cone = \"compression\" } }"
            }
            Material::Snow => {
                "flow = { snow = { critical_compression = 2.5e-2, critical_stretch = 7.5e-3, hardening = 10 } }"
            }
            Material::Metal | Material::HypoelasticMetal => {
                "flow = { von-mises = { shear_yield = \"2 kPa\" } }"
            }
            Material::Creep => "flow = { creep = { yield_stress = \"1 kPa\", rate = 1 } }",
        };
        let map = match self {
            Material::Rods => "map = { fragility = { fragility = [0.8, 0.8, 1.4] } }",
            Material::TurningRods => {
                "map = { oriented = { aspect_ratio = 5, fragility_along = 1.4, fragility_across = 0.8 } }"
            }
            _ => "",
        };
        let text = format!(
            "[scene]\nduration = 1\n[[material]]\nname = \"it\"\ndensity = {DENSITY}\nelastic = {{ {elastic} }}\n{flow}\n{map}\n"
        );
        let scene = Scene::parse("bench", &text).map_err(|d| Failure::Scene(Box::new(d), false))?;
        let recipe = scene.material("it").cloned();
        recipe.ok_or_else(|| Failure::Work("the bench has no material".into()))
    }
}

/// A cheap stream of random numbers in [0, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn cube(cells: u32, recipe: &Recipe, order: Order, jitter: f64) -> Body {
    let n = f64::from(cells);
    let pitch = 0.5 / n;
    let corner = [0.25, (WALL - 0.4) / n, 0.25];
    let mut random = Random(1);
    let mut seeds = Vec::with_capacity((cells as usize).pow(3));
    for i in 0..cells {
        for j in 0..cells {
            for k in 0..cells {
                let at = [i, j, k];
                let position = std::array::from_fn(|axis| {
                    corner[axis]
                        + (f64::from(at[axis]) + 0.5 + jitter * (random.next() - 0.5)) * pitch
                });
                seeds.push(Seed {
                    position,
                    velocity: [0.0, -1.0, 0.0],
                    gradient: Mat3::zero(),
                    axes: Mat3::identity(),
                    volume: pitch.powi(3),
                    density: DENSITY,
                });
            }
        }
    }
    if let Order::Shuffled = order {
        for i in (1..seeds.len()).rev() {
            seeds.swap(i, (random.next() * (i + 1) as f64) as usize);
        }
    }
    Body {
        name: "cube".into(),
        recipe: recipe.clone(),
        seeds,
        acceleration: [0.0; 3].map(Number::Constant),
    }
}

fn room(cells: u32) -> World {
    let inside = (WALL - 1.0) / f64::from(cells);
    let mut world = World::empty([0.0, -9.81, 0.0]);
    let mut wall = |normal: [f64; 3], offset: f64, friction: f64| {
        let shape = Shape::half_space(Vec3(normal), offset);
        let wall = Collider::still("wall", shape, Contact::Separating, friction);
        world.colliders.push(wall);
    };
    wall([0.0, 1.0, 0.0], inside, 1e6);
    for axis in 0..3 {
        let mut normal = [0.0; 3];
        normal[axis] = 1.0;
        if axis != 1 {
            wall(normal, inside, 0.0);
        }
        wall(normal.map(|n| -n), inside - 1.0, 0.0);
    }
    world
}

/// Seconds by phase, since the last reset.
#[derive(Default)]
struct Phases {
    watch: Option<Stopwatch>,
    sums: Vec<(Phase, f64)>,
}

impl Phases {
    fn end(&mut self, phase: Phase) {
        let lap = self.watch.get_or_insert_with(Stopwatch::start).lap();
        match self.sums.iter_mut().find(|(other, _)| *other == phase) {
            Some((_, sum)) => *sum += lap,
            None => self.sums.push((phase, lap)),
        }
    }
}

/// A clock that a method and its bench share.
#[derive(Clone, Default)]
struct PhaseClock(Arc<Mutex<Phases>>);

impl PhaseClock {
    /// What a method calls at the end of its phases.
    fn watch(&self) -> PhaseWatch {
        let clock = self.clone();
        Box::new(move |phase| {
            if let Ok(mut phases) = clock.0.lock() {
                phases.end(phase);
            }
        })
    }
    fn reset(&self) {
        if let Ok(mut phases) = self.0.lock() {
            *phases = Phases {
                watch: Some(Stopwatch::start()),
                sums: Vec::new(),
            };
        }
    }
    fn sums(&self) -> Vec<(Phase, f64)> {
        self.0.lock().map(|p| p.sums.clone()).unwrap_or_default()
    }
}

struct Measured {
    /// Nanoseconds per particle and step, sorted.
    repeats: Vec<f64>,
    phases: Vec<(Phase, f64)>,
    mean_velocity: [f64; 3],
    /// The most that was held at once, beyond what the program had before [bytes per particle].
    memory: Option<f64>,
}

fn measure(
    method: &mut dyn Method,
    clock: &PhaseClock,
    world: &World,
    dt: f64,
    warm: u32,
    steps: u32,
    repeats: u32,
) -> Result<Measured, Failure> {
    let mut time = 0.0;
    let mut advance = |count: u32| -> Result<(), Failure> {
        for k in 0..count {
            method.stable_step(world, time);
            // As a run does: nobody looks before the end.
            let step = Step {
                next: (k + 1 < count).then_some(dt),
                ..Step::new(time, dt)
            };
            method
                .step(world, step)
                .map_err(|error| Failure::Work(format!("{error:?}")))?;
            time += dt;
        }
        Ok(())
    };
    advance(warm)?;
    clock.reset();
    let mut seconds = Vec::new();
    for _ in 0..repeats {
        let watch = Stopwatch::start();
        advance(steps)?;
        seconds.push(watch.seconds());
    }
    let particles = method.len().max(1) as f64;
    let per = 1e9 / f64::from(steps) / particles;
    let mut repeats: Vec<f64> = seconds.iter().map(|s| s * per).collect();
    repeats.sort_by(f64::total_cmp);
    let total: f64 = f64::from(steps) * repeats.len() as f64 * particles;
    let phases = clock.sums();
    let ledger = method.observed().ledger();
    Ok(Measured {
        repeats,
        phases: phases
            .into_iter()
            .map(|(phase, s)| (phase, 1e9 * s / total))
            .collect(),
        mean_velocity: ledger.momentum.map(|p| p / ledger.mass),
        memory: None,
    })
}

/// How to measure, whatever the material.
struct Setup {
    threads: usize,
    level: Level,
    cells: u32,
    particles: u64,
    steps: u32,
    options: Options,
}

impl Setup {
    fn of(arguments: &Arguments) -> Result<Self, Failure> {
        let level = match arguments.registers {
            None => Level::best(),
            Some(Registers::Portable) => Level::Portable,
            Some(Registers::Avx2) => Level::Avx2,
            Some(Registers::Avx512) => Level::Avx512,
        };
        if !level.is_available() {
            return Err(Failure::Input(format!(
                "this processor has no {level:?} registers: leave out --registers, or ask for portable"
            )));
        }
        let cells = arguments.cells;
        let particles = u64::from(cells).pow(3);
        let few = (20_000_000 / particles).clamp(4, 200) as u32;
        Ok(Setup {
            threads: arguments.threads.unwrap_or_else(machine::threads).max(1),
            level,
            cells,
            particles,
            steps: arguments.steps.unwrap_or(few),
            options: Options {
                kernel: match arguments.kernel {
                    Reach::Quadratic => Kernel::Quadratic,
                    Reach::Cubic => Kernel::Cubic,
                },
                precision: match arguments.precision {
                    Digits::Single => Precision::Single,
                    Digits::Double => Precision::Double,
                },
                level,
                ..Options::new(1.0 / f64::from(cells))
            },
        })
    }

    /// Size of a number, in units of single precision.
    fn size(&self) -> f64 {
        match self.options.precision {
            Precision::Single => 1.0,
            Precision::Double => 2.0,
        }
    }

    fn run(&self, material: Material, arguments: &Arguments) -> Result<Report, Failure> {
        let fail = |error: &dyn std::fmt::Display| Failure::Work(error.to_string());
        let recipe = material.recipe()?;
        let cost = plastica_mpm::cost(&recipe, self.options.kernel).map_err(|e| fail(&e))?;
        let rest = recipe
            .material_at::<f64>([0.0; 3], 0.0)
            .map_err(|e| fail(&e))?;
        let wave = (rest.p_wave_modulus(&rest.rest()) / DENSITY).sqrt();
        let dt = 0.2 / f64::from(self.cells) / wave;
        let before = machine::memory();
        let body = cube(self.cells, &recipe, arguments.order, 0.9);
        let clock = PhaseClock::default();
        let watch = Some(clock.watch());
        let mut mpm =
            build_watched(self.options, vec![body], vec![], watch).map_err(|e| fail(&e))?;
        // The seeds of the cube are gone by now, and shall not count.
        let counts = machine::forget_most_memory();
        let warm = if arguments.mixed { MIXING } else { self.steps };
        let world = room(self.cells);
        let mut measured = measure(
            &mut *mpm,
            &clock,
            &world,
            dt,
            warm,
            self.steps,
            arguments.repeats,
        )?;
        if let (true, Some(before), Some(most)) = (counts, before, machine::most_memory()) {
            measured.memory = Some(most.saturating_sub(before) as f64 / self.particles as f64);
        }
        // Blocks of 4³ nodes, and one more on each side of the cube.
        let nodes = 64.0 * (f64::from(self.cells) / 8.0 + 2.0).powi(3) / self.particles as f64;
        let bytes = self.size() * (cost.particle_bytes + cost.node_bytes * nodes);
        Ok(Report {
            measured,
            cost,
            bytes,
        })
    }
}

/// What a material was measured to take.
struct Report {
    measured: Measured,
    cost: Cost,
    /// That a particle and its share of nodes move in a step.
    bytes: f64,
}

impl Report {
    /// Nanoseconds per particle and step.
    fn median(&self) -> f64 {
        let repeats = &self.measured.repeats;
        repeats[repeats.len() / 2]
    }
    fn flops(&self) -> f64 {
        self.cost.transfer_flops + self.cost.law_flops
    }
}

/// The name of a choice, as on the command line.
fn name(value: &dyn std::fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let setup = Setup::of(arguments)?;
    let threads = setup.threads;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::Work(format!("cannot start {threads} threads: {error}")))?;
    pool.install(|| {
        match arguments.method {
            Benched::Mpm => {}
            Benched::Points => return points::run(&setup, arguments),
            Benched::Spline => return spline::run(arguments, threads),
        }
        let limits = limits::measure(setup.level);
        match &arguments.roofline {
            Some(file) => roofline::draw(&setup, arguments, limits, file),
            None => {
                let report = setup.run(arguments.material, arguments)?;
                files::print(&match arguments.json {
                    true => json(&setup, arguments, &report, limits),
                    false => text(&setup, arguments, &report, limits),
                })
            }
        }
    })
}

fn json(setup: &Setup, arguments: &Arguments, report: &Report, limits: Limits) -> String {
    let Report {
        measured,
        cost,
        bytes,
    } = report;
    let phases = measured
        .phases
        .iter()
        .map(|(phase, ns)| (name(phase), json!(ns)));
    let phases: serde_json::Map<String, serde_json::Value> = phases.collect();
    let repeats = &measured.repeats;
    files::pretty(&json!({
        "method": "mpm", "material": name(&arguments.material), "particles": setup.particles, "cells": setup.cells,
        "kernel": name(&setup.options.kernel), "precision": name(&setup.options.precision),
        "threads": setup.threads, "registers": name(&setup.level), "mixed": arguments.mixed,
        "steps": setup.steps, "repeats": repeats.len(),
        "ns_per_particle_step": report.median(), "ns_least": repeats[0], "ns_most": repeats[repeats.len() - 1],
        "phases_ns": phases, "mean_velocity": measured.mean_velocity,
        "memory_bytes_per_particle": measured.memory,
        "flops": { "transfer": cost.transfer_flops, "law": cost.law_flops }, "bytes": bytes,
        "machine": { "gflops": limits.arithmetic, "gb_per_s": limits.bandwidth },
    }))
}

fn text(setup: &Setup, arguments: &Arguments, report: &Report, limits: Limits) -> String {
    let Report {
        measured,
        cost,
        bytes,
    } = report;
    let median = report.median();
    let repeats = &measured.repeats;
    let mut out = format!(
        "{} of {} particles, {} kernel, {} precision, {} threads, {} registers\n",
        name(&arguments.material),
        setup.particles,
        name(&setup.options.kernel),
        name(&setup.options.precision),
        setup.threads,
        name(&setup.level)
    );
    let _ = writeln!(
        out,
        "{median:.1} ns per particle and step ({:.1} to {:.1} in {} repeats of {} steps)",
        repeats[0],
        repeats[repeats.len() - 1],
        repeats.len(),
        setup.steps
    );
    for (phase, ns) in &measured.phases {
        let _ = writeln!(out, "  {:<10} {ns:6.2} ns", name(phase));
    }
    let share =
        |done: f64, limit: f64| format!("{done:.1} of {limit:.0}, {:.0} %", 100.0 * done / limit);
    let _ = writeln!(
        out,
        "arithmetic: {:.0} operations in transfers, {:.0} in the law: {} of the GFLOP/s measured here",
        cost.transfer_flops,
        cost.law_flops,
        share(report.flops() / median, limits.arithmetic / setup.size())
    );
    let _ = writeln!(
        out,
        "memory traffic: {bytes:.0} bytes: {} of the GB/s measured here",
        share(bytes / median, limits.bandwidth)
    );
    if let Some(memory) = measured.memory {
        let _ = writeln!(
            out,
            "memory: {memory:.0} bytes per particle at most, grid and sorting included"
        );
    }
    out
}
