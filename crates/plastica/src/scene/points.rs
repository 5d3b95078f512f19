//! `[points]`: how the point-based method works.

use super::mpm::COURANT;
use crate::units::Quantity;
use plastica_material::spec::Range;
use plastica_points::{Scheme, Surface};
use plastica_scene::reader::{Table, integer, number, word};

/// How the point-based method works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsSettings {
    /// How far a particle reaches for neighbours [spacings].
    pub reach: f64,
    /// Most neighbours of a particle.
    pub neighbours: usize,
    /// How deformations are read and forces made of them.
    pub scheme: Scheme,
    /// How particles at surfaces read the deformation.
    pub surface: Surface,
    /// Stiffness against motion that no deformation explains.
    pub residual_stiffness: f64,
    /// Damping of such motion.
    pub residual_damping: f64,
    /// Whether material that flows joins what it touches.
    pub merges: bool,
    /// Friction between bodies.
    pub friction: f64,
    /// Pressure of crowded particles, as a part of ρc² per relative excess of density.
    pub pressure: f64,
    /// Viscosity, as a part of ρcd.
    pub viscosity: f64,
    /// Tension of surfaces [N/m].
    pub surface_tension: f64,
    /// Share of the time in which a wave crosses a spacing that a step may take.
    pub courant: f64,
    /// Rate at which all motion is braked [1/s].
    pub damping: f64,
}

/// Nearer there are too few neighbours, farther too many.
const REACH: Range = Range {
    low: 1.5,
    high: 3.0,
    low_open: false,
    high_open: false,
};

pub(super) fn points(t: &mut Table<'_>) -> Option<PointsSettings> {
    let reach = t.or(
        "reach",
        "How far a particle reaches for neighbours, in spacings.",
        number(Quantity::Number).within(REACH),
        "2.2",
    );
    let neighbours = t.or(
        "neighbours",
        "Most neighbours of a particle: the nearest.",
        integer(8, 32),
        "32",
    );
    let scheme = t.or(
        "scheme",
        "How deformations are read and forces made of them.",
        word("scheme", SCHEMES),
        "\"pairs\"",
    );
    let surface = t.or(
        "surface",
        "How the deformation is read from the offsets of neighbours, where they are remembered.",
        word("surface", SURFACES),
        "\"curved\"",
    );
    let residual_stiffness = t.or(
        "residual_stiffness",
        "Stiffness against motion of neighbours that no deformation explains, as a part of the material's.",
        number(Quantity::Number).not_negative(),
        "0.7",
    );
    let residual_damping = t.or(
        "residual_damping",
        "Damping of such motion.",
        number(Quantity::Number).not_negative(),
        "0.1",
    );
    let merges = t.or(
        "contact",
        "What material does that flows and touches other material, of its own body or another.",
        word(
            "way to touch",
            &[
                ("merge", "It grows together.", true),
                ("apart", "It only pushes.", false),
            ],
        ),
        "\"merge\"",
    );
    let friction = t.or(
        "friction",
        "Coefficient of friction between bodies that do not grow together.",
        number(Quantity::Number).not_negative(),
        "0.3",
    );
    let pressure = t.or(
        "pressure",
        "Pressure of crowded particles in the schemes that remember no neighbours, as a part of the P-wave modulus per relative excess of density.",
        number(Quantity::Number).not_negative(),
        "0.2",
    );
    let viscosity = t.or(
        "viscosity",
        "Viscosity in those schemes, as a part of density times wave speed times spacing.",
        number(Quantity::Number).not_negative(),
        "0.1",
    );
    let surface_tension = t.or(
        "surface_tension",
        "Tension of surfaces [N/m], roughly: neighbours attract each other.",
        number(Quantity::Number).not_negative(),
        "0",
    );
    let courant = t.or(
        "courant",
        "Share of the time in which a wave, or the material, crosses a spacing that a step may take.",
        number(Quantity::Number).within(COURANT),
        "0.5",
    );
    let damping = t.or(
        "damping",
        "Rate at which all motion is braked, to find states of rest.",
        number(Quantity::Rate).not_negative(),
        "0",
    );
    Some(PointsSettings {
        reach: reach?,
        neighbours: usize::try_from(neighbours?).ok()?,
        scheme: scheme?,
        surface: surface?,
        residual_stiffness: residual_stiffness?,
        residual_damping: residual_damping?,
        merges: merges?,
        friction: friction?,
        pressure: pressure?,
        viscosity: viscosity?,
        surface_tension: surface_tension?,
        courant: courant?,
        damping: damping?,
    })
}

const SCHEMES: &[(&str, &str, Scheme)] = &[
    (
        "pairs",
        "Particles remember the offsets of their neighbours, and flow acts on the memory.",
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

const SURFACES: &[(&str, &str, Surface)] = &[
    (
        "curved",
        "By the best linear map with the curvature of the motion taken out: right at surfaces, too.",
        Surface::Curved,
    ),
    (
        "plain",
        "By the best linear map, as in GB09: next to a surface it is that of a place further inside.",
        Surface::Plain,
    ),
];
