//! Pictures of a run: contact sheet, moving picture, single frames.
//!
//! ```no_run
//! use plastica::pictures::{Quality, RunRenderer};
//! use plastica_io::RunFiles;
//!
//! let mut renderer = RunRenderer::open(&RunFiles::open("runs/dough_star")?, None)?;
//! renderer.prepare(16.0 / 9.0)?;
//! let picture = renderer.draw(60, (1280, 720), Quality::Show)?;
//! std::fs::write("dough.png", picture.png()?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod film;
mod frames;
mod grains;
mod obstacles;

pub use error::PictureError;
pub use film::{can_film, mp4};
pub use frames::{FrameSource, KeptFrames};
pub use plastica_draw::Picture;
pub use plastica_draw::render::{ColourBy, Quality};

use crate::build;
use crate::methods::{METHODS, Methods};
use crate::scene::Scene;
use grains::GrainSets;
use obstacles::Obstacles;
use plastica_core::{Frame, World};
use plastica_draw::render::{Camera, Extent, RenderScene, Style, render};
use plastica_draw::sheet::contact_sheet;
use plastica_io::{Folder, RunFiles};
use std::path::Path;

/// Pictures of a contact sheet.
const ON_SHEET: usize = 6;
/// Most pictures of a moving preview.
const IN_MOTION: usize = 48;
/// Pixels of a preview.
const PREVIEW: (u32, u32) = (480, 360);

/// Draws the frames of a run.
pub struct RunRenderer<'a> {
    scene: Scene,
    world: World,
    obstacles: Obstacles,
    style: Style,
    /// What fills bodies, if the scene says so and it is to be seen.
    grains: Option<GrainSets>,
    frames: Box<dyn FrameSource + 'a>,
    numbers: Vec<u64>,
    framed: Option<Camera>,
}

/// How far the drawing is: what is worked on, which one, of how many.
pub type Progress<'a> = dyn FnMut(&'static str, u64, u64) + 'a;

impl<'a> RunRenderer<'a> {
    /// Of a run in a directory, which keeps the meshes and images of its scene.
    pub fn open(
        files: &RunFiles,
        colour_by: Option<ColourBy>,
    ) -> Result<RunRenderer<'static>, PictureError> {
        RunRenderer::open_by(METHODS, files, colour_by)
    }

    /// The same with a list of methods that the scene may name.
    pub fn open_by(
        methods: Methods,
        files: &RunFiles,
        colour_by: Option<ColourBy>,
    ) -> Result<RunRenderer<'static>, PictureError> {
        let text = files.read_scene()?;
        let name = files.scene().display().to_string();
        // Runs of earlier versions have no copies: beside the scene file, as it was named then.
        let base = files
            .read_info()
            .ok()
            .and_then(|info| Path::new(&info.scene).parent().map(Path::to_owned))
            .unwrap_or_default();
        let scene = Scene::parse_by(methods, &name, &text, Folder::new(base).or_kept_by(files))?;
        let world = build::world(&scene)?;
        RunRenderer::new(scene, world, Box::new(files.clone()), colour_by)
    }

    /// Of frames that come from anywhere.
    pub fn new(
        scene: Scene,
        world: World,
        frames: Box<dyn FrameSource + 'a>,
        colour_by: Option<ColourBy>,
    ) -> Result<Self, PictureError> {
        let grains = GrainSets::of(&scene)?.filter(|grains| grains.shows(&colour_by));
        let numbers = frames.numbers()?;
        if numbers.is_empty() {
            return Err(PictureError::NoFrames);
        }
        let style = Style {
            colour_by,
            left_out: grains.as_ref().map(GrainSets::bodies).unwrap_or_default(),
            title: scene.settings.title.clone().unwrap_or_default(),
            ..Style::default()
        };
        Ok(RunRenderer {
            obstacles: Obstacles::new(&scene, &world),
            scene,
            world,
            style,
            grains,
            frames,
            numbers,
            framed: None,
        })
    }

    /// Numbers of the frames there are.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// Frames per second of the scene.
    pub fn frames_per_second(&self) -> f64 {
        self.scene.settings.frames_per_second
    }

    /// Follows what fills bodies from the first frame to one, and hands it to where frames come from.
    pub fn fill(&self, last: u64, progress: &mut Progress<'_>) -> Result<(), PictureError> {
        let Some(grains) = &self.grains else {
            return Ok(());
        };
        let mut grains = grains.start(&self.world, self.scene.settings.seed);
        for number in self.numbers.iter().filter(|n| **n <= last) {
            progress("grains", *number, last);
            let frame = self.frames.frame(*number)?;
            self.frames.write_grains(grains.advance(&frame))?;
        }
        Ok(())
    }

    /// Fits the camera, if the scene has none, and the range of colours to some of the frames.
    pub fn prepare(&mut self, aspect: f64) -> Result<(), PictureError> {
        let frames: Vec<Frame> = spread(&self.numbers, 7)
            .into_iter()
            .map(|n| self.frames.frame(n))
            .collect::<Result<_, _>>()?;
        if let (Some(by), Some(first)) = (&self.style.colour_by, frames.first())
            && first.attribute(&by.attribute).is_none()
        {
            return Err(PictureError::NoAttribute {
                asked: by.attribute.clone(),
                known: first.attributes.iter().map(|a| a.name.clone()).collect(),
            });
        }
        let extent = frames.iter().map(Extent::of).reduce(Extent::and);
        self.framed = extent.map(|extent| Camera::frame_all(extent, aspect));
        if let Some(by) = self.style.colour_by.take() {
            self.style.colour_by = Some(by.over(&frames));
        }
        Ok(())
    }

    fn camera(&self, time: f64) -> Option<Camera> {
        let Some(camera) = &self.scene.camera else {
            return self.framed;
        };
        let at = |values: &[plastica_material::Value; 3]| {
            std::array::from_fn(|k| values[k].at([0.0; 3], time))
        };
        Some(Camera {
            position: at(&camera.position),
            target: at(&camera.target),
            up: camera.up,
            field_of_view: camera.field_of_view.at([0.0; 3], time),
        })
    }

    /// Draws a frame in so many pixels, wide and high.
    pub fn draw(
        &self,
        number: u64,
        size: (u32, u32),
        quality: Quality,
    ) -> Result<Picture, PictureError> {
        let frame = self.frames.frame(number)?;
        let mut stage = RenderScene::new(&frame, &self.style)?;
        if let Some(grains) = &self.grains {
            let instances = self.frames.grains(number)?;
            stage = stage.grains(&instances, &grains.forms(), &self.style)?;
        }
        for obstacle in self.obstacles.at(&self.world, frame.time) {
            stage = stage.obstacle(obstacle);
        }
        let aspect = f64::from(size.0) / f64::from(size.1);
        let camera = self
            .camera(frame.time)
            .unwrap_or_else(|| Camera::frame_all(stage.extent(), aspect));
        Ok(render(&stage, &camera, size, quality)?)
    }

    /// The contact sheet and the moving picture of a run.
    pub fn preview(&mut self, progress: &mut Progress<'_>) -> Result<Preview, PictureError> {
        self.prepare(f64::from(PREVIEW.0) / f64::from(PREVIEW.1))?;
        let moments = preview_frames(&self.numbers);
        self.fill(*moments.last().unwrap_or(&0), progress)?;
        let on_sheet = spread(&moments, ON_SHEET);
        let (mut moving, mut sheet) = (Vec::new(), Vec::new());
        for (k, number) in moments.iter().enumerate() {
            progress("drawing", k as u64 + 1, moments.len() as u64);
            let picture = self.draw(*number, PREVIEW, Quality::Preview)?;
            if on_sheet.contains(number) {
                sheet.push(picture.clone());
            }
            moving.push(picture);
        }
        // The speed of the scene, as far as frames were left out.
        let rate = self.frames_per_second() * moments.len() as f64 / self.numbers.len() as f64;
        Ok(Preview {
            sheet: contact_sheet(&sheet, 3, &self.style.title)?,
            moving,
            frames_per_second: rate.clamp(5.0, 30.0),
        })
    }
}

/// A first look at a run.
pub struct Preview {
    /// Some moments side by side.
    pub sheet: Picture,
    /// Pictures of a film.
    pub moving: Vec<Picture>,
    /// Its speed.
    pub frames_per_second: f64,
}

/// The frames that a preview shows, of those there are.
pub fn preview_frames(numbers: &[u64]) -> Vec<u64> {
    spread(numbers, IN_MOTION)
}

/// At most `count` of a list, evenly spread, first and last among them.
fn spread(numbers: &[u64], count: usize) -> Vec<u64> {
    if numbers.len() <= count || count < 2 {
        return numbers.to_vec();
    }
    (0..count)
        .map(|k| numbers[k * (numbers.len() - 1) / (count - 1)])
        .collect()
}
