//! A picture of a mesh of tetrahedra, with a quarter cut away.

use plastica_core::{Attribute, Cells, Drawn, Frame, Part, Values};
use plastica_draw::render::{Camera, Extent, Finish, Look, Quality, RenderScene, Style, render};
use plastica_draw::{Colour, DrawError, Picture};
use plastica_geometry::TetMesh;
use std::collections::BTreeSet;

const SIZE: (u32, u32) = (1280, 960);
/// Lines are so many edges thick.
const LINE: f64 = 0.016;

const SKIN: Finish = Finish::new(Look::Surface, Colour::hex(0x7fa6c9), 0.7);
const CUT: Finish = Finish::new(Look::Surface, Colour::hex(0xe0b060), 0.7);
const EDGES: Finish = Finish::new(Look::Surface, Colour::hex(0x20262c), 0.9);

/// The mesh without the elements in the quarter that is nearest to the camera, edges drawn as lines.
pub(crate) fn cut_away(mesh: &TetMesh, edge: f64) -> Result<Picture, DrawError> {
    let middle = mesh.bounds().centre();
    let mut kept = mesh.clone();
    let places = &mesh.vertices;
    kept.elements.retain(|element| {
        let mean = |k: usize| element.iter().map(|v| places[*v as usize][k]).sum::<f64>() / 4.0;
        mean(0) < middle[0] || mean(2) < middle[2]
    });
    let sorted = |mut face: [u32; 3]| {
        face.sort_unstable();
        face
    };
    let outside: BTreeSet<[u32; 3]> = mesh
        .boundary()
        .iter()
        .map(|(face, _)| sorted(*face))
        .collect();
    let mut frame = Drawing::default();
    let mut lines: BTreeSet<[u32; 2]> = BTreeSet::new();
    for (face, _) in kept.boundary() {
        let material = u32::from(!outside.contains(&sorted(face)));
        let corners = face.map(|v| frame.point(places[v as usize], material));
        frame.cells.triangles.push(corners);
        for k in 0..3 {
            let (a, b) = (face[k], face[(k + 1) % 3]);
            lines.insert([a.min(b), a.max(b)]);
        }
    }
    for line in lines {
        let ends = line.map(|v| frame.point(places[v as usize], 2));
        frame.cells.lines.push(ends);
    }
    let frame = frame.finish();
    let style = Style {
        finishes: vec![
            ("skin".into(), SKIN),
            ("cut".into(), CUT),
            ("edges".into(), EDGES),
        ],
        thread_radius: Some(LINE * edge),
        ..Style::default()
    };
    let stage = RenderScene::new(&frame, &style)?;
    let aspect = f64::from(SIZE.0) / f64::from(SIZE.1);
    let camera = Camera::frame_all(Extent::of(&frame), aspect);
    render(&stage, &camera, SIZE, Quality::Show)
}

/// Points with their materials, and what lies between them.
#[derive(Default)]
struct Drawing {
    positions: Vec<[f64; 3]>,
    materials: Vec<u32>,
    cells: Cells,
}

impl Drawing {
    fn point(&mut self, place: [f64; 3], material: u32) -> u32 {
        self.positions.push(place);
        self.materials.push(material);
        self.positions.len() as u32 - 1
    }

    fn finish(self) -> Frame {
        let whole = |name: &str, values: Vec<u32>| Attribute {
            name: name.into(),
            unit: "1".into(),
            components: 1,
            values: Values::U32(values),
        };
        Frame {
            attributes: vec![
                whole("body", vec![0; self.positions.len()]),
                whole("material", self.materials),
            ],
            positions: self.positions,
            cells: self.cells,
            materials: ["skin", "cut", "edges"].map(String::from).to_vec(),
            parts: vec![Part {
                drawn: Drawn::Cells,
                ..Part::named("mesh")
            }],
            ..Frame::default()
        }
    }
}
