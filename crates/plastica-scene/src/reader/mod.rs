//! Reading with one declaration per key.
//!
//! A [`Kind`] both reads a value of the TOML document and describes itself as a [`Form`]; a table
//! is a function over a [`Table`] that asks for its keys. Run over a document the function reads;
//! run over a [`Book`] it describes. Reading, JSON Schema and reference page cannot drift apart.
//!
//! A kind that returns `None` has reported why. Reports are collected, so reading goes on.

mod context;
mod document;
mod form;
mod keyframes;
mod list;
mod name;
mod named;
mod number;
mod table;
mod text;
mod value;
mod vector;
mod word;
mod written;

pub use context::Context;
pub use document::parse;
pub use form::{Book, Form, KeyForm, Presence, TableForm, VariantForm};
pub use keyframes::{Keyframes, keyframes};
pub use list::{List, Placed, list, placed, tables};
pub use name::{Family, Name, Reference, name, reference};
pub use named::{Named, named, nested};
pub use number::{Number, Varies, Varying, number};
pub use table::{Table, TableKind, Variant, table};
pub use text::{Integer, Text, integer, text};
pub use value::read_list;
pub use vector::{Direction, DirectionField, VaryingVector, Vector, direction, direction_field};
pub use word::{Word, word};
pub use written::Written;

use std::ops::Range;
use toml::Spanned;
use toml::de::DeValue;

/// A value of the document with its place.
#[derive(Clone)]
pub struct Node<'a> {
    /// The value.
    pub value: &'a DeValue<'a>,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

impl<'a> Node<'a> {
    fn of(value: &'a Spanned<DeValue<'a>>) -> Self {
        Node {
            value: value.get_ref(),
            span: value.span(),
        }
    }
}

/// What can stand at a place of a scene.
pub trait Kind {
    /// What it becomes.
    type Out;

    /// Reads a value; `None` after reporting why not.
    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Self::Out>;

    /// Describes what is accepted.
    fn form(&self, book: &mut Book) -> Form;

    /// The same, turned into another type.
    fn map<T>(self, convert: fn(Self::Out) -> T) -> Map<Self, T>
    where
        Self: Sized,
    {
        Map {
            kind: self,
            convert,
        }
    }
}

/// A kind with a conversion behind it.
pub struct Map<K: Kind, T> {
    kind: K,
    convert: fn(K::Out) -> T,
}

impl<K: Kind, T> Kind for Map<K, T> {
    type Out = T;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<T> {
        self.kind.read(cx, node).map(self.convert)
    }

    fn form(&self, book: &mut Book) -> Form {
        self.kind.form(book)
    }
}
