//! The four kinds of badly shaped tetrahedra of [BW07, Fig. 5], as found in a mesh: small dihedral angles in red, those over
//! 90° in blue.
//!
//! `cargo run --release -p plastica-draw --example bad_tetrahedra -- bad_tetrahedra.png`

use plastica_core::Frame;
use plastica_draw::render::{
    Camera, Finish, Look, Mesh, Obstacle, Quality, RenderScene, Style, render,
};
use plastica_draw::{Colour, Picture, sheet};
use plastica_geometry::tetrahedra_rules::{Bad, EDGES, SMALL, classify, products};
use plastica_geometry::{Delaunay, TetMesh, Vec3, figure, sample};
use std::error::Error;

type Corners = [Vec3<f64>; 4];

/// How far elements are turned from lying flat [rad].
const TILT: f64 = 0.6;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args()
        .nth(1)
        .ok_or("which file is to be written?")?;
    let mesh = mesh()?;
    println!("{} elements", mesh.elements.len());
    let names = ["sliver", "cap", "splinter", "wedge"];
    let mut pictures = Vec::new();
    for (kind, name) in names.into_iter().enumerate() {
        let found: Vec<Corners> = (0..mesh.elements.len())
            .map(|element| mesh.corners(element))
            .filter(|corners| classify(*corners).map(number) == Some(kind))
            .collect();
        println!(
            "{name}: {} of {} elements",
            found.len(),
            mesh.elements.len()
        );
        let clearest = found
            .into_iter()
            .max_by(|a, b| clarity(*a).total_cmp(&clarity(*b)));
        pictures.push(picture(name, clearest.ok_or("there is none")?)?);
    }
    std::fs::write(&file, sheet::contact_sheet(&pictures, 4, "")?.png()?)?;
    Ok(())
}

/// The Delaunay triangulation of points in a rabbit that stand as they fell: it has all kinds.
fn mesh() -> Result<TetMesh, Box<dyn Error>> {
    let points = sample::fill(&figure::rabbit(), 0.02, sample::Layout::Jittered, 1)?;
    Ok(Delaunay::new(&points.positions)?.mesh())
}

fn number(kind: Bad) -> usize {
    match kind {
        Bad::Sliver { .. } => 0,
        Bad::Cap { .. } => 1,
        Bad::Splinter => 2,
        Bad::Wedge { .. } => 3,
    }
}

/// How far angles are from the bound between small and not, for elements with edges of one length.
fn clarity(corners: Corners) -> f64 {
    let products = products(corners);
    let clear = products.map(|p| (p - SMALL).abs()).into_iter();
    let lengths = EDGES.map(|[f, g]| (corners[f] - corners[g]).norm());
    let [least, most] =
        [f64::min, f64::max].map(|of| lengths.into_iter().reduce(of).unwrap_or(0.0));
    clear.fold(f64::INFINITY, f64::min) * (least / most).powi(2)
}

fn picture(name: &str, corners: Corners) -> Result<Picture, Box<dyn Error>> {
    let corners = laid_down(corners);
    let mut stage = RenderScene::new(&Frame::default(), &Style::default())?;
    let paint = |hex| Finish::new(Look::Surface, Colour::hex(hex), 0.6);
    for ([f, g], product) in EDGES.into_iter().zip(products(corners)) {
        let ends: Vec<Vec3<f64>> = (0..4)
            .filter(|k| *k != f && *k != g)
            .map(|k| corners[k])
            .collect();
        let colour = match product {
            p if p < SMALL => 0xc8_2a_22,
            p if p > 0.0 => 0x1f_5f_b8,
            _ => 0x8a_8f_94,
        };
        stage = stage.obstacle_of(Obstacle::Mesh(rod(ends[0], ends[1])?), paint(colour));
    }
    for corner in corners {
        let ball = Obstacle::Ball {
            centre: corner.0,
            radius: 0.03,
        };
        stage = stage.obstacle_of(ball, paint(0x55_5a_60));
    }
    let camera = Camera::frame_all(stage.extent(), 1.0);
    let taken = render(&stage, &camera, (480, 480), Quality::Show)?;
    // Without the time at the bottom, under its name.
    let rows = taken.rgb8()[..480 * 440 * 3].to_vec();
    Ok(sheet::contact_sheet(
        &[Picture::new(480, 440, rows)?],
        1,
        name,
    )?)
}

/// On its largest face, its longest edge one metre long.
fn laid_down(corners: Corners) -> Corners {
    let faces = plastica_geometry::tetrahedra::FACES.map(|face| face.map(|k| corners[k]));
    let area = |[a, b, c]: [Vec3<f64>; 3]| (b - a).cross(c - a);
    let size = |face: &[Vec3<f64>; 3]| area(*face).norm();
    let down = faces
        .into_iter()
        .max_by(|a, b| size(a).total_cmp(&size(b)))
        .unwrap_or(faces[0]);
    let unit = |v: Vec3<f64>| v.scale(1.0 / v.norm());
    let y = unit(-area(down));
    let edges = [0, 1, 2].map(|k| down[(k + 1) % 3] - down[k]);
    let x = unit(
        edges
            .into_iter()
            .max_by(|a, b| a.norm().total_cmp(&b.norm()))
            .unwrap_or(edges[0]),
    );
    let z = x.cross(y);
    let length = edges.into_iter().map(Vec3::norm).fold(0.0, f64::max);
    corners.map(|c| {
        let v = (c - down[0]).scale(1.0 / length);
        // Tilted towards the camera.
        let (sin, cos) = TILT.sin_cos();
        let (up, front) = (v.dot(y), v.dot(z));
        Vec3::new(v.dot(x), cos * up - sin * front, sin * up + cos * front)
    })
}

/// A rod with twelve sides.
fn rod(a: Vec3<f64>, b: Vec3<f64>) -> Result<Mesh, Box<dyn Error>> {
    const SIDES: u32 = 12;
    let along = b - a;
    let aside = if along[0].abs() < 0.6 * along.norm() {
        Vec3::new(1.0, 0.0, 0.0)
    } else {
        Vec3::new(0.0, 1.0, 0.0)
    };
    let u = along.cross(aside);
    let u = u.scale(0.016 / u.norm());
    let v = along.cross(u).scale(1.0 / along.norm());
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for k in 0..SIDES {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / f64::from(SIDES)).sin_cos();
        let off = u.scale(cos) + v.scale(sin);
        vertices.extend([(a + off).0, (b + off).0]);
        let (this, next) = (2 * k, 2 * ((k + 1) % SIDES));
        triangles.extend([[this, next, this + 1], [next, next + 1, this + 1]]);
    }
    Ok(Mesh::new(vertices, triangles)?)
}
