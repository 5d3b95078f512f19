//! Deformable curves, surfaces and solids that creep, yield and tear [TF88].
//!
//! A [`Body`] is a [`Lattice`] of nodes with places in space ([`shape`] has the usual ones) and a [`Formulation`]: `Hybrid`, a
//! linear spline in a frame that goes along with each piece, or `Primary`, metric and curvature tensors.
//! [`build`] makes a [`Method`] of bodies, [`Spring`]s, [`Finger`]s and [`Options`]; the step is one page: `step`.
//!
//! ```
//! use plastica_spline::{Body, Formulation, Lattice, Method, Options, Weights, build, shape};
//! // A closed curve of 50 nodes that resists stretching and bending, thrown to the right.
//! let lattice = Lattice::new(&[(50, true)])?;
//! let places = shape::circle(&lattice, [0.0, 1.0, 0.0], 0.2);
//! let weights = Weights::uniform([0.0, 2.0, 0.02]);
//! let mut ball = Body::new("ball", lattice, places, Formulation::hybrid(weights));
//! ball.velocities = vec![plastica_tensor::Vec3::new(1.0, 0.0, 0.0); 50];
//! let mut method = build(vec![ball], vec![], vec![], Options::default())?;
//! let world = plastica_core::World::empty([0.0, -9.81, 0.0]);
//! method.step(&world, 0.0, 1e-3).unwrap();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where things are: the energy is a sum over groups of up to five nodes (`elements`); a hybrid step is in `hybrid` (`course`,
//! `recall`), a primary one in `primary`; what flows, yields and breaks in `model`, by the rules of `inelastic` and `fracture`; systems are
//! solved in [`solve`]. Sums are taken in an order that does not depend on threads.

mod bench;
mod body;
mod build;
mod carrier;
mod contact;
mod course;
mod elements;
mod fracture;
mod hybrid;
mod inelastic;
mod lattice;
mod load;
mod local;
mod model;
mod observe;
mod options;
mod primary;
mod recall;
mod rigid;
pub mod scene;
pub mod shape;
pub mod solve;
mod state;
mod step;
mod stress;
mod system;
mod tether;

pub use body::{Body, Formulation, FrameMotion, Tensors, Weights};
pub use build::{BuildError, build, check};
pub use fracture::{Elongation, Fracture, Rule};
pub use hybrid::stiffness;
pub use inelastic::{Creep, Delayed, Measure, Nonlinear, Yield};
pub use lattice::{Fibres, Lattice, LatticeError};
pub use local::{Local, Map};
pub use options::Options;
pub use scene::KIND;
pub use shape::Places;
pub use step::{Splines, Vectors};
pub use system::hold;
pub use tether::{End, Finger, Spring};

#[doc(no_inline)]
pub use plastica_core::Method;
