//! The list of laws: what scenes, schema, documentation, lab and tests iterate over.

use crate::elastic::{ISOTROPIC, hypoelastic, orthotropic};
use crate::flow::{STRESS_RULES, STRETCH_RULES};
use crate::map::MAPS;
use crate::spec::{LawSpec, Slot};
use crate::viscosity::VISCOSITIES;
use std::sync::LazyLock;

pub use crate::presets::{Preset, markdown as presets_markdown, preset, presets};

static ELASTIC: LazyLock<Vec<&'static LawSpec>> = LazyLock::new(|| {
    let others = [
        &hypoelastic::SPEC,
        &orthotropic::ORTHOTROPIC,
        &orthotropic::TRANSVERSE,
    ];
    ISOTROPIC.iter().copied().chain(others).collect()
});

static FLOW: LazyLock<Vec<&'static LawSpec>> =
    LazyLock::new(|| STRETCH_RULES.iter().chain(STRESS_RULES).copied().collect());

/// The laws for one place of a material.
pub fn laws(slot: Slot) -> &'static [&'static LawSpec] {
    match slot {
        Slot::Elastic => &ELASTIC,
        Slot::Flow => &FLOW,
        Slot::Viscosity => VISCOSITIES,
        Slot::Map => MAPS,
    }
}

/// A law by its name in scenes.
pub fn law(slot: Slot, name: &str) -> Option<&'static LawSpec> {
    laws(slot).iter().copied().find(|law| law.name == name)
}

/// Whether a flow rule acts on stress (and so needs an elastic law linear in it) or on stretches.
pub fn acts_on_stress(flow: &LawSpec) -> bool {
    STRESS_RULES.iter().any(|rule| rule.name == flow.name)
}
