//! The reader of scene files, and the tables that several parts of a scene share.
//!
//! [`reader`] reads a TOML document with one declaration per key, from which the JSON Schema and the reference
//! page are made as well; a crate that adds a table to the scene file declares its keys with it. Numbers have
//! [`units`] or are formulas ([`expression`]); mistakes are [`diagnostics`], all of a file at once.
//! [`shape`], [`placement`], [`motion`], [`window`], [`fibre`] and [`material`] are declared here once for all
//! tables that have them.
//!
//! Nothing here opens files: meshes and images that a scene names come through [`assets`].
//!
//! ```
//! use plastica_scene::assets::Memory;
//! use plastica_scene::reader::{Table, number, parse, table};
//! use plastica_scene::units::Quantity;
//!
//! struct Options {
//!     damping: f64,
//!     courant: f64,
//! }
//!
//! fn options(t: &mut Table<'_>) -> Option<Options> {
//!     let damping = t.need("damping", "How fast motion dies away.", number(Quantity::Rate).not_negative());
//!     let courant = t.or_value("courant", "Fraction of the stable step.", number(Quantity::Number).positive(), &0.5);
//!     Some(Options { damping: damping?, courant: courant? })
//! }
//!
//! let read = |text: &str| parse("options.toml", text, Memory::default(), table("the options", options));
//! let given = read("damping = \"3 1/s\"").unwrap();
//! assert_eq!((given.damping, given.courant), (3.0, 0.5));
//! assert!(read("daming = 3").is_err_and(|mistakes| mistakes.to_string().contains("did you mean `damping`?")));
//! ```

pub mod assets;
pub mod diagnostics;
pub mod expression;
pub mod fibre;
pub mod formulas;
pub mod grip;
pub mod law;
pub mod material;
pub mod method;
pub mod motion;
pub mod placement;
pub mod profile;
pub mod reader;
pub mod reference;
pub mod schema;
pub mod shape;
pub mod units;
pub mod window;
