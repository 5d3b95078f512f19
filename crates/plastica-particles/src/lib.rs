//! What the methods of particles share.
//!
//! Particles stand in bundles of [`BUNDLE`], column after column ([`columns`]); a [`Layout`] says which columns
//! the particles of a body have. Laws run over registers of particles ([`law`]). [`grips`] and [`emitters`] do
//! what a world asks of any particles; [`fill`] makes particles of what a scene means by a body; [`bench`] is the cube that
//! methods of particles are measured on.
//!
//! Nothing here knows how particles act on each other. Code that runs under `dispatch` is `#[inline(always)]`, as
//! everywhere.

pub mod bench;
mod bounds;
pub mod columns;
pub mod emitters;
pub mod fill;
pub mod grips;
mod group;
pub mod law;
mod layout;
pub mod observe;
mod quad;
pub mod scene;

pub use bounds::Bounds;
pub use columns::{BUNDLE, Columns, ColumnsMut};
pub use group::{Group, Seeding};
pub use layout::{Extra, Layout};
pub use quad::{Quad, add};
