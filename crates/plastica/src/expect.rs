//! Whether a run did what its scene expects.
//!
//! A [`Measurement`] is shown the frames of a run one after the other and the rows of its probes, from
//! memory or from files, and then tells for every `[[expect]]` of the scene what was measured and whether it holds.

mod grains;
mod heap;
mod shape;
mod tear;
mod width;

use crate::run::RunError;
use crate::scene::{Expectation, Measure, Scene};
use crate::simulation::ProbeRows;
use crate::units::Quantity;
use plastica_core::{Frame, World};
use plastica_io::{RunFiles, read_frame, table};
use plastica_tensor::Vec3;
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// Share of the particles that may be faster than what `speed` tells: single grains that still roll
/// do not make a heap move.
const FASTER: f64 = 1e-3;

/// What has been seen of a run so far.
#[derive(Clone, Debug)]
pub struct Measurement {
    tasks: Vec<Task>,
    /// Size of a grid cell [m].
    cell: f64,
    first: Option<Arc<Frame>>,
}

/// One expectation at work.
#[derive(Clone, Debug)]
struct Task {
    expectation: Expectation,
    gauge: Gauge,
    /// The last frame that counts.
    last: Option<Arc<Frame>>,
}

/// One measure at work.
#[derive(Clone, Debug)]
struct Gauge {
    measure: Measure,
    /// Index of the body or emitter that counts; `None` for all.
    part: Option<u32>,
    /// The largest value so far, for what is measured more than once.
    largest: f64,
    /// The frame that a shape is compared with.
    base: Option<Arc<Frame>>,
    /// What is divided by what, in a ratio.
    pair: Option<Box<[Gauge; 2]>>,
}

/// What came of one expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
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
            tasks: scene
                .expectations
                .iter()
                .map(|e| Task::new(scene, e))
                .collect(),
            // All bodies have the same; see `build::check`. Splines touch with their nodes.
            cell: fillings
                .map(|filling| filling.resolution)
                .reduce(f64::min)
                .unwrap_or(0.0),
            first: None,
        }
    }

    /// Looks at the next frame; frames come in the order of time.
    pub fn see(&mut self, frame: Frame, world: &World) {
        let frame = Arc::new(frame);
        for task in &mut self.tasks {
            if task.counts(frame.time) {
                task.gauge.see(&frame, world, self.cell);
                task.last = Some(frame.clone());
            }
        }
        self.first.get_or_insert(frame);
    }

    /// Takes in new rows of probes.
    pub fn hear(&mut self, probes: &[ProbeRows]) {
        for task in &mut self.tasks {
            probes.iter().for_each(|probe| task.gauge.hear(probe));
        }
    }

    /// What came of every expectation, in the order of the scene.
    pub fn findings(&self) -> Vec<Finding> {
        self.tasks
            .iter()
            .map(|task| task.finding(self.value(&task.gauge, task.last.as_deref())))
            .collect()
    }

    /// What a gauge has measured, in SI; NaN if nothing.
    fn value(&self, gauge: &Gauge, last: Option<&Frame>) -> f64 {
        let (Some(first), Some(last)) = (&self.first, last) else {
            return f64::NAN;
        };
        let places = || chosen(last, gauge.part).map(|i| Vec3(last.positions[i]));
        let value = match &gauge.measure {
            Measure::Rebound { .. } | Measure::Penetration | Measure::PeakForce { .. } => {
                Some(gauge.largest)
            }
            Measure::Recovery { .. } => {
                (gauge.base.as_deref()).and_then(|base| shape::change(base, last, gauge.part))
            }
            Measure::Broken { .. } => tear::broken(last, gauge.part),
            Measure::Pieces { nodes, .. } => tear::pieces(last, gauge.part, *nodes),
            Measure::Straightness { fibres, .. } => {
                tear::straightness(first, last, gauge.part, *fibres)
            }
            Measure::Slope { about, .. } => {
                heap::slope(places().map(|place| place.0).collect(), *about, self.cell)
            }
            Measure::Speed { .. } => speed(last, gauge.part),
            Measure::Height { .. } => heights(last, gauge.part).reduce(f64::max),
            Measure::Kept => Some(last.positions.len() as f64 / gauge.largest),
            Measure::Extent { along, .. } => width::extent(places(), Vec3(*along)),
            Measure::Alignment { along, .. } => grains::alignment(last, gauge.part, Vec3(*along)),
            Measure::Reach {
                along,
                from,
                beyond,
                ..
            } => width::reach(places(), Vec3(*along), Vec3(*from), *beyond),
            Measure::Gap { along, .. } => width::gap(places(), Vec3(*along)),
            Measure::Ratio { .. } => gauge
                .pair
                .as_deref()
                .map(|[of, to]| self.value(of, Some(last)) / self.value(to, Some(last))),
        };
        value.filter(|value| value.is_finite()).unwrap_or(f64::NAN)
    }
}

/// Measures a run of a scene from its files, if the scene expects anything.
pub fn evaluate_run(
    files: &RunFiles,
    scene: &Scene,
    world: &World,
) -> Result<Vec<Finding>, RunError> {
    if scene.expectations.is_empty() {
        return Ok(Vec::new());
    }
    let mut measurement = Measurement::new(scene);
    for number in files.frame_numbers()? {
        measurement.see(read_frame(files.frame(number))?, world);
    }
    for probe in &scene.probes {
        let rows = ProbeRows {
            name: probe.name.clone(),
            rows: table::read(files.probe(&probe.name))?,
        };
        measurement.hear(&[rows]);
    }
    Ok(measurement.findings())
}

impl Gauge {
    fn new(scene: &Scene, measure: &Measure) -> Self {
        let name = match measure {
            Measure::Rebound { body, .. }
            | Measure::Recovery { body, .. }
            | Measure::Broken { body }
            | Measure::Pieces { body, .. }
            | Measure::Straightness { body, .. } => Some(body),
            Measure::Slope { body, .. }
            | Measure::Speed { body }
            | Measure::Height { body }
            | Measure::Extent { body, .. }
            | Measure::Alignment { body, .. }
            | Measure::Reach { body, .. }
            | Measure::Gap { body, .. } => body.as_ref(),
            Measure::Penetration
            | Measure::Kept
            | Measure::PeakForce { .. }
            | Measure::Ratio { .. } => None,
        };
        // Frames number the bodies first, then the emitters.
        let bodies = scene.bodies.iter().map(|body| &body.name);
        let bodies = bodies.chain(scene.splines.iter().map(|spline| &spline.name));
        let parts = bodies.chain(scene.emitters.iter().map(|emitter| &emitter.name));
        let index = |name: &String| {
            let mut parts = parts.clone();
            parts.position(|part| part.as_ref() == Some(name))
        };
        let pair = match measure {
            Measure::Ratio { of, to } => {
                Some(Box::new([Gauge::new(scene, of), Gauge::new(scene, to)]))
            }
            _ => None,
        };
        Gauge {
            measure: measure.clone(),
            // A name that nothing has chooses nothing.
            part: name.map(|name| index(name).map_or(u32::MAX, |k| k as u32)),
            largest: f64::NAN,
            base: None,
            pair,
        }
    }

    /// Looks at a frame, for what is measured in every one.
    fn see(&mut self, frame: &Arc<Frame>, world: &World, cell: f64) {
        if let Measure::Recovery { since, .. } = &self.measure
            && frame.time >= since - 1e-9 * since.abs()
        {
            self.base.get_or_insert_with(|| frame.clone());
        }
        let value = match &self.measure {
            Measure::Rebound { after, .. } if frame.time >= *after => {
                heights(frame, self.part).reduce(f64::min)
            }
            Measure::Penetration => deepest(frame, world).map(|depth| depth / cell),
            Measure::Kept => made(frame),
            _ => None,
        };
        self.keep_largest(value);
        for gauge in self.pair.iter_mut().flat_map(|pair| pair.iter_mut()) {
            gauge.see(frame, world, cell);
        }
    }

    /// Looks at the rows of a probe.
    fn hear(&mut self, rows: &ProbeRows) {
        if let Measure::PeakForce { probe, along } = &self.measure
            && *probe == rows.name
        {
            let along = along.map(Vec3);
            let forces = rows.rows.iter().filter_map(|row| match row[..] {
                [_, x, y, z] => Some(Vec3([x, y, z])),
                _ => None,
            });
            let size = |force: Vec3<f64>| match along {
                Some(along) => force.dot(along).abs(),
                None => force.norm(),
            };
            self.keep_largest(forces.map(size).reduce(f64::max));
        }
        for gauge in self.pair.iter_mut().flat_map(|pair| pair.iter_mut()) {
            gauge.hear(rows);
        }
    }

    fn keep_largest(&mut self, value: Option<f64>) {
        // The maximum with NaN is the other number.
        self.largest = self.largest.max(value.unwrap_or(f64::NAN));
    }
}

impl Task {
    fn new(scene: &Scene, expectation: &Expectation) -> Self {
        Task {
            expectation: expectation.clone(),
            gauge: Gauge::new(scene, &expectation.measure),
            last: None,
        }
    }

    /// Whether a frame of this time counts, give or take rounding.
    fn counts(&self, time: f64) -> bool {
        let until = self.expectation.until;
        until.is_none_or(|until| time <= until + 1e-9 * until.abs())
    }

    fn finding(&self, measured: f64) -> Finding {
        let Expectation {
            name,
            measure,
            at_least,
            at_most,
            ..
        } = &self.expectation;
        let quantity = measure.quantity();
        let plain = |si: f64| si / quantity.plain_factor();
        Finding {
            name: name.clone(),
            measured: plain(measured),
            unit: match measure {
                Measure::Penetration => "cells",
                _ if quantity == Quantity::Number => "",
                _ => quantity.plain_unit(),
            },
            at_least: at_least.map(plain),
            at_most: at_most.map(plain),
            holds: !measured.is_nan()
                && at_least.is_none_or(|least| measured >= least)
                && at_most.is_none_or(|most| measured <= most),
        }
    }
}

impl Finding {
    /// For programs; `measured` is null if there was nothing to measure.
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name, "measured": self.measured, "unit": self.unit,
            "at_least": self.at_least, "at_most": self.at_most, "holds": self.holds,
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.holds { "holds" } else { "does not hold" };
        write!(f, "{verdict}: {} (", self.name)?;
        match self.measured.is_nan() {
            true => f.write_str("nothing to measure")?,
            false => f.write_str(&with_unit(self.measured, self.unit))?,
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
    let rounded = match rounded.contains('.') {
        true => rounded.trim_end_matches('0').trim_end_matches('.'),
        false => &rounded,
    };
    match unit {
        "" => rounded.to_string(),
        _ => format!("{rounded} {unit}"),
    }
}

/// Indices of the particles of a part.
fn chosen(frame: &Frame, part: Option<u32>) -> impl Iterator<Item = usize> {
    let bodies = frame.attribute("body");
    (0..frame.positions.len()).filter(move |i| {
        let of = |part: u32| bodies.is_some_and(|bodies| bodies.values.at(*i) == f64::from(part));
        part.is_none_or(of)
    })
}

/// One more than the highest id: ids are given once and never again.
fn made(frame: &Frame) -> Option<f64> {
    let ids = frame.attribute("id");
    let id = |i: usize| ids.map_or(i as f64, |ids| ids.values.at(i));
    let highest = (0..frame.positions.len()).map(id).reduce(f64::max);
    highest.map(|id| id + 1.0)
}

fn heights(frame: &Frame, part: Option<u32>) -> impl Iterator<Item = f64> {
    chosen(frame, part).map(|i| frame.positions[i][1])
}

/// The speed that few particles exceed [m/s].
fn speed(frame: &Frame, part: Option<u32>) -> Option<f64> {
    let velocities = &frame.attribute("velocity")?.values;
    let at = |i: usize| {
        Vec3(std::array::from_fn::<f64, 3, _>(|k| {
            velocities.at(3 * i + k)
        }))
        .norm()
    };
    let mut speeds: Vec<f64> = chosen(frame, part).map(at).collect();
    speeds.sort_by(f64::total_cmp);
    let faster = (FASTER * speeds.len() as f64) as usize;
    speeds.len().checked_sub(1 + faster).map(|k| speeds[k])
}

/// How deep the deepest particle is inside an obstacle [m]; 0 if none is.
fn deepest(frame: &Frame, world: &World) -> Option<f64> {
    let mut deepest = 0.0f64;
    for collider in world.colliders.iter().filter(|c| c.is_present(frame.time)) {
        let pose = collider.motion.pose(frame.time);
        for position in &frame.positions {
            let distance = collider.shape.distance(pose.to_local(Vec3(*position)));
            deepest = deepest.max(-distance);
        }
    }
    (!frame.positions.is_empty()).then_some(deepest)
}

#[cfg(test)]
mod tests;
