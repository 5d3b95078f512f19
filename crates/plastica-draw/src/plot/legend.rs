//! The names of the curves, and where they stand.

use super::Plot;
use super::occupancy::Occupancy;
use super::series::Style;
use crate::Colour;
use crate::canvas::{Anchor, Canvas, Pen, Text};
use crate::rectangle::Rectangle;

/// What stands before a name.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sample {
    Curve(Style, Colour),
    Band,
}

/// The list of names with its size.
#[derive(Clone, Debug)]
pub(super) struct Legend {
    entries: Vec<(Sample, String)>,
    /// Letter size [px].
    size: f64,
    width: f64,
    height: f64,
}

/// In letter sizes: the sample line, the gap to its name, the free rim, the height of a row.
const SAMPLE: f64 = 2.1;
const GAP: f64 = 0.6;
const RIM: f64 = 0.5;
const ROW: f64 = 1.5;

impl Legend {
    /// All named curves and bands; `None` if there are none.
    pub(super) fn of(plot: &Plot, canvas: &Canvas, size: f64) -> Option<Self> {
        let curves = plot
            .series
            .iter()
            .map(|s| (Sample::Curve(s.style, s.colour), s.name.clone()));
        let bands = plot.bands.iter().map(|b| (Sample::Band, b.name.clone()));
        let entries: Vec<(Sample, String)> = curves
            .chain(bands)
            .filter(|(_, name)| !name.is_empty())
            .collect();
        let widest = entries
            .iter()
            .map(|(_, name)| canvas.text_width(name, size))
            .reduce(f64::max)?;
        let width = widest + (SAMPLE + GAP + 2.0 * RIM) * size;
        let height = (entries.len() as f64 * ROW + 2.0 * RIM - 0.3) * size;
        Some(Legend {
            entries,
            size,
            width,
            height,
        })
    }

    /// Width with a gap before it, for a legend beside the frame [px].
    pub(super) fn width_beside(&self) -> f64 {
        self.width + self.size
    }

    /// The place inside the frame with least ink, and how much that is: corners first, then the
    /// middles of the sides.
    pub(super) fn place_inside(&self, frame: &Rectangle, ink: &Occupancy) -> (Rectangle, usize) {
        const PLACES: [(f64, f64); 8] = [
            (1.0, 0.0),
            (0.0, 0.0),
            (1.0, 1.0),
            (0.0, 1.0),
            (1.0, 0.5),
            (0.0, 0.5),
            (0.5, 0.0),
            (0.5, 1.0),
        ];
        let rim = 0.6 * self.size;
        let at = |(x, y): (f64, f64)| Rectangle {
            left: frame.left + rim + x * (frame.width - self.width - 2.0 * rim),
            top: frame.top + rim + y * (frame.height - self.height - 2.0 * rim),
            width: self.width,
            height: self.height,
        };
        // A legend larger than the frame covers something anywhere.
        let covered = |area: &Rectangle| {
            if frame.holds(area) {
                ink.count(area)
            } else {
                usize::MAX
            }
        };
        let candidates = PLACES.map(at).map(|area| (area, covered(&area)));
        candidates
            .into_iter()
            .min_by_key(|(_, covered)| *covered)
            .unwrap_or((at(PLACES[0]), usize::MAX))
    }

    /// The place beside the frame, at its top.
    pub(super) fn beside(&self, frame: &Rectangle) -> Rectangle {
        let left = frame.right() + self.size;
        Rectangle {
            left,
            top: frame.top,
            width: self.width,
            height: self.height,
        }
    }

    /// Draws it at a place.
    pub(super) fn draw(&self, canvas: &mut Canvas, area: &Rectangle, line_width: f64) {
        canvas.block(area, Colour::WHITE, 0.85);
        let corners = [
            (area.left, area.top),
            (area.right(), area.top),
            (area.right(), area.bottom()),
            (area.left, area.bottom()),
        ];
        for k in 0..4 {
            canvas.rule(corners[k], corners[(k + 1) % 4], &Pen::solid(BORDER, 1.0));
        }
        let left = area.left + RIM * self.size;
        let right = left + SAMPLE * self.size;
        for (row, (sample, name)) in self.entries.iter().enumerate() {
            let y = area.top + (RIM + ROW * (row as f64 + 0.5) - 0.15) * self.size;
            match sample {
                Sample::Curve(Style::Dots, colour) => {
                    canvas.disc((0.5 * (left + right), y), 2.0 * line_width, *colour)
                }
                Sample::Curve(style, colour) => {
                    canvas.polyline(&[(left, y), (right, y)], &pen(*style, *colour, line_width));
                }
                Sample::Band => {
                    let height = 0.8 * self.size;
                    let block = Rectangle {
                        left,
                        top: y - 0.5 * height,
                        width: right - left,
                        height,
                    };
                    canvas.block(&block, BAND, BAND_OPACITY);
                }
            }
            let text = Text::ink(name, self.size, Anchor::Left);
            canvas.text(text, (right + GAP * self.size, y));
        }
    }
}

/// The thin line around it.
const BORDER: Colour = Colour::hex(0xd3d6db);

/// Bands are grey so that curves of any colour show on them.
pub(super) const BAND: Colour = Colour::hex(0x8a8f98);
/// How much of the paper they cover.
pub(super) const BAND_OPACITY: f64 = 0.25;

/// The pen of a curve.
pub(super) fn pen(style: Style, colour: Colour, width: f64) -> Pen {
    let dashes = match style {
        Style::Dashed => vec![(4.0 * width) as f32, (2.5 * width) as f32],
        Style::Solid | Style::Dots => Vec::new(),
    };
    Pen {
        colour,
        width,
        dashes,
    }
}
