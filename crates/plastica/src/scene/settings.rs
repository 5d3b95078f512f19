//! `[scene]`: what holds for the scene as a whole.

use crate::diagnostics::Problem;
use crate::units::Quantity;
use plastica_core::Precision;
use plastica_material::Value;
use plastica_scene::reader::{Table, Varies, integer, number, table, text, word};

/// Most frames of a scene: more files than a directory is good for.
const MOST_FRAMES: f64 = 1e6;

/// What holds for the scene as a whole.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// What to call it.
    pub title: Option<String>,
    /// How long it lasts [s].
    pub duration: f64,
    /// Frames written per second [1/s].
    pub frames_per_second: f64,
    /// Acceleration of everything [m/s²].
    pub gravity: [Value; 3],
    /// The box outside which material is dropped.
    pub domain: Option<Domain>,
    /// What all random numbers follow from.
    pub seed: u64,
    /// Digits of the fast methods; `None` where they choose what their bodies need.
    pub precision: Option<Precision>,
    /// The largest time step [s]; stability bounds hold besides.
    pub max_time_step: Option<f64>,
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Domain {
    /// Its low corner [m].
    pub min: [f64; 3],
    /// Its high corner [m].
    pub max: [f64; 3],
}

pub(super) fn settings(t: &mut Table<'_>) -> Option<Settings> {
    let title = t.maybe(
        "title",
        "What to call the scene in pictures and reports.",
        text(),
    );
    let duration = t.need(
        "duration",
        "How long the scene lasts; the last frame comes at its end, also where that is no whole number of frames.",
        number(Quantity::Time).positive(),
    );
    let frames_per_second = t.or(
        "frames_per_second",
        "Frames written per second of the scene.",
        number(Quantity::Frequency).positive(),
        "30",
    );
    let gravity = t.or(
        "gravity",
        "Acceleration of everything.",
        number(Quantity::Acceleration)
            .varying(Varies::InSpaceAndTime)
            .vector(),
        "[0, -9.81, 0]",
    );
    let domain = t.maybe(
        "domain",
        "A box along the axes; what leaves it is dropped. Without it space has no end.",
        table("domain", domain),
    );
    let seed = t.or(
        "seed",
        "Where random numbers start: the same seed gives the same run.",
        integer(0, i64::MAX as u64),
        "0",
    );
    let precision = t.or(
        "precision",
        "Digits of the fast methods.",
        word(
            "precision",
            &[
                (
                    "automatic",
                    "Single where it is enough, double for stiff bodies: by mpm for those whose waves are faster than 300 m/s.",
                    None,
                ),
                (
                    "single",
                    "32-bit numbers: fast, and enough for soft bodies.",
                    Some(Precision::Single),
                ),
                (
                    "double",
                    "64-bit numbers: for measurements.",
                    Some(Precision::Double),
                ),
            ],
        ),
        "\"automatic\"",
    );
    let max_time_step = t.maybe(
        "max_time_step",
        "The largest time step; the bounds of stability hold besides.",
        number(Quantity::Time).positive(),
    );
    let (duration, frames_per_second) = (duration?, frames_per_second?);
    let frames = duration * frames_per_second;
    if let (true, Some((cx, span))) = (frames > MOST_FRAMES, t.context()) {
        let reason = format!("{frames:.3e} frames would be written");
        let advice =
            "use fewer frames_per_second or a shorter duration: a million frames are the most";
        cx.report(span, Problem::Unusable { reason, advice });
        return None;
    }
    Some(Settings {
        title,
        duration,
        frames_per_second,
        gravity: gravity?,
        domain,
        seed: seed?,
        precision: precision?,
        max_time_step,
    })
}

fn domain(t: &mut Table<'_>) -> Option<Domain> {
    let corner = number(Quantity::Length).list::<3>();
    let min = t.need("min", "The low corner.", corner);
    let max = t.need("max", "The high corner.", corner);
    let (min, max) = (min?, max?);
    let crossed = (0..3).find(|axis| min[*axis] >= max[*axis]);
    if let (Some(axis), Some((cx, span))) = (crossed, t.context()) {
        let axis = ['x', 'y', 'z'][axis];
        cx.report(span, Problem::CornersCrossed { axis });
        return None;
    }
    Some(Domain { min, max })
}
