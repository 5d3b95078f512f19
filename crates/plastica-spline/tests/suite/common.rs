//! What several tests use.

use plastica_core::{Grip, Method, Motion, Step, World};
use plastica_geometry::Shape;
use plastica_linear::{Field, SparseMatrix};
use plastica_material::Value;
use plastica_spline::{
    Body, Fibres, Lattice, Options, Splines, Weights, build, hold, shape, stiffness,
};
use plastica_tensor::Vec3;

/// Steps of equal length.
pub fn run(method: &mut dyn Method, world: &World, start: f64, dt: f64, steps: usize) {
    for k in 0..steps {
        method
            .step(world, Step::new(start + k as f64 * dt, dt))
            .unwrap();
    }
}

/// A method of one body.
pub fn one(body: Body, options: Options) -> Splines {
    build(vec![body], vec![], vec![], options).unwrap()
}

/// A square sheet of n × n cells with its border held: the matrix, and which nodes are held.
pub fn square(n: usize, weights: &Weights) -> (Lattice, Fibres, Vec<bool>, SparseMatrix<f64>) {
    let lattice = Lattice::new(&[(n + 1, false), (n + 1, false)]).unwrap();
    let fibres = Fibres::all(&lattice);
    let places = shape::height_field(&lattice, [0.0; 2], [1.0; 2], |_, _| 0.0);
    let mut matrix = stiffness(&lattice, &fibres, weights, &places);
    let held: Vec<bool> = (0..lattice.len())
        .map(|i| lattice.place(i)[..2].iter().any(|&k| k == 0 || k == n))
        .collect();
    hold(&mut matrix, &held);
    (lattice, fibres, held, matrix)
}

/// Numbers between −1 and 1 along z, zero where held.
pub fn noise(held: &[bool], seed: u64) -> Field {
    let mut state = seed;
    held.iter()
        .map(|held| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let z = (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
            Vec3::new(0.0, 0.0, if *held { 0.0 } else { z })
        })
        .collect()
}

pub fn norm(field: &[Vec3<f64>]) -> f64 {
    field.iter().map(|v| v.norm_squared()).sum::<f64>().sqrt()
}

/// Holds all nodes within a shape about a place.
pub fn clamp(world: &mut World, shape: Shape, place: [f64; 3]) {
    world.grips.push(Grip {
        name: "grip".into(),
        body: None,
        shape,
        motion: Motion::at_rest(place),
        window: None,
    });
}

/// A formula of place and time.
pub fn formula(
    text: &str,
    evaluate: impl Fn([f64; 3], f64) -> f64 + Send + Sync + 'static,
) -> Value {
    Value::Field(plastica_material::Field {
        text: text.into(),
        evaluate: std::sync::Arc::new(evaluate),
        varies_in_space: true,
        varies_in_time: true,
    })
}
