//! Small bodies and a small run loop for tests.

use plastica_core::{Collider, Contact, Method, Step, StepError, StepReport, World};
use plastica_fem::MeshedBody;
use plastica_geometry::{Bounds, Shape, TetMesh};
use plastica_material::spec::Slot;
use plastica_material::{LawRecipe, Recipe, Value, catalogue};
use plastica_tensor::Vec3;

/// A law with its numbers.
pub fn law(slot: Slot, name: &str, numbers: &[(&str, f64)]) -> LawRecipe {
    let mut law = LawRecipe::new(catalogue::law(slot, name).unwrap());
    for (parameter, value) in numbers {
        law.set(parameter, &[Value::Constant(*value)]);
    }
    law
}

/// An elastic material.
pub fn elastic(name: &str, density: f64, young: f64, poisson: f64) -> Recipe {
    let numbers = [("young_modulus", young), ("poisson_ratio", poisson)];
    Recipe {
        name: "test".into(),
        density: density.into(),
        elastic: law(Slot::Elastic, name, &numbers),
        flow: None,
        viscosity: None,
        map: None,
    }
}

/// The same material with a flow rule.
pub fn flowing(elastic: &Recipe, name: &str, numbers: &[(&str, f64)]) -> Recipe {
    Recipe {
        flow: Some(law(Slot::Flow, name, numbers)),
        ..elastic.clone()
    }
}

/// A box of so many cells.
pub fn block(low: [f64; 3], high: [f64; 3], cells: [usize; 3]) -> TetMesh {
    let bounds = Bounds {
        low: Vec3(low),
        high: Vec3(high),
    };
    TetMesh::lattice(&bounds, cells)
}

/// A body that moves at v + ω × x.
pub fn body(recipe: &Recipe, mesh: TetMesh, velocity: [f64; 3], spin: [f64; 3]) -> MeshedBody {
    let mut body = MeshedBody::new("body", recipe.clone(), mesh);
    let moving = |x: &[f64; 3]| (Vec3(velocity) + Vec3(spin).cross(Vec3(*x))).0;
    body.velocities = body.mesh.vertices.iter().map(moving).collect();
    body
}

/// Everything below a height along an axis.
pub fn floor(normal: [f64; 3], offset: f64, contact: Contact, friction: f64) -> Collider {
    let shape = Shape::half_space(Vec3(normal), offset);
    Collider::still("floor", shape, contact, friction)
}

/// Steps up to a time; retries refused steps.
pub fn run(
    method: &mut dyn Method,
    world: &World,
    end: f64,
    mut see: impl FnMut(f64, f64, &StepReport, &dyn Method),
) {
    let mut time = 0.0;
    while time < end * (1.0 - 1e-12) {
        let mut step = method.stable_step(world, time).dt.min(end - time);
        loop {
            match method.step(world, Step::new(time, step)) {
                Ok(report) => {
                    time += step;
                    see(time, step, &report, method);
                    break;
                }
                Err(StepError::TooLong(_)) => step *= 0.5,
                Err(why) => panic!("{why}"),
            }
        }
    }
}
