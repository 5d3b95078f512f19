//! Kinds that are defined once, under a name.

use super::context::DEEPEST_NESTING;
use super::{Book, Context, Form, Kind, Node};
use crate::diagnostics::Problem;

/// A kind that schema and reference page define once, under a name.
pub struct Named<K> {
    name: &'static str,
    make: fn() -> K,
    /// Whether it may contain itself, so that its depth is counted.
    nests: bool,
}

/// A kind with a name of its own in schema and reference.
pub fn named<K: Kind>(name: &'static str, make: fn() -> K) -> Named<K> {
    let nests = false;
    Named { name, make, nests }
}

/// The same for a kind that may contain itself; it is made only when it is needed.
pub fn nested<K: Kind>(name: &'static str, make: fn() -> K) -> Named<K> {
    let nests = true;
    Named { name, make, nests }
}

impl<K: Kind> Kind for Named<K> {
    type Out = K::Out;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<K::Out> {
        if !self.nests {
            return (self.make)().read(cx, node);
        }
        if cx.depth >= DEEPEST_NESTING {
            let limit = DEEPEST_NESTING;
            cx.report(node.span, Problem::TooDeep { limit });
            return None;
        }
        cx.depth += 1;
        let out = (self.make)().read(cx, node);
        cx.depth -= 1;
        out
    }

    fn form(&self, book: &mut Book) -> Form {
        let make = self.make;
        book.define(self.name, |book| make().form(book))
    }
}
