//! The point-based method [GB09]: particles carry the material, and each of them remembers where its
//! neighbours stood; there is no mesh, no grid and no rest shape of the body.
//!
//! [`build`] makes a [`Method`] from bodies (particles with a material) and options; single and double
//! precision are the same source. The step is one page: `step`.
//!
//! Where things are kept: particles stand in bundles of 16, sorted by cells of space within their body
//! (`particles`, `sort`); each has up to 32 slots for neighbours, with the offset of the neighbour as the
//! material remembers it (`pairs`). Registers hold particles side by side (`fit`, `force`, `law`). What a
//! particle does to its neighbours is written down slot by slot and added up by those who receive it, in a
//! fixed order (`gather`): sums are the same on any number of threads.

mod additive;
mod bench;
mod build;
mod cells;
mod contact;
mod drift;
mod fit;
mod force;
mod gather;
mod gb09;
mod grip;
mod increment;
mod integrate;
mod kind;
mod law;
mod observe;
mod options;
mod pairs;
mod particles;
mod repaired;
mod rim;
mod sort;
mod state;
mod step;
mod strangers;

pub use build::{BuildError, build};
pub use kind::KIND;
pub use options::{Options, Scheme, Surface};

#[doc(no_inline)]
pub use plastica_core::{Body, Method, Precision, Seed, Source};
