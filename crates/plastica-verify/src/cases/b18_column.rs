//! B18: the stress at the base of a column at rest, beside a published table.
//!
//! A column 0.2 m wide and 0.1 m high, ρ = 1800 kg/m³, carries -ρgH = -1765.8 Pa at its base. CB-Geo
//! publishes -1680.244, -1724.583, -1746.791 Pa for cells of 10, 5, 2.5 mm: with linear shape functions
//! the stress is the same in a whole cell, so these are the values at the middle of the lowest cell,
//! -ρg(H - h/2), to 0.2 %. The mean over the lowest cell is compared with them.
//!
//! Smooth kernels give every particle its own stress, -ρg(H - y) with its height y at rest; two cells
//! along floor, sides and surface are left out there. In the lowest cell this checks what nodes behind
//! the floor do: if they are only held, it bears 9 % too much at any resolution.

use crate::method_under_test::double_precision;
use crate::specimen::{Specimen, elastic, run_until, wall, walls_across};
use crate::{Case, Row, Size};
use plastica_core::{Contact, Selection, World};
use plastica_material::Recipe;
use plastica_material::moduli::young_from_shear_bulk;
use plastica_mpm::{Options, build};

pub(super) const CASE: Case = Case {
    id: "B18",
    title: "Hydrostatic and geostatic column",
    source: "published: cb-geo/mpm-doc, hydrostatic column",
    runs: &[("mpm", run)],
};

const WIDTH: f64 = 0.2;
const HEIGHT: f64 = 0.1;
const DENSITY: f64 = 1800.0;
const MODULUS: f64 = 1e6;
const WEIGHT: f64 = DENSITY * 9.81 * HEIGHT;
/// Cell [m] and stress at the base [Pa].
const PUBLISHED: [(f64, f64); 3] = [(0.01, -1680.244), (0.005, -1724.583), (0.0025, -1746.791)];

/// What is measured on a column at rest.
struct Column {
    /// Force on the floor over its area in the last 10 ms [Pa].
    floor: f64,
    /// Mean of σ_yy in the lowest cell [Pa].
    base: f64,
    /// Root mean square of σ_yy + ρg(H - y) over ρgH, two cells away from every edge.
    profile: f64,
    /// The same of σ_xx - K₀ σ_yy.
    side: f64,
}

fn column(recipe: &Recipe, side: f64, cell: f64) -> Column {
    // 25 particles to a cell, all in the middle of the slab.
    let mut body = Specimen::block([0.0; 3], [WIDTH, HEIGHT, cell / 5.0], cell / 5.0);
    body.volume *= 5.0;
    for place in &mut body.places {
        place[2] = 0.5 * cell;
    }
    let rest = body.places.clone();
    let options = Options {
        damping: std::f64::consts::PI * (MODULUS / DENSITY).sqrt() / HEIGHT,
        ..double_precision(cell)
    };
    let mut mpm = build(options, vec![body.of(recipe)], vec![]).expect("a good recipe");
    let mut world = World::empty([0.0, -9.81, 0.0]);
    world
        .colliders
        .push(wall([0.0, 1.0, 0.0], 0.0, Contact::Sliding, 0.0));
    world.colliders.extend(walls_across(0, 0.0, WIDTH));
    world.colliders.extend(walls_across(2, 0.0, cell));
    let (mut impulse, mut time) = (0.0, 0.0);
    run_until(&mut *mpm, &world, [0.0, 0.2], |taken, _| {
        if taken.time > 0.19 {
            impulse += taken.report.collider_impulses[0][1];
            time += taken.dt;
        }
        true
    });

    let (mut base, mut lowest, mut errors, mut sides, mut count) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let inside = |at: f64, high: f64| at > 2.0 * cell && at < high - 2.0 * cell;
    mpm.observed().visit(Selection::All, &mut |p| {
        let [x, y, _] = rest[p.id as usize];
        if y < cell {
            base += p.cauchy.unwrap().yy;
            lowest += 1.0;
        }
        if inside(x, WIDTH) && inside(y, HEIGHT) {
            errors += (p.cauchy.unwrap().yy + WEIGHT * (1.0 - y / HEIGHT)).powi(2);
            sides += (p.cauchy.unwrap().xx - side * p.cauchy.unwrap().yy).powi(2);
            count += 1.0;
        }
    });
    Column {
        floor: impulse / (time * WIDTH * cell),
        base: base / lowest,
        profile: f64::sqrt(errors / count) / WEIGHT,
        side: f64::sqrt(sides / count) / WEIGHT,
    }
}

fn run(size: Size) -> Vec<Row> {
    let solid = elastic("hypoelastic", DENSITY, MODULUS, 0.0);
    let (young, poisson) = young_from_shear_bulk(1.0, MODULUS);
    let fluid = elastic("hypoelastic", DENSITY, young, poisson);
    // How many resolutions of either material, and how near the published numbers.
    let (solids, fluids, share) = match size {
        Size::Small => (1, 0, 0.12),
        Size::Full => (3, 2, 0.03),
    };
    let mut rows = Vec::new();
    for (name, recipe, side, count) in [
        ("elastic", &solid, 0.0, solids),
        ("fluid", &fluid, 1.0, fluids),
    ] {
        for &(cell, published) in &PUBLISHED[..count] {
            let found = column(recipe, side, cell);
            let at = format!("cells of {} mm, {name}", 1e3 * cell);
            rows.extend([
                Row::relative(
                    format!("stress on the floor, {at} [Pa]"),
                    -WEIGHT,
                    found.floor,
                    0.01,
                ),
                Row::relative(
                    format!("σ_yy of the lowest cell, {at} [Pa]"),
                    published,
                    found.base,
                    share,
                ),
                Row::at_most(format!("error of σ_yy / ρgH, {at}"), 0.01, found.profile),
                Row::at_most(format!("error of σ_xx / ρgH, {at}"), 0.01, found.side),
            ]);
        }
    }
    rows
}
