//! What the method says of itself: its name, the keys of `[points]`, how it is built from a scene.

use crate::bench::BENCHES;
use crate::bonds::SLOTS;
use crate::build::build;
use crate::options::{Options, Scheme, Surface};
use crate::step::NAME;
use plastica_core::{Method, Precision};
use plastica_geometry::sample::Layout;
use plastica_material::spec::Range;
use plastica_particles::fill::Filled;
use plastica_particles::scene::{ParticleOptions, ParticleScene};
use plastica_scene::method::{BuildError, MethodKind, MethodScene, Takes};
use plastica_scene::reader::{Table, integer, number, table, word};
use plastica_scene::units::Quantity;

/// The point-based method, as scenes know it.
pub static KIND: MethodKind = MethodKind {
    name: NAME,
    doc: "Particles bonded with their neighbours: soft solids that tear and flow.",
    takes: Some(Takes::Particles {
        sampling: Layout::Loose,
        per_cell: false,
    }),
    read: |t| {
        let options = t.or(
            NAME,
            "How the point-based method works.",
            table("[points]", options),
            "{}",
        );
        options.map(ParticleScene::boxed)
    },
    advice: "a smaller max_time_step or [points] courant, a softer or denser material, slower obstacles, a finer resolution.",
    benches: BENCHES,
};

impl ParticleOptions for Options {
    const NAME: &'static str = NAME;
    const PER_CELL: bool = false;

    fn build(&self, filled: Filled, precision: Precision) -> Result<Box<dyn Method>, BuildError> {
        let options = Options {
            spacing: filled.resolution,
            precision,
            ..*self
        };
        build(options, filled.bodies, filled.sources)
            .map_err(|error| BuildError::one("points", error.to_string()))
    }
}

const fn between(low: f64, high: f64) -> Range {
    Range {
        low,
        high,
        low_open: false,
        high_open: false,
    }
}

/// Nearer there are too few neighbours, farther too many [spacings].
pub(crate) const SUPPORT_RADIUS: Range = between(1.5, 3.0);
/// Fewer neighbours do not determine a deformation.
pub(crate) const FEWEST_NEIGHBOURS: usize = 8;
/// Larger steps are not stable, smaller ones than a thousandth are a slip.
const COURANT: Range = between(1e-3, 0.9);

fn options(t: &mut Table<'_>) -> Option<Options> {
    let usual = Options::new(1.0);
    let share = || number(Quantity::Number).not_negative();
    for (before, now) in RENAMED {
        t.renamed(before, now);
    }
    let support_radius = t.or_value(
        "support_radius",
        "How far a particle looks for neighbours, in spacings.",
        number(Quantity::Number).within(SUPPORT_RADIUS),
        &usual.support_radius,
    );
    let neighbours = t.or_value(
        "neighbours",
        "Most neighbours of a particle: the nearest.",
        integer(FEWEST_NEIGHBOURS as u64, SLOTS as u64),
        &(usual.neighbours as u64),
    );
    let scheme = t.or_value(
        "scheme",
        "How deformations are read and forces made of them.",
        word("scheme", SCHEMES),
        &usual.scheme,
    );
    let surface = t.or_value(
        "fit",
        "How the deformation is fitted to the offsets of neighbours, where these are kept.",
        word("fit", FITS).renamed(&[("curved", "quadratic"), ("plain", "linear")]),
        &usual.surface,
    );
    let hourglass_stiffness = t.or_value(
        "hourglass_stiffness",
        "Stiffness against motion of neighbours that no deformation explains, as a part of the material's.",
        share(),
        &usual.hourglass_stiffness,
    );
    let hourglass_damping = t.or_value(
        "hourglass_damping",
        "Damping of such motion.",
        share(),
        &usual.hourglass_damping,
    );
    let merges = t.or_value(
        "cohesion",
        "What material does that flows and touches other material, of its own body or another.",
        word("kind of cohesion", COHESIONS).renamed(&[("apart", "none")]),
        &usual.merges,
    );
    let friction = t.or_value(
        "friction",
        "Coefficient of friction between bodies that do not grow together.",
        share(),
        &usual.friction,
    );
    let pressure = t.or_value(
        "pressure",
        "Pressure of over-compressed particles in the schemes that keep no neighbours, as a part of the P-wave modulus per relative excess of density.",
        share(),
        &usual.pressure,
    );
    let viscosity = t.or_value(
        "viscosity",
        "Viscosity in those schemes, as a part of density times wave speed times spacing.",
        share(),
        &usual.viscosity,
    );
    let surface_tension = t.or_value(
        "surface_tension",
        "Tension of surfaces [N/m], roughly: neighbours attract each other.",
        share(),
        &usual.surface_tension,
    );
    let courant = t.or_value(
        "courant",
        "Share of the time in which a wave, or the material, crosses a spacing that a step may take.",
        number(Quantity::Number).within(COURANT),
        &usual.courant,
    );
    let damping = t.or_value(
        "damping",
        "Rate at which all motion is braked, to find states of rest.",
        number(Quantity::Rate).not_negative(),
        &usual.damping,
    );
    Some(Options {
        support_radius: support_radius?,
        neighbours: usize::try_from(neighbours?).ok()?,
        scheme: scheme?,
        surface: surface?,
        hourglass_stiffness: hourglass_stiffness?,
        hourglass_damping: hourglass_damping?,
        merges: merges?,
        friction: friction?,
        pressure: pressure?,
        viscosity: viscosity?,
        surface_tension: surface_tension?,
        courant: courant?,
        damping: damping?,
        ..usual
    })
}

/// Keys of older scenes.
const RENAMED: [(&str, &str); 5] = [
    ("reach", "support_radius"),
    ("surface", "fit"),
    ("residual_stiffness", "hourglass_stiffness"),
    ("residual_damping", "hourglass_damping"),
    ("contact", "cohesion"),
];

const COHESIONS: &[(&str, &str, bool)] = &[
    ("merge", "It grows together.", true),
    ("none", "It only pushes.", false),
];

const SCHEMES: &[(&str, &str, Scheme)] = &[
    (
        "pairs",
        "Particles are bonded with their neighbours, and flow acts on the reference vectors of bonds.",
        Scheme::Pairs,
    ),
    (
        "incremental",
        "As in GB09, corrected: deformations of steps are composed, forces follow kernels. Softer than asked, and with loss of angular momentum.",
        Scheme::Incremental,
    ),
    (
        "repaired",
        "As incremental, with forces that follow from an energy: keeps both momenta; good to some 10 % of tension and for flow.",
        Scheme::Repaired,
    ),
    (
        "reference",
        "Offsets are those of the start for ever, the comparator of GB09's Fig. 8: right for elastic bodies, fails under large flow.",
        Scheme::Reference,
    ),
    (
        "additive",
        "Green's strains of steps are added up, the other comparator: right for slight deformation, does not find back from a large one.",
        Scheme::Additive,
    ),
];

const FITS: &[(&str, &str, Surface)] = &[
    (
        "quadratic",
        "By the best linear map with the curvature of the motion taken out: right at surfaces, too.",
        Surface::Curved,
    ),
    (
        "linear",
        "By the best linear map, as in GB09: next to a surface it is that of a place further inside.",
        Surface::Plain,
    ),
];

/// What a scene built in code says for the method; the spacing comes with its bodies.
pub fn scene(options: Options) -> Box<dyn MethodScene> {
    ParticleScene::boxed(options)
}
