//! Mistakes in splines and their attachments, reported where they are written.

use super::build::{Fault, body};
use super::reach::pinch_misses;
use super::{Pinch, Spline, Spring};
use crate::BuildError;
use plastica_scene::diagnostics::Problem;
use plastica_scene::reader::Table;
use std::ops::Range;

/// Reports what is wrong with a spline at the key that says so.
pub(super) fn check(t: &mut Table<'_>, spline: &Spline) -> Option<()> {
    let fault = match body(spline, "it") {
        Ok(body) => crate::check(&body).err().map(|error| fault(&error)),
        Err(fault) => Some(fault),
    };
    let Some(Fault {
        key,
        reason,
        advice,
    }) = fault
    else {
        return Some(());
    };
    if let Some((cx, span)) = t.place_of(key) {
        cx.report(span, Problem::Unusable { reason, advice });
    }
    None
}

/// The key at fault.
fn fault(error: &BuildError) -> Fault {
    let (key, reason, advice) = match error {
        BuildError::NoWeights { .. } => (
            "energy",
            "all weights are zero: nothing holds it together".into(),
            "give at least one weight more than 0, such as `stretch`",
        ),
        BuildError::AllCut { .. } => (
            "cuts",
            "all fibres are cut: nothing holds it together".into(),
            "leave at least one fibre",
        ),
        BuildError::Cut { axis, .. } => (
            "cuts",
            format!("a fibre along axis {axis} is cut that is not there, or twice"),
            "fibres lead from a node to the next along an axis; the last node of an open axis has none",
        ),
        BuildError::Number { what, value, .. } => (
            match *what {
                "density" => "density",
                "a weight" => "energy",
                "creep rate" => "creep",
                "yield limit" => "yield",
                "fracture limit" => "fracture",
                "a place or velocity" => "velocity",
                _ => "",
            },
            format!("{what} is {value} at a node"),
            "its formula is taken at the places of the nodes at the start; keep it within bounds there",
        ),
        error => ("", error.to_string(), "see docs/scene.md, `[[spline]]`"),
    };
    Fault {
        key,
        reason,
        advice,
    }
}

/// Things with the places of their tables.
type Listed<T> = Option<Vec<(Range<usize>, T)>>;

/// Reports springs and pinches without a spline, and pinches that close at the start and reach nothing.
pub(super) fn attachments(
    t: &mut Table<'_>,
    splines: Option<&[Spline]>,
    springs: Listed<Spring>,
    pinches: Listed<Pinch>,
) -> Option<(Vec<Spring>, Vec<Pinch>)> {
    let (splines, springs, pinches) = (splines?, springs?, pinches?);
    let (cx, _) = t.context()?;
    let mut good = true;
    let mut report = |span: &Range<usize>, reason: String, advice| {
        cx.report(span.clone(), Problem::Unusable { reason, advice });
        good = false;
    };
    let known = |name: &str| splines.iter().any(|s| s.name.as_deref() == Some(name));
    const NONE: &str = "springs and pinches pull at nodes of a [[spline]]: write one, and name it";
    for (span, spring) in &springs {
        if !known(&spring.body) {
            let reason = format!("{:?} is no [[spline]]", spring.body);
            report(span, reason, NONE);
        }
    }
    for (span, pinch) in &pinches {
        match &pinch.body {
            Some(body) if !known(body) => report(span, format!("{body:?} is no [[spline]]"), NONE),
            None if splines.is_empty() => report(span, "there is no [[spline]]".into(), NONE),
            _ => {
                if let Some(away) = pinch_misses(pinch, splines) {
                    let reason = format!(
                        "it closes at 0 s and reaches no node: the nearest is {away:.4} m from its centre, its radius is {} m",
                        pinch.radius
                    );
                    report(
                        span,
                        reason,
                        "move it to the nodes, or let it reach farther",
                    );
                }
            }
        }
    }
    good.then(|| (stripped(springs), stripped(pinches)))
}

fn stripped<T>(list: Vec<(Range<usize>, T)>) -> Vec<T> {
    list.into_iter().map(|(_, thing)| thing).collect()
}
