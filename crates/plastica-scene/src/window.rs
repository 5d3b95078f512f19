//! Stretches of time.

use crate::diagnostics::Problem;
use crate::reader::{Book, Context, Form, Kind, Node, Table, number};
use crate::units::Quantity;
use plastica_core::Window;

/// The key `active` of a table, `[start, end]`.
pub fn active(t: &mut Table<'_>, doc: &'static str) -> Option<Window> {
    t.renamed("window", "active");
    t.maybe("active", doc, window())
}

/// A stretch of time: `[start, end]`.
pub fn window() -> WindowKind {
    WindowKind
}

/// The kind of a window.
pub struct WindowKind;

impl Kind for WindowKind {
    type Out = Window;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Window> {
        let span = node.span.clone();
        let [start, end] = number(Quantity::Time).list::<2>().read(cx, node)?;
        if start >= end {
            let (before, time) = (start, end);
            cx.report(span, Problem::TimesNotRising { before, time });
            return None;
        }
        Some(Window { start, end })
    }

    fn form(&self, book: &mut Book) -> Form {
        number(Quantity::Time).list::<2>().form(book)
    }
}
