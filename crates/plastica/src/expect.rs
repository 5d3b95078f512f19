//! Whether a run did what its scene expects.
//!
//! A [`Measurement`] is given the frames of a run one after the other, its energies and the rows of its probes, from
//! memory or from files, and then says for every `[[expect]]` of the scene what was measured and whether it holds.
//! What can be measured is listed in `expect/measure.rs`, each in a file of its own.

mod alignment;
mod broken;
mod crossings;
mod energy;
mod extent;
mod gap;
mod height;
mod kept;
mod measure;
mod observed;
mod peak_force;
mod penetration;
mod pieces;
mod ratio;
mod reach;
mod rebound;
mod recovery;
mod slope;
mod speed;
mod straightness;
mod volume;

pub use energy::Energies;
pub(crate) use measure::measures;
pub use measure::{Gauge, Measure};
pub use observed::Observed;

use crate::scene::{Expectation, Scene};
use crate::simulation::ProbeRows;
use plastica_core::{Frame, World};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// What has been observed of a run so far.
pub struct Measurement {
    tasks: Vec<Task>,
    /// Size of a grid cell [m].
    cell: f64,
    first: Option<Arc<Frame>>,
}

/// One expectation at work.
struct Task {
    expectation: Expectation,
    gauge: Box<dyn Gauge>,
    /// The last frame that counts.
    last: Option<Arc<Frame>>,
}

/// What came of one expectation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExpectationResult {
    /// What is claimed.
    pub name: String,
    /// What was measured, in `unit`; NaN if there was nothing to measure.
    pub measured: f64,
    /// Unit of the numbers.
    pub unit: &'static str,
    /// The least that holds.
    pub at_least: Option<f64>,
    /// The most that holds.
    pub at_most: Option<f64>,
    /// Whether it holds.
    pub holds: bool,
}

impl Measurement {
    /// Of everything that a scene expects.
    pub fn new(scene: &Scene) -> Self {
        let fillings = scene.bodies.iter().map(|body| &body.filling);
        let fillings = fillings.chain(scene.emitters.iter().map(|emitter| &emitter.filling));
        Measurement {
            tasks: scene.expectations.iter().map(Task::new).collect(),
            // All bodies have the same; see `build::check`. Splines touch with their nodes.
            cell: fillings
                .map(|filling| filling.resolution)
                .reduce(f64::min)
                .unwrap_or(0.0),
            first: None,
        }
    }

    /// Of what a scene expects, if it expects anything.
    #[cfg(feature = "files")]
    pub(crate) fn of(scene: &Scene) -> Option<Self> {
        (!scene.expectations.is_empty()).then(|| Measurement::new(scene))
    }

    /// Takes in all frames, energies and probes that a run has written.
    #[cfg(feature = "files")]
    pub fn observe_files(
        &mut self,
        files: &plastica_io::RunFiles,
        scene: &Scene,
        world: &World,
    ) -> Result<(), plastica_io::IoError> {
        for number in files.frame_numbers()? {
            let frame = plastica_io::read_frame(files.frame(number))?;
            self.observe_frame(frame, world);
        }
        let energies = plastica_io::table::read_columns(files.ledger(), Energies::COLUMNS)?;
        for (time, energies) in energies.into_iter().map(Energies::from_row) {
            self.observe_energies(time, &energies);
        }
        for probe in &scene.probes {
            let rows = plastica_io::table::read(files.probe(&probe.name))?;
            let name = probe.name.clone();
            self.observe_probes(&[ProbeRows { name, rows }]);
        }
        Ok(())
    }

    /// Takes in the next frame; frames come in the order of time.
    pub fn observe_frame(&mut self, frame: Frame, world: &World) {
        let frame = Arc::new(frame);
        for task in &mut self.tasks {
            if task.counts(frame.time) {
                task.gauge.observe_frame(&frame, world, self.cell);
                task.last = Some(frame.clone());
            }
        }
        self.first.get_or_insert(frame);
    }

    /// Takes in the energies at the time of a frame; they come in the order of time.
    pub fn observe_energies(&mut self, time: f64, energies: &Energies) {
        for task in &mut self.tasks {
            if task.counts(time) {
                task.gauge.observe_energies(energies);
            }
        }
    }

    /// Takes in new rows of probes.
    pub fn observe_probes(&mut self, probes: &[ProbeRows]) {
        for task in &mut self.tasks {
            for probe in probes {
                let counts = |row: &&Vec<f64>| row.first().is_none_or(|time| task.counts(*time));
                let rows = probe.rows.iter().filter(counts).cloned().collect();
                let name = probe.name.clone();
                task.gauge.observe_probe(&ProbeRows { name, rows });
            }
        }
    }

    /// What came of every expectation, in the order of the scene.
    pub fn results(&self) -> Vec<ExpectationResult> {
        self.tasks
            .iter()
            .map(|task| task.result(self.value(task)))
            .collect()
    }

    /// What was measured, in SI; NaN if nothing.
    fn value(&self, task: &Task) -> f64 {
        let (Some(first), Some(last)) = (&self.first, &task.last) else {
            return f64::NAN;
        };
        let run = Observed {
            first,
            last,
            cell: self.cell,
        };
        let value = task.gauge.value(&run);
        value.filter(|value| value.is_finite()).unwrap_or(f64::NAN)
    }
}

impl Task {
    fn new(expectation: &Expectation) -> Self {
        Task {
            expectation: expectation.clone(),
            gauge: expectation.measure.gauge(),
            last: None,
        }
    }

    /// Whether a frame or a row of this time counts, give or take rounding.
    fn counts(&self, time: f64) -> bool {
        let until = self.expectation.until;
        until.is_none_or(|until| time <= until + 1e-9 * until.abs())
    }

    fn result(&self, measured: f64) -> ExpectationResult {
        let Expectation {
            name,
            measure,
            at_least,
            at_most,
            ..
        } = &self.expectation;
        let quantity = measure.quantity();
        let plain = |si: f64| si / quantity.plain_factor();
        ExpectationResult {
            name: name.clone(),
            measured: plain(measured),
            unit: measure.unit(),
            at_least: at_least.map(plain),
            at_most: at_most.map(plain),
            holds: !measured.is_nan()
                && at_least.is_none_or(|least| measured >= least)
                && at_most.is_none_or(|most| measured <= most),
        }
    }
}

impl ExpectationResult {
    /// For programs; `measured` is null if there was nothing to measure.
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name, "measured": self.measured, "unit": self.unit,
            "at_least": self.at_least, "at_most": self.at_most, "holds": self.holds,
        })
    }
}

impl fmt::Display for ExpectationResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.holds { "holds" } else { "does not hold" };
        write!(f, "{verdict}: {} (", self.name)?;
        if self.measured.is_nan() {
            f.write_str("nothing to measure")?;
        } else {
            f.write_str(&with_unit(self.measured, self.unit))?;
        }
        if let Some(least) = self.at_least {
            write!(f, ", at least {}", with_unit(least, self.unit))?;
        }
        if let Some(most) = self.at_most {
            write!(f, ", at most {}", with_unit(most, self.unit))?;
        }
        f.write_str(")")
    }
}

/// A number with about four digits, and its unit.
fn with_unit(value: f64, unit: &str) -> String {
    let digits = 3 - value.abs().max(1e-6).log10().floor() as i32;
    let rounded = format!("{value:.*}", digits.clamp(0, 9) as usize);
    let rounded = if rounded.contains('.') {
        rounded.trim_end_matches('0').trim_end_matches('.')
    } else {
        &rounded
    };
    match unit {
        "" => rounded.to_string(),
        _ => format!("{rounded} {unit}"),
    }
}

#[cfg(test)]
mod tests;
