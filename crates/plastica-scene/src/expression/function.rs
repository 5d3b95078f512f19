//! The functions and constants of the formula language.

use std::f64::consts;

/// How a function computes, by its number of arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Call {
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    Three(fn(f64, f64, f64) -> f64),
    /// Two or more arguments, folded in pairs.
    Fold(fn(f64, f64) -> f64),
}

/// A function by name.
pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) usage: &'static str,
    pub(super) call: Call,
}

const fn function(name: &'static str, usage: &'static str, call: Call) -> Function {
    Function { name, usage, call }
}

pub(super) const CONSTANTS: &[(&str, f64)] = &[("pi", consts::PI), ("e", consts::E)];

pub(super) const FUNCTIONS: &[Function] = &[
    function("sin", "sin(angle in rad)", Call::One(f64::sin)),
    function("cos", "cos(angle in rad)", Call::One(f64::cos)),
    function("tan", "tan(angle in rad)", Call::One(f64::tan)),
    function("asin", "asin(a)", Call::One(f64::asin)),
    function("acos", "acos(a)", Call::One(f64::acos)),
    function("atan", "atan(a)", Call::One(f64::atan)),
    function("atan2", "atan2(y, x)", Call::Two(f64::atan2)),
    function("exp", "exp(a)", Call::One(f64::exp)),
    function("ln", "ln(a)", Call::One(f64::ln)),
    function("log10", "log10(a)", Call::One(f64::log10)),
    function("sqrt", "sqrt(a)", Call::One(f64::sqrt)),
    function("abs", "abs(a)", Call::One(f64::abs)),
    function("min", "min(a, b, ...)", Call::Fold(f64::min)),
    function("max", "max(a, b, ...)", Call::Fold(f64::max)),
    function("floor", "floor(a)", Call::One(f64::floor)),
    function("ceil", "ceil(a)", Call::One(f64::ceil)),
    function("sign", "sign(a)", Call::One(sign)),
    function("clamp", "clamp(a, low, high)", Call::Three(clamp)),
    function(
        "smoothstep",
        "smoothstep(from, to, a)",
        Call::Three(smoothstep),
    ),
    function("step", "step(edge, a)", Call::Two(step)),
    function("if", "if(condition, yes, no)", Call::Three(select)),
];

impl Call {
    pub(super) fn accepts(&self, arguments: usize) -> bool {
        match self {
            Call::One(_) => arguments == 1,
            Call::Two(_) => arguments == 2,
            Call::Three(_) => arguments == 3,
            Call::Fold(_) => arguments >= 2,
        }
    }
}

/// 1, 0 or −1; `f64::signum` has no 0.
fn sign(a: f64) -> f64 {
    if a == 0.0 { 0.0 } else { a.signum() }
}

/// The upper end wins when the ends are crossed; `f64::clamp` would panic.
fn clamp(a: f64, low: f64, high: f64) -> f64 {
    a.max(low).min(high)
}

/// Cubic from 0 at `from` to 1 at `to`, flat at both; a jump when they coincide.
fn smoothstep(from: f64, to: f64, a: f64) -> f64 {
    if from == to {
        return step(from, a);
    }
    let s = clamp((a - from) / (to - from), 0.0, 1.0);
    s * s * (3.0 - 2.0 * s)
}

/// 0 below the edge, 1 from it on.
fn step(edge: f64, a: f64) -> f64 {
    f64::from(a >= edge)
}

/// A comparison by its sign in the text.
pub(super) fn comparison(text: &str) -> Option<fn(f64, f64) -> f64> {
    Some(match text {
        "<" => |a, b| f64::from(a < b),
        "<=" => |a, b| f64::from(a <= b),
        ">" => |a, b| f64::from(a > b),
        ">=" => |a, b| f64::from(a >= b),
        "==" => |a, b| f64::from(a == b),
        "!=" => |a, b| f64::from(a != b),
        _ => return None,
    })
}

/// `no` when the condition is 0 or NaN, else `yes`. Both have been computed: cheaper than jumps, and
/// a NaN in the branch that is not taken does no harm.
fn select(condition: f64, yes: f64, no: f64) -> f64 {
    if condition != 0.0 && !condition.is_nan() {
        yes
    } else {
        no
    }
}
