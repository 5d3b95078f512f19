//! What a method shows of itself between two steps: points with named attributes, the cells between them, and the
//! parts they belong to.

use std::borrow::Cow;

/// Points of a method between two steps, body after body or in the order of their ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// Where the points are [m].
    pub positions: Vec<[f64; 3]>,
    /// Whether 32 bits lose digits that the run has computed.
    pub double: bool,
    /// What else is known of the points; every one has as many values as there are points.
    pub attributes: Vec<Attribute>,
    /// How the points hang together; empty for a method of free particles.
    pub cells: Cells,
    /// What is known of the cells; every one has as many values as there are cells, in the order of
    /// [`Cells::corners`].
    pub cell_attributes: Vec<Attribute>,
    /// Names of the materials, by the value of the attribute `material`.
    pub materials: Vec<String>,
    /// The bodies and emitters, by the value of the attribute `body`.
    pub parts: Vec<Part>,
    /// Material that is followed beside the points, for methods whose points come and go; `None` where the points
    /// themselves are followed by their attribute `id`.
    pub tracers: Option<Tracers>,
}

impl Snapshot {
    /// An attribute of the points by name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.name == name)
    }
}

/// A body or emitter of a snapshot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// What to call it.
    pub name: String,
    /// What scenes call its method; empty where nobody said.
    pub method: String,
    /// How it is drawn.
    pub drawn: Drawn,
    /// How thick threads and sheets of it are drawn [m], if it says.
    pub thickness: Option<f64>,
}

impl Part {
    /// A part that is known by its name alone.
    pub fn named(name: &str) -> Self {
        Part {
            name: name.into(),
            ..Part::default()
        }
    }
}

/// How a part is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawn {
    /// A skin or balls around its points.
    #[default]
    Points,
    /// Its cells: threads, sheets, solids. Points of no cell are left out.
    Cells,
}

/// Pieces of material that are followed under their own ids, which are given once and survive a change of points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracers {
    /// Which ones, in rising order.
    pub ids: Vec<u32>,
    /// Where they are [m].
    pub positions: Vec<[f64; 3]>,
    /// Their parts, as indices into [`Snapshot::parts`].
    pub parts: Vec<u32>,
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
    /// How many there are.
    pub fn len(&self) -> usize {
        self.lines.len() + self.triangles.len() + self.tetrahedra.len()
    }
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

/// A quantity known at every point, or in every cell. Where a part of a snapshot does not have it, values are NaN: absent,
/// never zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its name: lower case, words joined by `_`.
    pub name: String,
    /// Its SI unit, `1` for pure numbers.
    pub unit: Cow<'static, str>,
    /// Numbers per point or cell: 1, 3 for vectors, 6 for symmetric tensors in the order
    /// xx, yy, zz, xy, yz, xz.
    pub components: usize,
    /// The numbers, point after point or cell after cell.
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

impl Attribute {
    /// Real numbers with as many digits as the run has computed.
    pub fn real(
        name: &str,
        unit: &'static str,
        components: usize,
        double: bool,
        values: Vec<f64>,
    ) -> Self {
        Attribute {
            name: name.into(),
            unit: unit.into(),
            components,
            values: if double {
                Values::F64(values)
            } else {
                Values::F32(values.into_iter().map(|value| value as f32).collect())
            },
        }
    }
    /// One whole number per point or cell.
    pub fn whole(name: &str, values: Vec<u32>) -> Self {
        Attribute {
            name: name.into(),
            unit: "1".into(),
            components: 1,
            values: Values::U32(values),
        }
    }
}
