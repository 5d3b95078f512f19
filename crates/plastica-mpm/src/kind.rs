//! What the method says of itself: its name, the keys of `[mpm]`, how it is built from a scene.

use crate::bench::BENCHES;
use crate::build::build;
use crate::options::{Kernel, Options, StressUpdate, Touch, Transfer};
use crate::step::NAME;
use plastica_core::{Method, Precision};
use plastica_geometry::sample::Layout;
use plastica_material::spec::Range;
use plastica_particles::fill::Filled;
use plastica_particles::scene::{ParticleOptions, ParticleScene};
use plastica_scene::method::{BuildError, MethodKind, MethodScene, Takes};
use plastica_scene::reader::{Table, number, table, word};
use plastica_scene::units::Quantity;

/// The material point method, as scenes know it.
pub static KIND: MethodKind = MethodKind {
    name: NAME,
    doc: "Material point method: particles and a grid, for anything that flows, piles or mixes.",
    takes: Some(Takes::Particles {
        // Forces at scattered particles are noise, which costs motion its energy and lets what is drawn
        // creep (docs/theory/mpm.md).
        sampling: Layout::Loose,
        per_cell: true,
    }),
    read: |t| {
        let options = t.or(
            NAME,
            "How the material point method works.",
            table("[mpm]", options),
            "{}",
        );
        options.map(ParticleScene::boxed)
    },
    advice: "a smaller max_time_step or [mpm] courant, a softer or denser material, slower obstacles, more particles per cell.",
    benches: BENCHES,
};

impl ParticleOptions for Options {
    const NAME: &'static str = NAME;
    const PER_CELL: bool = true;

    fn precision(wave_speed: f64) -> Precision {
        if wave_speed > FASTEST_IN_SINGLE {
            Precision::Double
        } else {
            Precision::Single
        }
    }

    fn build(&self, filled: Filled, precision: Precision) -> Result<Box<dyn Method>, BuildError> {
        let options = Options {
            cell: filled.resolution,
            precision,
            ..*self
        };
        build(options, filled.bodies, filled.sources)
            .map_err(|error| BuildError::one(error.body(), error.to_string()))
    }
}

/// Waves faster than this need double precision [m/s].
///
/// A step adds strain of about v/c to F, and moves particles by v/c of a cell, with rounding errors of 6e-8 and 1e-7: what is
/// lost grows with (c/v)². Measured for a plate that bounces (5 cm thick, 0.1 s, docs/reliability.md): at 0.1 m/s energy is
/// off by 0.02 % of what there was at c = 100 m/s, by 0.4 % at 300, by 100 % at 1000.
const FASTEST_IN_SINGLE: f64 = 300.0;

/// Larger steps are not stable, smaller ones than a thousandth are a slip.
const COURANT: Range = Range {
    low: 1e-3,
    high: 0.9,
    low_open: false,
    high_open: false,
};

fn options(t: &mut Table<'_>) -> Option<Options> {
    let usual = Options::new(1.0);
    let kernel = t.or_value(
        "kernel",
        "How far a particle reaches.",
        word("kernel", KERNELS),
        &usual.kernel,
    );
    let transfer = t.or_value(
        "transfer",
        "How velocity goes between particles and grid.",
        word("transfer", TRANSFERS),
        &usual.transfer,
    );
    let stress = t.or_value(
        "stress",
        "When the law is asked for the stress of a step.",
        word("order", STRESS_UPDATES).renamed(&[("last", "usl"), ("first", "usf")]),
        &usual.stress,
    );
    let courant = t.or_value(
        "courant",
        "Share of the time in which a wave, or the material, crosses a cell that a step may take.",
        number(Quantity::Number).within(COURANT),
        &usual.courant,
    );
    let damping = t.or_value(
        "damping",
        "Rate at which all motion is braked, to find states of rest.",
        number(Quantity::Rate).not_negative(),
        &usual.damping,
    );
    let touch = t.or_value(
        "touch",
        "When obstacles that can separate act on material.",
        word("choice", TOUCHES),
        &usual.touch,
    );
    let split = t.or_value(
        "split",
        "What becomes of particles that are drawn longer than 0.7 cells.",
        word("choice", SPLITS),
        &usual.split,
    );
    Some(Options {
        split: split?,
        touch: touch?,
        kernel: kernel?,
        transfer: transfer?,
        stress: stress?,
        courant: courant?,
        damping: damping?,
        ..usual
    })
}

pub(crate) const KERNELS: &[(&str, &str, Kernel)] = &[
    (
        "quadratic",
        "27 nodes: fast, and enough for most.",
        Kernel::Quadratic,
    ),
    ("cubic", "64 nodes: smoother.", Kernel::Cubic),
];

const TOUCHES: &[(&str, &str, Touch)] = &[
    (
        "near",
        "As soon as it reaches their nodes, up to two cells away: gentle on what piles up and rests.",
        Touch::Near,
    ),
    (
        "surface",
        "When its surface touches them: what falls, rolls and slips is not braked before.",
        Touch::Surface,
    ),
];

const SPLITS: &[(&str, &str, bool)] = &[
    (
        "drawn",
        "They are split in two, so that bodies do not part by the grid alone.",
        true,
    ),
    (
        "never",
        "They stay as they are, and bodies part where particles come to lie a cell apart.",
        false,
    ),
];

pub(crate) const TRANSFERS: &[(&str, &str, Transfer)] = &[
    (
        "apic",
        "With a local affine motion: keeps angular momentum.",
        Transfer::Apic,
    ),
    (
        "aflip",
        "As apic, but particles keep what the grid cannot carry of their velocity for a while: lively; half as much work again.",
        Transfer::Aflip,
    ),
    (
        "pic",
        "Velocity alone: damps rotation and shear strongly.",
        Transfer::Pic,
    ),
];

const STRESS_UPDATES: &[(&str, &str, StressUpdate)] = &[
    (
        "usl",
        "Update stress last, with the velocities at the end of the step: fast.",
        StressUpdate::Last,
    ),
    (
        "usf",
        "Update stress first, with the velocities at its start, as in JY17.",
        StressUpdate::First,
    ),
];

/// What a scene built in code says for the method; the size of cells comes with its bodies.
pub fn scene(options: Options) -> Box<dyn MethodScene> {
    ParticleScene::boxed(options)
}
