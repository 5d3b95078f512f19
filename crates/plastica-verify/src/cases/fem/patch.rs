//! B13: the patch test on an irregular mesh.
//!
//! A block is moved by u = (A − I) X in one step. Then its faces are held and the rest is let go, with damping: it must stay where
//! it is, under a uniform stress.

use super::{block, body, both, of};
use crate::specimen::{elastic, grip, run_until, side};
use crate::{Row, Size};
use plastica_core::{Motion, Step, Window, World};
use plastica_fem::Options;
use plastica_tensor::random::Random;
use plastica_tensor::{Mat3, Vec3};

const CELLS: usize = 4;
/// Waves take some seconds through the block: nothing moves nearly as fast.
const DT: f64 = 0.1;
const BRAKE: f64 = 1.0;

fn map() -> Mat3<f64> {
    let part = Mat3::from_rows([[20.0, 5.0, 3.0], [-2.0, -10.0, 4.0], [1.0, 6.0, 10.0]]);
    Mat3::identity() + part.scale(1e-4)
}

/// The largest distance from A X over the cells' size, and of any stress from the mean one over that.
fn patch(options: Options, uneven: f64) -> [f64; 2] {
    let size = CELLS as f64;
    let mut mesh = block([0.0; 3], [size; 3], [CELLS; 3]);
    let mut random = Random::new(3);
    let is_inside = |x: &[f64; 3]| x.iter().all(|c| *c > 0.0 && *c < size);
    for place in mesh.vertices.iter_mut().filter(|x| is_inside(x)) {
        place
            .iter_mut()
            .for_each(|c| *c += 0.4 * (random.unit() - 0.5));
    }
    let rest = mesh.vertices.clone();
    let shift = map() - Mat3::identity();
    let recipe = elastic("hencky", 1.0, 1.0, 0.3);
    let patch = body(&recipe, mesh, |x| {
        let bent = uneven * x[0] * x[0];
        let speed = (BRAKE * DT).exp() / DT;
        (shift.mul_vec(Vec3(x)) + Vec3::new(0.0, bent, 0.0))
            .scale(speed)
            .0
    });
    let options = Options {
        damping: BRAKE,
        edge_change: 1.0,
        ..options
    };
    let mut method = of(options, patch);
    let mut world = World::empty([0.0; 3]);
    let later = Window {
        start: 0.5 * DT,
        end: f64::INFINITY,
    };
    // The faces, as they are after the move: normals go with the inverse transpose.
    let back = map().inverse();
    for axis in 0..3 {
        for (sign, at) in [(1.0, 0.0), (-1.0, -size)] {
            let normal = back.row(axis).scale(sign);
            let length = normal.norm();
            let face = side(normal.scale(1.0 / length).0, at / length + 1e-6);
            world
                .grips
                .push(grip(face, Motion::at_rest([0.0; 3]), Some(later)));
        }
    }
    method.step(&world, Step::new(0.0, DT)).expect("a move");
    run_until(&mut *method, &world, [DT, 60.0], |_, _| true);
    let snapshot = method.observed().snapshot();
    let far = |(now, x): (&[f64; 3], &[f64; 3])| (Vec3(*now) - map().mul_vec(Vec3(*x))).norm();
    let off = snapshot
        .positions
        .iter()
        .zip(&rest)
        .map(far)
        .fold(0.0, f64::max);
    let stress = snapshot.cell_attributes.iter().find(|a| a.name == "stress");
    let values = &stress.expect("stress of cells").values;
    let cells = values.len() / 6;
    let (mut spread, mut largest) = (0f64, 0f64);
    for k in 0..6 {
        let all = || (0..cells).map(move |cell| values.at(6 * cell + k));
        let mean = all().sum::<f64>() / cells as f64;
        largest = largest.max(mean.abs());
        spread = all().map(|s| (s - mean).abs()).fold(spread, f64::max);
    }
    [off, spread / largest]
}

pub(in crate::cases) fn test(_: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, options) in both() {
        let [off, spread] = patch(options, 0.0);
        rows.push(Row::at_most(
            format!("distance from A X, {name} [cells]"),
            1e-10,
            off,
        ));
        rows.push(Row::at_most(
            format!("spread of stress, {name}"),
            1e-10,
            spread,
        ));
    }
    let [_, spread] = patch(Options::default(), 1e-5);
    rows.push(Row::at_least(
        "control: spread of stress of a bent block",
        1e-4,
        spread,
    ));
    rows
}
