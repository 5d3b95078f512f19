//! Figs. 3 and 4 of TF88 as scenes: what their probes write is what the closed forms say (cases A16 and A19).

use plastica::Scene;
use plastica::simulation::Simulation;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

/// Rows of all probes of a scene, by probe.
fn rows(name: &str) -> BTreeMap<String, Vec<Vec<f64>>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let file = workspace.unwrap().join("scenes/tf88").join(name);
    let scene = Scene::read(file).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut simulation = Simulation::new(&scene).unwrap();
    let mut all: BTreeMap<String, Vec<Vec<f64>>> = BTreeMap::new();
    while !simulation.is_done() {
        let report = simulation
            .next_frame(&mut |_| ControlFlow::Continue(()))
            .unwrap();
        for probe in report.unwrap().probes {
            all.entry(probe.name).or_default().extend(probe.rows);
        }
    }
    all
}

/// The row of a time.
fn at(rows: &[Vec<f64>], time: f64) -> &[f64] {
    rows.iter()
        .find(|row| (row[0] - time).abs() < 1e-9)
        .unwrap()
}

/// Elongation of a thread that is 1 m long at rest.
fn elongation(row: &[f64]) -> f64 {
    row[1] - 1.0
}

/// Tension of a thread [N]: the column nxx_n.
fn tension(row: &[f64]) -> f64 {
    row[7]
}

#[test]
fn a16_the_four_element_model_answers_as_its_components_together() {
    let all = rows("response.toml");
    let model = &all["four elements"];
    for (time, wanted) in [
        (1.0, 0.0218367),
        (2.0, 0.0298030),
        (5.0, 0.0429479),
        (10.0, 0.0548316),
        (12.0, 0.0291350),
        (15.0, 0.0220383),
        (30.0, 0.0200011),
    ] {
        let found = elongation(at(model, time));
        let error = (found / wanted - 1.0).abs();
        println!("A16 e({time}) = {found:.7}, off by {error:.1e}");
        assert!(error < 1e-4, "{time}: {found} for {wanted}");
    }
    let mut worst = 0f64;
    for row in model {
        let parts = ["spring", "dashpot", "voigt"].map(|part| elongation(at(&all[part], row[0])));
        worst = worst.max((parts.iter().sum::<f64>() - elongation(row)).abs());
        let force = if row[0] > 0.0 && row[0] < 10.01 {
            10.0
        } else {
            0.0
        };
        assert!((tension(row) - force).abs() < 1e-4 * 10.0, "{row:?}");
    }
    println!("A16 components are off the model by {worst:.1e} m of 0.055");
    assert!(worst < 1e-4 * 0.0548316, "{worst}");
    // Four threads pull at the wall, and half of each one's load is on the end that it holds.
    let wall = at(&all["wall"], 5.0)[1];
    assert!((wall / 80.0 - 1.0).abs() < 1e-4, "{wall}");
}

#[test]
fn a19_the_loop_of_the_scene_closes() {
    let all = rows("hardening.toml");
    let end = &all["end"];
    let mut worst = 0f64;
    for (time, x, force) in [
        (1.0, 0.01, 10.0),
        (2.0, 0.035, 15.0),
        (3.0, 0.015, -5.0),
        (4.0, -0.01, -10.0),
        (5.0, 0.0, 0.0),
    ] {
        let row = at(end, time);
        worst = worst.max((elongation(row) - x).abs());
        worst = worst.max((tension(row) - force).abs());
    }
    let work: f64 = (end.windows(2))
        .map(|w| 0.5 * (tension(&w[0]) + tension(&w[1])) * (w[1][1] - w[0][1]))
        .sum();
    println!("A19 corners are off by {worst:.1e}, work of the loop {work:.9} J");
    assert!(worst < 1e-9, "{worst}");
    assert!((work / 0.4 - 1.0).abs() < 1e-9, "{work}");
}
