//! How far apart points stand.

use std::collections::HashMap;

/// The spacing [m] that the points would have on a cubic lattice as dense as the neighbourhood of
/// the median point; `None` for fewer than two places. Points must be finite.
///
/// Half of the points have at least so many others in their cell of a grid; cells at the rim are
/// partly empty, but few points are in them.
pub(crate) fn particle_spacing(points: &[[f64; 3]]) -> Option<f64> {
    const FEW: usize = 64;
    if points.len() < FEW {
        return nearest(points);
    }
    let extent = crate::render::Extent::of_points(points);
    let diagonal = extent.diagonal();
    if !(diagonal > 0.0) || !diagonal.is_finite() {
        return None;
    }
    // Enough points in a cell for a steady count, few enough to stay inside thin bodies.
    let (least, wanted, most) = (12.0, 20.0, 32.0);
    let mut cell = diagonal * (wanted / points.len() as f64).cbrt();
    for _ in 0..16 {
        let count = median_count(points, extent.low, cell);
        if (least..=most).contains(&count) {
            break;
        }
        let factor = (wanted / count).cbrt().clamp(0.25, 4.0);
        cell = (cell * factor).max(1e-9 * diagonal);
    }
    Some(cell / median_count(points, extent.low, cell).cbrt())
}

fn median_count(points: &[[f64; 3]], low: [f64; 3], cell: f64) -> f64 {
    let key = |p: &[f64; 3]| -> [i64; 3] {
        std::array::from_fn(|k| ((p[k] - low[k]) / cell).floor() as i64)
    };
    let mut counts: HashMap<[i64; 3], u32> = HashMap::new();
    for point in points {
        *counts.entry(key(point)).or_default() += 1;
    }
    let mut of_points: Vec<u32> = points.iter().map(|p| counts[&key(p)]).collect();
    let middle = of_points.len() / 2;
    f64::from(*of_points.select_nth_unstable(middle).1)
}

/// The median distance to the nearest other place, by looking at all pairs.
fn nearest(points: &[[f64; 3]]) -> Option<f64> {
    let squared =
        |a: &[f64; 3], b: &[f64; 3]| -> f64 { (0..3).map(|k| (a[k] - b[k]).powi(2)).sum() };
    let to_nearest = |p: &[f64; 3]| {
        let others = points.iter().map(|q| squared(p, q)).filter(|&d| d > 0.0);
        others.min_by(f64::total_cmp)
    };
    let mut distances: Vec<f64> = points.iter().filter_map(to_nearest).collect();
    distances.sort_by(f64::total_cmp);
    distances.get(distances.len() / 2).map(|d| d.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lattice(n: [i32; 3], spacing: f64) -> Vec<[f64; 3]> {
        let mut points = Vec::new();
        for i in 0..n[0] {
            for j in 0..n[1] {
                for k in 0..n[2] {
                    points.push([i, j, k].map(|c| f64::from(c) * spacing + 7.0));
                }
            }
        }
        points
    }

    #[test]
    fn lattices_have_their_spacing() {
        for (n, spacing) in [
            ([20, 20, 20], 0.01),
            ([50, 8, 50], 2e-6),
            ([3, 3, 3], 5.0),
            ([1, 1, 2], 0.3),
        ] {
            let found = particle_spacing(&lattice(n, spacing)).unwrap();
            assert!((found / spacing - 1.0).abs() < 0.12, "{n:?}: {found}");
        }
    }

    #[test]
    fn a_distant_crumb_changes_nothing() {
        let mut points = lattice([16, 16, 16], 0.1);
        points.push([1e6, 0.0, 0.0]);
        let found = particle_spacing(&points).unwrap();
        assert!((found / 0.1 - 1.0).abs() < 0.12, "{found}");
    }

    #[test]
    fn one_place_has_no_spacing() {
        assert_eq!(particle_spacing(&[]), None);
        assert_eq!(particle_spacing(&[[1.0; 3]]), None);
        assert_eq!(particle_spacing(&[[1.0; 3]; 500]), None);
    }
}
