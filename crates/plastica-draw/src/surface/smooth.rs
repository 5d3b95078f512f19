//! Smoothing without shrinking, and normals.

use super::Skin;
use glam::DVec3;
use rayon::prelude::*;

/// Who is connected to whom: the neighbours of vertex v are `list[start[v]..start[v + 1]]`.
struct Neighbours {
    start: Vec<u32>,
    list: Vec<u32>,
}

/// Passes of Taubin's smoothing; chosen by eye for jittered points, which leave bumps as wide as
/// their spacing.
const PASSES: usize = 16;
/// Steps in and out [Taubin 1995]: features longer than about eight edges pass unchanged.
const SHRINK: f64 = 0.5;
const INFLATE: f64 = -0.52;

/// Smooths the places, then finds the normals.
pub(super) fn smooth(skin: &mut Skin) {
    let near = Neighbours::new(skin.vertices.len(), &skin.triangles);
    for _ in 0..PASSES {
        for step in [SHRINK, INFLATE] {
            skin.vertices = near.moved(&skin.vertices, step);
        }
    }
    let normals = area_normals(skin);
    // Light shows bumps that the outline does not: normals are averaged once more.
    const NORMAL_PASSES: usize = 5;
    let averaged = (0..NORMAL_PASSES).fold(normals, |n, _| near.moved(&n, 0.6));
    skin.normals = averaged
        .into_iter()
        .map(|n| n.try_normalize().unwrap_or(DVec3::Y))
        .collect();
}

impl Neighbours {
    /// Each edge of a closed surface is passed once each way, so one of its ways is counted.
    fn new(vertices: usize, triangles: &[[u32; 3]]) -> Self {
        let mut start = vec![0_u32; vertices + 1];
        for v in triangles.iter().flatten() {
            start[*v as usize + 1] += 1;
        }
        for v in 0..vertices {
            start[v + 1] += start[v];
        }
        let mut next = start.clone();
        let mut list = vec![0; start[vertices] as usize];
        for t in triangles {
            for k in 0..3 {
                let slot = &mut next[t[k] as usize];
                list[*slot as usize] = t[(k + 1) % 3];
                *slot += 1;
            }
        }
        Neighbours { start, list }
    }

    /// Every vector moved by a part of the way to the mean of its neighbours.
    fn moved(&self, vectors: &[DVec3], step: f64) -> Vec<DVec3> {
        vectors
            .par_iter()
            .enumerate()
            .map(|(v, &own)| {
                let near = &self.list[self.start[v] as usize..self.start[v + 1] as usize];
                if near.is_empty() {
                    return own;
                }
                let sum: DVec3 = near.iter().map(|&n| vectors[n as usize]).sum();
                own.lerp(sum / near.len() as f64, step)
            })
            .collect()
    }
}

fn area_normals(skin: &Skin) -> Vec<DVec3> {
    let mut normals = vec![DVec3::ZERO; skin.vertices.len()];
    for t in &skin.triangles {
        let [a, b, c] = t.map(|v| skin.vertices[v as usize]);
        let normal = (b - a).cross(c - a);
        for v in t {
            normals[*v as usize] += normal;
        }
    }
    // Of unit length, so that the size of a triangle does not count twice.
    for normal in &mut normals {
        *normal = normal.normalize_or_zero();
    }
    normals
}
