//! Boxes along the axes.

use plastica_tensor::Vec3;

/// A closed box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Its least coordinates [m].
    pub low: Vec3<f64>,
    /// Its greatest coordinates [m].
    pub high: Vec3<f64>,
}

impl Bounds {
    /// The box without points: what any box joined with it leaves unchanged.
    pub const EMPTY: Bounds = Bounds {
        low: Vec3([f64::INFINITY; 3]),
        high: Vec3([f64::NEG_INFINITY; 3]),
    };

    /// From the centre outwards.
    pub fn centred(centre: Vec3<f64>, half: Vec3<f64>) -> Bounds {
        Bounds {
            low: centre - half,
            high: centre + half,
        }
    }
    /// The smallest box around points.
    pub fn around(points: impl IntoIterator<Item = Vec3<f64>>) -> Bounds {
        points.into_iter().fold(Bounds::EMPTY, |bounds, point| {
            bounds.join(&Bounds {
                low: point,
                high: point,
            })
        })
    }
    /// Whether no point lies in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        (0..3).any(|i| !(self.low[i] <= self.high[i]))
    }
    /// The smallest box around both.
    #[inline]
    pub fn join(&self, other: &Bounds) -> Bounds {
        Bounds {
            low: self.low.zip(other.low, f64::min),
            high: self.high.zip(other.high, f64::max),
        }
    }
    /// What lies in both.
    #[inline]
    pub fn meet(&self, other: &Bounds) -> Bounds {
        Bounds {
            low: self.low.zip(other.low, f64::max),
            high: self.high.zip(other.high, f64::min),
        }
    }
    /// Whether they have a point in common.
    #[inline]
    pub fn overlaps(&self, other: &Bounds) -> bool {
        (0..3).all(|i| self.low[i] <= other.high[i] && other.low[i] <= self.high[i])
    }
    /// Moved outwards on all sides [m].
    pub fn grown(&self, by: f64) -> Bounds {
        Bounds {
            low: self.low - Vec3::splat(by),
            high: self.high + Vec3::splat(by),
        }
    }
    /// Its sides [m].
    #[inline]
    pub fn size(&self) -> Vec3<f64> {
        self.high - self.low
    }
    /// Its middle [m].
    pub fn centre(&self) -> Vec3<f64> {
        (self.low + self.high).scale(0.5)
    }
    /// Whether a point lies in it or on it.
    #[inline]
    pub fn contains(&self, x: Vec3<f64>) -> bool {
        (0..3).all(|i| self.low[i] <= x[i] && x[i] <= self.high[i])
    }
    /// Squared distance of a point [m²], 0 inside.
    #[inline]
    pub fn distance_squared(&self, x: Vec3<f64>) -> f64 {
        let mut sum = 0.0;
        for i in 0..3 {
            let out = (self.low[i] - x[i]).max(x[i] - self.high[i]).max(0.0);
            sum += out * out;
        }
        sum
    }
}
