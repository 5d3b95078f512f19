//! Numbers with units: `"5 kPa"`, `"1 g/cm3"`, `"90 rpm"` become SI numbers of the expected kind.
//!
//! A plain number is SI, except that a plain angle is in degrees; values are radians inside.

mod dimension;
mod number;
mod quantity;
mod symbol;
mod unit;

pub use dimension::Dimension;
pub use quantity::Quantity;

pub(crate) use number::leading_number;

use std::fmt;
use std::ops::Range;

/// Why a text with a unit cannot be taken.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum UnitError {
    /// A unit that is not known, or a power that cannot be read.
    UnknownUnit {
        /// The part that was not understood.
        unit: String,
        /// Where it stands in the text, in bytes.
        span: Range<usize>,
        /// A known unit spelled nearly so.
        nearest: Option<String>,
    },
    /// A unit of another kind than the one expected.
    WrongDimension {
        /// The text as written.
        text: String,
        /// What its unit measures.
        found: Dimension,
        /// What is expected.
        expected: Quantity,
        /// The same number with a unit that would fit.
        example: String,
    },
}

impl fmt::Display for UnitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnitError::UnknownUnit { unit, nearest, .. } => {
                write!(f, "unknown unit {unit:?}")?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean {nearest:?}?"),
                    None => Ok(()),
                }
            }
            UnitError::WrongDimension {
                text,
                found,
                expected,
                example,
            } => {
                write!(
                    f,
                    "{text:?} is {found}; {expected} is expected here, for example {example:?}"
                )
            }
        }
    }
}

impl std::error::Error for UnitError {}

/// Reads a number with or without a unit as the expected quantity, in SI.
///
/// `Ok(None)` says that the text is neither, so that it may be a formula.
pub fn parse(text: &str, expected: Quantity) -> Result<Option<f64>, UnitError> {
    let start = text.len() - text.trim_start().len();
    let Some((number, length)) = leading_number(&text[start..]) else {
        return Ok(None);
    };
    let after = start + length;
    let rest = text[after..].trim();
    if rest.is_empty() {
        return Ok(Some(number * expected.plain_factor()));
    }
    let offset = after + text[after..].find(rest).unwrap_or(0);
    let spaced = offset > after;
    let unit = match first_of(rest, spaced) {
        First::Operator => return Ok(None),
        // "1/s" is a unit, "1/x" a formula: only the reading that succeeds decides.
        First::Slash => match unit::parse(rest) {
            Ok(unit) => unit,
            Err(_) => return Ok(None),
        },
        First::Unit => unit::parse(rest).map_err(|e| e.at(rest, offset))?,
    };
    if unit.dimension != expected.dimension() {
        return Err(UnitError::WrongDimension {
            text: text.trim().to_string(),
            found: unit.dimension,
            expected,
            example: format!("{} {}", text[start..after].trim(), expected.handy_unit()),
        });
    }
    Ok(Some(unit.scale.apply(number)))
}

/// What the text after a number starts with.
enum First {
    Unit,
    Slash,
    Operator,
}

fn first_of(rest: &str, spaced: bool) -> First {
    match rest.chars().next() {
        Some('/') => First::Slash,
        Some('1') if spaced && rest[1..].trim_start().starts_with('/') => First::Unit,
        Some(c) if c.is_alphabetic() || matches!(c, '°' | '%') => First::Unit,
        _ => First::Operator,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn si(text: &str, quantity: Quantity) -> f64 {
        match parse(text, quantity) {
            Ok(Some(value)) => value,
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn units_become_si_without_rounding_noise() {
        let cases = [
            ("5 kPa", Quantity::Pressure, 5000.0),
            ("0.4MPa", Quantity::Pressure, 4e5),
            ("7 cm", Quantity::Length, 0.07),
            ("-3.5 mm", Quantity::Length, -0.0035),
            ("2 ft", Quantity::Length, 0.6096),
            ("1.2e3 kg/m^3", Quantity::Density, 1200.0),
            ("1 g/cm3", Quantity::Density, 1000.0),
            ("9.81 m/s2", Quantity::Acceleration, 9.81),
            ("9.81 m/s²", Quantity::Acceleration, 9.81),
            ("9.81 m·s-2", Quantity::Acceleration, 9.81),
            ("9.81 m s⁻²", Quantity::Acceleration, 9.81),
            ("9.81 m*s^-2", Quantity::Acceleration, 9.81),
            ("3 N/m2", Quantity::Pressure, 3.0),
            ("3 kg/(m s2)", Quantity::Pressure, 3.0),
            ("2 Pa s", Quantity::Viscosity, 2.0),
            ("2 Pa.s", Quantity::Viscosity, 2.0),
            ("1 cP", Quantity::Viscosity, 1e-3),
            ("20 1/s", Quantity::Rate, 20.0),
            ("20/s", Quantity::Rate, 20.0),
            ("20 s-1", Quantity::Rate, 20.0),
            ("24 Hz", Quantity::Frequency, 24.0),
            ("2 min", Quantity::Time, 120.0),
            ("16 µs", Quantity::Time, 16e-6),
            ("72 km/h", Quantity::Velocity, 20.0),
            ("3 L/min", Quantity::VolumeRate, 5e-5),
            ("2 kN", Quantity::Force, 2000.0),
            ("250 g", Quantity::Mass, 0.25),
            ("2 cm3", Quantity::Volume, 2e-6),
            ("35 %", Quantity::Number, 0.35),
            ("0.35", Quantity::Number, 0.35),
        ];
        for (text, quantity, expected) in cases {
            let value = si(text, quantity);
            let error = (value - expected).abs();
            assert!(error <= 1e-15 * expected.abs(), "{text}: {value}");
        }
        assert_eq!(si("7 cm", Quantity::Length), 0.07);
        assert_eq!(si("1 g/cm3", Quantity::Density), 1000.0);
    }

    #[test]
    fn angles_are_radians_inside_and_degrees_when_plain() {
        let right = std::f64::consts::FRAC_PI_2;
        for text in ["90", "90 deg", "90°", "0.25 turn"] {
            assert!((si(text, Quantity::Angle) - right).abs() < 1e-15, "{text}");
        }
        assert_eq!(si("1.5 rad", Quantity::Angle), 1.5);
        let spin = si("90 rpm", Quantity::AngularVelocity);
        assert!((spin - 3.0 * std::f64::consts::PI).abs() < 1e-14);
        assert!((si("180 deg/s", Quantity::AngularVelocity) - 2.0 * right).abs() < 1e-15);
    }

    #[test]
    fn formulas_are_left_to_the_expression_reader() {
        for text in [
            "x", "1/x", "1/3", "2*pi", "3 + 4", "-(2)", "1 - x", "5 > x", "",
        ] {
            assert_eq!(parse(text, Quantity::Length), Ok(None), "{text}");
        }
    }

    #[test]
    fn a_mismatch_names_both_dimensions() {
        let error = parse("3 cm", Quantity::Pressure).unwrap_err();
        let UnitError::WrongDimension {
            found,
            expected,
            example,
            ..
        } = error
        else {
            panic!("{error:?}");
        };
        assert_eq!(found.to_string(), "a length");
        assert_eq!(expected.to_string(), "a pressure");
        assert_eq!(example, "3 kPa");
        let odd = parse("3 J m", Quantity::Pressure).unwrap_err();
        let UnitError::WrongDimension { found, .. } = odd else {
            panic!("{odd:?}");
        };
        assert_eq!(found.to_string(), "a quantity in m3 kg s-2");
    }

    #[test]
    fn unknown_units_are_located_with_a_suggestion() {
        let error = parse(" 5  kpa", Quantity::Pressure).unwrap_err();
        assert_eq!(
            error,
            UnitError::UnknownUnit {
                unit: "kpa".into(),
                span: 4..7,
                nearest: Some("kPa".into()),
            }
        );
        for text in [
            "3 m^", "3 m/", "3 (m", "3 m^99", "3 m//s", "3 m)", "3 kg/(m", "3 m + 2",
        ] {
            assert!(
                parse(text, Quantity::Length).is_err() || parse(text, Quantity::Length) == Ok(None),
                "{text}"
            );
        }
    }

    #[test]
    fn every_quantity_reads_its_own_unit() {
        for quantity in Quantity::ALL {
            let text = format!("2 {}", quantity.unit());
            if quantity != Quantity::Number {
                assert_eq!(si(&text, quantity), 2.0, "{text}");
                assert!(si(&format!("2 {}", quantity.handy_unit()), quantity).is_finite());
            }
        }
    }
}
