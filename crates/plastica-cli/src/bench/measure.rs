//! Warm-up, repeats and what they took.

use super::phases::Phases;
use crate::machine;
use crate::progress::Stopwatch;
use plastica_scene::method::bench::{Case, Effort, Measurable, Work};

/// What a case was measured to take.
pub(super) struct Measured {
    pub(super) name: String,
    /// What a step moves, in the singular, and how many of them.
    pub(super) point: &'static str,
    pub(super) points: usize,
    /// Of a repeat; 0 if the warm-up is the measurement.
    pub(super) steps: u32,
    /// A step of the warm-up [s].
    pub(super) warm_up: f64,
    /// A step, by repeat, sorted [s].
    pub(super) repeats: Vec<f64>,
    /// A step by phase, on average [s].
    pub(super) phases: Vec<(&'static str, f64)>,
    /// The most that was held at once, beyond what the program had before [bytes].
    pub(super) memory: Option<u64>,
    pub(super) findings: Vec<(&'static str, Vec<f64>)>,
    pub(super) work: Option<Work>,
}

impl Measured {
    /// A step [s].
    pub(super) fn median(&self) -> f64 {
        self.repeats[self.repeats.len() / 2]
    }

    pub(super) fn least(&self) -> f64 {
        self.repeats[0]
    }

    pub(super) fn most(&self) -> f64 {
        self.repeats[self.repeats.len() - 1]
    }

    /// Seconds of a step as nanoseconds per point.
    pub(super) fn per_point(&self, seconds: f64) -> f64 {
        1e9 * seconds / self.points.max(1) as f64
    }
}

/// Builds a case, warms it up and measures it; `steps` of a repeat if asked for.
pub(super) fn measure(
    case: Case,
    phases: &Phases,
    steps: Option<u32>,
    repeats: u32,
) -> Result<Measured, String> {
    let before = machine::memory();
    let mut subject = (case.build)()?;
    // What was needed to build it shall not count.
    let counts = machine::forget_most_memory();
    let Effort {
        warm_up: warming,
        steps: usual,
        longest,
    } = subject.effort();
    let most = steps.unwrap_or(usual);
    let warm_up = timed(&mut *subject, warming.unwrap_or(most))?;
    let steps = match (longest / warm_up) as u32 {
        0 => 0,
        fitting => steps.unwrap_or(most.min(fitting)),
    };
    phases.reset();
    let mut each = Vec::new();
    for _ in 0..repeats {
        each.push(match steps {
            0 => warm_up,
            _ => timed(&mut *subject, steps)?,
        });
    }
    each.sort_by(f64::total_cmp);
    let taken = f64::from(steps.max(1)) * f64::from(repeats);
    let memory = (machine::most_memory().zip(before))
        .filter(|_| counts)
        .map(|(most, before)| most.saturating_sub(before));
    Ok(Measured {
        name: case.name,
        point: subject.point(),
        points: subject.points(),
        steps,
        warm_up,
        repeats: each,
        phases: (phases.seconds().into_iter())
            .map(|(phase, seconds)| (phase, seconds / taken))
            .collect(),
        memory,
        findings: subject.findings(),
        work: subject.work(),
    })
}

/// Seconds of a step.
fn timed(subject: &mut dyn Measurable, steps: u32) -> Result<f64, String> {
    let watch = Stopwatch::start();
    subject.advance(steps)?;
    Ok(watch.seconds() / f64::from(steps))
}
