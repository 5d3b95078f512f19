//! What a scene's `[[grains]]` say, as pictures need it.

use crate::Failure;
use plastica::scene::{GrainShape, Scene};
use plastica_core::World;
use plastica_draw::grains::{GrainForm, GrainSet, Grains};
use plastica_draw::render::{ColourBy, Mesh};

/// The grains of a scene.
pub(crate) struct Filling {
    sets: Vec<GrainSet>,
}

impl Filling {
    /// `None` for a scene without grains.
    pub(crate) fn of(scene: &Scene) -> Result<Option<Self>, Failure> {
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
                        mesh.map_err(|error| Failure::Input(format!("grains: {error}")))?,
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
        Ok((!sets.is_empty()).then_some(Filling { sets }))
    }

    /// Whether they can show what gives the colours; of what they do not know, particles tell.
    pub(crate) fn shows(&self, colour_by: &Option<ColourBy>) -> bool {
        colour_by
            .as_ref()
            .is_none_or(|by| by.attribute == "velocity")
    }

    /// The bodies and emitters that they fill.
    pub(crate) fn bodies(&self) -> Vec<String> {
        self.sets
            .iter()
            .flat_map(|set| set.bodies.clone())
            .collect()
    }

    /// What they look like, by set.
    pub(crate) fn forms(&self) -> Vec<GrainForm> {
        self.sets.iter().map(|set| set.form.clone()).collect()
    }

    /// Before the first frame.
    pub(crate) fn start(&self, world: &World, seed: u64) -> Grains {
        Grains::new(self.sets.clone(), world.clone(), seed)
    }
}
