//! D11: what must hold at every moment of a flow of grains.
//!
//! In a collapse (D04's rods, Jaumann's rate, double precision), every 100 steps: mass is what it was, to
//! the bit; on every particle √J2 + α I1 − k ≤ 1e-9 p and I1 ≤ k/α (here k = 0: no tension), to rounding;
//! kinetic, elastic and potential energy together never grow; and the gain of volume is reported.
//!
//! The same for grains with a direction (Hencky's law through a map), whose stress is judged by the rule itself
//! in the fictitious space. Energy is held against `consistent` alone: `fragility` does not keep work the same in
//! both spaces. Control: without giving back the volume that flow through the map gains, more is gained than the
//! reference allows.

use super::d_collapse::{Column, DENSITY, GRAVITY, grains, hooke};
use crate::method_under_test::{MethodUnderTest, double_precision};
use crate::specimen::{elastic, flowing, law, run_until};
use crate::{Case, Row, Size};
use plastica_core::{Method, Selection};
use plastica_material::spec::Slot;
use plastica_material::{Material, Recipe, Value};

pub(super) const CASE: Case = Case {
    id: "D11",
    title: "Conservation and cone admissibility during flow",
    source: "conservation laws",
    runs: &[("mpm", run)],
};

const ANGLE: f64 = 19.8;
const HEIGHT: f64 = 0.1;
/// Pressure at the foot of the column [Pa].
const WEIGHT: f64 = DENSITY * GRAVITY * HEIGHT;
/// How far outside the cone a stress may be, over its pressure.
const OUTSIDE: f64 = 1e-9;
/// The largest gain of volume that the reference reports [%].
const GAIN: f64 = 2.3;

/// The pressure [Pa] of which `OUTSIDE` is what rounding alone does to f, for stresses that are known to ε times
/// a scale [Pa].
///
/// f is a norm of six numbers of which each has the errors of some four sums of products: at worst 11 ε where the
/// stress comes from a deformation (its rotation, exp and FᵀF), less where it is kept.
fn blurred(scale: f64) -> f64 {
    16.0 * f64::EPSILON * scale / OUTSIDE
}

/// The worst of every sample.
#[derive(Debug, Default)]
struct Worst {
    mass: f64,
    /// f / p, p with what rounding is worth.
    cone: f64,
    /// f / ρgH.
    outside: f64,
    /// I1 / ρgH.
    tension: f64,
    /// Rise of energy above its lowest so far, over the potential energy at the start.
    energy: f64,
    /// Volume over that at the start, less 1.
    volume: f64,
}

impl Worst {
    /// A particle that is outside the cone by f at a pressure [Pa].
    fn see(&mut self, f: f64, pressure: f64, blurred: f64) {
        self.cone = self.cone.max(f / (pressure.max(0.0) + blurred));
        self.outside = self.outside.max(f / WEIGHT);
    }
}

/// Grains that are weaker along x, through a map.
fn directed(map: &str, corrects_volume: bool) -> Recipe {
    let mut recipe = flowing(
        &elastic("hencky", DENSITY, 0.84e6, 0.3),
        "drucker-prager",
        &[("friction_angle", ANGLE.to_radians())],
    );
    if let Some(flow) = &mut recipe.flow {
        flow.choices[1] = usize::from(!corrects_volume);
    }
    let mut map = law(Slot::Map, map, &[]);
    map.set("fragility", &[1.2, 0.9, 0.9].map(Value::Constant));
    Recipe {
        map: Some(map),
        ..recipe
    }
}

fn watch(recipe: &Recipe, cell: f64, end: f64) -> Worst {
    let judge = recipe.map.as_ref().and_then(|_| recipe.material().ok());
    let column = Column {
        size: [0.2, HEIGHT],
        tested: MethodUnderTest::mpm(double_precision(cell)),
    };
    let (mut mpm, world) = column.of(recipe);
    let start = mpm.observed().ledger();
    let scale = start.mass * GRAVITY * start.centre[1];
    let mut worst = Worst::default();
    let mut lowest = f64::INFINITY;
    let mut steps = 0;
    run_until(&mut *mpm, &world, [0.0, end], |_, mpm| {
        steps += 1;
        if steps % 100 == 0 {
            let now = mpm.observed().ledger();
            worst.mass = worst.mass.max((now.mass - start.mass).abs());
            let energy =
                now.kinetic_energy + now.elastic_energy + now.mass * GRAVITY * now.centre[1];
            lowest = energy.min(lowest);
            worst.energy = worst.energy.max((energy - lowest) / scale);
            worst.volume = worst
                .volume
                .max(now.volume.unwrap() / start.volume.unwrap() - 1.0);
            match &judge {
                None => look(mpm, &mut worst),
                Some(law) => look_through_map(mpm, law, &mut worst),
            }
        }
        true
    });
    worst
}

/// The cone of [JY17, Eq. 18] on every particle.
fn look(mpm: &dyn Method, worst: &mut Worst) {
    let tan = ANGLE.to_radians().tan();
    let alpha = tan / (9.0 + 12.0 * tan * tan).sqrt();
    // Stress is kept; a step changes it by no more than the weight of the column.
    let blurred = blurred(WEIGHT);
    mpm.observed().visit(Selection::All, &mut |p| {
        let i1 = p.cauchy.unwrap().trace();
        let root_j2 = (0.5 * p.cauchy.unwrap().deviator().norm_squared()).sqrt();
        worst.see(root_j2 + alpha * i1, -i1 / 3.0, blurred);
        worst.tension = worst.tension.max(i1 / WEIGHT);
    });
}

/// The rule's own verdict on every particle.
fn look_through_map(mpm: &dyn Method, law: &Material<f64>, worst: &mut Worst) {
    let mut state = law.rest();
    // Stress follows from the deformation, of which every entry is rounded.
    let blurred = blurred(law.p_wave_modulus(&state));
    mpm.observed().visit(Selection::All, &mut |p| {
        state.deformation = p.deformation.unwrap();
        let excess = law.excess(&state).unwrap_or(f64::INFINITY);
        worst.see(excess, -p.cauchy.unwrap().trace() / 3.0, blurred);
    });
}

fn run(size: Size) -> Vec<Row> {
    let (cell, end) = match size {
        Size::Small => (10e-3, 0.5),
        Size::Full => (4e-3, 1.5),
    };
    let flow = watch(&grains(ANGLE), cell, end);
    // Control: without the flow rule the stress leaves the cone.
    let control = watch(&hooke(), cell, 0.1);
    let mut rows = vec![
        Row::at_most("change of mass [kg]", 0.0, flow.mass),
        Row::at_most("largest f / p", OUTSIDE, flow.cone),
        Row::at_most("largest I1 / ρgH", 1e-12, flow.tension),
        Row::at_most(
            "largest growth of energy / energy at release",
            1e-3,
            flow.energy,
        ),
        Row::within("largest gain of volume [%]", 0.0, GAIN, 100.0 * flow.volume),
        Row::at_least(
            "largest f / ρgH of a column that cannot slip",
            0.05,
            control.outside,
        ),
    ];
    for map in ["consistent", "fragility"] {
        let with = watch(&directed(map, true), cell, end);
        let without = watch(&directed(map, false), cell, end);
        rows.extend([
            Row::at_most(format!("change of mass, {map} [kg]"), 0.0, with.mass),
            Row::at_most(format!("largest f / p, {map}"), OUTSIDE, with.cone),
            Row::within(
                format!("largest gain of volume, {map} [%]"),
                0.0,
                GAIN,
                100.0 * with.volume,
            ),
            Row::at_least(
                format!("control: the same without giving it back, {map} [%]"),
                GAIN,
                100.0 * without.volume,
            ),
        ]);
        if map == "consistent" {
            rows.push(Row::at_most(
                format!("largest growth of energy / energy at release, {map}"),
                1e-3,
                with.energy,
            ));
        }
    }
    rows
}
