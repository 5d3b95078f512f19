//! Lab results as text, CSV and JSON.

use super::report::{Report, Row};
use super::standard::Curve;
use crate::components::{from_voigt, in_file_order};
use serde_json::{Value, json};
use std::fmt::Write;

/// Column names: time, F, Cauchy stress, energy, heat, what the law remembers.
fn columns(curve: &Curve) -> Vec<String> {
    let matrix = (1..=3).flat_map(|i| (1..=3).map(move |j| format!("F{i}{j}")));
    let fixed = std::iter::once("t".to_string()).chain(matrix);
    let stress = [
        "s11",
        "s22",
        "s33",
        "s12",
        "s23",
        "s13",
        "energy",
        "plastic_work",
    ]
    .map(String::from);
    let history = curve.history.iter().flat_map(|h| match h.components {
        1 => vec![h.name.to_string()],
        _ => ["11", "22", "33", "12", "23", "13"]
            .map(|c| format!("{}_{c}", h.name))
            .to_vec(),
    });
    fixed.chain(stress).chain(history).collect()
}

/// One row per moment; energy is `None` where the law has none.
fn rows(curve: &Curve) -> impl Iterator<Item = Vec<Option<f64>>> {
    curve.moments.iter().map(move |m| {
        let f = m.deformation.0.concat();
        let head = std::iter::once(m.time)
            .chain(f)
            .chain(in_file_order(m.cauchy))
            .map(Some);
        let mut row: Vec<Option<f64>> = head.chain([m.energy, Some(m.plastic_work)]).collect();
        let mut rest = &m.state.history[..];
        for remembered in curve.history {
            let (own, others) = rest.split_at(remembered.components);
            match own.first_chunk() {
                Some(tensor) => row.extend(from_voigt(*tensor).map(Some)),
                None => row.extend(own.iter().copied().map(Some)),
            }
            rest = others;
        }
        row
    })
}

/// Every step of a test as CSV: `t` [s], `F11`…`F33`, `s11,s22,s33,s12,s23,s13` (Cauchy) [Pa], energy
/// and plastic work [J/m³ of rest volume], then the law's history variables (SI).
pub fn csv(curve: &Curve) -> String {
    let mut out = columns(curve).join(",");
    out.push('\n');
    for row in rows(curve) {
        let cells: Vec<String> = row
            .iter()
            .map(|x| x.map_or(String::new(), |x| format!("{x:e}")))
            .collect();
        out.push_str(&cells.join(","));
        out.push('\n');
    }
    out
}

/// Every step of a test as JSON.
pub fn curve_json(curve: &Curve) -> Value {
    json!({
        "material": curve.material,
        "test": curve.test,
        "columns": columns(curve),
        "rows": rows(curve).collect::<Vec<_>>(),
    })
}

/// A report as JSON.
pub fn report_json(report: &Report) -> Value {
    let rows: Vec<Value> = report
        .rows
        .iter()
        .map(|r| json!({ "property": r.property, "unit": r.unit, "requested": r.requested, "measured": r.measured, "how": r.how }))
        .collect();
    json!({ "material": report.material, "laws": report.laws, "properties": rows })
}

/// A number in a few digits with an SI prefix where there is a unit to carry it.
fn readable(value: f64, unit: &str) -> String {
    const PREFIXES: [(f64, &str); 8] = [
        (1e9, "G"),
        (1e6, "M"),
        (1e3, "k"),
        (1.0, ""),
        (1e-3, "m"),
        (1e-6, "µ"),
        (1e-9, "n"),
        (1e-12, "p"),
    ];
    let digits = |x: f64| {
        let text = format!("{x:.6}");
        let text = if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.')
        } else {
            &text
        };
        if text == "-0" {
            "0".to_string()
        } else {
            text.to_string()
        }
    };
    match unit {
        "1" => digits(value),
        "deg" => format!("{} deg", digits(value)),
        "1/s" => format!("{} 1/s", digits(value)),
        _ => {
            let prefix = PREFIXES
                .iter()
                .find(|(scale, _)| value.abs() >= 0.9999999 * scale)
                .unwrap_or(&PREFIXES[3]);
            format!("{} {}{unit}", digits(value / prefix.0), prefix.1)
        }
    }
}

/// Relative difference between requested and measured, in words.
fn deviation(row: &Row) -> String {
    match (row.requested, row.measured) {
        (Some(r), Some(m)) if r != 0.0 => {
            let off = (m - r) / r;
            if off.abs() < 5e-7 {
                "0".into()
            } else {
                format!("{:+.2e}", off)
            }
        }
        (Some(r), Some(m)) => {
            if (m - r).abs() < 1e-9 {
                "0".into()
            } else {
                "-".into()
            }
        }
        _ => "-".into(),
    }
}

/// A report as an aligned table.
pub fn report_text(report: &Report) -> String {
    let cell =
        |value: Option<f64>, unit: &str| value.map_or("-".to_string(), |v| readable(v, unit));
    let mut table = vec![["property", "requested", "measured", "off by", "how"].map(String::from)];
    for row in &report.rows {
        table.push([
            row.property.clone(),
            cell(row.requested, row.unit),
            cell(row.measured, row.unit),
            deviation(row),
            row.how.clone(),
        ]);
    }
    let width = |column: usize| {
        table
            .iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2), width(3)];
    let mut out = format!("{} ({})\n", report.material, report.laws);
    for (k, row) in table.iter().enumerate() {
        let _ = write!(out, "  ");
        for (column, width) in widths.iter().enumerate() {
            let pad = " ".repeat(width - row[column].chars().count());
            // Words to the left, numbers to the right.
            let _ = if column == 0 {
                write!(out, "{}{pad}  ", row[column])
            } else {
                write!(out, "{pad}{}  ", row[column])
            };
        }
        let _ = writeln!(out, "{}", row[4]);
        if k == 0 {
            let _ = writeln!(
                out,
                "  {}",
                "-".repeat(widths.iter().sum::<usize>() + 8 + 3)
            );
        }
    }
    out
}
