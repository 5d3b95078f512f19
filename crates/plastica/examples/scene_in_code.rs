//! A scene built in code, without a file. `cargo run --release -p plastica --example scene_in_code`

use plastica::Scene;
use plastica::scene::{Body, Collider, Shape};
use plastica::simulation::Simulation;
use plastica_geometry::Shape as Region;
use plastica_material::Value;
use plastica_material::catalogue::preset;
use plastica_tensor::Vec3;
use std::ops::ControlFlow;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::new(0.4);
    let mut sand = preset("dry sand").ok_or("no such preset")?.recipe();
    sand.name = "sand".into();
    sand.density = Value::Constant(1500.0);
    scene.materials.push(sand);

    // Any shape of plastica-geometry; the floor is a plane, which pictures know as such.
    let column = Region::block(Vec3::new(0.1, 0.2, 0.1));
    let mut body = Body::new("column", "sand", column, 0.0125);
    body.placement.position = [0.0, 0.1, 0.0];
    scene.bodies.push(body);
    let floor = Shape::half_space([0.0, 1.0, 0.0], 0.0);
    scene.colliders.push(Collider::new("floor", floor, 0.6));

    // The options of a method are those of its crate.
    scene.set_method(plastica_mpm::scene(plastica_mpm::Options {
        kernel: plastica_mpm::Kernel::Cubic,
        ..plastica_mpm::Options::new(1.0)
    }));

    let mut simulation = Simulation::new(&scene)?;
    while !simulation.is_done() {
        simulation.next_frame(&mut |_| ControlFlow::Continue(()))?;
    }
    let frame = simulation.frame();
    let high = frame
        .positions
        .iter()
        .map(|x| x[1])
        .fold(f64::MIN, f64::max);
    println!(
        "{} particles; 20 cm of sand slumped to {:.1} cm",
        frame.positions.len(),
        100.0 * high
    );
    assert!(high < 0.15, "it should have slumped");
    Ok(())
}
