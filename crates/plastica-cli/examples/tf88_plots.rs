//! Draws Figs. 3 and 4 of TF88 from their scenes, and how well systems of both formulations are conditioned:
//! `cargo run --release -p plastica-cli --example tf88_plots`, in the root of the repository. Writes `docs/images/tf88_response.png`,
//! `tf88_hardening.png` and `tf88_conditioning.png`; the numbers of the last go to stdout as CSV.

use plastica::Scene;
use plastica::simulation::Simulation;
use plastica_core::{Method, Step, World};
use plastica_draw::plot::{Plot, Sheet};
use plastica_spline::solve::SolverChoice;
use plastica_spline::{Body, Formulation, Lattice, Options, Tensors, Weights, build, shape};
use plastica_tensor::Vec3;
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;

type Outcome<T> = Result<T, Box<dyn Error>>;
/// Rows of probes, by probe.
type Rows = BTreeMap<String, Vec<Vec<f64>>>;

fn main() -> Outcome<()> {
    let write = |name: &str, png: Vec<u8>| std::fs::write(format!("docs/images/{name}.png"), png);
    write("tf88_response", response(&rows("response")?)?)?;
    write("tf88_hardening", hardening(&rows("hardening")?)?)?;
    write("tf88_conditioning", conditioning()?)?;
    Ok(())
}

fn rows(name: &str) -> Outcome<Rows> {
    let scene = Scene::read(format!("scenes/tf88/{name}.toml")).map_err(|m| m.to_string())?;
    let mut simulation = Simulation::new(&scene)?;
    let mut all = Rows::new();
    while !simulation.is_done() {
        let report = simulation.next_frame(&mut |_| ControlFlow::Continue(()));
        let report = report.map_err(|stop| format!("{stop:?}"))?;
        for probe in report.into_iter().flat_map(|report| report.probes) {
            all.entry(probe.name).or_default().extend(probe.rows);
        }
    }
    Ok(all)
}

/// Place and tension of the end of a thread that is 1 m long at rest, with their columns.
const PLACE: usize = 1;
const TENSION: usize = 7;

/// Force over time, and elongations of the model and of its components.
fn response(rows: &Rows) -> Outcome<Vec<u8>> {
    let end = 22.0;
    let seen = |name: &str| -> Vec<Vec<f64>> {
        let rows = rows.get(name).into_iter().flatten();
        rows.filter(|row| row[0] <= end).cloned().collect()
    };
    let elongation = |name: &str| {
        let points = seen(name).into_iter();
        points
            .map(|row| (row[0], 1e3 * (row[PLACE] - 1.0)))
            .collect::<Vec<_>>()
    };
    let force = seen("four elements")
        .into_iter()
        .map(|row| (row[0], row[TENSION]));
    let digits = [
        (1.0, 21.8367),
        (2.0, 29.8030),
        (5.0, 42.9479),
        (10.0, 54.8316),
        (12.0, 29.1350),
        (15.0, 22.0383),
    ];
    let pull = Plot::new("(b) force applied")
        .x_axis("time", "s")
        .y_axis("force", "N")
        .y_range(-1.0, 12.0)
        .line("", force);
    let answer = Plot::new("(c) response of the model and of its components")
        .x_axis("time", "s")
        .y_axis("elongation", "mm")
        .line("four elements in series", elongation("four elements"))
        .dots("closed form", digits)
        .like_previous()
        .line("spring k_{1} = 1000 N/m", elongation("spring"))
        .line("dashpot η_{1} = 5000 N s/m", elongation("dashpot"))
        .line(
            "Voigt unit k_{2} = 400 N/m, η_{2} = 800 N s/m",
            elongation("voigt"),
        );
    let sheet = Sheet::new("TF88, Fig. 3: a viscoelastic thread of four elements")
        .columns(2)
        .cell(720, 520)
        .plot(pull)
        .plot(answer);
    Ok(sheet.png()?)
}

/// Tension over elongation, with the corners of the closed form.
fn hardening(rows: &Rows) -> Outcome<Vec<u8>> {
    let points = rows.get("end").into_iter().flatten();
    let points: Vec<(f64, f64)> = points
        .map(|row| (1e3 * (row[PLACE] - 1.0), row[TENSION]))
        .collect();
    let corners = [
        (0.0, 0.0, "O"),
        (10.0, 10.0, "A"),
        (35.0, 15.0, "B"),
        (15.0, -5.0, "C"),
        (-10.0, -10.0, "D"),
    ];
    let mut plot =
        Plot::new("TF88, Fig. 4: an elastoplastic thread that hardens, k = 1000 N/m, H = 250 N/m")
            .x_axis("elongation", "mm")
            .y_axis("force", "N")
            .line("thread led through OABCDO", points);
    for (x, y, name) in corners {
        let note = format!("{name} ({x} mm, {y} N)").replace('-', "−");
        plot = plot.marker(x, y, note);
    }
    Ok(plot.png()?)
}

/// Iterations of plain conjugate gradients for one step of a bent sheet of 30 × 30 nodes, to the same accuracy of places,
/// 1e-8 of the body: the most of three steps of 1 ms.
fn iterations(formulation: Formulation) -> Outcome<usize> {
    let lattice = Lattice::new(&[(30, false), (30, false)])?;
    let bent = |x: f64, y: f64| 0.2 * (3.0 * x).sin() * y;
    let places = shape::height_field(&lattice, [0.0; 2], [1.0; 2], bent);
    let mut body = Body::new("sheet", lattice, places, formulation);
    body.velocities = (body.shape.iter())
        .map(|x| Vec3::new(x[1], -x[0], 0.3 * (4.0 * x[0]).sin()))
        .collect();
    let options = Options {
        solver: SolverChoice::General(plastica_linear::conjugate_gradients::PLAIN),
        place_tolerance: 1e-8,
        tolerance: 1e-16,
        iterations: 100_000,
        ..Options::default()
    };
    let mut method = build(vec![body], vec![], vec![], options)?;
    let (world, dt, mut most) = (World::empty([0.0; 3]), 1e-3, 0);
    for step in 0..3 {
        let taken = method.step(&world, Step::new(f64::from(step) * dt, dt));
        taken.map_err(|error| format!("{error:?}"))?;
        most = most.max(method.solution(0).map_or(0, |report| report.iterations));
    }
    Ok(most)
}

fn conditioning() -> Outcome<Vec<u8>> {
    println!("stiffness,hybrid_iterations,primary_iterations");
    let (mut hybrid, mut primary) = (Vec::new(), Vec::new());
    for power in 0..9 {
        let k = 10f64.powi(power);
        // ½ w (G − G⁰)² has the stiffness 4 w near rest.
        let spline = Formulation::hybrid(Weights::uniform([0.0, k, 0.0]));
        let tensors = Formulation::Primary(Box::new(Tensors::sheet(0.25 * k, 0.0)));
        let (a, b) = (iterations(spline)?, iterations(tensors)?);
        println!("{k:e},{a},{b}");
        hybrid.push((k, a as f64));
        primary.push((k, b as f64));
    }
    let plot =
        Plot::new("A sheet of 30 × 30 nodes, placed to 10^{−8} of its size by conjugate gradients")
            .x_axis("stiffness", "N/m")
            .y_axis("iterations in a step of 1 ms", "1")
            .log_x()
            .log_y()
            .line("hybrid formulation", hybrid.clone())
            .dots("", hybrid)
            .like_previous()
            .line("primary formulation", primary.clone())
            .dots("", primary)
            .like_previous();
    Ok(plot.png()?)
}
