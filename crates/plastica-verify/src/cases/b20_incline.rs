//! B20: a stiff block on an inclined plane with Coulomb friction.
//!
//! It slides with the acceleration a = g (sin θ - μ cos θ), and stays where it is if μ > tan θ. The
//! plane is a floor on a grid line with gravity tilted, and once a tilted half-space with gravity
//! downwards. Gravity grows over 0.2 s, so that the block does not bounce; what is measured begins at
//! 0.4 s.

use crate::method_under_test::double_precision;
use crate::specimen::{Specimen, elastic, run_until, slab_walls, wall};
use crate::{Case, Row, Size};
use plastica_core::{Contact, World};
use plastica_material::Value;
use plastica_mpm::build;
use plastica_tensor::Vec3;
use std::f64::consts::PI;

pub(super) const CASE: Case = Case {
    id: "B20",
    title: "Block on an inclined plane",
    source: "closed form",
    runs: &[("mpm", run), ("fem", super::fem::blocks::incline)],
};

const CELL: f64 = 0.05;
const GRAVITY: f64 = 9.81;
const SLOPE: f64 = PI / 6.0;
const SETTLED: f64 = 0.4;
const END: f64 = 1.0;

/// What is measured on a block.
struct Slide {
    /// Acceleration down the plane over g.
    acceleration: f64,
    /// Way down the plane while it is measured [m].
    way: f64,
}

/// A block on a floor that is tilted by `floor`, under gravity tilted by the rest of the slope. One cell
/// deep it is a slab between smooth walls.
fn slide(friction: f64, floor: f64, depth: f64) -> Slide {
    let (s, c) = floor.sin_cos();
    let (down, normal) = (Vec3([c, -s, 0.0]), Vec3([s, c, 0.0]));
    let mut block = Specimen::block([0.0; 3], [0.4, 0.2, depth], CELL / 2.0);
    for place in &mut block.places {
        let [x, y, z] = *place;
        *place = (down.scale(x) + normal.scale(y) + Vec3([0.0, 0.0, z])).0;
    }
    let block = block.of(&elastic("neo-hookean", 1000.0, 1e6, 0.3));
    let mut mpm = build(double_precision(CELL), vec![block], vec![]).expect("a good recipe");
    let tilt = SLOPE - floor;
    let pull = [GRAVITY * tilt.sin(), -GRAVITY * tilt.cos(), 0.0];
    let mut world = World::empty([0.0; 3]);
    world.gravity = pull.map(|g| Value::Keyframes([(0.0, 0.0), (0.2, g)].into()));
    world
        .colliders
        .push(wall(normal.0, 0.0, Contact::Separating, friction));
    if depth <= CELL {
        world.colliders.extend(slab_walls(0.0, CELL));
    }

    run_until(&mut *mpm, &world, [0.0, SETTLED], |_, _| true);
    let start = mpm.observed().ledger();
    // A straight line through the velocities: the block shakes while it slides.
    let (mut n, mut t, mut v, mut tt, mut tv) = (0.0, 0.0, 0.0, 0.0, 0.0);
    run_until(&mut *mpm, &world, [SETTLED, END], |taken, mpm| {
        let velocity = down.dot(Vec3(mpm.observed().ledger().momentum)) / start.mass;
        (n, t, v) = (n + 1.0, t + taken.time, v + velocity);
        (tt, tv) = (tt + taken.time * taken.time, tv + taken.time * velocity);
        true
    });
    let end = mpm.observed().ledger();
    Slide {
        acceleration: (n * tv - t * v) / (n * tt - t * t) / GRAVITY,
        way: down.dot(Vec3(end.centre) - Vec3(start.centre)),
    }
}

fn run(size: Size) -> Vec<Row> {
    let depth = match size {
        Size::Small => CELL,
        Size::Full => 0.4,
    };
    let mut rows = Vec::new();
    for (floor, name) in [(0.0, "level floor"), (SLOPE, "tilted floor")] {
        for friction in [0.1, 0.4] {
            let exact = SLOPE.sin() - friction * SLOPE.cos();
            let found = slide(friction, floor, depth);
            rows.push(Row::relative(
                format!("acceleration / g, μ = {friction}, {name}"),
                exact,
                found.acceleration,
                0.01,
            ));
        }
        let stuck = slide(0.7, floor, depth);
        rows.push(Row::at_most(
            format!("way in 0.6 s, μ = 0.7, {name} [cells]"),
            1e-4,
            stuck.way.abs() / CELL,
        ));
    }
    rows
}
