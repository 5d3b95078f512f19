//! B12: a plate that is clamped at one end swings [Gray, Monaghan & Swift 2001].
//!
//! Length 0.2 m, height 0.02 m, in plane strain; K = 3.25 MPa, G = 0.715 MPa. It starts straight, moving like its
//! first mode at 5 % of c₀ = √(K/ρ) at the tip, which takes the tip out by half the length. A thin plate that swings
//! little has T = 2πL²/(1.8751² √(EH²/(12ρ(1 − ν²)))) = 0.25413 s; published runs of SPH give 0.27 to 0.28 s.
//!
//! The clamp is a grip on four layers of particles that go on behind it.

use super::b_beam::{Crossings, mode, slender_period};
use crate::method_under_test::MethodUnderTest;
use crate::specimen::{elastic, grip, run_until, side, slab_walls};
use crate::{Case, Row, Size};
use plastica_core::{Motion, World};
use plastica_tensor::Mat3;

pub(super) const CASE: Case = Case {
    id: "B12",
    title: "Oscillating plate",
    source: "closed form of a thin plate; set-up of Gray, Monaghan & Swift 2001",
    runs: &[("points", points)],
};

const LENGTH: f64 = 0.2;
const HEIGHT: f64 = 0.02;
const DENSITY: f64 = 1000.0;
const YOUNG: f64 = 1.998_45e6;
const POISSON: f64 = 0.397_52;
/// 0.05 c₀ [m/s].
const SPEED: f64 = 0.05 * 57.009;

fn thin_plate() -> f64 {
    let stiffness = YOUNG * HEIGHT.powi(3) / (12.0 * (1.0 - POISSON * POISSON));
    slender_period(LENGTH, stiffness, DENSITY * HEIGHT)
}

/// The period [s], and the largest distance of neighbours along the plate over that at rest.
fn swing(tested: &MethodUnderTest, periods: f64) -> [f64; 2] {
    let pitch = tested.pitch;
    let plate = tested.slab([-4.0 * pitch, 0.0], [LENGTH, HEIGHT]);
    let rest = plate.places.clone();
    let layer = rest.iter().take_while(|p| p[0] == rest[0][0]).count();
    let body = plate.with(&elastic("hencky", DENSITY, YOUNG, POISSON), |[x, ..]| {
        ([0.0, SPEED * mode(x / LENGTH), 0.0], Mat3::zero())
    });
    let mut world = World::empty([0.0; 3]);
    world.colliders.extend(slab_walls(0.0, tested.thickness));
    let clamp = side([1.0, 0.0, 0.0], 0.0);
    let still = Motion::at_rest([0.0; 3]);
    world.grips.push(grip(clamp, still, None));
    let mut method = tested.of(vec![body]);
    let mut crossings = Crossings::default();
    let (mut steps, mut gap) = (0, 0f64);
    let end = periods * thin_plate();
    run_until(&mut *method, &world, [0.0, end], |taken, now| {
        steps += 1;
        if steps % 20 == 0 {
            let places = now.observed().snapshot().positions;
            let tip = places.len() - layer..places.len();
            let lift: f64 = tip.map(|k| places[k][1] - rest[k][1]).sum();
            crossings.see(taken.time, lift);
            for (a, b) in places.iter().zip(&places[layer..]) {
                let apart = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
                gap = gap.max(apart / pitch);
            }
        }
        true
    });
    [crossings.period(), gap]
}

fn points(size: Size) -> Vec<Row> {
    // The limits are those of 10 particles across at any size.
    let (runs, periods): (&[f64], f64) = match size {
        Size::Small => (&[5.0], 1.2),
        Size::Full => (&[5.0, 10.0], 3.0),
    };
    let thin = thin_plate();
    let mut rows = vec![Row::relative(
        "period of a thin plate [s]",
        0.25413,
        thin,
        1e-3,
    )];
    let mut errors = Vec::new();
    for across in runs {
        let tested = MethodUnderTest::points(plastica_points::Options::new(HEIGHT / across));
        let [period, gap] = swing(&tested, periods);
        errors.push((period / thin - 1.0).abs());
        rows.extend([
            Row::within(
                format!("period, {across} particles across [s]"),
                0.98 * thin,
                1.12 * thin,
                period,
            ),
            Row::at_most(
                format!("largest gap between layers, {across} across [spacings]"),
                1.5,
                gap,
            ),
        ]);
    }
    if let [coarse, fine] = errors[..] {
        rows.push(Row::at_most(
            "distance from the thin plate, 10 across / 5 across",
            1.0,
            fine / coarse,
        ));
    }
    rows
}
