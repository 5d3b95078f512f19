//! Colliders as pictures show them.

use crate::scene::Scene;
use plastica_core::{Pose, World};
use plastica_draw::render::{Mesh, Obstacle};
use plastica_tensor::Vec3;

/// Cells along the longest side of a collider's surface.
const CELLS: usize = 72;

/// What each collider of a scene looks like, about its own origin.
pub(super) struct Obstacles(Vec<Option<Look>>);

enum Look {
    Plane { point: Vec3<f64>, normal: Vec3<f64> },
    Surface(Mesh),
}

impl Obstacles {
    pub(super) fn new(scene: &Scene, world: &World) -> Self {
        let colliders = world.colliders.iter().zip(&scene.colliders);
        let look = |(collider, described): (&plastica_core::Collider, &crate::scene::Collider)| {
            if let Some((normal, offset)) = described.shape.form.plane() {
                let placement = &described.shape.placement;
                let turn = placement.rotation.matrix();
                let point = turn.mul_vec(Vec3(normal).scale(offset * placement.scale));
                return Some(Look::Plane {
                    point: point + Vec3(placement.position),
                    normal: turn.mul_vec(Vec3(normal)),
                });
            }
            let surface = collider.shape.surface(CELLS)?;
            let mesh = Mesh::new(surface.vertices, surface.triangles);
            mesh.ok().map(Look::Surface)
        };
        Obstacles(colliders.map(look).collect())
    }

    /// Those that are there at a time [s], where they are.
    pub(super) fn at(&self, world: &World, time: f64) -> Vec<Obstacle> {
        let all = world.colliders.iter().zip(&self.0);
        let present = all.filter(|(collider, _)| collider.is_present(time));
        present
            .filter_map(|(collider, look)| Some(look.as_ref()?.posed(&collider.motion.pose(time))))
            .collect()
    }
}

impl Look {
    fn posed(&self, pose: &Pose) -> Obstacle {
        match self {
            Look::Plane { point, normal } => Obstacle::HalfSpace {
                point: pose.to_space(*point).0,
                normal: pose.rotation.mul_vec(*normal).0,
            },
            Look::Surface(mesh) => {
                Obstacle::Mesh(mesh.clone().posed(pose.rotation.0, pose.position.0))
            }
        }
    }
}
