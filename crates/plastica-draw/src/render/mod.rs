//! Pictures of simulations by ray tracing, without a graphics card.
//!
//! Points of a frame that belong to no cell are grains or make up bodies with a skin, lines are string,
//! triangles are sheets with two sides, tetrahedra are seen by their outside.
//!
//! A [`RenderScene`] is a frame with its obstacles, dressed by a [`Style`]; a [`Camera`] looks at it;
//! [`render`] makes a [`Picture`]. The same stage gives the same bytes on any number
//! of threads (rayon's current pool).
//!
//! ```
//! use plastica_core::Frame;
//! use plastica_draw::render::{Camera, Extent, Obstacle, Quality, RenderScene, Style, render};
//!
//! let frame = Frame {
//!     positions: (0..27).map(|i| [i % 3, i / 9, i / 3 % 3].map(|k| 0.1 * f64::from(k))).collect(),
//!     ..Frame::default()
//! };
//! let floor = Obstacle::HalfSpace { point: [0.0, -0.05, 0.0], normal: [0.0, 1.0, 0.0] };
//! let stage = RenderScene::new(&frame, &Style::default())?.obstacle(floor);
//! let camera = Camera::frame_all(Extent::of(&frame), 4.0 / 3.0);
//! let picture = render(&stage, &camera, (160, 120), Quality::Preview)?;
//! assert!(picture.png()?.starts_with(b"\x89PNG"));
//! # Ok::<(), plastica_draw::DrawError>(())
//! ```

mod assemble;
mod camera;
mod cell_meshes;
mod colour_by;
mod colour_map;
mod creases;
mod denoise;
mod extent;
mod film;
mod finish;
mod instances;
mod light;
mod obstacle;
mod overlay;
mod primitive;
mod render_scene;
pub(crate) mod sample;
mod scene;
mod shade;
mod solid;
mod style;
mod threads;
mod tone;
mod tube;

pub use camera::Camera;
pub use colour_by::{ColourBy, Measure};
pub use colour_map::colour_map;
pub use extent::Extent;
pub use finish::{Finish, Look};
pub use obstacle::{Mesh, Obstacle};
pub use render_scene::RenderScene;
pub use style::{Backdrop, Style};

use crate::{DrawError, Picture};

/// How much time a picture is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// 2 to 4 samples per pixel.
    Preview,
    /// 4 to 16 samples per pixel.
    Show,
}

impl Quality {
    /// Samples that every pixel gets, and the most that one gets.
    fn samples(self) -> (u32, u32) {
        match self {
            Quality::Preview => (2, 4),
            Quality::Show => (4, 16),
        }
    }
}

/// Draws a stage as a picture of so many pixels, width and height.
pub fn render(
    stage: &RenderScene,
    camera: &Camera,
    size: (u32, u32),
    quality: Quality,
) -> Result<Picture, DrawError> {
    // Where letters end, too; the samples' order is made for 65536.
    const LARGEST: u32 = 16_384;
    let (width, height) = size;
    if width.min(height) == 0 || width.max(height) > LARGEST {
        return Err(DrawError::BadSize { width, height });
    }
    let picture = film::expose(stage, camera, size, quality)?;
    overlay::letter(picture, stage)
}
