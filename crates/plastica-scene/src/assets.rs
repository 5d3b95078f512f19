//! The files that a scene names: meshes and images, from wherever the program has them.
//!
//! A scene is given its files once, while it is read, and keeps what is in them; building opens nothing. A name
//! that leads to no file is a mistake of the scene, told at its place.

mod image;
mod memory;

pub use image::Image;
pub use memory::Memory;

use crate::diagnostics::Problem;
use crate::reader::{Book, Context, Form, Kind, Node, text};
use plastica_geometry::TriangleMesh;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the files of a scene come from. Names are as the scene gives them, relative to the scene file.
pub trait Assets {
    /// A triangle mesh; corners \[m\].
    fn mesh(&self, file: &Path) -> Result<TriangleMesh, AssetError>;

    /// A picture as a field of numbers.
    fn image(&self, file: &Path) -> Result<Image, AssetError>;
}

/// Why a file cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetError {
    /// The file as the scene names it.
    pub file: PathBuf,
    /// What is wrong and what to do, with the name under which it was looked for.
    pub reason: String,
}

impl fmt::Display for AssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for AssetError {}

/// A mesh that a scene names.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshFile {
    /// Its file as the scene names it.
    pub file: PathBuf,
    /// What is in it.
    pub mesh: Arc<TriangleMesh>,
}

/// A picture that a scene names.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageFile {
    /// Its file as the scene names it.
    pub file: PathBuf,
    /// What is in it.
    pub image: Arc<Image>,
}

/// The name of a mesh file.
pub fn mesh_file() -> impl Kind<Out = MeshFile> {
    File(|cx, file| {
        let mesh = cx.assets().mesh(&file);
        let mesh = mesh.map_err(|AssetError { reason, .. }| Problem::BadMesh { reason })?;
        let mesh = Arc::new(mesh);
        Ok(MeshFile { file, mesh })
    })
}

/// The name of an image file.
pub fn image_file() -> impl Kind<Out = ImageFile> {
    File(|cx, file| {
        let image = cx.assets().image(&file);
        let image = image.map_err(|AssetError { reason, .. }| Problem::BadImage { reason })?;
        let image = Arc::new(image);
        Ok(ImageFile { file, image })
    })
}

/// The name of a file, read as what is in it.
struct File<T>(fn(&Context, PathBuf) -> Result<T, Problem>);

impl<T> Kind for File<T> {
    type Out = T;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<T> {
        let span = node.span.clone();
        let file = text().read(cx, node)?;
        match (self.0)(cx, file.into()) {
            Ok(asset) => Some(asset),
            Err(problem) => {
                cx.report(span, problem);
                None
            }
        }
    }

    fn form(&self, book: &mut Book) -> Form {
        text().form(book)
    }
}
