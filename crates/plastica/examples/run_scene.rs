//! Runs a scene and reads positions. `cargo run --release -p plastica --example run_scene [-- --scene FILE.toml]`

use plastica::Scene;
use plastica::simulation::Simulation;
use std::ops::ControlFlow;

const SCENE: &str = r#"
    [scene]
    duration = 0.3
    frames_per_second = 20

    [[material]]
    name = "dough"
    preset = "bread dough"

    [[body]]
    name = "ball"
    material = "dough"
    shape = { sphere = { radius = "5 cm" } }
    position = [0, 0.1, 0]
    resolution = "1 cm"

    [[collider]]
    shape = { half_space = { normal = [0, 1, 0] } }
    friction = 0.4
"#;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut file = std::env::args().skip_while(|argument| argument != "--scene");
    // A file with what it names beside it, or text. All mistakes come at once, each at its place.
    let scene = match file.nth(1) {
        Some(path) => Scene::read(path)?,
        None => Scene::parse("ball.toml", SCENE)?,
    };
    let mut simulation = Simulation::new(&scene)?;
    // Called after each step; it may ask to stop.
    while simulation
        .next_frame(&mut |_| ControlFlow::Continue(()))?
        .is_some()
    {
        let frame = simulation.frame();
        let top = frame
            .positions
            .iter()
            .map(|x| x[1])
            .fold(f64::MIN, f64::max);
        let energy = simulation.ledger().kinetic_energy;
        println!(
            "{:.2} s: top at {top:.4} m, kinetic energy {energy:.2e} J",
            frame.time
        );
        if simulation.is_done() {
            break;
        }
    }
    Ok(())
}
