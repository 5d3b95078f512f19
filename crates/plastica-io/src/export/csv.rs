//! Tables: a row per point, a column per number, with units in the head.

use super::{Format, columns};
use plastica_core::{Frame, Values};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "csv",
    ending: "csv",
    doc: "A table with a row per point and units in its head, for spreadsheets, pandas and plots.",
    write,
};

fn write(frame: &Frame, to: &mut dyn Write) -> io::Result<()> {
    let mut head: Vec<String> = ["x", "y", "z"].map(|axis| format!("{axis} [m]")).into();
    for attribute in &frame.attributes {
        let unit = match &*attribute.unit {
            "1" => String::new(),
            unit => format!(" [{unit}]"),
        };
        let names = columns(&attribute.name, attribute.components);
        head.extend(names.into_iter().map(|name| name + &unit));
    }
    writeln!(to, "{}", head.join(","))?;
    for (i, [x, y, z]) in frame.positions.iter().enumerate() {
        write!(to, "{x},{y},{z}")?;
        for attribute in &frame.attributes {
            let n = attribute.components;
            for k in n * i..n * (i + 1) {
                // What is absent stays empty.
                match &attribute.values {
                    Values::U32(values) => write!(to, ",{}", values[k])?,
                    Values::F32(values) if !values[k].is_nan() => write!(to, ",{}", values[k])?,
                    Values::F64(values) if !values[k].is_nan() => write!(to, ",{}", values[k])?,
                    _ => write!(to, ",")?,
                }
            }
        }
        writeln!(to)?;
    }
    Ok(())
}
