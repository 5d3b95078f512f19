//! Which parts of the frame have ink, so that letters can go elsewhere.

use crate::rectangle::Rectangle;

/// A coarse bitmap over a rectangle.
pub(super) struct Occupancy {
    area: Rectangle,
    columns: usize,
    rows: usize,
    taken: Vec<bool>,
}

/// Size of its cells [px]: finer than a letter, coarser than a line.
const CELL: f64 = 4.0;

impl Occupancy {
    /// All free.
    pub(super) fn new(area: Rectangle) -> Self {
        let cells = |length: f64| (length / CELL).ceil().max(1.0) as usize;
        let (columns, rows) = (cells(area.width), cells(area.height));
        Occupancy {
            area,
            columns,
            rows,
            taken: vec![false; columns * rows],
        }
    }

    /// Takes the cells along a segment inside the area.
    pub(super) fn take_segment(&mut self, from: (f64, f64), to: (f64, f64)) {
        let steps = (from.0 - to.0).hypot(from.1 - to.1) / (0.5 * CELL);
        let steps = steps.ceil().clamp(1.0, 1e5) as usize;
        for k in 0..=steps {
            let t = k as f64 / steps as f64;
            self.take_point((from.0 + t * (to.0 - from.0), from.1 + t * (to.1 - from.1)));
        }
    }

    fn take_point(&mut self, at: (f64, f64)) {
        let (column, row) = self.cell(at);
        self.taken[row * self.columns + column] = true;
    }

    /// Takes a rectangle.
    pub(super) fn take(&mut self, area: &Rectangle) {
        let (from, to) = self.cells(area);
        for row in from.1..=to.1 {
            self.taken[row * self.columns..][from.0..=to.0].fill(true);
        }
    }

    /// How many cells of a rectangle are taken.
    pub(super) fn count(&self, area: &Rectangle) -> usize {
        let (from, to) = self.cells(area);
        let in_row = |row: usize| &self.taken[row * self.columns..][from.0..=to.0];
        (from.1..=to.1)
            .flat_map(in_row)
            .filter(|taken| **taken)
            .count()
    }

    fn cells(&self, area: &Rectangle) -> ((usize, usize), (usize, usize)) {
        (
            self.cell((area.left, area.top)),
            self.cell((area.right(), area.bottom())),
        )
    }

    /// The nearest cell; casts from below 0 or NaN give 0.
    fn cell(&self, at: (f64, f64)) -> (usize, usize) {
        let index = |x: f64, count: usize| ((x / CELL).floor() as usize).min(count - 1);
        (
            index(at.0 - self.area.left, self.columns),
            index(at.1 - self.area.top, self.rows),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_is_where_it_was_put() {
        let area = Rectangle {
            left: 10.0,
            top: 20.0,
            width: 100.0,
            height: 80.0,
        };
        let mut ink = Occupancy::new(area);
        ink.take_segment((10.0, 20.0), (110.0, 100.0));
        let corner = |left, top| Rectangle {
            left,
            top,
            width: 20.0,
            height: 20.0,
        };
        assert!(ink.count(&corner(10.0, 20.0)) > 0);
        assert_eq!(ink.count(&corner(90.0, 20.0)), 0);
        ink.take(&corner(90.0, 20.0));
        assert!(ink.count(&corner(90.0, 20.0)) >= 25);
    }
}
