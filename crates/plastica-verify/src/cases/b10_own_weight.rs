//! B10: a cantilever under its own weight.

use crate::Case;

pub(super) const CASE: Case = Case {
    id: "B10",
    title: "Cantilever under its own weight",
    source: "Kratos Examples, cantilever_beam_2D_static (Iaconeta 2017)",
    runs: &[("fem", super::fem::beams::own_weight)],
};
