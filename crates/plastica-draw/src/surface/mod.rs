//! The skin of a cloud of points.
//!
//! Points are smeared into a density on a sparse grid ([`field`]), the level of half the inner
//! density is turned into triangles ([`nets`]), and what is left of the points' own texture is
//! smoothed away without loss of volume ([`smooth`]). Half the inner density lies where the points'
//! cells end, so volume is kept. Points too lonely to have a skin are handed back as crumbs.

mod field;
mod nets;
mod smooth;
mod spacing;

pub(crate) use spacing::particle_spacing;

use field::Field;
use glam::DVec3;

/// A closed surface of triangles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Skin {
    /// Places [m].
    pub(crate) vertices: Vec<DVec3>,
    /// Unit normals that point out.
    pub(crate) normals: Vec<DVec3>,
    /// The points' value, carried over to the vertices.
    pub(crate) values: Vec<f32>,
    /// Corners, counter-clockwise seen from outside.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Points that the surface does not hold.
    pub(crate) crumbs: Vec<u32>,
}

/// The surface of points that stand about `spacing` [m] apart and carry a value each. Points must
/// be finite and the spacing positive.
pub(crate) fn skin(points: &[[f64; 3]], values: &[f32], spacing: f64) -> Skin {
    let field = Field::new(points, values, spacing);
    let mut skin = nets::extract(&field);
    smooth::smooth(&mut skin);
    skin.crumbs = field.crumbs(points);
    skin
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample::mix;
    use std::collections::HashMap;

    /// A lattice inside a ball of radius 1, jittered by a part of its spacing.
    fn ball(spacing: f64, jitter: f64) -> Vec<[f64; 3]> {
        let n = (1.0 / spacing).ceil() as i32;
        let mut points = Vec::new();
        let mut seed = 0;
        let mut random = || {
            seed += 1;
            (mix(seed) >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for (i, j) in (-n..n).flat_map(|i| (-n..n).map(move |j| (i, j))) {
            for k in -n..n {
                let p = DVec3::new(f64::from(i), f64::from(j), f64::from(k)) + 0.5;
                if (p * spacing).length() < 1.0 {
                    let shift = DVec3::new(random(), random(), random()) * jitter;
                    points.push(((p + shift) * spacing).to_array());
                }
            }
        }
        points
    }

    fn volume_and_area(skin: &Skin) -> (f64, f64) {
        skin.triangles.iter().fold((0.0, 0.0), |(volume, area), t| {
            let [a, b, c] = t.map(|v| skin.vertices[v as usize]);
            let normal = (b - a).cross(c - a);
            (volume + a.dot(normal) / 6.0, area + 0.5 * normal.length())
        })
    }

    /// Every edge is passed once each way.
    fn assert_closed(skin: &Skin) {
        let mut edges: HashMap<(u32, u32), i32> = HashMap::new();
        for t in &skin.triangles {
            for k in 0..3 {
                *edges.entry((t[k], t[(k + 1) % 3])).or_default() += 1;
            }
        }
        for (&(a, b), &count) in &edges {
            assert_eq!(count, 1, "edge {a} {b}");
            assert_eq!(edges.get(&(b, a)), Some(&1), "edge {b} {a}");
        }
    }

    #[test]
    fn a_ball_keeps_its_volume_and_area() {
        let (volume, area) = (4.0 / 3.0 * std::f64::consts::PI, 4.0 * std::f64::consts::PI);
        for jitter in [0.0, 0.5] {
            let points = ball(0.08, jitter);
            let skin = skin(&points, &vec![0.0; points.len()], 0.08);
            assert_closed(&skin);
            let (v, a) = volume_and_area(&skin);
            assert!((v / volume - 1.0).abs() < 0.03, "{jitter}: volume {v}");
            assert!((a / area - 1.0).abs() < 0.03, "{jitter}: area {a}");
            assert!(skin.crumbs.is_empty(), "{:?}", skin.crumbs.len());
        }
    }

    #[test]
    fn normals_point_out_and_are_those_of_the_ball() {
        let points = ball(0.06, 0.3);
        let skin = skin(&points, &vec![0.0; points.len()], 0.06);
        for (v, n) in skin.vertices.iter().zip(&skin.normals) {
            assert!(v.normalize().dot(*n) > 0.97, "{v} {n}");
        }
    }

    /// The lattice does not show: the top of a block is flat to a hundredth of the spacing.
    #[test]
    fn a_flat_face_is_flat() {
        let s = 0.05;
        let points: Vec<[f64; 3]> = (0..24 * 24 * 8)
            .map(|i| [i % 24, i / 576, i / 24 % 24].map(|k| (f64::from(k) + 0.5) * s))
            .collect();
        let skin = skin(&points, &vec![0.0; points.len()], s);
        let on_top = |v: &&DVec3| {
            v.y > 6.0 * s && [v.x, v.z].iter().all(|x| (5.0 * s..19.0 * s).contains(x))
        };
        let heights: Vec<f64> = skin.vertices.iter().filter(on_top).map(|v| v.y).collect();
        assert!(heights.len() > 100);
        for y in heights {
            assert!((y - 8.0 * s).abs() < 0.01 * s, "{}", (y - 8.0 * s) / s);
        }
    }

    #[test]
    fn values_are_carried_to_the_surface() {
        let points = ball(0.08, 0.3);
        let values: Vec<f32> = points.iter().map(|p| p[1] as f32).collect();
        let skin = skin(&points, &values, 0.08);
        for (v, value) in skin.vertices.iter().zip(&skin.values) {
            assert!((v.y - f64::from(*value)).abs() < 0.08, "{} {value}", v.y);
        }
    }

    /// Lonely points are not lost, nor is a brick of memory spent on each.
    #[test]
    fn lonely_points_are_crumbs() {
        let points: Vec<[f64; 3]> = (0..50).map(|i| [f64::from(i) * 10.0, 0.0, 0.0]).collect();
        let skin = skin(&points, &[0.0; 50], 0.1);
        assert!(skin.triangles.is_empty());
        assert_eq!(skin.crumbs, (0..50).collect::<Vec<u32>>());
    }
}
