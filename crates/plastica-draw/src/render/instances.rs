//! Grains on the stage.

use super::Style;
use super::render_scene::{Instance, Paint, RenderScene};
use super::sample::mix;
use crate::DrawError;
use crate::grains::GrainForm;
use glam::Vec3A;
use plastica_core::{Attribute, Frame};

/// Triangles of grains that are drawn as copies of a mesh: some gigabytes.
const MOST_TRIANGLES: u64 = 8_000_000;

impl RenderScene {
    /// Adds a frame of [grains](crate::grains::Grains), by the forms of their sets. Grains without place,
    /// rotation or size are left out. Fails if the attribute that gives the colours is not there, or if copies
    /// of meshes have too many triangles.
    pub fn grains(
        mut self,
        frame: &Frame,
        forms: &[GrainForm],
        style: &Style,
    ) -> Result<Self, DrawError> {
        let known = |name: &str, components: usize| {
            let whole = components * frame.positions.len();
            let fits = |a: &&Attribute| a.components == components && a.values.len() == whole;
            frame.attribute(name).filter(fits).ok_or_else(|| {
                let names = frame.attributes.iter().map(|a| a.name.clone());
                DrawError::NoAttribute {
                    name: name.into(),
                    known: names.collect(),
                }
            })
        };
        let (turns, sizes) = (known("orientation", 4)?, known("scale", 3)?);
        let [ids, sets, materials] = [known("id", 1)?, known("set", 1)?, known("material", 1)?];
        let measured = match &style.colour_by {
            Some(by) => Some(by.measured(frame)?),
            None => None,
        };
        let mut pieces: Vec<Vec<Instance>> = vec![Vec::new(); forms.len()];
        for (i, centre) in frame.positions.iter().enumerate() {
            let at = |of: &Attribute| of.values.at(i) as usize;
            let name = frame.materials.get(at(materials));
            let paint = Paint {
                finish: style.finish(name.map_or("", String::as_str), at(materials)),
                measured: measured.as_ref(),
            };
            let piece = Instance {
                centre: *centre,
                turn: std::array::from_fn(|k| turns.values.at(4 * i + k)),
                size: std::array::from_fn(|k| sizes.values.at(3 * i + k)),
                albedo: shade(&paint, i as u32, at(ids) as u64),
                finish: paint.finish,
            };
            let numbers = piece.centre.iter().chain(&piece.turn).chain(&piece.size);
            if let Some(of_set) = pieces.get_mut(at(sets))
                && numbers.clone().all(|x| x.is_finite())
            {
                of_set.push(piece);
            }
        }
        let triangles: u64 = forms
            .iter()
            .zip(&pieces)
            .map(|(form, pieces)| match form {
                GrainForm::Mesh(mesh) => mesh.len() as u64 * pieces.len() as u64,
                _ => 0,
            })
            .sum();
        if triangles > MOST_TRIANGLES {
            return Err(DrawError::TooManyTriangles {
                triangles,
                most: MOST_TRIANGLES,
            });
        }
        self.pieces.extend(forms.iter().cloned().zip(pieces));
        self.extent = self.extent.and(super::Extent::of(frame));
        Ok(self)
    }
}

/// The material's colour, brighter or darker and warmer or colder from grain to grain, so that one tells them
/// apart; a measured colour stays as it is.
fn shade(paint: &Paint<'_>, index: u32, id: u64) -> Vec3A {
    let colour = paint.albedo(paint.along(index));
    if paint.measured.is_some() {
        return colour;
    }
    let hash = mix(id);
    let part = |shift: u32| (hash >> shift & 0xffff) as f32 / 65_535.0;
    let bright = 0.72 + 0.5 * part(0);
    let warm = 0.18 * (part(16) - 0.5);
    (colour * bright * Vec3A::new(1.0 + warm, 1.0, 1.0 - 1.6 * warm)).min(Vec3A::splat(0.95))
}
