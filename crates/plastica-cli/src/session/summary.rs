//! What is left when a session ends: pictures, and what was done.

use super::Session;
use crate::progress::Bar;
use crate::{Failure, files, say, talk};
use plastica::expect::ExpectationResult;
use plastica::pictures::{KeptFrames, RunRenderer};
use plastica::run::EnergyNote;
use plastica_draw::sheet::gif;
use serde_json::json;
use std::path::PathBuf;

impl Session<'_> {
    /// Writes the contact sheet and the moving picture.
    pub(super) fn preview(&self, kept: &KeptFrames) -> Result<Vec<PathBuf>, Failure> {
        let (scene, world) = (
            self.run.scene().clone(),
            self.run.simulation().world().clone(),
        );
        let mut renderer = RunRenderer::new(scene, world, Box::new(kept), None)?;
        let preview =
            renderer.preview(&mut |what, k, of| talk::status(&format!("{what} {k}/{of}")))?;
        say!();
        let files = self.run.directory().files();
        let (sheet, film) = (files.preview_png(), files.preview_gif());
        let told = |error: plastica_draw::DrawError| Failure::Work(format!("cannot draw: {error}"));
        plastica_io::write_bytes(&sheet, &preview.sheet.png().map_err(told)?)?;
        let moving = gif(&preview.moving, preview.frames_per_second).map_err(told)?;
        plastica_io::write_bytes(&film, &moving)?;
        Ok(vec![sheet, film])
    }

    /// Says what was done.
    pub(super) fn report(&self, bar: &Bar, pictures: &[PathBuf]) -> Result<(), Failure> {
        let per_step = bar.nanoseconds_per_particle_step();
        let results = self.run.expectations();
        let sums = self.run.simulation().ledger();
        if self.arguments.json {
            files::print(&files::pretty(&json!({
                "out": self.out, "frames": self.info.frames, "steps": self.info.steps, "points": self.info.points,
                "simulated_s": self.info.simulated_seconds, "wall_s": self.info.wall_seconds,
                "ns_per_particle_step": per_step, "pictures": pictures,
                "warnings": self.info.warnings, "numerical_loss_j": sums.numerical_loss(),
                "expectations": results.iter().map(ExpectationResult::to_json).collect::<Vec<_>>(),
            })))?;
            return Failure::if_gained(&sums).and(Failure::if_missed(&results));
        }
        let mut text = format!(
            "{}: {} frames, {} steps, {} particles, {:.1} s ({:.1} ns per particle and step)\n  {}/frames      open in ParaView, pyvista or h5py\n  {}/ledger.csv  energies, momentum, volume by frame\n",
            self.title,
            self.info.frames,
            self.info.steps,
            self.info.points,
            self.info.wall_seconds,
            per_step,
            self.out.display(),
            self.out.display(),
        );
        for warning in &self.info.warnings {
            text.push_str(&format!("warning: {warning}\n"));
        }
        if let Some(EnergyNote::Loss(note)) = EnergyNote::of(&sums) {
            text.push_str(&format!("  {note}\n"));
        }
        for picture in pictures {
            text.push_str(&format!("  {}\n", picture.display()));
        }
        for result in &results {
            text.push_str(&format!("{result}\n"));
        }
        files::print(&text)?;
        Failure::if_gained(&sums).and(Failure::if_missed(&results))
    }
}
