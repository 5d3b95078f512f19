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

use crate::specimen::{Specimen, elastic, flowing, quarter_walls, run_until, wall};
use crate::{Case, Row, Size};
use plastica_core::{Contact, Method, Selection, World};
use plastica_mpm::{Options, build};
use std::f64::consts::PI;
use std::ops::Range;

pub(super) const CASE: Case = Case {
    id: "C05",
    title: "Frictionless upset billet",
    source: "closed form",
    runs: &[("mpm", run), ("fem", super::fem::metal::billet)],
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

/// Readings at the three heights, and the spread of the radius at the end over slices as thick as a cell that are more than
/// two cells from the dies.
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
    let mean = |mpm: &dyn Method, heights: Range<f64>| mean_square_radius(mpm, &heights);
    let whole = mean(&*mpm, 0.0..HEIGHT);
    // Of a disk that stays one.
    let square = move |mpm: &dyn Method, heights| RADIUS * RADIUS * mean(mpm, heights) / whole;
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
                let height = HEIGHT - travel;
                reading.section = PI * square(mpm, height / 3.0..2.0 * height / 3.0);
            }
        }
        true
    });
    let slices = ((1.0 - SHARES[2]) * HEIGHT / cell) as usize;
    let radii = (2..slices - 2)
        .map(|slice| slice as f64 * cell)
        .map(|low| square(&*mpm, low..low + cell).sqrt());
    let (low, high) = radii.fold((f64::MAX, 0f64), |(l, h), r| (l.min(r), h.max(r)));
    (readings, (high - low) / (0.5 * (high + low)))
}

/// The mean of r² over the mass between two heights, whatever particles it is in: those that are drawn are split.
fn mean_square_radius(method: &dyn Method, heights: &Range<f64>) -> f64 {
    let (mut mass, mut sum) = (0.0, 0.0);
    method.observed().visit(Selection::All, &mut |point| {
        let [x, y, z] = point.position;
        if heights.contains(&y) {
            mass += point.mass;
            sum += point.mass * (x * x + z * z);
        }
    });
    sum / mass
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
