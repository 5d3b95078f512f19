//! The files that a scene names, from the folder of the scene file or from the run that kept them.

use crate::run::RunFiles;
use crate::{IoError, mesh, read_image, read_mesh};
use plastica_geometry::TriangleMesh;
use plastica_scene::assets::{AssetError, Assets, Image};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use twox_hash::XxHash3_64;

/// Where a run keeps copies of the files that its scene names.
pub(crate) const KEPT: &str = "assets";

/// A folder in or under which the files of a scene lie. What is not there is looked for among what a run has kept, so
/// that the scene in the directory of a run can be read like any other.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    /// A run whose copies come first.
    run: Option<PathBuf>,
    used: Arc<Mutex<Vec<UsedFile>>>,
}

/// A file that a scene has used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedFile {
    /// Where a run keeps it, relative to its directory.
    pub kept: PathBuf,
    /// Where it was found.
    pub found: PathBuf,
}

impl Folder {
    /// A folder by its path.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Folder {
            root: path.into(),
            run: None,
            used: Arc::default(),
        }
    }

    /// The folder of a file: that of a scene holds what the scene names.
    pub fn of(file: &Path) -> Self {
        Folder::new(file.parent().unwrap_or(Path::new("")))
    }

    /// With the copies that a run has kept in front.
    pub fn or_kept_by(mut self, run: &RunFiles) -> Self {
        self.run = Some(run.root().to_owned());
        self
    }

    /// The files that were read, in the order of reading, with those that belong to them.
    pub fn used(&self) -> Vec<UsedFile> {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.clone()
    }

    /// Where a file is.
    fn find(&self, file: &Path) -> PathBuf {
        let beside = self.root.join(file);
        let kept = kept_name(file);
        let first = self.run.as_ref().map(|run| run.join(&kept));
        let last = self.root.join(&kept);
        match first {
            Some(first) if first.is_file() => first,
            _ if !beside.exists() && last.is_file() => last,
            _ => beside,
        }
    }

    fn note(&self, file: &Path, found: &Path) {
        let kept = kept_name(file);
        let parts = mesh::parts(found).into_iter().map(|part| UsedFile {
            kept: kept.with_file_name(&part),
            found: found.with_file_name(&part),
        });
        let whole = UsedFile {
            kept: kept.clone(),
            found: found.to_owned(),
        };
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        for file in std::iter::once(whole).chain(parts) {
            if !used.contains(&file) {
                used.push(file);
            }
        }
    }
}

/// Where a run keeps a file that its scene names: as it is named, below the directory of copies; one that lies elsewhere
/// in a folder of its own.
fn kept_name(file: &Path) -> PathBuf {
    let below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if file.components().all(below) {
        return Path::new(KEPT).join(file);
    }
    let name = file.file_name().unwrap_or("file".as_ref());
    let digest = XxHash3_64::oneshot(file.to_string_lossy().as_bytes());
    Path::new(KEPT).join(format!("{digest:016x}")).join(name)
}

impl Assets for Folder {
    fn mesh(&self, file: &Path) -> Result<TriangleMesh, AssetError> {
        let path = self.find(file);
        let mesh = read_mesh(&path).map_err(|error| refused(file, &error))?;
        self.note(file, &path);
        Ok(mesh)
    }

    fn image(&self, file: &Path) -> Result<Image, AssetError> {
        let path = self.find(file);
        let image = read_image(&path).map_err(|error| refused(file, &error))?;
        self.note(file, &path);
        Ok(image)
    }
}

fn refused(file: &Path, error: &IoError) -> AssetError {
    AssetError {
        file: file.to_owned(),
        reason: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_stay_below_their_directory() {
        assert_eq!(kept_name(Path::new("a/b.obj")), Path::new("assets/a/b.obj"));
        for outside in ["../b.obj", "/b.obj", "a/../../b.obj"] {
            let kept = kept_name(Path::new(outside));
            let parts: Vec<_> = kept.components().collect();
            assert!(
                parts
                    .iter()
                    .all(|part| matches!(part, Component::Normal(_)))
            );
            assert_eq!((parts.len(), kept.file_name()), (3, Some("b.obj".as_ref())));
        }
        assert_ne!(
            kept_name(Path::new("/b.obj")),
            kept_name(Path::new("../b.obj"))
        );
    }
}
