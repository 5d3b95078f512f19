//! A13: creep at held deformation.

use crate::Case;

pub(super) const CASE: Case = Case {
    id: "A13",
    title: "Creep under held deformation",
    source: "closed form",
    runs: &[("fem", super::fem::single::held_creep)],
};
