//! Tetrahedral finite elements for solids that flow [BW07]: a body is a mesh of linear tetrahedra, and what has flowed is
//! taken out of the rest shape of each element, so that there is no rest shape of the body.
//!
//! [`build`] makes a [`Method`] from meshed bodies and options; all numbers are in double precision. The step is one page:
//! `step`.
//!
//! Where things are kept: nodes stand in rows (`nodes`), elements in bundles of 16, column after column, bodies one behind the
//! other and each in the order of a space-filling curve (`elements`, `order`). Registers hold elements side by side (`law`).
//! Forces are written element by element (`registers`) and added up for each node in a fixed order (`force`, `incidence`): sums are the
//! same on any number of threads.

mod bench;
mod build;
mod contact;
mod elements;
mod force;
mod grip;
mod incidence;
mod integrate;
mod kind;
mod law;
mod makings;
mod meshing;
mod nodal_pressure;
mod nodes;
mod observe;
mod options;
mod order;
mod registers;
mod scene;
mod state;
mod step;
mod surface;
mod survey;

pub use build::{BuildError, MeshedBody, build};
pub use kind::{KIND, scene};
pub use options::Options;

#[doc(no_inline)]
pub use plastica_core::Method;
