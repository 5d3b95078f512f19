//! `[points]`: how the point-based method works.

use super::mpm::COURANT;
use super::reader::{Table, integer, number, word};
use crate::units::Quantity;
use plastica_material::spec::Range;
use plastica_points::Surface;

/// How the point-based method works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsSettings {
    /// How far a particle reaches for neighbours [spacings].
    pub reach: f64,
    /// Most neighbours of a particle.
    pub neighbours: usize,
    /// How particles at surfaces read the deformation.
    pub surface: Surface,
    /// Stiffness against motion that no deformation explains.
    pub residual_stiffness: f64,
    /// Damping of such motion.
    pub residual_damping: f64,
    /// Whether material that flows joins what it touches.
    pub merges: bool,
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
    let surface = t.or(
        "surface",
        "How the deformation is read from the offsets of neighbours.",
        word("surface", SURFACES),
        "\"curved\"",
    );
    let residual_stiffness = t.or(
        "residual_stiffness",
        "Stiffness against motion of neighbours that no deformation explains, as a part of the material's.",
        number(Quantity::Number).not_negative(),
        "0.3",
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
        surface: surface?,
        residual_stiffness: residual_stiffness?,
        residual_damping: residual_damping?,
        merges: merges?,
        courant: courant?,
        damping: damping?,
    })
}

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
