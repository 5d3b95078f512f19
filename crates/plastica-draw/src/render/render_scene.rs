//! What stands before the camera.

use super::cell_meshes::{CellMeshes, SurfaceMaterial};
use super::colour_by::Measured;
use super::colour_map::{colour_map, light};
use super::sample::mix;
use super::{Backdrop, Extent, Finish, Look, Obstacle, Style};
use crate::DrawError;
use crate::grains::GrainForm;
use crate::surface::{Skin, particle_spacing, skin};
use glam::Vec3A;
use plastica_core::{Attribute, Drawn, Frame, Part};
use std::collections::BTreeMap;

/// A frame and its obstacles, ready to be drawn.
#[derive(Clone, Debug)]
pub struct RenderScene {
    pub(crate) balls: Vec<Ball>,
    pub(crate) skins: Vec<Body>,
    pub(crate) fabric: CellMeshes,
    /// Grains by what they look like.
    pub(crate) pieces: Vec<(GrainForm, Vec<Instance>)>,
    pub(crate) obstacles: Vec<(Obstacle, Finish)>,
    pub(crate) backdrop: Backdrop,
    pub(crate) legend: Option<Legend>,
    pub(crate) caption: String,
    pub(super) extent: Extent,
}

/// A grain or a crumb.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub(crate) centre: [f64; 3],
    pub(crate) radius: f64,
    /// Linear light.
    pub(crate) albedo: Vec3A,
    pub(crate) finish: Finish,
}

/// A grain with a size and a rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    pub(crate) centre: [f64; 3],
    /// Unit quaternion x, y, z, w.
    pub(crate) turn: [f64; 4],
    /// Full extents along its own axes [m].
    pub(crate) size: [f64; 3],
    /// Linear light.
    pub(crate) albedo: Vec3A,
    pub(crate) finish: Finish,
}

/// A skin and what it looks like.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) skin: Skin,
    pub(crate) coat: SurfaceMaterial,
}

/// What the colours mean.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Legend {
    pub(crate) label: String,
    pub(crate) unit: String,
    pub(crate) range: (f64, f64),
}

/// Points of one body and material.
struct Group {
    ids: Vec<u32>,
    points: Vec<[f64; 3]>,
}

impl RenderScene {
    /// The points of a frame and its cells; those that are not finite are left out. Bodies are told apart by
    /// the attributes `material` and `body`, cells by those of their first point. Fails if the attribute that
    /// gives the colours is not there, or if a cell has a point that is not there.
    pub fn new(frame: &Frame, style: &Style) -> Result<Self, DrawError> {
        let measured = match &style.colour_by {
            Some(by) => Some(by.measured(frame)?),
            None => None,
        };
        let paint = |material: usize| {
            let name = frame.materials.get(material).map_or("", String::as_str);
            Paint {
                finish: style.finish(name, material),
                measured: measured.as_ref(),
            }
        };
        let mut stage = RenderScene {
            balls: Vec::new(),
            skins: Vec::new(),
            fabric: CellMeshes::new(frame, style, paint)?,
            pieces: Vec::new(),
            obstacles: Vec::new(),
            backdrop: style.backdrop,
            legend: measured.as_ref().map(|m| Legend {
                label: m.label.clone(),
                unit: m.unit.clone(),
                range: m.range,
            }),
            caption: caption(&style.title, frame.time),
            extent: Extent::of(frame),
        };
        for ((material, body), group) in groups(frame) {
            // Of what is drawn by cells, points of no cell are not shown: they lie inside, or were torn off.
            let left_out =
                |part: &Part| part.drawn == Drawn::Cells || style.left_out.contains(&part.name);
            if frame.parts.get(body).is_some_and(left_out) {
                continue;
            }
            stage.add(&group, &paint(material), style.spacing);
        }
        Ok(stage)
    }

    /// Adds an obstacle.
    pub fn obstacle(self, obstacle: Obstacle) -> Self {
        self.obstacle_of(obstacle, Finish::OBSTACLE)
    }

    /// Adds an obstacle with a finish of its own; half spaces take on the backdrop's.
    pub fn obstacle_of(mut self, obstacle: Obstacle, finish: Finish) -> Self {
        match &obstacle {
            Obstacle::HalfSpace { .. } => {}
            Obstacle::Ball { centre, radius } => {
                let [low, high] = [-radius, *radius].map(|r| centre.map(|x| x + r));
                self.extent = self.extent.and(Extent::of_points(&[low, high]));
            }
            Obstacle::Mesh(mesh) => {
                self.extent = self.extent.and(Extent::of_points(mesh.vertices()));
            }
        }
        self.obstacles.push((obstacle, finish));
        self
    }

    /// The box of all that is finite on the stage; half spaces are not.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    fn add(&mut self, group: &Group, paint: &Paint<'_>, spacing: Option<f64>) {
        // A single place says nothing of its size: a small part of what there is, or 5 cm.
        let fallback = || match self.extent.diagonal() {
            0.0 => 0.05,
            diagonal => 0.02 * diagonal,
        };
        let spacing = spacing
            .filter(|s| s.is_finite() && *s > 0.0)
            .or_else(|| particle_spacing(&group.points))
            .unwrap_or_else(fallback);
        let grains: Vec<u32> = match paint.finish.look {
            Look::Grains => (0..group.ids.len() as u32).collect(),
            Look::Surface => {
                let values: Vec<f32> = group.ids.iter().map(|&i| paint.along(i)).collect();
                let skin = skin(&group.points, &values, spacing);
                let crumbs = skin.crumbs.clone();
                self.skins.push(Body {
                    skin,
                    coat: SurfaceMaterial::new(paint),
                });
                crumbs
            }
        };
        self.balls.extend(grains.into_iter().map(|k| {
            let id = group.ids[k as usize];
            grain(group.points[k as usize], id, spacing, paint)
        }));
    }
}

/// Where colours come from.
pub(super) struct Paint<'a> {
    pub(super) finish: Finish,
    pub(super) measured: Option<&'a Measured>,
}

impl Paint<'_> {
    /// Where the point's value lies in the range, 0 to 1. Points without a value have the lowest.
    pub(super) fn along(&self, id: u32) -> f32 {
        let Some(measured) = self.measured else {
            return 0.0;
        };
        let (low, high) = measured.range;
        let value = measured.values.get(id as usize).copied();
        let t = value
            .filter(|v| !v.is_nan())
            .map_or(0.0, |v| (v - low) / (high - low));
        t.clamp(0.0, 1.0) as f32
    }

    pub(super) fn albedo(&self, along: f32) -> Vec3A {
        light(match self.measured {
            Some(_) => colour_map(f64::from(along)),
            None => self.finish.colour,
        })
    }
}

/// Sizes and shades differ from grain to grain, and stay with it from frame to frame.
fn grain(centre: [f64; 3], id: u32, spacing: f64, paint: &Paint<'_>) -> Ball {
    let hash = mix(u64::from(id));
    let part = |shift: u32| (hash >> shift & 0xffff) as f64 / 65_535.0;
    // Slightly larger than half the spacing, so that one does not look through a heap.
    let radius = spacing * (0.48 + 0.16 * part(0));
    let (shade, warmth) = match paint.measured {
        Some(_) => (1.0, 0.0),
        None => (
            0.82 + 0.28 * part(16) as f32,
            0.05 * (part(32) as f32 - 0.5),
        ),
    };
    let tint = Vec3A::new(1.0 + warmth, 1.0, 1.0 - warmth);
    Ball {
        centre,
        radius,
        albedo: (paint.albedo(paint.along(id)) * shade * tint).min(Vec3A::splat(0.95)),
        finish: paint.finish,
    }
}

/// The material and the body of each point.
pub(super) struct Kinds<'a>([Option<&'a Attribute>; 2]);

impl<'a> Kinds<'a> {
    pub(super) fn of(frame: &'a Frame) -> Self {
        let kind = |name: &str| frame.attribute(name).filter(|a| a.components == 1);
        Kinds(["material", "body"].map(kind))
    }

    pub(super) fn at(&self, point: usize) -> (usize, usize) {
        let [material, body] = self.0.map(|kind| {
            let known = kind.filter(|a| point < a.values.len());
            known.map_or(0, |a| a.values.at(point) as usize)
        });
        (material, body)
    }
}

/// Finite points of no cell, by material and body.
fn groups(frame: &Frame) -> BTreeMap<(usize, usize), Group> {
    let kinds = Kinds::of(frame);
    let free = frame.cells.free(frame.positions.len());
    let mut groups: BTreeMap<(usize, usize), Group> = BTreeMap::new();
    for (i, point) in frame.positions.iter().enumerate() {
        if free[i] && point.iter().all(|x| x.is_finite()) {
            let group = groups.entry(kinds.at(i)).or_insert_with(|| Group {
                ids: Vec::new(),
                points: Vec::new(),
            });
            group.ids.push(i as u32);
            group.points.push(*point);
        }
    }
    groups
}

fn caption(title: &str, time: f64) -> String {
    let time = format!("t = {time:.3} s");
    if title.is_empty() {
        time
    } else {
        format!("{title}   {time}")
    }
}
