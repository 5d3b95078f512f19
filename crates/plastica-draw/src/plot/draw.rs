//! From a figure to ink: grid, curves, axes, notes, legend, titles.

use super::Plot;
use super::figure::{Figure, unbroken};
use super::legend::{BAND, BAND_OPACITY, Legend, pen};
use super::number::power_of_ten;
use super::series::{Series, Style};
use super::ticks::Ticks;
use crate::canvas::{Anchor, Canvas, Pen, Text};
use crate::rectangle::Rectangle;
use crate::{Colour, DrawError};

const GRID: Colour = Colour::hex(0xe4e6ea);
const MINOR_GRID: Colour = Colour::hex(0xf2f3f5);
const ZERO: Colour = Colour::hex(0xb4b8bf);
const SPINE: Colour = Colour::hex(0x55585e);

/// A legend that would take more than this part of the width stays on top of the curves.
const WIDEST_BESIDE: f64 = 0.4;

/// Draws a plot into an area of the canvas.
pub(super) fn draw(plot: &Plot, canvas: &mut Canvas, area: &Rectangle) -> Result<(), DrawError> {
    let mut figure = Figure::new(plot, canvas, area, 0.0)?;
    let legend = Legend::of(plot, canvas, figure.sizes.tick);
    let mut ink = figure.ink();
    let mut notes = figure.place_notes(canvas, &mut ink);
    let inside = legend
        .as_ref()
        .map(|legend| legend.place_inside(&figure.frame, &ink));
    let mut place = inside.map(|(area, _)| area);
    if let (Some(legend), Some((_, 1..))) = (&legend, inside)
        && legend.width_beside() < WIDEST_BESIDE * area.width
    {
        // No room between the curves: the frame gives way.
        figure = Figure::new(plot, canvas, area, legend.width_beside())?;
        notes = figure.place_notes(canvas, &mut figure.ink());
        place = Some(legend.beside(&figure.frame));
    }
    figure.draw_grid(canvas);
    figure.draw_bands(canvas);
    for series in &plot.series {
        figure.draw_series(canvas, series);
    }
    figure.draw_axes(canvas);
    figure.draw_notes(canvas, &notes);
    if let (Some(legend), Some(place)) = (&legend, place) {
        legend.draw(canvas, &place, figure.sizes.line);
    }
    figure.draw_titles(canvas);
    Ok(())
}

impl Figure<'_> {
    fn draw_grid(&self, canvas: &mut Canvas) {
        let frame = self.frame;
        let mut upright = |position: f64, pen: &Pen| {
            let x = self.across(position);
            canvas.rule((x, frame.top), (x, frame.bottom()), pen);
        };
        let (minor, major, zero) = (
            Pen::solid(MINOR_GRID, 1.0),
            Pen::solid(GRID, 1.0),
            Pen::solid(ZERO, 1.0),
        );
        self.x_ticks
            .minor
            .iter()
            .for_each(|v| upright(self.x.position_shown(*v), &minor));
        self.x_ticks
            .major
            .iter()
            .for_each(|(v, _)| upright(self.x.position_shown(*v), &major));
        self.x
            .zero()
            .into_iter()
            .for_each(|position| upright(position, &zero));
        let mut level = |position: f64, pen: &Pen| {
            let y = self.up(position);
            canvas.rule((frame.left, y), (frame.right(), y), pen);
        };
        self.y_ticks
            .minor
            .iter()
            .for_each(|v| level(self.y.position_shown(*v), &minor));
        self.y_ticks
            .major
            .iter()
            .for_each(|(v, _)| level(self.y.position_shown(*v), &major));
        self.y
            .zero()
            .into_iter()
            .for_each(|position| level(position, &zero));
    }

    fn draw_bands(&self, canvas: &mut Canvas) {
        for band in &self.plot.bands {
            let edge = |x: f64, y: f64| {
                let (x, y) = self.place(x, y)?;
                let frame = &self.frame;
                Some((
                    x.clamp(frame.left, frame.right()),
                    y.clamp(frame.top, frame.bottom()),
                ))
            };
            let both = band
                .points
                .iter()
                .map(|(x, low, high)| Some((edge(*x, *low)?, edge(*x, *high)?)));
            for run in unbroken(both) {
                let (low, mut high): (Vec<_>, Vec<_>) = run.into_iter().unzip();
                high.reverse();
                canvas.polygon(&[low, high].concat(), BAND, BAND_OPACITY);
            }
        }
    }

    fn draw_series(&self, canvas: &mut Canvas, series: &Series) {
        match series.style {
            Style::Dots => {
                for point in self.points_inside(series) {
                    canvas.disc(point, self.dot_radius(), series.colour);
                }
            }
            style => {
                let pen = pen(style, series.colour, self.sizes.line);
                for piece in self.pieces(series) {
                    match piece[..] {
                        [alone] => canvas.disc(alone, 0.5 * self.dot_radius(), series.colour),
                        _ => canvas.polyline(&thinned(piece), &pen),
                    }
                }
            }
        }
    }

    fn draw_axes(&self, canvas: &mut Canvas) {
        let (frame, sizes) = (self.frame, self.sizes);
        let spine = Pen::solid(SPINE, 1.0);
        canvas.rule(
            (frame.left, frame.top),
            (frame.left, frame.bottom()),
            &spine,
        );
        canvas.rule(
            (frame.left, frame.bottom()),
            (frame.right(), frame.bottom()),
            &spine,
        );
        for (value, label) in &self.x_ticks.major {
            let x = self.across(self.x.position_shown(*value));
            canvas.rule(
                (x, frame.bottom()),
                (x, frame.bottom() + sizes.tick_length),
                &spine,
            );
            canvas.text(
                Text::ink(label, sizes.tick, Anchor::Middle),
                (x, frame.bottom() + sizes.tick_length + sizes.tick),
            );
        }
        for (value, label) in &self.y_ticks.major {
            let y = self.up(self.y.position_shown(*value));
            canvas.rule((frame.left - sizes.tick_length, y), (frame.left, y), &spine);
            canvas.text(
                Text::ink(label, sizes.tick, Anchor::Right),
                (frame.left - sizes.tick_length - 0.4 * sizes.tick, y),
            );
        }
        if let Some(common) = common_factor(&self.x_ticks) {
            let y = frame.bottom() + sizes.tick_length + 2.6 * sizes.tick;
            canvas.text(
                Text::ink(&common, sizes.tick, Anchor::Right),
                (frame.right(), y),
            );
        }
        if let Some(common) = common_factor(&self.y_ticks) {
            canvas.text(
                Text::ink(&common, sizes.tick, Anchor::Left),
                (frame.left, frame.top - 0.9 * sizes.tick),
            );
        }
    }

    fn draw_notes(&self, canvas: &mut Canvas, notes: &[Option<Rectangle>]) {
        for (marker, note) in self.plot.markers.iter().zip(notes) {
            if let (Some(at), Some(area)) = (self.marker_place(marker.at), note) {
                canvas.disc(at, self.dot_radius(), Colour::INK);
                let text = Text::ink(&marker.note, self.sizes.tick, Anchor::Left);
                canvas.text_on_curves(text, (area.left, area.top + 0.5 * area.height));
            }
        }
    }

    fn draw_titles(&self, canvas: &mut Canvas) {
        let (frame, area, sizes) = (self.frame, self.area, self.sizes);
        // A title that is too long for its side is written smaller.
        let fitted = |canvas: &Canvas, text: &str, size: f64, room: f64| {
            size * (room / canvas.text_width(text, size).max(1.0)).min(1.0)
        };
        let middle = (
            frame.left + 0.5 * frame.width,
            frame.top + 0.5 * frame.height,
        );

        let size = fitted(
            canvas,
            &self.plot.title,
            sizes.title,
            2.0 * (middle.0 - area.left).min(area.right() - middle.0),
        );
        canvas.text(
            Text::ink(&self.plot.title, size, Anchor::Middle),
            (middle.0, area.top + 1.2 * sizes.title),
        );
        let size = fitted(canvas, &self.x.title, sizes.label, frame.width);
        canvas.text(
            Text::ink(&self.x.title, size, Anchor::Middle),
            (middle.0, area.bottom() - 1.2 * sizes.label),
        );
        let size = fitted(canvas, &self.y.title, sizes.label, area.height);
        canvas.text_upwards(
            Text::ink(&self.y.title, size, Anchor::Middle),
            (area.left + 1.2 * sizes.label, middle.1),
        );
    }
}

/// "×10⁶" for labels that share a power.
fn common_factor(ticks: &Ticks) -> Option<String> {
    (ticks.exponent != 0).then(|| format!("×{}", power_of_ten(ticks.exponent)))
}

/// Leaves out points too near to the one before to be seen: curves may have millions.
fn thinned(mut points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    const INVISIBLE: f64 = 0.1;
    let last = points.last().copied();
    let mut kept: Option<(f64, f64)> = None;
    points.retain(|p| {
        let keep = kept.is_none_or(|k| (p.0 - k.0).hypot(p.1 - k.1) >= INVISIBLE);
        if keep {
            kept = Some(*p);
        }
        keep
    });
    if points.len() == 1 {
        points.extend(last);
    }
    points
}
