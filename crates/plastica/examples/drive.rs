//! Drives gravity and a collider while a scene runs. `cargo run --release -p plastica --example drive`

use plastica::Scene;
use plastica::simulation::Simulation;
use plastica_core::Motion;
use plastica_material::Value;
use std::ops::ControlFlow;

const SCENE: &str = r#"
    [scene]
    duration = 0.5
    frames_per_second = 20

    [[material]]
    name = "jelly"
    density = 1000
    elastic = { neo-hookean = { young_modulus = "30 kPa", poisson_ratio = 0.4 } }

    [[body]]
    name = "jelly"
    material = "jelly"
    shape = { box = { size = [0.1, 0.1, 0.1] } }
    position = [0, 0.05, 0]
    resolution = "2 cm"

    [[collider]]
    name = "floor"
    shape = { half_space = { normal = [0, 1, 0] } }
    contact = "sticky"
"#;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut simulation = Simulation::new(&Scene::parse("jelly.toml", SCENE)?)?;
    // Before each step: gravity turns from down to sideways, and the floor is shaken.
    simulation.drive(|time, world| {
        let angle = std::f64::consts::PI * time;
        world.gravity = [9.81 * angle.sin(), -9.81 * angle.cos(), 0.0].map(Value::Constant);
        if let Some(floor) = world.colliders.iter_mut().find(|c| c.name == "floor") {
            let (position, velocity) = (5e-3 * (40.0 * time).sin(), 0.2 * (40.0 * time).cos());
            floor.motion = Motion::passing([position, 0.0, 0.0], [velocity, 0.0, 0.0], time);
        }
    });
    let start = simulation.ledger().centre;
    while !simulation.is_done() {
        simulation.next_frame(&mut |_| ControlFlow::Continue(()))?;
    }
    let end = simulation.ledger().centre;
    println!(
        "the jelly's centre went from x = {:.4} m to {:.4} m",
        start[0], end[0]
    );
    assert!(
        end[0] > start[0] + 1e-3,
        "gravity pulls it sideways at the end"
    );
    Ok(())
}
