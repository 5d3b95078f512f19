//! A bar between two grips: what P01, P02 and P04 share. Particles are 1 m apart, c = √(E/ρ) = 1 m/s.

use crate::method_under_test::{MethodUnderTest, double_precision_points};
use crate::specimen::{Specimen, elastic, grip, keyframes, run_until, side};
use plastica_core::{Method, Motion, Window, World};
use plastica_points::Options;

pub(super) const POISSON: f64 = 0.3;
/// Layers in each grip.
const HELD: f64 = 3.0;

/// A bar along x.
pub(super) struct Bar {
    /// Particles across.
    pub(super) across: f64,
    /// Particles between the grips.
    pub(super) long: f64,
    /// How far particles stand off the lattice at most [spacings].
    pub(super) jitter: f64,
    /// Its elastic law.
    pub(super) law: &'static str,
}

/// A bar that was pulled, in the end.
pub(super) struct Pulled {
    /// Force on the moving grip over the section at rest [E], in the last tenth of the time.
    pub(super) stress: f64,
    /// Stretch of the middle half: slope of the line through places over places at rest.
    pub(super) stretch: f64,
    /// Largest gap between particles behind one another in the middle half over the mean gap.
    pub(super) gap: f64,
    /// Mean distance of the first and the last layer over that at rest.
    pub(super) length: f64,
    /// Mean distance from the axis in the middle over that at rest.
    pub(super) width: f64,
}

impl Bar {
    /// Moves one end by a share of the length in a time, waits, opens the grips at `release` and waits until `end`;
    /// times in those a wave needs along the bar. Motion is braked as fast as the slowest mode allows.
    pub(super) fn pull(&self, share: f64, ramp: f64, release: f64, end: f64) -> Pulled {
        let &Bar {
            across,
            long,
            jitter,
            law,
        } = self;
        let [ramp, release, end] = [ramp, release, end].map(|time| time * long);
        let half = 0.5 * across;
        let low = [-HELD, -half, -half];
        let high = [long + HELD, half, half];
        let bar = Specimen::block(low, high, 1.0);
        let layer = bar
            .places
            .iter()
            .take_while(|p| p[0] == bar.places[0][0])
            .count();
        let bar = bar.jittered(jitter);
        let body = bar.of(&elastic(law, 1.0, 1.0, POISSON));
        let mut world = World::empty([0.0; 3]);
        let window = Window {
            start: 0.0,
            end: release,
        };
        let mut motion = Motion::at_rest([0.0; 3]);
        let still = side([1.0, 0.0, 0.0], 0.0);
        world.grips.push(grip(still, motion.clone(), Some(window)));
        motion.position[0] = keyframes(&[(0.0, 0.0), (ramp, share * long)]);
        let moving = side([-1.0, 0.0, 0.0], -long);
        world.grips.push(grip(moving, motion, Some(window)));
        let options = Options {
            damping: 2.0 * std::f64::consts::PI / long,
            ..double_precision_points(1.0)
        };
        let mut points = MethodUnderTest::points(options).of(vec![body]);
        let (mut impulse, mut time) = (0.0, 0.0);
        run_until(&mut *points, &world, [0.0, end], |taken, _| {
            if taken.time > 0.9 * end {
                impulse -= taken.report.grip_impulses[1][0];
                time += taken.dt;
            }
            true
        });
        measure(
            &*points,
            &bar.places,
            layer,
            impulse / time / (across * across),
            long,
        )
    }
}

fn measure(method: &dyn Method, rest: &[[f64; 3]], layer: usize, stress: f64, long: f64) -> Pulled {
    let now = method.observed().snapshot().positions;
    let middle: Vec<usize> = (0..rest.len())
        .filter(|k| (rest[*k][0] / long - 0.5).abs() < 0.25)
        .collect();
    let count = middle.len() as f64;
    let mean = |of: &dyn Fn(usize) -> f64| middle.iter().map(|k| of(*k)).sum::<f64>() / count;
    let (x0, x1) = (mean(&|k| rest[k][0]), mean(&|k| now[k][0]));
    let square = mean(&|k| (rest[k][0] - x0).powi(2));
    let stretch = mean(&|k| (rest[k][0] - x0) * (now[k][0] - x1)) / square;
    let gaps = middle.iter().map(|k| now[k + layer][0] - now[*k][0]);
    let ends = |places: &[[f64; 3]]| {
        let sum = |range: &[[f64; 3]]| range.iter().map(|p| p[0]).sum::<f64>();
        sum(&places[places.len() - layer..]) - sum(&places[..layer])
    };
    let radius = |places: &[[f64; 3]]| mean(&|k| places[k][1].hypot(places[k][2]));
    Pulled {
        stress,
        stretch,
        gap: gaps.fold(0.0, f64::max) / stretch,
        length: ends(&now) / ends(rest),
        width: radius(&now) / radius(rest),
    }
}
