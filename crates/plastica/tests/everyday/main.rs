//! What newcomers do first: throw, drop and bounce things with the numbers of presets.

mod dropped;
mod stiff;
mod works;

use plastica::Scene;
use plastica::simulation::Simulation;
use plastica_core::Ledger;
use std::ops::ControlFlow;

/// Runs a scene to its end.
fn run(scene: &str) -> (Simulation, Vec<Ledger>) {
    let scene = Scene::parse("test.toml", scene).unwrap_or_else(|problems| panic!("{problems}"));
    let mut simulation = Simulation::new(&scene).unwrap();
    let mut ledgers = vec![simulation.ledger()];
    while !simulation.is_done() {
        let arrived = simulation.next_frame(&mut |_| ControlFlow::Continue(()));
        assert!(arrived.unwrap().is_some());
        ledgers.push(simulation.ledger());
    }
    (simulation, ledgers)
}
