//! `reach`: how far a body reaches from a place.

use super::measure::{Gauge, Measure, along, at_end, part};
use super::observed::Observed;
use crate::units::Quantity;
use plastica_material::spec::Range;
use plastica_scene::reader::{Table, Variant, number, table};
use plastica_tensor::Vec3;
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "reach",
        "How far it reaches from a place along a direction at the last frame, with two particles in a hundred beyond that, or as many as said [m].",
        table("`reach`", keys),
    )
}

#[derive(Debug)]
struct Reach {
    body: Option<String>,
    along: [f64; 3],
    /// The place \[m\].
    from: [f64; 3],
    /// Share of the particles that may lie beyond.
    beyond: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let body = part(t);
    let along = along(t);
    let from = t.or(
        "from",
        "The place.",
        number(Quantity::Length).list::<3>(),
        "[0, 0, 0]",
    );
    let beyond = t.or(
        "beyond",
        "Share of the particles that may lie beyond; 0 for the outermost itself.",
        number(Quantity::Number).within(Range {
            low: 0.0,
            high: 1.0,
            low_open: false,
            high_open: true,
        }),
        "0.02",
    );
    Some(Arc::new(Reach {
        body,
        along: along?,
        from: from?,
        beyond: beyond?,
    }))
}

impl Measure for Reach {
    fn quantity(&self) -> Quantity {
        Quantity::Length
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let part = self.body.clone();
        let &Reach {
            along,
            from,
            beyond,
            ..
        } = self;
        at_end(move |run| reach(run, part.as_deref(), along, from, beyond))
    }
}

/// How far places reach from one along a direction, without a share of them that lie outermost \[m\].
fn reach(
    run: &Observed<'_>,
    part: Option<&str>,
    along: [f64; 3],
    from: [f64; 3],
    share: f64,
) -> Option<f64> {
    let values = run.along(part, along);
    let beyond = (share * values.len() as f64) as usize;
    let last = values.len().checked_sub(1)?;
    Some(values[last - beyond] - Vec3(from).dot(Vec3(along)))
}
