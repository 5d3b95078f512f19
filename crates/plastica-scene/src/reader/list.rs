//! Lists of any kind, and the `[[tables]]` of the file.

use super::table::TableKind;
use super::{Book, Context, Form, Kind, Node, Table, table};
use crate::diagnostics::Problem;
use std::ops::Range;
use toml::de::DeValue;

/// A list of values of one kind.
pub struct List<K> {
    item: K,
    low: usize,
    expected: &'static str,
}

/// A list of at least `low` items.
pub fn list<K: Kind>(item: K, low: usize, expected: &'static str) -> List<K> {
    List {
        item,
        low,
        expected,
    }
}

/// A kind that tells where it stands.
pub struct Placed<K>(K);

/// The same kind, with its place.
pub fn placed<K: Kind>(kind: K) -> Placed<K> {
    Placed(kind)
}

impl<K: Kind> Kind for Placed<K> {
    type Out = (Range<usize>, K::Out);

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Self::Out> {
        let span = node.span.clone();
        Some((span, self.0.read(cx, node)?))
    }

    fn form(&self, book: &mut Book) -> Form {
        self.0.form(book)
    }
}

/// The tables written `[[what]]`; `what` is given with its brackets.
pub fn tables<T, F>(what: &'static str, ask: F) -> List<TableKind<F>>
where
    F: Fn(&mut Table<'_>) -> Option<T>,
{
    list(table(what, ask), 0, what)
}

impl<K: Kind> Kind for List<K> {
    type Out = Vec<K::Out>;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Self::Out> {
        let DeValue::Array(array) = node.value else {
            cx.wrong_type(&node, format!("a list ({})", self.expected));
            return None;
        };
        if array.len() < self.low {
            let problem = Problem::WrongLength {
                found: array.len(),
                expected: format!("a list of at least {} ({})", self.low, self.expected),
            };
            cx.report(node.span, problem);
            return None;
        }
        // Every item is read before any failure counts, so that all mistakes are found.
        let items: Vec<Option<K::Out>> = array
            .iter()
            .map(|item| self.item.read(cx, Node::of(item)))
            .collect();
        items.into_iter().collect()
    }

    fn form(&self, book: &mut Book) -> Form {
        Form::List {
            item: Box::new(self.item.form(book)),
            low: self.low,
        }
    }
}
