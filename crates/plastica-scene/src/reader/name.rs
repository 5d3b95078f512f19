//! Names given to things, and references to them.

use super::{Book, Context, Form, Kind, Node};
use crate::diagnostics::{Problem, Wanted};
use std::ops::Range;

/// What a name belongs to; names are unique within a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Materials.
    Material,
    /// Bodies and splines.
    Body,
    /// Obstacles.
    Collider,
    /// Sources of material.
    Emitter,
    /// Regions that are held or moved.
    Grip,
    /// Time series.
    Probe,
}

impl Family {
    fn word(self) -> &'static str {
        match self {
            Family::Material => "material",
            Family::Body => "body",
            Family::Collider => "collider",
            Family::Emitter => "emitter",
            Family::Grip => "grip",
            Family::Probe => "probe",
        }
    }
}

/// The names declared so far, each with its place.
#[derive(Default)]
pub struct Names(Vec<(Family, String, Range<usize>)>);

/// A name being given.
pub struct Name(Family);

/// Gives a name in a family.
pub fn name(family: Family) -> Name {
    Name(family)
}

impl Kind for Name {
    type Out = String;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<String> {
        let Some(text) = node.value.as_str() else {
            cx.wrong_type(&node, "a name");
            return None;
        };
        if !is_name(text) {
            let name = text.to_string();
            cx.report(node.span, Problem::BadName { name });
            return None;
        }
        let twin = cx
            .names
            .0
            .iter()
            .find(|(family, name, _)| *family == self.0 && name == text);
        if let Some((_, _, first)) = twin {
            let problem = Problem::DuplicateName {
                what: self.0.word().into(),
                name: text.into(),
                first: first.clone(),
            };
            cx.report(node.span, problem);
            return None;
        }
        cx.names.0.push((self.0, text.into(), node.span));
        Some(text.into())
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Text
    }
}

/// Names become parts of file names, so they hold nothing that a path could trip over.
fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    (1..=64).contains(&text.chars().count()) && text.chars().all(fits) && text.trim() == text
}

/// A reference to something named earlier in the order materials, bodies, colliders, emitters,
/// grips, probes; the order in the file does not matter.
pub struct Reference(&'static [Family]);

/// Refers to a name in any of these families.
pub fn reference(families: &'static [Family]) -> Reference {
    Reference(families)
}

impl Kind for Reference {
    type Out = String;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<String> {
        let words: Vec<&str> = self.0.iter().map(|f| f.word()).collect();
        let what = words.join(" or ");
        let Some(text) = node.value.as_str() else {
            cx.wrong_type(&node, format!("the name of a {what}"));
            return None;
        };
        let declared = cx
            .names
            .0
            .iter()
            .filter(|(family, _, _)| self.0.contains(family));
        let names: Vec<&str> = declared.map(|(_, name, _)| name.as_str()).collect();
        if names.contains(&text) {
            return Some(text.into());
        }
        let name = Wanted::new(text, &names);
        cx.report(node.span, Problem::UnknownName { what, name });
        None
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Text
    }
}
