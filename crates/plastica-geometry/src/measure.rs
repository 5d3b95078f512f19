//! Volume of a region that is known by its signed distance alone.
//!
//! The box of the region is cut into ever smaller cells, but only where the surface passes. A distance changes by no more
//! than one moves, so a cell whose middle is farther from the surface than its corners is wholly inside or wholly
//! outside: nothing is missed, however thin, and empty space costs nothing. In a cell that the surface crosses it is
//! taken as plane. That is wrong by the curvature times the fourth power of the cell's size, and at edges by a share of
//! cells whose number falls as their size grows: in both cases the sum falls with the square of the size. How much a
//! cell's parts together differ from the cell is therefore some three times what the parts are still wrong by, and the
//! sum of these differences, each counted positive, bounds the error where no cell is far from its limit.

use crate::Bounds;
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// Bound on the error of volumes and areas, as a share of them.
pub(crate) const TOLERANCE: f64 = 1e-3;

/// So many cells are enough for a shape that is hard to tell: its error may be so many times the tolerance.
const ENOUGH: usize = 50_000;
const LENIENCE: f64 = 4.0;

/// Nothing is believed before so much of the volume is in cells that are wholly inside.
const RESOLVED: f64 = 0.2;

/// Most cells of one size that the surface may cross.
const MOST: usize = 1_000_000;

/// So many cells are worth sharing among threads: to call on others takes longer than to cut a few.
const SHARED: usize = 1000;

/// A box halved so often along each axis is as small as numbers tell apart.
const DEEPEST: usize = 50;

/// What a volume is known to lie between where it takes too many cells to tell it better [m³].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unsettled {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// What is known at a place.
#[derive(Clone, Copy, Default)]
pub(crate) struct Probe {
    /// Signed distance of the nearest surface [m], or a bound of it.
    pub(crate) distance: f64,
    /// Whether behind that surface it goes on as before it: as inside bodies that overlap.
    pub(crate) buried: bool,
}

impl From<f64> for Probe {
    fn from(distance: f64) -> Self {
        Probe {
            distance,
            buried: false,
        }
    }
}

/// A cell that the surface crosses; all of one round have the same size.
#[derive(Clone, Copy)]
struct Cell {
    middle: Vec3<f64>,
    /// The part of it that is inside, as far as is known.
    share: f64,
}

/// How cells of one size are cut.
struct Cut {
    /// Half the sides of the parts.
    half: Vec3<f64>,
    /// Whether a cell is cut along each axis: along all that are nearly as long as the longest.
    along: [bool; 3],
    /// Size of a part [m³], or [m²] in a box without thickness.
    size: f64,
}

/// A cell cut into parts.
struct Parts {
    /// The share of each that is inside; NaN where the surface does not pass, or there is no such part.
    shares: [f64; 8],
    /// How many are wholly inside.
    inside: u32,
    /// How far their sum is from what the whole cell was thought to hold [m³].
    change: f64,
}

/// Volume of the part of a box where a distance is negative [m³]. A box may have no thickness along one axis, where the
/// distance then is the same everywhere: the area [m²]. `tolerance` bounds the error, as a share of the result;
/// four times as much does where that would take very many cells.
pub(crate) fn measure<P: Into<Probe>>(
    distance: impl Fn(Vec3<f64>) -> P + Sync,
    bounds: &Bounds,
    tolerance: f64,
) -> Result<f64, Unsettled> {
    let mut half = bounds.size().scale(0.5);
    let mut cells = vec![Cell {
        middle: bounds.centre(),
        share: 0.5,
    }];
    // In cells that are wholly inside, and in all at the size before.
    let (mut inside, mut before) = (0.0, 0.0);
    for _ in 0..DEEPEST {
        let cut = Cut::new(half);
        let parts = |cell: &Cell| cut.parts(&distance, cell);
        let parts: Vec<Parts> = match cells.len() < SHARED {
            true => cells.iter().map(parts).collect(),
            false => cells.par_iter().map(parts).collect(),
        };
        inside += cut.size * parts.iter().map(|p| f64::from(p.inside)).sum::<f64>();
        let crossed = cut.size * parts.iter().map(Parts::crossed).sum::<f64>();
        let error: f64 = parts.iter().map(|p| p.change).sum();
        let total = inside + crossed;
        let lenience = if cells.len() < ENOUGH { 1.0 } else { LENIENCE };
        if inside >= RESOLVED * total && error <= lenience * tolerance * total {
            // What is wrong by the square of the size is three times as much in the difference.
            return Ok(total + (total - before) / 3.0);
        }
        before = total;
        let pairs = cells.iter().zip(&parts);
        cells = pairs.flat_map(|(cell, p)| cut.cells(cell, p)).collect();
        half = cut.half;
        if cells.len() > MOST {
            let high = inside + cells.len() as f64 * cut.size;
            return Err(Unsettled { low: inside, high });
        }
    }
    // Cells as small as numbers tell apart hold nothing.
    Ok(inside)
}

impl Cut {
    fn new(half: Vec3<f64>) -> Self {
        let longest = half[0].max(half[1]).max(half[2]);
        let along = half.0.map(|h| 2.0 * h > longest);
        let half = Vec3([0, 1, 2].map(|a| if along[a] { 0.5 * half[a] } else { half[a] }));
        let sides = half.0.map(|h| 2.0 * h).into_iter().filter(|s| *s > 0.0);
        Cut {
            half,
            along,
            size: sides.product(),
        }
    }

    fn count(&self) -> usize {
        1 << self.along.iter().filter(|a| **a).count()
    }

    /// Middle of a part. The part's number has a bit for each axis, 0 along those that are not cut.
    fn middle(&self, cell: &Cell, part: usize) -> Vec3<f64> {
        cell.middle + Vec3([0, 1, 2].map(|a| self.half[a] * self.side(part, a)))
    }

    /// On which side of the cell's middle a part lies along an axis: −1, 1, or 0 where the cell is not cut.
    fn side(&self, part: usize, axis: usize) -> f64 {
        match (self.along[axis], part >> axis & 1) {
            (false, _) => 0.0,
            (true, 0) => -1.0,
            (true, _) => 1.0,
        }
    }

    /// The numbers of the parts.
    fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..8).filter(|part| (0..3).all(|a| self.along[a] || part >> a & 1 == 0))
    }

    fn parts<P: Into<Probe>>(&self, at: &impl Fn(Vec3<f64>) -> P, cell: &Cell) -> Parts {
        let reach = self.half.norm();
        let mut parts = Parts {
            shares: [f64::NAN; 8],
            inside: 0,
            change: 0.0,
        };
        for part in self.numbers() {
            let middle = self.middle(cell, part);
            let Probe { distance, buried } = at(middle).into();
            if distance.abs() >= reach {
                parts.inside += u32::from(distance < 0.0);
            } else if buried {
                parts.shares[part] = if distance < 0.0 { 1.0 } else { 0.0 };
            } else {
                let extents = self
                    .half
                    .zip(self.slopes(at, middle, distance), |h, s| h * s);
                parts.shares[part] = share_of_box(extents, distance);
            }
        }
        let held = f64::from(parts.inside) + parts.crossed();
        parts.change = self.size * (held - cell.share * self.count() as f64).abs();
        parts
    }

    /// Magnitudes of the slope of the distance along the axes, by differences. Less than 1 in all where the distance is but
    /// a bound: the surface then is farther.
    fn slopes<P: Into<Probe>>(
        &self,
        at: &impl Fn(Vec3<f64>) -> P,
        middle: Vec3<f64>,
        distance: f64,
    ) -> Vec3<f64> {
        let step = 1e-3 * self.half.norm();
        Vec3([0, 1, 2].map(|a| {
            // A box without thickness has no slope across it.
            if self.half[a] == 0.0 {
                return 0.0;
            }
            let mut aside = middle;
            aside[a] += step;
            (at(aside).into().distance - distance).abs() / step
        }))
    }

    fn cells<'a>(&'a self, cell: &'a Cell, parts: &'a Parts) -> impl Iterator<Item = Cell> + 'a {
        let crossed = (0..8).filter(|part| !parts.shares[*part].is_nan());
        crossed.map(|part| Cell {
            middle: self.middle(cell, part),
            share: parts.shares[part],
        })
    }
}

impl Parts {
    /// What the parts that the surface crosses hold, in parts.
    fn crossed(&self) -> f64 {
        self.shares.iter().filter(|s| !s.is_nan()).sum()
    }
}

/// The share of a box where a function with a slope is negative that has the value `distance` in its middle. `extents` are half
/// the box's sides times the magnitudes of the slope's components. For t measured from the innermost corner,
/// in units of whole extents mᵢ, it is (t³ − Σ(t − mᵢ)₊³ + Σ(t − mᵢ − mⱼ)₊³ − …)/(6 m₁ m₂ m₃). [R. Scardovelli and
/// S. Zaleski, "Analytical relations connecting linear interfaces and volume fractions in rectangular grids", 2000]
fn share_of_box(extents: Vec3<f64>, distance: f64) -> f64 {
    let longest = extents[0].max(extents[1]).max(extents[2]);
    if !(longest > 0.0) {
        return if distance < 0.0 { 1.0 } else { 0.0 };
    }
    // The formula divides by all of them. This much changes the share by less than 1e-4.
    let m = extents.map(|e| 2.0 * e.max(1e-4 * longest));
    let t = 0.5 * m.sum() - distance;
    if t <= 0.0 {
        return 0.0;
    }
    let mut sum = 0.0;
    for corner in 0..8_u32 {
        let sign = if corner.count_ones() % 2 == 0 {
            1.0
        } else {
            -1.0
        };
        let passed = (0..3).filter(|a| corner >> a & 1 == 1).map(|a| m[a]);
        sum += sign * (t - passed.sum::<f64>()).max(0.0).powi(3);
    }
    (sum / (6.0 * m.product())).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_cut_boxes_as_counting_says() {
        for (normal, half) in [
            ([1.0, 0.0, 0.0], [0.5, 0.5, 0.5]),
            ([0.6, 0.8, 0.0], [0.5, 0.3, 0.2]),
            ([0.48, 0.6, 0.64], [0.1, 0.5, 0.4]),
        ] {
            for distance in [-0.3, -0.1, 0.0, 0.05, 0.22] {
                let n = 60;
                let at = |i: usize, a: usize| {
                    half[a] * ((2 * i + 1) as f64 / f64::from(n) - 1.0) * normal[a]
                };
                let n = n as usize;
                let mut inside = 0;
                for i in 0..n * n * n {
                    let x = at(i % n, 0) + at(i / n % n, 1) + at(i / (n * n), 2);
                    inside += u32::from(x + distance <= 0.0);
                }
                let counted = f64::from(inside) / (n * n * n) as f64;
                let extents = Vec3(normal).zip(Vec3(half), |n, h| n * h);
                let share = share_of_box(extents, distance);
                assert!((share - counted).abs() < 0.01, "{share} {counted}");
            }
        }
    }

    /// Half spaces are exact in any cell, balls to the tolerance, and a control that is wrong by more is seen.
    #[test]
    fn balls_and_planes() {
        let bounds = Bounds::centred(Vec3::zero(), Vec3::splat(1.0));
        let plane = |x: Vec3<f64>| Vec3::new(0.48, 0.6, 0.64).dot(x) - 0.1;
        let volume = measure(plane, &bounds, TOLERANCE).unwrap();
        let exact = 8.0 * share_of_box(Vec3::new(0.48, 0.6, 0.64), -0.1);
        assert!((volume / exact - 1.0).abs() < 1e-4, "{volume} {exact}");
        let ball = |radius: f64| move |x: Vec3<f64>| x.norm() - radius;
        let volume = measure(ball(0.9), &bounds, TOLERANCE).unwrap();
        let exact = |r: f64| 4.0 / 3.0 * std::f64::consts::PI * r * r * r;
        assert!((volume / exact(0.9) - 1.0).abs() < TOLERANCE, "{volume}");
        assert!((volume / exact(0.901) - 1.0).abs() > TOLERANCE);
    }

    #[test]
    fn a_box_without_thickness_has_an_area() {
        let bounds = Bounds::centred(Vec3::zero(), Vec3::new(2.0, 1.0, 0.0));
        let disc = |x: Vec3<f64>| x.norm() - 0.7;
        let area = measure(disc, &bounds, TOLERANCE).unwrap();
        let exact = std::f64::consts::PI * 0.49;
        assert!((area / exact - 1.0).abs() < TOLERANCE, "{area} {exact}");
    }
}
