//! What lies between the points of a frame: threads, sheets, the outsides of solids.

use super::Style;
use super::creases::corner_normals;
use super::render_scene::{Kinds, Paint};
use super::threads::Threads;
use crate::DrawError;
use glam::{DVec3, Vec3A};
use plastica_core::Frame;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The cells of a frame, by material and body.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellMeshes {
    /// Where all points of the frame are [m].
    pub(crate) places: Vec<DVec3>,
    /// Where their values lie in the range of colours, 0 to 1.
    pub(crate) along: Vec<f32>,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) threads: Vec<Threads>,
}

/// Triangles between points.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) triangles: Vec<[u32; 3]>,
    /// At each corner of each of them.
    pub(crate) normals: Vec<[Vec3A; 3]>,
    pub(crate) coat: SurfaceMaterial,
}

/// How a thing is coloured and how it shines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SurfaceMaterial {
    /// Linear light; `None` for the colours of values.
    pub(crate) colour: Option<Vec3A>,
    /// What the lower side's colour is multiplied by.
    pub(crate) back: Vec3A,
    pub(crate) finish: super::Finish,
}

/// The lower side of a sheet is somewhat darker and cooler, so that folds can be read. Chosen by eye.
const LOWER_SIDE: Vec3A = Vec3A::new(0.74, 0.78, 0.84);

impl SurfaceMaterial {
    /// The same on both sides.
    pub(super) fn new(paint: &Paint<'_>) -> Self {
        SurfaceMaterial {
            colour: paint.measured.is_none().then(|| paint.albedo(0.0)),
            back: Vec3A::ONE,
            finish: paint.finish,
        }
    }

    /// Of a sheet: both sides differ, unless colours mean something.
    fn of_sheet(paint: &Paint<'_>) -> Self {
        let plain = SurfaceMaterial::new(paint);
        match plain.colour {
            Some(_) => SurfaceMaterial {
                back: LOWER_SIDE,
                ..plain
            },
            None => plain,
        }
    }
}

/// Cells of one material and body.
#[derive(Default)]
struct Part {
    lines: Vec<[u32; 2]>,
    triangles: Vec<[u32; 3]>,
    outside: Vec<[u32; 3]>,
}

impl CellMeshes {
    /// The cells whose points are all finite. Fails if one has a point that is not there.
    pub(super) fn new<'a>(
        frame: &Frame,
        style: &Style,
        paint: impl Fn(usize) -> Paint<'a>,
    ) -> Result<Self, DrawError> {
        let (cells, points) = (&frame.cells, frame.positions.len());
        if cells.is_empty() {
            return Ok(CellMeshes::default());
        }
        if let Some(point) = cells.corners().find(|c| *c as usize >= points) {
            return Err(DrawError::NoPoint { point, points });
        }
        let places: Vec<DVec3> = frame.positions.iter().map(|p| DVec3::from(*p)).collect();
        let somewhere = |cell: &[u32]| cell.iter().all(|c| places[*c as usize].is_finite());
        let kinds = Kinds::of(frame);
        let mut parts: BTreeMap<(usize, usize), Part> = BTreeMap::new();
        for line in cells.lines.iter().filter(|c| somewhere(&c[..])) {
            let part = parts.entry(kinds.at(line[0] as usize)).or_default();
            part.lines.push(*line);
        }
        for triangle in cells.triangles.iter().filter(|c| somewhere(&c[..])) {
            let part = parts.entry(kinds.at(triangle[0] as usize)).or_default();
            part.triangles.push(*triangle);
        }
        for face in outer_faces(&cells.tetrahedra) {
            if somewhere(&face) {
                let part = parts.entry(kinds.at(face[0] as usize)).or_default();
                part.outside.push(face);
            }
        }
        let any = paint(0);
        let mut fabric = CellMeshes {
            along: (0..points as u32).map(|i| any.along(i)).collect(),
            places,
            ..CellMeshes::default()
        };
        for ((material, body), part) in parts {
            let own = frame.parts.get(body).and_then(|part| part.thickness);
            let radius = style.thread_radius.or(own.map(|thickness| 0.5 * thickness));
            fabric.add(part, &paint(material), radius);
        }
        Ok(fabric)
    }

    fn add(&mut self, part: Part, paint: &Paint<'_>, radius: Option<f64>) {
        for (triangles, coat) in [
            (part.triangles, SurfaceMaterial::of_sheet(paint)),
            (part.outside, SurfaceMaterial::new(paint)),
        ] {
            if triangles.is_empty() {
                continue;
            }
            let normals = corner_normals(&self.places, &triangles);
            self.sheets.push(Sheet {
                normals: normals.iter().map(|n| n.map(|n| n.as_vec3a())).collect(),
                triangles,
                coat,
            });
        }
        if !part.lines.is_empty() {
            let coat = SurfaceMaterial::new(paint);
            let threads = Threads::new(&self.places, part.lines, radius, coat);
            self.threads.push(threads);
        }
    }
}

/// The faces that only one tetrahedron has; seen from outside, corners go round anticlockwise.
fn outer_faces(tetrahedra: &[[u32; 4]]) -> Vec<[u32; 3]> {
    let mut faces: Vec<([u32; 3], u64)> = tetrahedra
        .par_iter()
        .enumerate()
        .flat_map_iter(|(number, cell)| {
            (0..4).map(move |k| {
                let mut key = face(cell, k);
                key.sort_unstable();
                (key, 4 * number as u64 + k as u64)
            })
        })
        .collect();
    faces.par_sort_unstable();
    // In the order of the tetrahedra, so that neighbours are near each other.
    let mut outer: Vec<u64> = faces
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|same| same.len() == 1)
        .map(|same| same[0].1)
        .collect();
    outer.sort_unstable();
    let at = |side: u64| face(&tetrahedra[side as usize / 4], side as usize % 4);
    outer.into_iter().map(at).collect()
}

/// One face of a tetrahedron.
fn face(&[a, b, c, d]: &[u32; 4], which: usize) -> [u32; 3] {
    [[a, b, c], [b, a, d], [c, b, d], [a, c, d]][which]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube of five tetrahedra has twelve faces outside, which point out.
    #[test]
    fn inner_faces_are_left_out() {
        let places: Vec<DVec3> = (0..8)
            .map(|k| DVec3::from([0, 1, 2].map(|axis| f64::from(k >> axis & 1))))
            .collect();
        let mut cells = [
            [0, 1, 2, 4],
            [3, 2, 1, 7],
            [5, 4, 7, 1],
            [6, 7, 4, 2],
            [1, 2, 4, 7],
        ];
        for cell in &mut cells {
            let [a, b, c, d] = cell.map(|v| places[v as usize]);
            if (b - a).cross(c - a).dot(d - a) > 0.0 {
                cell.swap(0, 1);
            }
        }
        let outer = outer_faces(&cells);
        assert_eq!(outer.len(), 12);
        let volume: f64 = outer
            .iter()
            .map(|face| {
                let [a, b, c] = face.map(|v| places[v as usize]);
                a.dot(b.cross(c)) / 6.0
            })
            .sum();
        assert!((volume - 1.0).abs() < 1e-12, "{volume}");
    }
}
