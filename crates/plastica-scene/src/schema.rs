//! The JSON Schema of a scene, for editors.

mod numbers;

use crate::reader::{Book, Form, KeyForm, Kind, Presence, TableForm};
use serde_json::{Map, Value, json};
use toml::de::DeValue;

/// The JSON Schema (draft 2020-12) of a scene file whose root is of the given kind.
pub fn json_schema<K: Kind>(root: &K) -> Value {
    let mut book = Book::default();
    let form = root.form(&mut book);
    let mut writer = Writer::default();
    let mut schema = writer.schema_of(&form);
    for (name, form) in &book.definitions {
        let definition = writer.schema_of(form);
        writer.definitions.insert(name.to_string(), definition);
    }
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "plastica scene".into();
    schema["$defs"] = writer.definitions.into();
    schema
}

/// Writes schemas, with a definition for every kind of number that occurs.
#[derive(Default)]
struct Writer {
    definitions: Map<String, Value>,
}

impl Writer {
    fn schema_of(&mut self, form: &Form) -> Value {
        match form {
            Form::Text => json!({ "type": "string", "minLength": 1 }),
            Form::Integer { low, high } => {
                json!({ "type": "integer", "minimum": low, "maximum": high })
            }
            Form::Numbers {
                count,
                number,
                varies,
            } => self.numbers(*count, number, *varies),
            Form::Words(words) => words_schema(words),
            Form::List { item, low } => {
                json!({ "type": "array", "items": self.schema_of(item), "minItems": low })
            }
            Form::Table(table) => self.table(table),
            Form::Keyframes(value) => keyframes(self.schema_of(value)),
            Form::Either(one, other) => {
                json!({ "anyOf": [self.schema_of(one), self.schema_of(other)] })
            }
            Form::Named(name) => reference(name),
        }
    }

    /// A table; with variants, one object for each of them.
    fn table(&mut self, table: &TableForm) -> Value {
        if table.variants.is_empty() {
            return self.object(&table.keys, None);
        }
        let variants = table.variants.iter().map(|variant| {
            let key = KeyForm {
                name: variant.name,
                doc: variant.doc.clone(),
                form: variant.form.clone(),
                presence: Presence::Required,
            };
            self.object(&table.keys, Some(&key))
        });
        json!({ "oneOf": variants.collect::<Vec<_>>() })
    }

    fn object(&mut self, keys: &[KeyForm], variant: Option<&KeyForm>) -> Value {
        let all = || variant.into_iter().chain(keys);
        let properties: Map<String, Value> = all()
            .map(|key| (key.name.to_string(), self.property(key)))
            .collect();
        let required: Vec<&str> = all()
            .filter(|key| matches!(key.presence, Presence::Required))
            .map(|key| key.name)
            .collect();
        let mut object = json!({
            "type": "object",
            "additionalProperties": false,
            "properties": properties,
            "required": required,
        });
        if let Some(variant) = variant {
            object["description"] = variant.doc.as_ref().into();
        }
        object
    }

    fn property(&mut self, key: &KeyForm) -> Value {
        let mut schema = self.schema_of(&key.form);
        schema["description"] = key.doc.as_ref().into();
        if let Presence::Default(default) = &key.presence {
            schema["default"] =
                DeValue::parse(default).map_or(Value::Null, |v| json_of(v.get_ref()));
        }
        schema
    }
}

/// A reference inside `allOf`, since some readers ignore what stands beside a bare `$ref`.
fn reference(name: &str) -> Value {
    json!({ "allOf": [{ "$ref": format!("#/$defs/{name}") }] })
}

fn words_schema(words: &[(&str, &str)]) -> Value {
    let names: Vec<&str> = words.iter().map(|w| w.0).collect();
    let each = words
        .iter()
        .map(|(word, doc)| json!({ "const": word, "description": doc }));
    json!({ "enum": names, "oneOf": each.collect::<Vec<_>>() })
}

fn keyframes(value: Value) -> Value {
    let pair = json!({
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "prefixItems": [{ "type": ["number", "string"] }, value],
    });
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["keyframes"],
        "properties": {
            "keyframes": {
                "type": "array",
                "description": "Pairs of time [s] and value, times rising; linear in between, constant before and after.",
                "minItems": 1,
                "items": pair,
            },
        },
    })
}

/// A default as JSON.
fn json_of(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Integer(integer) => integer
            .as_str()
            .parse::<i64>()
            .map_or(Value::Null, Value::from),
        DeValue::Float(float) => float
            .as_str()
            .parse::<f64>()
            .map_or(Value::Null, Value::from),
        DeValue::Boolean(flag) => (*flag).into(),
        DeValue::Datetime(_) => Value::Null,
        DeValue::Array(items) => items.iter().map(|i| json_of(i.get_ref())).collect(),
        DeValue::Table(entries) => entries
            .iter()
            .map(|(key, value)| (key.get_ref().to_string(), json_of(value.get_ref())))
            .collect::<Map<String, Value>>()
            .into(),
    }
}
