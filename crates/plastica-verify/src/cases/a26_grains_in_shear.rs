//! A26: the orientation of grains in simple shear, on particles.
//!
//! Loose grains without weight bear no stress and keep their velocities: v = (γ̇ y, 0, 0) stays what it is.

use super::a_directions::{attribute, block};
use crate::specimen::{elastic, flowing, law, run_in_steps};
use crate::{Case, Row, Size};
use plastica_core::{Snapshot, World};
use plastica_material::Recipe;
use plastica_material::spec::Slot;
use plastica_tensor::{Mat3, Sym3, Vec3};

pub(super) const CASE: Case = Case {
    id: "A26",
    title: "Orientation tensor, simple shear",
    source: "derived",
    runs: &[("mpm", run)],
};

/// l, time, and Π 11, 22, 33, 12 from Π = I/3 at a shear rate of 1/s.
const REFERENCE: [(f64, f64, [f64; 4]); 4] = [
    (1.0, 1.0, [0.5, 0.25, 0.25, 0.25]),
    (1.0, 3.0, [0.833333, 0.083333, 0.083333, 0.25]),
    (1.0, 10.0, [0.980583, 0.009709, 0.009709, 0.097087]),
    (0.8, 3.0, [0.802458, 0.061735, 0.135807, 0.176341]),
];

/// Loose grains that lie in all directions.
fn grains(l: f64, closure: usize) -> Recipe {
    // l = 1 is a needle without width.
    let aspect = if l == 1.0 {
        1e6
    } else {
        ((1.0 + l) / (1.0 - l)).sqrt()
    };
    let mut map = law(
        Slot::Map,
        "oriented",
        &[
            ("aspect_ratio", aspect),
            ("fragility_along", 1.4),
            ("fragility_across", 0.8),
            ("alignment", 0.0),
        ],
    );
    map.choices[0] = closure;
    Recipe {
        map: Some(map),
        ..flowing(
            &elastic("hencky", 1000.0, 1.0, 0.2),
            "drucker-prager",
            &[("friction_angle", 0.5)],
        )
    }
}

/// The mean over particles of Π in space, and the largest |tr Π − 1| and least moment of any.
fn tensor(frame: &Snapshot) -> (Sym3<f64>, f64, f64) {
    let (mut sum, mut trace, mut least) = (Sym3::zero(), 0f64, f64::INFINITY);
    let n = frame.positions.len();
    for i in 0..n {
        let q = attribute(frame, "orientation", i);
        let moments = attribute(frame, "alignment", i);
        let [x, y, z, w] = [q[0], q[1], q[2], q[3]];
        let axes = Mat3::from_rows([
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y - z * w),
                2.0 * (x * z + y * w),
            ],
            [
                2.0 * (x * y + z * w),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z - x * w),
            ],
            [
                2.0 * (x * z - y * w),
                2.0 * (y * z + x * w),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ]);
        let moments = Vec3([moments[0], moments[1], moments[2]]);
        sum = sum + axes.conjugate_diagonal(moments);
        trace = trace.max((moments.sum() - 1.0).abs());
        least = least.min(moments[0].min(moments[1]).min(moments[2]));
    }
    (sum.scale(1.0 / n as f64), trace, least)
}

/// Π after a time of shear in steps of a length [s].
fn sheared(recipe: &Recipe, time: f64, step: f64) -> (Sym3<f64>, f64, f64) {
    let mut gradient = Mat3::zero();
    gradient[(0, 1)] = 1.0;
    let mut mpm = block(recipe, &Mat3::identity(), &gradient);
    let world = World::empty([0.0; 3]);
    run_in_steps(&mut *mpm, &world, [0.0, time], step, |_, _| true);
    tensor(&mpm.observed().snapshot())
}

fn error(found: &Sym3<f64>, [p11, p22, p33, p12]: [f64; 4]) -> f64 {
    let pairs = [
        (found.xx, p11),
        (found.yy, p22),
        (found.zz, p33),
        (found.xy, p12),
    ];
    pairs
        .iter()
        .fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

fn run(size: Size) -> Vec<Row> {
    let step = match size {
        Size::Small => 4e-3,
        Size::Full => 1e-3,
    };
    let mut rows = Vec::new();
    let (mut trace, mut least) = (0f64, f64::INFINITY);
    for (l, time, reference) in REFERENCE {
        let (found, off, low) = sheared(&grains(l, 0), time, step);
        // The reference has six digits; the method is of second order in the step.
        let bound = 1e-6 + step * step;
        rows.push(Row::at_most(
            format!("error of Π, l = {l}, t = {time} s"),
            bound,
            error(&found, reference),
        ));
        (trace, least) = (trace.max(off), least.min(low));
    }
    rows.push(Row::at_most(
        "largest distance of tr Π from 1",
        1e-12,
        trace,
    ));
    rows.push(Row::at_least("least moment", 0.0, least));
    let (l, time, reference) = REFERENCE[1];
    let coarse = error(&sheared(&grains(l, 0), time, 0.2).0, reference);
    let fine = error(&sheared(&grains(l, 0), time, 0.1).0, reference);
    rows.push(Row::at_least(
        "order in the step",
        1.7,
        (coarse / fine).log2(),
    ));
    // Without a closure: the mean over all directions of p pᵀ, p = E x/|E x|, summed on its own (module test of
    // the law) and here against a sum over the sphere.
    let (found, ..) = sheared(&grains(l, 1), time, step);
    let exact = by_directions(time);
    rows.push(Row::absolute(
        "Π11 without a closure, l = 1, t = 3 s",
        exact.xx,
        found.xx,
        1e-4,
    ));
    rows.push(Row::absolute(
        "Π12 without a closure, l = 1, t = 3 s",
        exact.xy,
        found.xy,
        1e-4,
    ));
    rows
}

/// Π of needles that lay in all directions, after simple shear: a sum over the sphere.
fn by_directions(shear: f64) -> Sym3<f64> {
    const N: u32 = 600;
    let (mut sum, mut count) = (Sym3::zero(), 0.0);
    for i in 0..N {
        let z = -1.0 + (2.0 * f64::from(i) + 1.0) / f64::from(N);
        for k in 0..N {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(N);
            let ring = (1.0 - z * z).sqrt();
            let x = Vec3([ring * angle.cos(), ring * angle.sin(), z]);
            let p = x + Vec3([shear * x[1], 0.0, 0.0]);
            let size = p.norm_squared();
            sum = sum + Sym3::from_fn(|a, b| p[a] * p[b] / size);
            count += 1.0;
        }
    }
    sum.scale(1.0 / count)
}
