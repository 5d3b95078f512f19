//! How splines creep, yield and tear.

use super::energy::{varying, weight};
use super::image::pictured;
use crate::{Creep, Delayed, Elongation, Fracture, Measure, Nonlinear, Rule, Yield};
use plastica_material::spec::Range;
use plastica_scene::reader::{Number, Table, integer, number, table, word};
use plastica_scene::units::Quantity;

pub(super) fn creep(t: &mut Table<'_>) -> Option<Creep> {
    let rate = t.or(
        "rate",
        "Part of the elastic displacement that is forgotten per second; less than 0 for an effect of growth.",
        pictured(varying(number(Quantity::Rate)), "image_of_rates"),
        "0",
    );
    let delayed = t.maybe(
        "delayed",
        "A part that comes with a delay and goes with it.",
        table("delayed part", |t| {
            let compliance = t.need(
                "compliance",
                "Its displacement over the elastic one, in the end.",
                number(Quantity::Number).not_negative(),
            );
            let time = t.need("time", "Its delay.", number(Quantity::Time).positive());
            Some(Delayed {
                compliance: compliance?,
                time: time?,
            })
        }),
    );
    let nonlinear = t.maybe(
        "nonlinear",
        "The rate grows with the displacement: times (|e| / length)^(exponent − 1).",
        table("nonlinear viscosity", |t| {
            let exponent = t.need("exponent", "The exponent.", at_least_one());
            let length = t.need(
                "length",
                "The displacement at which the rate is as given.",
                number(Quantity::Length).positive(),
            );
            Some(Nonlinear {
                exponent: exponent?,
                length: length?,
            })
        }),
    );
    Some(Creep {
        rate: rate?,
        nonlinear,
        delayed,
    })
}

fn at_least_one() -> Number {
    number(Quantity::Number).within(Range {
        low: 1.0,
        high: f64::INFINITY,
        low_open: false,
        high_open: true,
    })
}

pub(super) fn plastic(t: &mut Table<'_>) -> Option<Yield> {
    let measure = t.or(
        "measure",
        "What reaches the limit.",
        word(
            "measure",
            &[
                (
                    "displacement",
                    "The elastic displacement |e| [m].",
                    Measure::Displacement,
                ),
                ("von-mises", "Von Mises' stress.", Measure::VonMises),
                ("tresca", "Tresca's stress.", Measure::Tresca),
            ],
        ),
        "\"displacement\"",
    );
    let limit = t.need("limit", "The limit.", weight());
    let tangent = t.or(
        "tangent",
        "Stiffness after yield over that before.",
        number(Quantity::Number).within(Range {
            low: 0.0,
            high: 1.0,
            low_open: false,
            high_open: true,
        }),
        "0",
    );
    Some(Yield {
        measure: measure?,
        limit: limit?,
        tangent: tangent?,
    })
}

pub(super) fn fracture(t: &mut Table<'_>) -> Option<Fracture> {
    let limit = t.need(
        "limit",
        "The elongation at which a fibre breaks.",
        pictured(
            varying(number(Quantity::Number).positive()),
            "image_above_0",
        ),
    );
    let spread = t.or(
        "spread",
        "How much limits differ from fibre to fibre: standard deviation over the limit.",
        number(Quantity::Number).not_negative(),
        "0",
    );
    let seed = t.or(
        "seed",
        "Which limits they are: the same seed, the same tear.",
        integer(0, u64::from(u32::MAX)),
        "0",
    );
    let rule = t.or(
        "breaks",
        "Which of the fibres beyond their limit break in a step.",
        word(
            "rule of fracture",
            &[
                ("all", "All of them.", Rule::All),
                (
                    "greatest",
                    "The one farthest beyond its own.",
                    Rule::Greatest,
                ),
            ],
        ),
        "\"all\"",
    );
    let measure = t.or(
        "measure",
        "What elongation is.",
        word(
            "measure",
            &[
                (
                    "length",
                    "Growth of a fibre's length over its length at rest.",
                    Elongation::Length,
                ),
                (
                    "difference",
                    "Difference of elastic displacement over the fibre's length at rest.",
                    Elongation::Difference,
                ),
            ],
        ),
        "\"length\"",
    );
    Some(Fracture {
        limit: limit?,
        spread: spread?,
        seed: seed?,
        rule: rule?,
        measure: measure?,
    })
}
