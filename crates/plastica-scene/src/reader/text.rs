//! Free texts and whole numbers.

use super::{Book, Context, Form, Kind, Node};
use crate::diagnostics::Problem;
use toml::de::DeValue;

/// A text that is not empty.
pub struct Text;

/// Any text that is not empty.
pub fn text() -> Text {
    Text
}

impl Kind for Text {
    type Out = String;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<String> {
        match node.value.as_str() {
            Some(text) if !text.trim().is_empty() => Some(text.to_string()),
            Some(_) => {
                let problem = Problem::WrongType {
                    found: "an empty one".into(),
                    expected: "a text".into(),
                };
                cx.report(node.span, problem);
                None
            }
            None => {
                cx.wrong_type(&node, "a text");
                None
            }
        }
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Text
    }
}

/// A whole number within bounds.
pub struct Integer {
    low: u64,
    high: u64,
}

/// A whole number, both ends accepted.
pub fn integer(low: u64, high: u64) -> Integer {
    Integer { low, high }
}

impl Kind for Integer {
    type Out = u64;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<u64> {
        let DeValue::Integer(integer) = node.value else {
            cx.wrong_type(&node, "a whole number");
            return None;
        };
        let value = u64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let value = value.filter(|v| (self.low..=self.high).contains(v));
        if value.is_none() {
            let problem = Problem::OutOfRange {
                value: cx.written(&node).to_string(),
                accepted: format!("a whole number from {} to {}", self.low, self.high),
            };
            cx.report(node.span, problem);
        }
        value
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Integer {
            low: self.low,
            high: self.high,
        }
    }
}
