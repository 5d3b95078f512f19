//! The files that a scene names, from the folder of the scene file.

use crate::{IoError, read_image, read_mesh};
use plastica_geometry::TriangleMesh;
use plastica_scene::assets::{AssetError, Assets, Image};
use std::path::{Path, PathBuf};

/// A folder in or under which the files of a scene lie.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// A folder by its path.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Folder(path.into())
    }

    /// The folder of a file: that of a scene holds what the scene names.
    pub fn of(file: &Path) -> Self {
        Folder(file.parent().unwrap_or(Path::new("")).to_owned())
    }
}

impl Assets for Folder {
    fn mesh(&self, file: &Path) -> Result<TriangleMesh, AssetError> {
        read_mesh(self.0.join(file)).map_err(|error| refused(file, &error))
    }

    fn image(&self, file: &Path) -> Result<Image, AssetError> {
        read_image(self.0.join(file)).map_err(|error| refused(file, &error))
    }
}

fn refused(file: &Path, error: &IoError) -> AssetError {
    AssetError {
        file: file.to_owned(),
        reason: error.to_string(),
    }
}
