//! The material point method [JY17]: particles carry mass, velocity and the state of the law; a grid
//! that is new in every step moves them.
//!
//! [`build`] makes a [`Method`] from bodies (particles with a material) and options; single and double
//! precision, quadratic and cubic kernels are the same source. The step is one page: [`step`](Mpm).
//!
//! Where things are: particles are sorted by 4×4×4 blocks of grid cells, each block a chunk of
//! memory with one column per quantity (`tables`, `group`, `sort`); the grid is a sparse set of such blocks
//! around the particles (`grid`); transfers work on a tile of nodes that fits the first cache
//! (`tile`, `scatter`, `sample`, `gather`); laws run in lanes (`law`). Neighbours scatter one after the
//! other in a fixed order (`schedule`), so sums are the same on any number of threads.

mod aligned_vec;
mod b_spline;
mod bench;
mod boundary;
mod build;
mod contact;
mod cost;
mod emit;
mod gap;
mod gather;
mod grid;
mod grip;
mod group;
mod integrate;
mod kind;
mod law;
mod line;
mod observe;
mod options;
mod phase;
mod sample;
mod scatter;
mod schedule;
mod shared;
mod sort;
mod split;
mod state;
mod stencil;
mod step;
mod survey;
mod tables;
mod tile;
mod works;

pub use build::{BuildError, build};
pub use kind::{KIND, scene};
pub use options::{Kernel, Options, StressUpdate, Touch, Transfer};

#[doc(no_inline)]
pub use plastica_core::{Body, Method, Precision, Seed, Source};
