//! Inside or outside, by how often the mesh goes around a point.

use super::TriangleMesh;
use crate::tree::Tree;
use plastica_tensor::Vec3;

/// A cluster of triangles is seen as one from this many times its radius.
const FAR: f64 = 1.5;

/// What a cluster of triangles looks like from afar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dipole {
    /// Mean place, weighted by area.
    centre: Vec3<f64>,
    /// Sum of area times normal [m²].
    area: Vec3<f64>,
    /// Radius about the centre, squared.
    reach: f64,
}

/// One per node of the tree.
pub(super) fn dipoles(mesh: &TriangleMesh, tree: &Tree) -> Vec<Dipole> {
    let mut dipoles = Vec::with_capacity(tree.nodes.len());
    let mut sums = vec![(Vec3::zero(), 0.0, Vec3::zero()); tree.nodes.len()];
    // Children stand behind their parents.
    for (i, node) in tree.nodes.iter().enumerate().rev() {
        let (mut area, mut size, mut moment) = (Vec3::zero(), 0.0, Vec3::zero());
        let mut add = |a: Vec3<f64>, s: f64, m: Vec3<f64>| {
            area = area + a;
            size += s;
            moment = moment + m;
        };
        for place in node.first..node.first + node.count {
            let triangle = mesh.triangles[tree.order[place as usize] as usize];
            let [a, b, c] = mesh.corners(triangle);
            let normal = (b - a).cross(c - a).scale(0.5);
            let middle = (a + b + c).scale(1.0 / 3.0);
            add(normal, normal.norm(), middle.scale(normal.norm()));
        }
        if node.count == 0 {
            for child in [node.first, node.first + 1] {
                let (a, s, m) = sums[child as usize];
                add(a, s, m);
            }
        }
        sums[i] = (area, size, moment);
    }
    for (node, (area, size, moment)) in tree.nodes.iter().zip(sums) {
        let centre = if size > 0.0 {
            moment.scale(1.0 / size)
        } else {
            node.bounds.centre()
        };
        let corner = (centre - node.bounds.low).zip(node.bounds.high - centre, f64::max);
        dipoles.push(Dipole {
            centre,
            area,
            reach: corner.norm_squared(),
        });
    }
    dipoles
}

/// How often the mesh goes around x: a whole number for closed meshes, to within the error of the
/// far clusters, which stays below 1/4. [G. Barill et al., "Fast winding numbers for soups and clouds",
/// 2018], with the first term of its expansion.
pub(super) fn winding_number(
    tree: &Tree,
    dipoles: &[Dipole],
    corners: &[[Vec3<f64>; 3]],
    x: Vec3<f64>,
) -> f64 {
    let mut stack = [0_u32; 64];
    let mut depth = 1;
    let mut sum = 0.0;
    while depth > 0 {
        depth -= 1;
        let index = stack[depth] as usize;
        let (node, dipole) = (&tree.nodes[index], &dipoles[index]);
        let to = dipole.centre - x;
        let square = to.norm_squared();
        if square > FAR * FAR * dipole.reach {
            sum += dipole.area.dot(to) / (square * square.sqrt());
        } else if node.count > 0 {
            for place in node.first..node.first + node.count {
                sum += solid_angle(corners[place as usize], x);
            }
        } else {
            stack[depth] = node.first;
            stack[depth + 1] = node.first + 1;
            depth += 2;
        }
    }
    sum / (4.0 * std::f64::consts::PI)
}

/// Solid angle under which x sees a triangle, positive from behind. [A. van Oosterom and
/// J. Strackee, "The solid angle of a plane triangle", 1983]
pub(super) fn solid_angle(triangle: [Vec3<f64>; 3], x: Vec3<f64>) -> f64 {
    let [a, b, c] = triangle.map(|v| v - x);
    let (na, nb, nc) = (a.norm(), b.norm(), c.norm());
    let below = na * nb * nc + a.dot(b) * nc + b.dot(c) * na + c.dot(a) * nb;
    2.0 * a.dot(b.cross(c)).atan2(below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;

    /// A lumpy ring: the far clusters must leave the winding number far from 1/2, or signs fail.
    #[test]
    fn winding_numbers_are_nearly_whole() {
        let n = 60;
        let mut mesh = TriangleMesh::default();
        let turn = |i: usize| i as f64 * std::f64::consts::TAU / n as f64;
        for i in 0..n {
            for j in 0..n {
                let tube = 0.3 + 0.05 * (5.0 * turn(i)).sin();
                let r = 0.7 + tube * turn(j).cos();
                let [x, z] = [r * turn(i).cos(), r * turn(i).sin()];
                mesh.vertices.push([x, tube * turn(j).sin(), z]);
                let at = |i: usize, j: usize| ((i % n) * n + j % n) as u32;
                mesh.triangles.push([at(i, j), at(i, j + 1), at(i + 1, j)]);
                mesh.triangles
                    .push([at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]);
            }
        }
        let boxes: Vec<Bounds> = mesh
            .triangles
            .iter()
            .map(|t| Bounds::around(mesh.corners(*t)))
            .collect();
        let tree = Tree::new(&boxes);
        let dipoles = dipoles(&mesh, &tree);
        let in_order = |i: &u32| mesh.corners(mesh.triangles[*i as usize]);
        let corners: Vec<_> = tree.order.iter().map(in_order).collect();
        let mut worst: f64 = 0.0;
        let mut sides = [0; 2];
        for i in 0..20_000_u64 {
            let u = |k: u64| 2.4 * crate::random::unit(3, i, k) - 1.2;
            let x = Vec3::new(u(0), 0.4 * u(1), u(2));
            let w = winding_number(&tree, &dipoles, &corners, x);
            worst = worst.max((w - w.round()).abs());
            if i % 20 != 0 {
                continue;
            }
            let brute: f64 = corners.iter().map(|t| solid_angle(*t, x)).sum();
            let whole = (brute / (4.0 * std::f64::consts::PI)).round();
            assert_eq!(w.round(), whole, "{w} at {x:?}");
            sides[usize::from(whole == 1.0)] += 1;
        }
        assert!(sides[0] > 100 && sides[1] > 100, "{sides:?}");
        assert!(worst < 0.25, "{worst}");
    }
}
