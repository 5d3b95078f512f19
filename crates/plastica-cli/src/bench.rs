//! `plastica bench`: how fast this machine runs the reference scene of our comparisons.
//!
//! A cube of 0.5 m with 8 jittered particles per cell touches the floor of a 1 m box at 1 m/s, on a grid of n
//! cells per metre: n³ particles, and contact from the first step on.

mod limits;

use crate::progress::Stopwatch;
use crate::{Failure, files, machine};
use clap::ValueEnum;
use plastica::scene::Scene;
use plastica_core::{Collider, Contact, Method, Motion, World};
use plastica_geometry::Shape;
use plastica_material::{Recipe, Value as Number};
use plastica_mpm::{Body, Kernel, Options, Phase, Precision, Seed, build};
use plastica_tensor::simd::Level;
use plastica_tensor::{Mat3, Vec3};
use serde_json::json;
use std::fmt::Write;
use std::sync::Mutex;

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
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Benched {
    Mpm,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Material {
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
        let elastic = match self {
            Material::Elastic => "fixed-corotated",
            Material::NeoHookean => "neo-hookean",
            Material::Snow => "fixed-corotated",
            Material::HypoelasticSand | Material::HypoelasticMetal => "hypoelastic",
            Material::Sand | Material::Metal | Material::Creep => "hencky",
        };
        let flow = match self {
            Material::Elastic | Material::NeoHookean => "",
            Material::Sand | Material::HypoelasticSand => {
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
        let text = format!(
            "[scene]\nduration = 1\n[[material]]\nname = \"it\"\ndensity = {DENSITY}\nelastic = {{ {elastic} = {{ young_modulus = {YOUNG}, poisson_ratio = {POISSON} }} }}\n{flow}\n"
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

fn cube(cells: u32, recipe: &Recipe, order: Order) -> Body {
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
                    corner[axis] + (f64::from(at[axis]) + 0.5 + 0.9 * (random.next() - 0.5)) * pitch
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
        world.colliders.push(Collider {
            name: "wall".into(),
            shape: Shape::half_space(Vec3(normal), offset),
            motion: Motion::at_rest([0.0; 3]),
            contact: Contact::Separating,
            friction,
            window: None,
        });
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
struct Phases {
    watch: Option<Stopwatch>,
    sums: Vec<(Phase, f64)>,
}

static PHASES: Mutex<Phases> = Mutex::new(Phases {
    watch: None,
    sums: Vec::new(),
});

fn see(phase: Phase) {
    let Ok(mut phases) = PHASES.lock() else {
        return;
    };
    let Phases { watch, sums } = &mut *phases;
    let lap = watch.get_or_insert_with(Stopwatch::start).lap();
    match sums.iter_mut().find(|(other, _)| *other == phase) {
        Some((_, sum)) => *sum += lap,
        None => sums.push((phase, lap)),
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
    mpm: &mut dyn Method,
    world: &World,
    dt: f64,
    warm: u32,
    steps: u32,
    repeats: u32,
) -> Result<Measured, Failure> {
    let mut time = 0.0;
    let mut advance = |count: u32| -> Result<(), Failure> {
        for k in 0..count {
            mpm.bound(world, time);
            // As a run does: nobody looks before the end.
            let step = match k + 1 < count {
                true => mpm.step_on(world, time, dt, dt),
                false => mpm.step(world, time, dt),
            };
            step.map_err(|error| Failure::Work(format!("{error:?}")))?;
            time += dt;
        }
        Ok(())
    };
    advance(warm)?;
    if let Ok(mut phases) = PHASES.lock() {
        *phases = Phases {
            watch: Some(Stopwatch::start()),
            sums: Vec::new(),
        };
    }
    let mut seconds = Vec::new();
    for _ in 0..repeats {
        let watch = Stopwatch::start();
        advance(steps)?;
        seconds.push(watch.seconds());
    }
    let particles = mpm.len().max(1) as f64;
    let per = 1e9 / f64::from(steps) / particles;
    let mut repeats: Vec<f64> = seconds.iter().map(|s| s * per).collect();
    repeats.sort_by(f64::total_cmp);
    let total: f64 = f64::from(steps) * repeats.len() as f64 * particles;
    let phases = PHASES.lock().map(|p| p.sums.clone()).unwrap_or_default();
    let ledger = mpm.ledger();
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

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Benched::Mpm = arguments.method;
    let threads = arguments.threads.unwrap_or_else(machine::threads).max(1);
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
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::Work(format!("cannot start {threads} threads: {error}")))?;
    let cells = arguments.cells;
    let particles = u64::from(cells).pow(3);
    let steps = arguments
        .steps
        .unwrap_or_else(|| (20_000_000 / particles).clamp(4, 200) as u32);
    let warm = if arguments.mixed { MIXING } else { steps };
    let recipe = arguments.material.recipe()?;
    let options = Options {
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
    };
    let wave = {
        let material = recipe
            .material_at::<f64>([0.0; 3], 0.0)
            .map_err(|error| Failure::Work(error.to_string()))?;
        (material.p_wave_modulus(&material.rest()) / DENSITY).sqrt()
    };
    let dt = 0.2 / f64::from(cells) / wave;
    let cost = plastica_mpm::cost(&recipe, options.kernel)
        .map_err(|error| Failure::Work(error.to_string()))?;
    let (measured, limits) = pool.install(|| {
        let limits = limits::measure(level);
        let before = machine::memory();
        let body = cube(cells, &recipe, arguments.order);
        let mut mpm =
            build(options, vec![body], vec![]).map_err(|error| Failure::Work(error.to_string()))?;
        // The seeds of the cube are gone by now, and shall not count.
        let counts = machine::forget_most_memory();
        plastica_mpm::watch_phases(see);
        let mut measured = measure(&mut *mpm, &room(cells), dt, warm, steps, arguments.repeats)?;
        if let (true, Some(before), Some(most)) = (counts, before, machine::most_memory()) {
            measured.memory = Some((most.saturating_sub(before)) as f64 / particles as f64);
        }
        Ok::<_, Failure>((measured, limits))
    })?;
    let repeats = &measured.repeats;
    let (least, most) = (repeats[0], repeats[repeats.len() - 1]);
    let median = repeats[repeats.len() / 2];
    let flops = cost.transfer_flops + cost.law_flops;
    // Blocks of 4³ nodes, and one more on each side of the cube.
    let blocks = (f64::from(cells) / 8.0 + 2.0).powi(3);
    let size = match options.precision {
        Precision::Single => 1.0,
        Precision::Double => 2.0,
    };
    let bytes = size * (cost.particle_bytes + cost.node_bytes * 64.0 * blocks / particles as f64);
    let name = |value: &dyn std::fmt::Debug| format!("{value:?}").to_lowercase();
    if arguments.json {
        let phases: serde_json::Map<String, serde_json::Value> = measured
            .phases
            .iter()
            .map(|(phase, ns)| (name(phase), json!(ns)))
            .collect();
        return files::print(&files::pretty(&json!({
            "method": "mpm", "material": name(&arguments.material), "particles": particles, "cells": cells,
            "kernel": name(&options.kernel), "precision": name(&options.precision), "threads": threads,
            "registers": name(&level), "mixed": arguments.mixed, "steps": steps, "repeats": repeats.len(),
            "ns_per_particle_step": median, "ns_least": least, "ns_most": most, "phases_ns": phases,
            "mean_velocity": measured.mean_velocity, "memory_bytes_per_particle": measured.memory,
            "flops": { "transfer": cost.transfer_flops, "law": cost.law_flops }, "bytes": bytes,
            "machine": { "gflops": limits.arithmetic, "gb_per_s": limits.bandwidth },
        })));
    }
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} of {particles} particles, {} kernel, {} precision, {threads} threads, {} registers",
        name(&arguments.material),
        name(&options.kernel),
        name(&options.precision),
        name(&level)
    );
    let _ = writeln!(
        out,
        "{median:.1} ns per particle and step ({least:.1} to {most:.1} in {} repeats of {steps} steps)",
        repeats.len()
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
        share(flops / median, limits.arithmetic / size)
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
    files::print(&out)
}
