//! What a scene's `[[grains]]` say, as pictures need it.

use super::PictureError;
use crate::scene::{GrainShape, Scene};
use plastica_core::World;
use plastica_draw::grains::{GrainForm, GrainSet, Grains};
use plastica_draw::render::{ColourBy, Mesh};

/// The grains of a scene.
pub(super) struct GrainSets {
    sets: Vec<GrainSet>,
}

impl GrainSets {
    /// `None` for a scene without grains.
    pub(super) fn of(scene: &Scene) -> Result<Option<Self>, PictureError> {
        let mut sets = Vec::new();
        for grains in &scene.grains {
            let form = match &grains.shape {
                GrainShape::Rod => GrainForm::Rod,
                GrainShape::Card => GrainForm::Card,
                GrainShape::Disc => GrainForm::Disc,
                GrainShape::Grain => GrainForm::Grain,
                GrainShape::Mesh(file) => {
                    let mesh = Mesh::new(file.mesh.vertices.clone(), file.mesh.triangles.clone());
                    GrainForm::Mesh(
                        mesh.map_err(|error| PictureError::GrainMesh(error.to_string()))?,
                    )
                }
            };
            sets.push(GrainSet {
                bodies: grains.bodies.clone(),
                per_particle: grains.per_particle,
                form,
                size: grains.size,
                variation: grains.variation,
                scatter: grains.scatter,
                threshold: grains.threshold,
            });
        }
        Ok((!sets.is_empty()).then_some(GrainSets { sets }))
    }

    /// Whether they can show what gives the colours; of what they do not know, particles tell.
    pub(super) fn shows(&self, colour_by: &Option<ColourBy>) -> bool {
        colour_by
            .as_ref()
            .is_none_or(|by| by.attribute == "velocity")
    }

    /// The bodies and emitters that they fill.
    pub(super) fn bodies(&self) -> Vec<String> {
        self.sets
            .iter()
            .flat_map(|set| set.bodies.clone())
            .collect()
    }

    /// What they look like, by set.
    pub(super) fn forms(&self) -> Vec<GrainForm> {
        self.sets.iter().map(|set| set.form.clone()).collect()
    }

    /// Before the first frame.
    pub(super) fn start(&self, world: &World, seed: u64) -> Grains {
        Grains::new(self.sets.clone(), world.clone(), seed)
    }
}
