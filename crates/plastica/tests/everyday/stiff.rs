//! Stiff bodies have strains and motions per step that single precision rounds away.

use crate::run;

/// A steel plate that meets the floor at 2 m/s and is left alone.
fn plate(precision: &str) -> String {
    format!(
        r#"
[scene]
duration = 0.04
frames_per_second = 50
precision = "{precision}"
[[material]]
name = "a"
preset = "steel"
[[body]]
material = "a"
shape = {{ box = {{ size = [0.1, 0.05, 0.1] }} }}
position = [0, 0.05, 0]
resolution = 0.02
velocity = [0, -2, 0]
[[collider]]
shape = {{ half_space = {{ normal = [0, 1, 0] }} }}
friction = 0.4
"#
    )
}

/// Elastic energy at the end over the kinetic energy of the start.
fn rings(precision: &str) -> (bool, f64) {
    let (simulation, ledgers) = run(&plate(precision));
    let start = ledgers[0].kinetic_energy;
    let last = ledgers.last().unwrap().elastic_energy;
    (simulation.frame().double, last / start)
}

#[test]
fn a_steel_plate_left_alone_stores_nothing() {
    let (double, stored) = rings("automatic");
    assert!(double && stored < 0.01, "{double} {stored}");
    // The control: rounding of single precision stores energy that nobody gave.
    let (double, stored) = rings("single");
    assert!(!double && stored > 0.1, "{double} {stored}");
}

fn slow(precision: &str) -> String {
    format!(
        r#"
[scene]
duration = 0.005
frames_per_second = 200
gravity = [0, 0, 0]
precision = "{precision}"
[[material]]
name = "a"
preset = "steel"
[[body]]
material = "a"
shape = {{ box = {{ size = [0.06, 0.06, 0.06] }} }}
velocity = ["0.5 mm/s", 0, 0]
resolution = 0.02
"#
    )
}

/// Speed of the centre over what the scene says.
fn speed(precision: &str) -> f64 {
    let ledgers = run(&slow(precision)).1;
    let [first, last] = [&ledgers[0], ledgers.last().unwrap()];
    (last.centre[0] - first.centre[0]) / 0.005 / 0.5e-3
}

#[test]
fn slow_steel_moves_as_fast_as_it_should() {
    assert!((speed("automatic") - 1.0).abs() < 1e-3);
    // The control: steps of 4e-8 cells are lost in single precision.
    assert!((speed("single") - 1.0).abs() > 0.1);
}

#[test]
fn soft_bodies_stay_in_single_precision() {
    let soft = plate("automatic")
        .replace("steel", "rubber")
        .replace("0.04", "0.02");
    assert!(!run(&soft).0.frame().double);
}
