//! The box that holds a motion.

use plastica_core::Frame;

/// An upright box [m]; one that holds nothing is empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Its smallest coordinates.
    pub low: [f64; 3],
    /// Its largest coordinates.
    pub high: [f64; 3],
}

impl Extent {
    /// The empty box.
    pub const EMPTY: Extent = Extent {
        low: [f64::INFINITY; 3],
        high: [f64::NEG_INFINITY; 3],
    };

    /// The box of some points; those that are not finite are left out.
    pub fn of_points<'a>(points: impl IntoIterator<Item = &'a [f64; 3]>) -> Self {
        let finite = points
            .into_iter()
            .filter(|p| p.iter().all(|x| x.is_finite()));
        finite.fold(Extent::EMPTY, |extent, point| {
            extent.and(Extent {
                low: *point,
                high: *point,
            })
        })
    }

    /// The box of a frame's points.
    pub fn of(frame: &Frame) -> Self {
        Extent::of_points(&frame.positions)
    }

    /// The box of this and another.
    pub fn and(self, other: Extent) -> Self {
        let each = |f: fn(f64, f64) -> f64, a: [f64; 3], b: [f64; 3]| {
            std::array::from_fn(|k| f(a[k], b[k]))
        };
        Extent {
            low: each(f64::min, self.low, other.low),
            high: each(f64::max, self.high, other.high),
        }
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        (0..3).any(|k| !(self.low[k] <= self.high[k]))
    }

    /// Its eight corners.
    pub(crate) fn corners(&self) -> [[f64; 3]; 8] {
        std::array::from_fn(|corner| {
            std::array::from_fn(|k| {
                if corner >> k & 1 == 0 {
                    self.low[k]
                } else {
                    self.high[k]
                }
            })
        })
    }

    /// Length of its diagonal [m]; 0 if empty.
    pub(crate) fn diagonal(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let squared: f64 = (0..3).map(|k| (self.high[k] - self.low[k]).powi(2)).sum();
        squared.sqrt()
    }
}
