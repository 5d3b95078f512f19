//! A29: neighbours that move by an affine map tell it exactly [GB09, Eqs. 1–6].
//!
//! A cloud of particles that stand at random is moved by maps y = A x: stretched and sheared, turned by 90°, taken
//! back to the turn alone and back to the start, in 1000 steps; then turned once around in 1000 steps of 0.36°.
//! The first motion is free flight, for the material is soft beyond measure: in each of the four legs A changes
//! at a constant rate, and at their beginnings an acceleration that is linear in the place changes the velocities.
//! Particles whose velocities are linear in their places stay on an affine map to rounding. The second motion is
//! that of a grip.
//!
//! The reference also asks for the drift of a deformation that is composed of steps read from velocities. These
//! points compose nothing: each reads its whole deformation from where its neighbours stood.

use crate::method_under_test::{MethodUnderTest, double_precision_points};
use crate::specimen::{Specimen, elastic, grip, run_in_steps, side};
use crate::{Case, Row, Size};
use plastica_core::{Body, Method, Motion, Selection, World};
use plastica_material::{Field, Value};
use plastica_points::{Options, Surface};
use plastica_tensor::Mat3;
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

pub(super) const CASE: Case = Case {
    id: "A29",
    title: "Affine motion is read exactly",
    source: "closed form",
    runs: &[("points", points)],
};

/// Steps of one second.
const STEPS: usize = 1000;
const LEG: usize = STEPS / 4;

/// 512 particles a metre apart, moved by up to 0.3 m along each axis.
fn cloud(motion: impl Fn([f64; 3]) -> [f64; 3]) -> Body {
    let cloud = Specimen::block([-4.0; 3], [4.0; 3], 1.0).jittered(0.3);
    let soft = elastic("hencky", 1.0, 1e-20, 0.3);
    cloud.with(&soft, |x| (motion(x), Mat3::zero()))
}

fn turn(angle: f64) -> Mat3<f64> {
    let (s, c) = angle.sin_cos();
    Mat3::from_rows([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
}

/// Where the legs begin and end.
fn corners() -> [Mat3<f64>; 5] {
    let stretch = Mat3::from_rows([[1.4, 0.2, 0.1], [0.0, 0.8, -0.1], [0.1, 0.0, 1.1]]);
    let quarter = turn(FRAC_PI_2);
    [
        Mat3::identity(),
        stretch,
        quarter * stretch,
        quarter,
        Mat3::identity(),
    ]
}

/// How A changes in a leg [1/s].
fn rate(leg: usize) -> Mat3<f64> {
    let corners = corners();
    (corners[leg + 1] - corners[leg]).scale(1.0 / LEG as f64)
}

/// The acceleration that changes the rate of A at the beginning of a leg, at a place.
fn kick([x, y, z]: [f64; 3], time: f64, axis: usize) -> f64 {
    let step = time.round() as usize;
    let leg = step / LEG;
    if step == 0 || !step.is_multiple_of(LEG) || leg >= 4 {
        return 0.0;
    }
    let change = (rate(leg) - rate(leg - 1)) * corners()[leg].inverse();
    let row = change.row(axis);
    row[0] * x + row[1] * y + row[2] * z
}

/// Largest component by which a particle's deformation differs from a map.
fn distance(method: &dyn Method, map: Mat3<f64>) -> f64 {
    let mut worst = 0f64;
    method.observed().visit(Selection::All, &mut |p| {
        worst = worst.max((p.deformation.unwrap() - map).max_abs());
    });
    worst
}

/// The largest distance on the way, and that at the end.
fn follow(options: Options, body: Body, world: &World, map: impl Fn(f64) -> Mat3<f64>) -> [f64; 2] {
    let mut points = MethodUnderTest::points(options).of(vec![body]);
    let (mut worst, mut last) = (0f64, f64::NAN);
    run_in_steps(
        &mut *points,
        world,
        [0.0, STEPS as f64],
        1.0,
        |taken, points| {
            last = distance(points, map(taken.time));
            worst = worst.max(last);
            true
        },
    );
    [worst, last]
}

fn there_and_back(options: Options) -> [f64; 2] {
    let start = rate(0);
    let component = |axis: usize| {
        Value::Field(Field {
            text: "kicks".into(),
            evaluate: Arc::new(move |x, time| kick(x, time, axis)),
            varies_in_space: true,
            varies_in_time: true,
        })
    };
    let body = Body {
        acceleration: [component(0), component(1), component(2)],
        ..cloud(|x| start.mul_vec(plastica_tensor::Vec3(x)).0)
    };
    follow(options, body, &World::empty([0.0; 3]), |time| {
        let leg = (((time - 0.5) / LEG as f64) as usize).min(3);
        corners()[leg] + rate(leg).scale(time - (leg * LEG) as f64)
    })
}

fn once_around(options: Options) -> [f64; 2] {
    let rate = 2.0 * PI / STEPS as f64;
    let mut world = World::empty([0.0; 3]);
    let motion = Motion {
        spin: [0.0, 0.0, rate],
        ..Motion::at_rest([0.0; 3])
    };
    let everything = side([1.0, 0.0, 0.0], 1e3);
    world.grips.push(grip(everything, motion, None));
    follow(options, cloud(|_| [0.0; 3]), &world, |time| {
        turn(rate * time)
    })
}

fn points(_: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for surface in [Surface::Plain, Surface::Curved] {
        let options = Options {
            surface,
            ..double_precision_points(1.0)
        };
        let name = format!("{surface:?} fit").to_lowercase();
        let [way, end] = there_and_back(options);
        let [turning, turned] = once_around(options);
        rows.extend([
            Row::at_most(format!("error of F on a closed way, {name}"), 1e-10, way),
            Row::at_most(format!("error of F at its end, {name}"), 1e-8, end),
            Row::at_most(format!("error of F in a turn, {name}"), 1e-10, turning),
            Row::at_most(format!("error of F after a turn, {name}"), 1e-8, turned),
        ]);
    }
    // Control: a motion that is not affine is not read as one that is.
    let body = cloud(|[x, _, _]| [2e-5 * x * x, 0.0, 0.0]);
    let world = World::empty([0.0; 3]);
    let [worst, _] = follow(double_precision_points(1.0), body, &world, |_| {
        Mat3::identity()
    });
    rows.push(Row::at_least(
        "control: error of F if the motion is curved",
        1e-3,
        worst,
    ));
    rows
}
