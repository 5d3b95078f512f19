//! Files that the program has in memory.

use super::{AssetError, Assets, Image};
use plastica_geometry::TriangleMesh;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Meshes and images by the names that a scene gives them; without any, scenes that name no files can be read.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Meshes by name.
    pub meshes: BTreeMap<PathBuf, TriangleMesh>,
    /// Images by name.
    pub images: BTreeMap<PathBuf, Image>,
}

impl Assets for Memory {
    fn mesh(&self, file: &Path) -> Result<TriangleMesh, AssetError> {
        find(&self.meshes, file)
    }

    fn image(&self, file: &Path) -> Result<Image, AssetError> {
        find(&self.images, file)
    }
}

fn find<T: Clone>(files: &BTreeMap<PathBuf, T>, file: &Path) -> Result<T, AssetError> {
    files.get(file).cloned().ok_or_else(|| AssetError {
        file: file.to_owned(),
        reason: format!("there is no file {} with this scene", file.display()),
    })
}
