//! `letters`: a line of letters.

use super::{Form, LENGTH, high, in_words};
use crate::diagnostics::Problem;
use crate::reader::{Book, Context, Form as Description, Kind, Node, Table, Variant, table, text};
use plastica_geometry::{Shape, figure};
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "letters",
        "A line of capital letters and digits in the x–y plane, standing on y = 0, centred in x and z, a quarter as thick as high.",
        table("`letters`", keys),
    )
}

#[derive(Debug)]
struct Letters {
    /// What it says.
    text: String,
    /// Height of the letters [m].
    height: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let text = t.need(
        "text",
        "What it says: letters A to Z, digits, spaces.",
        Writing,
    );
    let height = t.need("height", "Height of the letters along y.", LENGTH);
    Some(Arc::new(Letters {
        text: text?,
        height: height?,
    }))
}

impl Form for Letters {
    fn build(&self) -> Result<Shape, String> {
        let letters = figure::letters(&self.text).map_err(in_words)?;
        Ok(high(&letters, self.height))
    }
}

/// A text of which every character can be drawn.
struct Writing;

impl Kind for Writing {
    type Out = String;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<String> {
        let span = node.span.clone();
        let written = text().read(cx, node)?;
        let strange = written
            .chars()
            .find(|c| !(c.is_ascii_alphanumeric() || *c == ' '));
        if let Some(character) = strange {
            let problem = Problem::WrongType {
                found: format!("one with {character:?}"),
                expected: "a text of letters A to Z, digits and spaces".into(),
            };
            cx.report(span, problem);
            return None;
        }
        Some(written)
    }

    fn form(&self, book: &mut Book) -> Description {
        text().form(book)
    }
}
