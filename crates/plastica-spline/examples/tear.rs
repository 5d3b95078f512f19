//! Shears a sheet of 30 × 30 nodes until it tears, with two seeds [TF88, Fig. 8]: prints broken fibres and pieces over time.

use plastica_core::{Grip, Method, Motion, Step, World};
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_spline::{Body, Formulation, Fracture, Lattice, Options, Tensors, build, shape};
use plastica_tensor::Vec3;

fn main() {
    println!("seed,time_s,broken_fibres,pieces,kinetic_J,elastic_J,heat_J");
    for seed in [1, 2] {
        let lattice = Lattice::new(&[(30, false), (30, false)]).expect("a sheet");
        let places = shape::height_field(&lattice, [0.0; 2], [1.0; 2], |_, _| 0.0);
        let tensors = Tensors::sheet(50.0, 1e-4);
        let mut sheet = Body::new(
            "sheet",
            lattice,
            places,
            Formulation::Primary(Box::new(tensors)),
        );
        sheet.damping = Value::Constant(2.0);
        sheet.fracture = Some(Fracture {
            spread: 0.25,
            seed,
            ..Fracture::uniform(0.15)
        });
        let mut method = build(vec![sheet], vec![], vec![], Options::default()).expect("a sheet");
        let mut world = World::empty([0.0; 3]);
        // Left and right edges go opposite ways.
        for (name, x, speed) in [("left", 0.0, -0.2), ("right", 1.0, 0.2)] {
            let mut motion = Motion::at_rest([x, 0.5, 0.0]);
            motion.velocity = [0.0, speed, 0.0];
            world.grips.push(Grip {
                name: name.into(),
                body: None,
                shape: Shape::block(Vec3::new(0.02, 2.0, 1.0)),
                motion,
                window: None,
            });
        }
        let dt = 2e-3;
        for step in 0..1500 {
            let time = f64::from(step) * dt;
            method.step(&world, Step::new(time, dt)).expect("a step");
            if step % 100 == 99 {
                let l = method.observed().ledger();
                println!(
                    "{seed},{:.1},{},{},{:.4},{:.4},{:.4}",
                    time + dt,
                    method.broken_fibres(0).len(),
                    method.pieces(0).unwrap_or(0),
                    l.kinetic_energy,
                    l.elastic_energy,
                    l.dissipated_energy
                );
            }
        }
    }
}
