//! From a TOML value to a [`Value`]: number, number with unit, formula, keyframes.

use super::{Book, Context, Form, Kind, Node, Number, Varies, Varying, keyframes};
use crate::diagnostics::Problem;
use crate::expression::{Expression, VARIABLES};
use crate::units::{self, Quantity, UnitError};
use plastica_material::{Field, Value};
use std::sync::Arc;
use toml::de::{DeInteger, DeValue};

/// One number that may vary as far as `varying` allows.
pub(super) fn read_value(cx: &mut Context, node: &Node<'_>, varying: Varying) -> Option<Value> {
    let number = varying.number;
    let plain = number.quantity.plain_factor();
    match node.value {
        DeValue::Integer(_) | DeValue::Float(_) => {
            let written = cx.written(node).to_string();
            let value = literal(node.value)? * plain;
            number
                .checked(cx, node, value, written)
                .map(Value::Constant)
        }
        DeValue::String(text) => read_text(cx, node, text, varying),
        DeValue::Table(_) if varying.varies.in_time() => {
            let keys = keyframes(number).read(cx, node.clone())?;
            Some(Value::Keyframes(keys.into()))
        }
        _ => {
            cx.wrong_type(node, number.expected());
            None
        }
    }
}

/// A list of `count` numbers, each of which may vary, or keyframes of such a list. Thirty-six
/// numbers may also be written as six rows of six.
pub fn read_list(
    cx: &mut Context,
    node: &Node<'_>,
    varying: Varying,
    count: usize,
) -> Option<Vec<Value>> {
    if let (DeValue::Table(_), true) = (node.value, varying.varies.in_time()) {
        let item = Many {
            number: varying.number,
            count,
        };
        let keys = keyframes(item).read(cx, node.clone())?;
        let column = |i: usize| keys.iter().map(|(time, row)| (*time, row[i])).collect();
        return Some((0..count).map(|i| Value::Keyframes(column(i))).collect());
    }
    let items = items(cx, node, count, &varying.number)?;
    let values: Vec<Option<Value>> = items
        .into_iter()
        .map(|item| read_value(cx, &item, varying))
        .collect();
    values.into_iter().collect()
}

/// The items of a list of `count`, with six rows of six taken as thirty-six.
fn items<'a>(
    cx: &mut Context,
    node: &Node<'a>,
    count: usize,
    number: &Number,
) -> Option<Vec<Node<'a>>> {
    let expected = || format!("a list of {count} numbers, each {}", number.expected());
    let DeValue::Array(array) = node.value else {
        cx.wrong_type(node, expected());
        return None;
    };
    let mut items: Vec<Node<'a>> = array.iter().map(Node::of).collect();
    if count == 36 && items.len() == 6 {
        let rows: Option<Vec<_>> = items.iter().map(|row| row.value.as_array()).collect();
        if let Some(rows) = rows {
            items = rows
                .into_iter()
                .flat_map(|row| row.iter().map(Node::of))
                .collect();
        }
    }
    if items.len() != count {
        let problem = Problem::WrongLength {
            found: items.len(),
            expected: expected(),
        };
        cx.report(node.span.clone(), problem);
        return None;
    }
    Some(items)
}

/// `count` constants: one keyframe of a list.
struct Many {
    number: Number,
    count: usize,
}

impl Kind for Many {
    type Out = Vec<f64>;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Vec<f64>> {
        let values = read_list(cx, &node, self.number.varying(Varies::Nowhere), self.count)?;
        values.iter().map(constant).collect()
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Numbers {
            count: self.count,
            number: self.number,
            varies: Varies::Nowhere,
        }
    }
}

/// The number of a value that depends on nothing.
pub(super) fn constant(value: &Value) -> Option<f64> {
    match value {
        Value::Constant(value) => Some(*value),
        Value::Keyframes(_) | Value::Field(_) => None,
    }
}

fn read_text(cx: &mut Context, node: &Node<'_>, text: &str, varying: Varying) -> Option<Value> {
    let number = varying.number;
    match units::parse(text, number.quantity) {
        Ok(Some(value)) => {
            let written = format!("\"{}\"", text.trim());
            number
                .checked(cx, node, value, written)
                .map(Value::Constant)
        }
        Ok(None) => read_formula(cx, node, text, varying),
        Err(error) => {
            report_unit(cx, node, error, number.quantity);
            None
        }
    }
}

fn report_unit(cx: &mut Context, node: &Node<'_>, error: UnitError, expected: Quantity) {
    match error {
        UnitError::UnknownUnit {
            unit,
            span,
            nearest,
        } => {
            let span = cx.within(node, &span);
            let problem = Problem::UnknownUnit {
                unit,
                nearest,
                expected,
            };
            cx.report(span, problem);
        }
        UnitError::WrongDimension {
            text,
            found,
            expected,
            example,
        } => {
            let problem = Problem::WrongDimension {
                text,
                found,
                expected,
                example,
            };
            cx.report(node.span.clone(), problem);
        }
    }
}

/// A formula gives what a plain number would: SI, but degrees for angles.
fn read_formula(cx: &mut Context, node: &Node<'_>, text: &str, varying: Varying) -> Option<Value> {
    let expression = match Expression::parse(text) {
        Ok(expression) => expression,
        Err(error) => {
            let span = cx.within(node, &error.span);
            cx.report(span, Problem::Formula(error.problem));
            return None;
        }
    };
    refuse_variables(cx, node, &expression, varying.varies)?;
    let factor = varying.number.quantity.plain_factor();
    if let Some(value) = expression.constant() {
        let written = format!("\"{}\" = {value}", text.trim());
        let checked = varying.number.checked(cx, node, value * factor, written);
        return checked.map(Value::Constant);
    }
    let text: Arc<str> = Arc::from(text);
    let formula = cx.formula(node, text.clone());
    Some(Value::Field(Field {
        text,
        varies_in_space: expression.varies_in_space(),
        varies_in_time: expression.varies_in_time(),
        evaluate: Arc::new(move |position, time| {
            let value = expression.evaluate(position, time) * factor;
            formula.checked(value, position, time)
        }),
    }))
}

/// Reports each variable that is not known here, where it is first used.
fn refuse_variables(
    cx: &mut Context,
    node: &Node<'_>,
    expression: &Expression,
    varies: Varies,
) -> Option<()> {
    let allowed = varies.variables();
    let mut refused = None;
    for (index, variable) in VARIABLES.into_iter().enumerate() {
        if let (Some(span), false) = (expression.first_use(index), allowed.contains(&variable)) {
            let span = cx.within(node, &span);
            cx.report(span, Problem::VariesHere { variable, allowed });
            refused = Some(variable);
        }
    }
    refused.is_none().then_some(())
}

/// A TOML number as f64; infinite or NaN where it says so or overflows.
fn literal(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(float) => float.as_str().parse().ok(),
        DeValue::Integer(integer) => Some(integer_as_f64(integer)),
        _ => None,
    }
}

fn integer_as_f64(integer: &DeInteger<'_>) -> f64 {
    match integer.radix() {
        10 => integer.as_str().parse().unwrap_or(f64::INFINITY),
        radix => i128::from_str_radix(integer.as_str(), radix).map_or(f64::INFINITY, |i| i as f64),
    }
}
