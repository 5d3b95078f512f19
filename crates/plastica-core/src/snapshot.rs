//! What a method shows of itself between two steps: points with named attributes, the cells between them, and the
//! parts they belong to.

use crate::attribute::{Attribute, Values, join};

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
    /// Gives its points other ids.
    pub(crate) fn renumber(&mut self, id: impl Fn(u32) -> u32) {
        if let Some(tracers) = &mut self.tracers {
            tracers.ids.iter_mut().for_each(|own| *own = id(*own));
        }
        let ids = self.attributes.iter_mut().filter(|a| a.name == "id");
        for attribute in ids {
            if let Values::U32(values) = &mut attribute.values {
                values.iter_mut().for_each(|own| *own = id(*own));
            }
        }
    }

    /// Puts another snapshot of the same moment behind it. Quantities that only one of them has are absent in the other.
    pub fn append(&mut self, mut other: Snapshot) {
        let (points, parts) = (self.positions.len(), self.parts.len() as u32);
        other.shift("body", |body| body + parts);
        let materials = self.join_materials(std::mem::take(&mut other.materials));
        other.shift("material", |material| materials[material as usize]);
        self.join_tracers(&other);
        let counts = [points, other.positions.len()];
        join(&mut self.attributes, other.attributes, counts);
        join_cells(self, other.cells, other.cell_attributes);
        self.positions.extend(other.positions);
        self.double |= other.double;
        self.parts.extend(other.parts);
    }

    /// Where the materials of another snapshot stand among those of both.
    fn join_materials(&mut self, others: Vec<String>) -> Vec<u32> {
        let mut place = |name: String| {
            let known = self.materials.iter().position(|known| *known == name);
            known.unwrap_or_else(|| {
                self.materials.push(name);
                self.materials.len() - 1
            }) as u32
        };
        others.into_iter().map(&mut place).collect()
    }

    /// Once one of them follows tracers, points with ids are followed as such as well.
    fn join_tracers(&mut self, other: &Snapshot) {
        if self.tracers.is_none() && other.tracers.is_none() {
            return;
        }
        let first = self.parts.len() as u32;
        let mut all = self.followed();
        all.extend(
            (other.followed().into_iter()).map(|(id, part, x)| match other.tracers {
                Some(_) => (id, part + first, x),
                // The attribute has been shifted already.
                None => (id, part, x),
            }),
        );
        all.sort_by_key(|(id, ..)| *id);
        self.tracers = Some(Tracers {
            ids: all.iter().map(|(id, ..)| *id).collect(),
            positions: all.iter().map(|(.., x)| *x).collect(),
            parts: all.iter().map(|(_, part, _)| *part).collect(),
        });
    }

    fn shift(&mut self, name: &str, shifted: impl Fn(u32) -> u32) {
        for attribute in self.attributes.iter_mut().filter(|a| a.name == name) {
            if let Values::U32(values) = &mut attribute.values {
                values.iter_mut().for_each(|value| *value = shifted(*value));
            }
        }
    }

    /// Material that can be followed from snapshot to snapshot: id, part and place [m]. Points with ids, or the
    /// tracers of methods whose points come and go.
    pub fn followed(&self) -> Vec<(u32, u32, [f64; 3])> {
        followed(self.tracers.as_ref(), &self.attributes, &self.positions)
    }

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
    /// What scenes call its method; empty where it is not known.
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

/// Material that can be followed: tracers, or points with ids.
pub(crate) fn followed(
    tracers: Option<&Tracers>,
    attributes: &[Attribute],
    positions: &[[f64; 3]],
) -> Vec<(u32, u32, [f64; 3])> {
    if let Some(tracers) = tracers {
        let ids = tracers.ids.iter().zip(&tracers.parts);
        let places = ids.zip(&tracers.positions);
        return places.map(|((id, part), x)| (*id, *part, *x)).collect();
    }
    let named = |name: &str| attributes.iter().find(|a| a.name == name);
    let (Some(ids), body) = (named("id"), named("body")) else {
        return Vec::new();
    };
    let part = |i: usize| body.map_or(0, |body| body.values.at(i) as u32);
    (positions.iter().enumerate())
        .map(|(i, x)| (ids.values.at(i) as u32, part(i), *x))
        .collect()
}

/// Cells of two snapshots; attributes of cells are in the order lines, triangles, tetrahedra.
fn join_cells(to: &mut Snapshot, cells: Cells, attributes: Vec<Attribute>) {
    let first = to.positions.len() as u32;
    let counts = |cells: &Cells| {
        [
            cells.lines.len(),
            cells.triangles.len(),
            cells.tetrahedra.len(),
        ]
    };
    let (before, behind) = (counts(&to.cells), counts(&cells));
    let total = [before.iter().sum(), behind.iter().sum()];
    join(&mut to.cell_attributes, attributes, total);
    for attribute in &mut to.cell_attributes {
        attribute.interleave(before, behind);
    }
    let shifted = |corner: u32| corner + first;
    (to.cells.lines).extend(cells.lines.iter().map(|c| c.map(shifted)));
    (to.cells.triangles).extend(cells.triangles.iter().map(|c| c.map(shifted)));
    (to.cells.tetrahedra).extend(cells.tetrahedra.iter().map(|c| c.map(shifted)));
}
