//! A plot with everything decided but the ink: axes, ticks, margins, where curves and notes go.

use super::Plot;
use super::fit::Fitted;
use super::occupancy::Occupancy;
use super::series::{Series, Style};
use super::ticks::Ticks;
use crate::DrawError;
use crate::canvas::Canvas;
use crate::rectangle::Rectangle;

/// The smallest frame that still shows something [px].
const SMALLEST_FRAME: f64 = 40.0;

/// Sizes that follow the size of the figure [px].
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) title: f64,
    pub(super) label: f64,
    pub(super) tick: f64,
    pub(super) line: f64,
    pub(super) tick_length: f64,
}

impl Sizes {
    /// Chosen at 1000 × 700; letters shrink and grow more slowly than the figure.
    pub(super) fn of(area: &Rectangle) -> Self {
        let scale = (area.width / 1000.0)
            .min(area.height / 700.0)
            .powf(0.6)
            .clamp(0.55, 3.0);
        Sizes {
            title: 20.0 * scale,
            label: 17.0 * scale,
            tick: 15.0 * scale,
            line: 2.2 * scale,
            tick_length: 6.0 * scale,
        }
    }
}

/// A figure with everything decided but the ink.
pub(super) struct Figure<'a> {
    pub(super) plot: &'a Plot,
    pub(super) area: Rectangle,
    pub(super) sizes: Sizes,
    pub(super) x: Fitted,
    pub(super) y: Fitted,
    pub(super) x_ticks: Ticks,
    pub(super) y_ticks: Ticks,
    pub(super) frame: Rectangle,
}

impl<'a> Figure<'a> {
    /// Fits axes, ticks and margins; `beside` is room kept free to the right of the frame [px].
    pub(super) fn new(
        plot: &'a Plot,
        canvas: &Canvas,
        area: &Rectangle,
        beside: f64,
    ) -> Result<Self, DrawError> {
        let sizes = Sizes::of(area);
        let (x, y) = fit_axes(plot)?;
        let x_ticks = ticks_side_by_side(&x, canvas, sizes.tick, 0.85 * area.width - beside);
        let y_ticks = y.ticks((0.75 * area.height / (3.6 * sizes.tick)).max(2.0));
        let has_exponent = y_ticks.exponent != 0;
        let left = 2.2 * sizes.label
            + widest(&y_ticks, canvas, sizes.tick)
            + sizes.tick_length
            + 0.6 * sizes.tick;
        let top = 2.4 * sizes.title + if has_exponent { 1.2 * sizes.tick } else { 0.0 };
        let bottom = 2.0 * sizes.tick + sizes.tick_length + 2.0 * sizes.label;
        let right =
            (1.6 * sizes.tick).max(0.5 * widest(&x_ticks, canvas, sizes.tick) + 4.0) + beside;
        let frame = Rectangle {
            left: area.left + left,
            top: area.top + top,
            width: area.width - left - right,
            height: area.height - top - bottom,
        };
        if frame.width < SMALLEST_FRAME || frame.height < SMALLEST_FRAME {
            return Err(DrawError::BadSize {
                width: area.width as u32,
                height: area.height as u32,
            });
        }
        Ok(Figure {
            plot,
            area: *area,
            sizes,
            x,
            y,
            x_ticks,
            y_ticks,
            frame,
        })
    }

    /// Pixels of a point of the data.
    pub(super) fn place(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        Some((
            self.across(self.x.position(x)?),
            self.up(self.y.position(y)?),
        ))
    }

    pub(super) fn across(&self, position: f64) -> f64 {
        self.frame.left + position * self.frame.width
    }

    pub(super) fn up(&self, position: f64) -> f64 {
        self.frame.bottom() - position * self.frame.height
    }

    /// The pieces of a curve inside the frame: broken where points are missing or outside. A point
    /// without neighbours is a piece of its own.
    pub(super) fn pieces(&self, series: &Series) -> Vec<Vec<(f64, f64)>> {
        let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
        for run in unbroken(series.points.iter().map(|(x, y)| self.place(*x, *y))) {
            if let [alone] = run[..] {
                pieces.extend(self.frame.clip(alone, alone).map(|_| vec![alone]));
            }
            for ends in run.windows(2) {
                let Some((from, to)) = self.frame.clip(ends[0], ends[1]) else {
                    continue;
                };
                match pieces.last_mut() {
                    Some(piece) if piece.last() == Some(&from) => piece.push(to),
                    _ => pieces.push(vec![from, to]),
                }
            }
        }
        pieces
    }

    /// Points of a series inside the frame.
    pub(super) fn points_inside(&self, series: &Series) -> Vec<(f64, f64)> {
        let place = |(x, y): &(f64, f64)| self.place(*x, *y);
        series
            .points
            .iter()
            .filter_map(place)
            .filter(|p| self.frame.clip(*p, *p).is_some())
            .collect()
    }

    pub(super) fn dot_radius(&self) -> f64 {
        2.0 * self.sizes.line
    }

    /// Where the curves will be.
    pub(super) fn ink(&self) -> Occupancy {
        let mut ink = Occupancy::new(self.frame);
        for series in &self.plot.series {
            let pieces = match series.style {
                Style::Dots => self
                    .points_inside(series)
                    .into_iter()
                    .map(|point| vec![point])
                    .collect(),
                Style::Solid | Style::Dashed => self.pieces(series),
            };
            for piece in pieces {
                if let [alone] = piece[..] {
                    ink.take(&Rectangle::around(alone, self.dot_radius()));
                }
                for ends in piece.windows(2) {
                    ink.take_segment(ends[0], ends[1]);
                }
            }
        }
        ink
    }

    /// A place for the note of each marker inside the frame: beside its point, with least ink below.
    pub(super) fn place_notes(
        &self,
        canvas: &Canvas,
        ink: &mut Occupancy,
    ) -> Vec<Option<Rectangle>> {
        let size = self.sizes.tick;
        let mut place_one = |at: (f64, f64), note: &str| {
            let (width, height) = (canvas.text_width(note, size), 1.3 * size);
            let (aside, off) = (0.8 * size, 1.1 * size);
            let beside = |(dx, dy): (f64, f64)| Rectangle {
                left: at.0 + dx * aside - 0.5 * (1.0 - dx) * width,
                top: at.1 - dy * off - 0.5 * height,
                width,
                height,
            };
            const SIDES: [(f64, f64); 8] = [
                (1.0, 1.0),
                (-1.0, 1.0),
                (1.0, -1.0),
                (-1.0, -1.0),
                (1.0, 0.0),
                (-1.0, 0.0),
                (0.0, 1.3),
                (0.0, -1.3),
            ];
            let fitting = SIDES
                .into_iter()
                .map(beside)
                .filter(|area| self.frame.holds(area));
            let best = fitting
                .min_by_key(|area| ink.count(area))
                .unwrap_or(beside(SIDES[0]));
            ink.take(&best);
            best
        };
        let markers = self.plot.markers.iter();
        markers
            .map(|marker| Some(place_one(self.marker_place(marker.at)?, &marker.note)))
            .collect()
    }

    /// Pixels of a marker, if it is inside the frame.
    pub(super) fn marker_place(&self, at: (f64, f64)) -> Option<(f64, f64)> {
        let place = self.place(at.0, at.1)?;
        self.frame.clip(place, place).map(|_| place)
    }
}

/// Fits both axes to all that is shown.
fn fit_axes(plot: &Plot) -> Result<(Fitted, Fitted), DrawError> {
    // Margins: curves may run to the sides, but not along the top and bottom.
    const ASIDE: f64 = 0.02;
    const ABOVE: f64 = 0.06;
    let no_data = || DrawError::NoData {
        title: plot.title.clone(),
    };
    // A point counts only if both its numbers can be drawn: one alone must stretch no axis.
    let mut points: Vec<(f64, f64)> = all_points(plot)
        .filter(|p| plot.x.draws(p.0) && plot.y.draws(p.1))
        .collect();
    // With one range asked for, the other axis follows what that range shows.
    if points
        .iter()
        .any(|p| plot.x.shows(p.0) && plot.y.shows(p.1))
    {
        points.retain(|p| plot.x.shows(p.0) && plot.y.shows(p.1));
    }
    let x = plot
        .x
        .fit(points.iter().map(|p| p.0), ASIDE)?
        .ok_or_else(no_data)?;
    let y = plot
        .y
        .fit(points.iter().map(|p| p.1), ABOVE)?
        .ok_or_else(no_data)?;
    Ok((x, y))
}

/// Points of curves, markers and the edges of bands.
fn all_points(plot: &Plot) -> impl Iterator<Item = (f64, f64)> {
    let curves = plot
        .series
        .iter()
        .flat_map(|series| series.points.iter().copied());
    let markers = plot.markers.iter().map(|marker| marker.at);
    let edges = |&(x, low, high): &(f64, f64, f64)| [(x, low), (x, high)];
    let bands = plot
        .bands
        .iter()
        .flat_map(move |band| band.points.iter().flat_map(edges));
    curves.chain(markers).chain(bands)
}

/// Width of the widest label [px].
fn widest(ticks: &Ticks, canvas: &Canvas, size: f64) -> f64 {
    ticks
        .major
        .iter()
        .map(|(_, label)| canvas.text_width(label, size))
        .fold(0.0, f64::max)
}

/// As many ticks as their labels have room for side by side.
fn ticks_side_by_side(axis: &Fitted, canvas: &Canvas, size: f64, room: f64) -> Ticks {
    let mut count = (room / (5.5 * size)).max(2.0);
    loop {
        let ticks = axis.ticks(count);
        let needed = ticks.major.len() as f64 * (widest(&ticks, canvas, size) + size);
        if needed <= room || count <= 2.0 {
            return ticks;
        }
        count = (0.7 * count).max(2.0);
    }
}

/// Runs of items between the missing ones.
pub(super) fn unbroken<T>(items: impl Iterator<Item = Option<T>>) -> Vec<Vec<T>> {
    let mut runs = vec![Vec::new()];
    for item in items {
        match (item, runs.last_mut()) {
            (Some(item), Some(run)) => run.push(item),
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}
