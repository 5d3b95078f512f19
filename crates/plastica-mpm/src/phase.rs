//! The parts of a step, for those who measure: this crate reads no clock itself.

use std::sync::OnceLock;

/// A part of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The largest step, and what grips and emitters do before it.
    Prepare,
    /// Particles into blocks and cells.
    Sort,
    /// From particles to the grid.
    Scatter,
    /// Forces, contact and grips on the nodes.
    Grid,
    /// From the grid to particles, and the laws.
    Gather,
}

static WATCH: OnceLock<fn(Phase)> = OnceLock::new();

/// Calls `see` at the end of every phase of every step from now on; only the first caller is heard.
pub fn watch_phases(see: fn(Phase)) {
    let _ = WATCH.set(see);
}

/// A phase has ended.
pub(crate) fn end(phase: Phase) {
    if let Some(see) = WATCH.get() {
        see(phase);
    }
}
