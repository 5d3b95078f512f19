//! Law tables, read from the laws' own descriptions: `flow = { creep = { rate = 20 } }`.

mod alternative;
mod keys;

use crate::diagnostics::{Problem, Wanted};
use crate::reader::{Book, Context, Form, Kind, Node, Table, Variant};
use alternative::apply_alternatives;
use keys::LawTable;
use plastica_material::spec::{LawSpec, Slot};
use plastica_material::{LawRecipe, Value};
use std::ops::Range;

/// What a material says about one of its four places.
#[derive(Clone)]
pub(super) enum Change {
    /// `"none"`: no law, whatever the preset has.
    Remove,
    /// A law with some of its numbers; the others come from the preset or are defaults.
    Law(LawChange),
}

/// A law with what the scene says about it.
#[derive(Clone)]
pub(super) struct LawChange {
    pub(super) law: &'static LawSpec,
    pub(super) span: Range<usize>,
    /// Every key that is there, also those whose values could not be read.
    present: Vec<&'static str>,
    /// Numbers by parameter, also by the names of alternatives.
    values: Vec<Given>,
    /// (index of the choice, index of the option).
    choices: Vec<(usize, usize)>,
}

/// The numbers given for one parameter.
#[derive(Clone)]
struct Given {
    name: &'static str,
    span: Range<usize>,
    values: Vec<Value>,
}

impl LawChange {
    /// Where a parameter is given.
    pub(super) fn span_of(&self, parameter: &str) -> Option<Range<usize>> {
        let given = self.values.iter().find(|v| v.name == parameter);
        given.map(|v| v.span.clone())
    }

    /// The times at which any of its numbers has a keyframe.
    pub(super) fn keyframe_times(&self) -> impl Iterator<Item = f64> {
        let values = self.values.iter().flat_map(|given| &given.values);
        values
            .filter_map(keyframes_of)
            .flatten()
            .map(|(time, _)| *time)
    }

    /// The law with these numbers, over those of the preset if it has the same law there.
    pub(super) fn over(&self, cx: &mut Context, preset: Option<&LawRecipe>) -> Option<LawRecipe> {
        let same = preset.filter(|p| p.law.name == self.law.name);
        let mut recipe = same.cloned().unwrap_or_else(|| LawRecipe::new(self.law));
        let own = |name: &str| self.law.parameters.iter().any(|p| p.name == name);
        for given in self.values.iter().filter(|v| own(v.name)) {
            recipe.set(given.name, &given.values);
        }
        for (choice, option) in &self.choices {
            recipe.choices[*choice] = *option;
        }
        let covered = apply_alternatives(cx, self, &mut recipe);
        let complete = self.report_missing(cx, &recipe, &covered);
        complete.then_some(recipe)
    }

    /// Reports parameters that neither scene, preset nor default gives.
    fn report_missing(&self, cx: &mut Context, recipe: &LawRecipe, covered: &[&str]) -> bool {
        let mut complete = true;
        for parameter in self.law.parameters {
            let offset = self.law.offset_of(parameter.name).unwrap_or_default();
            let absent =
                matches!(recipe.values.get(offset), Some(Value::Constant(v)) if v.is_nan());
            let present =
                self.present.contains(&parameter.name) || covered.contains(&parameter.name);
            if absent && !present {
                let problem = Problem::MissingKey {
                    table: format!("`{}`", self.law.name),
                    key: parameter.name.into(),
                    doc: parameter.doc.into(),
                };
                cx.report(self.span.clone(), problem);
            }
            complete &= !absent;
        }
        complete
    }
}

fn keyframes_of(value: &Value) -> Option<&[(f64, f64)]> {
    match value {
        Value::Keyframes(keys) => Some(keys),
        Value::Constant(_) | Value::Field(_) => None,
    }
}

/// The law in one place of a material.
pub(super) struct SlotKind {
    slot: Slot,
    laws: &'static [&'static LawSpec],
}

/// The law in one place of a material: one of `laws`, by name alone or with its numbers.
pub(super) fn slot(slot: Slot, laws: &'static [&'static LawSpec]) -> SlotKind {
    SlotKind { slot, laws }
}

impl SlotKind {
    fn what(&self) -> &'static str {
        match self.slot {
            Slot::Elastic => "elastic law",
            Slot::Flow => "flow rule",
            Slot::Viscosity => "viscosity law",
            Slot::Map => "anisotropic map",
        }
    }

    fn variants(&self) -> Vec<Variant<Change>> {
        let variant = |law: &&'static LawSpec| Variant::new(law.name, law.doc, LawTable(law));
        self.laws.iter().map(variant).collect()
    }

    /// Every material is elastic; the other places may be empty.
    fn may_be_empty(&self) -> bool {
        self.slot != Slot::Elastic
    }

    fn words(&self) -> Vec<(&'static str, &'static str)> {
        let none = self
            .may_be_empty()
            .then_some(("none", "No law here, whatever the preset has."));
        let laws = self.laws.iter().map(|law| (law.name, law.doc));
        none.into_iter().chain(laws).collect()
    }

    fn read_word(&self, cx: &mut Context, node: &Node<'_>, text: &str) -> Option<Change> {
        if text == "none" && self.may_be_empty() {
            return Some(Change::Remove);
        }
        if let Some(law) = self.laws.iter().find(|law| law.name == text) {
            return Some(Change::Law(LawChange {
                law,
                span: node.span.clone(),
                present: Vec::new(),
                values: Vec::new(),
                choices: Vec::new(),
            }));
        }
        let words: Vec<&str> = self.words().iter().map(|w| w.0).collect();
        let problem = Problem::UnknownWord {
            what: self.what().into(),
            word: Wanted::new(text, &words),
        };
        cx.report(node.span.clone(), problem);
        None
    }
}

impl Kind for SlotKind {
    type Out = Change;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Change> {
        if let Some(text) = node.value.as_str() {
            return self.read_word(cx, &node, text);
        }
        let what = format!("`{}`", self.slot.key());
        Table::read(cx, &node, &what, |t| {
            t.variant(self.what(), self.variants())
        })
    }

    fn form(&self, book: &mut Book) -> Form {
        let table = Table::describe(book, |t| t.variant(self.what(), self.variants()));
        Form::Either(
            Box::new(Form::Words(self.words())),
            Box::new(Form::Table(table)),
        )
    }
}

/// The keys of one law, for the reference page.
pub fn form_of(law: &'static LawSpec, book: &mut Book) -> Form {
    LawTable(law).form(book)
}
