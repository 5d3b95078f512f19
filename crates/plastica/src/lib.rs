//! plastica: from a scene file to everything a run needs to know.
//!
//! [`Scene::read`] turns a TOML file into plain typed data or reports all its mistakes at once
//! ([`Diagnostics`]); [`json_schema`] and [`reference_markdown`] describe the same file for editors
//! and people, from the same declarations.
//!
//! ```
//! use plastica::Scene;
//!
//! let text = r#"
//!     [scene]
//!     duration = 2.0
//!
//!     [[material]]
//!     name = "ball"
//!     preset = "rubber"
//!
//!     [[body]]
//!     material = "ball"
//!     shape = { sphere = { radius = "3 cm" } }
//!     resolution = "2 mm"
//! "#;
//! let scene = Scene::parse("ball.toml", text).unwrap();
//! assert_eq!(scene.bodies[0].filling.resolution, 0.002);
//!
//! let mistakes = Scene::parse("ball.toml", &text.replace("radius", "raduis")).unwrap_err();
//! assert!(mistakes.to_string().contains("did you mean `radius`?"));
//! ```

pub mod build;
mod components;
pub mod expect;
pub mod lab;
pub mod methods;
#[cfg(feature = "draw")]
pub mod pictures;
pub mod preflight;
#[cfg(feature = "files")]
pub mod run;
pub mod scene;
pub mod simulation;

pub use plastica_scene::diagnostics::{self, Diagnostics};
pub use plastica_scene::{expression, units};
pub use scene::{Scene, json_schema, reference_markdown};
