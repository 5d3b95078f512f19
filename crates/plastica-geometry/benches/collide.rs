//! What it costs to find, measure and follow pairs of features: two balls that nearly touch.

use plastica_geometry::collide::{FeaturePair, Features, Hierarchy, intersections};
use plastica_geometry::{Bounds, TriangleMesh, Vec3};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    for levels in [4, 5, 6] {
        let mut mesh = TriangleMesh::ball(1.0, levels);
        let count = mesh.vertices.len() as u32;
        let other = mesh.clone();
        let shifted = |x: &[f64; 3]| [x[0] + 2.001, x[1], x[2]];
        mesh.vertices.extend(other.vertices.iter().map(shifted));
        let renamed = |t: &[u32; 3]| t.map(|i| i + count);
        mesh.triangles.extend(other.triangles.iter().map(renamed));
        let n = mesh.triangles.len();
        let corners = |t: &[u32; 3]| t.map(|i| Vec3(mesh.vertices[i as usize]));
        let near = 0.02 / f64::from(1 << (levels - 4));
        let boxed = |t| Bounds::around(corners(t)).grown(near);
        let boxes: Vec<Bounds> = mesh.triangles.iter().map(boxed).collect();
        let (features, making) = timed(1, || Features::new(mesh.triangles.clone()));
        let (mut hierarchy, building) = timed(3, || Hierarchy::new(&boxes));
        let ((), fitting) = timed(10, || hierarchy.refit(&boxes));
        let (pairs, finding) = timed(3, || {
            let mut pairs: Vec<FeaturePair> = Vec::new();
            hierarchy.self_pairs(|a, b| features.pairs_of_triangles(a, b, |pair| pairs.push(pair)));
            pairs
        });
        let points = |pair: &FeaturePair| pair.vertices.map(|i| Vec3(mesh.vertices[i as usize]));
        let (nearest, measuring) = timed(3, || {
            let distance = |pair: &FeaturePair| pair.kind.nearest(&points(pair)).distance();
            pairs.iter().map(distance).fold(f64::INFINITY, f64::min)
        });
        let (met, following) = timed(3, || {
            let meets = |pair: &&FeaturePair| {
                let from = points(pair);
                let to = [0, 1, 2, 3].map(|k| {
                    let left = pair.vertices[k] >= count;
                    from[k] - Vec3::new(if left { 0.01 } else { 0.0 }, 0.0, 0.0)
                });
                pair.kind.first_contact(&from, &to, 1e-4).is_some()
            };
            pairs.iter().filter(meets).count()
        });
        let (crossings, deciding) = timed(1, || intersections(&mesh).len());
        let each = |seconds: f64, of: usize| seconds * 1e9 / of as f64;
        println!(
            "{n} triangles: per triangle {:.0} ns features, {:.0} ns tree, {:.0} ns refit, {:.0} ns pairs ({} of them), {:.0} ns exact crossings ({crossings})",
            each(making, n),
            each(building, n),
            each(fitting, n),
            each(finding, n),
            pairs.len(),
            each(deciding, n),
        );
        println!(
            "  per pair {:.0} ns distance (least {nearest:.4} m), {:.0} ns first contact ({met} meet)",
            each(measuring, pairs.len()),
            each(following, pairs.len()),
        );
    }
}

fn timed<T>(times: u32, mut run: impl FnMut() -> T) -> (T, f64) {
    let mut result = black_box(run());
    let start = Instant::now();
    for _ in 0..times {
        result = black_box(run());
    }
    (result, start.elapsed().as_secs_f64() / f64::from(times))
}
