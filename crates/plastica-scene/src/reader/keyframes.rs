//! Keyframes: `{ keyframes = [[0.0, "400 Pa"], [1.5, "4 kPa"]] }`, times rising.

use super::{Book, Context, Form, Kind, Node, Table, number};
use crate::diagnostics::Problem;
use crate::units::Quantity;
use toml::de::DeValue;

const DOC: &str =
    "Pairs of time [s] and value, times rising; linear in between, constant before and after.";

/// A table of keyframes.
pub struct Keyframes<K>(K);

/// A table of keyframes, each value of the given kind.
pub fn keyframes<K: Kind>(kind: K) -> Keyframes<K> {
    Keyframes(kind)
}

impl<K: Kind> Kind for Keyframes<K> {
    type Out = Vec<(f64, K::Out)>;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Self::Out> {
        Table::read(cx, &node, "keyframes", |t| {
            t.need("keyframes", DOC, Keys(&self.0))
        })
    }

    fn form(&self, book: &mut Book) -> Form {
        Form::Keyframes(Box::new(self.0.form(book)))
    }
}

/// The list of pairs inside a table of keyframes.
struct Keys<'k, K>(&'k K);

impl<K: Kind> Kind for Keys<'_, K> {
    type Out = Vec<(f64, K::Out)>;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Self::Out> {
        let DeValue::Array(array) = node.value else {
            cx.wrong_type(&node, "a list of [time, value] pairs");
            return None;
        };
        if array.is_empty() {
            let expected = "at least one [time, value] pair".into();
            cx.report(node.span, Problem::WrongLength { found: 0, expected });
            return None;
        }
        let mut before = None;
        let mut keys = Some(Vec::new());
        for item in array {
            match (self.pair(cx, &Node::of(item), &mut before), &mut keys) {
                (Some(pair), Some(keys)) => keys.push(pair),
                _ => keys = None,
            }
        }
        keys
    }

    fn form(&self, book: &mut Book) -> Form {
        Form::Keyframes(Box::new(self.0.form(book)))
    }
}

impl<K: Kind> Keys<'_, K> {
    fn pair(
        &self,
        cx: &mut Context,
        item: &Node<'_>,
        before: &mut Option<f64>,
    ) -> Option<(f64, K::Out)> {
        let Some([time, value]) = item
            .value
            .as_array()
            .and_then(|a| <&[_; 2]>::try_from(&a[..]).ok())
        else {
            cx.wrong_type(item, "a pair [time, value]");
            return None;
        };
        let time_span = time.span();
        let time = number(Quantity::Time).read(cx, Node::of(time));
        let value = self.0.read(cx, Node::of(value));
        let time = time?;
        if let Some(before) = before.replace(time).filter(|before| *before >= time) {
            cx.report(time_span, Problem::TimesNotRising { before, time });
            return None;
        }
        Some((time, value?))
    }
}
