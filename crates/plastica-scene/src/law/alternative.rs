//! Other ways to give a law's numbers: all names of an alternative or none, and not beside what
//! they replace.

use super::{Given, LawChange};
use crate::diagnostics::Problem;
use crate::reader::{Context, number};
use plastica_material::spec::Alternative;
use plastica_material::{Field, LawRecipe, Value};
use std::sync::Arc;

/// Puts the numbers of the alternatives that are given into the recipe. Returns the parameters that
/// they replace, also where they do so wrongly and that was reported.
pub(super) fn apply_alternatives(
    cx: &mut Context,
    change: &LawChange,
    recipe: &mut LawRecipe,
) -> Vec<&'static str> {
    let mut covered = Vec::new();
    for alternative in change.law.alternatives {
        let is_present = |name: &str| change.present.contains(&name);
        if alternative.names.iter().any(|p| is_present(p.name)) {
            covered.extend(alternative.replaces);
            if fits(cx, change, alternative) {
                apply(cx, change, alternative, recipe);
            }
        }
    }
    covered
}

/// Reports names that are missing beside the given ones, and parameters given twice.
fn fits(cx: &mut Context, change: &LawChange, alternative: &Alternative) -> bool {
    let present = |name: &&str| change.present.contains(name);
    let names: Vec<&str> = alternative.names.iter().map(|p| p.name).collect();
    let Some(given) = names.iter().copied().find(|n| present(n)) else {
        return false;
    };
    let span = change.span_of(given).unwrap_or(change.span.clone());
    if let Some(with) = alternative.replaces.iter().find(|n| present(n)) {
        let problem = Problem::Conflict {
            key: given.into(),
            with: with.to_string(),
        };
        cx.report(span, problem);
        return false;
    }
    let missing: Vec<String> = names
        .iter()
        .filter(|n| !present(n))
        .map(|n| n.to_string())
        .collect();
    if !missing.is_empty() {
        let given = given.into();
        cx.report(span, Problem::Incomplete { given, missing });
        return false;
    }
    true
}

fn apply(cx: &mut Context, change: &LawChange, alternative: &Alternative, recipe: &mut LawRecipe) {
    let given: Option<Vec<&Given>> = alternative
        .names
        .iter()
        .map(|p| change.values.iter().find(|v| v.name == p.name))
        .collect();
    // A value that could not be read has been reported.
    let Some(given) = given else { return };
    let inputs: Vec<Value> = given.iter().flat_map(|g| g.values.clone()).collect();
    let mut index = 0;
    for name in alternative.replaces {
        let Some(parameter) = change.law.parameters.iter().find(|p| p.name == *name) else {
            continue;
        };
        let outputs: Vec<Value> = (index..index + parameter.count)
            .map(|i| converted(&inputs, alternative.convert, i))
            .collect();
        index += parameter.count;
        let bad = outputs.iter().find_map(|v| match v {
            Value::Constant(v) if !parameter.range.contains(*v) => Some(*v),
            _ => None,
        });
        match bad {
            Some(value) => {
                let accepted = number(parameter.quantity.into())
                    .within(parameter.range)
                    .accepted();
                let reason =
                    format!("together these give {name} = {value}; {accepted} is accepted");
                cx.report(given[0].span.clone(), Problem::BadMaterial { reason });
            }
            None => recipe.set(name, &outputs),
        }
    }
}

/// One of the converted numbers; it varies where what it comes from does.
fn converted(inputs: &[Value], convert: fn(&[f64]) -> Vec<f64>, index: usize) -> Value {
    let evaluate = {
        let inputs: Vec<Value> = inputs.to_vec();
        move |position: [f64; 3], time: f64| {
            let numbers: Vec<f64> = inputs.iter().map(|v| v.at(position, time)).collect();
            convert(&numbers).get(index).copied().unwrap_or(f64::NAN)
        }
    };
    let varies_in_space = inputs.iter().any(Value::varies_in_space);
    let varies_in_time = inputs.iter().any(Value::varies_in_time);
    if !varies_in_space && !varies_in_time {
        return Value::Constant(evaluate([0.0; 3], 0.0));
    }
    Value::Field(Field {
        text: Arc::from(format!("{inputs:?}")),
        evaluate: Arc::new(evaluate),
        varies_in_space,
        varies_in_time,
    })
}
