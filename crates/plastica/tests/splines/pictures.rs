//! Numbers of nodes by pictures: where they fall, that they are those of formulas, and that runs go on with them.

use plastica::Scene;
use plastica::run::{Run, SceneFile};
use plastica::simulation::{Progress, Simulation};
use plastica_io::{Existing, Folder};
use std::ops::ControlFlow;
use std::path::Path;

/// Writes a grey picture of 16 bits, rows from the top.
fn picture(path: &Path, width: usize, shades: &[f64]) {
    let file = std::fs::File::create(path).unwrap();
    let height = shades.len() / width;
    let mut encoder = png::Encoder::new(file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    let bytes = (shades.iter()).flat_map(|s| ((s * 65535.0).round() as u16).to_be_bytes());
    let mut writer = encoder.write_header().unwrap();
    writer
        .write_image_data(&bytes.collect::<Vec<u8>>())
        .unwrap();
    writer.finish().unwrap();
}

fn simulation(base: &Path, spline: &str) -> Simulation {
    let text = format!("[scene]\nduration = 0.2\n[[spline]]\n{spline}");
    let scene = Scene::parse_with("scene", &text, Folder::new(base));
    let scene = scene.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    Simulation::new(&scene).unwrap()
}

/// Where its nodes are in the end.
fn ended(base: &Path, spline: &str) -> Vec<[f64; 3]> {
    let mut simulation = simulation(base, spline);
    while !simulation.is_done() {
        simulation
            .next_frame(&mut |_| ControlFlow::Continue(()))
            .unwrap();
    }
    simulation.frame().positions.clone()
}

/// A picture lies on a sheet as it is seen from above: its right side at +x, its upper one at −z.
#[test]
fn heights_are_as_seen_from_above() {
    let folder = tempfile::tempdir().unwrap();
    let shades = [0.0, 0.2, 1.0, 0.4, 0.4, 0.4, 0.6, 0.6, 0.8];
    picture(&folder.path().join("hill.png"), 3, &shades);
    let sheet = "shape = { sheet = { size = [2, 4], nodes_x = 5, nodes_z = 3, height = { image = \"hill.png\", low = \"10 cm\", high = 0.2 } } }\nenergy = { hybrid = { stretch = 1 } }\n";
    let places = simulation(folder.path(), sheet).frame().positions.clone();
    let height = |x: f64, z: f64| {
        let at = |p: &&[f64; 3]| (p[0] - x).abs() < 1e-9 && (p[2] - z).abs() < 1e-9;
        let found = places.iter().find(at).expect("a node there");
        (found[1] - 0.1) / 0.1
    };
    for (x, z, shade) in [
        (-1.0, -2.0, 0.0),
        (1.0, -2.0, 1.0),
        (0.5, -2.0, 0.6),
        (0.0, 0.0, 0.4),
        (-1.0, 2.0, 0.6),
        (1.0, 2.0, 0.8),
    ] {
        let found = height(x, z);
        assert!((found - shade).abs() < 1e-5, "{x} {z}: {found}");
    }
}

/// A picture that rises from left to right says what a linear formula says, in every number that takes pictures.
#[test]
fn pictures_say_what_formulas_say() {
    let folder = tempfile::tempdir().unwrap();
    picture(&folder.path().join("rise.png"), 2, &[0.0, 1.0]);
    let body = |by: &dyn Fn(f64, f64) -> String, energy: &str, shape: &str| {
        format!(
            r#"
shape = {shape}
velocity = ["3*y", "2*x*x - 5*y", "sin(9*x)"]
density = {}
energy = {{ {energy} }}
creep = {{ rate = {} }}
yield = {{ limit = {} }}
fracture = {{ limit = {} }}
"#,
            by(1.0, 2.0),
            by(0.1, 0.9),
            by(0.02, 0.01),
            by(0.1, 0.05),
        )
    };
    let shown =
        |low: f64, high: f64| format!("{{ image = \"rise.png\", low = {low}, high = {high} }}");
    let written = |low: f64, high: f64| format!("\"{low} + ({high} - {low})*x\"");
    let line = "{ line = { from = [0, 0, 0], to = [1, 0, 0], nodes = 12 } }";
    let block = "{ block = { size = [1, 0.5, 0.5], nodes_x = 6, nodes_y = 3, nodes_z = 3 } }\nposition = [0.5, 0, 0]";
    for shape in [line, block] {
        for kind in ["hybrid", "primary"] {
            let energy = |by: &dyn Fn(f64, f64) -> String| {
                let shear = ["shear", "position"][usize::from(kind == "hybrid")];
                let (a, b, c) = (by(20.0, 40.0), by(0.02, 0.3), by(3.0, 1.0));
                format!("{kind} = {{ stretch = {a}, bend = {b}, {shear} = {c} }}")
            };
            let [one, other] = [&shown as &dyn Fn(f64, f64) -> String, &written]
                .map(|by| ended(folder.path(), &body(by, &energy(by), shape)));
            let moved = one.iter().flatten().zip(other.iter().flatten());
            let apart = moved.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(apart < 1e-6, "{kind} {shape}: {apart:e} m");
            // The other way round it would be another body.
            let turned = |low: f64, high: f64| shown(high, low);
            let third = ended(folder.path(), &body(&turned, &energy(&turned), shape));
            let moved = one.iter().flatten().zip(third.iter().flatten());
            assert!(moved.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) > 1e-3);
        }
    }
}

/// Pictures are found beside the scene file, wherever the run is, also when it goes on.
#[test]
fn runs_with_pictures_are_resumed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("maps")).unwrap();
    picture(&folder.path().join("maps/rise.png"), 2, &[0.0, 1.0]);
    let text = r#"
[scene]
duration = 0.12
frames_per_second = 25
[[spline]]
shape = { sheet = { size = [1, 1], nodes_x = 9, nodes_z = 9, height = { image = "maps/rise.png", low = 0, high = 0.2 } } }
velocity = ["z", 0, "y"]
energy = { hybrid = { stretch = { image = "maps/rise.png", low = 10, high = 80 } } }
"#;
    let scene = SceneFile::parse(folder.path().join("scene.toml"), text.into()).unwrap();
    let finish = |run: &mut Run| {
        while !run.simulation().is_done() {
            run.next_frame(&mut |_: &Progress| ControlFlow::Continue(()))
                .unwrap();
        }
        run.simulation().frame().positions.clone()
    };
    let whole =
        finish(&mut Run::start(&scene, &folder.path().join("a"), Existing::Refuse).unwrap());
    let out = folder.path().join("elsewhere/b");
    let mut run = Run::start(&scene, &out, Existing::Refuse).unwrap();
    run.next_frame(&mut |_: &Progress| ControlFlow::Continue(()))
        .unwrap();
    run.write_checkpoint(true).unwrap();
    drop(run);
    let (mut run, _) = Run::resume(&scene, &out).unwrap();
    assert_eq!(finish(&mut run), whole);
}
