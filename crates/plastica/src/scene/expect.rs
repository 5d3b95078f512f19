//! `[[expect]]`: what must hold in a run, as numbers.

use super::reader::{
    Book, Context, Family, Form, Kind, Named, Node, Presence, Table, Variant, Varies, direction,
    nested, number, reference, table, text,
};
use crate::diagnostics::Problem;
use crate::units::Quantity;

/// What must hold in a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// What is claimed, in words.
    pub name: String,
    /// What is measured.
    pub measure: Measure,
    /// The least that holds, in the SI unit of the measure.
    pub at_least: Option<f64>,
    /// The most that holds, in the SI unit of the measure.
    pub at_most: Option<f64>,
    /// Frames after this time do not count [s].
    pub until: Option<f64>,
}

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
    /// Distance of a body's particles from their places at the start, after the best rigid motion:
    /// root mean square at the last frame, over the radius of gyration at the start.
    Recovery {
        /// The name of the body.
        body: String,
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
            | Measure::Alignment { .. }
            | Measure::Penetration
            | Measure::Kept
            | Measure::Ratio { .. } => Quantity::Number,
        }
    }
}

pub(super) fn expectation(t: &mut Table<'_>) -> Option<Expectation> {
    let name = t.need("name", "What is claimed, in words.", text());
    let measure = t.variant("measure", measures());
    let kind = BoundKind(measure.as_ref().map(Measure::quantity));
    let presence = Presence::Optional;
    let at_least = t.ask(
        "at_least",
        "The least that holds, in the unit of the measure; a plain angle is in degrees.",
        kind,
        presence.clone(),
    );
    let at_most = t.ask(
        "at_most",
        "The most that holds. One of the two must be there.",
        kind,
        presence,
    );
    let until = t.maybe(
        "until",
        "Frames after this time do not count: the last frame is then that of this time. Without it, all count.",
        number(Quantity::Time).not_negative(),
    );
    let wrong = match (&at_least, &at_most) {
        (None, None) if !t.has("at_least") && !t.has("at_most") => {
            let problem = Problem::NotOneVariant {
                what: "bound".into(),
                found: Vec::new(),
                accepted: vec!["at_least".into(), "at_most".into()],
            };
            Some((None, problem))
        }
        (Some((_, least)), Some((span, most))) if measure.is_some() && least > most => {
            let problem = Problem::OutOfRange {
                value: "this".into(),
                accepted: "what is not below `at_least`".into(),
            };
            Some((Some(span.clone()), problem))
        }
        _ => None,
    };
    if let (Some((place, problem)), Some((cx, span))) = (wrong, t.context()) {
        cx.report(place.unwrap_or(span), problem);
        return None;
    }
    Some(Expectation {
        name: name?,
        measure: measure?,
        at_least: at_least.map(|(_, bound)| bound),
        at_most: at_most.map(|(_, bound)| bound),
        until,
    })
}

fn measures() -> Vec<Variant<Measure>> {
    vec![
        Variant::new(
            "rebound",
            "The highest that the lowest particle of a body comes [m].",
            table("`rebound`", rebound),
        ),
        Variant::new(
            "recovery",
            "How far a body is from its shape at the start, at the last frame: root mean square distance of particles from their places after the best rigid motion, over the radius of gyration [1].",
            table("`recovery`", recovery),
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
            "How far it reaches from a place along a direction at the last frame, with two particles in a hundred beyond that [m].",
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

fn recovery(t: &mut Table<'_>) -> Option<Measure> {
    let body = t.need("body", "The name of the body.", reference(&[Family::Body]));
    Some(Measure::Recovery { body: body? })
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
    Some(Measure::Reach {
        body,
        along: along?,
        from: from?,
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

/// A number in the unit of a measure; of any unit where no measure is known.
#[derive(Clone, Copy)]
struct BoundKind(Option<Quantity>);

impl Kind for BoundKind {
    type Out = f64;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<f64> {
        // Without a measure, which is a mistake of its own, nothing can be said of its bounds.
        number(self.0?).read(cx, node)
    }

    fn form(&self, _: &mut Book) -> Form {
        let plain = Form::Numbers {
            count: 1,
            number: number(Quantity::Number),
            varies: Varies::Nowhere,
        };
        Form::Either(Box::new(plain), Box::new(Form::Text))
    }
}

#[cfg(test)]
mod tests {
    use super::{Expectation, Measure};
    use crate::{Diagnostics, Scene};

    fn read(table: &str) -> Result<Expectation, Diagnostics> {
        let text = format!(
            r#"
            [[expect]]
            {table}
            [scene]
            duration = 1
            [[material]]
            name = "gum"
            preset = "rubber"
            [[body]]
            name = "ball"
            material = "gum"
            shape = {{ sphere = {{ radius = 0.1 }} }}
            resolution = 0.01
            "#
        );
        Ok(Scene::parse("scene.toml", &text)?.expectations.remove(0))
    }

    /// The codes of the mistakes in a table.
    fn codes(table: &str) -> Vec<&'static str> {
        let mistakes = read(table).expect_err(table);
        mistakes
            .iter()
            .map(|mistake| mistake.problem.code())
            .collect()
    }

    #[test]
    fn bounds_are_read_in_the_unit_of_the_measure() {
        let slope = read("name = \"steep\"\nslope = { about = [\"1 cm\", 2] }\nat_least = 18\nat_most = \"0.5 turn\"").unwrap();
        assert_eq!(slope.name, "steep");
        assert_eq!(
            slope.measure,
            Measure::Slope {
                body: None,
                about: [0.01, 2.0]
            }
        );
        assert_eq!(slope.at_least, Some(18f64.to_radians()));
        assert_eq!(slope.at_most, Some(std::f64::consts::PI));
        let rebound = read("name = \"high\"\nrebound = { body = \"ball\", after = \"500 ms\" }\nat_least = \"15 cm\"").unwrap();
        assert_eq!(
            rebound.measure,
            Measure::Rebound {
                body: "ball".into(),
                after: 0.5
            }
        );
        assert_eq!((rebound.at_least, rebound.at_most), (Some(0.15), None));
        let shape =
            read("name = \"back\"\nrecovery = { body = \"ball\" }\nat_most = \"5 %\"").unwrap();
        assert_eq!(shape.at_most, Some(0.05));
    }

    #[test]
    fn mistakes_are_told_once_each() {
        assert_eq!(codes("name = \"a\"\nkept = {}"), ["not-one-variant"]);
        assert_eq!(codes("name = \"a\"\nat_most = 1"), ["not-one-variant"]);
        assert_eq!(
            codes("name = \"a\"\nkept = {}\nspeed = {}\nat_most = 1"),
            ["not-one-variant"]
        );
        assert_eq!(
            codes("name = \"a\"\nkpt = {}\nat_most = 1"),
            ["unknown-word"]
        );
        assert_eq!(codes("kept = {}\nat_most = 1"), ["missing-key"]);
        assert_eq!(
            codes("name = \"a\"\nheight = {}\nat_most = \"1 s\""),
            ["wrong-dimension"]
        );
        assert_eq!(
            codes("name = \"a\"\nheight = {}\nat_most = []"),
            ["wrong-type"]
        );
        assert_eq!(
            codes("name = \"a\"\nheight = {}\nat_least = 2\nat_most = 1"),
            ["out-of-range"]
        );
        assert_eq!(
            codes("name = \"a\"\nheight = { body = \"bal\" }\nat_most = 1"),
            ["unknown-name"]
        );
        assert_eq!(
            codes("name = \"a\"\nrebound = {}\nat_most = 1"),
            ["missing-key"]
        );
        assert_eq!(
            codes("name = \"a\"\nheight = { boddy = \"ball\" }\nat_most = 1"),
            ["unknown-key"]
        );
        assert_eq!(
            codes("name = \"a\"\nextent = { along = [0, 0, 0] }\nat_most = 1"),
            ["zero-direction"]
        );
        assert_eq!(
            codes("name = \"a\"\npeak_force = { probe = \"pull\" }\nat_most = 1"),
            ["unknown-name"]
        );
        assert_eq!(
            codes(
                "name = \"a\"\nratio = { of = { height = {} }, to = { speed = {} } }\nat_most = 1"
            ),
            ["out-of-range"]
        );
    }
}
