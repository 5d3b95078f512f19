//! A24: yield in tension along n comes at σ0/|Dn|², on particles.
//!
//! A block gets the strain of uniaxial stress along n; by bisection, the largest at which no particle flows.

use super::a_directions::{attribute, strained};
use crate::specimen::{elastic, flowing, law};
use crate::{Case, Row, Size};
use plastica_material::spec::Slot;
use plastica_material::{Recipe, Value};
use plastica_tensor::decompose::exp_m1_symmetric;
use plastica_tensor::{Mat3, Sym3, Vec3};

pub(super) const CASE: Case = Case {
    id: "A24",
    title: "Yield scale with direction",
    source: "derived",
    runs: &[("mpm", run)],
};

const YOUNG: f64 = 1e9;
const POISSON: f64 = 0.3;
/// Yield in tension of the isotropic rule [Pa].
const YIELD: f64 = 1e5;
const FRAGILITY: [f64; 3] = [0.8, 0.8, 1.4];

/// Yield over σ0 by angle from z towards x [degrees].
const REFERENCE: [(f64, f64); 5] = [
    (0.0, 0.510204),
    (30.0, 0.613497),
    (45.0, 0.769231),
    (60.0, 1.030928),
    (90.0, 1.5625),
];

fn solid() -> Recipe {
    let isotropic = elastic("hencky", 1000.0, YOUNG, POISSON);
    let mut map = law(Slot::Map, "fragility", &[]);
    map.set("fragility", &FRAGILITY.map(Value::Constant));
    Recipe {
        map: Some(map),
        ..flowing(
            &isotropic,
            "von-mises",
            &[("shear_yield", YIELD / 3f64.sqrt())],
        )
    }
}

/// Whether any particle flows under a stress, in the material's axes.
fn flows(recipe: &Recipe, stress: &Sym3<f64>) -> bool {
    let mean = stress.trace();
    let strain = stress
        .scale((1.0 + POISSON) / YOUNG)
        .add_isotropic(-POISSON / YOUNG * mean);
    let gradient = exp_m1_symmetric(&strain).to_mat();
    let frame = strained(recipe, &Mat3::identity(), &gradient)
        .observed()
        .snapshot();
    (0..frame.positions.len()).any(|i| attribute(&frame, "equivalent_plastic_strain", i)[0] > 0.0)
}

/// The largest multiple of a stress that is elastic.
fn strength(recipe: &Recipe, stress: &Sym3<f64>) -> f64 {
    let (mut low, mut high) = (0.0, 4.0);
    for _ in 0..36 {
        let middle = 0.5 * (low + high);
        match flows(recipe, &stress.scale(middle)) {
            true => high = middle,
            false => low = middle,
        }
    }
    low
}

fn run(_: Size) -> Vec<Row> {
    let recipe = solid();
    let mut rows = Vec::new();
    for (degrees, reference) in REFERENCE {
        let (s, c) = degrees.to_radians().sin_cos();
        let n = Vec3([s, 0.0, c]);
        let stress = Sym3::from_fn(|i, j| YIELD * n[i] * n[j]);
        let found = strength(&recipe, &stress);
        let stretched = n.zip(Vec3(FRAGILITY), |n, a| n * a).norm_squared();
        rows.push(Row::absolute(
            format!("yield / σ0, {degrees}° from z"),
            reference,
            found,
            1e-6,
        ));
        rows.push(Row::at_most(
            format!("its distance from the closed form, {degrees}°"),
            1e-9,
            (found - 1.0 / stretched).abs(),
        ));
    }
    let shear = Sym3 {
        zx: YIELD / 3f64.sqrt(),
        ..Sym3::zero()
    };
    let found = strength(&recipe, &shear);
    rows.push(Row::absolute(
        "yield in shear xz / τ0",
        0.892857,
        found,
        1e-6,
    ));
    rows
}
