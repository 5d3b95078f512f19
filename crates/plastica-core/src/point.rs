//! Material points as probes see them.

use plastica_tensor::{Mat3, Sym3};

/// Which points to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Every one.
    All,
    /// The one with this id, if it still exists.
    Id(u32),
}

/// One material point.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Which one; ids are given once and never again. A method whose points come and go shows its tracers here.
    pub id: u32,
    /// Index of its body or emitter.
    pub body: u32,
    /// Where it is [m].
    pub position: [f64; 3],
    /// How it moves [m/s].
    pub velocity: [f64; 3],
    /// Its mass [kg].
    pub mass: f64,
    /// Its present volume [m³]; threads and sheets have none.
    pub volume: Option<f64>,
    /// Cauchy stress [Pa]; threads and sheets have forces instead.
    pub cauchy: Option<Sym3<f64>>,
    /// What threads and sheets have instead of a stress.
    pub resultant: Option<Resultant>,
    /// Elastic deformation gradient; the identity for laws that keep none, absent for methods without.
    pub deformation: Option<Mat3<f64>>,
}

/// Forces of a thread [N], or per length of a sheet [N/m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resultant {
    /// Along the thread or in the sheet, as a tensor in space.
    pub tensor: Sym3<f64>,
    /// Whether it is one of sheets.
    pub per_length: bool,
}
