//! What was found, as text and as JSON.

use super::limits::Limits;
use super::{BenchResult, Measured, Results};
use crate::files;
use plastica_scene::method::bench::Answer;
use serde_json::{Map, Value, json};
use std::fmt::Write;

pub(super) fn json(results: &Results) -> String {
    let cases: Vec<Value> = (results.benches.iter())
        .flat_map(|result| result.cases.iter().map(|case| case_json(result, case)))
        .collect();
    let mut all = json!({ "method": results.method, "threads": results.threads, "cases": cases });
    if let Some(limits) = results.limits {
        all["machine"] = json!({ "gflops": limits.arithmetic, "gb_per_s": limits.bandwidth });
    }
    files::pretty(&all)
}

fn case_json(result: &BenchResult, case: &Measured) -> Value {
    let point = case.point;
    let mut all = Map::new();
    let mut put = |name: &str, value: Value| all.insert(name.into(), value);
    put("bench", json!(result.bench.name));
    put("case", json!(case.name));
    for (name, answer) in result.asked.all() {
        let value = match answer {
            Answer::Word(word) => json!(word),
            Answer::Count(count) => json!(count),
            Answer::Switch(on) => json!(on),
        };
        put(&name.replace('-', "_"), value);
    }
    put(&format!("{point}s"), json!(case.points));
    put("steps", json!(case.steps));
    put("repeats", json!(case.repeats.len()));
    let nanoseconds = |seconds: f64| json!(case.per_point(seconds));
    put(&format!("ns_per_{point}_step"), nanoseconds(case.median()));
    put("ns_least", nanoseconds(case.least()));
    put("ns_most", nanoseconds(case.most()));
    put("ms_per_step", json!(1e3 * case.median()));
    put("warm_up_ms_per_step", json!(1e3 * case.warm_up));
    if !case.phases.is_empty() {
        let phases = case.phases.iter();
        let phases = phases.map(|(phase, seconds)| ((*phase).to_owned(), nanoseconds(*seconds)));
        put("phases_ns", Value::Object(phases.collect()));
    }
    for (name, values) in &case.findings {
        put(
            name,
            match &values[..] {
                [value] => json!(value),
                values => json!(values),
            },
        );
    }
    if let Some(memory) = case.memory {
        let each = memory as f64 / case.points.max(1) as f64;
        put(&format!("memory_bytes_per_{point}"), json!(each));
    }
    if let Some(work) = &case.work {
        let parts = work.operations.iter();
        let parts = parts.map(|(part, count)| ((*part).to_owned(), json!(count)));
        put("flops", Value::Object(parts.collect()));
        put("bytes", json!(work.bytes));
    }
    Value::Object(all)
}

pub(super) fn text(results: &Results) -> String {
    let parts: Vec<String> = (results.benches.iter())
        .map(|result| match &result.cases[..] {
            [case] => one(results, result, case),
            cases => table(results, result, cases),
        })
        .collect();
    parts.join("\n")
}

fn title(results: &Results, result: &BenchResult) -> String {
    let mut title = format!("{} {}", results.method, result.bench.name);
    for (name, answer) in result.asked.all() {
        let _ = match answer {
            Answer::Word(word) => write!(title, ", {name} {word}"),
            Answer::Count(count) => write!(title, ", {name} {count}"),
            Answer::Switch(true) => write!(title, ", {name}"),
            Answer::Switch(false) => Ok(()),
        };
    }
    format!("{title}, threads {}", results.threads)
}

/// A case in full.
fn one(results: &Results, result: &BenchResult, case: &Measured) -> String {
    let point = case.point;
    let mut out = format!(
        "{}\n{}, {} {point}s\n",
        title(results, result),
        case.name,
        case.points
    );
    let [median, least, most] =
        [case.median(), case.least(), case.most()].map(|seconds| case.per_point(seconds));
    let digits = usize::from(median < 100.0);
    let _ = writeln!(
        out,
        "{median:.digits$} ns per {point} and step ({least:.digits$} to {most:.digits$} in {} repeats of {} steps), {} ms per step",
        case.repeats.len(),
        case.steps,
        number(1e3 * case.median())
    );
    for (phase, seconds) in &case.phases {
        let _ = writeln!(out, "  {phase:<10} {:6.2} ns", case.per_point(*seconds));
    }
    out += &limited(case, results.limits);
    for (name, values) in &case.findings {
        let values: Vec<String> = values.iter().map(|value| number(*value)).collect();
        let _ = writeln!(out, "{}: {}", name.replace('_', " "), values.join(", "));
    }
    if let Some(memory) = case.memory {
        let each = memory as f64 / case.points.max(1) as f64;
        let _ = writeln!(out, "memory: {each:.0} bytes per {point} at most");
    }
    out
}

/// The work of a step beside what the machine can do.
fn limited(case: &Measured, limits: Option<Limits>) -> String {
    let (Some(work), Some(limits)) = (&case.work, limits) else {
        return String::new();
    };
    let median = case.per_point(case.median());
    let share =
        |done: f64, limit: f64| format!("{done:.1} of {limit:.0}, {:.0} %", 100.0 * done / limit);
    let parts: Vec<String> = (work.operations.iter())
        .map(|(part, count)| format!("{count:.0} in {part}"))
        .collect();
    format!(
        "arithmetic: operations {}: {} of the GFLOP/s measured here\n\
         memory traffic: {:.0} bytes: {} of the GB/s measured here\n",
        parts.join(", "),
        share(
            work.all_operations() / median,
            limits.arithmetic / work.number_size()
        ),
        work.bytes,
        share(work.bytes / median, limits.bandwidth)
    )
}

/// Cases side by side.
fn table(results: &Results, result: &BenchResult, cases: &[Measured]) -> String {
    let Some(first) = cases.first() else {
        return String::new();
    };
    let point = first.point;
    let mut head: Vec<String> = vec![
        "case".into(),
        format!("{point}s"),
        "warm-up [ms]".into(),
        "step [ms]".into(),
        format!("ns per {point}"),
    ];
    head.extend(
        first
            .findings
            .iter()
            .map(|(name, _)| name.replace('_', " ")),
    );
    let mut rows = vec![head];
    for case in cases {
        let mut row = vec![case.name.clone(), case.points.to_string()];
        row.extend([1e3 * case.warm_up, 1e3 * case.median()].map(number));
        row.push(number(case.per_point(case.median())));
        let findings = case.findings.iter().flat_map(|(_, values)| values);
        row.extend(findings.map(|value| number(*value)));
        rows.push(row);
    }
    let doc = result.bench.doc;
    format!("{}\n{doc}\n{}", title(results, result), aligned(&rows))
}

/// Columns of the width of their longest entry; the first is of words.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let long = |column: usize| {
        let entries = rows.iter().filter_map(|row| row.get(column));
        entries
            .map(|entry| entry.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(long).collect();
    let mut out = String::new();
    for row in rows {
        for (column, (entry, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(out, "{entry:<width$}"),
                _ => write!(out, "  {entry:>width$}"),
            };
        }
        out.push('\n');
    }
    out
}

/// Whole numbers as they are, others with three digits or so.
fn number(value: f64) -> String {
    let size = value.abs();
    if size < 1e9 && (value.fract() == 0.0 || (100.0..1e6).contains(&size)) {
        return format!("{value:.0}");
    }
    let digits = match size {
        10.0..100.0 => 1,
        1.0..10.0 => 2,
        1e-3..1.0 => 4,
        _ => return format!("{value:.1e}"),
    };
    format!("{value:.digits$}")
}
