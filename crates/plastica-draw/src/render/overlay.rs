//! Letters on a picture: the caption and the legend of the colours.

use super::colour_map::colour_map;
use super::render_scene::Legend;
use super::{Backdrop, RenderScene};
use crate::canvas::{Anchor, Canvas, Pen, Text};
use crate::plot::{axis_title, engineering, linear_ticks};
use crate::rectangle::Rectangle;
use crate::{Colour, DrawError, Picture};

/// Pictures less high than this [px] have no room for letters.
const SMALLEST: u32 = 120;

/// Writes the caption and the legend; small pictures stay as they are.
pub(super) fn letter(picture: Picture, stage: &RenderScene) -> Result<Picture, DrawError> {
    if picture.height() < SMALLEST || picture.width() < SMALLEST {
        return Ok(picture);
    }
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let size = (height / 42.0).clamp(9.0, 48.0);
    let ink = match stage.backdrop {
        Backdrop::Light => Colour::hex(0x3a4048),
        Backdrop::Slate => Colour::hex(0xdfe5ea),
    };
    picture.annotated(|canvas| {
        let text = Text {
            text: &stage.caption,
            size,
            colour: ink,
            anchor: Anchor::Left,
        };
        canvas.text(text, (1.2 * size, height - 1.4 * size));
        if let Some(legend) = &stage.legend {
            let bar = Rectangle {
                left: width - 6.5 * size,
                top: 0.2 * height,
                width: 0.9 * size,
                height: 0.6 * height,
            };
            draw_legend(canvas, legend, &bar, size, ink);
        }
    })
}

/// Ticks with labels, and the heading, in a unit with the prefix that fits.
pub(super) struct Scale {
    pub(super) heading: String,
    /// Value in the attribute's own unit, and what stands beside it.
    pub(super) ticks: Vec<(f64, String)>,
}

impl Scale {
    pub(super) fn new(legend: &Legend) -> Self {
        let (low, high) = legend.range;
        let (factor, unit) = engineering(low.abs().max(high.abs()), &legend.unit);
        let (ticks, exponent) = linear_ticks(low * factor, high * factor, 7.0);
        let unit = match (exponent, unit.as_str()) {
            (0, unit) => unit.to_string(),
            (n, "" | "1") => format!("10^{{{n}}}"),
            (n, unit) => format!("10^{{{n}}} {unit}"),
        };
        Scale {
            heading: axis_title(&legend.label, &unit.replace('-', "−")),
            ticks: ticks
                .into_iter()
                .map(|(v, label)| (v / factor, label))
                .collect(),
        }
    }
}

fn draw_legend(canvas: &mut Canvas, legend: &Legend, bar: &Rectangle, size: f64, ink: Colour) {
    let strips = bar.height.round().max(1.0);
    for k in 0..strips as usize {
        let strip = Rectangle {
            top: bar.top.round() + k as f64,
            height: 1.0,
            ..*bar
        };
        canvas.block(&strip, colour_map(1.0 - (k as f64 + 0.5) / strips), 1.0);
    }
    let scale = Scale::new(legend);
    let (low, high) = legend.range;
    for (value, label) in &scale.ticks {
        let y = bar.bottom() - bar.height * (value - low) / (high - low);
        let pen = Pen::solid(ink, 1.0);
        canvas.rule((bar.right(), y), (bar.right() + 0.35 * size, y), &pen);
        let text = Text {
            text: label,
            size: 0.9 * size,
            colour: ink,
            anchor: Anchor::Left,
        };
        canvas.text(text, (bar.right() + 0.6 * size, y));
    }
    let heading = Text {
        text: &scale.heading,
        size: 0.95 * size,
        colour: ink,
        anchor: Anchor::Right,
    };
    // Flush with the edge of the picture's margin, so that long names have room.
    canvas.text(heading, (bar.right() + 4.4 * size, bar.top - 1.3 * size));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(range: (f64, f64), unit: &'static str) -> (String, Vec<String>) {
        let legend = Legend {
            label: "von Mises stress".into(),
            unit: unit.into(),
            range,
        };
        let scale = Scale::new(&legend);
        let labels = scale.ticks.into_iter().map(|(_, label)| label).collect();
        (scale.heading, labels)
    }

    #[test]
    fn legends_tick_at_round_numbers_in_a_fitting_unit() {
        let (heading, labels) = scale((0.0, 4.1e5), "Pa");
        assert_eq!(heading, "von Mises stress [kPa]");
        assert_eq!(labels, ["0", "100", "200", "300", "400"]);
        let (heading, labels) = scale((-0.2, 0.3), "1");
        assert_eq!(heading, "von Mises stress");
        assert_eq!(labels, ["−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3"]);
    }

    #[test]
    fn ticks_are_where_their_values_are() {
        let legend = Legend {
            label: "speed".into(),
            unit: "m/s".into(),
            range: (0.0, 2e-3),
        };
        let scale = Scale::new(&legend);
        assert_eq!(scale.heading, "speed [mm/s]");
        let (value, label) = &scale.ticks[1];
        assert!((value - 5e-4).abs() < 1e-12);
        assert_eq!(label, "0.5");
    }
}
