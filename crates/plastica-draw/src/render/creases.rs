//! Normals at the corners of triangles, smooth across edges that bend little.

use glam::DVec3;
use rayon::prelude::*;

/// Cosine of the angle from which an edge is a crease: 40°.
const CREASE: f64 = 0.766;
/// Triangles at one edge that are compared each with each.
const FEW: usize = 8;

/// The unit normal at each corner of each triangle: the mean of the triangles that are reached around the corner
/// without passing a crease or the end of the surface, weighted by the angles they have there. Triangles that share
/// only a point, as at the tip of a tear, do not bend each other's light. Triangles without area have no normal.
pub(super) fn corner_normals(places: &[DVec3], triangles: &[[u32; 3]]) -> Vec<[DVec3; 3]> {
    let corners = |t: &[u32; 3]| t.map(|v| places[v as usize]);
    let faces: Vec<DVec3> = triangles
        .par_iter()
        .map(|t| {
            let [a, b, c] = corners(t);
            (b - a).cross(c - a).normalize_or_zero()
        })
        .collect();
    let mut fans = Fans::new(3 * triangles.len());
    for same in edges(triangles).chunk_by(|a, b| a.0 == b.0) {
        if same.len() > FEW {
            continue;
        }
        for (i, (_, one)) in same.iter().enumerate() {
            for (_, other) in &same[i + 1..] {
                let [t, u] = [one, other].map(|corner| *corner as usize / 3);
                if faces[t].dot(faces[u]) > CREASE {
                    fans.join_along(triangles, *one, *other);
                }
            }
        }
    }
    let mut sums = vec![DVec3::ZERO; 3 * triangles.len()];
    for (t, face) in faces.iter().enumerate() {
        let places = corners(&triangles[t]);
        for k in 0..3 {
            let [before, after] = [2, 1].map(|step| places[(k + step) % 3] - places[k]);
            let angle = before.angle_between(after);
            if angle.is_finite() {
                sums[fans.of(3 * t + k)] += *face * angle;
            }
        }
    }
    let normal = |t: usize, k: usize| sums[fans.of(3 * t + k)].normalize_or(faces[t]);
    (0..triangles.len())
        .into_par_iter()
        .map(|t| [0, 1, 2].map(|k| normal(t, k)))
        .collect()
}

/// All sides of triangles by the points they join, each as the number of the corner it starts from: three times the
/// triangle's and 0, 1 or 2.
fn edges(triangles: &[[u32; 3]]) -> Vec<(u64, u32)> {
    let mut edges: Vec<(u64, u32)> = triangles
        .par_iter()
        .enumerate()
        .flat_map_iter(|(t, corners)| {
            (0..3).map(move |k| {
                let (a, b) = (corners[k], corners[(k + 1) % 3]);
                let key = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
                (key, (3 * t + k) as u32)
            })
        })
        .collect();
    edges.par_sort_unstable();
    edges
}

/// Corners that have one normal, as trees that lead to the lowest of them.
struct Fans(Vec<u32>);

impl Fans {
    fn new(corners: usize) -> Self {
        Fans((0..corners as u32).collect())
    }

    fn of(&self, corner: usize) -> usize {
        let mut at = corner;
        while self.0[at] as usize != at {
            at = self.0[at] as usize;
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b)] = a.min(b) as u32;
    }

    /// Both ends of a side that two triangles share.
    fn join_along(&mut self, triangles: &[[u32; 3]], one: u32, other: u32) {
        let ends = |side: u32| {
            let (t, k) = (side as usize / 3, side as usize % 3);
            [k, (k + 1) % 3].map(|k| (triangles[t][k], 3 * t + k))
        };
        for (point, corner) in ends(one) {
            for (same, across) in ends(other) {
                if point == same {
                    self.join(corner, across);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two triangles along the z axis, bent by an angle.
    fn roof(bend: f64) -> ([DVec3; 4], [[u32; 3]; 2]) {
        let (s, c) = bend.sin_cos();
        let places = [
            DVec3::ZERO,
            DVec3::Z,
            DVec3::new(-1.0, 0.0, 0.5),
            DVec3::new(c, -s, 0.5),
        ];
        (places, [[0, 2, 1], [0, 1, 3]])
    }

    #[test]
    fn small_bends_are_round_and_large_ones_are_creases() {
        for (degrees, round) in [
            (10.0_f64, true),
            (39.0, true),
            (41.0, false),
            (120.0, false),
        ] {
            let (places, triangles) = roof(degrees.to_radians());
            let normals = corner_normals(&places, &triangles);
            let same = normals[0][0].distance(normals[1][0]) < 1e-12;
            assert_eq!(same, round, "{degrees}");
            // The corners off the edge keep their own.
            let turned = normals[0][1].angle_between(normals[1][2]).to_degrees();
            assert!((turned - degrees).abs() < 1e-6, "{turned}");
        }
    }

    /// The same roof with points of its own on each side is two sheets.
    #[test]
    fn torn_edges_stay_torn() {
        let (mut places, mut triangles) = (roof(0.3).0.to_vec(), roof(0.3).1);
        places.extend_from_within(..2);
        triangles[1] = [4, 5, 3];
        let normals = corner_normals(&places, &triangles);
        assert!(normals[0][0].angle_between(normals[1][0]) > 0.29);
        // So are two triangles that meet in one point.
        triangles[1] = [0, 5, 3];
        let normals = corner_normals(&places, &triangles);
        assert!(normals[0][0].angle_between(normals[1][0]) > 0.29);
    }

    #[test]
    fn a_triangle_without_area_disturbs_nobody() {
        let (places, triangles) = roof(0.1);
        let with = [triangles[0], [0, 1, 1], triangles[1]];
        let normals = corner_normals(&places, &with);
        assert_eq!(normals[0], corner_normals(&places, &triangles)[0]);
        assert!(normals.iter().flatten().all(|n| n.is_finite()));
    }
}
