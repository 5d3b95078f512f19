//! Pictures and plots.
//!
//! [`plot`] draws line plots to PNG without any system package: fonts are inside. [`render`] makes
//! pictures of frames by ray tracing on the processor, [`grains`] fills moving material with rods, cards
//! and grains, [`sheet`] puts pictures together as contact sheets and animations.
//!
//! ```
//! use plastica_draw::plot::Plot;
//!
//! let stress = (0..=100).map(|i| f64::from(i) * 1e-4).map(|strain| (strain, 117e9 * strain));
//! let png = Plot::new("Uniaxial stress: copper")
//!     .x_axis("Hencky strain", "1")
//!     .y_axis_si("Cauchy stress", "Pa")
//!     .line("elastic", stress)
//!     .png()?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), plastica_draw::DrawError>(())
//! ```

mod canvas;
mod colour;
mod error;
pub mod grains;
mod picture;
pub mod plot;
mod rectangle;
pub mod render;
pub mod sheet;
mod surface;
mod typeface;

pub use colour::Colour;
pub use error::DrawError;
pub use picture::Picture;
