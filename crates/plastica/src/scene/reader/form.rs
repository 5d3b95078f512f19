//! What a scene may hold, as data: the JSON Schema and the reference page are made from it.

use super::Number;
use super::number::Varies;
use std::borrow::Cow;

/// What can stand at one place.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Text,
    Integer {
        low: u64,
        high: u64,
    },
    /// One number or a list of `count`.
    Numbers {
        count: usize,
        number: Number,
        varies: Varies,
    },
    /// One of these words, each with a sentence.
    Words(Vec<(&'static str, &'static str)>),
    /// A list of at least `low`.
    List {
        item: Box<Form>,
        low: usize,
    },
    Table(TableForm),
    /// `{ keyframes = [[time, value], ...] }`.
    Keyframes(Box<Form>),
    /// Either of two.
    Either(Box<Form>, Box<Form>),
    /// Defined in the book under this name.
    Named(&'static str),
}

/// A table: its keys and, where it must hold exactly one of several, its variants.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableForm {
    pub(crate) keys: Vec<KeyForm>,
    pub(crate) variants: Vec<VariantForm>,
}

/// One key of a table.
#[derive(Clone, Debug)]
pub(crate) struct KeyForm {
    pub(crate) name: &'static str,
    pub(crate) doc: Cow<'static, str>,
    pub(crate) form: Form,
    pub(crate) presence: Presence,
}

/// Whether a key must be there.
#[derive(Clone, Debug)]
pub(crate) enum Presence {
    Required,
    /// Required unless the material's preset gives it.
    FromPreset,
    Optional,
    /// The default as it would be written.
    Default(Cow<'static, str>),
}

/// One of several keys of which a table holds exactly one.
#[derive(Clone, Debug)]
pub(crate) struct VariantForm {
    pub(crate) name: &'static str,
    pub(crate) doc: Cow<'static, str>,
    pub(crate) form: Form,
}

/// Definitions that are referred to by name, in the order of first use.
#[derive(Default)]
pub(crate) struct Book {
    pub(crate) definitions: Vec<(&'static str, Form)>,
}

impl Book {
    /// Writes a definition down once; the name is entered first so that it may refer to itself.
    pub(crate) fn define(
        &mut self,
        name: &'static str,
        form: impl FnOnce(&mut Book) -> Form,
    ) -> Form {
        if !self.definitions.iter().any(|(n, _)| *n == name) {
            let index = self.definitions.len();
            self.definitions.push((name, Form::Named(name)));
            self.definitions[index].1 = form(self);
        }
        Form::Named(name)
    }
}
