//! A run goes on from its newest checkpoint.

use super::holes::Holes;
use super::saved::{Saved, restore};
use super::{Run, RunError, SceneFile, Tables, Watch};
use crate::simulation::Simulation;
use plastica_core::RestoreError;
use plastica_io::run::TableStart;
use plastica_io::{Existing, RunDirectory, RunFiles};
use std::ops::ControlFlow;
use std::path::Path;

impl Run {
    /// Goes on with a run from its newest checkpoint, or from the start if there is none. What is missing or damaged of
    /// what was written before is computed again. Gives notes for the user, such as damaged checkpoints.
    pub fn resume(scene: &SceneFile, out: &Path) -> Result<(Self, Vec<String>), RunError> {
        let mut notes = Vec::new();
        let run = Run::resume_by(scene, out, &mut |note| notes.push(note), &mut |_| {
            ControlFlow::Continue(())
        })?;
        Ok((run.expect("nobody asked to stop"), notes))
    }

    /// The same with each note as it comes; `watch` sees the steps that are taken again. `None` if it asked to stop.
    pub fn resume_by(
        scene: &SceneFile,
        out: &Path,
        tell: &mut dyn FnMut(String),
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>, RunError> {
        let files = RunFiles::open(out)?;
        if files.read_scene()? != scene.text {
            return Err(RunError::ChangedScene);
        }
        let directory = RunDirectory::open(out)?;
        let scene = &scene.of_run(&files).map_err(Box::new)?;
        let (mut notes, mut strangers) = (Vec::new(), 0);
        let digest = scene.digest();
        let found = files.find_checkpoint(&mut notes, |found| {
            strangers += u32::from(found.scene_digest != digest);
            Ok(found.scene_digest == digest)
        })?;
        notes.into_iter().for_each(&mut *tell);
        let Some(checkpoint) = found else {
            if strangers > 0 {
                let what = "it has states of another scene only".into();
                return Err(RestoreError::Different(what).into());
            }
            tell("there is no checkpoint: the run starts again".into());
            drop(directory);
            return Run::start(scene, out, Existing::Overwrite).map(Some);
        };
        let saved = Saved::of(&checkpoint)?;
        directory.rewind(&checkpoint)?;
        let mut simulation = Simulation::new(&scene.scene)?;
        let holes = Holes::find(&files, &simulation, checkpoint.frame, &saved)?;
        if !holes.is_empty() {
            tell(format!("{holes}: computing again what is lost"));
            if holes.fill(scene, &directory, watch)?.is_break() {
                return Ok(None);
            }
        }
        restore(&mut simulation, &checkpoint)?;
        let start = |k: usize| saved.marks.get(k).map(|mark| TableStart::At(*mark));
        let tables = Tables::open(&directory, &simulation, start)?;
        let run = Run::with(simulation, directory, scene, tables, saved);
        run.after(checkpoint.frame).map(Some)
    }
}
