//! Small bodies and a small run loop for tests.

use plastica_core::{Body, Collider, Contact, Method, Seed, Step, StepError, StepReport, World};
use plastica_geometry::Shape;
use plastica_material::spec::Slot;
use plastica_material::{Field, LawRecipe, Recipe, Value, catalogue};
use plastica_tensor::{Mat3, Vec3};
use std::sync::Arc;

/// A material from the names of laws and their numbers.
pub fn recipe(density: f64, laws: &[(&str, &[(&str, f64)])]) -> Recipe {
    let mut recipe: Option<Recipe> = None;
    for (name, numbers) in laws {
        let law = [Slot::Elastic, Slot::Flow]
            .into_iter()
            .find_map(|slot| catalogue::law(slot, name))
            .unwrap();
        let mut made = LawRecipe::new(law);
        for (parameter, value) in *numbers {
            made.set(parameter, &[Value::Constant(*value)]);
        }
        match &mut recipe {
            None => {
                recipe = Some(Recipe {
                    name: "test".into(),
                    density: density.into(),
                    elastic: made,
                    flow: None,
                    viscosity: None,
                    map: None,
                });
            }
            Some(recipe) => recipe.flow = Some(made),
        }
    }
    recipe.unwrap()
}

/// An elastic material.
pub fn elastic(law: &str, density: f64, young: f64, poisson: f64) -> Recipe {
    recipe(
        density,
        &[(law, &[("young_modulus", young), ("poisson_ratio", poisson)])],
    )
}

/// A viscous material whose viscosity is that of `eta` at each x [Pa s].
pub fn viscous(eta: fn(f64) -> f64) -> Recipe {
    let mut recipe = elastic("neo-hookean", 1000.0, 1e4, 0.3);
    let mut law = LawRecipe::new(catalogue::law(Slot::Viscosity, "kelvin-voigt").unwrap());
    let field = Value::Field(Field {
        text: "eta(x)".into(),
        evaluate: Arc::new(move |x, _| eta(x[0])),
        varies_in_space: true,
        varies_in_time: false,
    });
    law.set("shear_viscosity", &[field]);
    law.set("bulk_viscosity", &[Value::Constant(0.0)]);
    recipe.viscosity = Some(law);
    recipe
}

/// Places on a lattice over a box, the first half a pitch inside.
pub fn lattice(low: [f64; 3], high: [f64; 3], pitch: f64) -> Vec<[f64; 3]> {
    let n: [usize; 3] = std::array::from_fn(|k| ((high[k] - low[k]) / pitch).round() as usize);
    let at = |k: usize, i: usize| low[k] + (high[k] - low[k]) * (i as f64 + 0.5) / n[k] as f64;
    let mut points = Vec::new();
    for i in 0..n[0] {
        for j in 0..n[1] {
            for k in 0..n[2] {
                points.push([at(0, i), at(1, j), at(2, k)]);
            }
        }
    }
    points
}

/// A body of particles at places, each of the same volume, moving at v + ω × x.
pub fn body(
    recipe: &Recipe,
    places: &[[f64; 3]],
    volume: f64,
    velocity: [f64; 3],
    spin: [f64; 3],
) -> Body {
    let [x, y, z] = spin;
    let gradient = Mat3::from_rows([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]);
    let seed = |place: &[f64; 3]| Seed {
        position: *place,
        velocity: (Vec3(velocity) + gradient.mul_vec(Vec3(*place))).0,
        gradient,
        axes: Mat3::identity(),
        volume,
        density: recipe.density.at(*place, 0.0),
    };
    Body {
        name: "body".into(),
        recipe: recipe.clone(),
        seeds: places.iter().map(seed).collect(),
        acceleration: [0.0; 3].map(Value::Constant),
    }
}

/// Everything below a height along an axis.
pub fn floor(normal: [f64; 3], offset: f64, contact: Contact, friction: f64) -> Collider {
    let shape = Shape::half_space(Vec3(normal), offset);
    Collider::still("floor", shape, contact, friction)
}

/// Steps of at most `dt` up to a time; retries refused steps.
pub fn run(
    method: &mut dyn Method,
    world: &World,
    end: f64,
    dt: f64,
    mut see: impl FnMut(f64, f64, &StepReport, &dyn Method),
) {
    let mut time = 0.0;
    while time < end * (1.0 - 1e-12) {
        let mut step = method.stable_step(world, time).dt.min(dt).min(end - time);
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

pub fn length(v: [f64; 3]) -> f64 {
    Vec3(v).norm()
}
