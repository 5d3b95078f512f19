//! B01 and B20: a block that flies, and one that slides.

use super::{block, body, of};
use crate::specimen::{elastic, run_until, wall};
use crate::{Row, Size};
use plastica_core::{Contact, Selection, Step, World};
use plastica_fem::Options;
use plastica_material::Value;
use plastica_tensor::Vec3;
use std::f64::consts::PI;

/// B01: free flight.
pub(in crate::cases) fn flight(_: Size) -> Vec<Row> {
    let young = 1e5;
    let recipe = elastic("neo-hookean", 1000.0, young, 0.3);
    let mesh = block([0.1, 0.2, 0.3], [0.5, 0.6, 0.6], [4, 4, 3]);
    let mut method = of(
        Options::default(),
        body(&recipe, mesh, |_| [1.0, 2.0, -0.5]),
    );
    let world = World::empty([0.0, -9.81, 0.0]);
    let start = method.observed().ledger();
    let (dt, steps) = (1e-3, 1000);
    for k in 0..steps {
        let step = Step::new(f64::from(k) * dt, dt);
        method.step(&world, step).expect("a free flight");
    }
    let end = method.observed().ledger();
    let t = f64::from(steps) * dt;
    // Symplectic Euler: the sum of n (n + 1) / 2 kicks.
    let height = start.centre[1] + 2.0 * t - 0.5 * 9.81 * t * t * (1.0 + dt / t);
    let momentum = start.mass * (2.0 - 9.81 * t);
    let mut stress = 0f64;
    method.observed().visit(Selection::All, &mut |p| {
        stress = stress.max(p.cauchy.map_or(f64::NAN, |s| s.max_abs()));
    });
    vec![
        Row::relative(
            "height of the centre after 1 s [m]",
            height,
            end.centre[1],
            1e-12,
        ),
        Row::relative(
            "momentum after 1 s [kg m/s]",
            momentum,
            end.momentum[1],
            1e-12,
        ),
        Row::at_most("largest stress / E", 1e-10, stress / young),
    ]
}

const GRAVITY: f64 = 9.81;
const SLOPE: f64 = PI / 6.0;
const SETTLED: f64 = 0.4;
const END: f64 = 1.0;

/// Acceleration down the plane over g, and the way down while it is measured [m]. The floor is tilted by `floor`, gravity by the rest.
fn slide(friction: f64, floor: f64, cells: usize) -> (f64, f64) {
    let (s, c) = floor.sin_cos();
    let (down, normal) = (Vec3([c, -s, 0.0]), Vec3([s, c, 0.0]));
    let mut mesh = block([0.0; 3], [0.4, 0.2, 0.2], [2 * cells, cells, cells]);
    for place in &mut mesh.vertices {
        let [x, y, z] = *place;
        *place = (down.scale(x) + normal.scale(y) + Vec3([0.0, 0.0, z])).0;
    }
    let recipe = elastic("neo-hookean", 1000.0, 1e6, 0.3);
    // Undamped, friction makes the block hop: 1.2 % too much of it with a fifth of this.
    let options = Options {
        stiffness_damping: 1e-3,
        ..Options::default()
    };
    let mut method = of(options, body(&recipe, mesh, |_| [0.0; 3]));
    let tilt = SLOPE - floor;
    let pull = [GRAVITY * tilt.sin(), -GRAVITY * tilt.cos(), 0.0];
    let mut world = World::empty([0.0; 3]);
    world.gravity = pull.map(|g| Value::Keyframes([(0.0, 0.0), (0.2, g)].into()));
    world
        .colliders
        .push(wall(normal.0, 0.0, Contact::Separating, friction));
    run_until(&mut *method, &world, [0.0, SETTLED], |_, _| true);
    let start = method.observed().ledger();
    run_until(&mut *method, &world, [SETTLED, END], |_, _| true);
    let end = method.observed().ledger();
    let speed = |ledger: &plastica_core::Ledger| down.dot(Vec3(ledger.momentum)) / ledger.mass;
    let acceleration = (speed(&end) - speed(&start)) / (END - SETTLED) / GRAVITY;
    (
        acceleration,
        down.dot(Vec3(end.centre) - Vec3(start.centre)),
    )
}

/// B20: Coulomb friction on an inclined plane.
pub(in crate::cases) fn incline(size: Size) -> Vec<Row> {
    let cells = match size {
        Size::Small => 2,
        Size::Full => 4,
    };
    let mut rows = Vec::new();
    for (floor, name) in [(0.0, "level floor"), (SLOPE, "tilted floor")] {
        for friction in [0.1, 0.4] {
            let exact = SLOPE.sin() - friction * SLOPE.cos();
            let (found, _) = slide(friction, floor, cells);
            rows.push(Row::relative(
                format!("acceleration / g, μ = {friction}, {name}"),
                exact,
                found,
                1e-3,
            ));
        }
        let (_, way) = slide(0.7, floor, cells);
        rows.push(Row::at_most(
            format!("way in 0.6 s, μ = 0.7, {name} [m]"),
            1e-6,
            way.abs(),
        ));
    }
    rows
}
