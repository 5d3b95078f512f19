//! What an expectation may measure.

use crate::diagnostics::Problem;
use crate::units::Quantity;
use plastica_material::spec::Range;
use plastica_scene::reader::{
    Family, Kind, Named, Table, Variant, direction, integer, nested, number, reference, table,
};

/// What is measured over the frames of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// The highest that the lowest particle of a body comes [m].
    Rebound {
        /// The name of the body.
        body: String,
        /// Frames before this time do not count [s].
        after: f64,
    },
    /// Distance of a body's particles from their places in an earlier frame, after the best rigid motion:
    /// root mean square at the last frame, over the radius of gyration in the earlier one.
    Recovery {
        /// The name of the body.
        body: String,
        /// The earlier frame is the first that is not before this time [s].
        since: f64,
    },
    /// Fibres that have broken by the last frame.
    Broken {
        /// The name of the body.
        body: String,
    },
    /// Pieces that a body is in at the last frame.
    Pieces {
        /// The name of the body.
        body: String,
        /// Smaller ones do not count.
        nodes: u64,
    },
    /// Share of a net's broken fibres that make up straight tears, at the last frame.
    Straightness {
        /// The name of the body.
        body: String,
        /// How many fibres side by side are a tear.
        fibres: u64,
    },
    /// Angle of the free surface of a heap at the last frame [rad].
    Slope {
        /// The name of the body or emitter that the heap is made of; `None` for all material.
        body: Option<String>,
        /// x and z of the heap's vertical axis [m].
        about: [f64; 2],
    },
    /// Speed that one particle in a thousand exceeds at the last frame [m/s].
    Speed {
        /// The name of the body or emitter that counts; `None` for all material.
        body: Option<String>,
    },
    /// The deepest that a particle is inside an obstacle in any frame, in grid cells.
    Penetration,
    /// Height of the highest particle at the last frame [m].
    Height {
        /// The name of the body or emitter that counts; `None` for all material.
        body: Option<String>,
    },
    /// Particles at the last frame over particles ever made.
    Kept,
    /// Width of a body along a direction at the last frame, without the outermost particles [m].
    Extent {
        /// The name of the body or emitter that counts; `None` for all material.
        body: Option<String>,
        /// The direction, unit.
        along: [f64; 3],
    },
    /// How far a body reaches from a place along a direction at the last frame, without the outermost
    /// particles [m].
    Reach {
        /// The name of the body or emitter that counts; `None` for all material.
        body: Option<String>,
        /// The direction, unit.
        along: [f64; 3],
        /// The place [m].
        from: [f64; 3],
        /// Share of the particles that may lie beyond.
        beyond: f64,
    },
    /// The widest stretch along a direction without a particle between others at the last frame [m].
    Gap {
        /// The name of the body or emitter that counts; `None` for all material.
        body: Option<String>,
        /// The direction, unit.
        along: [f64; 3],
    },
    /// How far grains lie along a direction at the last frame: the mean of the squared cosine between them and it.
    Alignment {
        /// The name of the body or emitter that counts; `None` for all material.
        body: Option<String>,
        /// The direction, unit.
        along: [f64; 3],
    },
    /// The largest force that a probe has seen [N].
    PeakForce {
        /// The name of the probe.
        probe: String,
        /// The direction of the part that counts, unit; `None` for the whole force.
        along: Option<[f64; 3]>,
    },
    /// One measure over another of the same kind.
    Ratio {
        /// What is divided.
        of: Box<Measure>,
        /// By what.
        to: Box<Measure>,
    },
}

impl Measure {
    /// What kind of number it gives.
    pub fn quantity(&self) -> Quantity {
        match self {
            Measure::Rebound { .. }
            | Measure::Height { .. }
            | Measure::Extent { .. }
            | Measure::Reach { .. }
            | Measure::Gap { .. } => Quantity::Length,
            Measure::Slope { .. } => Quantity::Angle,
            Measure::Speed { .. } => Quantity::Velocity,
            Measure::PeakForce { .. } => Quantity::Force,
            Measure::Recovery { .. }
            | Measure::Broken { .. }
            | Measure::Pieces { .. }
            | Measure::Straightness { .. }
            | Measure::Alignment { .. }
            | Measure::Penetration
            | Measure::Kept
            | Measure::Ratio { .. } => Quantity::Number,
        }
    }
}

pub(super) fn measures() -> Vec<Variant<Measure>> {
    vec![
        Variant::new(
            "rebound",
            "The highest that the lowest particle of a body comes [m].",
            table("`rebound`", rebound),
        ),
        Variant::new(
            "recovery",
            "How far a body is at the last frame from its shape at the start, or at a later time: root mean square distance of particles from their places after the best rigid motion, over the radius of gyration [1].",
            table("`recovery`", recovery),
        ),
        Variant::new(
            "broken",
            "How many fibres of a spline have broken, at the last frame [1].",
            table("`broken`", |t| Some(Measure::Broken { body: body(t)? })),
        ),
        Variant::new(
            "pieces",
            "How many pieces a spline is in at the last frame [1].",
            table("`pieces`", pieces),
        ),
        Variant::new(
            "straightness",
            "How straight the tears of a net are at the last frame [1]: of the fibres that have broken, the share that broke side by side, across one straight line, with others.",
            table("`straightness`", straightness),
        ),
        Variant::new(
            "slope",
            "Angle of the free surface of a heap at the last frame: a line through the heights of rings around a vertical axis, between 20 and 80 % of the height of the heap.",
            table("`slope`", slope),
        ),
        Variant::new(
            "speed",
            "Speed at the last frame, which one particle in a thousand may exceed [m/s].",
            table("`speed`", |t| Some(Measure::Speed { body: part(t) })),
        ),
        Variant::new(
            "penetration",
            "The deepest that any particle is inside any collider, in any frame, in grid cells.",
            table("`penetration`", |_| Some(Measure::Penetration)),
        ),
        Variant::new(
            "height",
            "Height y of the highest particle at the last frame [m].",
            table("`height`", |t| Some(Measure::Height { body: part(t) })),
        ),
        Variant::new(
            "kept",
            "Particles at the last frame over particles ever made [1]: 1 if none left the domain.",
            table("`kept`", |_| Some(Measure::Kept)),
        ),
        Variant::new(
            "extent",
            "Width along a direction at the last frame, with two particles in a hundred beyond it on either side [m].",
            table("`extent`", extent),
        ),
        Variant::new(
            "reach",
            "How far it reaches from a place along a direction at the last frame, with two particles in a hundred beyond that, or as many as said [m].",
            table("`reach`", reach),
        ),
        Variant::new(
            "gap",
            "The widest stretch along a direction without a particle, at the last frame, with at least one particle in twenty on either side [m]: how far a body is torn apart.",
            table("`gap`", gap),
        ),
        Variant::new(
            "alignment",
            "How far grains lie along a direction at the last frame [1]: the mean of the squared cosine between them and it, 1 if all lie along it and 1/3 if they lie in all directions.",
            table("`alignment`", alignment),
        ),
        Variant::new(
            "peak_force",
            "The largest force that a force probe has seen [N].",
            table("`peak_force`", peak_force),
        ),
        Variant::new(
            "ratio",
            "One measure over another of the same unit [1]: of two bodies, or in two directions.",
            table("`ratio`", ratio),
        ),
    ]
}

/// The part of the material that counts.
fn part(t: &mut Table<'_>) -> Option<String> {
    t.maybe(
        "body",
        "The name of the body or emitter that counts; without it, all material.",
        reference(&[Family::Body, Family::Emitter]),
    )
}

fn rebound(t: &mut Table<'_>) -> Option<Measure> {
    let body = t.need(
        "body",
        "The name of the body.",
        reference(&[Family::Body, Family::Emitter]),
    );
    let after = t.or(
        "after",
        "Frames before this time do not count.",
        number(Quantity::Time).not_negative(),
        "0",
    );
    Some(Measure::Rebound {
        body: body?,
        after: after?,
    })
}

/// A body that must be named.
fn body(t: &mut Table<'_>) -> Option<String> {
    t.need("body", "The name of the body.", reference(&[Family::Body]))
}

fn recovery(t: &mut Table<'_>) -> Option<Measure> {
    let body = body(t);
    let since = t.or(
        "since",
        "The shape at this time is the one to compare with.",
        number(Quantity::Time).not_negative(),
        "0",
    );
    Some(Measure::Recovery {
        body: body?,
        since: since?,
    })
}

fn pieces(t: &mut Table<'_>) -> Option<Measure> {
    let body = body(t);
    let nodes = t.or(
        "nodes",
        "Pieces of fewer nodes do not count.",
        integer(1, u64::from(u32::MAX)),
        "1",
    );
    Some(Measure::Pieces {
        body: body?,
        nodes: nodes?,
    })
}

fn straightness(t: &mut Table<'_>) -> Option<Measure> {
    let body = body(t);
    let fibres = t.or(
        "fibres",
        "How many side by side are a tear.",
        integer(2, u64::from(u32::MAX)),
        "3",
    );
    Some(Measure::Straightness {
        body: body?,
        fibres: fibres?,
    })
}

fn slope(t: &mut Table<'_>) -> Option<Measure> {
    let body = part(t);
    let about = t.or(
        "about",
        "x and z of the vertical axis of the heap.",
        number(Quantity::Length).list::<2>(),
        "[0, 0]",
    );
    Some(Measure::Slope {
        body,
        about: about?,
    })
}

const ALONG: &str = "The direction, of any length but 0.";

fn extent(t: &mut Table<'_>) -> Option<Measure> {
    let body = part(t);
    let along = t.need("along", ALONG, direction());
    Some(Measure::Extent {
        body,
        along: along?,
    })
}

fn alignment(t: &mut Table<'_>) -> Option<Measure> {
    let body = part(t);
    let along = t.need("along", ALONG, direction());
    Some(Measure::Alignment {
        body,
        along: along?,
    })
}

fn reach(t: &mut Table<'_>) -> Option<Measure> {
    let body = part(t);
    let along = t.need("along", ALONG, direction());
    let from = t.or(
        "from",
        "The place.",
        number(Quantity::Length).list::<3>(),
        "[0, 0, 0]",
    );
    let beyond = t.or(
        "beyond",
        "Share of the particles that may lie beyond; 0 for the outermost itself.",
        number(Quantity::Number).within(Range {
            low: 0.0,
            high: 1.0,
            low_open: false,
            high_open: true,
        }),
        "0.02",
    );
    Some(Measure::Reach {
        body,
        along: along?,
        from: from?,
        beyond: beyond?,
    })
}

fn gap(t: &mut Table<'_>) -> Option<Measure> {
    let body = part(t);
    let along = t.need("along", ALONG, direction());
    Some(Measure::Gap {
        body,
        along: along?,
    })
}

fn peak_force(t: &mut Table<'_>) -> Option<Measure> {
    let probe = t.need(
        "probe",
        "The name of a probe that watches a force.",
        reference(&[Family::Probe]),
    );
    let along = t.maybe(
        "along",
        "Direction of the part of the force that counts, to or fro; without it, all of it.",
        direction(),
    );
    Some(Measure::PeakForce {
        probe: probe?,
        along,
    })
}

/// A measure by itself.
fn measure() -> Named<impl Kind<Out = Measure>> {
    nested("measure", || {
        table("measure", |t| t.variant("measure", measures()))
    })
}

fn ratio(t: &mut Table<'_>) -> Option<Measure> {
    let of = t.need("of", "What is divided.", measure());
    let to = t.need("to", "By what.", measure());
    let (of, to) = (of?, to?);
    if let (true, Some((cx, span))) = (of.quantity() != to.quantity(), t.context()) {
        let problem = Problem::OutOfRange {
            value: "this".into(),
            accepted: "two measures of the same unit".into(),
        };
        cx.report(span, problem);
        return None;
    }
    Some(Measure::Ratio {
        of: Box::new(of),
        to: Box::new(to),
    })
}
