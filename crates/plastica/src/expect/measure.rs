//! What an expectation may measure: the list of measures, and what each of them is.

use super::energy::Energies;
use super::observed::Observed;
use super::{
    alignment, broken, crossings, energy, extent, gap, height, kept, peak_force, penetration,
    pieces, ratio, reach, rebound, recovery, slope, speed, straightness, volume,
};
use crate::simulation::ProbeRows;
use crate::units::Quantity;
use plastica_core::{Frame, World};
use plastica_scene::reader::{Family, Kind, Table, Variant, direction, nested, reference, table};
use std::fmt::Debug;
use std::sync::Arc;

/// All measures, in the order of the reference page.
pub(crate) fn measures() -> Vec<Variant<Arc<dyn Measure>>> {
    vec![
        rebound::measure(),
        recovery::measure(),
        broken::measure(),
        pieces::measure(),
        straightness::measure(),
        slope::measure(),
        speed::measure(),
        penetration::measure(),
        crossings::measure(),
        height::measure(),
        kept::measure(),
        volume::measure(),
        extent::measure(),
        reach::measure(),
        gap::measure(),
        alignment::measure(),
        peak_force::measure(),
        energy::measure(),
        ratio::measure(),
    ]
}

/// What is measured over the frames of a run, as a scene describes it.
pub trait Measure: Debug + Send + Sync {
    /// What kind of number it gives.
    fn quantity(&self) -> Quantity;

    /// Unit of a plain number of it.
    fn unit(&self) -> &'static str {
        match self.quantity() {
            Quantity::Number => "",
            quantity => quantity.plain_unit(),
        }
    }

    /// The measure at work.
    fn gauge(&self) -> Box<dyn Gauge>;
}

/// A measure at work.
pub trait Gauge: Send {
    /// Takes in the next frame that counts; frames come in the order of time. `cell` is the size of a grid cell \[m\].
    fn observe_frame(&mut self, _frame: &Arc<Frame>, _world: &World, _cell: f64) {}

    /// Takes in the energies at the time of a frame that counts.
    fn observe_energies(&mut self, _energies: &Energies) {}

    /// Takes in new rows of a probe.
    fn observe_probe(&mut self, _rows: &ProbeRows) {}

    /// What was measured, in SI; `None` if there was nothing to measure.
    fn value(&self, run: &Observed<'_>) -> Option<f64>;
}

/// A gauge that looks at the run as it was in the end.
pub(super) fn at_end(
    value: impl Fn(&Observed<'_>) -> Option<f64> + Send + 'static,
) -> Box<dyn Gauge> {
    struct AtEnd<F>(F);
    impl<F: Fn(&Observed<'_>) -> Option<f64> + Send> Gauge for AtEnd<F> {
        fn value(&self, run: &Observed<'_>) -> Option<f64> {
            (self.0)(run)
        }
    }
    Box::new(AtEnd(value))
}

/// The largest of several numbers; NaN before the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Largest(pub(super) f64);

impl Largest {
    pub(super) fn none() -> Self {
        Largest(f64::NAN)
    }

    pub(super) fn keep(&mut self, value: Option<f64>) {
        // The maximum with NaN is the other number.
        self.0 = self.0.max(value.unwrap_or(f64::NAN));
    }
}

/// The part of the material that counts.
pub(super) fn part(t: &mut Table<'_>) -> Option<String> {
    t.maybe(
        "body",
        "The name of the body or emitter that counts; without it, all material.",
        reference(&[Family::Body, Family::Emitter]),
    )
}

/// A body that must be named.
pub(super) fn body(t: &mut Table<'_>) -> Option<String> {
    t.need("body", "The name of the body.", reference(&[Family::Body]))
}

/// A direction that must be given.
pub(super) fn along(t: &mut Table<'_>) -> Option<[f64; 3]> {
    t.need("along", "The direction, of any length but 0.", direction())
}

/// A measure by itself.
pub(super) fn any_measure() -> impl Kind<Out = Arc<dyn Measure>> {
    nested("measure", || {
        table("measure", |t| t.variant("measure", measures()))
    })
}
