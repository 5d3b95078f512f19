//! A05: uniaxial stress with BW07's linear law.

use crate::Case;

pub(super) const CASE: Case = Case {
    id: "A05",
    title: "Linear law of BW07, uniaxial stress",
    source: "closed form",
    runs: &[("fem", super::fem::single::uniaxial)],
};
