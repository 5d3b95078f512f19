//! A scene with its text and its place.

use crate::diagnostics::Diagnostics;
use crate::methods::{METHODS, Methods};
use crate::scene::Scene;
use plastica_io::{Folder, RunFiles, UsedFile};
use std::path::{Path, PathBuf};

/// A scene that was read, with its text and where it comes from.
#[derive(Clone, Debug)]
pub struct SceneFile {
    /// The file.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// The same as data.
    pub scene: Scene,
    /// The files that it names and where they were found.
    pub files: Vec<UsedFile>,
}

impl SceneFile {
    /// Reads a scene file and the files that it names, relative to itself.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Diagnostics> {
        SceneFile::read_by(METHODS, path)
    }

    /// The same with a list of methods that the scene may name.
    pub fn read_by(methods: Methods, path: impl AsRef<Path>) -> Result<Self, Diagnostics> {
        let path = path.as_ref();
        SceneFile::parse_by(methods, path, crate::scene::read_text(path)?)
    }

    /// Reads a scene from its text; the files that it names are looked for beside the path, also when a run goes on.
    pub fn parse(path: impl AsRef<Path>, text: String) -> Result<Self, Diagnostics> {
        SceneFile::parse_by(METHODS, path, text)
    }

    /// The same with a list of methods that the scene may name.
    pub fn parse_by(
        methods: Methods,
        path: impl AsRef<Path>,
        text: String,
    ) -> Result<Self, Diagnostics> {
        let path = path.as_ref();
        SceneFile::parse_in(methods, path, text, Folder::of(path))
    }

    /// The same scene with the files that a run has kept of those that it names.
    pub(super) fn of_run(&self, run: &RunFiles) -> Result<Self, Diagnostics> {
        if self.files.is_empty() {
            return Ok(self.clone());
        }
        let folder = Folder::of(&self.path).or_kept_by(run);
        SceneFile::parse_in(self.scene.kinds, &self.path, self.text.clone(), folder)
    }

    pub(super) fn parse_in(
        methods: Methods,
        path: &Path,
        text: String,
        folder: Folder,
    ) -> Result<Self, Diagnostics> {
        let name = path.display().to_string();
        let scene = Scene::parse_by(methods, &name, &text, folder.clone())?;
        Ok(SceneFile {
            path: path.to_owned(),
            text,
            scene,
            files: folder.used(),
        })
    }

    /// A digest of the text (FNV-1a).
    pub fn digest(&self) -> u64 {
        let step =
            |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        self.text
            .as_bytes()
            .iter()
            .fold(0xCBF2_9CE4_8422_2325, step)
    }
}
