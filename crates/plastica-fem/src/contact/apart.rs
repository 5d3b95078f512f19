//! Whether surfaces are apart at the start.

use crate::build::BuildError;
use crate::step::Fem;
use crate::surface::boundary;
use plastica_geometry::TriangleMesh;
use plastica_geometry::collide::intersections;

impl Fem {
    /// Refuses surfaces that cross or touch, where they are to meet: what crosses cannot be pushed apart.
    pub(crate) fn check_apart(&self) -> Result<(), BuildError> {
        if !self.options.contact {
            return Ok(());
        }
        let places = 0..self.nodes.len();
        let surface = TriangleMesh {
            vertices: places.map(|node| self.nodes.position(node).0).collect(),
            triangles: boundary(&self.elements),
        };
        let Some([one, other]) = intersections(&surface).first().copied() else {
            return Ok(());
        };
        let corners = |triangle: u32| surface.triangles[triangle as usize].map(|v| v as usize);
        let name = |triangle| self.body_of_node(corners(triangle)[0]).body.name.clone();
        let [a, b, c] = corners(one).map(|node| self.nodes.position(node));
        Err(BuildError::Overlap {
            bodies: [name(one), name(other)],
            place: (a + b + c).scale(1.0 / 3.0).0,
        })
    }
}
