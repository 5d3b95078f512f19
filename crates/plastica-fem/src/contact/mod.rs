//! What nodes of the surface meet.
//!
//! Obstacles push nodes one by one (`obstacles`). Surfaces push each other (`surfaces`): pairs of features that may come near
//! (`near`), impulses where they touch (`constraint`), and what is done when those do not settle (`rigid_zone`).

mod apart;
mod constraint;
mod local;
mod near;
pub(crate) mod obstacles;
mod rigid_zone;
pub(crate) mod surfaces;
