//! Elements: their corners, and columns of numbers in bundles.

use plastica_particles::{Columns, Group};
use plastica_tensor::{Real, Vec3};
use std::ops::Range;

/// Volume at rest that stress and energy refer to [m³]: that at the start. Flow does not change it.
pub(crate) const VOLUME: usize = 0;
/// Mass [kg]; 0 in places that fill a bundle up.
pub(crate) const MASS: usize = 1;
/// Volume of the present rest shape, 1/(6 det β) [m³]: the same unless flow has changed volume.
pub(crate) const REST: usize = 2;
/// Columns of the method in front of what the law keeps.
/// They begin with β, the inverse of the matrix of edges at rest, row by row, where particles have their deformation: F = X β, from
/// the material's own axes if it has some.
pub(crate) const OWN: usize = 3;

/// All elements, in bundles; a body begins with a bundle of its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elements {
    /// Nodes of each. In places that fill a bundle up they are those of another element.
    pub(crate) corners: Vec<[u32; 4]>,
    /// Bundles of columns.
    pub(crate) table: Vec<f64>,
    /// How many columns there are.
    pub(crate) columns: usize,
    /// The body of each bundle.
    pub(crate) bodies: Vec<u32>,
}

impl Elements {
    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        self.corners.len()
    }
    /// The columns, to read.
    pub(crate) fn columns(&self) -> Columns<'_, f64> {
        Columns::new(&self.table, self.columns)
    }
    /// Whether a place holds an element.
    pub(crate) fn is_element(&self, place: usize) -> bool {
        self.columns().get(MASS, place) > 0.0
    }
}

/// A body: what its elements have in common, and where they are.
#[derive(Clone, Debug)]
pub(crate) struct MeshGroup {
    /// Material, name and columns.
    pub(crate) body: Group,
    /// Its nodes.
    pub(crate) nodes: Range<usize>,
    /// Its bundles of elements.
    pub(crate) bundles: Range<usize>,
    /// Length of an edge of a regular element as large as the mean [m].
    pub(crate) edge: f64,
    /// What its elements say of the next step.
    pub(crate) bounds: ElementBounds,
}

/// What elements say of the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ElementBounds {
    /// The largest squared frequency of an element on its own [1/s²]. No mode of the mesh is faster.
    pub(crate) stiffness: f64,
    /// The largest squared frequency times viscosity over stiffness: the largest rate of decay of an element [1/s].
    pub(crate) decay: f64,
    /// The largest rate at which an edge changes, over its length [1/s].
    pub(crate) straining: f64,
}

impl ElementBounds {
    /// The larger of two, number by number.
    pub(crate) fn max(self, other: ElementBounds) -> Self {
        ElementBounds {
            stiffness: self.stiffness.max(other.stiffness),
            decay: self.decay.max(other.decay),
            straining: self.straining.max(other.straining),
        }
    }
}

/// Rows of the nodes at one corner of a register of elements, as a vector and the number behind it.
#[inline(always)]
pub(crate) fn at_corner<R: Real<Scalar = f64>>(
    rows: &[[f64; 4]],
    corners: &[[u32; 4]],
    corner: usize,
) -> (Vec3<R>, R) {
    let mut lanes = [[0.0; 4]; plastica_particles::BUNDLE];
    for lane in 0..R::LANES {
        lanes[lane] = rows[corners[lane][corner] as usize];
    }
    let [x, y, z, last] = R::columns(&lanes[..R::LANES]);
    (Vec3([x, y, z]), last)
}
