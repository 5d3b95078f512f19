//! Mistakes for programs.

use super::{Diagnostic, Diagnostics};
use serde_json::{Map, Value, json};

pub(super) fn to_json(diagnostics: &Diagnostics) -> Value {
    let list: Vec<Value> = diagnostics
        .iter()
        .map(|d| Value::Object(object(diagnostics, d)))
        .collect();
    json!({
        "file": diagnostics.source().name(),
        "mistakes": diagnostics.count(),
        "diagnostics": list,
    })
}

fn object(diagnostics: &Diagnostics, diagnostic: &Diagnostic) -> Map<String, Value> {
    let source = diagnostics.source();
    let problem = &diagnostic.problem;
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.into(), value);
    put("file", source.name().into());
    put("code", problem.code().into());
    put("message", problem.message().into());
    put("advice", problem.advice().into());
    put("accepted", problem.accepted().into());
    put("nearest", problem.nearest().into());
    if let Some(span) = &diagnostic.span {
        let start = source.position(span.start);
        let end = source.position(span.end);
        put("line", start.line.into());
        put("column", start.column.into());
        put("end_line", end.line.into());
        put("end_column", end.column.into());
        let text = source.text().get(source.on_first_line(span));
        put("text", text.unwrap_or_default().into());
    }
    object
}
