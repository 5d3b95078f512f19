//! Reading with one declaration per key.
//!
//! A [`Kind`] both reads a value of the TOML document and describes itself as a [`Form`]; a table
//! is a function over a [`Table`] that asks for its keys. Run over a document the function reads;
//! run over a [`Book`] it describes. Reading, JSON Schema and reference page cannot drift apart.
//!
//! A kind that returns `None` has reported why. Reports are collected, so reading goes on.

mod context;
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

pub(crate) use context::Context;
pub(crate) use form::{Book, Form, KeyForm, Presence, TableForm, VariantForm};
pub(crate) use keyframes::keyframes;
pub(crate) use list::{List, list, placed, tables};
pub(crate) use name::{Family, name, reference};
pub(crate) use named::{Named, named, nested};
pub(crate) use number::{Number, Varies, Varying, number};
pub(crate) use table::{Table, Variant, table};
pub(crate) use text::{integer, text};
pub(crate) use value::read_list;
pub(crate) use vector::{direction, direction_field};
pub(crate) use word::word;

use std::ops::Range;
use toml::Spanned;
use toml::de::DeValue;

/// A value of the document with its place.
#[derive(Clone)]
pub(crate) struct Node<'a> {
    pub(crate) value: &'a DeValue<'a>,
    pub(crate) span: Range<usize>,
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
pub(crate) trait Kind {
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
pub(crate) struct Map<K: Kind, T> {
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
