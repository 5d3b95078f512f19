//! B06: a disk that spins freely keeps its angular momentum.
//!
//! APIC carries the affine part of the motion in each particle, so that going to the grid and back
//! keeps L = Σ m x × v + Σ m (B₂₁ - B₁₂) exactly, with B = C D and D = h²/4 (quadratic) or h²/3 (cubic)
//! [JSS15]; a symmetric stress adds no moment. For a rigid spin ω about the origin,
//! L = ω Σ m (x² + y² + 2D). Velocities alone (PIC) lose the spin quickly.

use crate::method_under_test::double_precision;
use crate::specimen::{Specimen, elastic, slab_walls};
use crate::{Case, Row, Size};
use plastica_core::{Step, World};
use plastica_mpm::{Kernel, Options, StressUpdate, Transfer, build};
use plastica_tensor::Mat3;

pub(super) const CASE: Case = Case {
    id: "B06",
    title: "Spin of a free disk",
    source: "closed form",
    runs: &[("mpm", run)],
};

const CELL: f64 = 0.05;
const SPIN: f64 = 2.0;
const STEPS: u32 = 1000;

/// Angular momentum at the start over the closed form, and the share that changes in 1000 steps.
fn spin(young: f64, options: Options) -> (f64, f64) {
    let mut gradient = Mat3::zero();
    (gradient[(0, 1)], gradient[(1, 0)]) = (-SPIN, SPIN);
    let disk = Specimen::block([-0.2, -0.2, 0.0], [0.2, 0.2, CELL], CELL / 2.0)
        .keep(|[x, y, _]| x.hypot(y) < 0.2)
        .with(&elastic("hencky", 1000.0, young, 0.3), |[x, y, _]| {
            ([-SPIN * y, SPIN * x, 0.0], gradient)
        });
    let moment = CELL * CELL
        / match options.kernel {
            Kernel::Quadratic => 4.0,
            Kernel::Cubic => 3.0,
        };
    let inertia = |[x, y, _]: [f64; 3]| x * x + y * y + 2.0 * moment;
    let masses = disk
        .seeds
        .iter()
        .map(|seed| seed.density * seed.volume * inertia(seed.position));
    let exact = SPIN * masses.sum::<f64>();

    let mut mpm = build(options, vec![disk], vec![]).expect("a good recipe");
    let mut world = World::empty([0.0; 3]);
    world.colliders.extend(slab_walls(0.0, CELL));
    let start = mpm.observed().ledger().angular_momentum[2];
    let dt = 1e-3;
    for k in 0..STEPS {
        mpm.step(&world, Step::new(f64::from(k) * dt, dt))
            .expect("a free spin");
    }
    let end = mpm.observed().ledger().angular_momentum[2];
    (start / exact, (end - start).abs() / start)
}

fn run(_: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for kernel in [Kernel::Quadratic, Kernel::Cubic] {
        let name = format!("{kernel:?}").to_lowercase();
        let apic = Options {
            kernel,
            ..double_precision(CELL)
        };
        let (share, loose) = spin(1e-9, apic);
        let (_, stressed) = spin(1e3, apic);
        let first = Options {
            stress: StressUpdate::First,
            ..apic
        };
        let (_, stressed_first) = spin(1e3, first);
        let pic = Options {
            transfer: Transfer::Pic,
            ..apic
        };
        let (_, lost) = spin(1e-9, pic);
        rows.extend([
            Row::absolute(
                format!("angular momentum / closed form, {name}"),
                1.0,
                share,
                1e-12,
            ),
            Row::at_most(
                format!("change in 1000 steps without stress, {name}"),
                1e-11,
                loose,
            ),
            Row::at_most(
                format!("change in 1000 steps with stress, {name}"),
                1e-10,
                stressed,
            ),
            Row::at_most(
                format!("change with stress first, {name}"),
                1e-10,
                stressed_first,
            ),
            Row::at_least(format!("control: change with PIC, {name}"), 0.2, lost),
        ]);
    }
    rows
}
