//! A simulation with its directory: frames, ledger, probes and checkpoints.
//!
//! [`Run`] starts, resumes or branches a run and writes what each frame brings. It reads no clock: when
//! to write a checkpoint is for the caller to say.

use crate::build::BuildError;
use crate::diagnostics::Diagnostics;
use crate::expect::{ExpectationResult, Measurement};
use crate::methods::{METHODS, Methods};
use crate::scene::Scene;
use crate::simulation::{DivergedRun, FrameReport, ProbeRows, Progress, Simulation};
use plastica_core::{Frame, RestoreError};
use plastica_io::run::FoundCheckpoint;
use plastica_io::{Cell, Checkpoint, Existing, Folder, IoError, RunDirectory, RunFiles, Table};
use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The section of a checkpoint that holds the state.
const STATE: &str = "simulation";

const LEDGER: &[&str] = &[
    "time_s",
    "frame",
    "steps",
    "shortest_dt_s",
    "bound",
    "failures",
    "points",
    "mass_kg",
    "volume_m3",
    "kinetic_j",
    "elastic_j",
    "dissipated_j",
    "px_kg_m_per_s",
    "py_kg_m_per_s",
    "pz_kg_m_per_s",
    "lx_kg_m2_per_s",
    "ly_kg_m2_per_s",
    "lz_kg_m2_per_s",
    "cx_m",
    "cy_m",
    "cz_m",
    "fastest_m_per_s",
];

/// A scene that was read, with its text and where it comes from.
#[derive(Clone, Debug)]
pub struct SceneFile {
    /// The file.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// The same as data.
    pub scene: Scene,
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
        let name = path.display().to_string();
        let scene = Scene::parse_by(methods, &name, &text, Folder::of(path))?;
        Ok(SceneFile {
            path: path.to_owned(),
            text,
            scene,
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

/// A simulation with its directory.
pub struct Run {
    scene: Scene,
    simulation: Simulation,
    directory: RunDirectory,
    digest: u64,
    /// What the scene expects, if anything, measured as frames come.
    measurement: Option<Measurement>,
    /// The frame that was written last.
    frame: Frame,
    ledger: Table,
    probes: Vec<(String, Table)>,
}

/// Why a run cannot start or go on.
#[derive(Debug)]
pub enum RunError {
    /// The scene has mistakes.
    Scene(Box<Diagnostics>),
    /// The scene cannot run.
    Build(BuildError),
    /// Files.
    Files(IoError),
    /// The scene is not the one of the run.
    ChangedScene,
    /// A checkpoint does not fit the scene.
    State(RestoreError),
    /// There is no such frame.
    NoFrame {
        /// The one that was asked for.
        asked: u64,
        /// The last one there is.
        last: u64,
    },
    /// The numbers went wrong.
    Diverged(Box<DivergedRun>),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Scene(problems) => problems.fmt(f),
            RunError::Build(error) => error.fmt(f),
            RunError::Files(error) => error.fmt(f),
            RunError::ChangedScene => f.write_str(
                "the scene is not the one this run was started with: use --from-frame N to go on from a frame with the new scene, or another --out for a new run",
            ),
            RunError::State(error) => write!(
                f,
                "the saved state does not fit the scene: {error}. Bodies, resolution, laws and precision must be the same; numbers of laws, motions and gravity may change"
            ),
            RunError::NoFrame { asked, last } => {
                write!(f, "there is no frame {asked}: this run has frames 0 to {last}")
            }
            RunError::Diverged(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl From<BuildError> for RunError {
    fn from(error: BuildError) -> Self {
        RunError::Build(error)
    }
}
impl From<IoError> for RunError {
    fn from(error: IoError) -> Self {
        RunError::Files(error)
    }
}
impl From<RestoreError> for RunError {
    fn from(error: RestoreError) -> Self {
        RunError::State(error)
    }
}
impl From<Box<DivergedRun>> for RunError {
    fn from(error: Box<DivergedRun>) -> Self {
        RunError::Diverged(error)
    }
}

impl Run {
    /// Starts a run: frame 0 and the first rows are written.
    pub fn start(scene: &SceneFile, out: &Path, existing: Existing) -> Result<Self, RunError> {
        // The scene is filled before the directory is touched: a scene that cannot run leaves no trace.
        let simulation = Simulation::new(&scene.scene)?;
        let directory = RunDirectory::create(out, &scene.text, existing)?;
        let mut run = Run::with(simulation, directory, scene, None)?;
        run.write_frame()?;
        run.write_ledger(None)?;
        let rows = run.simulation.take_probe_rows();
        run.write_probes(&rows)?;
        Ok(run)
    }

    /// Goes on with a run from its newest checkpoint, or from the start if there is none. Gives notes
    /// for the user, such as damaged checkpoints.
    pub fn resume(scene: &SceneFile, out: &Path) -> Result<(Self, Vec<String>), RunError> {
        let files = RunFiles::open(out)?;
        if files.read_scene()? != scene.text {
            return Err(RunError::ChangedScene);
        }
        match files.newest_checkpoint() {
            Ok(FoundCheckpoint {
                checkpoint, notes, ..
            }) => {
                let mut simulation = Simulation::new(&scene.scene)?;
                restore(&mut simulation, &checkpoint)?;
                let directory = RunDirectory::open(out)?;
                directory.rewind(&checkpoint)?;
                Ok((
                    Run::with(simulation, directory, scene, Some(checkpoint.time))?,
                    notes,
                ))
            }
            Err(IoError::NoCheckpoint { notes, .. }) => {
                Ok((Run::start(scene, out, Existing::Overwrite)?, notes))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Goes on from a frame of a run with a scene that may have other numbers and motions. The way to
    /// the frame is taken from the nearest checkpoint before it with the scene as it was; what came
    /// after the frame is dropped.
    pub fn branch(
        scene: &SceneFile,
        out: &Path,
        frame: u64,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Option<Self>, RunError> {
        let files = RunFiles::open(out)?;
        let last = files.frame_numbers()?.last().copied().unwrap_or(0);
        if frame > last {
            return Err(RunError::NoFrame { asked: frame, last });
        }
        let before = SceneFile::parse_by(scene.scene.kinds, &scene.path, files.read_scene()?)
            .map_err(|problems| RunError::Scene(Box::new(problems)))?;
        let mut old = Simulation::new(&before.scene)?;
        if let Some(found) = files.checkpoint_before_frame(frame)? {
            restore(&mut old, &found.checkpoint)?;
        }
        while old.frame_number() < frame {
            if old.next_frame(watch)?.is_none() {
                return Ok(None);
            }
        }
        let mut simulation = Simulation::new(&scene.scene)?;
        simulation.restore(&old.save())?;
        let directory = RunDirectory::open(out)?;
        let digest = scene.digest();
        let checkpoint = checkpoint(&simulation, digest);
        // The checkpoint first: whatever happens next, the run can be resumed from here.
        directory.replace_scene(&scene.text)?;
        directory.write_checkpoint(&checkpoint)?;
        directory.rewind(&checkpoint)?;
        Ok(Some(Run::with(
            simulation,
            directory,
            scene,
            Some(checkpoint.time),
        )?))
    }

    fn with(
        simulation: Simulation,
        directory: RunDirectory,
        scene: &SceneFile,
        after: Option<f64>,
    ) -> Result<Self, RunError> {
        let ledger = directory.ledger(LEDGER, after)?;
        let mut probes = Vec::new();
        for table in simulation.probe_tables() {
            let file = directory.probe(&table.name, &table.columns, after)?;
            probes.push((table.name, file));
        }
        let measurement = Measurement::of(&scene.scene);
        let mut run = Run {
            scene: scene.scene.clone(),
            frame: Frame::default(),
            simulation,
            directory,
            digest: scene.digest(),
            measurement,
            ledger,
            probes,
        };
        if after.is_some() {
            run.frame = run.simulation.frame().rounded();
            run.measure_files()?;
        }
        Ok(run)
    }

    /// Measures what earlier parts of a run have written.
    fn measure_files(&mut self) -> Result<(), RunError> {
        if let Some(measurement) = &mut self.measurement {
            let world = self.simulation.world();
            measurement.observe_files(self.directory.files(), &self.scene, world)?;
        }
        Ok(())
    }

    /// The scene that runs.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The frame that was written last.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// What came of the scene's expectations so far.
    pub fn expectations(&self) -> Vec<ExpectationResult> {
        let measured = self.measurement.as_ref();
        measured.map(Measurement::results).unwrap_or_default()
    }

    /// What runs.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Where it is written.
    pub fn directory(&self) -> &RunDirectory {
        &self.directory
    }

    /// Goes on to the next frame and writes it. `None` if `watch` asked to stop before.
    pub fn next_frame(
        &mut self,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Option<FrameReport>, RunError> {
        let Some(report) = self.simulation.next_frame(watch)? else {
            return Ok(None);
        };
        self.write_probes(&report.probes)?;
        self.write_ledger(Some(&report))?;
        self.write_frame()?;
        Ok(Some(report))
    }

    fn write_frame(&mut self) -> Result<(), RunError> {
        self.frame = self.simulation.frame().rounded();
        if let Some(measurement) = &mut self.measurement {
            measurement.observe_frame(self.frame.clone(), self.simulation.world());
        }
        Ok(self.directory.write_frame(&self.frame)?)
    }

    /// Writes the complete state. A milestone stays for good; others make room for the next.
    pub fn write_checkpoint(&self, milestone: bool) -> Result<(), RunError> {
        self.ledger.sync()?;
        for (_, table) in &self.probes {
            table.sync()?;
        }
        let checkpoint = checkpoint(&self.simulation, self.digest);
        if milestone {
            self.directory.write_milestone(&checkpoint)?;
        }
        Ok(self.directory.write_checkpoint(&checkpoint)?)
    }

    fn write_probes(&mut self, probes: &[ProbeRows]) -> Result<(), RunError> {
        if let Some(measurement) = &mut self.measurement {
            measurement.observe_probes(probes);
        }
        for probe in probes {
            let Some((_, table)) = self.probes.iter_mut().find(|(name, _)| *name == probe.name)
            else {
                continue;
            };
            for row in &probe.rows {
                let cells: Vec<Cell<'_>> =
                    row.iter().map(|value| Cell::maybe(Some(*value))).collect();
                table.row(&cells)?;
            }
        }
        Ok(())
    }

    fn write_ledger(&mut self, report: Option<&FrameReport>) -> Result<(), RunError> {
        let sums = self.simulation.ledger();
        let mut cells = vec![
            Cell::from(self.simulation.time()),
            Cell::from(self.simulation.frame_number()),
            Cell::from(report.map_or(0, |r| r.steps)),
            Cell::from(report.map_or(0.0, |r| r.shortest)),
            Cell::from(report.map_or("start", |r| r.bound.name())),
            Cell::from(report.map_or(0, |r| r.failures)),
            Cell::from(sums.points),
        ];
        cells.extend([Cell::from(sums.mass), Cell::maybe(sums.volume)]);
        let energies = [
            sums.kinetic_energy,
            sums.elastic_energy,
            sums.dissipated_energy,
        ];
        let vectors = [sums.momentum, sums.angular_momentum, sums.centre];
        cells.extend(
            energies
                .iter()
                .chain(vectors.iter().flatten())
                .map(|value| Cell::from(*value)),
        );
        cells.push(Cell::from(sums.fastest));
        Ok(self.ledger.row(&cells)?)
    }
}

fn checkpoint(simulation: &Simulation, digest: u64) -> Checkpoint {
    Checkpoint {
        scene_digest: digest,
        time: simulation.time(),
        frame: simulation.frame_number(),
        step: simulation.steps(),
        sections: vec![(STATE.into(), simulation.save())],
    }
}

fn restore(simulation: &mut Simulation, checkpoint: &Checkpoint) -> Result<(), RunError> {
    let state = checkpoint.section(STATE).ok_or(RestoreError::TooShort)?;
    Ok(simulation.restore(state)?)
}
