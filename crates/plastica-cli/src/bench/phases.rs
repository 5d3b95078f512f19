//! Time by phase of a step, for methods that say when a phase ends.

use crate::progress::Stopwatch;
use plastica_scene::method::bench::PhaseClock;
use std::sync::{Arc, Mutex};

/// Seconds by phase since the last reset, shared with the method that is measured.
#[derive(Clone, Default)]
pub(super) struct Phases(Arc<Mutex<Sums>>);

#[derive(Default)]
struct Sums {
    watch: Option<Stopwatch>,
    seconds: Vec<(&'static str, f64)>,
}

impl Sums {
    fn end(&mut self, phase: &'static str) {
        let lap = self.watch.get_or_insert_with(Stopwatch::start).lap();
        match self.seconds.iter_mut().find(|(other, _)| *other == phase) {
            Some((_, sum)) => *sum += lap,
            None => self.seconds.push((phase, lap)),
        }
    }
}

impl Phases {
    /// What a method calls at the end of its phases.
    pub(super) fn clock(&self) -> PhaseClock {
        let phases = self.clone();
        Arc::new(move |phase| {
            if let Ok(mut sums) = phases.0.lock() {
                sums.end(phase);
            }
        })
    }

    pub(super) fn reset(&self) {
        if let Ok(mut sums) = self.0.lock() {
            *sums = Sums {
                watch: Some(Stopwatch::start()),
                seconds: Vec::new(),
            };
        }
    }

    pub(super) fn seconds(&self) -> Vec<(&'static str, f64)> {
        self.0.lock().map(|s| s.seconds.clone()).unwrap_or_default()
    }
}
