//! From a scene to what runs: the world and the methods with their bodies.

mod bodies;
mod memory;
mod world;

pub use bodies::region;
pub(crate) use memory::bytes;
pub use plastica_scene::shape::build as shape;
pub use world::world;

use crate::scene::Scene;
use plastica_core::{Ensemble, Method, World};
pub use plastica_scene::method::label;
use plastica_scene::method::{BodySpec, Forecast, MethodKind, MethodScene, Plan};
pub use plastica_scene::method::{BuildError, BuildProblem};

/// A scene ready to run.
pub struct Built {
    /// What surrounds the material.
    pub world: World,
    /// What moves it: the method of the scene, or an ensemble of its methods.
    pub method: Box<dyn Method>,
}

/// Most frames of a run: each is a file.
const MOST_FRAMES: f64 = 1e7;

/// Sets up the world of a scene and hands its bodies to their methods.
pub fn build(scene: &Scene) -> Result<Built, BuildError> {
    let frames = scene.settings.duration * scene.settings.frames_per_second;
    if frames > MOST_FRAMES {
        let reason = format!(
            "duration and frames_per_second ask for {frames:.1e} frames, each a file, and more than {MOST_FRAMES:.0e} are not made: lower frames_per_second"
        );
        return Err(BuildError::one("scene", reason));
    }
    let world = world(scene)?;
    let members = members(scene)?;
    let forecasts = forecasts(scene, &world, &members)?;
    let parts: Vec<Forecast> = forecasts.into_iter().map(|(_, part)| part).collect();
    memory::check(&parts, scene.memory)?;
    let built = members
        .iter()
        .map(|member| member.scene.build(&member.plan(scene, &world)));
    let method = Ensemble::of(BuildError::collect(built)?);
    Ok(Built { world, method })
}

/// What the bodies of a scene will take, method by method.
pub fn forecast(
    scene: &Scene,
    world: &World,
) -> Result<Vec<(&'static MethodKind, Forecast)>, BuildError> {
    forecasts(scene, world, &members(scene)?)
}

fn forecasts(
    scene: &Scene,
    world: &World,
    members: &[Member<'_>],
) -> Result<Vec<(&'static MethodKind, Forecast)>, BuildError> {
    let all = members.iter().map(|member| {
        let forecasts = member.scene.forecast(&member.plan(scene, world))?;
        Ok(forecasts.into_iter().map(|one| (member.kind, one)))
    });
    Ok(BuildError::collect(all)?.into_iter().flatten().collect())
}

/// A method that a scene uses.
struct Member<'a> {
    kind: &'static MethodKind,
    scene: &'a dyn MethodScene,
    bodies: Vec<BodySpec>,
}

impl Member<'_> {
    fn plan<'a>(&'a self, scene: &Scene, world: &'a World) -> Plan<'a> {
        Plan {
            bodies: &self.bodies,
            world,
            precision: scene.settings.precision,
            duration: scene.settings.duration,
        }
    }
}

/// The methods that a scene uses, in the order of the list.
fn members<'a>(scene: &'a Scene) -> Result<Vec<Member<'a>>, BuildError> {
    let mut assigned = bodies::bodies(scene)?;
    let mut members = Vec::new();
    for kind in scene.kinds {
        let Some(method) = scene.methods.get(kind.name) else {
            continue;
        };
        let own = assigned.extract_if(.., |(name, _)| *name == kind.name);
        let member = Member {
            kind,
            scene: &**method,
            bodies: own.map(|(_, spec)| spec).collect(),
        };
        if !member.bodies.is_empty() || !method.own_bodies().is_empty() {
            members.push(member);
        }
    }
    if let Some((name, spec)) = assigned.first() {
        let reason = format!("there is no method {name:?}");
        return Err(BuildError::one(&spec.name, reason));
    }
    if members.is_empty() {
        return Err(BuildError::one(
            "scene",
            "there is nothing to simulate: add a [[body]], an [[emitter]] or a [[spline]]",
        ));
    }
    Ok(members)
}
