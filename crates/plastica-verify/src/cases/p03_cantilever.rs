//! P03: period of a cantilever of points, by particles across.
//!
//! A beam eight times as long as high and four particles wide starts straight, moving like its first mode, so
//! slowly that it stays linear. Its period is that of a beam with shear and rotary inertia (Timoshenko, κ for a
//! rectangle by Cowper: 10(1 + ν)/(12 + 11ν)). The clamp is a grip on four layers that go on behind it. Motion is
//! read by its projection on the mode.

use super::b_beam::{Beam, Crossings, mode};
use crate::method_under_test::MethodUnderTest;
use crate::specimen::{Specimen, elastic, grip, run_until, side};
use crate::{Case, Row, Size};
use plastica_core::{Motion, Selection, World};
use plastica_points::{Options, Surface};
use plastica_tensor::Mat3;

pub(super) const CASE: Case = Case {
    id: "P03",
    title: "Period of a cantilever of points",
    source: "closed form (Timoshenko's beam)",
    runs: &[("points", points)],
};

const POISSON: f64 = 0.3;
const SLENDER: f64 = 8.0;
const WIDTH: f64 = 4.0;

fn theory(height: f64) -> f64 {
    let area = WIDTH * height;
    let inertia = WIDTH * height.powi(3) / 12.0;
    let cowper = 10.0 * (1.0 + POISSON) / (12.0 + 11.0 * POISSON);
    let beam = Beam {
        length: SLENDER * height,
        bending: inertia,
        shear: cowper * area / (2.0 * (1.0 + POISSON)),
        mass: area,
        inertia,
    };
    beam.period()
}

/// Period over theory for a beam that many particles high; E, ρ and the spacing are 1.
fn swing(height: f64, jitter: f64, surface: Surface) -> f64 {
    let length = SLENDER * height;
    let beam = Specimen::block([-4.0, 0.0, 0.0], [length, height, WIDTH], 1.0).jittered(jitter);
    let shapes: Vec<f64> = beam.places.iter().map(|p| mode(p[0] / length)).collect();
    let body = beam.with(&elastic("hencky", 1.0, 1.0, POISSON), |[x, ..]| {
        ([0.0, 1e-5 * mode(x / length), 0.0], Mat3::zero())
    });
    let mut world = World::empty([0.0; 3]);
    let clamp = side([1.0, 0.0, 0.0], 0.0);
    let still = Motion::at_rest([0.0; 3]);
    world.grips.push(grip(clamp, still, None));
    let options = Options {
        surface,
        precision: plastica_core::Precision::Double,
        ..Options::new(1.0)
    };
    let mut points = MethodUnderTest::points(options).of(vec![body]);
    let period = theory(height);
    let mut crossings = Crossings::default();
    run_until(&mut *points, &world, [0.0, 1.2 * period], |taken, now| {
        let mut speed = 0.0;
        now.observed().visit(Selection::All, &mut |p| {
            speed += shapes[p.id as usize] * p.velocity[1];
        });
        crossings.see(taken.time, speed);
        crossings.times.len() < 2
    });
    crossings.period() / period
}

fn points(size: Size) -> Vec<Row> {
    // Asked for are 5 % at 8 particles across; 4 and 6 are reported against the same.
    let heights: &[f64] = match size {
        Size::Small => &[4.0],
        Size::Full => &[4.0, 6.0, 8.0],
    };
    let mut rows = Vec::new();
    for &height in heights {
        let limit = match size {
            Size::Small => 0.1,
            Size::Full => 0.05,
        };
        let period = swing(height, 0.0, Surface::Curved);
        let name = format!("period / theory, {height} across");
        rows.push(Row::relative(name, 1.0, period, limit));
    }
    if size == Size::Full {
        let period = swing(8.0, 0.1, Surface::Curved);
        let name = "period / theory, 8 across, 10 % jitter";
        rows.push(Row::relative(name, 1.0, period, 0.05));
    }
    // Control: without the curvature of the fit thin sections are softer.
    let softer = swing(4.0, 0.0, Surface::Plain) / swing(4.0, 0.0, Surface::Curved);
    rows.push(Row::at_least(
        "control: period by the plain fit / by the curved one, 4 across",
        1.02,
        softer,
    ));
    rows
}
