//! B08 and B10: beams that are clamped at one end.

use super::{averaged, block, body, of};
use crate::cases::b_beam::{Beam, Crossings, mode};
use crate::specimen::{elastic, grip, keyframes, run_until, side, slab_walls};
use crate::{Row, Size};
use plastica_core::{Motion, World};
use plastica_fem::Options;

const YOUNG: f64 = 1e6;
const DENSITY: f64 = 1000.0;
/// Length over height.
const SLENDER: f64 = 10.0;

/// Period of the first mode of a beam 1 m high and two cells wide, over that of Timoshenko's beam. ν is 0, so that the section does
/// not have to change.
fn period(cells: usize, options: Options) -> f64 {
    let width = 2.0 / cells as f64;
    let along = (SLENDER * cells as f64) as usize;
    let mesh = block([0.0; 3], [SLENDER, 1.0, width], [along, cells, 2]);
    let beam = Beam {
        length: SLENDER,
        bending: YOUNG * width / 12.0,
        shear: 5.0 / 6.0 * 0.5 * YOUNG * width,
        mass: DENSITY * width,
        inertia: DENSITY * width / 12.0,
    };
    let exact = beam.period();
    let recipe = elastic("neo-hookean", DENSITY, YOUNG, 0.0);
    let swinging = body(&recipe, mesh, |[x, ..]| {
        [0.0, 1e-3 * mode(x / SLENDER), 0.0]
    });
    let mut method = of(options, swinging);
    let mut world = World::empty([0.0; 3]);
    let clamp = side([1.0, 0.0, 0.0], 1e-6);
    world
        .grips
        .push(grip(clamp, Motion::at_rest([0.0; 3]), None));
    let mut crossings = Crossings::default();
    let mut steps = 0;
    run_until(&mut *method, &world, [0.0, 0.9 * exact], |taken, method| {
        steps += 1;
        if steps % 20 == 0 {
            crossings.see(taken.time, method.observed().ledger().momentum[1]);
        }
        true
    });
    crossings.period() / exact
}

/// B08: the reference asks for 2 % with 8 linear elements through the depth, and for a report where they lock.
pub(in crate::cases) fn modes(size: Size) -> Vec<Row> {
    let counts: &[usize] = match size {
        Size::Small => &[4],
        Size::Full => &[4, 8],
    };
    let mut rows = Vec::new();
    for &cells in counts {
        for (name, options) in super::chosen(size) {
            rows.push(Row::relative(
                format!("period of a beam {cells} cells high, {name} / Timoshenko's"),
                1.0,
                period(cells, options),
                0.02,
            ));
        }
    }
    rows
}

/// B10: a beam of 8 m × 1 m under its own weight in plane strain: deflection of its tip [m].
pub(in crate::cases) fn own_weight(size: Size) -> Vec<Row> {
    let counts: &[usize] = match size {
        Size::Small => &[4],
        Size::Full => &[8, 16],
    };
    let mut rows = Vec::new();
    for &cells in counts {
        rows.push(Row::relative(
            format!("deflection of the tip, {cells} cells high [m]"),
            0.67433,
            deflection(cells),
            0.005,
        ));
    }
    rows
}

fn deflection(cells: usize) -> f64 {
    let width = 1.0 / cells as f64;
    let mesh = block([0.0; 3], [8.0, 1.0, width], [8 * cells, cells, 1]);
    let recipe = elastic("neo-hookean", DENSITY, 90e6, 0.0);
    // The first mode has about 3.2 Hz: gravity comes slowly, and the brake is near the critical one.
    let options = Options {
        damping: 20.0,
        ..averaged(0.9)
    };
    let mut method = of(options, body(&recipe, mesh, |_| [0.0; 3]));
    let mut world = World::empty([0.0; 3]);
    world.gravity[1] = keyframes(&[(0.0, 0.0), (0.3, -9.81)]);
    world.colliders.extend(slab_walls(0.0, width));
    let clamp = side([1.0, 0.0, 0.0], 1e-6);
    world
        .grips
        .push(grip(clamp, Motion::at_rest([0.0; 3]), None));
    run_until(&mut *method, &world, [0.0, 1.5], |_, _| true);
    let (mut sum, mut count) = (0.0, 0.0);
    let rest = |id: usize| id % (8 * cells + 1) == 8 * cells;
    for (id, place) in crate::specimen::places(&*method).iter().enumerate() {
        if rest(id) {
            let height = (id / (8 * cells + 1)) % (cells + 1);
            sum += height as f64 / cells as f64 - place[1];
            count += 1.0;
        }
    }
    sum / count
}
