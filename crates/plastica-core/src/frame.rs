//! What a method shows of itself at one moment: points with named attributes, and what lies
//! between them.

/// Points of a method at one moment, in the order of their ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Its number; the state at the start is frame 0.
    pub number: u64,
    /// Its time [s].
    pub time: f64,
    /// Where the points are [m].
    pub positions: Vec<[f64; 3]>,
    /// Whether 32 bits lose digits that the run has computed.
    pub double: bool,
    /// What else is known of the points; every one has as many values as there are points.
    pub attributes: Vec<Attribute>,
    /// How the points hang together; empty for a method of free particles.
    pub cells: Cells,
    /// Names of the materials, by the value of the attribute `material`.
    pub materials: Vec<String>,
    /// Names of the bodies and emitters, by the value of the attribute `body`.
    pub bodies: Vec<String>,
}

/// Pieces of curves, surfaces and solids between points, by the points' numbers in the frame. A point of no
/// cell is a free particle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// Pieces of threads.
    pub lines: Vec<[u32; 2]>,
    /// Pieces of surfaces; seen from outside, or from the upper side of a sheet, corners go round
    /// anticlockwise.
    pub triangles: Vec<[u32; 3]>,
    /// Pieces of solids; seen from the fourth corner, the first three go round clockwise.
    pub tetrahedra: Vec<[u32; 4]>,
}

impl Cells {
    /// Whether all points are free.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.triangles.is_empty() && self.tetrahedra.is_empty()
    }
    /// The points of all cells, cell after cell: lines, then triangles, then tetrahedra.
    pub fn corners(&self) -> impl Iterator<Item = u32> + '_ {
        let lines = self.lines.as_flattened().iter();
        let triangles = self.triangles.as_flattened().iter();
        let tetrahedra = self.tetrahedra.as_flattened().iter();
        lines.chain(triangles).chain(tetrahedra).copied()
    }
    /// Whether each of so many points belongs to no cell. Numbers beyond them are passed over.
    pub fn free(&self, points: usize) -> Vec<bool> {
        let mut free = vec![true; points];
        for corner in self.corners() {
            if let Some(point) = free.get_mut(corner as usize) {
                *point = false;
            }
        }
        free
    }
}

/// A quantity known at every point.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its name: lower case, words joined by `_`.
    pub name: String,
    /// Its SI unit, `1` for pure numbers.
    pub unit: &'static str,
    /// Numbers per point: 1, 3 for vectors, 6 for symmetric tensors in the order
    /// xx, yy, zz, xy, yz, xz.
    pub components: usize,
    /// The numbers, point after point.
    pub values: Values,
}

/// Numbers of one kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Single precision.
    F32(Vec<f32>),
    /// Double precision.
    F64(Vec<f64>),
    /// Whole numbers.
    U32(Vec<u32>),
}

impl Values {
    /// How many numbers.
    pub fn len(&self) -> usize {
        match self {
            Values::F32(v) => v.len(),
            Values::F64(v) => v.len(),
            Values::U32(v) => v.len(),
        }
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// One number.
    pub fn at(&self, index: usize) -> f64 {
        match self {
            Values::F32(v) => f64::from(v[index]),
            Values::F64(v) => v[index],
            Values::U32(v) => f64::from(v[index]),
        }
    }
}

impl Frame {
    /// An attribute by name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.name == name)
    }
}
