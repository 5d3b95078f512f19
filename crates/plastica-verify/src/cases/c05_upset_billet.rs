//! C05: a billet pressed between smooth dies.
//!
//! A cylinder of height 30 mm and radius 10 mm stays a cylinder, so the stress is uniform: with
//! σ_y = 700 MPa and H = 300 MPa the force at a height h is F = (σ_y + H ln(h₀/h)) A₀h₀/h. The elastic
//! strain makes it smaller by H/E: 0.6 % with E = 50 GPa, a quarter of steel's, for longer steps.
//!
//! A quarter is computed. The upper die comes down at 4 m/s, a fiftieth of the speed √(H/ρ) at which
//! plastic strain spreads: much faster dies make a mushroom. The force is the impulse on the die over
//! the time in which it passes one cell, about the height in question, because it beats as nodes go into
//! the die one layer after the other.
//!
//! Read against the height between the dies, the force also measures where a moving die acts. Read against
//! the section in the middle of the billet, F = (σ_y + H ln(A/A₀)) A, it measures the law and the balance of
//! forces alone.

use crate::specimen::{Specimen, elastic, flowing, places, quarter_walls, run_until, wall};
use crate::{Case, Row, Size};
use plastica_core::{Contact, World};
use plastica_mpm::{Options, build};
use std::f64::consts::PI;

pub(super) const CASE: Case = Case {
    id: "C05",
    title: "Frictionless upset billet",
    source: "closed form",
    runs: &[("mpm", run)],
};

const HEIGHT: f64 = 30e-3;
const RADIUS: f64 = 10e-3;
const YIELD: f64 = 700e6;
const HARDENING: f64 = 300e6;
const SHARES: [f64; 3] = [0.2, 0.4, 0.6];

/// What was seen at one height.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    impulse: f64,
    time: f64,
    /// Section in the middle of the billet [m²].
    section: f64,
}

/// Readings at the three heights, and the spread of the radius at the end over the layers that are more
/// than two cells from the dies.
fn press(law: &str, cell: f64, speed: f64) -> ([Reading; 3], f64) {
    let specimen = Specimen::quarter_cylinder(RADIUS, HEIGHT, 0.5 * cell);
    let yielding = [
        ("shear_yield", YIELD / 3f64.sqrt()),
        ("hardening_modulus", HARDENING),
    ];
    let recipe = flowing(&elastic(law, 7800.0, 50e9, 0.3), "von-mises", &yielding);
    let mut mpm =
        build(Options::new(cell), vec![specimen.of(&recipe)], vec![]).expect("a good recipe");
    let mut world = World::empty([0.0; 3]);
    world.colliders.extend(quarter_walls());
    world
        .colliders
        .push(wall([0.0, 1.0, 0.0], 0.0, Contact::Sliding, 0.0));
    let mut die = wall([0.0, -1.0, 0.0], -HEIGHT, Contact::Separating, 0.0);
    die.motion.velocity = [0.0, -speed, 0.0];
    world.colliders.push(die);
    let per_layer = specimen
        .places
        .iter()
        .take_while(|p| p[1] == specimen.places[0][1])
        .count();
    let layers = specimen.places.len() / per_layer;
    let mut readings = [Reading::default(); 3];
    let end = (SHARES[2] * HEIGHT + 0.5 * cell) / speed;
    run_until(&mut *mpm, &world, [0.0, end], |taken, mpm| {
        let travel = speed * taken.time;
        for (reading, share) in readings.iter_mut().zip(SHARES) {
            let past = travel - share * HEIGHT;
            if past.abs() < 0.5 * cell {
                reading.impulse += taken.report.collider_impulses[3][1];
                reading.time += taken.dt;
            }
            if past >= 0.0 && reading.section == 0.0 {
                let now = places(mpm);
                let middle = now
                    .chunks(per_layer)
                    .skip(layers / 3)
                    .take(layers.div_ceil(3));
                let radii: Vec<f64> = middle.map(|layer| outer(layer, RADIUS)).collect();
                reading.section =
                    PI * radii.iter().map(|r| r * r).sum::<f64>() / radii.len() as f64;
            }
        }
        true
    });
    let now = places(&*mpm);
    let inside = 2.0 * cell..(1.0 - SHARES[2]) * HEIGHT - 2.0 * cell;
    let radii = now
        .chunks(per_layer)
        .filter(|layer| inside.contains(&layer[0][1]))
        .map(|layer| outer(layer, RADIUS));
    let (low, high) = radii.fold((f64::MAX, 0f64), |(l, h), r| (l.min(r), h.max(r)));
    (readings, (high - low) / (0.5 * (high + low)))
}

/// The radius of a layer: that of its outermost ring, which was at r₀(1 − 1/2n) of n rings.
fn outer(layer: &[[f64; 3]], radius: f64) -> f64 {
    let rings = layer.len().isqrt();
    let members = &layer[(rings - 1) * (rings - 1)..];
    let stretch = |p: &[f64; 3]| p[0].hypot(p[2]) / (radius * (1.0 - 0.5 / rings as f64));
    radius * members.iter().map(stretch).sum::<f64>() / members.len() as f64
}

fn run(size: Size) -> Vec<Row> {
    // The reference asks for 4 %. In the small run a cell is 10 to 20 % of the height, and the place of
    // the die is not known better than to a cell and a half; half a cell of the radius is 16 % of the section.
    let (laws, cell, speed): (&[&str], f64, f64) = match size {
        Size::Small => (&["hencky"], 2.5e-3, 8.0),
        Size::Full => (&["hencky", "hypoelastic"], 1e-3, 4.0),
    };
    let force =
        |stretch: f64| 1e-3 * (YIELD + HARDENING * stretch.ln()) * PI * RADIUS * RADIUS * stretch;
    let mut rows = Vec::new();
    for law in laws {
        let (readings, spread) = press(law, cell, speed);
        for (share, reading) in SHARES.into_iter().zip(readings) {
            // Four quarters, in kN.
            let measured = 4e-3 * reading.impulse / reading.time;
            let name = format!("{law}: force at {:.0} % [kN]", 100.0 * share);
            let (of_height, of_section) = match size {
                Size::Small => (1.5 * cell / ((1.0 - share) * HEIGHT), 0.16),
                Size::Full => (0.04, 0.04),
            };
            rows.push(Row::relative(
                format!("{name} by the height"),
                force(1.0 / (1.0 - share)),
                measured,
                of_height,
            ));
            let stretch = reading.section / (PI * RADIUS * RADIUS);
            rows.push(Row::relative(
                format!("{name} by the section"),
                force(stretch),
                measured,
                of_section,
            ));
        }
        if size == Size::Full {
            rows.push(Row::at_most(
                format!("{law}: spread of the radius between the dies at 60 % [%]"),
                4.0,
                100.0 * spread,
            ));
        }
    }
    rows
}
