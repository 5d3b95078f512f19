//! The cases that finite elements do, with meshes of boxes and cylinders.

pub(super) mod bars;
pub(super) mod beams;
pub(super) mod blocks;
pub(super) mod metal;
pub(super) mod patch;
pub(super) mod single;
pub(super) mod slumps;

use crate::Size;
use plastica_core::Method;
use plastica_fem::{MeshedBody, Options, build};
use plastica_geometry::{Bounds, TetMesh};
use plastica_material::Recipe;
use plastica_tensor::Vec3;

/// The usual choices with a share of averaged pressure.
fn averaged(nodal_pressure: f64) -> Options {
    Options {
        nodal_pressure,
        ..Options::default()
    }
}

/// Plain elements, and those with the usual averaged pressure, with their names.
fn both() -> [(&'static str, Options); 2] {
    [
        ("plain", averaged(0.0)),
        ("averaged pressure", Options::default()),
    ]
}

/// What a case that costs much is run with: plain elements in full size only.
fn chosen(size: Size) -> Vec<(&'static str, Options)> {
    match size {
        Size::Small => both()[1..].to_vec(),
        Size::Full => both().to_vec(),
    }
}

/// A box of so many cells.
fn block(low: [f64; 3], high: [f64; 3], cells: [usize; 3]) -> TetMesh {
    let bounds = Bounds {
        low: Vec3(low),
        high: Vec3(high),
    };
    TetMesh::lattice(&bounds, cells)
}

/// The quarter x, z ≥ 0 of a cylinder that stands on y = 0: a box of which squares around the axis become circles.
fn quarter_cylinder(radius: f64, height: f64, [rings, layers]: [usize; 2]) -> TetMesh {
    let mut mesh = block([0.0; 3], [1.0, height, 1.0], [rings, layers, rings]);
    for [x, _, z] in &mut mesh.vertices {
        let far = x.max(*z);
        if far > 0.0 {
            let angle =
                std::f64::consts::FRAC_PI_4 * if *x >= *z { *z / *x } else { 2.0 - *x / *z };
            (*x, *z) = (radius * far * angle.cos(), radius * far * angle.sin());
        }
    }
    mesh
}

/// A body of a mesh with velocities by place [m/s].
fn body(recipe: &Recipe, mesh: TetMesh, velocity: impl Fn([f64; 3]) -> [f64; 3]) -> MeshedBody {
    let mut body = MeshedBody::new(&recipe.name, recipe.clone(), mesh);
    body.velocities = body.mesh.vertices.iter().map(|x| velocity(*x)).collect();
    body
}

/// The method with one body.
fn of(options: Options, body: MeshedBody) -> Box<dyn Method> {
    build(options, vec![body]).unwrap_or_else(|why| panic!("the body is refused: {why}"))
}
