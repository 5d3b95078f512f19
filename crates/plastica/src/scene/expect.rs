//! `[[expect]]`: what must hold in a run, as numbers.

use crate::diagnostics::Problem;
use crate::expect::{Measure, measures};
use crate::units::Quantity;
use plastica_scene::reader::{
    Book, Context, Form, Kind, Node, Presence, Table, Varies, number, text,
};
use std::sync::Arc;

/// What must hold in a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Expectation {
    /// What is claimed, in words.
    pub name: String,
    /// What is measured.
    pub measure: Arc<dyn Measure>,
    /// The least that holds, in the SI unit of the measure.
    pub at_least: Option<f64>,
    /// The most that holds, in the SI unit of the measure.
    pub at_most: Option<f64>,
    /// Frames after this time do not count [s].
    pub until: Option<f64>,
}

pub(super) fn expectation(t: &mut Table<'_>) -> Option<Expectation> {
    let name = t.need("name", "What is claimed, in words.", text());
    let measure = t.variant("measure", measures());
    let kind = BoundKind(measure.as_ref().map(|measure| measure.quantity()));
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
        "Frames and rows of probes after this time do not count: the last frame is then that of this time. Without it, all count.",
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
    use super::Expectation;
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
        let described = format!("{:?}", slope.measure);
        assert_eq!(described, "Slope { body: None, about: [0.01, 2.0] }");
        assert_eq!(slope.at_least, Some(18f64.to_radians()));
        assert_eq!(slope.at_most, Some(std::f64::consts::PI));
        let rebound = read("name = \"high\"\nrebound = { body = \"ball\", after = \"500 ms\" }\nat_least = \"15 cm\"").unwrap();
        let described = format!("{:?}", rebound.measure);
        assert_eq!(described, "Rebound { body: \"ball\", after: 0.5 }");
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
