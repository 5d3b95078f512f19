//! Shapes, meshes and samplings.

mod collide;
mod common;
mod figures;
mod meshes;
mod sampling;
mod solids;
mod tetrahedra;
mod volumes;
