//! What the methods share: the [`World`] they see of a scene, the [`Method`] they implement, the
//! [`Frame`] they show, the bounds on their steps and the [`Ledger`] of what is conserved.
//!
//! Nothing here knows how a body is discretised, reads files or looks at a clock.

mod attribute;
mod bad_value;
mod bound;
mod bytes;
mod emission;
mod ensemble;
mod failure;
mod frame;
mod kinematic_target;
mod ledger;
mod method;
mod motion;
mod obstacle;
mod point;
mod points;
mod seed;
mod snapshot;
mod works;
mod world;

pub use attribute::{Attribute, Values};
pub use bad_value::{BadValue, Owner};
pub use bound::{Bound, StepBound, StepScales, diffusivity, stable_step};
pub use bytes::{Reader, RestoreError, Writer};
pub use emission::{Emission, EmissionError};
pub use ensemble::Ensemble;
pub use failure::{Cause, StepError, StepFailure};
pub use frame::Frame;
pub use kinematic_target::KinematicTarget;
pub use ledger::Ledger;
pub use method::{Method, Observe, Step, StepReport};
pub use motion::{AxisAngle, Motion, Pose, Rotation, Window};
pub use obstacle::{Obstacle, slowed};
pub use point::{Point, Resultant, Selection};
pub use seed::{Body, Precision, Seed, Source};
pub use snapshot::{Cells, Drawn, Part, Snapshot, Tracers};
pub use works::{Works, add_work};
pub use world::{Collider, Contact, Grip, World};
