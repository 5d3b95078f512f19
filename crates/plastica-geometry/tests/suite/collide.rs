//! Which features of surfaces are near, how near, when they meet, and whether surfaces cross.

use crate::common::Dice;
use plastica_geometry::collide::{FeaturePair, Features, Hierarchy, Nearest, Pair, intersections};
use plastica_geometry::{Bounds, TetMesh, TriangleMesh, Vec3};
use std::collections::BTreeSet;

const KINDS: [Pair; 2] = [Pair::PointTriangle, Pair::EdgeEdge];

fn v(x: f64, y: f64, z: f64) -> Vec3<f64> {
    Vec3::new(x, y, z)
}

/// Four points at random; some of them flat, in a line, in one place, or thin by a factor down to 1e-12.
fn four_points(dice: &mut Dice) -> [Vec3<f64>; 4] {
    let mut points = [0; 4].map(|_| dice.point(1.0));
    let thin = 10.0_f64.powf(dice.between(-12.0, 0.0));
    match (8.0 * dice.unit()) as usize {
        0 => points.iter_mut().for_each(|p| p[1] = 0.0),
        1 => points.iter_mut().for_each(|p| p[1] *= thin),
        2 => points[3] = points[2] + (points[1] - points[0]).scale(dice.between(-1.0, 1.0)),
        3 => points[3] = points[1] + (points[2] - points[1]).scale(dice.unit()),
        4 => points[3] = points[2] + dice.point(thin),
        5 => points[2] = points[0] + dice.point(thin),
        _ => {}
    }
    points
}

/// The distance by trying: a grid of weights, then smaller grids about the best.
fn distance_by_trying(kind: Pair, points: &[Vec3<f64>; 4]) -> f64 {
    let [p, a, b, c] = *points;
    let at = |s: f64, t: f64| match kind {
        // A square mapped on the triangle.
        Pair::PointTriangle => p - (a + (b - a).scale(s * (1.0 - t)) + (c - a).scale(s * t)),
        Pair::EdgeEdge => p + (a - p).scale(s) - (b + (c - b).scale(t)),
    };
    let (mut best, mut least) = ([0.5, 0.5], f64::INFINITY);
    let mut reach = 0.5;
    while reach > 1e-9 {
        let centre = best;
        for i in -8..=8 {
            for j in -8..=8 {
                let near = |c: f64, i: i32| (c + reach * f64::from(i) / 8.0).clamp(0.0, 1.0);
                let (s, t) = (near(centre[0], i), near(centre[1], j));
                let distance = at(s, t).norm();
                if distance < least {
                    (best, least) = ([s, t], distance);
                }
            }
        }
        reach *= 0.6;
    }
    least
}

#[test]
fn nearest_points_in_closed_form() {
    let triangle = [v(0.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(0.0, 1.0, 0.0)];
    let [a, b, c] = triangle;
    let over = |p| Pair::PointTriangle.nearest(&[p, a, b, c]);
    let inside = over(v(0.25, 0.25, 2.0));
    assert_eq!(inside.offset, v(0.0, 0.0, 2.0));
    assert_eq!(inside.weights, [1.0, -0.5, -0.25, -0.25]);
    assert_eq!(over(v(-3.0, -4.0, 0.0)).distance(), 5.0);
    assert_eq!(over(v(0.5, -2.0, 0.0)).weights, [1.0, -0.5, -0.5, 0.0]);
    assert!((over(v(1.0, 1.0, 0.0)).distance() - 0.5_f64.sqrt()).abs() < 1e-15);
    let edges = |points: [Vec3<f64>; 4]| Pair::EdgeEdge.nearest(&points);
    let crossed = edges([
        v(-1.0, 0.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(0.5, -1.0, 3.0),
        v(0.5, 3.0, 3.0),
    ]);
    assert_eq!(crossed.offset, v(0.0, 0.0, -3.0));
    assert_eq!(crossed.weights, [0.25, 0.75, -0.75, -0.25]);
    let parallel = edges([a, b, v(2.0, 1.0, 0.0), v(5.0, 1.0, 0.0)]);
    assert!((parallel.distance() - 2.0_f64.sqrt()).abs() < 1e-15);
}

/// No points that were tried are nearer, also where triangles are thin and edges parallel, and what is found belongs to the
/// features: so it is the least. Far from the origin as well.
#[test]
fn nearest_points_of_random_features() {
    let mut dice = Dice::new(3);
    for _ in 0..400 {
        let points = four_points(&mut dice);
        for kind in KINDS {
            let nearest = kind.nearest(&points);
            let tried = distance_by_trying(kind, &points);
            assert!(
                nearest.distance() < tried + 1e-8,
                "{kind:?} {points:?} {tried}"
            );
            check_weights(kind, &points, &nearest);
            let far = v(1e6, -2e6, 3e6);
            let moved = kind.nearest(&points.map(|p| p + far));
            assert!((moved.distance() - nearest.distance()).abs() < 1e-8);
        }
    }
}

fn check_weights(kind: Pair, points: &[Vec3<f64>; 4], nearest: &Nearest) {
    let w = nearest.weights;
    let firsts = if kind == Pair::EdgeEdge { 2 } else { 1 };
    for k in 0..4 {
        let sign = if k < firsts { 1.0 } else { -1.0 };
        assert!(sign * w[k] >= 0.0, "{kind:?} {points:?} {w:?}");
    }
    assert!((w[..firsts].iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!((w[firsts..].iter().sum::<f64>() + 1.0).abs() < 1e-12);
    let sum = (0..4).fold(Vec3::zero(), |sum, k| sum + points[k].scale(w[k]));
    assert!((sum - nearest.offset).norm() < 1e-13);
}

fn at(from: &[Vec3<f64>; 4], to: &[Vec3<f64>; 4], time: f64) -> [Vec3<f64>; 4] {
    [0, 1, 2, 3].map(|k| from[k] + (to[k] - from[k]).scale(time))
}

#[test]
fn first_contact_in_closed_form() {
    let separation = 1e-4;
    let within = |time: Option<f64>, exact: f64| {
        let time = time.expect("they meet");
        assert!(time <= exact && time > exact - 2e-4, "{time} {exact}");
    };
    // A point falls on a triangle, at rest and rising.
    let from = [
        v(0.25, 0.25, 1.0),
        v(0.0, 0.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(0.0, 1.0, 0.0),
    ];
    let mut to = from;
    to[0][2] = -1.0;
    within(
        Pair::PointTriangle.first_contact(&from, &to, separation),
        0.5,
    );
    for k in 1..4 {
        to[k][2] = 2.0;
    }
    within(
        Pair::PointTriangle.first_contact(&from, &to, separation),
        0.25,
    );
    // All in one plane: a point goes through the whole of an edge.
    let from = [
        v(-1.0, 0.3, 0.0),
        v(0.0, 0.0, 0.0),
        v(0.0, 1.0, 0.0),
        v(1.0, 0.0, 0.0),
    ];
    let mut to = from;
    to[0][0] = 3.0;
    within(
        Pair::PointTriangle.first_contact(&from, &to, separation),
        0.25,
    );
    // Edges that cross, and edges in one line that run into each other.
    let from = [
        v(-1.0, 0.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(0.0, -1.0, 1.0),
        v(0.0, 1.0, 1.0),
    ];
    let down = from.map(|x| x - v(0.0, 0.0, 4.0));
    let to = [from[0], from[1], down[2], down[3]];
    within(Pair::EdgeEdge.first_contact(&from, &to, separation), 0.25);
    let from = [
        v(0.0, 0.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(2.0, 0.0, 0.0),
        v(3.0, 0.0, 0.0),
    ];
    let left = from.map(|x| x - v(4.0, 0.0, 0.0));
    let to = [from[0], from[1], left[2], left[3]];
    within(Pair::EdgeEdge.first_contact(&from, &to, separation), 0.25);
    // Together they move without meeting, however far, and what stands still does not meet.
    for kind in KINDS {
        assert_eq!(kind.first_contact(&from, &left, separation), None);
        assert_eq!(kind.first_contact(&from, &from, separation), None);
    }
    // What touches meets at once, if it moves.
    let from = [
        v(0.25, 0.25, 0.0),
        v(0.0, 0.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(0.0, 1.0, 0.0),
    ];
    let mut to = from;
    to[0][2] = 1.0;
    assert_eq!(
        Pair::PointTriangle.first_contact(&from, &to, separation),
        Some(0.0)
    );
}

/// Never missed and never too early, by the distance at many times: straight flights, turns by a half in which edges shrink to
/// nothing, and motions that stay in a plane or in a line throughout.
#[test]
fn first_contact_of_random_motions() {
    let mut dice = Dice::new(7);
    let mut met = [0, 0];
    for round in 0..3000 {
        let mut from = four_points(&mut dice);
        let mut to = match round % 3 {
            0 => four_points(&mut dice),
            1 => {
                let way = dice.point(2.0);
                [0, 1, 2, 3].map(|k| if k < 2 { from[k] + way } else { from[k] })
            }
            _ => from.map(|x| v(-x[0], x[1] + dice.between(-0.1, 0.1), -x[2])),
        };
        if round % 7 == 0 {
            from.iter_mut().chain(&mut to).for_each(|x| x[2] = 0.5);
        }
        let separation = 10.0_f64.powf(dice.between(-4.0, -1.0));
        for kind in KINDS {
            let distance = |time: f64| kind.nearest(&at(&from, &to, time)).distance();
            let least = separation.min(0.5 * distance(0.0));
            let contact = kind.first_contact(&from, &to, separation);
            let end = contact.unwrap_or(1.0);
            for k in 0..=200 {
                let gap = distance(end * f64::from(k) / 200.0);
                assert!(
                    gap >= least * (1.0 - 1e-6) - 1e-14,
                    "{kind:?} {from:?} {to:?} {gap} {least}"
                );
            }
            met[usize::from(contact.is_some())] += 1;
            // What slides along at next to no distance may be told to meet too early.
            if contact.is_some() && distance(0.0) > 0.1 && separation > 1e-3 {
                let gap = distance(end);
                assert!(gap <= 1.1 * least * (1.0 + 1e-6) + 1e-14, "{gap} {least}");
            }
        }
    }
    // Both answers have been given often.
    assert!(met[0] > 500 && met[1] > 500, "{met:?}");
}

/// The control: a test of the sign of the volume at both ends, which many use, misses what passes through and comes back out
/// on the same side of the plane.
#[test]
fn a_point_that_goes_in_and_out_is_seen() {
    let from = [
        v(0.3, 0.3, 1.0),
        v(0.0, 0.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(0.0, 1.0, 0.0),
    ];
    // The triangle turns over while the point passes it: it is above both at the start and at the end.
    let to = [
        v(0.3, 0.3, -1.0),
        v(0.0, 0.0, 0.0),
        v(0.0, 1.0, 0.0),
        v(1.0, 0.0, 0.0),
    ];
    let volume = |x: &[Vec3<f64>; 4]| (x[0] - x[1]).dot((x[2] - x[1]).cross(x[3] - x[1]));
    assert!(volume(&from) > 0.0 && volume(&to) > 0.0);
    assert!(
        Pair::PointTriangle
            .first_contact(&from, &to, 1e-3)
            .is_some()
    );
}

fn boxes_of(mesh: &TriangleMesh, grown: f64) -> Vec<Bounds> {
    let corners = |t: &[u32; 3]| t.map(|i| Vec3(mesh.vertices[i as usize]));
    let boxed = |t| Bounds::around(corners(t)).grown(grown);
    mesh.triangles.iter().map(boxed).collect()
}

/// Two balls in one mesh, one shifted.
fn two_balls(levels: u32, shift: Vec3<f64>) -> TriangleMesh {
    let mut mesh = TriangleMesh::ball(1.0, levels);
    let count = mesh.vertices.len() as u32;
    let other = mesh.clone();
    let shifted = |x: &[f64; 3]| (Vec3(*x) + shift).0;
    mesh.vertices.extend(other.vertices.iter().map(shifted));
    let renamed = |t: &[u32; 3]| t.map(|i| i + count);
    mesh.triangles.extend(other.triangles.iter().map(renamed));
    mesh
}

/// The same pairs as by asking all, when built and when fitted again to what has moved.
#[test]
fn hierarchies_find_all_pairs_once() {
    let mut dice = Dice::new(5);
    let mut mesh = two_balls(2, v(1.0, 0.2, 0.1));
    let mut hierarchy = Hierarchy::new(&boxes_of(&mesh, 0.0));
    for _ in 0..3 {
        let boxes = boxes_of(&mesh, 0.01);
        hierarchy.refit(&boxes);
        let mut found = Vec::new();
        hierarchy.self_pairs(|a, b| found.push([a.min(b), a.max(b)]));
        let once: BTreeSet<[u32; 2]> = found.iter().copied().collect();
        assert_eq!(once.len(), found.len());
        let n = boxes.len() as u32;
        let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b]));
        let overlap = |[a, b]: &[u32; 2]| boxes[*a as usize].overlaps(&boxes[*b as usize]);
        assert_eq!(once, all.filter(overlap).collect());
        // A tree against another.
        let (head, tail) = boxes.split_at(boxes.len() / 2);
        let mut found = Vec::new();
        Hierarchy::new(head).pairs(&Hierarchy::new(tail), |a, b| found.push([a, b]));
        let once: BTreeSet<[u32; 2]> = found.iter().copied().collect();
        assert_eq!(once.len(), found.len());
        let half = head.len() as u32;
        let across = (0..half)
            .flat_map(|a| (half..n).map(move |b| [a, b]))
            .filter(overlap);
        assert_eq!(once, across.map(|[a, b]| [a, b - half]).collect());
        for x in &mut mesh.vertices {
            *x = (Vec3(*x) + dice.point(0.3)).0;
        }
    }
    // None and one.
    let mut none = Hierarchy::new(&[]);
    none.refit(&[]);
    none.self_pairs(|_, _| panic!("there is nothing"));
    let one = Hierarchy::new(&boxes_of(&mesh, 0.0)[..1]);
    one.self_pairs(|_, _| panic!("there is one"));
    one.pairs(&none, |_, _| panic!("there is nothing"));
}

/// All triangles paired with all others bring each vertex with each triangle and each edge with each other once, without what
/// shares a vertex.
#[test]
fn features_are_paired_once() {
    let mesh = two_balls(1, v(3.0, 0.0, 0.0));
    let features = Features::new(mesh.triangles.clone());
    let n = mesh.triangles.len() as u32;
    assert_eq!(features.edges.len() as u32, n * 3 / 2);
    let mut found: Vec<FeaturePair> = Vec::new();
    for a in 0..n {
        for b in a + 1..n {
            features.pairs_of_triangles(a, b, |pair| found.push(pair));
        }
    }
    let once: BTreeSet<(Pair, [u32; 4])> = (found.iter())
        .map(|pair| {
            let mut vertices = pair.vertices;
            match pair.kind {
                Pair::PointTriangle => vertices[1..].sort_unstable(),
                Pair::EdgeEdge => assert!(vertices[..2] < vertices[2..]),
            }
            (pair.kind, vertices)
        })
        .collect();
    assert_eq!(once.len(), found.len());
    let faces = mesh.vertices.len() * n as usize - 3 * n as usize;
    let points = found.iter().filter(|pair| pair.kind == Pair::PointTriangle);
    assert_eq!(points.count(), faces);
    let edges = &features.edges;
    let apart = |a: &[u32; 2], b: &[u32; 2]| !a.iter().any(|x| b.contains(x));
    let of_edges =
        (0..edges.len()).map(|i| (0..i).filter(|j| apart(&edges[i], &edges[*j])).count());
    assert_eq!(found.len() - faces, of_edges.sum::<usize>());
}

fn mesh(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> TriangleMesh {
    TriangleMesh {
        vertices: vertices.to_vec(),
        triangles: triangles.to_vec(),
    }
}

#[test]
fn crossings_are_decided_exactly() {
    let apart = [[0, 1, 2], [3, 4, 5]];
    let base = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let with = |other: [[f64; 3]; 3]| {
        let vertices: Vec<[f64; 3]> = base.into_iter().chain(other).collect();
        !intersections(&mesh(&vertices, &apart)).is_empty()
    };
    let tiny = f64::MIN_POSITIVE;
    // An edge through the middle, one that ends on the plane, one that ends as little as can be said above it.
    assert!(with([[0.2, 0.2, -1.0], [0.2, 0.2, 1.0], [5.0, 5.0, 5.0]]));
    assert!(with([[0.2, 0.2, 0.0], [0.2, 0.2, 1.0], [5.0, 5.0, 5.0]]));
    assert!(!with([[0.2, 0.2, tiny], [0.2, 0.2, 1.0], [5.0, 5.0, 5.0]]));
    // Through a side, and just beside it.
    assert!(with([[0.5, 0.5, -1.0], [0.5, 0.5, 1.0], [2.0, 2.0, 0.0]]));
    let beside = 0.5 + f64::EPSILON;
    assert!(!with([
        [beside, 0.5, -1.0],
        [beside, 0.5, 1.0],
        [2.0, 2.0, 0.0]
    ]));
    // In one plane: overlapping, one inside the other, touching along a side, apart.
    assert!(with([[0.1, 0.1, 0.0], [2.0, 0.1, 0.0], [2.0, 0.2, 0.0]]));
    assert!(with([[0.1, 0.1, 0.0], [0.2, 0.1, 0.0], [0.1, 0.2, 0.0]]));
    assert!(with([
        [-1.0, -1.0, 0.0],
        [5.0, -1.0, 0.0],
        [-1.0, 5.0, 0.0]
    ]));
    assert!(with([[0.2, 0.0, 0.0], [0.8, 0.0, 0.0], [0.5, -1.0, 0.0]]));
    assert!(!with([[0.6, 0.6, 0.0], [2.0, 0.6, 0.0], [0.6, 2.0, 0.0]]));
    // Without area: a needle through it, and one above it.
    assert!(with([[0.2, 0.2, -1.0], [0.2, 0.2, 0.5], [0.2, 0.2, 1.0]]));
    assert!(!with([[0.2, 0.2, 0.1], [0.2, 0.2, 0.5], [0.2, 0.2, 1.0]]));
}

#[test]
fn neighbours_cross_only_beyond_what_they_share() {
    let corner = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let with = |other: &[[f64; 3]], triangle: [u32; 3]| {
        let vertices: Vec<[f64; 3]> = corner.into_iter().chain(other.iter().copied()).collect();
        !intersections(&mesh(&vertices, &[[0, 1, 2], triangle])).is_empty()
    };
    // One vertex: away from it, through it, folded onto it.
    assert!(!with(&[[-1.0, 0.0, 0.0], [0.0, -1.0, 1.0]], [0, 3, 4]));
    assert!(with(&[[0.5, 0.5, -0.1], [0.5, 0.5, 0.5]], [0, 3, 4]));
    assert!(with(&[[0.2, 0.1, 0.0], [0.1, 0.2, 0.0]], [0, 3, 4]));
    // An edge: open, as little as can be said, and folded flat.
    assert!(!with(&[[0.0, 1.0, 1.0]], [0, 1, 3]));
    assert!(!with(&[[0.3, 0.3, f64::MIN_POSITIVE]], [0, 1, 3]));
    assert!(with(&[[0.3, 0.3, 0.0]], [0, 1, 3]));
    assert!(!with(&[[0.3, -0.3, 0.0]], [0, 1, 3]));
    // The same triangle twice.
    assert!(with(&[], [1, 2, 0]));
}

#[test]
fn surfaces_cross_where_balls_overlap() {
    assert_eq!(
        intersections(&two_balls(3, v(2.01, 0.0, 0.0))),
        [] as [[u32; 2]; 0]
    );
    assert!(intersections(&two_balls(3, v(1.99, 0.0, 0.0))).len() > 10);
    // One within the other does not cross it.
    let mut inner = two_balls(2, Vec3::zero());
    let half = inner.vertices.len() / 2;
    (inner.vertices[..half].iter_mut()).for_each(|x| *x = x.map(|c| 0.5 * c));
    assert!(intersections(&inner).is_empty());
    // Many triangles in few planes: the surface of a lattice does not cross itself until a vertex is pushed through.
    let bounds = Bounds::centred(Vec3::zero(), v(1.0, 0.5, 0.5));
    let mut block = TetMesh::lattice(&bounds, [8, 4, 4]).surface();
    assert!(intersections(&block).is_empty());
    let pushed = |x: &&mut [f64; 3]| x[0] == 0.0 && x[1] == 0.5 && x[2] == 0.0;
    for x in block.vertices.iter_mut().filter(pushed) {
        x[1] = -0.501;
    }
    assert!(!intersections(&block).is_empty());
}
