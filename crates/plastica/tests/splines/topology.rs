//! Threads and sheets whose ends are joined, and a torus that is sectioned: by the lines and triangles they are drawn with.

use plastica::Scene;
use plastica::simulation::Simulation;
use std::ops::ControlFlow;

/// Lines and triangles of a spline after a few steps.
fn cells(shape: &str, cuts: &[String]) -> (usize, usize) {
    let text = format!(
        r#"
[scene]
duration = 0.04
[[spline]]
shape = {shape}
velocity = ["y + sin(5*z)", "x*z", "cos(3*x)"]
energy = {{ hybrid = {{ stretch = 10, bend = 0.1 }} }}
cuts = [{}]
"#,
        cuts.join(", ")
    );
    let scene = Scene::parse("scene", &text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut simulation = Simulation::new(&scene).unwrap();
    while !simulation.is_done() {
        simulation
            .next_frame(&mut |_| ControlFlow::Continue(()))
            .unwrap();
    }
    let frame = simulation.frame();
    assert!(frame.positions.iter().flatten().all(|c| c.is_finite()));
    (frame.cells.lines.len(), frame.cells.triangles.len())
}

/// "To create a free surface, we start with a torus and section it" [TF88, section 4].
#[test]
fn edges_are_joined_by_topology_and_parted_by_cuts() {
    let line = |topology: &str| {
        format!(
            "{{ line = {{ from = [0, 0, 0], to = [1, 0, 0], nodes = 7, topology = {topology:?} }} }}"
        )
    };
    assert_eq!(cells(&line("open"), &[]), (6, 0));
    assert_eq!(cells(&line("ring"), &[]), (7, 0));
    let sheet = |topology: &str| {
        format!(
            "{{ sheet = {{ size = [1, 1], nodes_x = 6, nodes_z = 5, topology = {topology:?} }} }}"
        )
    };
    // Two triangles to a cell.
    let (open, tube, torus) = (2 * 5 * 4, 2 * 6 * 4, 2 * 6 * 5);
    assert_eq!(cells(&sheet("open"), &[]), (0, open));
    assert_eq!(cells(&sheet("tube"), &[]), (0, tube));
    assert_eq!(cells(&sheet("torus"), &[]), (0, torus));
    let along_x: Vec<String> = (0..6).map(|i| format!("[1, {i}, 4, 0]")).collect();
    let along_z: Vec<String> = (0..5).map(|j| format!("[0, 5, {j}, 0]")).collect();
    assert_eq!(cells(&sheet("torus"), &along_x), (0, tube));
    assert_eq!(
        cells(&sheet("torus"), &[along_x, along_z].concat()),
        (0, open)
    );
}
