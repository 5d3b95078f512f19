//! W01: a wooden beam that sticks out of a wall, with its grain along it and across it.
//!
//! Its weight grows slowly from nothing, with damping: it stays near equilibrium. The deflection of the tip at a
//! given weight is that of a slender beam with shear, w L⁴/(8 E I) + w L²/(2 κ G A), κ = 5/6; the weight at which
//! the first particle flows is in the ratio of the strengths 1/|Dn|².

use super::a_directions::attribute;
use crate::method_under_test::double_precision;
use crate::specimen::{Specimen, elastic, flowing, keyframes, law, run_until, slab_walls, wall};
use crate::{Case, Row, Size};
use plastica_core::{Contact, Selection, World};
use plastica_material::spec::Slot;
use plastica_material::{Recipe, Value};
use plastica_mpm::{Options, build};
use plastica_tensor::{Mat3, Vec3};

pub(super) const CASE: Case = Case {
    id: "W01",
    title: "Wooden beam, along and across the grain",
    source: "derived: beam theory, [SW20, Eq. 6]",
    runs: &[("mpm", run)],
};

const LENGTH: f64 = 1.0;
const DEPTH: f64 = 0.1;
const DENSITY: f64 = 100.0;
/// Young's modulus along and across the grain [Pa].
const ALONG: f64 = 4e6;
const ACROSS: f64 = 1e6;
/// Shear modulus between them [Pa].
const SHEAR: f64 = 1e6;
/// Fragility across and along: strengths as 1 to 3.24.
const FRAGILITY: [f64; 3] = [1.8, 1.8, 1.0];
/// Yield in tension of the isotropic rule [Pa].
const YIELD: f64 = 6e3;

/// No Poisson's ratio, so that a slab bends as a beam.
fn wood() -> Recipe {
    let numbers = [
        ("young_along", ALONG),
        ("young_across", ACROSS),
        ("poisson_along", 0.0),
        ("poisson_across", 0.0),
        ("shear_along", SHEAR),
    ];
    let solid = Recipe {
        elastic: law(Slot::Elastic, "transverse", &numbers),
        ..elastic("hencky", DENSITY, ALONG, 0.0)
    };
    let mut map = law(Slot::Map, "fragility", &[]);
    map.set("fragility", &FRAGILITY.map(Value::Constant));
    Recipe {
        map: Some(map),
        ..flowing(&solid, "von-mises", &[("shear_yield", YIELD / 3f64.sqrt())])
    }
}

/// What a beam did.
struct Bent {
    /// Deflection of the tip over weight, in the elastic range [m per m/s²].
    softness: f64,
    /// The acceleration at which the first particle flows [m/s²].
    strength: f64,
}

/// A beam along x whose grain points along a direction.
fn bend(grain: Vec3<f64>, cell: f64) -> Bent {
    let recipe = wood();
    let along = grain[0].abs() > 0.5;
    let young = if along { ALONG } else { ACROSS };
    // x of the material is across the slab.
    let z = grain;
    let x = Vec3([0.0, 0.0, 1.0]);
    let axes = Mat3::from_columns([x, z.cross(x), z]);
    let mut body = Specimen::sheet([-0.1, 0.0], [LENGTH, DEPTH], 0.5 * cell).of(&recipe);
    for seed in &mut body.seeds {
        seed.axes = axes;
    }
    // The first mode of the beam [rad/s], damped to rest as fast as can be.
    let mode = 3.516 * DEPTH / 12f64.sqrt() * (young / DENSITY).sqrt() / (LENGTH * LENGTH);
    let options = Options {
        damping: 2.0 * mode,
        ..double_precision(cell)
    };
    let mut mpm = build(options, vec![body], vec![]).expect("a good recipe");
    // Strong enough at the end for the outermost particles to flow: σ = 3 ρ g L²/h.
    let end = 24.0 / mode;
    // So long ago was the weight that a damped beam answers to.
    let lag = 2.0 / mode;
    let section = if along {
        1.0
    } else {
        FRAGILITY[0] * FRAGILITY[0]
    };
    let most = 1.6 * YIELD / section * DEPTH / (3.0 * DENSITY * LENGTH * LENGTH);
    let mut world = World::empty([0.0; 3]);
    world.gravity[1] = keyframes(&[(0.0, 0.0), (end, -most)]);
    world.colliders.extend(slab_walls(0.0, cell));
    world
        .colliders
        .push(wall([1.0, 0.0, 0.0], 0.0, Contact::Sticky, 0.0));
    let tip = |mpm: &dyn plastica_core::Method| {
        let (mut sum, mut count) = (0.0, 0.0);
        mpm.observed().visit(Selection::All, &mut |p| {
            if p.position[0] > LENGTH - cell {
                sum += p.position[1];
                count += 1.0;
            }
        });
        sum / count
    };
    let mut bent = Bent {
        softness: f64::NAN,
        strength: f64::NAN,
    };
    let (mut steps, mut before) = (0, None);
    run_until(&mut *mpm, &world, [0.0, end], |taken, mpm| {
        steps += 1;
        let weight = most * (taken.time - lag) / end;
        match before {
            None if taken.time > 0.3 * end => before = Some((weight, tip(mpm))),
            Some((lighter, higher)) if bent.softness.is_nan() && taken.time > 0.55 * end => {
                bent.softness = (higher - tip(mpm)) / (weight - lighter);
            }
            _ => {}
        }
        if steps % 100 == 0 && bent.strength.is_nan() {
            let frame = mpm.observed().snapshot();
            let flowed = (0..frame.positions.len())
                .any(|i| attribute(&frame, "equivalent_plastic_strain", i)[0] > 0.0);
            if flowed {
                bent.strength = weight;
            }
        }
        bent.strength.is_nan()
    });
    bent
}

/// Deflection of the tip over weight by beam theory [m per m/s²].
fn theory(young: f64, cell: f64) -> f64 {
    // The tip is the middle of the last cell.
    let at_tip = 1.0 - 4.0 / 3.0 * 0.5 * cell / LENGTH;
    let line = DENSITY * DEPTH;
    let inertia = DEPTH.powi(3) / 12.0;
    at_tip * line * LENGTH.powi(4) / (8.0 * young * inertia)
        + line * LENGTH.powi(2) / (2.0 * 5.0 / 6.0 * SHEAR * DEPTH)
}

fn run(size: Size) -> Vec<Row> {
    let (cell, off) = match size {
        Size::Small => (0.025, 0.1),
        Size::Full => (0.0125, 0.05),
    };
    let along = bend(Vec3([1.0, 0.0, 0.0]), cell);
    let across = bend(Vec3([0.0, 1.0, 0.0]), cell);
    vec![
        Row::relative(
            "deflection per weight, along [mm s²/m]",
            1e3 * theory(ALONG, cell),
            1e3 * along.softness,
            off,
        ),
        Row::relative(
            "deflection per weight, across [mm s²/m]",
            1e3 * theory(ACROSS, cell),
            1e3 * across.softness,
            off,
        ),
        Row::relative(
            "stiffness along / across",
            theory(ACROSS, cell) / theory(ALONG, cell),
            across.softness / along.softness,
            0.03,
        ),
        Row::relative(
            "strength along / across",
            (FRAGILITY[0] / FRAGILITY[2]).powi(2),
            along.strength / across.strength,
            0.05,
        ),
    ]
}
