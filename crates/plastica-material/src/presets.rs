//! Ready-made materials, each number with its origin.

use crate::catalogue;
use crate::recipe::{LawRecipe, Recipe, Value};
use crate::spec::Slot;

/// A parameter of a preset: key, values in SI (angles in radians), origin.
#[derive(Clone, Copy, Debug)]
pub struct PresetValue {
    /// The parameter of the law.
    pub name: &'static str,
    /// Its numbers, SI.
    pub values: &'static [f64],
    /// Where they come from, or "chosen for looks".
    pub origin: &'static str,
}

/// A law of a preset with its values; parameters not listed take their defaults.
#[derive(Clone, Copy, Debug)]
pub struct PresetLaw {
    /// The law's name in the catalogue.
    pub law: &'static str,
    /// Its numbers.
    pub values: &'static [PresetValue],
    /// Its words other than the defaults.
    pub choices: &'static [(&'static str, &'static str)],
}

/// A ready-made material.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name in scenes.
    pub name: &'static str,
    /// What it is and how it behaves, in a sentence.
    pub summary: &'static str,
    /// Density [kg/m³] and its origin.
    pub density: (f64, &'static str),
    /// How it stores energy.
    pub elastic: PresetLaw,
    /// How it yields.
    pub flow: Option<PresetLaw>,
    /// How it resists rates.
    pub viscosity: Option<PresetLaw>,
    /// How direction matters.
    pub map: Option<PresetLaw>,
}

impl Preset {
    /// The preset as a recipe.
    pub fn recipe(&self) -> Recipe {
        let build = |slot: Slot, law: &PresetLaw| law.recipe(slot);
        Recipe {
            name: self.name.to_string(),
            density: self.density.0.into(),
            elastic: build(Slot::Elastic, &self.elastic),
            flow: self.flow.as_ref().map(|law| build(Slot::Flow, law)),
            viscosity: self
                .viscosity
                .as_ref()
                .map(|law| build(Slot::Viscosity, law)),
            map: self.map.as_ref().map(|law| build(Slot::Map, law)),
        }
    }
    /// The laws of the preset with their places.
    pub fn laws(&self) -> impl Iterator<Item = (Slot, &PresetLaw)> {
        [
            (Slot::Elastic, Some(&self.elastic)),
            (Slot::Flow, self.flow.as_ref()),
            (Slot::Viscosity, self.viscosity.as_ref()),
            (Slot::Map, self.map.as_ref()),
        ]
        .into_iter()
        .filter_map(|(slot, law)| law.map(|law| (slot, law)))
    }
}

impl PresetLaw {
    /// # Panics
    /// If the table names a law, parameter or word that does not exist; a test builds them all.
    fn recipe(&self, slot: Slot) -> LawRecipe {
        let law = catalogue::law(slot, self.law).unwrap_or_else(|| panic!("no law {}", self.law));
        let mut recipe = LawRecipe::new(law);
        for PresetValue { name, values, .. } in self.values {
            let values: Vec<Value> = values.iter().map(|v| Value::from(*v)).collect();
            recipe.set(name, &values);
        }
        for (name, word) in self.choices {
            let index = law
                .choices
                .iter()
                .position(|c| c.name == *name)
                .expect("a choice of the law");
            let option = law.choices[index]
                .options
                .iter()
                .position(|(w, _)| w == word);
            recipe.choices[index] = option.expect("an option of the choice");
        }
        recipe
    }
}

mod document;
mod table;

pub use document::markdown;

/// All presets, in the order of the documentation.
pub fn presets() -> &'static [Preset] {
    &table::PRESETS
}

/// A preset by its name in scenes.
pub fn preset(name: &str) -> Option<&'static Preset> {
    presets().iter().find(|preset| preset.name == name)
}
