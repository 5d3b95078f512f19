//! Pictures of a run: contact sheet, moving picture, single frames.

use crate::grains::Filling;
use crate::{Failure, files};
use plastica::build;
use plastica::scene::Scene;
use plastica_core::{Frame, World};
use plastica_draw::Picture;
use plastica_draw::render::{
    Camera, ColourBy, Extent, Mesh, Obstacle, Quality, Stage, Style, render,
};
use plastica_draw::sheet::{contact_sheet, gif};
use plastica_io::{Folder, RunFiles, read_frame};
use plastica_tensor::Vec3;
use std::path::{Path, PathBuf};

/// Pictures of a contact sheet.
const ON_SHEET: usize = 6;
/// Most pictures of a moving preview.
const IN_MOTION: usize = 48;

/// What is drawn, and how.
pub(crate) struct Shoot {
    scene: Scene,
    world: World,
    /// Obstacles of finite size about their own origins, by collider.
    meshes: Vec<Option<Mesh>>,
    style: Style,
    /// What fills bodies, if the scene says so and it is to be seen.
    filling: Option<Filling>,
    pub(crate) files: RunFiles,
    pub(crate) numbers: Vec<u64>,
    framed: Option<Camera>,
}

impl Shoot {
    /// A run, whose meshes and images are looked for beside its scene file.
    pub(crate) fn new(files: RunFiles, colour_by: Option<ColourBy>) -> Result<Self, Failure> {
        let told = |error: plastica_io::IoError| Failure::of_files(&error);
        let text = files.read_scene().map_err(told)?;
        let name = files.scene().display().to_string();
        let base = files
            .read_info()
            .ok()
            .and_then(|info| Path::new(&info.scene).parent().map(Path::to_owned))
            .unwrap_or_default();
        let scene = Scene::parse_with(&name, &text, Folder::new(base))
            .map_err(|problems| Failure::Scene(Box::new(problems), false))?;
        let world = build::world(&scene).map_err(|error| Failure::Input(error.to_string()))?;
        let filling = Filling::of(&scene)?.filter(|filling| filling.shows(&colour_by));
        let meshes = world
            .colliders
            .iter()
            .map(|collider| mesh(&collider.shape))
            .collect();
        let numbers = files.frame_numbers().map_err(told)?;
        if numbers.is_empty() {
            return Err(Failure::Input(format!(
                "{} has no frames to draw",
                files.root().display()
            )));
        }
        let filled = filling.as_ref().map(Filling::bodies).unwrap_or_default();
        let style = Style {
            colour_by,
            left_out: filled.into_iter().collect(),
            title: scene.settings.title.clone().unwrap_or_default(),
            ..Style::default()
        };
        Ok(Shoot {
            scene,
            world,
            meshes,
            style,
            filling,
            files,
            numbers,
            framed: None,
        })
    }

    /// Frames per second of the scene.
    pub(crate) fn frames_per_second(&self) -> f64 {
        self.scene.settings.frames_per_second
    }

    pub(crate) fn frame(&self, number: u64) -> Result<Frame, Failure> {
        read_frame(self.files.frame(number)).map_err(|error| Failure::of_files(&error))
    }

    /// Follows what fills bodies from the first frame to one, and writes it into the run.
    pub(crate) fn fill(&self, last: u64) -> Result<(), Failure> {
        let Some(filling) = &self.filling else {
            return Ok(());
        };
        let mut grains = filling.start(&self.world, self.scene.settings.seed);
        let wanted = self.numbers.iter().filter(|n| **n <= last);
        for number in wanted {
            eprint!("\rgrains {number} of {last} ");
            let shown = grains.advance(&self.frame(*number)?);
            let written = self.files.write_grain_frame(&shown);
            written.map_err(|error| Failure::of_files(&error))?;
        }
        eprintln!("({} of them)", grains.len());
        Ok(())
    }

    /// Fits the camera, if the scene has none, and the range of colours to some of the frames.
    pub(crate) fn prepare(&mut self, aspect: f64) -> Result<(), Failure> {
        let frames: Vec<Frame> = spread(&self.numbers, 7)
            .into_iter()
            .map(|n| self.frame(n))
            .collect::<Result<_, _>>()?;
        if let (Some(by), Some(first)) = (&self.style.colour_by, frames.first())
            && first.attribute(&by.attribute).is_none()
        {
            let names: Vec<&str> = first.attributes.iter().map(|a| a.name.as_str()).collect();
            return Err(Failure::Input(format!(
                "frames have no attribute {:?}: they have {}",
                by.attribute,
                names.join(", ")
            )));
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

    pub(crate) fn draw(
        &self,
        number: u64,
        size: (u32, u32),
        quality: Quality,
    ) -> Result<Picture, Failure> {
        let frame = self.frame(number)?;
        let told = |error: plastica_draw::DrawError| {
            Failure::Work(format!("cannot draw frame {number}: {error}"))
        };
        let mut stage = Stage::new(&frame, &self.style).map_err(told)?;
        if let Some(filling) = &self.filling {
            let grains = read_frame(self.files.grain_frame(number))
                .map_err(|error| Failure::of_files(&error))?;
            stage = stage
                .grains(&grains, &filling.forms(), &self.style)
                .map_err(told)?;
        }
        for obstacle in self.obstacles(frame.time) {
            stage = stage.obstacle(obstacle);
        }
        let aspect = f64::from(size.0) / f64::from(size.1);
        let camera = self
            .camera(frame.time)
            .unwrap_or_else(|| Camera::frame_all(stage.extent(), aspect));
        render(&stage, &camera, size, quality).map_err(told)
    }

    /// Colliders where they are at a time.
    fn obstacles(&self, time: f64) -> Vec<Obstacle> {
        let mut obstacles = Vec::new();
        for ((collider, described), mesh) in self
            .world
            .colliders
            .iter()
            .zip(&self.scene.colliders)
            .zip(&self.meshes)
        {
            if !collider.is_present(time) {
                continue;
            }
            let pose = collider.motion.pose(time);
            if let Some((normal, offset)) = described.shape.form.plane() {
                let placement = &described.shape.placement;
                let turn = placement.rotation.matrix();
                let local = turn.mul_vec(Vec3(normal).scale(offset * placement.scale))
                    + Vec3(placement.position);
                obstacles.push(Obstacle::HalfSpace {
                    point: pose.to_space(local).0,
                    normal: pose.rotation.mul_vec(turn.mul_vec(Vec3(normal))).0,
                });
            } else if let Some(mesh) = mesh {
                obstacles.push(Obstacle::Mesh(
                    mesh.clone().posed(pose.rotation.0, pose.position.0),
                ));
            }
        }
        obstacles
    }
}

/// An obstacle as triangles; half spaces are drawn as such.
fn mesh(shape: &plastica_geometry::Shape) -> Option<Mesh> {
    const CELLS: usize = 72;
    let surface = shape.surface(CELLS)?;
    Mesh::new(surface.vertices, surface.triangles).ok()
}

/// At most `count` of a list, evenly spread, first and last among them.
pub(crate) fn spread(numbers: &[u64], count: usize) -> Vec<u64> {
    if numbers.len() <= count || count < 2 {
        return numbers.to_vec();
    }
    (0..count)
        .map(|k| numbers[k * (numbers.len() - 1) / (count - 1)])
        .collect()
}

/// The contact sheet and the moving picture of a run.
pub(crate) fn preview(files: &RunFiles) -> Result<Vec<PathBuf>, Failure> {
    let mut shoot = Shoot::new(files.clone(), None)?;
    let size = (480, 360);
    shoot.prepare(f64::from(size.0) / f64::from(size.1))?;
    let told = |error: plastica_draw::DrawError| Failure::Work(format!("cannot draw: {error}"));

    let moments = spread(&shoot.numbers, IN_MOTION);
    shoot.fill(*moments.last().unwrap_or(&0))?;
    let on_sheet = spread(&moments, ON_SHEET);
    let (mut moving, mut sheet) = (Vec::new(), Vec::new());
    for (k, number) in moments.iter().enumerate() {
        eprint!("\rdrawing {}/{} ", k + 1, moments.len());
        let picture = shoot.draw(*number, size, Quality::Preview)?;
        if on_sheet.contains(number) {
            sheet.push(picture.clone());
        }
        moving.push(picture);
    }
    eprintln!();
    let title = shoot.scene.settings.title.clone().unwrap_or_default();
    let sheet = contact_sheet(&sheet, 3, &title).map_err(told)?;
    let png = files.preview_png();
    files::write(&png, &sheet.png().map_err(told)?)?;
    let path = files.preview_gif();
    // The speed of the scene, as far as frames were left out.
    let rate =
        shoot.scene.settings.frames_per_second * moments.len() as f64 / shoot.numbers.len() as f64;
    files::write(&path, &gif(&moving, rate.clamp(5.0, 30.0)).map_err(told)?)?;
    Ok(vec![png, path])
}
