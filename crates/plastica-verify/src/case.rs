//! What a case is, and the table it gives.

use std::fmt::Write;

/// How fine a case is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A few seconds: for the tests.
    Small,
    /// As the reference asks.
    Full,
}

/// An experiment with a known answer.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its id, such as B02.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Where the reference comes from.
    pub source: &'static str,
    /// The methods that do it, and how.
    pub runs: &'static [(&'static str, Experiment)],
}

/// Does an experiment by one method.
pub type Experiment = fn(Size) -> Vec<Row>;

/// One number of a case.
#[derive(Clone, Debug)]
pub struct Row {
    /// What was measured, with its unit.
    pub quantity: String,
    /// What it should be.
    pub reference: String,
    /// What it is.
    pub measured: f64,
    /// How far off it may be.
    pub tolerance: String,
    /// Whether it holds.
    pub holds: bool,
}

impl Row {
    /// Within a share of the reference.
    pub fn relative(
        quantity: impl Into<String>,
        reference: f64,
        measured: f64,
        tolerance: f64,
    ) -> Self {
        Row {
            quantity: quantity.into(),
            reference: precise(reference),
            measured,
            tolerance: format!("{} %", short(100.0 * tolerance)),
            holds: (measured - reference).abs() <= tolerance * reference.abs(),
        }
    }
    /// Within a distance of the reference.
    pub fn absolute(
        quantity: impl Into<String>,
        reference: f64,
        measured: f64,
        tolerance: f64,
    ) -> Self {
        Row {
            quantity: quantity.into(),
            reference: short(reference),
            measured,
            tolerance: format!("± {}", short(tolerance)),
            holds: (measured - reference).abs() <= tolerance,
        }
    }
    /// Between two numbers.
    pub fn within(quantity: impl Into<String>, low: f64, high: f64, measured: f64) -> Self {
        Row {
            quantity: quantity.into(),
            reference: format!("{} to {}", short(low), short(high)),
            measured,
            tolerance: "–".into(),
            holds: low <= measured && measured <= high,
        }
    }
    /// Not more than a number.
    pub fn at_most(quantity: impl Into<String>, limit: f64, measured: f64) -> Self {
        Row {
            quantity: quantity.into(),
            reference: format!("≤ {}", short(limit)),
            measured,
            tolerance: "–".into(),
            holds: measured <= limit,
        }
    }
    /// Not less than a number.
    pub fn at_least(quantity: impl Into<String>, limit: f64, measured: f64) -> Self {
        Row {
            quantity: quantity.into(),
            reference: format!("≥ {}", short(limit)),
            measured,
            tolerance: "–".into(),
            holds: measured >= limit,
        }
    }
}

/// Six decimals, or six digits of what is small.
fn precise(value: f64) -> String {
    match value.abs() {
        size if size == 0.0 || size >= 0.1 => format!("{value:.6}"),
        size if size >= 1e-3 => {
            let digits = (5.0 - size.log10().floor()) as usize;
            format!("{value:.digits$}")
        }
        _ => format!("{value:.5e}"),
    }
}

/// Five digits, without an exponent where it reads better.
fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".into()
    } else if (1e-3..1e6).contains(&size) {
        let digits = (4 - size.log10().floor() as i32).max(0) as usize;
        let text = format!("{value:.digits$}");
        match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').into(),
            false => text,
        }
    } else {
        format!("{value:.3e}")
    }
}

/// The rows of a case by a method as lines of a Markdown table: case, method, quantity, reference, measured,
/// tolerance, verdict.
pub fn table(case: &Case, method: &str, rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let verdict = if row.holds { "holds" } else { "**missed**" };
        let _ = writeln!(
            text,
            "| {} | {method} | {} | {} | {} | {} | {verdict} |",
            case.id,
            row.quantity,
            row.reference,
            short(row.measured),
            row.tolerance
        );
    }
    text
}
