//! `[spline_solver]`: how splines are stepped and solved.

use crate::Options;
use crate::solve::{SOLVERS, SolverChoice};
use plastica_material::spec::Range;
use plastica_scene::reader::{Table, number, word};
use plastica_scene::units::Quantity;

pub(super) fn settings(t: &mut Table<'_>) -> Option<Options> {
    let usual = Options::default();
    let time_step = t.or_value(
        "time_step",
        "The longest step. Steps are stable at any length; vibrations that are faster are damped away.",
        number(Quantity::Time).positive(),
        &usual.time_step,
    );
    let implicitness = t.or_value(
        "implicitness",
        "From 0.5, which keeps the energy of vibrations, to 1, which damps those that a step cannot follow.",
        number(Quantity::Number).within(Range {
            low: 0.5,
            high: 1.0,
            low_open: false,
            high_open: false,
        }),
        &usual.implicitness,
    );
    let solver = t.or_value(
        "solver",
        "How the linear systems are solved.",
        word("solver", &WORDS).renamed(&[
            ("profile", "skyline"),
            ("relaxation", "sor"),
            ("lines", "adi"),
        ]),
        &usual.solver,
    );
    let tolerance = t.or_value(
        "tolerance",
        "Residual over right-hand side at which an iteration ends.",
        number(Quantity::Number).within(Range {
            low: 0.0,
            high: 1.0,
            low_open: true,
            high_open: true,
        }),
        &usual.tolerance,
    );
    let courant = t.or_value(
        "courant",
        "Share of the distance to the next node that a node may move in a step.",
        number(Quantity::Number).positive(),
        &usual.courant,
    );
    let thickness = t.or_value(
        "thickness",
        "How near to obstacles nodes come: half of the body's thickness.",
        number(Quantity::Length).not_negative(),
        &usual.thickness,
    );
    Some(Options {
        time_step: time_step?,
        implicitness: implicitness?,
        solver: solver?,
        tolerance: tolerance?,
        courant: courant?,
        thickness: thickness?,
        ..usual
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
