//! B14: the generalized vortex, a large motion with a known body force (Kamojjala, Brannon).
//!
//! A ring 0.75 < R < 1.25 is turned about its axis by an angle that depends on the radius,
//!
//! x = Q(α) X,  α = A sin(cπt) f(R),  f = 1 - 32 (R - 1)² + 256 (R - 1)⁴,
//!
//! so that both edges stay at rest without stress and J = 1. For the neo-Hookean law
//! P = μ(F - F⁻ᵀ) + λ ln J F⁻ᵀ the acceleration that keeps up this motion is b_r e_β + b_t e_β⊥, with β
//! the angle of the present place and b_r, b_t functions of the radius R at rest. (R must be that at
//! rest. The exact motion keeps |x| = R, but with the present radius of each particle instead, the runs
//! with up to 64 cells blew up or went far astray between t = 0.5 s and 1 s.) So each row of particles
//! around the axis is a body with its own acceleration.
//!
//! The method steps with velocities half a step behind the places, so the particles start with their
//! velocity at -Δt/2. At 64 cells the error has a minimum over Δt near the step taken here: APIC smooths
//! the motion a little in every step, AFLIP hardly does.
//!
//! Points remember neighbours of their own body only, so for them the ring is one body, and its acceleration finds
//! each particle's radius at rest by the exact place where it is.

use crate::method_under_test::{MethodUnderTest, double_precision, double_precision_points};
use crate::specimen::{Specimen, elastic, run_in_steps, slab_walls};
use crate::{Case, Row, Size};
use plastica_core::{Body, Method, Selection, World};
use plastica_material::{Field, Value};
use plastica_mpm::{Kernel, Options, Transfer};
use plastica_tensor::Mat3;
use std::collections::HashMap;
use std::f64::consts::PI;
use std::sync::{Arc, RwLock};

pub(super) const CASE: Case = Case {
    id: "B14",
    title: "Generalized vortex, a manufactured solution",
    source: "published: Kamojjala and Brannon; Uintah's MMS",
    runs: &[("mpm", mpm), ("points", points)],
};

const YOUNG: f64 = 1000.0;
const POISSON: f64 = 0.3;
const DENSITY: f64 = 1000.0;
/// How far a particle at R = 1 is at most from its place at rest: 2 sin(A/2).
const FARTHEST: f64 = 0.958_851_077_208_406;

fn turn(r: f64) -> f64 {
    let s = (r - 1.0) * (r - 1.0);
    1.0 - 32.0 * s + 256.0 * s * s
}

/// The acceleration of a particle that is at a place now and had the radius `r` at rest.
fn push(r: f64, [x, y, _]: [f64; 3], time: f64) -> [f64; 2] {
    let stiffness = YOUNG / (2.0 * (1.0 + POISSON)) / DENSITY;
    let (s, c) = (PI * time).sin_cos();
    let edges = ((4.0 * r - 3.0) * (4.0 * r - 5.0)).powi(2);
    let radial = -r * PI * PI * c * c * edges * edges
        + 4096.0 * stiffness * s * s * r * (r - 1.0) * (r - 1.0) * edges;
    let cubic = 96.0 * r.powi(3) - 240.0 * r * r + 188.0 * r - 45.0;
    let along = -s * (r * PI * PI * edges + 64.0 * stiffness * cubic);
    let now = x.hypot(y);
    [
        (radial * x - along * y) / now,
        (radial * y + along * x) / now,
    ]
}

/// Where a particle should be.
fn place([x, y, z]: [f64; 3], time: f64) -> [f64; 3] {
    let (s, c) = ((PI * time).sin() * turn(x.hypot(y))).sin_cos();
    [c * x - s * y, s * x + c * y, z]
}

/// Its velocity, and the gradient there.
fn motion(rest: [f64; 3], time: f64) -> ([f64; 3], Mat3<f64>) {
    let [x, y, _] = place(rest, time);
    let r = x.hypot(y);
    let beat = PI * (PI * time).cos();
    let rate = beat * turn(r);
    let slope = beat * (-64.0 * (r - 1.0) + 1024.0 * (r - 1.0).powi(3)) / r;
    let mut gradient = Mat3::zero();
    (gradient[(0, 0)], gradient[(0, 1)]) = (-y * x * slope, -rate - y * y * slope);
    (gradient[(1, 0)], gradient[(1, 1)]) = (rate + x * x * slope, x * y * slope);
    ([-rate * y, rate * x, 0.0], gradient)
}

/// How the ring is laid out for a method.
struct Ring {
    tested: MethodUnderTest,
    /// Layers of particles along z, and their distance [m].
    layers: (f64, f64),
    /// Whether each row of particles is a body of its own: on a grid, bodies that touch move as one.
    by_rows: bool,
}

/// A row of particles around the axis: its radius and its places.
fn row(ring: &Ring, k: u32) -> (f64, Specimen) {
    let [width, angle] = spacings(&ring.tested);
    let r = 0.75 + width * (f64::from(k) + 0.5);
    let (layers, pitch) = ring.layers;
    let around = (2.0 * PI / angle).round();
    let mut row = Specimen::block([0.0; 3], [around, layers, 1.0], 1.0);
    row.volume = r * width * angle * pitch;
    for place in &mut row.places {
        let (s, c) = (angle * place[0]).sin_cos();
        *place = [r * c, r * s, pitch * place[1]];
    }
    (r, row)
}

/// Distance of rows [m] and angle between particles of a row: those are square at R = 1.
fn spacings(tested: &MethodUnderTest) -> [f64; 2] {
    let around = (2.0 * PI / tested.pitch).round();
    [0.5 / (0.5 / tested.pitch).round(), 2.0 * PI / around]
}

fn rows(ring: &Ring) -> impl Iterator<Item = (f64, Specimen)> {
    let count = (0.5 / ring.tested.pitch).round() as u32;
    (0..count).map(move |k| row(ring, k))
}

/// A component of an acceleration.
fn field(at: impl Fn([f64; 3], f64) -> f64 + Send + Sync + 'static) -> Value {
    Value::Field(Field {
        text: "the vortex".into(),
        evaluate: Arc::new(at),
        varies_in_space: true,
        varies_in_time: true,
    })
}

/// The ring in rows of particles around the axis, each a body of its own, under a share of the force.
fn ring_of_rows(ring: &Ring, dt: f64, share: f64) -> Vec<Body> {
    let recipe = elastic("neo-hookean", DENSITY, YOUNG, POISSON);
    let body = |(r, row): (f64, Specimen)| Body {
        acceleration: [
            field(move |x, time| share * push(r, x, time)[0]),
            field(move |x, time| share * push(r, x, time)[1]),
            Value::Constant(0.0),
        ],
        ..row.with(&recipe, |rest| motion(rest, -0.5 * dt))
    };
    rows(ring).map(body).collect()
}

/// Radii at rest by present places.
#[derive(Clone, Default)]
struct Radii(Arc<RwLock<HashMap<[u64; 3], f64>>>);

impl Radii {
    fn set(&self, places: impl Iterator<Item = ([f64; 3], f64)>) {
        let mut known = self.0.write().expect("nobody panics with it");
        known.clear();
        known.extend(places.map(|(place, r)| (place.map(f64::to_bits), r)));
    }
    fn at(&self, place: [f64; 3]) -> f64 {
        let known = self.0.read().expect("nobody panics with it");
        known
            .get(&place.map(f64::to_bits))
            .copied()
            .unwrap_or(place[0].hypot(place[1]))
    }
}

/// The ring as one body.
fn ring_as_one(ring: &Ring, dt: f64, share: f64, radii: &Radii) -> Body {
    let recipe = elastic("neo-hookean", DENSITY, YOUNG, POISSON);
    let bodies = rows(ring).map(|(_, row)| row.with(&recipe, |rest| motion(rest, -0.5 * dt)));
    let seeds: Vec<_> = bodies.flat_map(|body| body.seeds).collect();
    let component = |axis: usize| {
        let radii = radii.clone();
        field(move |x, time| share * push(radii.at(x), x, time)[axis])
    };
    Body {
        name: "ring".into(),
        recipe,
        seeds,
        acceleration: [component(0), component(1), Value::Constant(0.0)],
    }
}

/// Root mean square distance from where the particles should be [m].
fn error(method: &dyn Method, rest: &[[f64; 3]], time: f64) -> f64 {
    let (mut sum, mut mass) = (0.0, 0.0);
    method.observed().visit(Selection::All, &mut |p| {
        let exact = place(rest[p.id as usize], time);
        let square: f64 = (0..2).map(|k| (p.position[k] - exact[k]).powi(2)).sum();
        sum += p.mass * square;
        mass += p.mass;
    });
    (sum / mass).sqrt()
}

/// Errors at t = 0.5 s and 1 s over the farthest way.
fn vortex(cells: u32, ring: &Ring, share: f64) -> [f64; 2] {
    let dt = 0.25 / f64::from(cells);
    let radii = Radii::default();
    let bodies = if ring.by_rows {
        ring_of_rows(ring, dt, share)
    } else {
        vec![ring_as_one(ring, dt, share, &radii)]
    };
    let seeds = bodies.iter().flat_map(|body| &body.seeds);
    let rest: Vec<[f64; 3]> = seeds.map(|seed| seed.position).collect();
    let mut method = ring.tested.of(bodies);
    let look = |method: &dyn Method| {
        if !ring.by_rows {
            let mut found = Vec::with_capacity(rest.len());
            method.observed().visit(Selection::All, &mut |p| {
                let [x, y, _] = rest[p.id as usize];
                found.push((p.position, x.hypot(y)));
            });
            radii.set(found.into_iter());
        }
        true
    };
    look(&*method);
    let mut world = World::empty([0.0; 3]);
    world
        .colliders
        .extend(slab_walls(0.0, ring.tested.thickness));
    [0.0, 0.5].map(|start| {
        run_in_steps(&mut *method, &world, [start, start + 0.5], dt, |_, now| {
            look(now)
        });
        error(&*method, &rest, start + 0.5) / FARTHEST
    })
}

/// Orders between resolutions that double, and the errors at those that have a bound.
fn converge(
    name: &str,
    ring: impl Fn(u32) -> Ring,
    cells: &[u32],
    bounds: &[(u32, f64)],
) -> Vec<Row> {
    let errors: Vec<[f64; 2]> = cells.iter().map(|n| vortex(*n, &ring(*n), 1.0)).collect();
    let mut rows = Vec::new();
    for (k, time) in [(0, 0.5), (1, 1.0)] {
        for (n, pair) in cells.iter().zip(errors.windows(2)) {
            let order = (pair[0][k] / pair[1][k]).log2();
            let what = format!("order from {n} to {} cells at {time} s{name}", 2 * n);
            rows.push(Row::at_least(what, 1.5, order));
        }
        for (n, error) in cells.iter().zip(&errors) {
            if let Some((_, bound)) = bounds.iter().find(|(at, _)| at == n) {
                let what = format!("error at {n} cells at {time} s / farthest way{name}");
                rows.push(Row::at_most(what, *bound, error[k]));
            }
        }
    }
    rows
}

/// The body force as published.
fn published() -> Vec<Row> {
    let [bx, by] = push(1.1f64.hypot(0.2), place([1.1, 0.2, 0.0], 0.3), 0.3);
    let what = |axis: &str| format!("body force along {axis} at (1.1, 0.2), t = 0.3 s [m/s²]");
    vec![
        Row::relative(what("x"), 1.89472, bx, 1e-5),
        Row::relative(what("y"), 11.0072, by, 1e-5),
    ]
}

/// A control.
fn idle(ring: &Ring) -> Row {
    let [idle, _] = vortex(16, ring, 0.0);
    Row::at_least("control: error at 0.5 s without the body force", 0.3, idle)
}

fn mpm(size: Size) -> Vec<Row> {
    let ring = |kernel, transfer| {
        move |cells: u32| {
            let cell = 2.5 / f64::from(cells);
            Ring {
                tested: MethodUnderTest::mpm(Options {
                    // Errors are those of particles whose places at rest are known.
                    split: false,
                    kernel,
                    transfer,
                    ..double_precision(cell)
                }),
                layers: (1.0, cell),
                by_rows: true,
            }
        }
    };
    let mut rows = published();
    let kernels: &[Kernel] = match size {
        Size::Small => &[Kernel::Quadratic],
        Size::Full => &[Kernel::Quadratic, Kernel::Cubic],
    };
    for transfer in [Transfer::Apic, Transfer::Aflip] {
        for &kernel in kernels {
            let (cells, bounds): (&[u32], &[(u32, f64)]) = match (size, kernel) {
                (Size::Small, _) => (&[16, 32], &[]),
                (_, Kernel::Quadratic) => (&[16, 32, 64, 128], &[(64, 0.01), (128, 0.01)]),
                (_, Kernel::Cubic) => (&[16, 32, 64], &[(64, 0.01)]),
            };
            let name = format!(", {kernel:?}, {transfer:?}").to_lowercase();
            rows.extend(converge(&name, ring(kernel, transfer), cells, bounds));
        }
    }
    rows.push(idle(&ring(Kernel::Quadratic, Transfer::Apic)(16)));
    rows
}

/// With as many particles as a grid of that many cells would have: two to a cell along each axis.
fn points(size: Size) -> Vec<Row> {
    let ring = |cells: u32| {
        let spacing = 1.25 / f64::from(cells);
        Ring {
            tested: MethodUnderTest::points(double_precision_points(spacing)),
            layers: (3.0, spacing),
            by_rows: false,
        }
    };
    let mut rows = published();
    rows.extend(match size {
        Size::Small => converge("", ring, &[16, 32], &[]),
        Size::Full => converge("", ring, &[16, 32, 64], &[(64, 0.01)]),
    });
    rows.push(idle(&ring(16)));
    rows
}
