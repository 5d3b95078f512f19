//! What nodes of the surface meet.

pub(crate) mod obstacles;
