//! B13: the patch test.
//!
//! A block is moved by u = (A − I) X, all of it in one step. Then five layers of particles on all sides are held and
//! the rest is let go, with damping, until it stands still. Where neighbours are all there, a uniform stress should
//! leave it where it is.
//!
//! The deformation is read exactly at any place. The forces balance where particles stand on a lattice; where they
//! stand at random they do not: what i does to j, V P gᵢⱼ, adds up to zero over all neighbours of i together with
//! its opposite on i, but what j receives is Σ V P gᵢⱼ over all i, and that vanishes only by symmetry. So a
//! particle off its lattice place finds a place of its own under stress. The κ term works against it.
//!
//! Why five layers: the force on a particle depends on the neighbourhoods of its neighbours, so on all particles
//! within 4.4 spacings.

use crate::method_under_test::{MethodUnderTest, double_precision_points};
use crate::specimen::{Specimen, elastic, grip, run_in_steps, run_until, side};
use crate::{Case, Row, Size};
use plastica_core::{Method, Motion, Selection, Window, World};
use plastica_points::Options;
use plastica_tensor::{Mat3, Vec3};

pub(super) const CASE: Case = Case {
    id: "B13",
    title: "Patch test",
    source: "closed form",
    runs: &[("points", points), ("fem", super::fem::patch::test)],
};

const HALF: f64 = 8.0;
const DT: f64 = 0.1;
/// Six particles are free along each axis, and waves run at about 1 m/s: ω is about ½ [1/s].
const BRAKE: f64 = 0.5;

/// A: a strain of some per mille.
fn map() -> Mat3<f64> {
    let part = Mat3::from_rows([[2.0, 0.5, 0.3], [-0.2, -1.0, 0.4], [0.1, 0.6, 1.0]]);
    Mat3::identity() + part.scale(1e-3)
}

struct Patch {
    /// Largest error of F right after the move.
    read: f64,
    /// Root mean square error of F inside, at rest, over |A − I|.
    inside: f64,
    /// Largest error of stress inside over the stress.
    stress: f64,
    /// Largest speed there [m/s].
    speed: f64,
}

fn patch(jitter: f64, options: Options) -> Patch {
    let block = Specimen::block([-HALF; 3], [HALF; 3], 1.0).jittered(jitter);
    let (rest, shift) = (block.places.clone(), map() - Mat3::identity());
    let body = block.with(&elastic("hencky", 1.0, 1.0, 0.3), |x| {
        // The first step brakes too.
        let speed = (BRAKE * DT).exp() / DT;
        (shift.mul_vec(Vec3(x)).scale(speed).0, Mat3::zero())
    });
    let mut world = World::empty([0.0; 3]);
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            let mut normal = [0.0; 3];
            normal[axis] = sign;
            let later = Window {
                start: 0.5 * DT,
                end: f64::INFINITY,
            };
            let shell = side(normal, 5.0 - HALF);
            let still = Motion::at_rest([0.0; 3]);
            world.grips.push(grip(shell, still, Some(later)));
        }
    }
    let options = Options {
        damping: BRAKE,
        ..options
    };
    let mut points = MethodUnderTest::points(options).of(vec![body]);
    let errors = |points: &dyn Method, inner: f64| {
        let (mut worst, mut squares, mut count) = (0f64, 0.0, 0.0);
        points.observed().visit(Selection::All, &mut |p| {
            let off = p.deformation.unwrap() - map();
            if rest[p.id as usize].iter().all(|x| x.abs() < inner) {
                worst = worst.max(off.max_abs());
                squares += off.dot(&off);
                count += 1.0;
            }
        });
        (worst, f64::sqrt(squares / count))
    };
    run_in_steps(&mut *points, &world, [0.0, DT], DT, |_, _| true);
    let (read, _) = errors(&*points, HALF + 1.0);
    let mut uniform = None;
    points
        .observed()
        .visit(Selection::Id(rest.len() as u32 / 2), &mut |p| {
            uniform = Some(p.cauchy.unwrap());
        });
    let uniform = uniform.expect("there is such a particle");
    run_until(&mut *points, &world, [DT, 200.0], |_, _| true);
    let (_, inside) = errors(&*points, HALF - 5.0);
    let (mut stress, mut speed) = (0f64, 0f64);
    points.observed().visit(Selection::All, &mut |p| {
        if rest[p.id as usize].iter().all(|x| x.abs() < HALF - 5.0) {
            stress = stress.max((p.cauchy.unwrap() - uniform).max_abs());
            speed = speed.max(Vec3(p.velocity).norm());
        }
    });
    Patch {
        read,
        inside: inside / shift.dot(&shift).sqrt(),
        stress: stress / uniform.max_abs(),
        speed,
    }
}

fn points(_: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, jitter) in [("lattice", 0.0), ("10 % jitter", 0.1)] {
        let Patch {
            read,
            inside,
            stress,
            speed,
        } = patch(jitter, double_precision_points(1.0));
        rows.extend([
            Row::at_most(format!("error of F after the move, {name}"), 1e-8, read),
            Row::at_most(
                format!("error of F at rest / |A − I|, {name}"),
                1e-8,
                inside,
            ),
            Row::at_most(
                format!("largest error of stress at rest / stress, {name}"),
                1e-8,
                stress,
            ),
            Row::at_most(format!("largest speed at rest, {name} [m/s]"), 1e-9, speed),
        ]);
    }
    rows
}
