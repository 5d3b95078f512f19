//! `plastica materials`.

use crate::{Failure, files, lab_sheet};
use plastica::diagnostics::nearest;
use plastica_material::catalogue::{self, Preset};
use plastica_material::spec::Quantity;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// The list of materials.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Show this one in full.
    name: Option<String>,
    /// As JSON.
    #[arg(long)]
    json: bool,
    /// Put six of them through the virtual lab and draw what they do.
    #[arg(long, value_name = "FILE.png", conflicts_with_all = ["name", "json"])]
    sheet: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.sheet {
        return lab_sheet::draw(path);
    }
    let chosen: Vec<&Preset> = match &arguments.name {
        Some(name) => vec![find(name)?],
        None => catalogue::presets().iter().collect(),
    };
    if arguments.json {
        let all: Vec<Value> = chosen.iter().map(|preset| as_json(preset)).collect();
        return files::print(&files::pretty(&all.into()));
    }
    match &arguments.name {
        Some(_) => files::print(&in_full(chosen[0])),
        None => {
            let width = chosen
                .iter()
                .map(|preset| preset.name.len())
                .max()
                .unwrap_or(0);
            let lines: Vec<String> = chosen
                .iter()
                .map(|preset| format!("{:width$}  {}", preset.name, preset.summary))
                .collect();
            files::print(&lines.join("\n"))
        }
    }
}

/// The preset of that name, or an error with the nearest one.
pub(crate) fn find(name: &str) -> Result<&'static Preset, Failure> {
    catalogue::preset(name).ok_or_else(|| {
        let names: Vec<&str> = catalogue::presets()
            .iter()
            .map(|preset| preset.name)
            .collect();
        let hint =
            nearest(name, &names).map_or(String::new(), |near| format!("; did you mean {near:?}?"));
        Failure::Input(format!(
            "there is no material {name:?}{hint} (`plastica materials` lists them all)"
        ))
    })
}

/// Angles are radians inside and degrees for people.
fn for_people(quantity: Quantity, value: f64) -> (f64, &'static str) {
    match quantity {
        Quantity::Angle => (value.to_degrees(), "deg"),
        _ => (value, quantity.unit()),
    }
}

fn in_full(preset: &Preset) -> String {
    let mut out = format!(
        "{}\n{}\n\ndensity  {} kg/m3  ({})\n",
        preset.name, preset.summary, preset.density.0, preset.density.1
    );
    for (slot, law) in preset.laws() {
        let _ = writeln!(out, "{}  {}", slot.key(), law.law);
        let spec = catalogue::law(slot, law.law);
        for value in law.values {
            let parameter =
                spec.and_then(|spec| spec.parameters.iter().find(|p| p.name == value.name));
            let quantity = parameter.map_or(Quantity::Number, |p| p.quantity);
            let numbers: Vec<String> = value
                .values
                .iter()
                .map(|v| format!("{}", for_people(quantity, *v).0))
                .collect();
            let unit = for_people(quantity, 0.0).1;
            let unit = if unit == "1" {
                String::new()
            } else {
                format!(" {unit}")
            };
            let _ = writeln!(
                out,
                "  {}  {}{unit}  ({})",
                value.name,
                numbers.join(", "),
                value.origin
            );
        }
        for (choice, word) in law.choices {
            let _ = writeln!(out, "  {choice}  {word}");
        }
    }
    out
}

fn as_json(preset: &Preset) -> Value {
    let laws: serde_json::Map<String, Value> = preset
        .laws()
        .map(|(slot, law)| {
            let values: Vec<Value> = law
                .values
                .iter()
                .map(|v| json!({ "name": v.name, "si_values": v.values, "origin": v.origin }))
                .collect();
            let choices: serde_json::Map<String, Value> = law
                .choices
                .iter()
                .map(|(k, w)| (k.to_string(), json!(w)))
                .collect();
            (
                slot.key().to_string(),
                json!({ "law": law.law, "parameters": values, "choices": choices }),
            )
        })
        .collect();
    json!({ "name": preset.name, "summary": preset.summary, "density": { "kg_per_m3": preset.density.0, "origin": preset.density.1 }, "laws": laws })
}
