//! `[mpm]`: how the material point method works.

use crate::units::Quantity;
use plastica_material::spec::Range;
use plastica_mpm::{Kernel, StressUpdate, Transfer};
use plastica_scene::reader::{Table, number, word};

/// How the material point method works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MpmSettings {
    /// How far a particle reaches.
    pub kernel: Kernel,
    /// How velocity goes between particles and grid.
    pub transfer: Transfer,
    /// When the law is asked.
    pub stress: StressUpdate,
    /// Share of the time in which a wave crosses a cell that a step may take.
    pub courant: f64,
    /// Rate at which all motion is braked [1/s].
    pub damping: f64,
}

/// Larger steps are not stable, smaller ones than a thousandth are a slip.
pub(super) const COURANT: Range = Range {
    low: 1e-3,
    high: 0.9,
    low_open: false,
    high_open: false,
};

pub(super) fn mpm(t: &mut Table<'_>) -> Option<MpmSettings> {
    let kernel = t.or(
        "kernel",
        "How far a particle reaches.",
        word(
            "kernel",
            &[
                (
                    "quadratic",
                    "27 nodes: fast, and enough for most.",
                    Kernel::Quadratic,
                ),
                ("cubic", "64 nodes: smoother.", Kernel::Cubic),
            ],
        ),
        "\"quadratic\"",
    );
    let transfer = t.or(
        "transfer",
        "How velocity goes between particles and grid.",
        word(
            "transfer",
            &[
                (
                    "apic",
                    "With a local affine motion: keeps angular momentum.",
                    Transfer::Apic,
                ),
                (
                    "aflip",
                    "As apic, but particles keep what the grid cannot carry of their velocity: lively, with some noise; twice the work.",
                    Transfer::Aflip,
                ),
                (
                    "pic",
                    "Velocity alone: damps rotation and shear strongly.",
                    Transfer::Pic,
                ),
            ],
        ),
        "\"apic\"",
    );
    let stress = t.or(
        "stress",
        "When the law is asked for the stress of a step.",
        word(
            "order",
            &[
                (
                    "last",
                    "With the velocities at the end of the step: fast.",
                    StressUpdate::Last,
                ),
                (
                    "first",
                    "With the velocities at its start, as in JY17.",
                    StressUpdate::First,
                ),
            ],
        ),
        "\"last\"",
    );
    let courant = t.or(
        "courant",
        "Share of the time in which a wave, or the material, crosses a cell that a step may take.",
        number(Quantity::Number).within(COURANT),
        "0.5",
    );
    let damping = t.or(
        "damping",
        "Rate at which all motion is braked, to find states of rest.",
        number(Quantity::Rate).not_negative(),
        "0",
    );
    Some(MpmSettings {
        kernel: kernel?,
        transfer: transfer?,
        stress: stress?,
        courant: courant?,
        damping: damping?,
    })
}
