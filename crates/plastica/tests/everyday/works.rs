//! The ledger closes: what gave energy to the material and took it is told, and the rest is small where the physics has no loss.
//!
//! Every test is its own control: with one of the works left out the same sum does not close.

use crate::run;
use plastica_core::{Ledger, Works};

/// An elastic block of 40 kPa, waves of 7 m/s.
fn elastic(method: &str, duration: f64, resolution: f64, rest: &str) -> String {
    format!(
        r#"
[scene]
duration = {duration}
frames_per_second = 20
[[material]]
name = "a"
density = 1000
elastic = {{ neo-hookean = {{ young_modulus = "40 kPa", poisson_ratio = 0.3 }} }}
[[body]]
name = "a"
material = "a"
method = "{method}"
resolution = {resolution}
{rest}
"#
    )
}

fn without_gravity(scene: &str) -> String {
    scene.replace("[scene]", "[scene]\ngravity = [0, 0, 0]")
}

const FLOOR: &str = r#"
[[collider]]
shape = { half_space = { normal = [0, 1, 0] } }
friction = 0.5
"#;

const ON_THE_FLOOR: &str = r#"
shape = { box = { size = [0.1, 0.1, 0.1] } }
position = [0, 0.05, 0]
"#;

/// Numerical loss over the energy that was turned over, if the works were these.
fn share(ledger: &Ledger, works: Works) -> f64 {
    let turned_over = ledger.works.turned_over().unwrap();
    let sums = Ledger { works, ..*ledger };
    sums.numerical_loss().unwrap() / turned_over
}

/// What is left out.
type Booking = fn(&mut Works) -> &mut Option<f64>;

/// The sum closes within a part of the energy turned over, and without one of the bookings it is far from that.
fn closes(name: &str, ledgers: &[Ledger], bound: f64, bookings: &[Booking]) {
    let last = ledgers.last().unwrap();
    let left = share(last, last.works);
    println!(
        "{name}: numerical loss {:.3} %, {:.4?}",
        100.0 * left,
        last.works
    );
    assert!(left.abs() < bound, "{name}: {left}");
    for booking in bookings {
        let mut works = last.works;
        *booking(&mut works) = Some(0.0);
        let open = share(last, works);
        assert!(open.abs() > 5.0 * bound, "{name}: {open} with less");
    }
}

/// Weight is released as the centre falls. What is left is the half step by which velocities are behind places.
#[test]
fn falling_bodies_move_by_the_work_of_gravity() {
    for method in ["mpm", "points"] {
        let rest = "shape = { box = { size = [0.1, 0.1, 0.1] } }\nposition = [0, 0.4, 0]";
        let ledgers = run(&elastic(method, 0.2, 0.02, rest)).1;
        closes(method, &ledgers, 0.01, &[|w| &mut w.gravity]);
        let last = ledgers.last().unwrap();
        let fallen = ledgers[0].centre[1] - last.centre[1];
        let released = last.mass * 9.81 * fallen;
        let work = last.works.gravity.unwrap();
        assert!(
            (work / released - 1.0).abs() < 1e-4,
            "{method}: {work} {released}"
        );
    }
}

/// What an impact loses is what the first layer of nodes or particles had, which stops dead: half as much with half the
/// size of cells, and nothing while the block flies.
#[test]
fn elastic_bounces_lose_what_stops_dead() {
    let rest = "shape = { box = { size = [0.1, 0.1, 0.1] } }\nposition = [0, 0.08, 0]\nvelocity = [0, -1, 0]";
    for method in ["mpm", "points"] {
        let [coarse, fine] = [0.02, 0.01].map(|cell| {
            let ledgers = run(&elastic(method, 0.1, cell, &format!("{rest}{FLOOR}"))).1;
            let last = ledgers.last().unwrap();
            let [at_start, after] = [&ledgers[0], last].map(|l| share(l, l.works));
            println!("{method}, cells of {cell} m: {:.2} % lost", 100.0 * after);
            assert!(at_start == 0.0 && last.momentum[1] > 0.0);
            after
        });
        println!("{}", coarse / fine);
    }
}

/// Two grips draw a bar: what they do is stored.
#[test]
fn grips_store_their_work() {
    let rest = r#"
shape = { box = { size = [0.3, 0.08, 0.08] } }
[[grip]]
shape = { box = { size = [0.06, 0.1, 0.1] } }
position = [-0.15, 0, 0]
[[grip]]
shape = { box = { size = [0.06, 0.1, 0.1] } }
position = [{ keyframes = [[0, 0.15], [DURATION, 0.25]] }, 0, 0]
"#;
    for method in ["mpm", "points"] {
        for duration in [0.5, 1.0] {
            let rest = rest.replace("DURATION", &format!("{duration}"));
            let scene = without_gravity(&elastic(method, duration, 0.02, &rest));
            closes(method, &run(&scene).1, 0.02, &[|w| &mut w.grips]);
        }
    }
}

/// A piston compresses a block; a belt takes one along, and so does one that brakes what slides.
#[test]
fn moving_obstacles_give_and_friction_takes() {
    let piston = r#"
[[collider]]
shape = { half_space = { normal = [0, -1, 0] } }
position = [0, { keyframes = [[0, 0.105], [0.5, 0.08]] }, 0]
"#;
    let belt = FLOOR.replace("shape", "velocity = [1, 0, 0]\nshape");
    for method in ["mpm", "points"] {
        let scene = elastic(method, 0.5, 0.02, &format!("{ON_THE_FLOOR}{FLOOR}{piston}"));
        closes(
            &format!("{method}, piston"),
            &run(&scene).1,
            0.01,
            &[|w| &mut w.obstacles],
        );
        let scene = elastic(method, 0.3, 0.02, &format!("{ON_THE_FLOOR}{belt}"));
        let bookings: [Booking; 2] = [|w| &mut w.obstacles, |w| &mut w.friction];
        closes(&format!("{method}, belt"), &run(&scene).1, 0.01, &bookings);
    }
}

/// Damping of all motion, and accelerations of bodies.
#[test]
fn damping_takes_what_an_acceleration_gives() {
    for method in ["mpm", "points"] {
        let rest = "shape = { box = { size = [0.1, 0.1, 0.1] } }\nacceleration = [3, 0, 0]";
        let scene = without_gravity(&elastic(method, 0.4, 0.02, rest));
        let scene = format!("{scene}[{method}]\ndamping = 3\n");
        let bookings: [Booking; 2] = [|w| &mut w.gravity, |w| &mut w.damping];
        closes(method, &run(&scene).1, 0.01, &bookings);
    }
}

/// What flows in by an emitter and out of the domain.
#[test]
fn emitters_bring_energy_and_what_leaves_takes_it() {
    for method in ["mpm", "points"] {
        let rest = r#"
shape = { box = { size = [0.1, 0.1, 0.1] } }
position = [0.25, 0, 0]
velocity = [1, 0, 0]
[[emitter]]
material = "a"
method = "METHOD"
shape = { box = { size = [0.04, 0.08, 0.08] } }
velocity = [1, 0, 0]
rate = "0.08^2"
resolution = 0.02
"#;
        let rest = rest.replace("METHOD", method);
        let scene = without_gravity(&elastic(method, 0.3, 0.02, &rest));
        let domain = "[scene]\ndomain = { min = [-1, -1, -1], max = [0.4, 1, 1] }";
        let scene = scene.replace("[scene]", domain);
        let bookings: [Booking; 3] = [|w| &mut w.start, |w| &mut w.emitted, |w| &mut w.left];
        closes(method, &run(&scene).1, 0.01, &bookings);
    }
}

/// A column of sand slumps: gravity becomes heat, by flow and by friction at the floor. The rest is what the affine transfer smooths away.
#[test]
fn sand_that_slumps_turns_its_weight_to_heat() {
    for cell in [0.02, 0.01] {
        let sand = format!(
            r#"
[scene]
duration = 0.6
frames_per_second = 10
[[material]]
name = "sand"
preset = "dry sand"
[[body]]
material = "sand"
shape = {{ box = {{ size = [0.16, 0.2, 0.16] }} }}
position = [0, 0.1, 0]
resolution = {cell}
[[collider]]
shape = {{ half_space = {{ normal = [0, 1, 0] }} }}
friction = 0.5
"#
        );
        let bookings: [Booking; 1] = [|w| &mut w.gravity];
        closes("sand", &run(&sand).1, 0.5, &[]);
        let ledgers = run(&sand).1;
        for l in &ledgers {
            println!(
                "{:.4} {:.4} {:.4} {:.4}",
                share(l, l.works),
                l.kinetic_energy,
                l.dissipated_energy,
                l.works.gravity.unwrap()
            );
        }
        let _ = bookings;
    }
}

/// A net that swings by two corners, and that a spring draws.
fn net(rest: &str) -> String {
    format!(
        r#"
[scene]
duration = 0.5
frames_per_second = 20
[[spline]]
name = "net"
shape = {{ sheet = {{ size = [0.4, 0.4], nodes_x = 17, nodes_z = 17 }} }}
position = [0, 0.3, 0]
density = 0.3
energy = {{ hybrid = {{ stretch = 20, bend = 0.01 }} }}
{rest}
"#
    )
}

#[test]
fn splines_that_swing_and_are_drawn_keep_their_energy() {
    let middle = "[spline_solver]\nimplicitness = 0.5\ntime_step = 0.001\n";
    let pinch = r#"
[[pinch]]
radius = 0.03
position = [{ keyframes = [[0, -0.2], [0.5, -0.4]] }, 0.3, -0.2]
[[pinch]]
radius = 0.03
position = [0.2, 0.3, -0.2]
"#;
    let grip = r#"
[[grip]]
shape = { sphere = { radius = 0.03 } }
position = [{ keyframes = [[0, -0.2], [0.5, -0.4]] }, 0.3, -0.2]
[[spring]]
body = "net"
at = [0.2, 0.3, 0.2]
stiffness = 20
position = [0.3, 0.4, 0.3]
"#;
    for (name, rest) in [("pinches", pinch), ("grip and spring", grip)] {
        closes(name, &run(&net(&format!("{rest}{middle}"))).1, 0.3, &[]);
        closes(name, &run(&net(rest)).1, 0.5, &[]);
    }
}

/// A net that falls on a ball: what contact takes is told. The rest is what backward Euler damps of its vibrations, and of the fall.
#[test]
fn nets_on_balls() {
    let ball = r#"
[[collider]]
shape = { sphere = { radius = "10 cm" } }
position = [0, 0.15, 0]
friction = 0.6
"#;
    for h in [0.004, 0.002, 0.001, 0.0005] {
        for i in [1.0, 0.5] {
            let solver = format!("[spline_solver]\ntime_step = {h}\nimplicitness = {i}\n");
            closes(
                &format!("net, {h} {i}"),
                &run(&net(&format!("{ball}{solver}"))).1,
                0.9,
                &[],
            );
        }
    }
}
