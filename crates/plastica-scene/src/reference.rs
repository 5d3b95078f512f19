//! The reference page of the scene file, made from the same declarations that read it.

use crate::expression;
use crate::reader::{Book, Form, KeyForm, Kind, Number, Presence, TableForm, Varies};
use crate::units::Quantity;
use plastica_material::catalogue;
use plastica_material::spec::{LawSpec, Slot};
use std::fmt::Write;

const OPENING: &str = "\
# The scene file

This page is made from the declarations that read a scene. `plastica schema` prints the same as a \
JSON Schema, from which editors complete.

A scene is a TOML file. Plain numbers are SI, except that **a plain angle is in degrees**. Text with a \
unit is taken as well: `\"5 kPa\"`, `\"3 cm\"`, `\"30 deg\"`, `\"1 g/cm3\"`, `\"90 rpm\"`. Any other \
text where a number may stand is a formula; its result counts as a plain number would. Where a value \
may change in time, keyframes are taken: `{ keyframes = [[0.0, \"400 Pa\"], [1.5, \"4 kPa\"]] }`, linear \
in between, constant before and after. All mistakes of a file are reported at once, each with its \
line and column, and nothing is run.
";

/// The text of `docs/scene.md`, for a scene file whose root is of the given kind.
pub fn reference_markdown<K: Kind>(root: &K) -> String {
    let mut book = Book::default();
    let form = root.form(&mut book);
    let mut page = String::from(OPENING);
    let _ = write!(
        page,
        "\nFormulas know {}.\n",
        code_list(&expression::known_names())
    );
    if let Form::Table(root) = &form {
        for key in &root.keys {
            section(&mut page, key);
        }
    }
    for (name, form) in &book.definitions {
        let _ = write!(page, "\n## Value: {name}\n");
        describe(&mut page, form);
    }
    laws(&mut page);
    presets(&mut page);
    page
}

/// One of the tables of the file.
fn section(page: &mut String, key: &KeyForm) {
    let (title, form) = match &key.form {
        Form::List { item, .. } => (format!("[[{}]]", key.name), item.as_ref()),
        form => (format!("[{}]", key.name), form),
    };
    let _ = write!(page, "\n## `{title}`\n\n{}\n", key.doc);
    describe(page, form);
}

fn describe(page: &mut String, form: &Form) {
    match form {
        Form::Table(table) => describe_table(page, table),
        Form::Either(one, other) => {
            describe(page, one);
            let _ = write!(page, "\nOr {}.\n", in_words(other));
        }
        other => {
            let _ = write!(page, "\n{}\n", in_words(other));
        }
    }
}

fn describe_table(page: &mut String, table: &TableForm) {
    key_rows(page, &table.keys);
    if table.variants.is_empty() {
        return;
    }
    let names: Vec<&str> = table.variants.iter().map(|v| v.name).collect();
    let beside = if table.keys.is_empty() {
        ""
    } else {
        ", beside the keys above"
    };
    let _ = write!(page, "\nExactly one of {}{beside}:\n", code_list(&names));
    for variant in &table.variants {
        let _ = write!(page, "\n### `{}`\n\n{}\n", variant.name, variant.doc);
        describe(page, &variant.form);
    }
}

fn key_rows(page: &mut String, keys: &[KeyForm]) {
    if keys.is_empty() {
        return;
    }
    page.push_str("\n| key | value | default | meaning |\n|---|---|---|---|\n");
    for key in keys {
        let default = match &key.presence {
            Presence::Required => "required".into(),
            Presence::FromPreset => "from the preset, else required".into(),
            Presence::Optional => "–".into(),
            Presence::Default(text) => format!("`{text}`"),
        };
        // A bar inside a cell would end it.
        let doc = key.doc.replace('|', "\\|");
        let _ = writeln!(
            page,
            "| `{}` | {} | {default} | {doc} |",
            key.name,
            in_words(&key.form)
        );
    }
    for key in keys {
        nested(page, key);
    }
}

/// Tables and words inside a key are told after the rows.
fn nested(page: &mut String, key: &KeyForm) {
    match &key.form {
        Form::Table(table) => {
            let _ = write!(page, "\nIn `{}`:\n", key.name);
            describe_table(page, table);
        }
        Form::Words(words) if key.name != "preset" => {
            let _ = write!(page, "\nWords for `{}`:\n\n", key.name);
            for (word, doc) in words {
                let _ = writeln!(page, "- `\"{word}\"`: {doc}");
            }
        }
        _ => {}
    }
}

/// What can stand at a place, in a few words.
fn in_words(form: &Form) -> String {
    match form {
        Form::Text => "text".into(),
        Form::Integer { low, high } if *high > 1 << 32 => format!("whole number from {low}"),
        Form::Integer { low, high } => format!("whole number, {low} to {high}"),
        Form::Numbers {
            count,
            number,
            varies,
        } => numbers_in_words(*count, number, *varies),
        Form::Words(_) => "a word".into(),
        Form::List { item, low: 0 } => format!("list of {}", in_words(item)),
        Form::List { item, low } => format!("list of {low} or more: {}", in_words(item)),
        Form::Table(table) if table.variants.is_empty() => "table".into(),
        Form::Table(_) => "table with one of several keys".into(),
        Form::Keyframes(value) => format!("keyframes of {}", in_words(value)),
        Form::Either(one, other) => format!("{} or {}", in_words(one), in_words(other)),
        Form::Named(name) => format!("[{name}](#value-{name})"),
    }
}

fn numbers_in_words(count: usize, number: &Number, varies: Varies) -> String {
    let quantity = match number.quantity {
        Quantity::Number => "number".to_string(),
        quantity => format!("{} [{}]", without_article(quantity), quantity.plain_unit()),
    };
    let list = match count {
        1 => quantity,
        36 => format!("36 numbers or 6 rows of 6, each {quantity}"),
        _ => format!("list of {count}, each {quantity}"),
    };
    let accepted = number.accepted();
    let range = match accepted.as_str() {
        "any finite number" => String::new(),
        accepted => format!(", {accepted}"),
    };
    let formula = match varies {
        Varies::Nowhere => "",
        Varies::InTime => "; may vary in time",
        Varies::InSpace => "; may vary in space",
        Varies::InSpaceAndTime => "; may vary in space and time",
    };
    format!("{list}{range}{formula}")
}

fn without_article(quantity: Quantity) -> String {
    let name = quantity.to_string();
    let bare = name.strip_prefix("an ").or(name.strip_prefix("a "));
    bare.unwrap_or(&name).to_string()
}

/// The laws are told from their own list, for a material's table would repeat them at length.
fn laws(page: &mut String) {
    for slot in [Slot::Elastic, Slot::Flow, Slot::Viscosity, Slot::Map] {
        let _ = write!(page, "\n## Laws for `{}`\n", slot.key());
        for law in catalogue::laws(slot) {
            let _ = write!(
                page,
                "\n### {} `{}`\n\n{} Source: {}.\n",
                slot.key(),
                law.name,
                law.doc,
                law.source
            );
            describe(page, &law_form(law));
        }
    }
}

fn law_form(law: &'static LawSpec) -> Form {
    crate::law::form_of(law, &mut Book::default())
}

fn presets(page: &mut String) {
    page.push_str("\n## Presets\n\n");
    for preset in catalogue::presets() {
        let _ = writeln!(page, "- `\"{}\"`: {}", preset.name, preset.summary);
    }
}

fn code_list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    quoted.join(", ")
}
