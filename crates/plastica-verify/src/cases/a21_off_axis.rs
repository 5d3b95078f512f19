//! A21: Young's modulus of an orthotropic solid off its axes, on particles.
//!
//! A block gets the strain that uniaxial stress along x would give it, by the compliance of the reference turned
//! by θ about z; its particles must bear that stress and no other.

use super::a_directions::strained;
use crate::specimen::{elastic, law};
use crate::{Case, Row, Size};
use plastica_core::Selection;
use plastica_material::spec::Slot;
use plastica_material::{Recipe, Value};
use plastica_tensor::decompose::exp_m1_symmetric;
use plastica_tensor::{Mat3, Sym3};

pub(super) const CASE: Case = Case {
    id: "A21",
    title: "Orthotropic off-axis modulus",
    source: "derived",
    runs: &[("mpm", run)],
};

const E1: f64 = 140e9;
const E2: f64 = 10e9;
const NU: f64 = 0.3;
const G: f64 = 5e9;
/// Small enough for Cauchy and Kirchhoff stress to be one, large enough for the digits.
const STRAIN: f64 = 1e-5;

/// Young's moduli [GPa] by angle [degrees].
const REFERENCE: [(f64, f64); 6] = [
    (0.0, 140.0),
    (15.0, 52.9134),
    (30.0, 21.2928),
    (45.0, 13.2075),
    (60.0, 10.7075),
    (90.0, 10.0),
];

fn solid() -> Recipe {
    let mut stiffness = law(Slot::Elastic, "orthotropic", &[]);
    let triple = |values: [f64; 3]| values.map(Value::Constant);
    stiffness.set("young_modulus", &triple([E1, E2, E2]));
    stiffness.set("poisson_ratio", &triple([0.0, 0.0, NU]));
    stiffness.set("shear_modulus", &triple([G; 3]));
    Recipe {
        elastic: stiffness,
        ..elastic("hencky", 1000.0, E1, NU)
    }
}

/// Strain under the uniaxial stress 1 along x of a solid whose first axis is turned by an angle from x.
fn compliance(s: f64, c: f64) -> Sym3<f64> {
    // Stress in its axes, strain there, and back.
    let axes = turned(s, c);
    let stress = Sym3 {
        xx: 1.0,
        ..Sym3::zero()
    }
    .conjugate_transposed(&axes);
    let strain = Sym3 {
        xx: stress.xx / E1 - NU / E1 * stress.yy,
        yy: stress.yy / E2 - NU / E1 * stress.xx,
        xy: stress.xy / (2.0 * G),
        ..Sym3::zero()
    };
    strain.conjugate(&axes)
}

fn turned(s: f64, c: f64) -> Mat3<f64> {
    Mat3::from_rows([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
}

fn run(_: Size) -> Vec<Row> {
    let recipe = solid();
    let (mut rows, mut other) = (Vec::new(), 0f64);
    for (degrees, reference) in REFERENCE {
        let (s, c) = degrees.to_radians().sin_cos();
        let unit = compliance(s, c);
        let stress = STRAIN / unit.xx;
        let strain = exp_m1_symmetric(&unit.scale(stress)).to_mat();
        let mpm = strained(&recipe, &turned(s, c), &strain);
        let (mut off, mut mean, mut count) = (0f64, 0.0, 0.0);
        mpm.observed().visit(Selection::All, &mut |p| {
            // Per volume at rest, as the law is.
            let kirchhoff = p.cauchy.unwrap().scale((unit.trace() * stress).exp());
            mean += kirchhoff.xx;
            count += 1.0;
            let rest = Sym3 {
                xx: 0.0,
                ..kirchhoff
            };
            off = off.max(rest.max_abs() / stress);
        });
        let exact =
            1.0 / (c.powi(4) / E1 + (1.0 / G - 2.0 * NU / E1) * s * s * c * c + s.powi(4) / E2);
        let found = mean / count / STRAIN;
        rows.push(Row::relative(
            format!("Young's modulus at {degrees}° [GPa]"),
            reference,
            found / 1e9,
            1e-5,
        ));
        rows.push(Row::at_most(
            format!("its distance from the closed form at {degrees}°"),
            1e-8,
            (found / exact - 1.0).abs(),
        ));
        other = other.max(off);
    }
    rows.push(Row::at_most(
        "largest other stress / stress along x",
        1e-8,
        other,
    ));
    rows
}
