//! The JSON Schema accepts the sample scenes and refuses what the reader refuses.

use crate::validator::validate;
use plastica::methods::METHODS;
use plastica::{Scene, json_schema, reference_markdown};
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;
use toml::de::{DeTable, DeValue};

fn json_of(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Integer(integer) => integer.as_str().parse::<i64>().unwrap().into(),
        DeValue::Float(float) => float.as_str().parse::<f64>().unwrap().into(),
        DeValue::Boolean(flag) => (*flag).into(),
        DeValue::Datetime(date) => date.to_string().into(),
        DeValue::Array(items) => items.iter().map(|i| json_of(i.get_ref())).collect(),
        DeValue::Table(entries) => object_of(entries),
    }
}

fn object_of(entries: &DeTable<'_>) -> Value {
    let entry = |(key, value): (&toml::Spanned<_>, &toml::Spanned<_>)| -> (String, Value) {
        let key: &std::borrow::Cow<'_, str> = key.get_ref();
        (key.to_string(), json_of(value.get_ref()))
    };
    entries
        .iter()
        .map(entry)
        .collect::<Map<String, Value>>()
        .into()
}

fn errors(text: &str) -> Vec<String> {
    let document = DeTable::parse(text).unwrap();
    let schema = json_schema(METHODS);
    validate(&schema, &schema, &object_of(document.get_ref()), "")
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap()
}

#[test]
fn every_sample_scene_reads_and_validates() {
    let mut count = 0;
    for entry in fs::read_dir(workspace().join("scenes")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "toml") {
            let text = fs::read_to_string(&path).unwrap();
            if let Err(diagnostics) = Scene::read(&path) {
                panic!("{diagnostics}");
            }
            assert_eq!(errors(&text), [""; 0], "{}", path.display());
            count += 1;
        }
    }
    assert!(count >= 2);
    assert_eq!(errors(crate::common::CHECKED), [""; 0]);
}

#[test]
fn what_the_reader_refuses_the_schema_refuses() {
    let spoilt = [
        ("duration = 1", "duraton = 1"),
        ("duration = 1", "duration = -1"),
        ("duration = 1", "duration = [1]"),
        ("precision = \"double\"", "precision = \"triple\""),
        (
            "{ sphere = { radius = 0.1 } }",
            "{ sphere = { radius = 0.1, colour = 1 } }",
        ),
        ("{ sphere = { radius = 0.1 } }", "{ sphere = {} }"),
        (
            "{ sphere = { radius = 0.1 } }",
            "{ spere = { radius = 0.1 } }",
        ),
        (
            "{ sphere = { radius = 0.1 } }",
            "{ union = [{ sphere = { radius = 0 } }] }",
        ),
        ("poisson_ratio = 0.3", "poisson_ratio = 0.5"),
        ("poisson_ratio = 0.3", "poison_ratio = 0.3"),
        ("normal = [0, 1, 0]", "normal = [0, 1]"),
        ("resolution = 0.01", ""),
        ("[[body]]", "[[bodies]]"),
    ];
    for (old, new) in spoilt {
        let text = crate::common::CHECKED.replace(old, new);
        assert!(!errors(&text).is_empty(), "the schema accepts {new:?}");
        assert!(
            Scene::parse("scene.toml", &text).is_err(),
            "the reader accepts {new:?}"
        );
    }
}

#[test]
fn keys_carry_documentation_defaults_and_words() {
    let schema = json_schema(METHODS);
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    let scene = &schema["properties"]["scene"];
    assert_eq!(scene["additionalProperties"], false);
    assert_eq!(scene["required"], serde_json::json!(["duration"]));
    assert_eq!(
        scene["properties"]["gravity"]["default"],
        serde_json::json!([0, -9.81, 0])
    );
    assert_eq!(
        scene["properties"]["precision"]["enum"],
        serde_json::json!(["automatic", "single", "double"])
    );
    let mut undocumented = Vec::new();
    undocumented_keys(&schema, "", &mut undocumented);
    assert_eq!(undocumented, [""; 0]);
}

/// Properties without a description.
fn undocumented_keys(schema: &Value, path: &str, found: &mut Vec<String>) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        for (name, property) in properties {
            if property["description"].as_str().is_none_or(str::is_empty) {
                found.push(format!("{path}/{name}"));
            }
        }
    }
    let children: Vec<(String, &Value)> = match schema {
        Value::Object(object) => object.iter().map(|(k, v)| (k.clone(), v)).collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(i, v)| (i.to_string(), v))
            .collect(),
        _ => Vec::new(),
    };
    for (name, child) in children {
        undocumented_keys(child, &format!("{path}/{name}"), found);
    }
}

#[test]
fn the_reference_page_is_up_to_date() {
    let path = workspace().join("docs/scene.md");
    let text = reference_markdown(METHODS);
    if std::env::var_os("PLASTICA_REGENERATE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "docs/scene.md is out of date: run this test with PLASTICA_REGENERATE=1"
    );
}
