//! How well shaped tetrahedra are.

use super::TetMesh;
use plastica_tensor::{Mat3, Vec3, svd};
use std::fmt;

/// Corners at the ends of each edge.
pub const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// Corners of a tetrahedron [m].
pub type Corners = [Vec3<f64>; 4];

/// The signed volume [m³]: negative when inverted.
#[inline]
pub fn volume([a, b, c, d]: Corners) -> f64 {
    (b - a).dot((c - a).cross(d - a)) / 6.0
}

/// 6√2 V/l³ with l the root mean square of the edges: 1 for the regular tetrahedron, 0 for a flat one, negative when
/// inverted. Smooth in the corners. [V. N. Parthasarathy et al., "A comparison of tetrahedron quality measures", 1994]
#[inline]
pub fn volume_length([a, b, c, d]: Corners) -> f64 {
    let (e, f, g) = (b - a, c - a, d - a);
    let (h, i, j) = (c - b, d - b, d - c);
    let mean = (e.norm_squared()
        + f.norm_squared()
        + g.norm_squared()
        + h.norm_squared()
        + i.norm_squared()
        + j.norm_squared())
        / 6.0;
    let cubed = mean * mean.sqrt();
    if cubed > 0.0 {
        std::f64::consts::SQRT_2 * e.dot(f.cross(g)) / cubed
    } else {
        0.0
    }
}

/// Angles between faces, inside, in the order of [`EDGES`] [degrees].
pub fn dihedral_angles(corners: Corners) -> [f64; 6] {
    // Outward normals, each of the face opposite to a corner, twice as long as the face is large.
    let normal =
        super::FACES.map(|[i, j, k]| (corners[j] - corners[i]).cross(corners[k] - corners[i]));
    EDGES.map(|[i, j]| {
        // The faces at an edge are those opposite to the other two corners.
        let [k, l] = opposite(i, j);
        let (m, n) = (normal[k], normal[l]);
        let (sine, cosine) = (m.cross(n).norm(), -m.dot(n));
        sine.atan2(cosine).to_degrees()
    })
}

/// The two corners that an edge does not have.
fn opposite(i: usize, j: usize) -> [usize; 2] {
    EDGES[5 - EDGES.iter().position(|e| *e == [i, j]).unwrap_or(0)]
}

/// The condition number of the edge matrix, as seen from the regular tetrahedron: its greatest stretch over its least.
/// Infinite when flat. The same for every order of the corners.
pub fn condition([a, b, c, d]: Corners) -> f64 {
    let stretch = Mat3::from_columns([b - a, c - a, d - a]) * regular_inverse();
    let s = svd(&stretch).sigma.map(f64::abs);
    let (low, high) = (s[0].min(s[1]).min(s[2]), s[0].max(s[1]).max(s[2]));
    if low > 0.0 { high / low } else { f64::INFINITY }
}

/// The inverse of the edge matrix of the regular tetrahedron with edges of length 1.
fn regular_inverse() -> Mat3<f64> {
    let third = 3.0_f64.sqrt();
    Mat3::from_columns([
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::new(0.5, 0.5 * third, 0.0),
        Vec3::new(0.5, third / 6.0, (2.0_f64 / 3.0).sqrt()),
    ])
    .inverse()
}

/// The shapes of all elements of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    /// Number of elements.
    pub elements: usize,
    /// Number of vertices.
    pub vertices: usize,
    /// Elements without positive volume.
    pub inverted: usize,
    /// Their volume together [m³].
    pub volume: f64,
    /// Least angle between two faces of an element [degrees].
    pub smallest_angle: f64,
    /// Only one element in a hundred has an angle below this [degrees].
    pub low_angle: f64,
    /// Greatest angle between two faces of an element [degrees].
    pub largest_angle: f64,
    /// How many angles lie in each ten degrees from 0 to 180.
    pub angles: [usize; 18],
    /// Least of 6√2 V/l³.
    pub smallest: f64,
    /// Only one element in a hundred has less.
    pub low: f64,
    /// Greatest condition number of an edge matrix.
    pub worst_condition: f64,
    /// Mean length of the edges of elements [m].
    pub mean_edge: f64,
}

impl TetMesh {
    /// The shapes of its elements.
    pub fn quality(&self) -> Quality {
        let mut report = Quality {
            elements: self.elements.len(),
            vertices: self.vertices.len(),
            inverted: 0,
            volume: self.volume(),
            smallest_angle: 180.0,
            low_angle: 180.0,
            largest_angle: 0.0,
            angles: [0; 18],
            smallest: 1.0,
            low: 1.0,
            worst_condition: 1.0,
            mean_edge: 0.0,
        };
        let mut least = Vec::with_capacity(self.elements.len());
        let mut shapes = Vec::with_capacity(self.elements.len());
        for element in 0..self.elements.len() {
            let corners = self.corners(element);
            let mut smallest = 180.0_f64;
            for angle in dihedral_angles(corners) {
                report.angles[((angle / 10.0) as usize).min(17)] += 1;
                report.largest_angle = report.largest_angle.max(angle);
                smallest = smallest.min(angle);
            }
            report.inverted += usize::from(!(volume(corners) > 0.0));
            report.worst_condition = report.worst_condition.max(condition(corners));
            let length = |[i, j]: [usize; 2]| (corners[i] - corners[j]).norm();
            report.mean_edge += EDGES.map(length).iter().sum::<f64>() / 6.0;
            least.push(smallest);
            shapes.push(volume_length(corners));
        }
        report.mean_edge /= self.elements.len().max(1) as f64;
        [report.smallest_angle, report.low_angle] = least_and_hundredth(&mut least, 180.0);
        [report.smallest, report.low] = least_and_hundredth(&mut shapes, 1.0);
        report
    }
}

/// The least of some values and the one below which a hundredth of them lies.
fn least_and_hundredth(values: &mut [f64], without: f64) -> [f64; 2] {
    values.sort_unstable_by(f64::total_cmp);
    let at = |place: usize| values.get(place).copied().unwrap_or(without);
    [at(0), at(values.len() / 100)]
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} elements, {} vertices, {:.6e} m³, mean edge {:.4e} m",
            self.elements, self.vertices, self.volume, self.mean_edge
        )?;
        writeln!(
            f,
            "angles between faces {:.1}° to {:.1}°, one element in a hundred below {:.1}°",
            self.smallest_angle, self.largest_angle, self.low_angle
        )?;
        write!(
            f,
            "volume to length {:.3} (one in a hundred below {:.3}), condition at most {:.2}, {} inverted",
            self.smallest, self.low, self.worst_condition, self.inverted
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;

    fn regular() -> Corners {
        [
            Vec3::new(1.0, 1.0, 1.0),
            Vec3::new(-1.0, 1.0, -1.0),
            Vec3::new(1.0, -1.0, -1.0),
            Vec3::new(-1.0, -1.0, 1.0),
        ]
    }

    #[test]
    fn the_regular_tetrahedron_is_the_best() {
        let corners = regular();
        assert!((volume(corners) - 8.0 / 3.0).abs() < 1e-14);
        assert!((volume_length(corners) - 1.0).abs() < 1e-14);
        assert!((condition(corners) - 1.0).abs() < 1e-12);
        let angle = (1.0_f64 / 3.0).acos().to_degrees();
        assert!(
            dihedral_angles(corners)
                .iter()
                .all(|a| (a - angle).abs() < 1e-10)
        );
        // Turned inside out it is as good but for the sign.
        let [a, b, c, d] = corners;
        assert!((volume_length([b, a, c, d]) + 1.0).abs() < 1e-14);
    }

    /// A corner of a cube has three right angles and three of arccos(1/√3).
    #[test]
    fn the_angles_of_a_cubes_corner() {
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3);
        let other = (1.0 / 3.0_f64.sqrt()).acos().to_degrees();
        let expected = [90.0, 90.0, 90.0, other, other, other];
        for (angle, expected) in dihedral_angles(corners).iter().zip(expected) {
            assert!((angle - expected).abs() < 1e-10, "{angle} {expected}");
        }
        // Stretched ×4 along an axis, the regular tetrahedron has the condition 4.
        let long = regular().map(|v| Vec3::new(4.0 * v[0], v[1], v[2]));
        assert!((condition(long) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn the_report_counts_what_is_bad() {
        let bounds = Bounds::centred(Vec3::zero(), Vec3::splat(1.0));
        let mut mesh = TetMesh::lattice(&bounds, [3; 3]);
        let good = mesh.quality();
        assert_eq!((good.elements, good.inverted), (162, 0));
        assert_eq!(good.angles.iter().sum::<usize>(), 6 * 162);
        // Kuhn's tetrahedra have angles of 45, 60 and 90 degrees.
        assert!(
            (good.smallest_angle - 45.0).abs() < 1e-9 && (good.largest_angle - 90.0).abs() < 1e-9
        );
        mesh.elements[7].swap(0, 1);
        let bad = mesh.quality();
        assert_eq!(bad.inverted, 1);
        assert!((bad.smallest + good.smallest).abs() < 1e-12);
    }
}
