//! Several plots on one sheet.

use super::{Plot, draw};
use crate::DrawError;
use crate::canvas::{Anchor, Canvas, Text};
use crate::rectangle::Rectangle;

/// A grid of plots with a common title.
///
/// ```
/// use plastica_draw::plot::{Plot, Sheet};
///
/// let wave = |k: f64| (0..200).map(move |i| f64::from(i) * 0.05).map(move |t| (t, (k * t).sin()));
/// let mut sheet = Sheet::new("Waves").columns(2).cell(400, 300);
/// for k in 1..=4 {
///     sheet = sheet.plot(Plot::new(format!("k = {k}")).line("", wave(f64::from(k))));
/// }
/// assert!(sheet.png()?.starts_with(b"\x89PNG"));
/// # Ok::<(), plastica_draw::DrawError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    title: String,
    plots: Vec<Plot>,
    columns: u32,
    cell: (u32, u32),
}

impl Sheet {
    /// An empty sheet with two columns of plots of 640 × 450 pixels. An empty title takes no room.
    pub fn new(title: impl Into<String>) -> Self {
        Sheet {
            title: title.into(),
            plots: Vec::new(),
            columns: 2,
            cell: (640, 450),
        }
    }

    /// How many plots stand side by side; at least 1.
    pub fn columns(mut self, columns: u32) -> Self {
        self.columns = columns.max(1);
        self
    }

    /// Size of each plot on the sheet in pixels, whatever its own size.
    pub fn cell(mut self, width: u32, height: u32) -> Self {
        self.cell = (width, height);
        self
    }

    /// Adds a plot: row by row, left to right.
    pub fn plot(mut self, plot: Plot) -> Self {
        self.plots.push(plot);
        self
    }

    /// Draws the sheet.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let count = u32::try_from(self.plots.len()).unwrap_or(u32::MAX);
        if count == 0 {
            return Err(DrawError::NoData {
                title: self.title.clone(),
            });
        }
        let columns = self.columns.min(count);
        let (cell_width, cell_height) = (f64::from(self.cell.0), f64::from(self.cell.1));
        let size = 26.0 * (cell_width / 640.0).clamp(0.5, 3.0);
        let head = if self.title.is_empty() {
            0.0
        } else {
            2.2 * size
        };
        let width = f64::from(columns) * cell_width;
        let height = f64::from(count.div_ceil(columns)) * cell_height + head;
        // Casts saturate, and the canvas refuses what is too large.
        let mut canvas = Canvas::new(width as u32, height as u32)?;
        let title = Text::ink(&self.title, size, Anchor::Middle);
        canvas.text(title, (0.5 * width, 0.55 * head));
        for (k, plot) in (0..count).zip(&self.plots) {
            let area = Rectangle {
                left: f64::from(k % columns) * cell_width,
                top: head + f64::from(k / columns) * cell_height,
                width: cell_width,
                height: cell_height,
            };
            draw::draw(plot, &mut canvas, &area)?;
        }
        canvas.png()
    }
}
