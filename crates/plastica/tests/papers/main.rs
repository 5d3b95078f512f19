//! The scenes of the papers, and everyday shots, with fewer particles do what is claimed of them.
//!
//! The expectations are those of the scene files, which hold at full size as well (docs/replication.md).

mod bw07;
mod gb09;
mod jy17;
mod shots;
mod sw20;
mod tf88;

use plastica::Scene;
use plastica::expect::{Energies, ExpectationResult, Measurement};
use plastica::simulation::Simulation;
use std::ops::ControlFlow;
use std::path::Path;

/// The text of a scene, such as `jy17/pouring.toml`.
fn text(name: &str) -> String {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap();
    std::fs::read_to_string(workspace.join("scenes").join(name)).unwrap()
}

fn parse(text: &str) -> Scene {
    Scene::parse("scene.toml", text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// Runs a scene with larger cells: twice as large means an eighth of the particles and half of the steps.
fn run(scene: &Scene, factor: f64) -> Vec<ExpectationResult> {
    let scene = scene.coarsened(factor);
    let mut simulation = Simulation::new(&scene).unwrap();
    let mut measurement = Measurement::new(&scene);
    observe(&mut measurement, &simulation);
    while !simulation.is_done() {
        let report = simulation
            .next_frame(&mut |_| ControlFlow::Continue(()))
            .unwrap();
        measurement.observe_probes(&report.unwrap().probes);
        observe(&mut measurement, &simulation);
    }
    measurement.results()
}

fn observe(measurement: &mut Measurement, simulation: &Simulation) {
    let energies = Energies::from(&simulation.ledger());
    measurement.observe_energies(simulation.time(), &energies);
    measurement.observe_frame(simulation.frame(), simulation.world());
}

fn assert_all_hold(name: &str, factor: f64) {
    let results = run(&parse(&text(name)), factor);
    assert!(results.len() >= 4, "{name} expects too little");
    let told: Vec<String> = results.iter().map(ToString::to_string).collect();
    println!("{name}\n  {}", told.join("\n  "));
    assert!(
        results.iter().all(|result| result.holds),
        "{name}\n  {}",
        told.join("\n  ")
    );
}
