//! Prints microseconds per particle and step: a block at rest, one that flows, at a fixed step.
//!
//! `cargo run --release -p plastica-points --example bench [particles across] [steps] [threads]`

use plastica_core::{Collider, Contact, Step, World};
use plastica_geometry::Shape;
use plastica_material::spec::Slot;
use plastica_material::{LawRecipe, Recipe, Value, catalogue};
use plastica_points::{Body, Options, Precision, Seed, build};
use plastica_tensor::{Mat3, Vec3};
use std::time::Instant;

/// Seconds that this process has been at work, if the system tells: on a machine with others, clocks tell little.
fn work() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let rest = stat.rsplit(')').next().unwrap_or_default();
    let ticks: f64 = (rest.split_whitespace().skip(11).take(2))
        .filter_map(|n| n.parse::<f64>().ok())
        .sum();
    ticks / 100.0
}

fn law(slot: Slot, name: &str, numbers: &[(&str, f64)]) -> LawRecipe {
    let mut law = LawRecipe::new(catalogue::law(slot, name).expect("a law of the catalogue"));
    for (name, value) in numbers {
        law.set(name, &[Value::Constant(*value)]);
    }
    law
}

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|n| n.parse::<usize>().ok());
    let across = numbers.next().unwrap_or(37);
    let steps = numbers.next().unwrap_or(40);
    let threads = numbers.next().unwrap_or(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.build().expect("threads");
    let elastic = law(
        Slot::Elastic,
        "corotated",
        &[("young_modulus", 1e5), ("poisson_ratio", 0.3)],
    );
    let creep = law(
        Slot::Flow,
        "creep",
        &[("yield_stress", 100.0), ("rate", 20.0)],
    );
    for (name, flow) in [("elastic", None), ("creep", Some(creep))] {
        for precision in [Precision::Single, Precision::Double] {
            let recipe = Recipe {
                name: name.into(),
                density: 1000.0.into(),
                elastic: elastic.clone(),
                flow: flow.clone(),
                viscosity: None,
                map: None,
            };
            let spacing = 0.01;
            let mut seeds = Vec::new();
            for k in 0..across.pow(3) {
                let cell = [k % across, k / across % across, k / across / across];
                seeds.push(Seed {
                    position: cell.map(|n| (n as f64 + 0.5) * spacing),
                    velocity: [0.0, -1.0, 0.0],
                    gradient: Mat3::zero(),
                    axes: Mat3::identity(),
                    volume: spacing * spacing * spacing,
                    density: 1000.0,
                });
            }
            let body = Body {
                name: "block".into(),
                recipe,
                seeds,
                acceleration: [0.0; 3].map(Value::Constant),
            };
            let mut world = World::empty([0.0, -9.81, 0.0]);
            let ground = Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 0.0);
            world
                .colliders
                .push(Collider::still("floor", ground, Contact::Separating, 0.5));
            let options = Options {
                precision,
                ..Options::new(spacing)
            };
            pool.install(|| {
                let mut points = build(options, vec![body], vec![]).expect("a method");
                let dt = points.stable_step(&world, 0.0).dt;
                let mut times = Vec::new();
                let before = work();
                for k in 0..steps {
                    let start = Instant::now();
                    points.step(&world, Step::new(k as f64 * dt, dt)).expect("a step");
                    times.push(start.elapsed().as_secs_f64() * 1e6 / points.len() as f64);
                }
                let busy = (work() - before) * 1e6 / (points.len() * steps) as f64;
                times.sort_unstable_by(f64::total_cmp);
                println!(
                    "{name:8} {precision:?}: {} particles, {threads} threads: {:.3} µs per particle and step (median; least {:.3}); at work {busy:.3}",
                    points.len(),
                    times[steps / 2],
                    times[0]
                );
            });
        }
    }
}
