//! The points that lanes are tried on, and their paths.

use crate::common::*;
use plastica_tensor::{Mat3, Vec3};

macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident,)+) => {
        /// What happens to a point in the middle of its path.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Kind {
            $($(#[$doc])+ $kind,)+
        }
        pub(crate) const KINDS: &[Kind] = &[$(Kind::$kind),+];
    };
}
kinds! {
    /// Stays exactly as it is, as the padding of a block does.
    Rest,
    /// Turned, strained by a percent.
    Turned,
    /// Entries anywhere within ± ½ of the identity.
    AnyMatrix,
    /// Turned, stretches within ± 40 %.
    Strained,
    /// Smallest stretch between 0.001 and 0.1, the others about 1.
    NearlySingular,
    /// All stretches between 0.2 and 0.6.
    Compressed,
    /// All stretches between 1.5 and 4.
    Stretched,
    /// Smallest stretch negative.
    Inverted,
    /// Drawn out in two directions and thin in the third, so that the volume says nothing of it.
    Thin,
}
use Kind::*;

/// Nine kinds in turn, and a whole number of the widest registers: neighbours differ in kind, and
/// which kinds meet changes from register to register.
pub(crate) const POINTS: usize = 9 * 16;

/// Elastic, to the deformation of the kind, onwards, held, held on, back a little.
pub(crate) const STEPS: usize = 6;
pub(crate) const JUMP: usize = 1;

#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) kind: Kind,
    pub(crate) start: Mat3<f64>,
    /// The trial deformation of the step [`JUMP`]; the other trials follow from the state.
    pub(crate) jump: Mat3<f64>,
    pub(crate) gradients: [Mat3<f64>; STEPS],
}

pub(crate) const DT: [f64; STEPS] = [0.01, 0.0625, 0.0625, 0.5, 0.5, 0.01];

pub(crate) fn rounded(m: &Mat3<f64>) -> Mat3<f64> {
    m.map(|x| f64::from(x as f32))
}

pub(crate) fn deformation(kind: Kind, random: &mut Random) -> Mat3<f64> {
    let mut turned = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
        let stretches = Vec3([a, b, c].map(|[low, high]| random.uniform(low, high)));
        (random.rotation().scale_columns(stretches)).mul_transpose(&random.rotation())
    };
    match kind {
        Rest => Mat3::identity(),
        Turned => turned([0.99, 1.01], [0.99, 1.01], [0.99, 1.01]),
        AnyMatrix => Mat3::identity() + random.matrix(0.5),
        Strained => turned([0.6, 1.4], [0.6, 1.4], [0.6, 1.4]),
        NearlySingular => {
            let smallest = 10f64.powf(random.uniform(-3.0, -1.0));
            let mut turned = |a: [f64; 2]| {
                let s = Vec3([
                    random.uniform(a[0], a[1]),
                    random.uniform(a[0], a[1]),
                    smallest,
                ]);
                (random.rotation().scale_columns(s)).mul_transpose(&random.rotation())
            };
            turned([0.8, 1.2])
        }
        Compressed => turned([0.2, 0.6], [0.2, 0.6], [0.2, 0.6]),
        Stretched => turned([1.5, 4.0], [1.5, 4.0], [1.5, 4.0]),
        Inverted => turned([0.9, 1.4], [0.9, 1.4], [-0.7, -0.05]),
        Thin => turned([2.0, 4.0], [2.0, 4.0], [0.01, 0.1]),
    }
}

pub(crate) fn points() -> Vec<Point> {
    let mut random = Random::new(11);
    (0..POINTS)
        .map(|i| {
            let kind = KINDS[i % KINDS.len()];
            if kind == Rest {
                return Point {
                    kind,
                    start: Mat3::identity(),
                    jump: Mat3::identity(),
                    gradients: [Mat3::zero(); STEPS],
                };
            }
            let start = rounded(&random.deformation(1e-3));
            let jump = rounded(&deformation(kind, &mut random));
            let gradients = [
                random.matrix(1e-3),
                jump * start.inverse() - Mat3::identity(),
                random.matrix(0.1),
                Mat3::zero(),
                Mat3::zero(),
                random.matrix(0.01),
            ];
            Point {
                kind,
                start,
                jump,
                gradients: gradients.map(|g| rounded(&g)),
            }
        })
        .collect()
}

/// Deformations that have no inverse, or nearly none, or are far from anything a body survives.
pub(crate) fn collapsed() -> Vec<Point> {
    let mut random = Random::new(13);
    let (q, r) = (random.rotation(), random.rotation());
    let turned = |s: [f64; 3]| (q.scale_columns(Vec3(s))).mul_transpose(&r);
    let jumps = [
        Mat3::zero(),
        turned([1.0, 0.0, 0.0]),
        turned([1.0, 1.0, 0.0]),
        turned([1.0, 1e-6, 1e-6]),
        turned([1e-3, 1e-3, 1e-3]),
        turned([10.0, 10.0, 10.0]),
        turned([100.0, 1.0, 0.01]),
        turned([1.0, 1.0, -1.0]),
        -Mat3::identity(),
        Mat3::diagonal(Vec3([1.0, 1.0, -1e-3])),
        Mat3::identity(),
    ];
    let ordinary = &points()[AnyMatrix as usize];
    jumps
        .iter()
        .map(|jump| {
            let mut point = ordinary.clone();
            point.jump = rounded(jump);
            // The rate law sees the gradient alone; one that no step reaches would say nothing.
            let gradient = *jump - Mat3::identity();
            let factor = 1.0f64.min(3.0 / gradient.norm().max(1e-9));
            point.gradients[JUMP] = rounded(&gradient.scale(factor));
            point
        })
        .collect()
}
