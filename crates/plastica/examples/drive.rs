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
    let driven = centre(true)?;
    let alone = centre(false)?;
    println!(
        "the jelly's centre ends {:.1} mm beside where it would",
        1e3 * (driven - alone)
    );
    assert!(
        driven > alone + 1e-3,
        "gravity pulls it sideways at the end"
    );
    Ok(())
}

/// Where the jelly's centre is at the end [m].
fn centre(driven: bool) -> Result<f64, Box<dyn std::error::Error>> {
    let mut simulation = Simulation::new(&Scene::parse("jelly.toml", SCENE)?)?;
    if driven {
        drive(&mut simulation);
    }
    while !simulation.is_done() {
        simulation.next_frame(&mut |_| ControlFlow::Continue(()))?;
    }
    Ok(simulation.ledger().centre[0])
}

/// Gravity turns from down to sideways, and the floor is shaken.
fn drive(simulation: &mut Simulation) {
    // Called before each step with its time.
    simulation.drive(|time, world| {
        let angle = std::f64::consts::PI * time;
        world.gravity = [9.81 * angle.sin(), -9.81 * angle.cos(), 0.0].map(Value::Constant);
        if let Some(floor) = world.colliders.iter_mut().find(|c| c.name == "floor") {
            let (position, velocity) = (1e-4 * (300.0 * time).sin(), 0.03 * (300.0 * time).cos());
            floor.motion = Motion::passing([position, 0.0, 0.0], [velocity, 0.0, 0.0], time);
        }
    });
}
