//! What the ledger says of splines in free flight.

use plastica::Scene;
use plastica::simulation::Simulation;
use plastica_core::Ledger;
use plastica_tensor::Vec3;
use std::ops::ControlFlow;

/// A soft vase and a thread that fly, turn, vibrate and creep, far from everything.
const FLIGHT: &str = r#"
[scene]
duration = 1
frames_per_second = 50
gravity = [0, 0, 0]

[[spline]]
name = "vase"
shape = { lathe = { profile = [[0.2, -0.3], [0.3, 0], [0.1, 0.3]], nodes_around = 16, nodes_along = 12 } }
velocity = [1, "2 + 0.5*sin(9*x)", "0.3*y"]
angular_velocity = [1, 3, -2]
energy = { hybrid = { position = 5, stretch = 20, bend = 0.05 } }
creep = { rate = 2, delayed = { compliance = 0.5, time = 0.2 } }
yield = { limit = 0.02, tangent = 0.1 }

[[spline]]
name = "thread"
shape = { line = { from = [0, 0, 0], to = [1, 0, 0], nodes = 30 } }
position = [0, 2, 0]
angular_velocity = [0, 4, 6]
energy = { hybrid = { stretch = 50, bend = 0.01 } }
"#;

fn ledgers(text: &str) -> Vec<Ledger> {
    let scene = Scene::parse("flight", text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut simulation = Simulation::new(&scene).unwrap();
    let mut all = vec![simulation.ledger()];
    while !simulation.is_done() {
        simulation
            .next_frame(&mut |_| ControlFlow::Continue(()))
            .unwrap();
        all.push(simulation.ledger());
    }
    all
}

#[test]
fn momenta_of_splines_in_free_flight_stay_and_energy_only_falls() {
    let all = ledgers(FLIGHT);
    let first = &all[0];
    let change = |a: [f64; 3], b: [f64; 3]| (Vec3(a) - Vec3(b)).norm() / Vec3(a).norm();
    let (mut linear, mut angular, mut gain) = (0f64, 0f64, f64::NEG_INFINITY);
    for pair in all.windows(2) {
        let energy = |l: &Ledger| l.kinetic_energy + l.elastic_energy;
        gain = gain.max((energy(&pair[1]) - energy(&pair[0])) / energy(first));
        linear = linear.max(change(first.momentum, pair[1].momentum));
        angular = angular.max(change(first.angular_momentum, pair[1].angular_momentum));
        assert!(pair[1].dissipated_energy >= pair[0].dissipated_energy);
        assert!((pair[1].mass - first.mass).abs() < 1e-12 * first.mass);
        // Heat is part of what is lost; the rest is what backward Euler damps.
        let lost = energy(&pair[0]) - energy(&pair[1]);
        let heat = pair[1].dissipated_energy - pair[0].dissipated_energy;
        assert!(heat <= lost + 1e-9 * energy(first), "{heat} of {lost}");
    }
    println!("momentum {linear:.1e}, angular {angular:.1e}, greatest gain of energy {gain:.1e}");
    assert!(linear < 1e-10 && angular < 1e-10, "{linear} {angular}");
    assert!(gain <= 1e-12, "{gain}");
    assert!(all[all.len() - 1].dissipated_energy > 0.0);
}

#[test]
fn the_midpoint_rule_keeps_what_backward_euler_damps() {
    let elastic = FLIGHT
        .replace(
            "creep = { rate = 2, delayed = { compliance = 0.5, time = 0.2 } }",
            "",
        )
        .replace("yield = { limit = 0.02, tangent = 0.1 }", "");
    let kept = |text: &str| {
        let all = ledgers(text);
        let energy = |l: &Ledger| l.kinetic_energy + l.elastic_energy;
        energy(&all[all.len() - 1]) / energy(&all[0])
    };
    let euler = kept(&elastic);
    let middle = kept(&format!("{elastic}\n[spline_solver]\nimplicitness = 0.5\n"));
    println!("energy kept: {euler:.4} by backward Euler, {middle:.6} by the midpoint rule");
    assert!(
        euler < 0.999 && (middle - 1.0).abs() < 1e-3,
        "{euler} {middle}"
    );
}
