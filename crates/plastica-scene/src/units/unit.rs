//! Products, quotients and powers of unit symbols.

use super::{Dimension, UnitError, symbol};
use crate::diagnostics::nearest;
use std::ops::Range;

/// Powers beyond this are refused: no quantity has them, and sums of powers stay small.
const LARGEST_POWER: i32 = 9;
/// Factors beyond this are refused, for the same reason.
const MOST_FACTORS: usize = 12;

/// A number of SI units as `rest · 10^ten`. The power of ten is kept apart so that `"7 cm"` is
/// 7/100, the number nearest to 0.07, rather than 7 × 0.01.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) rest: f64,
    pub(super) ten: i32,
}

impl Scale {
    pub(super) fn apply(self, number: f64) -> f64 {
        let value = number * self.rest;
        match self.ten {
            0 => value,
            ten if ten > 0 => value * 10f64.powi(ten),
            ten => value / 10f64.powi(-ten),
        }
    }
}

/// A unit: how many SI units it is, of which dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    pub(super) scale: Scale,
    pub(super) dimension: Dimension,
}

impl Unit {
    const ONE: Unit = Unit {
        scale: Scale { rest: 1.0, ten: 0 },
        dimension: Dimension::new(0, 0, 0, 0),
    };

    fn times(self, other: Unit, power: i32) -> Unit {
        Unit {
            scale: Scale {
                rest: self.scale.rest * other.scale.rest.powi(power),
                ten: self.scale.ten + power * other.scale.ten,
            },
            dimension: self.dimension.times(other.dimension, power),
        }
    }
}

/// The part of a unit text that was not understood.
#[derive(Debug)]
pub(super) struct BadUnit(Range<usize>);

impl BadUnit {
    pub(super) fn at(self, text: &str, offset: usize) -> UnitError {
        let unit = text[self.0.clone()].trim().to_string();
        let unit = if unit.is_empty() {
            text.to_string()
        } else {
            unit
        };
        let spellings: Vec<String> = symbol::spellings().collect();
        UnitError::UnknownUnit {
            nearest: nearest(&unit, &spellings).map(str::to_string),
            unit,
            span: offset + self.0.start..offset + self.0.end,
        }
    }
}

/// Reads `kg/m^3`, `m·s-2`, `kg/(m s)`, `1/s`, `/s`.
pub(super) fn parse(text: &str) -> Result<Unit, BadUnit> {
    let mut cursor = Cursor { text, at: 0 };
    let unit = cursor.product(false)?;
    match cursor.peek() {
        None => Ok(unit),
        Some(_) => Err(BadUnit(cursor.at..text.len())),
    }
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, accepted: impl Fn(char) -> bool) -> bool {
        match self.peek() {
            Some(c) if accepted(c) => {
                self.at += c.len_utf8();
                true
            }
            _ => false,
        }
    }

    fn spaces(&mut self) {
        while self.take(char::is_whitespace) {}
    }

    /// Factors up to the end, or up to the closing parenthesis when `inside` one.
    fn product(&mut self, inside: bool) -> Result<Unit, BadUnit> {
        let mut unit = Unit::ONE;
        for count in 0.. {
            self.spaces();
            let divided = self.take(|c| c == '/');
            if count > 0 && !divided {
                self.take(|c| matches!(c, '*' | '·' | '⋅' | '.'));
            }
            self.spaces();
            let start = self.at;
            let factor = match self.peek() {
                _ if count >= MOST_FACTORS => return Err(BadUnit(start..self.text.len())),
                Some('(') if !inside => self.parenthesis()?,
                _ => self.factor()?,
            };
            unit = unit.times(factor, if divided { -1 } else { 1 });
            self.spaces();
            if matches!(self.peek(), None | Some(')')) {
                break;
            }
        }
        Ok(unit)
    }

    fn parenthesis(&mut self) -> Result<Unit, BadUnit> {
        let start = self.at;
        self.at += 1;
        let unit = self.product(true)?;
        if self.take(|c| c == ')') {
            Ok(unit)
        } else {
            Err(BadUnit(start..self.text.len()))
        }
    }

    /// A symbol with an optional power, or the 1 of `1/s`.
    fn factor(&mut self) -> Result<Unit, BadUnit> {
        let start = self.at;
        if self.take(|c| c == '1') {
            return Ok(Unit::ONE);
        }
        while self.take(|c| c.is_alphabetic() || matches!(c, '°' | '%')) {}
        let name = start..self.at;
        let found = symbol::look_up(&self.text[name.clone()]);
        let Some(unit) = found else {
            let end = if name.is_empty() {
                self.text.len()
            } else {
                name.end
            };
            return Err(BadUnit(start..end));
        };
        let power = self.power().ok_or(BadUnit(start..self.text.len()))?;
        Ok(Unit::ONE.times(unit, power))
    }

    /// `^2`, `^-2`, `2`, `-2`, `²`, `⁻²`, or nothing for 1.
    fn power(&mut self) -> Option<i32> {
        let caret = self.take(|c| c == '^');
        let negative = self.take(|c| matches!(c, '-' | '⁻' | '−'));
        let mut power = None;
        while let Some(digit) = self.peek().and_then(digit_value) {
            self.take(|_| true);
            power = Some(power.unwrap_or(0) * 10 + digit);
            if power > Some(LARGEST_POWER) {
                return None;
            }
        }
        match power {
            Some(power) if negative => Some(-power),
            Some(power) => Some(power),
            None if caret || negative => None,
            None => Some(1),
        }
    }
}

/// A digit on the line or raised.
fn digit_value(c: char) -> Option<i32> {
    let raised = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|r| r == c);
    c.to_digit(10)
        .map(|d| d as i32)
        .or(raised.map(|p| p as i32))
}
