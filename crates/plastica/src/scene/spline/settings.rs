//! `[splines]`: how splines are stepped and solved.

use super::SplineSettings;
use crate::scene::reader::{Table, number, word};
use crate::units::Quantity;
use plastica_material::spec::Range;
use plastica_spline::solve::{SOLVERS, SolverChoice};

pub(in crate::scene) fn settings(t: &mut Table<'_>) -> Option<SplineSettings> {
    let time_step = t.or(
        "time_step",
        "The longest step. Steps are stable at any length; vibrations that are faster are damped away.",
        number(Quantity::Time).positive(),
        "0.002",
    );
    let implicitness = t.or(
        "implicitness",
        "From 0.5, which keeps the energy of vibrations, to 1, which damps those that a step cannot follow.",
        number(Quantity::Number).within(Range {
            low: 0.5,
            high: 1.0,
            low_open: false,
            high_open: false,
        }),
        "1",
    );
    let solver = t.or(
        "solver",
        "How the linear systems are solved.",
        word("solver", &WORDS),
        "\"automatic\"",
    );
    let tolerance = t.or(
        "tolerance",
        "Residual over right-hand side at which an iteration ends.",
        number(Quantity::Number).within(Range {
            low: 0.0,
            high: 1.0,
            low_open: true,
            high_open: true,
        }),
        "1e-6",
    );
    let courant = t.or(
        "courant",
        "Share of the distance to the next node that a node may move in a step.",
        number(Quantity::Number).positive(),
        "0.5",
    );
    let thickness = t.or(
        "thickness",
        "How near to obstacles nodes come: half of the body's thickness.",
        number(Quantity::Length).not_negative(),
        "0",
    );
    Some(SplineSettings {
        time_step: time_step?,
        implicitness: implicitness?,
        solver: solver?,
        tolerance: tolerance?,
        courant: courant?,
        thickness: thickness?,
    })
}

/// A word for every solver in the list.
const WORDS: [(&str, &str, SolverChoice); SOLVERS.len()] = {
    let mut words = [("", "", SolverChoice::Automatic); SOLVERS.len()];
    let mut k = 0;
    while k < words.len() {
        words[k] = (SOLVERS[k].name(), SOLVERS[k].doc(), SOLVERS[k]);
        k += 1;
    }
    words
};
