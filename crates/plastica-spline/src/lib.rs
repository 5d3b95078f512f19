//! Deformable curves, surfaces and solids that creep, yield and tear [TF88].
//!
//! A [`Body`] is a [`Lattice`] of nodes with places in space ([`shape`] has the usual ones) and a [`Formulation`]: `Hybrid`, a
//! linear spline in a frame that goes along with each piece, or `Primary`, metric and curvature tensors.
//! [`build`] makes a [`Method`] of bodies, [`Spring`]s, [`Pinch`]es and [`Options`]; the step is one page: `step`.
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
//! method.step(&world, plastica_core::Step::new(0.0, 1e-3)).unwrap();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | |
//! |---|---|
//! | `step` | the step in the order of the method |
//! | `external_forces`, `attachment`, `grips` | what acts on nodes |
//! | `deformable_body` | one body: `structure` (description, `topology`, masses), `nodes` (motion), `deformation_model` |
//! | `hybrid`, `primary` | the two formulations: energy, implicit solve, internal variables |
//! | `elements` | the energy as a sum over groups of up to five nodes |
//! | `inelastic`, `fracture` | rules of creep, yield and fracture |
//! | `contact` | obstacles |
//! | `system`, [`solve`] | linear systems |
//!
//! Sums are taken in an order that does not depend on threads.

mod attachment;
mod bench;
mod body;
mod build;
mod build_error;
mod cells;
mod check_body;
mod contact;
mod deformable_body;
mod deformation_model;
mod elements;
mod external_forces;
mod fracture;
mod grips;
mod hybrid;
mod inelastic;
mod inspect;
mod lattice;
mod local;
mod nodes;
mod observe;
mod options;
mod primary;
pub mod scene;
pub mod shape;
pub mod solve;
mod state;
mod step;
mod stress;
mod structure;
mod system;
mod topology;
mod unsolved;
mod works;

pub use attachment::{End, Pinch, Spring};
pub use body::{Body, Formulation, FrameMotion, Tensors, Weights};
pub use build::{build, check};
pub use build_error::BuildError;
pub use deformation_model::Vectors;
pub use fracture::{Elongation, Fracture, Rule};
pub use hybrid::stiffness;
pub use inelastic::{Creep, Delayed, Measure, Nonlinear, Yield};
pub use lattice::{Fibres, Lattice, LatticeError};
pub use local::{Local, Map};
pub use options::Options;
pub use scene::KIND;
pub use shape::Places;
pub use step::Splines;
pub use system::hold;

#[doc(no_inline)]
pub use plastica_core::Method;
