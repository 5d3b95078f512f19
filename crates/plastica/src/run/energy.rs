//! What a run loses and gains numerically, as a part of the energy that it turns over.

use plastica_core::Ledger;

/// A gain of more than this is told as a warning: energy does not appear.
const GAIN: f64 = 0.02;
/// A loss of more than this is told.
const LOSS: f64 = 0.05;
/// Energy per mass of what moves at 1 mm/s [J/kg]: less is rest, and its balance is rounding.
const REST: f64 = 5e-7;

/// What is to be said of the energy at the end of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum EnergyNote {
    /// A loss worth knowing of.
    Loss(String),
    /// A gain, which is a fault.
    Gain(String),
}

impl EnergyNote {
    /// Of a ledger, if there is anything to say and all works are told.
    pub fn of(sums: &Ledger) -> Option<EnergyNote> {
        let loss = sums.numerical_loss()?;
        let turned_over = sums.works.turned_over()?;
        if turned_over <= REST * sums.mass {
            return None;
        }
        let share = loss / turned_over;
        let told = |what| {
            let percent = 100.0 * share.abs();
            format!(
                "{percent:.0} % of the energy turned over ({turned_over:.3} J) {what} (numerical_loss_j in ledger.csv)"
            )
        };
        if share < -GAIN {
            Some(EnergyNote::Gain(told("has appeared numerically")))
        } else if share > LOSS {
            Some(EnergyNote::Loss(told("was lost numerically")))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::EnergyNote;
    use plastica_core::{Ledger, Works};

    /// A kilogram that had 1 J and has what is given.
    fn ledger(kinetic_energy: f64) -> Ledger {
        Ledger {
            mass: 1.0,
            kinetic_energy,
            works: Works::none(Some(1.0)),
            ..Ledger::default()
        }
    }

    #[test]
    fn gains_are_warnings_and_losses_notes() {
        assert_eq!(EnergyNote::of(&ledger(1.0)), None);
        assert_eq!(EnergyNote::of(&ledger(1.01)), None);
        let gain = EnergyNote::of(&ledger(1.03));
        assert!(
            matches!(&gain, Some(EnergyNote::Gain(text)) if text.starts_with("3 %")),
            "{gain:?}"
        );
        let loss = EnergyNote::of(&ledger(0.9));
        assert!(
            matches!(&loss, Some(EnergyNote::Loss(text)) if text.starts_with("10 %")),
            "{loss:?}"
        );
        // What is not told is not judged, and neither is rest.
        let mut untold = ledger(2.0);
        untold.works.start = None;
        assert_eq!(EnergyNote::of(&untold), None);
        let mut rest = ledger(2e-8);
        rest.works.start = Some(1e-8);
        assert_eq!(EnergyNote::of(&rest), None);
    }
}
