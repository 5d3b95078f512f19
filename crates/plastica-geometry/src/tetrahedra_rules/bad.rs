//! Slivers, caps, splinters and wedges, and which of them may be deleted. [BW07, section 4.2]

use super::neighbours::{NONE, across};
use crate::TetMesh;
use crate::tetrahedra::FACES;
use plastica_tensor::Vec3;

/// A dihedral angle is small, under 36.9°, where the product of the outward unit normals of its faces is below this.
pub const SMALL: f64 = -0.8;

/// The six edges by the two faces that meet there; faces have the numbers of the corners opposite.
pub const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// A badly shaped tetrahedron, by its small dihedral angles. Faces have the numbers of the corners opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bad {
    /// Nearly a square: four small angles, or what leads there.
    Sliver {
        /// Between which faces angles are over 90°.
        large: [Option<[usize; 2]>; 2],
    },
    /// Nearly a triangle with a corner above it.
    Cap {
        /// All small angles are at this face.
        face: usize,
    },
    /// Nearly a line: two small angles at edges that do not meet.
    Splinter,
    /// A single small angle.
    Wedge {
        /// Between these faces.
        faces: [usize; 2],
    },
}

impl Bad {
    /// Whether it may go without leaving folds, where these faces are on the surface.
    pub fn deletable(&self, surface: [bool; 4]) -> bool {
        match self {
            Bad::Sliver { large } => {
                (large.iter().flatten()).any(|pair| pair.iter().all(|f| surface[*f]))
            }
            Bad::Cap { face } => surface[*face],
            Bad::Splinter => surface.contains(&true),
            Bad::Wedge { faces } => faces.iter().any(|f| surface[*f]),
        }
    }
}

/// At each of [`EDGES`] the product of the outward unit normals of its faces: the cosine of the dihedral angle with its sign
/// turned. 0 where a face has no area.
pub fn products(corners: [Vec3<f64>; 4]) -> [f64; 6] {
    let normals = FACES.map(|face| {
        let [a, b, c] = face.map(|k| corners[k]);
        let area = (b - a).cross(c - a);
        area.scale(1.0 / area.norm().max(f64::MIN_POSITIVE))
    });
    EDGES.map(|[f, g]| normals[f].dot(normals[g]))
}

/// What kind of badly shaped tetrahedron it is, if it is one.
///
/// Two small angles at one face make a cap if the third angle of that face is below 90° and a sliver if it is above; three
/// make a cap if they are all at one face, else a sliver.
pub fn classify(corners: [Vec3<f64>; 4]) -> Option<Bad> {
    let products = products(corners);
    let product = |edge: [usize; 2]| {
        let at = EDGES.iter().position(|e| *e == edge);
        at.map_or(0.0, |at| products[at])
    };
    let small: Vec<[usize; 2]> = (EDGES.into_iter())
        .filter(|edge| product(*edge) < SMALL)
        .collect();
    let common = (0..4).find(|f| small.iter().all(|edge| edge.contains(f)));
    match (small.len(), common) {
        (0, _) => None,
        (1, _) => Some(Bad::Wedge { faces: small[0] }),
        (2, None) => Some(Bad::Splinter),
        (2, Some(face)) => {
            let third =
                (EDGES.into_iter()).find(|edge| edge.contains(&face) && !small.contains(edge));
            Some(match third.is_some_and(|edge| product(edge) > 0.0) {
                true => sliver(product),
                false => Bad::Cap { face },
            })
        }
        (3, Some(face)) => Some(Bad::Cap { face }),
        _ => Some(sliver(product)),
    }
}

/// Of its angles over 90° the two largest: no more lie opposite to each other.
fn sliver(product: impl Fn([usize; 2]) -> f64) -> Bad {
    let mut edges = EDGES;
    edges.sort_by(|a, b| product(*b).total_cmp(&product(*a)));
    let large = |edge: [usize; 2]| (product(edge) > 0.0).then_some(edge);
    Bad::Sliver {
        large: [large(edges[0]), large(edges[1])],
    }
}

/// What is present without the badly shaped elements at the surface that may be deleted; deleting some brings others to the
/// surface, until none is left.
pub fn without_bad(mesh: &TetMesh, present: &[bool]) -> Vec<bool> {
    let across = across(mesh);
    let mut present = present.to_vec();
    let mut bad: Vec<(usize, Bad)> = (0..mesh.elements.len())
        .filter(|element| present[*element])
        .filter_map(|element| Some((element, classify(mesh.corners(element))?)))
        .collect();
    loop {
        let before = bad.len();
        bad.retain(|(element, kind)| {
            let open = |other: u32| other == NONE || !present[other as usize];
            let goes = kind.deletable(across[*element].map(open));
            present[*element] = !goes;
            !goes
        });
        if bad.len() == before {
            return present;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron(corners: [[f64; 3]; 4]) -> [Vec3<f64>; 4] {
        let corners = corners.map(Vec3);
        let [a, b, c, d] = corners;
        assert!((b - a).dot((c - a).cross(d - a)) > 0.0);
        corners
    }

    const WEDGE: [[f64; 3]; 4] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.5, 1.0, -0.2],
        [0.5, 1.0, 0.2],
    ];
    const SPLINTER: [[f64; 3]; 4] = [
        [0.0, -0.1, 0.0],
        [0.0, 0.1, 0.0],
        [5.0, 0.0, 0.1],
        [5.0, 0.0, -0.1],
    ];
    const CAP: [[f64; 3]; 4] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.5, 0.9, 0.0],
        [0.5, 0.3, 0.1],
    ];
    const SLIVER: [[f64; 3]; 4] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.1],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.1],
    ];

    /// Angles by hand: the edge at which two faces meet, from the corners that they do not share.
    fn angle(corners: [Vec3<f64>; 4], [f, g]: [usize; 2]) -> f64 {
        let ends: Vec<usize> = (0..4).filter(|k| *k != f && *k != g).collect();
        let along = corners[ends[1]] - corners[ends[0]];
        let off = |k: usize| {
            let v = corners[k] - corners[ends[0]];
            v - along.scale(v.dot(along) / along.norm_squared())
        };
        let (a, b) = (off(f), off(g));
        (a.dot(b) / (a.norm() * b.norm())).acos().to_degrees()
    }

    #[test]
    fn the_four_kinds_are_told_apart() {
        let regular = tetrahedron([
            [1.0, 1.0, 1.0],
            [1.0, -1.0, -1.0],
            [-1.0, -1.0, 1.0],
            [-1.0, 1.0, -1.0],
        ]);
        assert_eq!(classify(regular), None);
        let small = |corners| EDGES.iter().filter(|e| angle(corners, **e) < 36.87).count();
        for (corners, count) in [(WEDGE, 1), (SPLINTER, 2), (CAP, 3), (SLIVER, 4)] {
            assert_eq!(small(tetrahedron(corners)), count, "{corners:?}");
        }
        assert_eq!(
            classify(tetrahedron(WEDGE)),
            Some(Bad::Wedge { faces: [2, 3] })
        );
        assert_eq!(classify(tetrahedron(SPLINTER)), Some(Bad::Splinter));
        assert_eq!(classify(tetrahedron(CAP)), Some(Bad::Cap { face: 3 }));
        let Some(Bad::Sliver {
            large: [Some(a), Some(b)],
        }) = classify(tetrahedron(SLIVER))
        else {
            panic!("a sliver with two large angles");
        };
        assert!(angle(tetrahedron(SLIVER), a) > 150.0 && angle(tetrahedron(SLIVER), b) > 150.0);
        assert!(
            !a.contains(&b[0]) && !a.contains(&b[1]),
            "they lie opposite to each other"
        );
    }

    /// A corner over a triangle: its height at two sides decides, and whether it stands over the triangle or beyond it.
    #[test]
    fn two_small_angles_at_a_face_make_a_cap_or_a_sliver() {
        let over = |x: f64, y: f64, z: f64| {
            tetrahedron([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 0.9, 0.0], [x, y, z]])
        };
        let [steep, beyond] = [over(0.5, 0.05, 0.15), over(0.5, -0.2, 0.2)];
        let small = |corners| -> Vec<_> {
            (EDGES.into_iter())
                .filter(|e| angle(corners, *e) < 36.87)
                .collect()
        };
        assert_eq!(small(steep), [[0, 3], [1, 3]]);
        assert!(angle(steep, [2, 3]) < 90.0);
        assert_eq!(classify(steep), Some(Bad::Cap { face: 3 }));
        assert!(angle(beyond, [2, 3]) > 90.0);
        let large = [Some([0, 1]), Some([2, 3])];
        assert_eq!(classify(beyond), Some(Bad::Sliver { large }));
    }

    #[test]
    fn each_kind_needs_its_faces_on_the_surface() {
        let only = |faces: &[usize]| [0, 1, 2, 3].map(|f| faces.contains(&f));
        let sliver = Bad::Sliver {
            large: [Some([0, 2]), Some([1, 3])],
        };
        assert!(sliver.deletable(only(&[0, 2])) && sliver.deletable(only(&[0, 1, 3])));
        assert!(!sliver.deletable(only(&[0, 1])) && !sliver.deletable(only(&[0])));
        let cap = Bad::Cap { face: 1 };
        assert!(cap.deletable(only(&[1])) && !cap.deletable(only(&[0, 2, 3])));
        assert!(Bad::Splinter.deletable(only(&[2])) && !Bad::Splinter.deletable(only(&[])));
        let wedge = Bad::Wedge { faces: [0, 3] };
        assert!(wedge.deletable(only(&[3])) && !wedge.deletable(only(&[1, 2])));
    }

    /// A cap on a regular element goes, and the element stays; a cap inside stays.
    #[test]
    fn bad_elements_go_only_at_the_surface() {
        let high = (2.0_f64 / 3.0).sqrt();
        let side = 0.75_f64.sqrt();
        let base = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, side, 0.0]];
        let mesh = TetMesh {
            vertices: [
                &base[..],
                &[
                    [0.5, side / 3.0, high],
                    [0.5, side / 3.0, -0.05],
                    [0.5, side / 3.0, -1.0],
                ],
            ]
            .concat(),
            // Above, the cap below it, and three that close it in from below.
            elements: vec![
                [0, 1, 2, 3],
                [0, 2, 1, 4],
                [1, 0, 4, 5],
                [2, 1, 4, 5],
                [0, 2, 4, 5],
            ],
        };
        assert!((0..5).all(|e| mesh.element_volume(e) > 0.0));
        let cap = classify(mesh.corners(1));
        assert_eq!(cap, Some(Bad::Cap { face: 3 }));
        assert_eq!(
            without_bad(&mesh, &[false, true, true, true, true])[..2],
            [false, false]
        );
        assert!(without_bad(&mesh, &[true; 5])[1]);
        // Its other faces are not those with the small angles.
        assert_eq!(
            without_bad(&mesh, &[true, true, false, false, false]),
            [true, true, false, false, false]
        );
    }
}
