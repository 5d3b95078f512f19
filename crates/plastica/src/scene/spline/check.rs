//! What splines and those who pull at them cannot be, told where they are written.

use super::{Finger, Spline, Spring};
use crate::build::{Fault, spline_body};
use crate::diagnostics::Problem;
use crate::scene::reader::Table;
use plastica_spline::{BuildError, Places};
use plastica_tensor::Vec3;
use std::ops::Range;

/// Reports what is wrong with a spline at the key that says so.
pub(super) fn check(t: &mut Table<'_>, spline: &Spline) -> Option<()> {
    let fault = match spline_body(spline, "it") {
        Ok(body) => plastica_spline::check(&body)
            .err()
            .map(|error| told(&error)),
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
        cx.report(span, Problem::BadSpline { reason, advice });
    }
    None
}

/// The key at fault.
fn told(error: &BuildError) -> Fault {
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

/// Reports springs and fingers without a spline, and fingers that close at the start and reach nothing.
pub(in crate::scene) fn hands(
    t: &mut Table<'_>,
    splines: Option<&[Spline]>,
    springs: Listed<Spring>,
    fingers: Listed<Finger>,
) -> Option<(Vec<Spring>, Vec<Finger>)> {
    let (splines, springs, fingers) = (splines?, springs?, fingers?);
    let (cx, _) = t.context()?;
    let mut good = true;
    let mut report = |span: &Range<usize>, reason: String, advice| {
        cx.report(span.clone(), Problem::BadSpline { reason, advice });
        good = false;
    };
    let known = |name: &str| splines.iter().any(|s| s.name.as_deref() == Some(name));
    const NONE: &str = "springs and fingers pull at nodes of a [[spline]]: write one, and name it";
    for (span, spring) in &springs {
        if !known(&spring.body) {
            let reason = format!("{:?} is no [[spline]]", spring.body);
            report(span, reason, NONE);
        }
    }
    for (span, finger) in &fingers {
        match &finger.body {
            Some(body) if !known(body) => report(span, format!("{body:?} is no [[spline]]"), NONE),
            None if splines.is_empty() => report(span, "there is no [[spline]]".into(), NONE),
            _ => {
                if let Some(away) = out_of_reach(finger, splines) {
                    let reason = format!(
                        "it closes at 0 s and reaches no node: the nearest is {away:.4} m from its tip, its radius is {} m",
                        finger.radius
                    );
                    report(
                        span,
                        reason,
                        "move its tip to the nodes, or let it reach farther",
                    );
                }
            }
        }
    }
    let strip = |list: Vec<(Range<usize>, Spring)>| list.into_iter().map(|(_, s)| s).collect();
    good.then(|| {
        let fingers = fingers.into_iter().map(|(_, finger)| finger).collect();
        (strip(springs), fingers)
    })
}

/// How far the nearest node is from a finger that closes at the start and reaches none [m].
fn out_of_reach(finger: &Finger, splines: &[Spline]) -> Option<f64> {
    if finger.window.is_some_and(|window| !window.contains(0.0)) {
        return None;
    }
    let tip = finger.motion.pose(0.0).position;
    let meant = |spline: &&Spline| finger.body.is_none() || finger.body == spline.name;
    let places = splines.iter().filter(meant).flat_map(places);
    let nearest = places
        .map(|x| (x - tip).norm())
        .fold(f64::INFINITY, f64::min);
    (nearest > finger.radius).then_some(nearest)
}

fn places(spline: &Spline) -> Places {
    spline_body(spline, "it").map_or_else(|_| Vec::<Vec3<f64>>::new(), |body| body.shape)
}
