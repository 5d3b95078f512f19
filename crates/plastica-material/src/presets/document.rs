//! The presets as a page of the documentation, with numbers in readable units.

use super::table::{FAMILIES, Family};
use super::{Preset, PresetLaw, PresetValue};
use crate::catalogue;
use crate::spec::{Quantity, Slot};

const PREFACE: &str = "\
# Materials

<!-- Generated from crates/plastica-material/src/presets; regenerate with
     `PLASTICA_REGENERATE=1 cargo test -p plastica-material --test presets`. -->

Ready-made materials. A scene takes one by its name and may change any number of it. Every number
has its origin: a source, \"typical of …\" for the usual value of handbooks, or \"chosen for looks\".
Keys in brackets are those of the bibliography. Parameters that are not listed have their defaults.

The speed is that of the fastest sound at rest. An explicit method with cells of size h takes steps
of at most about half of h over that speed.
";

/// The page `docs/materials.md`: every preset with its laws, values and origins.
pub fn markdown() -> String {
    let mut page = String::from(PREFACE);
    write_overview(&mut page);
    for family in FAMILIES {
        write_family(&mut page, family);
    }
    page
}

fn write_overview(page: &mut String) {
    page.push_str("\n| name | what it is | laws | speed |\n|---|---|---|---|\n");
    for preset in FAMILIES.iter().flat_map(|family| family.members) {
        let laws: Vec<&str> = preset.laws().map(|(_, law)| law.law).collect();
        let name = preset.name;
        page.push_str(&format!(
            "| [{name}](#{}) | {} | {} | {} |\n",
            name.replace(' ', "-"),
            preset.summary,
            laws.join(", "),
            sound_speed(preset).map_or(String::new(), |speed| format!("{} m/s", digits(speed, 2))),
        ));
    }
}

fn write_family(page: &mut String, family: &Family) {
    page.push_str(&format!("\n## {}\n\n{}\n", family.title, family.about));
    for preset in family.members {
        write_preset(page, preset);
    }
}

fn write_preset(page: &mut String, preset: &Preset) {
    let (density, origin) = preset.density;
    page.push_str(&format!("\n### {}\n\n{}\n", preset.name, preset.summary));
    page.push_str("\n| law | parameter | value | origin |\n|---|---|---|---|\n");
    page.push_str(&format!(
        "| | density | {} kg/m³ | {origin} |\n",
        digits(density, 4)
    ));
    for (slot, law) in preset.laws() {
        write_law(page, slot, law);
    }
}

/// Speed of the fastest sound at rest [m/s]; `None` if the preset does not make a material, which
/// a test rules out.
fn sound_speed(preset: &Preset) -> Option<f64> {
    let material = preset.recipe().material::<f64>().ok()?;
    Some((material.p_wave_modulus(&material.rest()) / preset.density.0).sqrt())
}

/// The law's name stands in its first row only.
fn write_law(page: &mut String, slot: Slot, law: &PresetLaw) {
    let mut title = format!("{} `{}`", slot.key(), law.law);
    for value in law.values {
        let PresetValue {
            name,
            values,
            origin,
        } = *value;
        let quantity = quantity_of(slot, law, name);
        page.push_str(&format!(
            "| {title} | {name} | {} | {origin} |\n",
            readable(values, quantity)
        ));
        title.clear();
    }
    for (name, word) in law.choices {
        page.push_str(&format!("| {title} | {name} | {word} | |\n"));
        title.clear();
    }
}

fn quantity_of(slot: Slot, law: &PresetLaw, name: &str) -> Quantity {
    catalogue::law(slot, law.law)
        .and_then(|spec| {
            spec.parameters
                .iter()
                .find(|parameter| parameter.name == name)
        })
        .map_or(Quantity::Number, |parameter| parameter.quantity)
}

/// Values of one parameter in a common unit.
fn readable(values: &[f64], quantity: Quantity) -> String {
    let largest = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let (scale, unit) = scale_and_unit(largest, quantity);
    let numbers: Vec<String> = values.iter().map(|v| digits(v / scale, 4)).collect();
    format!("{}{unit}", numbers.join(", "))
}

/// What to divide by and what to write behind, for values up to `largest`.
fn scale_and_unit(largest: f64, quantity: Quantity) -> (f64, String) {
    const PREFIXES: [(f64, &str); 4] = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];
    let prefixed = |unit: &str| {
        let (scale, prefix) = PREFIXES
            .into_iter()
            .find(|(scale, _)| largest >= *scale)
            .unwrap_or((1.0, ""));
        (scale, format!(" {prefix}{unit}"))
    };
    match quantity {
        Quantity::Number => (1.0, String::new()),
        Quantity::Angle => (1f64.to_radians(), "°".into()),
        Quantity::Pressure => prefixed("Pa"),
        Quantity::Viscosity => prefixed("Pa s"),
        Quantity::Rate | Quantity::Time | Quantity::Density => {
            (1.0, format!(" {}", quantity.unit()))
        }
    }
}

/// A number rounded to so many significant digits, without trailing zeros.
fn digits(x: f64, count: usize) -> String {
    let rounded: f64 = format!("{x:.*e}", count.saturating_sub(1))
        .parse()
        .unwrap_or(x);
    format!("{rounded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(readable(&[117e9], Quantity::Pressure), "117 GPa");
        assert_eq!(readable(&[5e5, 5e4], Quantity::Pressure), "500, 50 kPa");
        assert_eq!(readable(&[0.0], Quantity::Pressure), "0 Pa");
        assert_eq!(readable(&[33f64.to_radians()], Quantity::Angle), "33°");
        assert_eq!(readable(&[400.0], Quantity::Rate), "400 1/s");
        assert_eq!(digits(230.940107e0, 4), "230.9");
    }
}
