//! Material laws, written once for every method: how a material point stores energy, yields, resists
//! and prefers directions.
//!
//! A [`Recipe`] says which law stands in which of four places (elastic × flow × viscosity × map) and
//! with which numbers; [`Recipe::material`] checks it and gives a [`Material`] for one point or a
//! register of points; [`Material::advance`] moves a point by one deformation increment.
//!
//! ```
//! use plastica_material::{Increment, catalogue};
//! use plastica_tensor::Mat3;
//!
//! let rubber = catalogue::preset("rubber").unwrap().recipe().material::<f64>().unwrap();
//! let mut point = rubber.rest();
//! let mut shear = Mat3::zero();
//! shear[(0, 1)] = 1e-3;
//! let step = Increment::from_gradient(&point, shear, 1e-4);
//! let answer = rubber.advance(&mut point, &step);
//! assert!(answer.kirchhoff.xy > 0.0);
//! ```
//!
//! This crate knows no particles, grids, meshes or files.

pub mod barrier;
mod build;
pub mod catalogue;
pub mod elastic;
pub mod flow;
pub mod map;
mod material;
pub mod moduli;
pub mod opening;
mod presets;
mod recipe;
mod route;
pub mod spec;
pub mod viscosity;

pub use build::RecipeError;
pub use material::{Increment, Keeps, Material, Response, State};
pub use recipe::{Field, LawRecipe, Recipe, Value};
