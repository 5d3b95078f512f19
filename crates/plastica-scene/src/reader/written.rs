//! From a value back to the text that stands for it in a scene: defaults are shown so.

use super::{Integer, Kind, Number, Text, Varying, VaryingVector, Vector, Word};
use plastica_material::Value;

/// A kind whose values can be written as a scene would have them.
pub trait Written: Kind {
    /// The text of a value, as TOML.
    fn written(&self, value: &Self::Out) -> String;
}

impl Written for Number {
    fn written(&self, value: &f64) -> String {
        shortest(*value, self.quantity.plain_factor())
    }
}

impl Written for Varying {
    fn written(&self, value: &Value) -> String {
        match value {
            Value::Constant(number) => self.number.written(number),
            Value::Field(field) => quoted(&field.text),
            Value::Keyframes(keys) => {
                let pair = |(time, number): &(f64, f64)| {
                    format!(
                        "[{}, {}]",
                        shortest(*time, 1.0),
                        self.number.written(number)
                    )
                };
                let pairs: Vec<String> = keys.iter().map(pair).collect();
                format!("{{ keyframes = [{}] }}", pairs.join(", "))
            }
        }
    }
}

impl<const N: usize> Written for Vector<N> {
    fn written(&self, value: &[f64; N]) -> String {
        bracketed(value.iter().map(|number| self.0.written(number)))
    }
}

impl Written for VaryingVector {
    fn written(&self, value: &[Value; 3]) -> String {
        bracketed(value.iter().map(|number| self.0.written(number)))
    }
}

impl Written for Integer {
    fn written(&self, value: &u64) -> String {
        value.to_string()
    }
}

impl Written for Text {
    fn written(&self, value: &String) -> String {
        quoted(value)
    }
}

impl<T: Copy + PartialEq> Written for Word<T> {
    fn written(&self, value: &T) -> String {
        let word = self.options.iter().find(|option| option.2 == *value);
        quoted(word.map_or("", |option| option.0))
    }
}

fn bracketed(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn quoted(text: &str) -> String {
    // JSON escapes what TOML does, in the same way.
    serde_json::Value::from(text).to_string()
}

/// The shortest plain number that reads back as `value`, which is plain times `factor`: 30° in radians and back
/// would be 29.999999999999996.
fn shortest(value: f64, factor: f64) -> String {
    let plain = value / factor;
    let rounded = |digits: usize| format!("{plain:.digits$e}").parse::<f64>().ok();
    let plain = (0..17)
        .filter_map(rounded)
        .find(|candidate| candidate * factor == value)
        .unwrap_or(plain);
    if plain == 0.0 || (1e-4..1e7).contains(&plain.abs()) {
        plain.to_string()
    } else {
        format!("{plain:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::{integer, number, word};
    use crate::units::Quantity;

    #[test]
    fn values_are_written_as_a_scene_has_them() {
        let plain = number(Quantity::Number);
        assert_eq!(plain.written(&0.5), "0.5");
        assert_eq!(plain.written(&1.0), "1");
        assert_eq!(plain.written(&1e-6), "1e-6");
        assert_eq!(plain.written(&-0.1), "-0.1");
        let angle = number(Quantity::Angle);
        assert_eq!(angle.written(&30f64.to_radians()), "30");
        assert_eq!(
            angle.list::<2>().written(&[0.0, 90f64.to_radians()]),
            "[0, 90]"
        );
        assert_eq!(integer(0, 9).written(&7), "7");
        let words = word("answer", &[("yes", "", true), ("no", "", false)]);
        assert_eq!(words.written(&false), "\"no\"");
    }
}
