//! A16: creep and recovery of the four-element model [TF88, Eq. 1, Fig. 3].
//!
//! Springs k₁ = 1000 and k₂ = 400, dashpots η₁ = 5000 and η₂ = 800, f = 10 for 10 s, then none:
//! e = f/k₁ + f t/η₁ + f/k₂ (1 − exp(−k₂t/η₂)). The spline is k₁; its creep has the other three. Eq. 1 has
//! a₀ = 0, a₁ = η₁, a₂ = η₁η₂/k₂, b₀ = 1.

use crate::lattices::{elongation, one, pull, run, unit};
use crate::{Case, Row, Size};
use plastica_spline::{Creep, Options, Splines};

pub(super) const CASE: Case = Case {
    id: "A16",
    title: "Four-element creep and recovery",
    source: "derived; model of [TF88, Eq. 1, Fig. 3]",
    runs: &[("spline", spline)],
};

const SPRINGS: [f64; 2] = [1000.0, 400.0];
const DASHPOTS: [f64; 2] = [5000.0, 800.0];
const FORCE: f64 = 10.0;
/// [s].
const STEP: f64 = 0.01;
/// The longest time in which nothing flows [s].
const INSTANT: f64 = 1e-8;
const TOLERANCE: f64 = 1e-4;

/// The model and the time it has seen [s].
struct Machine {
    model: Splines,
    time: f64,
}

impl Machine {
    fn new(creep: Creep) -> Self {
        let mut body = unit(SPRINGS[0]);
        body.creep = Some(creep);
        Machine {
            model: one(body, Options::default()),
            time: 0.0,
        }
    }

    /// The elongation right after the force has changed: 60 steps of no time bring the light node to rest.
    fn at_once(&mut self, force: f64) -> f64 {
        let world = pull(force, SPRINGS[0]);
        run(&mut self.model, &world, self.time, INSTANT, 60);
        elongation(&self.model)
    }

    /// The elongation at a time [s].
    fn at(&mut self, until: f64, force: f64) -> f64 {
        let steps = ((until - self.time) / STEP).round() as usize;
        let world = pull(force, SPRINGS[0]);
        run(&mut self.model, &world, self.time, STEP, steps);
        self.time = until;
        elongation(&self.model)
    }
}

fn spline(_: Size) -> Vec<Row> {
    let mut machine = Machine::new(Creep::four_element(SPRINGS, DASHPOTS));
    let row = |when: &str, wanted: f64, found: f64| {
        Row::relative(
            format!("elongation at {when} s [m]"),
            wanted,
            found,
            TOLERANCE,
        )
    };
    let mut rows = vec![row("0+", 0.01, machine.at_once(FORCE))];
    for (until, wanted) in [(1.0, 0.0218367), (2.0, 0.0298030), (5.0, 0.0429479)] {
        rows.push(row(&until.to_string(), wanted, machine.at(until, FORCE)));
    }
    // Eq. 1 where the force is held, by differences: a₂ë + a₁ė = b₀f.
    let [a1, a2] = [DASHPOTS[0], DASHPOTS[0] * DASHPOTS[1] / SPRINGS[1]];
    let [x, y, z] = [1.0, 2.0, 3.0].map(|k| machine.at(5.0 + k * STEP, FORCE));
    let left = a2 * (x - 2.0 * y + z) / (STEP * STEP) + a1 * (z - x) / (2.0 * STEP);
    rows.push(row("10−", 0.0548316, machine.at(10.0, FORCE)));
    rows.push(row("10+", 0.0448316, machine.at_once(0.0)));
    for (until, wanted) in [(12.0, 0.0291350), (15.0, 0.0220383), (30.0, 0.0200011)] {
        rows.push(row(&until.to_string(), wanted, machine.at(until, 0.0)));
    }
    rows.push(Row::relative(
        "what stays after 60 s [m]",
        0.02,
        machine.at(60.0, 0.0),
        TOLERANCE,
    ));
    rows.push(Row::relative(
        "a₂ë + a₁ė while the force is held [N]",
        FORCE,
        left,
        TOLERANCE,
    ));
    let mut maxwell = Machine::new(Creep::maxwell(DASHPOTS[0] / SPRINGS[0]));
    rows.push(Row::at_least(
        "control: Maxwell's unit alone at 5 s is off by",
        0.1,
        1.0 - maxwell.at(5.0, FORCE) / 0.0429479,
    ));
    rows
}
