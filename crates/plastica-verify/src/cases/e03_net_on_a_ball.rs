//! E03: a net falls on a ball and tears [TF88, Fig. 7].
//!
//! 23 × 23 nodes, centred 0.1 m above the ball: the node in the middle meets it first, at √(2h/g); places have the symmetry of a
//! square until the first break, and so has the set of fibres that break first, if their limits are alike. Pieces that touch
//! nothing fall freely.

use super::e_net::{DAMPING, DROP, GRAVITY, LAST, ROWS, falling};
use crate::lattices::run;
use crate::{Case, Row, Size};
use plastica_core::{Method, Step};
use plastica_spline::{Fracture, Splines};
use plastica_tensor::Vec3;

pub(super) const CASE: Case = Case {
    id: "E03",
    title: "Net on a ball: symmetry and timing",
    source: "derived; set-up of [TF88, Fig. 7]",
    runs: &[("spline", spline)],
};

/// Largest distance between a node's place and where its mirror images say it should be [m].
fn asymmetry(net: &Splines) -> f64 {
    let (x, _) = net.nodes(0).expect("a body");
    let at = |i: usize, j: usize| x[i + ROWS * j];
    let mut worst = 0f64;
    for (i, j) in (0..ROWS).flat_map(|i| (0..ROWS).map(move |j| (i, j))) {
        let p = at(i, j);
        let images = [
            at(LAST - i, j) - Vec3::new(-p[0], p[1], p[2]),
            at(i, LAST - j) - Vec3::new(p[0], p[1], -p[2]),
            at(j, i) - Vec3::new(-p[2], p[1], -p[0]),
        ];
        worst = images.iter().map(|d| d.norm()).fold(worst, f64::max);
    }
    worst
}

/// Fibres whose images in a mirror or a diagonal are not in the set.
fn unpaired(broken: &[(usize, usize)]) -> usize {
    let alone = |&(axis, node): &(usize, usize)| {
        let (i, j) = (node % ROWS, node / ROWS);
        let mirrored = match axis {
            0 => (0, (LAST - 1 - i) + ROWS * j),
            _ => (1, (LAST - i) + ROWS * j),
        };
        let swapped = (1 - axis, j + ROWS * i);
        !(broken.contains(&mirrored) && broken.contains(&swapped))
    };
    broken.iter().filter(|fibre| alone(fibre)).count()
}

/// What is seen until the first break.
struct Fall {
    /// When the ball is first touched [s].
    contact: f64,
    /// The node that is stopped then.
    first: usize,
    asymmetry: f64,
    broken: Vec<(usize, usize)>,
}

fn fall(fracture: Fracture, dt: f64) -> Fall {
    let (mut net, world) = falling(fracture);
    let (mut contact, mut first, mut worst) = (f64::NAN, 0, 0f64);
    for step in 0..(1.5 / dt) as usize {
        let time = step as f64 * dt;
        let report = net.step(&world, Step::new(time, dt)).expect("a step");
        if contact.is_nan() && report.collider_impulses[0] != [0.0; 3] {
            let (_, v) = net.nodes(0).expect("a body");
            let slower = |a: &usize, b: &usize| v[*a][1].total_cmp(&v[*b][1]);
            first = (0..v.len()).max_by(slower).unwrap_or(0);
            contact = time + dt;
        }
        if !net.broken_fibres(0).is_empty() {
            break;
        }
        worst = worst.max(asymmetry(&net));
    }
    Fall {
        contact,
        first,
        asymmetry: worst,
        broken: net.broken_fibres(0),
    }
}

/// Pieces that touch nothing, and how far their acceleration is off −g, over g.
fn free_pieces() -> (usize, f64) {
    let (mut net, world) = falling(Fracture::uniform(0.10));
    let dt = 2e-3;
    run(&mut net, &world, 0.0, dt, 400);
    let frame = net.observed().snapshot();
    let (Some(piece), Some(mass)) = (frame.attribute("piece"), frame.attribute("mass")) else {
        return (0, f64::NAN);
    };
    let motion = |net: &Splines, p: usize| {
        let (x, v) = net.nodes(0).expect("a body");
        let (mut sum, mut moving, mut near) = (0.0, Vec3::zero(), f64::INFINITY);
        for i in (0..x.len()).filter(|&i| piece.values.at(i) as usize == p) {
            sum += mass.values.at(i);
            moving = moving + v[i].scale(mass.values.at(i));
            near = near.min(x[i].norm() - 0.5);
        }
        (moving.scale(1.0 / sum), near)
    };
    let count = net.pieces(0).unwrap_or(0);
    let before: Vec<_> = (0..count).map(|p| motion(&net, p)).collect();
    run(&mut net, &world, 400.0 * dt, dt, 1);
    let (mut free, mut worst) = (0, 0f64);
    for (p, (v, near)) in before.into_iter().enumerate() {
        let (after, near_after) = motion(&net, p);
        if near.min(near_after) >= 0.01 {
            // Gravity, then the braking.
            let braked = (-DAMPING * dt).exp();
            let wanted = (v + Vec3::new(0.0, -GRAVITY * dt, 0.0)).scale(braked);
            worst = worst.max((after - wanted).norm() / (GRAVITY * dt));
            free += 1;
        }
    }
    (free, worst)
}

fn spline(_: Size) -> Vec<Row> {
    let dt = 1e-3;
    let limit = 0.12;
    let seen = fall(Fracture::uniform(limit), dt);
    let (free, off) = free_pieces();
    // Braking at a rate γ delays the fall by γt²/6; the contact is seen at the end of a step.
    let wanted = (2.0 * DROP / GRAVITY).sqrt();
    let late = 2.0 * dt + DAMPING * wanted * wanted / 6.0;
    let uneven = Fracture {
        spread: 0.2,
        seed: 1,
        ..Fracture::uniform(limit)
    };
    vec![
        Row::absolute("first contact [s]", wanted, seen.contact, late),
        Row::absolute(
            "node that is stopped first",
            (ROWS * ROWS / 2) as f64,
            seen.first as f64,
            0.0,
        ),
        Row::at_most(
            "asymmetry of places before the first break / L",
            1e-9,
            seen.asymmetry,
        ),
        Row::at_least("fibres that break first", 4.0, seen.broken.len() as f64),
        Row::at_most("their number modulo 4", 0.0, (seen.broken.len() % 4) as f64),
        Row::at_most(
            "of them without an image in the set",
            0.0,
            unpaired(&seen.broken) as f64,
        ),
        Row::at_least("pieces that touch nothing after 0.8 s", 1.0, free as f64),
        Row::at_most("their acceleration is off −g by / g", 1e-9, off),
        Row::at_least(
            "control: fibres without an image, uneven limits",
            1.0,
            unpaired(&fall(uneven, dt).broken) as f64,
        ),
    ]
}
