//! The part of JSON Schema that our schema uses, and not more: an unknown keyword fails the test.

use serde_json::Value;

/// What is wrong with a value, each with its path; empty when it fits.
pub fn validate(root: &Value, schema: &Value, value: &Value, path: &str) -> Vec<String> {
    let object = schema
        .as_object()
        .unwrap_or_else(|| panic!("not a schema: {schema}"));
    let keywords = object.iter();
    keywords
        .flat_map(|(keyword, rule)| keyword_errors(root, schema, keyword, rule, value, path))
        .collect()
}

fn keyword_errors(
    root: &Value,
    schema: &Value,
    keyword: &str,
    rule: &Value,
    value: &Value,
    path: &str,
) -> Vec<String> {
    let fail = |fits: bool| {
        if fits {
            Vec::new()
        } else {
            vec![format!("{path}: {keyword} {rule}")]
        }
    };
    let count = |kind: &Value| rule_matches(root, kind, value, path);
    match keyword {
        "description" | "default" | "title" | "$schema" | "$defs" => Vec::new(),
        "type" => fail(any_type(rule, value)),
        "enum" => fail(rule.as_array().unwrap().contains(value)),
        "const" => fail(rule == value),
        "anyOf" => fail(rule.as_array().unwrap().iter().any(count)),
        "allOf" => fail(rule.as_array().unwrap().iter().all(count)),
        "oneOf" => fail(rule.as_array().unwrap().iter().filter(|s| count(s)).count() == 1),
        "$ref" => {
            let pointer = rule.as_str().unwrap().trim_start_matches('#');
            let target = root
                .pointer(pointer)
                .unwrap_or_else(|| panic!("no {pointer}"));
            validate(root, target, value, path)
        }
        "minimum" => fail(value.as_f64().is_none_or(|v| v >= rule.as_f64().unwrap())),
        "maximum" => fail(value.as_f64().is_none_or(|v| v <= rule.as_f64().unwrap())),
        "exclusiveMinimum" => fail(value.as_f64().is_none_or(|v| v > rule.as_f64().unwrap())),
        "exclusiveMaximum" => fail(value.as_f64().is_none_or(|v| v < rule.as_f64().unwrap())),
        "minLength" => fail(
            value
                .as_str()
                .is_none_or(|v| v.chars().count() as u64 >= rule.as_u64().unwrap()),
        ),
        "minItems" => fail(
            value
                .as_array()
                .is_none_or(|v| v.len() as u64 >= rule.as_u64().unwrap()),
        ),
        "maxItems" => fail(
            value
                .as_array()
                .is_none_or(|v| v.len() as u64 <= rule.as_u64().unwrap()),
        ),
        "items" => each(value, |i, item| {
            validate(root, rule, item, &format!("{path}/{i}"))
        }),
        "prefixItems" => each(value, |i, item| match rule.get(i) {
            Some(schema) => validate(root, schema, item, &format!("{path}/{i}")),
            None => Vec::new(),
        }),
        "required" => fail(value.as_object().is_none_or(|v| {
            let names = rule.as_array().unwrap().iter();
            names
                .map(|n| n.as_str().unwrap())
                .all(|n| v.contains_key(n))
        })),
        "properties" => properties(root, rule, value, path),
        "additionalProperties" => {
            assert_eq!(rule, &Value::Bool(false));
            let known = schema["properties"].as_object().unwrap();
            fail(
                value
                    .as_object()
                    .is_none_or(|v| v.keys().all(|k| known.contains_key(k))),
            )
        }
        _ => panic!("the schema uses {keyword}, which this validator does not know"),
    }
}

fn rule_matches(root: &Value, schema: &Value, value: &Value, path: &str) -> bool {
    validate(root, schema, value, path).is_empty()
}

fn each(value: &Value, check: impl Fn(usize, &Value) -> Vec<String>) -> Vec<String> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items
        .iter()
        .enumerate()
        .flat_map(|(i, item)| check(i, item))
        .collect()
}

fn properties(root: &Value, rule: &Value, value: &Value, path: &str) -> Vec<String> {
    let Some(object) = value.as_object() else {
        return Vec::new();
    };
    let schemas = rule.as_object().unwrap();
    let known = object
        .iter()
        .filter_map(|(key, value)| Some((key, schemas.get(key)?, value)));
    known
        .flat_map(|(key, schema, value)| validate(root, schema, value, &format!("{path}/{key}")))
        .collect()
}

fn any_type(rule: &Value, value: &Value) -> bool {
    match rule {
        Value::Array(types) => types.iter().any(|t| any_type(t, value)),
        _ => match rule.as_str().unwrap() {
            "string" => value.is_string(),
            "number" => value.is_number(),
            "integer" => value.is_i64() || value.is_u64(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("unknown type {other}"),
        },
    }
}
