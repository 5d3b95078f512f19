//! Lists of numbers of fixed length: places, sizes, directions.

use super::value::{constant, read_list};
use super::{Book, Context, Form, Kind, Node, Number, Varies, Varying, number};
use crate::diagnostics::Problem;
use crate::units::Quantity;
use plastica_material::Value;

/// N constants.
#[derive(Clone, Copy)]
pub struct Vector<const N: usize>(pub(super) Number);

/// Three numbers that may each vary, or keyframes of three.
#[derive(Clone, Copy)]
pub struct VaryingVector(pub(super) Varying);

impl<const N: usize> Kind for Vector<N> {
    type Out = [f64; N];

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<[f64; N]> {
        let values = read_list(cx, &node, self.0.varying(Varies::Nowhere), N)?;
        let numbers: Option<Vec<f64>> = values.iter().map(constant).collect();
        numbers?.try_into().ok()
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Numbers {
            count: N,
            number: self.0,
            varies: Varies::Nowhere,
        }
    }
}

impl Kind for VaryingVector {
    type Out = [Value; 3];

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<[Value; 3]> {
        read_list(cx, &node, self.0, 3)?.try_into().ok()
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Numbers {
            count: 3,
            number: self.0.number,
            varies: self.0.varies,
        }
    }
}

/// A constant direction.
pub struct Direction;

/// A direction of any length but 0, made a unit vector.
pub fn direction() -> Direction {
    Direction
}

impl Kind for Direction {
    type Out = [f64; 3];

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<[f64; 3]> {
        let span = node.span.clone();
        let direction = number(Quantity::Number).list::<3>().read(cx, node)?;
        let unit = normalised(direction);
        if unit.is_none() {
            cx.report(span, Problem::ZeroDirection);
        }
        unit
    }

    fn form(&self, book: &mut Book) -> Form {
        number(Quantity::Number).list::<3>().form(book)
    }
}

/// A direction that may vary over the body.
pub struct DirectionField;

/// A direction that may vary over the body; its length is left as it is, but 0 is refused where
/// that can be seen.
pub fn direction_field() -> DirectionField {
    DirectionField
}

const FIELD: VaryingVector = number(Quantity::Number).varying(Varies::InSpace).vector();

impl Kind for DirectionField {
    type Out = [Value; 3];

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<[Value; 3]> {
        let span = node.span.clone();
        let direction = FIELD.read(cx, node)?;
        let zero = direction.iter().all(|v| constant(v) == Some(0.0));
        if zero {
            cx.report(span, Problem::ZeroDirection);
        }
        (!zero).then_some(direction)
    }

    fn form(&self, book: &mut Book) -> Form {
        FIELD.form(book)
    }
}

/// The unit vector along a direction; the largest component is taken out first so that neither
/// huge nor tiny ones overflow or vanish when squared.
fn normalised(direction: [f64; 3]) -> Option<[f64; 3]> {
    let largest = direction.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    if largest == 0.0 {
        return None;
    }
    let scaled = direction.map(|c| c / largest);
    let length = scaled.iter().map(|c| c * c).sum::<f64>().sqrt();
    Some(scaled.map(|c| c / length))
}
