//! C12: a cylinder that slumps.

use super::{body, of, quarter_cylinder};
use crate::specimen::{elastic, flowing, keyframes, places, quarter_walls, run_until, wall};
use crate::{Row, Size};
use plastica_core::{Contact, World};
use plastica_fem::Options;

const HEIGHT: f64 = 1.0;
const DENSITY: f64 = 1000.0;
const GRAVITY: f64 = 10.0;

/// How far the middle of the top has sunk, over the height, with so many elements along the radius.
fn slump(strength: f64, rings: usize) -> f64 {
    let weight = DENSITY * GRAVITY * HEIGHT;
    let mesh = quarter_cylinder(0.5 * HEIGHT, HEIGHT, [rings, 2 * rings]);
    let middle: Vec<usize> = (0..mesh.vertices.len())
        .filter(|v| {
            let [x, y, z] = mesh.vertices[*v];
            y > HEIGHT - 1e-9 && x.hypot(z) < 0.2 * HEIGHT
        })
        .collect();
    let recipe = flowing(
        &elastic("hencky", DENSITY, 100.0 * weight, 0.3),
        "von-mises",
        &[("shear_yield", strength * weight)],
    );
    let options = Options {
        damping: 2.0,
        ..Options::default()
    };
    let mut method = of(options, body(&recipe, mesh, |_| [0.0; 3]));
    let mut world = World::empty([0.0; 3]);
    world.gravity[1] = keyframes(&[(0.0, 0.0), (2.0, -GRAVITY)]);
    world.colliders.extend(quarter_walls());
    world
        .colliders
        .push(wall([0.0, 1.0, 0.0], 0.0, Contact::Sticky, 0.0));
    run_until(&mut *method, &world, [0.0, 3.0], |_, _| true);
    let now = places(&*method);
    let sunk: f64 = middle.iter().map(|v| HEIGHT - now[*v][1]).sum();
    sunk / (middle.len() as f64 * HEIGHT)
}

pub(in crate::cases) fn cylinder(size: Size) -> Vec<Row> {
    let (strengths, rings): (&[f64], usize) = match size {
        Size::Small => (&[0.15], 4),
        Size::Full => (&[0.05, 0.1, 0.15, 0.2, 0.25, 0.3], 8),
    };
    let mut rows = Vec::new();
    for &strength in strengths {
        let theory = |factor: f64| 1.0 - factor * strength * (1.0 - (factor * strength).ln());
        rows.push(Row::within(
            format!("slump / H for τ/ρgH = {strength}"),
            theory(2.0) - 0.06,
            theory(3f64.sqrt()) + 0.06,
            slump(strength, rings),
        ));
    }
    rows.push(Row::at_most(
        "slump / H for τ/ρgH = 0.6",
        0.01,
        slump(0.6, 4),
    ));
    rows
}
