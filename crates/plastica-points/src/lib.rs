//! The point-based method [GB09]: particles carry the material and are bonded with their neighbours; there is no mesh, no
//! grid and no rest shape of the body.
//!
//! [`build`] makes a [`Method`] from bodies (particles with a material) and options; single and double
//! precision are the same source. The step is one page: `step`.
//!
//! Where things are kept: particles stand in bundles of 16, sorted by cells of space within their body
//! (`particles`, `sort`); each has up to 32 bonds, with the reference vector of the neighbour (`bonds`). Registers hold
//! particles side by side (`fit`, `bonded`, `increment` and its schemes, `law`). Forces on neighbours are written bond by
//! bond and added up for each particle in a fixed order (`force`, `gather`): sums are the same on any number of threads.

mod additive;
mod bench;
mod bonded;
mod bonds;
mod build;
mod cells;
mod contact;
mod contact_pairs;
mod energy_guard;
mod fit;
mod force;
mod gather;
mod gb09;
mod grip;
mod increment;
mod integrate;
mod kind;
mod law;
mod neighbour_skin;
mod observe;
mod options;
mod particles;
mod recall;
mod repaired;
mod sort;
mod state;
mod step;
mod stored;
mod surface_point;
mod tearing;

pub use build::{BuildError, build};
pub use kind::{KIND, scene};
pub use options::{Options, Scheme, Surface};

#[doc(no_inline)]
pub use plastica_core::{Body, Method, Precision, Seed, Source};
