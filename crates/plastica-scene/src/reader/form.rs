//! What a scene may hold, as data: the JSON Schema and the reference page are made from it.

use super::Number;
use super::number::Varies;
use std::borrow::Cow;

/// What can stand at one place.
#[derive(Clone, Debug)]
pub enum Form {
    /// A text that is not empty.
    Text,
    /// A whole number.
    Integer {
        /// The least.
        low: u64,
        /// The greatest.
        high: u64,
    },
    /// One number or a list of `count`.
    Numbers {
        /// How many.
        count: usize,
        /// What each of them may be.
        number: Number,
        /// What each of them may depend on.
        varies: Varies,
    },
    /// One of these words, each with a sentence.
    Words(Vec<(&'static str, &'static str)>),
    /// A list of at least `low`.
    List {
        /// What each item may be.
        item: Box<Form>,
        /// The fewest items.
        low: usize,
    },
    /// A table of keys.
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
pub struct TableForm {
    /// Keys that stand beside one another.
    pub keys: Vec<KeyForm>,
    /// Keys of which exactly one stands there.
    pub variants: Vec<VariantForm>,
}

/// One key of a table.
#[derive(Clone, Debug)]
pub struct KeyForm {
    /// The key.
    pub name: &'static str,
    /// What it means.
    pub doc: Cow<'static, str>,
    /// What may stand there.
    pub form: Form,
    /// Whether it must be there.
    pub presence: Presence,
}

/// Whether a key must be there.
#[derive(Clone, Debug)]
pub enum Presence {
    /// It must.
    Required,
    /// Required unless the material's preset gives it.
    FromPreset,
    /// It may be left out.
    Optional,
    /// The default as it would be written.
    Default(Cow<'static, str>),
}

/// One of several keys of which a table holds exactly one.
#[derive(Clone, Debug)]
pub struct VariantForm {
    /// The key.
    pub name: &'static str,
    /// What it means.
    pub doc: Cow<'static, str>,
    /// What may stand there.
    pub form: Form,
}

/// Definitions that are referred to by name, in the order of first use.
#[derive(Default)]
pub struct Book {
    /// Names with what they stand for.
    pub definitions: Vec<(&'static str, Form)>,
}

impl Book {
    /// Writes a definition down once; the name is entered first so that it may refer to itself.
    pub fn define(&mut self, name: &'static str, form: impl FnOnce(&mut Book) -> Form) -> Form {
        if !self.definitions.iter().any(|(n, _)| *n == name) {
            let index = self.definitions.len();
            self.definitions.push((name, Form::Named(name)));
            self.definitions[index].1 = form(self);
        }
        Form::Named(name)
    }
}
