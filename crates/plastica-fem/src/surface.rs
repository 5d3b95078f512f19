//! The boundary of the meshes.

use crate::elements::Elements;
use plastica_geometry::tetrahedra::FACES;
use std::collections::HashMap;

/// The nodes of the boundary.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    /// In rising order.
    pub(crate) nodes: Vec<u32>,
}

impl Surface {
    /// Of all elements.
    pub(crate) fn new(elements: &Elements) -> Self {
        let mut nodes = boundary(elements).into_flattened();
        nodes.sort_unstable();
        nodes.dedup();
        Surface { nodes }
    }
}

/// Nodes of each face that a single element has, counter-clockwise when seen from outside, in the order of elements.
pub(crate) fn boundary(elements: &Elements) -> Vec<[u32; 3]> {
    let mut uses: HashMap<[u32; 3], u32> = HashMap::new();
    for face in faces(elements) {
        *uses.entry(sorted(face)).or_default() += 1;
    }
    faces(elements)
        .filter(|face| uses[&sorted(*face)] == 1)
        .collect()
}

fn faces(elements: &Elements) -> impl Iterator<Item = [u32; 3]> + '_ {
    (0..elements.places())
        .filter(|place| elements.is_element(*place))
        .flat_map(|place| {
            let corners = elements.corners[place];
            FACES.map(|face| face.map(|k| corners[k]))
        })
}

fn sorted(mut face: [u32; 3]) -> [u32; 3] {
    face.sort_unstable();
    face
}
