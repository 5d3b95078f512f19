//! Copies of the files that a scene names, in the directory of its run: `assets/`, and the list of what is ours in it.

use super::directory::{RunDirectory, make_directory, remove_file};
use crate::assets::{KEPT, UsedFile};
use crate::atomic::write_whole;
use crate::error::{Action, IoError};
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

/// The name of the list.
const LIST: &str = "list.txt";

/// A file that a scene has used, with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetCopy {
    /// Where it is kept, relative to the directory of the run.
    kept: PathBuf,
    bytes: Vec<u8>,
}

impl AssetCopy {
    /// Reads files that a scene has used.
    pub fn read_all(files: &[UsedFile]) -> Result<Vec<AssetCopy>, IoError> {
        let read = |UsedFile { kept, found }: &UsedFile| {
            let bytes = fs::read(found).map_err(|e| IoError::system(found, Action::Read, e))?;
            let kept = kept.clone();
            Ok(AssetCopy { kept, bytes })
        };
        files.iter().map(read).collect()
    }

    /// Its line in the list.
    fn line(&self) -> String {
        format!("{}\n", self.kept.display())
    }
}

impl RunDirectory {
    /// Keeps copies of the files that the scene has used, in place of those that were kept before.
    pub fn keep_assets(&self, copies: &[AssetCopy]) -> Result<(), IoError> {
        let root = self.files().root();
        let before = listed(root)?;
        let is_kept = |kept: &Path| copies.iter().any(|copy| copy.kept == kept);
        remove(root, before.iter().filter(|kept| !is_kept(kept)))?;
        if copies.is_empty() && before.is_empty() {
            return Ok(());
        }
        make_directory(&root.join(KEPT))?;
        // The list first: what it names can be removed again, whatever happens.
        let names: String = copies.iter().map(AssetCopy::line).collect();
        write_whole(&list(root), |to| to.write_all(names.as_bytes()))?;
        for copy in copies {
            let path = root.join(&copy.kept);
            make_directory(path.parent().unwrap_or(root))?;
            write_whole(&path, |to| to.write_all(&copy.bytes))?;
        }
        Ok(())
    }
}

/// Removes all copies and their list.
pub(super) fn clear(root: &Path) -> Result<(), IoError> {
    remove(root, &listed(root)?)?;
    remove(root, [&Path::new(KEPT).join(LIST)])
}

/// The list of what is ours.
fn list(root: &Path) -> PathBuf {
    root.join(KEPT).join(LIST)
}

/// What the list names, relative to the run; nothing outside the directory of copies.
fn listed(root: &Path) -> Result<Vec<PathBuf>, IoError> {
    let path = list(root);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(IoError::system(&path, Action::Read, e)),
    };
    let ours = |path: &PathBuf| {
        let normal = |part: Component<'_>| matches!(part, Component::Normal(_));
        path.starts_with(KEPT) && path.components().all(normal)
    };
    Ok(text.lines().map(PathBuf::from).filter(ours).collect())
}

/// Removes files of a run, and the folders that become empty by it.
fn remove<'a>(root: &Path, kept: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), IoError> {
    for kept in kept {
        let path = root.join(kept);
        if path.is_file() {
            remove_file(&path)?;
        }
        let folders = kept.ancestors().skip(1);
        for folder in folders.take_while(|folder| folder.starts_with(KEPT)) {
            // Others may have put something there.
            if fs::remove_dir(root.join(folder)).is_err() {
                break;
            }
        }
    }
    Ok(())
}
