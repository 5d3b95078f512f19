//! The table of unit symbols and SI prefixes.

use super::Dimension;
use super::unit::{Scale, Unit};
use std::f64::consts::PI;

/// A symbol, its value in SI as `rest · 10^ten`, its dimension, and whether prefixes go with it.
struct Symbol {
    text: &'static str,
    rest: f64,
    ten: i32,
    dimension: Dimension,
    prefixed: bool,
}

const fn symbol(
    text: &'static str,
    rest: f64,
    ten: i32,
    powers: [i32; 4],
    prefixed: bool,
) -> Symbol {
    let [length, mass, time, angle] = powers;
    Symbol {
        text,
        rest,
        ten,
        dimension: Dimension::new(length, mass, time, angle),
        prefixed,
    }
}

const SYMBOLS: &[Symbol] = &[
    symbol("m", 1.0, 0, [1, 0, 0, 0], true),
    symbol("g", 1.0, -3, [0, 1, 0, 0], true),
    symbol("s", 1.0, 0, [0, 0, 1, 0], true),
    symbol("rad", 1.0, 0, [0, 0, 0, 1], true),
    symbol("N", 1.0, 0, [1, 1, -2, 0], true),
    symbol("Pa", 1.0, 0, [-1, 1, -2, 0], true),
    symbol("J", 1.0, 0, [2, 1, -2, 0], true),
    symbol("W", 1.0, 0, [2, 1, -3, 0], true),
    symbol("Hz", 1.0, 0, [0, 0, -1, 0], true),
    symbol("L", 1.0, -3, [3, 0, 0, 0], true),
    symbol("l", 1.0, -3, [3, 0, 0, 0], true),
    symbol("bar", 1.0, 5, [-1, 1, -2, 0], true),
    symbol("P", 1.0, -1, [-1, 1, -1, 0], true),
    symbol("atm", 101_325.0, 0, [-1, 1, -2, 0], false),
    // 1 lbf / 1 in², from the international pound and inch.
    symbol("psi", 6_894.757_293_168_361, 0, [-1, 1, -2, 0], false),
    symbol("in", 254.0, -4, [1, 0, 0, 0], false),
    symbol("ft", 3048.0, -4, [1, 0, 0, 0], false),
    symbol("lb", 45_359_237.0, -8, [0, 1, 0, 0], false),
    symbol("min", 60.0, 0, [0, 0, 1, 0], false),
    symbol("h", 3600.0, 0, [0, 0, 1, 0], false),
    symbol("deg", PI / 180.0, 0, [0, 0, 0, 1], false),
    symbol("°", PI / 180.0, 0, [0, 0, 0, 1], false),
    symbol("turn", 2.0 * PI, 0, [0, 0, 0, 1], false),
    symbol("rpm", PI / 30.0, 0, [0, 0, -1, 1], false),
    symbol("%", 1.0, -2, [0, 0, 0, 0], false),
];

/// SI prefixes as powers of ten. Both spellings of micro occur in texts, and `u` on keyboards.
const PREFIXES: &[(&str, i32)] = &[
    ("p", -12),
    ("n", -9),
    ("µ", -6),
    ("μ", -6),
    ("u", -6),
    ("m", -3),
    ("c", -2),
    ("d", -1),
    ("da", 1),
    ("h", 2),
    ("k", 3),
    ("M", 6),
    ("G", 9),
    ("T", 12),
];

impl Symbol {
    fn unit(&self, prefix: i32) -> Unit {
        Unit {
            scale: Scale {
                rest: self.rest,
                ten: self.ten + prefix,
            },
            dimension: self.dimension,
        }
    }
}

/// A symbol as it stands, or with a prefix. The symbol alone wins: `min` is a minute.
pub(super) fn look_up(text: &str) -> Option<Unit> {
    if let Some(symbol) = SYMBOLS.iter().find(|s| s.text == text) {
        return Some(symbol.unit(0));
    }
    PREFIXES.iter().find_map(|(prefix, power)| {
        let stem = text.strip_prefix(prefix)?;
        let symbol = SYMBOLS.iter().find(|s| s.prefixed && s.text == stem)?;
        Some(symbol.unit(*power))
    })
}

/// Every spelling that [`look_up`] takes, for suggestions.
pub(super) fn spellings() -> impl Iterator<Item = String> {
    let alone = SYMBOLS.iter().map(|s| s.text.to_string());
    let prefixed = SYMBOLS
        .iter()
        .filter(|s| s.prefixed)
        .flat_map(|s| PREFIXES.iter().map(move |(p, _)| format!("{p}{}", s.text)));
    alone.chain(prefixed)
}
