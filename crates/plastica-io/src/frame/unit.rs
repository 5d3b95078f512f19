//! Texts of units that live as long as the program, as a [`plastica_core::Frame`] wants them.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The same text for good. Every different text is kept once: programs have a few dozen units.
pub(super) fn kept(unit: &str) -> &'static str {
    static UNITS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut units = UNITS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = units.get(unit) {
        return known;
    }
    let new: &'static str = Box::leak(unit.to_owned().into_boxed_str());
    units.insert(new);
    new
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_unit_is_kept_once() {
        let first = super::kept(&String::from("m/s"));
        let second = super::kept(&String::from("m/s"));
        assert_eq!(first, "m/s");
        assert!(std::ptr::eq(first, second));
    }
}
