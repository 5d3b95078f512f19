//! Lines as string.

use super::cell_meshes::SurfaceMaterial;
use glam::DVec3;
use std::collections::HashMap;

/// Lines between points, as thick as string.
#[derive(Clone, Debug)]
pub(crate) struct Threads {
    pub(crate) lines: Vec<[u32; 2]>,
    /// Points where more than two lines meet.
    pub(crate) knots: Vec<u32>,
    /// [m]
    pub(crate) radius: f64,
    /// As thick as they may be drawn so that they are still seen in a small picture [m].
    pub(crate) largest: f64,
    pub(crate) coat: SurfaceMaterial,
}

impl Threads {
    /// Lines between finite points, with a radius [m] or the usual one.
    pub(super) fn new(
        places: &[DVec3],
        lines: Vec<[u32; 2]>,
        radius: Option<f64>,
        coat: SurfaceMaterial,
    ) -> Self {
        let mut degree: HashMap<u32, u32> = HashMap::new();
        for end in lines.as_flattened() {
            *degree.entry(*end).or_default() += 1;
        }
        let mut knots: Vec<u32> = degree
            .iter()
            .filter(|(_, lines)| **lines > 2)
            .map(|(point, _)| *point)
            .collect();
        knots.sort_unstable();
        let mut lengths: Vec<f64> = lines
            .iter()
            .map(|line| {
                let [a, b] = line.map(|v| places[v as usize]);
                a.distance(b)
            })
            .collect();
        // The median: a line that is drawn out without end makes the others no thicker.
        let middle = lengths.len() / 2;
        let length = match lengths.is_empty() {
            true => 0.0,
            false => *lengths.select_nth_unstable_by(middle, f64::total_cmp).1,
        };
        let (usual, largest) = usual_radius(length, lines.len(), degree.len(), knots.len());
        let radius = radius.filter(|r| r.is_finite() && *r > 0.0);
        Threads {
            lines,
            knots,
            radius: radius.unwrap_or(usual),
            largest,
            coat,
        }
    }
}

/// Radius of threads that are made of so many lines of a length [m] between so many points, of which some are knots,
/// and how far it may be raised for them to be seen. Lengths change little in a motion, so threads keep their thickness
/// from frame to frame. Parts chosen by eye: about a tenth of a line, within what the whole makes thick or thin.
fn usual_radius(length: f64, lines: usize, points: usize, knots: usize) -> (f64, f64) {
    if 4 * knots > points {
        // A net as wide as it would be if it were square.
        let wide = length * (0.5 * lines as f64).sqrt();
        let thin = (0.0012 * wide).min(0.2 * length);
        let thick = (0.007 * wide).max(thin);
        ((0.075 * length).clamp(thin, thick), 0.2 * length)
    } else {
        // Open threads have a point more than lines.
        let threads = points.saturating_sub(lines).max(1) as f64;
        let long = length * lines as f64 / threads;
        (
            (0.1 * length).clamp(0.0015 * long, 0.004 * long),
            0.01 * long,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_is_open_and_a_thread_is_thin() {
        // 20 x 20 meshes of 1 cm; 180 x 127 of 1 mm; 2 x 2 of 10 cm.
        for (n, m, side) in [(20, 20, 0.01), (180, 127, 1e-3), (2, 2, 0.1)] {
            let lines = n * (m + 1) + m * (n + 1);
            let points = (n + 1) * (m + 1);
            let knots = points - 4;
            let (radius, largest) = usual_radius(side, lines, points, knots);
            assert!(
                (0.005 * side..=0.2 * side).contains(&radius),
                "{n}: {radius}"
            );
            assert!(largest <= 0.2 * side * 1.000_001);
        }
        // One metre of thread, in ten pieces and in a thousand; ten threads of it.
        for (pieces, threads) in [(10, 1), (1000, 1), (1000, 10)] {
            let lines = pieces * threads;
            let (radius, _) = usual_radius(1.0 / pieces as f64, lines, lines + threads, 0);
            assert!((0.001..=0.005).contains(&radius), "{pieces}: {radius}");
        }
    }
}
