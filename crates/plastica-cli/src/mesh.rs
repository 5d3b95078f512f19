//! `plastica mesh`: tetrahedra for a body or a surface.

use crate::lab::length;
use crate::mesh_picture::cut_away;
use crate::progress::Stopwatch;
use crate::{Failure, files, machine};
use plastica::methods::Methods;
use plastica::run::SceneFile;
use plastica_geometry::tetrahedra::{MeshError, MeshOptions, Quality, fill, fill_surface};
use plastica_geometry::{Shape, TetMesh};
use plastica_io::{read_mesh, write_bytes, write_tetrahedra};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Fills a body with tetrahedra and says how good they are.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A closed surface (.obj, .stl, .ply, .gltf, .glb; in metres), or a body of a scene as SCENE.toml:BODY.
    #[arg(value_name = "FILE")]
    input: String,
    /// Length of the edges of elements, such as 5mm.
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    edge: f64,
    /// File for the mesh, ending in .vtu; without it, only the summary.
    #[arg(long, value_name = "FILE.vtu")]
    out: Option<PathBuf>,
    /// Picture of the mesh with a quarter cut away.
    #[arg(long, value_name = "FILE.png")]
    picture: Option<PathBuf>,
    /// Let sharp edges and corners come out rounded.
    #[arg(long)]
    round: bool,
    /// Memory that may be taken [GB]; without it, what the machine has free.
    #[arg(long, value_name = "GB")]
    memory: Option<f64>,
}

/// What is meshed.
enum Input {
    Surface(plastica_geometry::TriangleMesh),
    Body(Shape),
}

pub(crate) fn run(arguments: &Arguments, methods: Methods) -> Result<(), Failure> {
    check_ending(arguments.out.as_deref(), "vtu")?;
    check_ending(arguments.picture.as_deref(), "png")?;
    let input = read(&arguments.input, methods)?;
    let options = MeshOptions {
        edge: arguments.edge,
        keep_edges: !arguments.round,
        memory: machine::memory_for_run(arguments.memory) as u64,
    };
    let watch = Stopwatch::start();
    let mesh = match input {
        Input::Surface(surface) => fill_surface(surface, &options),
        Input::Body(shape) => fill(&shape, &options),
    };
    let mesh =
        mesh.map_err(|error: MeshError| Failure::Input(format!("{}: {error}", arguments.input)))?;
    let seconds = watch.seconds();
    if let Some(out) = &arguments.out {
        write_tetrahedra(out, &mesh)?;
    }
    if let Some(path) = &arguments.picture {
        let failed =
            |error: plastica_draw::DrawError| Failure::Work(format!("cannot draw: {error}"));
        let picture = cut_away(&mesh, arguments.edge).map_err(failed)?;
        write_bytes(path, &picture.png().map_err(failed)?)?;
    }
    files::print(&summary(&mesh, seconds))
}

fn check_ending(path: Option<&Path>, ending: &str) -> Result<(), Failure> {
    match path {
        Some(path)
            if path
                .extension()
                .is_none_or(|e| !e.eq_ignore_ascii_case(ending)) =>
        {
            Err(Failure::Input(format!(
                "{}: give a file ending in .{ending}",
                path.display()
            )))
        }
        _ => Ok(()),
    }
}

/// A scene's body where there is one, else the surface in a file.
fn read(input: &str, methods: Methods) -> Result<Input, Failure> {
    let Some((scene, body)) = input
        .rsplit_once(':')
        .filter(|(scene, _)| scene.ends_with(".toml"))
    else {
        if input.ends_with(".toml") {
            return Err(Failure::Input(format!(
                "{input}: name a body of the scene as {input}:BODY"
            )));
        }
        return match read_mesh(input) {
            Ok(surface) => Ok(Input::Surface(surface)),
            Err(error) => Err(Failure::Input(error.to_string())),
        };
    };
    let file =
        SceneFile::read_by(methods, scene).map_err(|d| Failure::Scene(Box::new(d), false))?;
    let bodies = &file.scene.bodies;
    let names = || -> Vec<String> {
        let named = bodies.iter().enumerate();
        named
            .map(|(k, b)| plastica::build::label("body", b.name.as_ref(), k))
            .collect()
    };
    let Some(place) = names().iter().position(|name| name == body) else {
        return Err(Failure::Input(format!(
            "{scene} has no body {body:?}: it has {}",
            names().join(", ")
        )));
    };
    let body = &bodies[place];
    let shape = plastica::build::region(&body.shape, &body.placement);
    shape.map(Input::Body).map_err(Failure::Input)
}

/// What there is and how good it is, with a histogram of the angles between faces.
fn summary(mesh: &TetMesh, seconds: f64) -> String {
    let quality = mesh.quality();
    let topology = mesh.topology();
    let mut text = format!("{quality}\n");
    let surface = match topology.is_manifold() {
        true => "a closed surface",
        false => "not a surface everywhere",
    };
    let _ = writeln!(
        text,
        "{} {}, boundary {surface}; {seconds:.2} s\n",
        topology.pieces,
        if topology.pieces == 1 {
            "piece"
        } else {
            "pieces"
        }
    );
    text + &histogram(&quality)
}

fn histogram(quality: &Quality) -> String {
    const WIDTH: f64 = 50.0;
    let most = quality.angles.iter().copied().max().unwrap_or(0).max(1);
    let total = quality.angles.iter().sum::<usize>().max(1);
    let mut text = String::new();
    for (k, count) in quality.angles.iter().enumerate() {
        let bar = "#".repeat((WIDTH * *count as f64 / most as f64).ceil() as usize);
        let share = 100.0 * *count as f64 / total as f64;
        let _ = writeln!(
            text,
            "{:3}° to {:3}° {share:6.2} % {bar}",
            10 * k,
            10 * (k + 1)
        );
    }
    text
}
