//! The table of presets: families in the order of the documentation, and the words they are
//! written with.
//!
//! An origin is a source that states the number, or "typical of …" for the usual value of a
//! handbook, or "chosen for looks" with the reason. Keys in brackets are those of the bibliography.

use super::{Preset, PresetLaw, PresetValue};
use std::sync::LazyLock;

mod fibres;
mod flowing;
mod grains;
mod metals;
mod snows;
mod springy;

/// A group of presets with a heading for the documentation.
pub(super) struct Family {
    /// The heading.
    pub(super) title: &'static str,
    /// A sentence or two that hold for the whole group.
    pub(super) about: &'static str,
    /// Its members.
    pub(super) members: &'static [Preset],
}

/// The families.
pub(super) const FAMILIES: &[Family] = &[
    springy::SPRINGY,
    flowing::FLOWING,
    metals::METALS,
    grains::GRAINS,
    snows::SNOWS,
    fibres::GRAINS,
    fibres::COHESIVE,
];

/// All presets.
pub(super) static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    FAMILIES
        .iter()
        .flat_map(|family| family.members)
        .copied()
        .collect()
});

/// Radians in a degree.
const DEGREE: f64 = std::f64::consts::PI / 180.0;

/// Tensile over shear yield stress of a von Mises material.
const SQRT_3: f64 = 1.732_050_807_568_877_3;

/// The cone of [KGP16] touches Mohr–Coulomb's pyramid in triaxial compression.
const COMPRESSION_CONE: &[(&str, &str)] = &[("cone", "compression")];

/// The origin of a number that came from nowhere else.
const LOOKS: &str = "chosen for looks";

/// The origin of Poisson's ratios below those of nearly incompressible solids.
const SOFTENED: &str =
    "chosen for looks: real ones keep their volume better, at a smaller time step";

/// One parameter with its numbers (SI, radians) and their origin.
const fn value(name: &'static str, values: &'static [f64], origin: &'static str) -> PresetValue {
    PresetValue {
        name,
        values,
        origin,
    }
}

/// A law with its values and the default words.
const fn law(law: &'static str, values: &'static [PresetValue]) -> PresetLaw {
    PresetLaw {
        law,
        values,
        choices: &[],
    }
}
