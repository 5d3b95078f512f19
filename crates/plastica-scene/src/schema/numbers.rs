//! Numbers in each of the ways they can be written, defined once per quantity, range and freedom.

use super::{Writer, keyframes, reference};
use crate::reader::{Number, Varies};
use crate::units::Quantity;
use serde_json::{Value, json};

impl Writer {
    /// A reference to the definition of one number or a list of `count`.
    pub(super) fn numbers(&mut self, count: usize, number: &Number, varies: Varies) -> Value {
        let schema = self.numbers_schema(count, number, varies);
        let stem = definition_name(count, number.quantity, varies);
        // The same quantity with another range gets a number behind its name.
        let mut name = stem.clone();
        let mut index = 1;
        while self
            .definitions
            .get(&name)
            .is_some_and(|other| *other != schema)
        {
            index += 1;
            name = format!("{stem}_{index}");
        }
        let reference = reference(&name);
        self.definitions.insert(name, schema);
        reference
    }

    fn numbers_schema(&mut self, count: usize, number: &Number, varies: Varies) -> Value {
        let mut ways = match count {
            1 => one_number(number, varies),
            _ => {
                let one = self.numbers(1, number, varies);
                list_ways(count, &one)
            }
        };
        if varies.in_time() {
            let constants = self.numbers(count, number, Varies::Nowhere);
            ways.push(keyframes(constants));
        }
        json!({ "anyOf": ways })
    }
}

/// "length", "list_of_3_velocity_in_space".
fn definition_name(count: usize, quantity: Quantity, varies: Varies) -> String {
    let quantity = format!("{quantity:?}").to_lowercase();
    let list = match count {
        1 => String::new(),
        _ => format!("list_of_{count}_"),
    };
    let varies = match varies {
        Varies::Nowhere => "",
        Varies::InTime => "_in_time",
        Varies::InSpace => "_in_space",
        Varies::InSpaceAndTime => "_in_space_and_time",
    };
    format!("{list}{quantity}{varies}")
}

/// A list of `count`; thirty-six may also be six rows of six.
fn list_ways(count: usize, item: &Value) -> Vec<Value> {
    let list = |count: usize, item: &Value| json!({ "type": "array", "items": item, "minItems": count, "maxItems": count });
    let mut ways = vec![list(count, item)];
    if count == 36 {
        ways.push(list(6, &list(6, item)));
    }
    ways
}

/// A plain number, or text with a unit or formula.
fn one_number(number: &Number, varies: Varies) -> Vec<Value> {
    let mut plain = json!({ "type": "number" });
    if number.quantity != Quantity::Number {
        let unit = number.quantity.plain_unit();
        plain["description"] = format!("{} in {unit}", number.quantity).into();
    }
    let range = number.range;
    let scale = 1.0 / number.quantity.plain_factor();
    let low = if range.low_open {
        "exclusiveMinimum"
    } else {
        "minimum"
    };
    let high = if range.high_open {
        "exclusiveMaximum"
    } else {
        "maximum"
    };
    for (end, key) in [(range.low, low), (range.high, high)] {
        if end.is_finite() {
            plain[key] = json!(end * scale);
        }
    }
    let doc = text_doc(number.quantity, varies);
    let text = json!({ "type": "string", "minLength": 1, "description": doc });
    vec![plain, text]
}

fn text_doc(quantity: Quantity, varies: Varies) -> String {
    let formula = match varies.variables() {
        [] => "a formula of constants".to_string(),
        variables => format!("a formula of {}", variables.join(", ")),
    };
    match quantity {
        Quantity::Number => formula,
        _ => {
            let unit = quantity.handy_unit();
            format!("with a unit, for example \"1 {unit}\", or {formula}")
        }
    }
}
