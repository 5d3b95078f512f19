//! What is too large, too far or no number is refused with a reason before a run takes memory or time for it.

use plastica::Scene;
use plastica::build::build;
use plastica::preflight::preflight;
use plastica::simulation::Simulation;
use std::ops::ControlFlow;

fn scene(text: &str) -> Scene {
    let material = r#"
[[material]]
name = "a"
density = 1000
elastic = { neo-hookean = { young_modulus = 1e5, poisson_ratio = 0.3 } }
"#;
    Scene::parse("scene", &format!("{text}{material}")).unwrap()
}

fn body(method: &str, shape: &str, rest: &str) -> Scene {
    scene(&format!(
        r#"
[scene]
duration = 0.1
frames_per_second = 20
[[body]]
material = "a"
method = "{method}"
shape = {{ {shape} }}
{rest}
"#
    ))
}

fn refusal(scene: &Scene) -> String {
    match build(scene) {
        Ok(_) => panic!("not refused"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn masses_are_those_of_the_shapes_by_both_methods() {
    let rod = "box = { size = [2, 0.004, 0.004] }";
    let balls = "union = [{ sphere = { radius = 0.1 } }, { sphere = { radius = 0.1 }, position = [50, 0, 0] }]";
    let ball = 4.0 / 3.0 * std::f64::consts::PI * 1e-3;
    let turned = "rotation = { axis = [1, 1, 0.3], angle = 40 }";
    for (shape, fine, volume) in [(rod, 0.004, 3.2e-5), (balls, 0.04, 2.0 * ball)] {
        for (method, resolution) in [("mpm", fine), ("points", 0.5 * fine)] {
            let rest = format!("{turned}\nresolution = {resolution}");
            let simulation = Simulation::new(&body(method, shape, &rest)).unwrap();
            let mass = simulation.ledger().mass;
            let error = mass / (1000.0 * volume) - 1.0;
            assert!(error.abs() < 1e-5, "{method} {shape}: {mass} kg");
        }
    }
}

#[test]
fn memory_is_checked_before_it_is_taken() {
    for method in ["mpm", "points"] {
        let mut vast = body(
            method,
            "box = { size = [0.1, 0.1, 0.1] }",
            "resolution = 1e-4",
        );
        vast.memory = 6e9;
        let told = refusal(&vast);
        assert!(
            told.contains("GB") && told.contains("6.0 GB of memory"),
            "{told}"
        );
        let told = preflight(&vast, &mut || 0.0).unwrap_err().to_string();
        assert!(told.contains("6.0 GB of memory"), "{told}");
    }
    let mut source = scene(
        r#"
[scene]
duration = 0.05
frames_per_second = 20
[[emitter]]
material = "a"
resolution = 0.02
shape = { box = { size = [0.1, 0.1, 0.1] } }
rate = 1e12
velocity = [0, -1, 0]
"#,
    );
    source.memory = 6e9;
    assert!(refusal(&source).contains("6.0 GB of memory"));
    // What fits is built.
    source.memory = 1e30;
    assert!(build(&source).is_ok());
}

#[test]
fn a_spline_of_too_many_nodes_is_refused_while_it_is_read() {
    let text = r#"
[scene]
duration = 0.05
frames_per_second = 20
[[spline]]
shape = { block = { size = [1, 1, 1], nodes_x = 1000, nodes_y = 1000, nodes_z = 1000 } }
energy = { hybrid = { stretch = 1 } }
"#;
    let told = Scene::parse("scene", text).unwrap_err().render(false);
    assert!(told.contains("1000000000 nodes"), "{told}");
}

#[test]
fn too_far_is_told_and_no_panic() {
    for x in [1e9, 1e12, 1e300] {
        let rest = format!("position = [{x:e}, 0.1, 0]\nresolution = 0.02");
        let told = refusal(&body("mpm", "box = { size = [0.1, 0.1, 0.1] }", &rest));
        assert!(told.contains("body 1"), "{told}");
    }
}

#[test]
fn emitters_without_a_velocity_or_rate_are_told() {
    let emitter = |rate: &str, velocity: &str, method: &str| {
        scene(&format!(
            r#"
[scene]
duration = 0.2
frames_per_second = 30
[[emitter]]
name = "tap"
material = "a"
method = "{method}"
resolution = 0.0125
shape = {{ box = {{ size = [0.05, 0.05, 0.05] }} }}
position = [0, 0.2, 0]
rate = {rate}
velocity = {velocity}
"#
        ))
    };
    for method in ["mpm", "points"] {
        let told = refusal(&emitter("0.001", r#"[0, "sqrt(x)", 0]"#, method));
        assert!(told.contains("tap: its velocity is not finite"), "{told}");
        for (rate, velocity, what) in [
            (r#""if(t > 0.03, 0/0, 0.001)""#, "[0, -1, 0]", "rate"),
            ("0.001", r#"[0, "if(t > 0.03, 0/0, -1)", 0]"#, "velocity"),
        ] {
            let mut run = Simulation::new(&emitter(rate, velocity, method)).unwrap();
            let mut go = || -> Result<(), String> {
                while !run.is_done() {
                    run.next_frame(&mut |_| ControlFlow::Continue(()))
                        .map_err(|error| error.to_string())?;
                }
                Ok(())
            };
            let told = go().unwrap_err();
            assert!(
                told.contains(&format!("its {what} is not finite")),
                "{told}"
            );
        }
    }
}

#[test]
fn frames_without_number_are_refused_and_very_many_do_not_hold_up_a_check() {
    let shape = "box = { size = [0.1, 0.1, 0.1] }";
    let mut quick = body("mpm", shape, "resolution = 0.02");
    quick.settings.frames_per_second = 1e9;
    assert!(refusal(&quick).contains("lower frames_per_second"));
    quick.settings.frames_per_second = 1e7;
    // Each look at the clock is a tenth of a second: trials end after some steps, not after a million frames.
    let mut now = 0.0;
    let found = preflight(&quick, &mut || {
        now += 0.1;
        now
    });
    assert_eq!(found.unwrap().frames, 1_000_000);
    assert!(now < 60.0, "{now}");
}

/// Grains that fly apart take no more room than they did: what opens between them is void.
#[test]
fn flying_sand_keeps_its_volume() {
    let mut thrown = Scene::parse(
        "scene",
        r#"
[scene]
duration = 0.2
frames_per_second = 20
[[material]]
name = "sand"
preset = "dry sand"
[[body]]
material = "sand"
shape = { sphere = { radius = 0.05 } }
position = [0, 0.2, 0]
velocity = ["10*x + 4", "20*(y - 0.2)", "30*z"]
resolution = 0.02
"#,
    )
    .unwrap();
    thrown.memory = 1e10;
    let mut run = Simulation::new(&thrown).unwrap();
    let before = run.ledger().volume.unwrap();
    while !run.is_done() {
        let arrived = run.next_frame(&mut |_| ControlFlow::Continue(())).unwrap();
        assert!(arrived.is_some());
    }
    let after = run.ledger().volume.unwrap() / before;
    // It spans more than ten times what it did.
    let spans = |s: &Simulation| {
        let frame = s.frame();
        let width = |k: usize| {
            let along = frame.positions.iter().map(|p| p[k]);
            along.clone().fold(f64::NEG_INFINITY, f64::max) - along.fold(f64::INFINITY, f64::min)
        };
        width(0) * width(1) * width(2)
    };
    assert!(spans(&run) > 10.0 * 0.1_f64.powi(3), "{}", spans(&run));
    assert!((after - 1.0).abs() < 0.02, "{after}");
}
