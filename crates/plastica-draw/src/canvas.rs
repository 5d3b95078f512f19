//! A sheet of white paper with a pen: the few strokes that plots are made of.

use crate::rectangle::Rectangle;
use crate::typeface::{CAP_HEIGHT, Typeface};
use crate::{Colour, DrawError, Picture};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash,
    Transform,
};

/// Pixels that are drawn on.
pub(crate) struct Canvas {
    pixmap: Pixmap,
    face: Typeface,
}

/// How a line is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Pen {
    pub(crate) colour: Colour,
    /// Width [px].
    pub(crate) width: f64,
    /// Lengths of dashes and gaps [px]; empty for a solid line.
    pub(crate) dashes: Vec<f32>,
}

impl Pen {
    pub(crate) fn solid(colour: Colour, width: f64) -> Self {
        Pen {
            colour,
            width,
            dashes: Vec::new(),
        }
    }
}

/// Which point of a text stands at the given place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// A line of text and how it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    pub(crate) text: &'a str,
    /// Letter size [px].
    pub(crate) size: f64,
    pub(crate) colour: Colour,
    pub(crate) anchor: Anchor,
}

impl<'a> Text<'a> {
    /// Text in the usual dark ink.
    pub(crate) fn ink(text: &'a str, size: f64, anchor: Anchor) -> Self {
        Text {
            text,
            size,
            colour: Colour::INK,
            anchor,
        }
    }
}

impl Canvas {
    /// White paper.
    pub(crate) fn new(width: u32, height: u32) -> Result<Self, DrawError> {
        // Beyond this a picture takes more than a gigabyte.
        const LARGEST: u32 = 16_384;
        let bad_size = DrawError::BadSize { width, height };
        if width.max(height) > LARGEST {
            return Err(bad_size);
        }
        let mut pixmap = Pixmap::new(width, height).ok_or(bad_size)?;
        pixmap.fill(tiny_skia::Color::WHITE);
        Ok(Canvas {
            pixmap,
            face: Typeface::embedded()?,
        })
    }

    /// A picture to draw on.
    pub(crate) fn on(picture: &Picture) -> Result<Self, DrawError> {
        let mut canvas = Canvas::new(picture.width(), picture.height())?;
        canvas.paste(picture, 0, 0);
        Ok(canvas)
    }

    /// Puts a picture on the paper; what reaches over the edge is cut off.
    pub(crate) fn paste(&mut self, picture: &Picture, left: u32, top: u32) {
        let (columns, rows) = (self.pixmap.width(), self.pixmap.height());
        let data = self.pixmap.data_mut();
        for y in 0..picture.height().min(rows.saturating_sub(top)) {
            for x in 0..picture.width().min(columns.saturating_sub(left)) {
                let at = 4 * ((top + y) as usize * columns as usize + (left + x) as usize);
                data[at..at + 3].copy_from_slice(&picture.pixel(x, y));
            }
        }
    }

    /// What has been drawn; paper and pictures are opaque, so alpha carries nothing.
    pub(crate) fn picture(&self) -> Picture {
        let pixels = self.pixmap.data().chunks_exact(4);
        let rgb8 = pixels.flat_map(|p| [p[0], p[1], p[2]]).collect();
        Picture::new(self.pixmap.width(), self.pixmap.height(), rgb8)
            .expect("a canvas has three bytes of colour per pixel")
    }

    /// The picture as PNG.
    pub(crate) fn png(&self) -> Result<Vec<u8>, DrawError> {
        self.pixmap
            .encode_png()
            .map_err(|error| DrawError::Encode(Box::new(error)))
    }

    /// Width of a line of text [px].
    pub(crate) fn text_width(&self, text: &str, size: f64) -> f64 {
        self.face.width(text, size)
    }

    /// Lines through points, one after another.
    pub(crate) fn polyline(&mut self, points: &[(f64, f64)], pen: &Pen) {
        if let Some(path) = path_through(points, false) {
            let stroke = Stroke {
                width: pen.width as f32,
                line_cap: if pen.dashes.is_empty() {
                    LineCap::Round
                } else {
                    LineCap::Butt
                },
                line_join: LineJoin::Round,
                dash: if pen.dashes.is_empty() {
                    None
                } else {
                    StrokeDash::new(pen.dashes.clone(), 0.0)
                },
                ..Stroke::default()
            };
            self.pixmap.stroke_path(
                &path,
                &paint(pen.colour, 1.0),
                &stroke,
                Transform::identity(),
                None,
            );
        }
    }

    /// A hairline between two points, put on whole pixels so that it is crisp.
    pub(crate) fn rule(&mut self, from: (f64, f64), to: (f64, f64), pen: &Pen) {
        let snap = |p: (f64, f64)| (p.0.floor() + 0.5, p.1.floor() + 0.5);
        self.polyline(&[snap(from), snap(to)], pen);
    }

    /// A filled polygon.
    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], colour: Colour, opacity: f64) {
        if let Some(path) = path_through(points, true) {
            self.fill(&path, colour, opacity, Transform::identity());
        }
    }

    /// A filled rectangle.
    pub(crate) fn block(&mut self, area: &Rectangle, colour: Colour, opacity: f64) {
        let (x, y) = (area.left as f32, area.top as f32);
        if let Some(rect) = Rect::from_xywh(x, y, area.width as f32, area.height as f32) {
            self.pixmap
                .fill_rect(rect, &paint(colour, opacity), Transform::identity(), None);
        }
    }

    /// A disc with a white rim that lifts it off what is below.
    pub(crate) fn disc(&mut self, centre: (f64, f64), radius: f64, colour: Colour) {
        for (radius, colour) in [(radius + 1.25, Colour::WHITE), (radius, colour)] {
            let circle = PathBuilder::from_circle(centre.0 as f32, centre.1 as f32, radius as f32);
            if let Some(path) = circle {
                self.fill(&path, colour, 1.0, Transform::identity());
            }
        }
    }

    /// Text beside a point, its capitals centred on it in height.
    pub(crate) fn text(&mut self, text: Text<'_>, at: (f64, f64)) {
        self.write(text, at, 0.0);
    }

    /// Text that reads upwards, centred on a vertical line.
    pub(crate) fn text_upwards(&mut self, text: Text<'_>, at: (f64, f64)) {
        self.write(text, at, -90.0);
    }

    /// Text with a white rim, readable on top of curves.
    pub(crate) fn text_on_curves(&mut self, text: Text<'_>, at: (f64, f64)) {
        if let Some(path) = self.face.outline(text.text, text.size) {
            let rim = Stroke {
                width: 4.0,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            let transform = self.placed(&text, at, 0.0);
            self.pixmap
                .stroke_path(&path, &paint(Colour::WHITE, 0.85), &rim, transform, None);
        }
        self.text(text, at);
    }

    fn write(&mut self, text: Text<'_>, at: (f64, f64), degrees: f32) {
        if let Some(path) = self.face.outline(text.text, text.size) {
            let transform = self.placed(&text, at, degrees);
            self.fill(&path, text.colour, 1.0, transform);
        }
    }

    /// From the pen's start on the baseline to where the text shall stand.
    fn placed(&self, text: &Text<'_>, at: (f64, f64), degrees: f32) -> Transform {
        let width = self.face.width(text.text, text.size);
        let back = match text.anchor {
            Anchor::Left => 0.0,
            Anchor::Middle => 0.5 * width,
            Anchor::Right => width,
        };
        let down = 0.5 * CAP_HEIGHT * text.size;
        Transform::from_translate(-back as f32, down as f32)
            .post_rotate(degrees)
            .post_translate(at.0 as f32, at.1 as f32)
    }

    fn fill(&mut self, path: &Path, colour: Colour, opacity: f64, transform: Transform) {
        self.pixmap.fill_path(
            path,
            &paint(colour, opacity),
            FillRule::Winding,
            transform,
            None,
        );
    }
}

fn paint(colour: Colour, opacity: f64) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    let alpha = (255.0 * opacity).round() as u8;
    paint.set_color_rgba8(colour.red, colour.green, colour.blue, alpha);
    paint
}

fn path_through(points: &[(f64, f64)], closed: bool) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(first.0 as f32, first.1 as f32);
    for point in rest {
        builder.line_to(point.0 as f32, point.1 as f32);
    }
    if closed {
        builder.close();
    }
    builder.finish()
}
