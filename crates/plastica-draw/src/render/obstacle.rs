//! Things that do not deform.

use crate::DrawError;
use glam::{DMat3, DVec3};

/// An obstacle as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Obstacle {
    /// All below a plane. Seen from the side its normal points to only, and without a shadow of its
    /// own, so that walls before the camera or the light do no harm.
    HalfSpace {
        /// A point of the plane [m].
        point: [f64; 3],
        /// Points out of the half space; need not be of unit length.
        normal: [f64; 3],
    },
    /// A ball.
    Ball {
        /// Its centre [m].
        centre: [f64; 3],
        /// Its radius [m].
        radius: f64,
    },
    /// Triangles.
    Mesh(Mesh),
}

/// Triangles in space. Edges that turn by less than 40° are drawn as round.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// From places [m] and corners. Fails if a corner names a vertex that is not there.
    pub fn new(vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, DrawError> {
        let stray = triangles
            .iter()
            .flatten()
            .find(|&&v| v as usize >= vertices.len());
        match stray {
            Some(&vertex) => Err(DrawError::NoVertex {
                vertex,
                vertices: vertices.len(),
            }),
            None => Ok(Mesh {
                vertices,
                triangles,
            }),
        }
    }

    /// An upright box about the origin, from half its sides [m].
    pub fn cuboid(half: [f64; 3]) -> Self {
        let vertices = (0..8)
            .map(|corner| {
                let sign = |k: usize| if corner >> k & 1 == 0 { -1.0 } else { 1.0 };
                std::array::from_fn(|k| sign(k) * half[k])
            })
            .collect();
        // Each face by its axis: corners without and with that axis' bit, counter-clockwise.
        let mut triangles = Vec::new();
        for axis in 0..3 {
            let (b, c) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
            let out = 1 << axis;
            triangles.extend([[out, out | b, out | b | c], [out, out | b | c, out | c]]);
            triangles.extend([[0, b | c, b], [0, c, b | c]]);
        }
        Mesh {
            vertices,
            triangles,
        }
    }

    /// Turned about the origin by a rotation matrix (its rows), then moved [m].
    pub fn posed(mut self, rotation: [[f64; 3]; 3], translation: [f64; 3]) -> Self {
        let turn = DMat3::from_cols_array_2d(&rotation).transpose();
        let shift = DVec3::from_array(translation);
        for vertex in &mut self.vertices {
            *vertex = (turn * DVec3::from_array(*vertex) + shift).to_array();
        }
        self
    }

    /// Its full extents along the axes [m]; 0 for one without vertices.
    pub(crate) fn size(&self) -> [f64; 3] {
        let extent = super::Extent::of_points(&self.vertices);
        match extent.is_empty() {
            true => [0.0; 3],
            false => std::array::from_fn(|k| extent.high[k] - extent.low[k]),
        }
    }

    /// How many triangles it has.
    pub(crate) fn len(&self) -> usize {
        self.triangles.len()
    }

    pub(crate) fn vertices(&self) -> &[[f64; 3]] {
        &self.vertices
    }

    /// The corners of each triangle that has an area, with a normal at each.
    pub(crate) fn facets(&self) -> Vec<([DVec3; 3], [DVec3; 3])> {
        const CREASE: f64 = 0.766; // cos 40°
        let places = |t: &[u32; 3]| t.map(|v| DVec3::from_array(self.vertices[v as usize]));
        let area = |t: &[u32; 3]| {
            let [a, b, c] = places(t);
            (b - a).cross(c - a)
        };
        let areas: Vec<DVec3> = self.triangles.iter().map(area).collect();
        let mut around: Vec<Vec<u32>> = vec![Vec::new(); self.vertices.len()];
        for (k, t) in self.triangles.iter().enumerate() {
            t.iter().for_each(|&v| around[v as usize].push(k as u32));
        }
        let drawn = |own: &DVec3| own.is_finite() && own.length_squared() > 0.0;
        let numbered = self
            .triangles
            .iter()
            .zip(&areas)
            .filter(|(_, own)| drawn(own));
        numbered
            .map(|(t, own)| {
                let face = own.normalize();
                let normals = t.map(|v| {
                    let smooth = around[v as usize].iter().map(|&k| areas[k as usize]);
                    smooth
                        .filter(|other| drawn(other) && other.normalize().dot(face) > CREASE)
                        .sum::<DVec3>()
                        .try_normalize()
                        .unwrap_or(face)
                });
                (places(t), normals)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_flat_faces_that_point_out() {
        let facets = Mesh::cuboid([1.0, 2.0, 3.0]).facets();
        assert_eq!(facets.len(), 12);
        let mut volume = 0.0;
        for ([a, b, c], normals) in facets {
            let normal = (b - a).cross(c - a);
            volume += a.dot(normal) / 6.0;
            assert!(
                normals
                    .iter()
                    .all(|n| n.distance(normal.normalize()) < 1e-12)
            );
        }
        assert!((volume - 48.0).abs() < 1e-12);
    }

    #[test]
    fn poses_turn_first_and_move_then() {
        // A quarter turn about z takes x to y.
        let turn = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        let mesh = Mesh::new(vec![[1.0, 0.0, 0.0]], vec![]).unwrap();
        assert_eq!(
            mesh.posed(turn, [5.0, 0.0, 0.0]).vertices()[0],
            [5.0, 1.0, 0.0]
        );
    }

    #[test]
    fn corners_must_exist() {
        assert!(Mesh::new(vec![[0.0; 3]; 3], vec![[0, 1, 3]]).is_err());
        assert!(
            Mesh::new(vec![[0.0; 3]; 3], vec![[0, 1, 2]])
                .unwrap()
                .facets()
                .is_empty()
        );
    }
}
