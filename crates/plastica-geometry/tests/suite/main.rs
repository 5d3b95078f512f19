//! Shapes, meshes and samplings.

mod common;
mod figures;
mod meshes;
mod sampling;
mod solids;
mod tetrahedra;
mod volumes;
