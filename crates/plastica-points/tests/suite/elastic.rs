//! Elastic bodies against textbook mechanics.

use crate::common::{body, elastic, jitter, lattice, run};
use plastica_core::{Grip, Method, Motion, Selection, World};
use plastica_geometry::Shape;
use plastica_points::{Options, Precision, Surface, build};
use plastica_tensor::Vec3;

fn double(spacing: f64) -> Options {
    Options {
        precision: Precision::Double,
        ..Options::new(spacing)
    }
}

/// Period of the first bending mode over that of theory, for a bar `n` particles high, 4 wide and 6 heights long.
fn cantilever(n: usize, surface: Surface, jittered: f64) -> f64 {
    let (length, young, density) = (6.0 * n as f64, 1e6, 1000.0);
    let recipe = elastic("hencky", density, young, 0.3);
    let high = [length, n as f64, 4.0];
    let mut places = lattice([-3.0, 0.0, 0.0], high, 1.0);
    jitter(&mut places, jittered);
    let mut beam = body(&recipe, &places, 1.0, [0.0; 3], [0.0; 3]);
    // The shape of the mode, roughly; small enough to be linear.
    for seed in &mut beam.seeds {
        let s = (seed.position[0] / length).max(0.0);
        seed.velocity[1] = 1e-3 * s * s * (1.5 - 0.5 * s);
    }
    let mut world = World::empty([0.0; 3]);
    world.grips.push(Grip {
        name: "clamp".into(),
        body: None,
        shape: Shape::half_space(Vec3::new(1.0, 0.0, 0.0), 0.0),
        motion: Motion::at_rest([0.0; 3]),
        window: None,
    });
    let options = Options {
        surface,
        courant: 0.7,
        ..Options::new(1.0)
    };
    let mut points = build(options, vec![beam]).unwrap();
    let theory = {
        let inertia = (n * n) as f64 / 12.0;
        let omega = 1.875_104f64.powi(2) * (young * inertia / density).sqrt() / length.powi(2);
        // Shear and rotary inertia, as Rayleigh's quotient of the slender mode w gives them:
        // ω² falls by 1 + (r/L)² (∫w''² ... ) with r² = h²/12.
        2.0 * std::f64::consts::PI / omega
    };
    // Half a period is between two zeros of the tip's velocity.
    let mut turns: Vec<f64> = Vec::new();
    let mut last = (0.0, f64::NAN);
    run(
        &mut *points,
        &world,
        1.05 * theory,
        1.0,
        |time, _, _, method| {
            if turns.len() >= 2 {
                return;
            }
            let speed = tip(method, length);
            if last.1 * speed < 0.0 {
                turns.push(last.0 + (time - last.0) * last.1 / (last.1 - speed));
            }
            last = (time, speed);
        },
    );
    2.0 * (turns[1] - turns[0]) / theory
}

/// Mean speed of the last layers of a bar.
fn tip(method: &dyn Method, length: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    method.visit(Selection::All, &mut |p| {
        if p.position[0] > length - 2.0 {
            sum += p.velocity[1];
            count += 1.0;
        }
    });
    sum / count
}

#[test]
fn a_cantilever_swings_in_its_time() {
    for n in [4, 8] {
        let before = cantilever(n, Surface::Plain, 0.0);
        let after = cantilever(n, Surface::Curved, 0.0);
        println!("{n} across: plain {before:.4}, curved {after:.4}");
    }
}
