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

use crate::specimen::{Specimen, elastic, march_in_steps, precise, slab_walls};
use crate::{Case, Row, Size};
use plastica_core::{Method, Selection, World};
use plastica_material::{Field, Value};
use plastica_mpm::{Body, Kernel, Options, Transfer, build};
use plastica_tensor::Mat3;
use std::f64::consts::PI;
use std::sync::Arc;

pub(super) const CASE: Case = Case {
    id: "B14",
    title: "Generalized vortex, a manufactured solution",
    source: "published: Kamojjala and Brannon; Uintah's MMS",
    run,
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

/// The ring in rows of particles around the axis, about four to a cell, under a share of the force.
fn ring(cell: f64, dt: f64, share: f64) -> Vec<Body> {
    let rows = (0.5 / (cell / 2.0)).round();
    let around = (2.0 * PI / (cell / 2.0)).round();
    let (width, angle) = (0.5 / rows, 2.0 * PI / around);
    let recipe = elastic("neo-hookean", DENSITY, YOUNG, POISSON);
    let row = |k: u32| {
        let r = 0.75 + width * (f64::from(k) + 0.5);
        let mut row = Specimen::block([0.0; 3], [around, 1.0, 1.0], 1.0);
        row.volume = r * width * angle * cell;
        for place in &mut row.places {
            let (s, c) = (angle * place[0]).sin_cos();
            *place = [r * c, r * s, 0.5 * cell];
        }
        let field = |axis: usize| {
            Value::Field(Field {
                text: "the vortex".into(),
                evaluate: Arc::new(move |x, time| share * push(r, x, time)[axis]),
                varies_in_space: true,
                varies_in_time: true,
            })
        };
        Body {
            acceleration: [field(0), field(1), Value::Constant(0.0)],
            ..row.with(&recipe, |rest| motion(rest, -0.5 * dt))
        }
    };
    (0..rows as u32).map(row).collect()
}

/// Root mean square distance from where the particles should be [m].
fn error(mpm: &dyn Method, rest: &[[f64; 3]], time: f64) -> f64 {
    let (mut sum, mut mass) = (0.0, 0.0);
    mpm.visit(Selection::All, &mut |p| {
        let exact = place(rest[p.id as usize], time);
        let square: f64 = (0..2).map(|k| (p.position[k] - exact[k]).powi(2)).sum();
        sum += p.mass * square;
        mass += p.mass;
    });
    (sum / mass).sqrt()
}

/// Errors at t = 0.5 s and 1 s over the farthest way.
fn vortex(cells: u32, kernel: Kernel, transfer: Transfer, share: f64) -> [f64; 2] {
    let cell = 2.5 / f64::from(cells);
    let dt = 0.25 / f64::from(cells);
    let bodies = ring(cell, dt, share);
    let seeds = bodies.iter().flat_map(|body| &body.seeds);
    let rest: Vec<[f64; 3]> = seeds.map(|seed| seed.position).collect();
    let options = Options {
        kernel,
        transfer,
        ..precise(cell)
    };
    let mut mpm = build(options, bodies, vec![]).expect("a good recipe");
    let mut world = World::empty([0.0; 3]);
    world.colliders.extend(slab_walls(0.0, cell));
    [0.0, 0.5].map(|start| {
        march_in_steps(&mut *mpm, &world, [start, start + 0.5], dt, |_, _| true);
        error(&*mpm, &rest, start + 0.5) / FARTHEST
    })
}

/// Orders between resolutions that double, and the errors at those that have a bound.
fn converge(kernel: Kernel, transfer: Transfer, cells: &[u32], bounds: &[(u32, f64)]) -> Vec<Row> {
    let name = format!("{kernel:?}, {transfer:?}").to_lowercase();
    let errors: Vec<[f64; 2]> = cells
        .iter()
        .map(|n| vortex(*n, kernel, transfer, 1.0))
        .collect();
    let mut rows = Vec::new();
    for (k, time) in [(0, 0.5), (1, 1.0)] {
        for (n, pair) in cells.iter().zip(errors.windows(2)) {
            let order = (pair[0][k] / pair[1][k]).log2();
            let what = format!("order from {n} to {} cells at {time} s, {name}", 2 * n);
            rows.push(Row::at_least(what, 1.5, order));
        }
        for (n, error) in cells.iter().zip(&errors) {
            if let Some((_, bound)) = bounds.iter().find(|(at, _)| at == n) {
                let what = format!("error at {n} cells at {time} s / farthest way, {name}");
                rows.push(Row::at_most(what, *bound, error[k]));
            }
        }
    }
    rows
}

fn run(size: Size) -> Vec<Row> {
    let [bx, by] = push(1.1f64.hypot(0.2), place([1.1, 0.2, 0.0], 0.3), 0.3);
    let mut rows = vec![
        Row::relative(
            "body force along x at (1.1, 0.2), t = 0.3 s [m/s²]",
            1.89472,
            bx,
            1e-5,
        ),
        Row::relative(
            "body force along y at (1.1, 0.2), t = 0.3 s [m/s²]",
            11.0072,
            by,
            1e-5,
        ),
    ];
    match size {
        Size::Small => {
            for transfer in [Transfer::Apic, Transfer::Aflip] {
                rows.extend(converge(Kernel::Quadratic, transfer, &[16, 32], &[]));
            }
        }
        Size::Full => {
            for (kernel, transfer) in [
                (Kernel::Quadratic, Transfer::Apic),
                (Kernel::Cubic, Transfer::Apic),
                (Kernel::Quadratic, Transfer::Aflip),
                (Kernel::Cubic, Transfer::Aflip),
            ] {
                let cells: &[u32] = match kernel {
                    Kernel::Quadratic => &[16, 32, 64, 128],
                    Kernel::Cubic => &[16, 32, 64],
                };
                let bounds = [(64, 0.01), (128, 0.01)];
                rows.extend(converge(kernel, transfer, cells, &bounds));
            }
        }
    }
    let [idle, _] = vortex(16, Kernel::Quadratic, Transfer::Apic, 0.0);
    rows.push(Row::at_least(
        "control: error at 0.5 s without the body force",
        0.3,
        idle,
    ));
    rows
}
