//! `energy`: what the ledger says of the energy of all material.

use super::measure::{Gauge, Largest, Measure};
use super::observed::Observed;
use crate::units::Quantity;
use plastica_core::Ledger;
use plastica_scene::reader::{Table, Variant, table, word};
use std::sync::Arc;

/// Energies of all material at the time of a frame [J].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Energies {
    /// ½ Σ m v².
    pub kinetic: f64,
    /// Stored by the laws.
    pub elastic: f64,
    /// Turned into heat by the laws since the start.
    pub dissipated: f64,
    /// Lost by numbers alone since the start, where it is known.
    pub lost: Option<f64>,
}

impl From<&Ledger> for Energies {
    fn from(ledger: &Ledger) -> Self {
        Energies {
            kinetic: ledger.kinetic_energy,
            elastic: ledger.elastic_energy,
            dissipated: ledger.dissipated_energy,
            lost: ledger.numerical_loss(),
        }
    }
}

#[cfg(feature = "files")]
impl Energies {
    /// The columns of a ledger that tell them.
    pub(super) const COLUMNS: [&str; 5] = [
        "time_s",
        "kinetic_j",
        "elastic_j",
        "dissipated_j",
        "numerical_loss_j",
    ];

    /// From these columns, with their time [s].
    pub(super) fn from_row([time, kinetic, elastic, dissipated, lost]: [f64; 5]) -> (f64, Self) {
        let energies = Energies {
            kinetic,
            elastic,
            dissipated,
            lost: Some(lost).filter(|lost| lost.is_finite()),
        };
        (time, energies)
    }
}

#[derive(Clone, Copy, Debug)]
enum Which {
    Kinetic,
    Elastic,
    Dissipated,
    Lost,
}

const WHICH: &[(&str, &str, Which)] = &[
    ("kinetic", "Of motion.", Which::Kinetic),
    ("elastic", "Stored by the laws.", Which::Elastic),
    (
        "dissipated",
        "Turned into heat by the laws since the start.",
        Which::Dissipated,
    ),
    (
        "lost",
        "Lost by numbers alone since the start; below zero, it has appeared.",
        Which::Lost,
    ),
];

#[derive(Clone, Copy, Debug)]
enum When {
    Start,
    End,
    Most,
}

const WHEN: &[(&str, &str, When)] = &[
    ("start", "In the first frame.", When::Start),
    ("end", "In the last frame that counts.", When::End),
    ("most", "The most of all frames that count.", When::Most),
];

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "energy",
        "Energy of all material by the ledger [J]. Over another one, with `ratio`, it is a share.",
        table("`energy`", keys),
    )
}

#[derive(Debug)]
struct Energy {
    of: Which,
    when: When,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let of = t.need("of", "Which energy.", word("energy", WHICH));
    let when = t.or("when", "In which frame.", word("moment", WHEN), "\"end\"");
    Some(Arc::new(Energy {
        of: of?,
        when: when?,
    }))
}

impl Measure for Energy {
    fn quantity(&self) -> Quantity {
        Quantity::Energy
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        Box::new(Seen {
            of: self.of,
            when: self.when,
            first: None,
            last: None,
            most: Largest::none(),
        })
    }
}

/// An energy in the frames so far.
struct Seen {
    of: Which,
    when: When,
    first: Option<f64>,
    last: Option<f64>,
    most: Largest,
}

impl Gauge for Seen {
    fn observe_energies(&mut self, energies: &Energies) {
        let energy = match self.of {
            Which::Kinetic => Some(energies.kinetic),
            Which::Elastic => Some(energies.elastic),
            Which::Dissipated => Some(energies.dissipated),
            Which::Lost => energies.lost,
        };
        self.first = self.first.or(energy);
        self.last = energy;
        self.most.keep(energy);
    }

    fn value(&self, _: &Observed<'_>) -> Option<f64> {
        match self.when {
            When::Start => self.first,
            When::End => self.last,
            When::Most => Some(self.most.0),
        }
    }
}
