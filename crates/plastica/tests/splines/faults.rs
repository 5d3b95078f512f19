//! What a scene may say that cannot be done is told, not shot away.

use plastica::Scene;
use plastica::simulation::{DivergedRun, Simulation};
use plastica_core::{Cause, Owner};
use std::ops::ControlFlow;

/// A body that a floor bears.
fn scene(body: &str, floor: &str) -> Scene {
    let text = format!(
        r#"
[scene]
duration = 0.1
frames_per_second = 60
{body}
[[collider]]
name = "floor"
shape = {{ half_space = {{ normal = [0, 1, 0] }} }}
{floor}
"#
    );
    Scene::parse("fault", &text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn sheet(height: f64) -> String {
    format!(
        r#"
[[spline]]
name = "s"
shape = {{ sheet = {{ size = [0.4, 0.4], nodes_x = 7, nodes_z = 7 }} }}
position = [0, {height}, 0]
energy = {{ hybrid = {{ stretch = 5, bend = 0.001 }} }}
density = 0.3
"#
    )
}

const CUBE: &str = r#"
[[material]]
name = "a"
density = 1000
elastic = { neo-hookean = { young_modulus = 1e5, poisson_ratio = 0.3 } }

[[body]]
name = "s"
material = "a"
method = "METHOD"
shape = { box = { size = [0.1, 0.1, 0.1] } }
position = [0, 0.1, 0]
resolution = 0.025
"#;

/// Why a run stops, if it does.
fn stops(scene: &Scene) -> Option<Box<DivergedRun>> {
    let mut simulation = Simulation::new(scene).unwrap();
    while !simulation.is_done() {
        if let Err(why) = simulation.next_frame(&mut |_| ControlFlow::Continue(())) {
            return Some(why);
        }
    }
    None
}

#[test]
fn a_floor_that_stops_being_anywhere_stops_every_method() {
    let lost = r#"position = [0, "if(t > 0.05, 0/0, 0)", 0]"#;
    let bodies = [
        sheet(0.02),
        CUBE.replace("METHOD", "points"),
        CUBE.replace("METHOD", "mpm"),
    ];
    for body in &bodies {
        let why = stops(&scene(body, lost)).expect("the floor has vanished");
        println!("{why}");
        assert_eq!(why.failure.body.as_deref(), Some("floor"));
        let formula = why.formula.as_ref().expect("it is named");
        assert_eq!(formula.key, "position");
        assert!(
            formula.time > 0.05 && formula.time < 0.07,
            "{}",
            formula.time
        );
        assert!(!why.to_string().contains("Steps down"), "{why}");
        assert!(stops(&scene(body, "position = [0, \"0*t\", 0]")).is_none());
    }
}

/// Gravity that varies from place to place is found where the failure is.
#[test]
fn gravity_that_is_no_number_is_named() {
    let gravity = "gravity = [0, \"if(t > 0.05, 0/(x - x), -9.81)\", 0]\n";
    for body in [
        sheet(0.02),
        CUBE.replace("METHOD", "points"),
        CUBE.replace("METHOD", "mpm"),
    ] {
        let why = stops(&scene(&format!("{gravity}{body}"), "")).expect("a fall at NaN");
        let Cause::Value(bad) = &why.failure.cause else {
            panic!("{why}");
        };
        assert_eq!((&bad.owner, bad.key), (&Owner::Scene, "gravity"));
    }
}

#[test]
fn a_spline_that_starts_inside_a_collider_is_refused_unless_it_is_held_there() {
    let refused = |body: &str| {
        let error = Simulation::new(&scene(body, "friction = 0.4")).err();
        error.map(|error| error.to_string())
    };
    let message = refused(&sheet(-0.3)).expect("0.3 m deep");
    assert!(message.contains("it starts inside \"floor\""), "{message}");
    assert!(message.contains("0.3000 m deep"), "{message}");
    let held = r#"
[[grip]]
name = "all"
body = "s"
shape = { box = { size = [1, 1, 1] } }
"#;
    assert_eq!(refused(&format!("{}{held}", sheet(-0.3))), None);
    // Lying on the floor, or in it by less than the distance of nodes.
    assert_eq!(refused(&sheet(0.0)), None);
    assert_eq!(refused(&sheet(-0.01)), None);
}
