//! Numbers: what is accepted, and the reading of one constant or one that may vary.

use super::value::{constant, read_value};
use super::vector::{VaryingVector, Vector};
use super::{Book, Context, Form, Kind, Node};
use crate::diagnostics::Problem;
use crate::units::Quantity;
use plastica_material::Value;
use plastica_material::spec::Range;

/// A number of some physical kind within a range.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its physical kind.
    pub quantity: Quantity,
    /// The numbers that are accepted, in SI.
    pub range: Range,
}

/// What a value may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varies {
    /// It is one constant.
    Nowhere,
    /// On t.
    InTime,
    /// On x, y, z.
    InSpace,
    /// On x, y, z and t.
    InSpaceAndTime,
}

/// A number that may be a formula or keyframes.
#[derive(Clone, Copy, Debug)]
pub struct Varying {
    /// What each of its numbers may be.
    pub number: Number,
    /// What it may depend on.
    pub varies: Varies,
}

/// Any finite number of a physical kind.
pub const fn number(quantity: Quantity) -> Number {
    let range = Range::ANY;
    Number { quantity, range }
}

impl Varies {
    /// Whether it may depend on t.
    pub fn in_time(self) -> bool {
        matches!(self, Varies::InTime | Varies::InSpaceAndTime)
    }

    /// The variables a formula may use.
    pub fn variables(self) -> &'static [&'static str] {
        match self {
            Varies::Nowhere => &[],
            Varies::InTime => &["t"],
            Varies::InSpace => &["x", "y", "z"],
            Varies::InSpaceAndTime => &["x", "y", "z", "t"],
        }
    }
}

impl Number {
    /// The same within a range.
    pub const fn within(mut self, range: Range) -> Self {
        self.range = range;
        self
    }

    /// The same above 0.
    pub const fn positive(self) -> Self {
        self.within(Range::POSITIVE)
    }

    /// The same from 0 on.
    pub const fn not_negative(self) -> Self {
        self.within(Range::NOT_NEGATIVE)
    }

    /// The same as a formula or keyframes.
    pub const fn varying(self, varies: Varies) -> Varying {
        Varying {
            number: self,
            varies,
        }
    }

    /// A list of N of them.
    pub const fn list<const N: usize>(self) -> Vector<N> {
        Vector(self)
    }

    /// What is accepted, for messages.
    pub fn expected(&self) -> String {
        match self.quantity {
            Quantity::Number => "a number".into(),
            quantity => format!(
                "{quantity} (a number in {}, or text such as \"1 {}\")",
                quantity.plain_unit(),
                quantity.handy_unit()
            ),
        }
    }

    /// The range in words, in the unit of a plain number.
    pub fn accepted(&self) -> String {
        let scale = match self.quantity {
            Quantity::Angle => 1f64.to_degrees(),
            _ => 1.0,
        };
        self.range.describe(scale, self.quantity.plain_unit())
    }

    /// The number if it is finite and in range; `written` is what messages show.
    pub(super) fn checked(
        &self,
        cx: &mut Context,
        node: &Node<'_>,
        value: f64,
        written: impl Into<String>,
    ) -> Option<f64> {
        let written = written.into();
        if !value.is_finite() {
            let problem = Problem::NotFinite { value: written };
            cx.report(node.span.clone(), problem);
            return None;
        }
        if !self.range.contains(value) {
            let problem = Problem::OutOfRange {
                value: written,
                accepted: self.accepted(),
            };
            cx.report(node.span.clone(), problem);
            return None;
        }
        Some(value)
    }
}

impl Varying {
    /// A list of three of them, or keyframes of such a list.
    pub const fn vector(self) -> VaryingVector {
        VaryingVector(self)
    }
}

impl Kind for Number {
    type Out = f64;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<f64> {
        let value = read_value(cx, &node, self.varying(Varies::Nowhere))?;
        constant(&value)
    }

    fn form(&self, book: &mut Book) -> Form {
        self.varying(Varies::Nowhere).form(book)
    }
}

impl Kind for Varying {
    type Out = Value;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Value> {
        read_value(cx, &node, *self)
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Numbers {
            count: 1,
            number: self.number,
            varies: self.varies,
        }
    }
}
