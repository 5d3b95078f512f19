//! Numbers of nodes by a picture: `{ image = "weights.png", low = 0, high = 200 }`.

use crate::{Local, Map};
use plastica_scene::assets::{ImageFile, image_file};
use plastica_scene::reader::{Book, Context, Form, Kind, Node, Number, Table, Varying};
use std::sync::Arc;

/// A number that may vary, or a picture of it.
pub(super) struct Pictured {
    varying: Varying,
    /// What the table of a picture is called in schema and reference.
    name: &'static str,
}

/// The same number, or a picture of it; `name` stands for pictures of numbers within the same bounds.
pub(super) fn pictured(varying: Varying, name: &'static str) -> Pictured {
    Pictured { varying, name }
}

impl Kind for Pictured {
    type Out = Local;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Local> {
        // A table without an image may be keyframes.
        let is_picture = node
            .value
            .as_table()
            .is_some_and(|table| table.contains_key("image") || !self.varying.varies.in_time());
        if !is_picture {
            return self.varying.read(cx, node).map(Local::Value);
        }
        Table::read(cx, &node, "picture", |t| keys(t, self.varying.number)).map(Local::Map)
    }

    fn form(&self, book: &mut Book) -> Form {
        let number = self.varying.number;
        let picture = book.define(self.name, |book| {
            Form::Table(Table::describe(book, |t| keys(t, number)))
        });
        Form::Either(Box::new(self.varying.form(book)), Box::new(picture))
    }
}

fn keys(t: &mut Table<'_>, number: Number) -> Option<Map> {
    let file = t.need(
        "image",
        "A PNG file of 1 to 16 bits, relative to the scene file; of colours their luminance. It is laid over the spline from its first node along each axis to its last, bilinear between pixels: u to the right and v up. On a sheet these are x and −z, the picture as seen from above; on a lathed surface around and along the profile; on a block x and y, the same all through z. A thread has u alone, across the middle of the picture. Around a ring the last column is where the first is.",
        image_file(),
    );
    let low = t.need("low", "The number where the picture is black.", number);
    let high = t.need("high", "The number where it is white.", number);
    let (ImageFile { file, image }, low, high) = (file?, low?, high?);
    Some(Map {
        text: format!("{} from {low} to {high}", file.display()).into(),
        evaluate: Arc::new(move |[u, v, _]| {
            let shade = image.at(u, v);
            low * (1.0 - shade) + high * shade
        }),
    })
}
