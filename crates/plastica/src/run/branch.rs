//! A run goes on from one of its frames with another scene.

use super::holes::missing_frames;
use super::saved::{Saved, restore};
use super::{Run, RunError, SceneFile, Tables, Watch};
use crate::simulation::Simulation;
use plastica_io::run::{AssetCopy, TableStart};
use plastica_io::{Folder, RunDirectory, RunFiles};
use std::path::Path;

impl Run {
    /// Goes on from a frame of a run with a scene that may have other numbers and motions. The way to
    /// the frame is taken from the nearest checkpoint before it with the scene as it was; what came
    /// after the frame is dropped.
    pub fn branch(
        scene: &SceneFile,
        out: &Path,
        frame: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>, RunError> {
        let files = RunFiles::open(out)?;
        let last = files.frame_numbers()?.last().copied().unwrap_or(0);
        if frame > last {
            return Err(RunError::NoFrame { asked: frame, last });
        }
        let directory = RunDirectory::open(out)?;
        let Some(old) = state_at(scene, &files, frame, watch)? else {
            return Ok(None);
        };
        let copies = AssetCopy::read_all(&scene.files)?;
        let mut simulation = Simulation::new(&scene.scene)?;
        check_times(&old, &simulation, frame)?;
        simulation.restore(&old.save())?;
        // What is missing before the frame nobody can compute any more.
        let missing = missing_frames(&files, frame)?;
        if missing.contains(&frame) {
            directory.write_frame(&old.frame().rounded())?;
        }
        drop(old);
        let mut saved = Saved {
            since: frame,
            absent: missing.into_iter().filter(|n| *n < frame).collect(),
            ..Saved::default()
        };
        let time = simulation.time();
        directory.truncate_tables(time)?;
        let start = |_| Some(TableStart::After(time));
        let mut tables = Tables::open(&directory, &simulation, start)?;
        saved.marks = tables.marks();
        // The checkpoint first, then the scene it belongs to: whatever happens next, the run can be resumed as it was or
        // from here. Its milestone stays: nothing before it can be computed again.
        let checkpoint = saved.checkpoint(&simulation, scene.digest(), frame);
        directory.write_checkpoint(&checkpoint)?;
        directory.replace_scene(&scene.text)?;
        directory.keep_assets(&copies)?;
        directory.rewind(&checkpoint)?;
        directory.write_milestone(&checkpoint)?;
        let run = Run::with(simulation, directory, scene, tables, saved);
        run.after(frame).map(Some)
    }
}

/// The run as it was, at a frame. `None` if `watch` asked to stop.
fn state_at(
    scene: &SceneFile,
    files: &RunFiles,
    frame: u64,
    watch: &mut Watch<'_>,
) -> Result<Option<Simulation>, RunError> {
    let kept = Folder::of(&scene.path).or_kept_by(files);
    let text = files.read_scene()?;
    let before = SceneFile::parse_in(scene.scene.kinds, &scene.path, text, kept);
    let before = before.map_err(Box::new)?;
    let digest = before.digest();
    let mut simulation = Simulation::new(&before.scene)?;
    let time = simulation.time_of(frame);
    let mut since = 0;
    let found = files.find_checkpoint(&mut Vec::new(), |found| {
        let Ok(saved) = Saved::of(found) else {
            return Ok(false);
        };
        if found.scene_digest == digest {
            since = saved.since;
        }
        // With a state of the very frame it does not matter which scene led to it.
        let there = found.frame == frame && found.time == time;
        let on_the_way = found.frame <= frame && found.scene_digest == digest;
        Ok(saved.owed.is_none() && (there || on_the_way))
    })?;
    match found {
        Some(checkpoint) => restore(&mut simulation, &checkpoint)?,
        None if since == 0 => {}
        None => {
            let what = format!("the state at frame {frame} is gone");
            return Err(RunError::Lost { what, since });
        }
    }
    while simulation.frame_number() < frame {
        if simulation.next_frame(watch)?.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(simulation))
}

/// Numbers and times of frames must go together before and after.
fn check_times(old: &Simulation, new: &Simulation, frame: u64) -> Result<(), RunError> {
    if frame > new.frame_count() {
        let end = new.time_of(new.frame_count());
        return Err(RunError::Past { frame, end });
    }
    // Frame 1 tells the rate, unless the run or the scene has no more.
    for number in [1.min(frame), frame] {
        let (run, scene) = (old.time_of(number), new.time_of(number));
        if run != scene {
            return Err(RunError::OtherTimes {
                frame: number,
                run,
                scene,
            });
        }
    }
    Ok(())
}
