//! The phases of a step, for those who measure: this crate reads no clock itself.

/// A phase of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// What grips and emitters do before the step.
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

/// Called at the end of every phase of every step.
pub type PhaseWatch = Box<dyn FnMut(Phase) + Send>;

/// The watch of a method, if it has one.
#[derive(Default)]
pub(crate) struct Phases(pub(crate) Option<PhaseWatch>);

impl Phases {
    /// A phase has ended.
    pub(crate) fn end(&mut self, phase: Phase) {
        if let Some(watch) = &mut self.0 {
            watch(phase);
        }
    }
}
