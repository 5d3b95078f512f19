//! Splines, and systems on lattices, for experiments.

use plastica_core::{Grip, Method, Motion, Step, Window, World};
use plastica_geometry::Shape;
use plastica_linear::{Field, SparseMatrix};
use plastica_spline::{
    Body, Fibres, Formulation, Lattice, Options, Splines, Weights, build, hold, shape, stiffness,
};
use plastica_tensor::Vec3;

/// A lattice of axes as (nodes, closed) over the unit domain.
pub(crate) fn lattice(axes: &[(usize, bool)]) -> Lattice {
    Lattice::new(axes).expect("a lattice")
}

/// A method of one body.
pub(crate) fn one(body: Body, options: Options) -> Splines {
    build(vec![body], vec![], vec![], options).expect("a good body")
}

/// Steps of equal length.
pub(crate) fn run(method: &mut dyn Method, world: &World, start: f64, dt: f64, steps: usize) {
    for k in 0..steps {
        let time = start + k as f64 * dt;
        method.step(world, Step::new(time, dt)).expect("a step");
    }
}

/// A single node of negligible mass on a spring of stiffness k to its place: the paper's uniaxial units.
pub(crate) fn unit(k: f64) -> Body {
    let weights = Weights::uniform([k, 0.0, 0.0]);
    let node = lattice(&[(1, false)]);
    let mut body = Body::new(
        "unit",
        node,
        vec![Vec3::zero()],
        Formulation::fixed(weights),
    );
    body.density = (LIGHT * k).into();
    body
}

/// Mass of a [`unit`] over its stiffness [s²].
const LIGHT: f64 = 1e-16;

/// Gravity as a force on a [`unit`].
pub(crate) fn pull(force: f64, k: f64) -> World {
    World::empty([force / (LIGHT * k), 0.0, 0.0])
}

/// Where a [`unit`] is [m].
pub(crate) fn elongation(unit: &Splines) -> f64 {
    unit.nodes(0).expect("a body").0[0][0]
}

/// Holds all nodes within a shape about a place, until a time.
pub(crate) fn clamp(world: &mut World, shape: Shape, place: [f64; 3], until: Option<f64>) {
    world.grips.push(Grip {
        name: "grip".into(),
        body: None,
        shape,
        motion: Motion::at_rest(place),
        window: until.map(|end| Window { start: 0.0, end }),
    });
}

/// A square sheet of n × n cells whose outermost nodes are held.
pub(crate) struct Square {
    pub(crate) lattice: Lattice,
    pub(crate) fibres: Fibres,
    pub(crate) held: Vec<bool>,
    pub(crate) matrix: SparseMatrix<f64>,
}

impl Square {
    /// So many rings of nodes are held.
    pub(crate) fn new(n: usize, weights: &Weights, rings: usize) -> Self {
        let lattice = lattice(&[(n + 1, false), (n + 1, false)]);
        let fibres = Fibres::all(&lattice);
        let places = shape::height_field(&lattice, [0.0; 2], [1.0; 2], |_, _| 0.0);
        let mut matrix = stiffness(&lattice, &fibres, weights, &places);
        let outside = |k: &usize| *k < rings || *k + rings > n;
        let held: Vec<bool> = (0..lattice.len())
            .map(|i| lattice.place(i)[..2].iter().any(outside))
            .collect();
        hold(&mut matrix, &held);
        Square {
            lattice,
            fibres,
            held,
            matrix,
        }
    }

    /// A membrane with a fixed border: the five-point Laplacian.
    pub(crate) fn laplacian(n: usize) -> Self {
        Square::new(n, &Weights::uniform([0.0, 1.0, 0.0]), 1)
    }

    /// Numbers between −1 and 1 along z, zero where held.
    pub(crate) fn noise(&self, seed: u64) -> Field {
        let mut state = seed;
        let mut number = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        (self.held.iter())
            .map(|held| {
                let z = number();
                Vec3::new(0.0, 0.0, if *held { 0.0 } else { z })
            })
            .collect()
    }
}

/// √Σ x².
pub(crate) fn norm(field: &[Vec3<f64>]) -> f64 {
    field.iter().map(|v| v.norm_squared()).sum::<f64>().sqrt()
}

/// Frequency [rad/s] and decay per step of an amplitude that is seen after each of so many steps of length dt.
pub(crate) fn vibration(mut amplitude: impl FnMut() -> f64, dt: f64, steps: usize) -> [f64; 2] {
    let a: Vec<f64> = (0..steps).map(|_| amplitude()).collect();
    // a_(k+1) = 2 d cos φ a_k − d² a_(k−1): least squares give d² and 2 d cos φ.
    let [mut xx, mut xy, mut yy, mut xz, mut yz] = [0.0; 5];
    for w in a.windows(3) {
        let (x, y, z) = (w[1], -w[0], w[2]);
        xx += x * x;
        xy += x * y;
        yy += y * y;
        xz += x * z;
        yz += y * z;
    }
    let det = xx * yy - xy * xy;
    let (turn, square) = ((xz * yy - yz * xy) / det, (yz * xx - xz * xy) / det);
    let decay = square.sqrt();
    [(turn / (2.0 * decay)).acos() / dt, decay]
}
