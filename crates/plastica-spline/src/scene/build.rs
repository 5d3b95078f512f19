//! Deformable curves, surfaces and solids, with what pulls at them.

use super::arc::Arc;
use super::{Spline, SplineScene, SplineShape};
use crate::{Body, End, Lattice, Pinch, Places, Spring, shape};
use plastica_core::{Grip, Method, World};
use plastica_scene::method::{BuildError, MethodScene};
use plastica_tensor::Vec3;

/// The splines of a scene with what pulls at them.
pub(crate) fn build(scene: &SplineScene, world: &World) -> Result<Box<dyn Method>, BuildError> {
    let names = scene.own_bodies();
    let made = scene.splines.iter().zip(&names).map(|(spline, name)| {
        body(spline, name).map_err(|fault| {
            BuildError::one(name.clone(), format!("{}: {}", fault.reason, fault.advice))
        })
    });
    let bodies = BuildError::collect(made)?;
    let nothing = |grip: &&Grip| {
        let named = grip.body.as_ref().is_some_and(|body| names.contains(body));
        named && holds_nothing(grip, &bodies)
    };
    if let Some(grip) = world.grips.iter().find(nothing) {
        return Err(BuildError::one(
            grip.name.clone(),
            "it closes at 0 s and no node is in it: move it to the nodes, or make it larger",
        ));
    }
    BuildError::collect(bodies.iter().map(|body| {
        let inside = starts_inside(body, world, &scene.pinches);
        inside.map_or(Ok(()), |reason| Err(BuildError::one(&body.name, reason)))
    }))?;
    let named = |name: &str| {
        let place = names.iter().position(|own| own == name);
        place.unwrap_or(usize::MAX)
    };
    let springs = scene.springs.iter().map(|spring| Spring {
        body: named(&spring.body),
        end: End::Nearest(spring.at),
        stiffness: spring.stiffness,
        rest_length: spring.length,
        motion: spring.motion.clone(),
        window: spring.window,
    });
    let pinches = scene.pinches.iter().map(|pinch| Pinch {
        body: pinch.body.as_deref().map(named),
        radius: pinch.radius,
        stiffness: pinch.stiffness,
        motion: pinch.motion.clone(),
        window: pinch.window,
    });
    let (springs, pinches) = (springs.collect(), pinches.collect());
    let method = crate::build::build(bodies, springs, pinches, scene.options);
    let method = method.map_err(|error| {
        let part = error.body().and_then(|body| names.get(body));
        BuildError::one(part.map_or("spline", String::as_str), error.to_string())
    })?;
    Ok(Box::new(method))
}

/// Whether a grip closes at the start and no node is in it. Reading has reported it already for shapes that come from no file.
fn holds_nothing(grip: &Grip, bodies: &[Body]) -> bool {
    let pose = grip.motion.pose(0.0);
    let holds = |body: &Body| {
        grip.holds(&body.name)
            && (body.shape.iter()).any(|x| grip.shape.contains(pose.to_local(*x)))
    };
    grip.is_closed(0.0) && !bodies.iter().any(holds)
}

/// What is wrong with a body whose nodes start inside a collider. Nodes that are held there are meant to be, and up to the distance
/// of nodes a body that lies on an obstacle may overlap.
fn starts_inside(body: &Body, world: &World, pinches: &[super::Pinch]) -> Option<String> {
    let gripped = |x: Vec3<f64>| {
        world.grips.iter().any(|grip| {
            let local = grip.motion.pose(0.0).to_local(x);
            grip.is_closed(0.0) && grip.holds(&body.name) && grip.shape.contains(local)
        })
    };
    let pinched = |x: Vec3<f64>| {
        pinches.iter().any(|pinch| {
            let meant = pinch.body.as_ref().is_none_or(|name| *name == body.name);
            let closed = pinch.window.is_none_or(|window| window.contains(0.0));
            let away = (x - pinch.motion.pose(0.0).position).norm();
            meant && closed && pinch.stiffness.is_none() && away <= pinch.radius
        })
    };
    let spacing = body.spacing();
    let present = world.colliders.iter().filter(|c| c.is_present(0.0));
    let mut deepest = present.filter_map(|collider| {
        let pose = collider.motion.pose(0.0);
        let free = body.shape.iter().filter(|x| !gripped(**x) && !pinched(**x));
        let depths = free.map(|x| (-collider.shape.distance(pose.to_local(*x)), *x));
        let (depth, x) = depths.max_by(|a, b| a.0.total_cmp(&b.0))?;
        (depth > spacing).then_some((collider, depth, x.0))
    });
    let (collider, depth, [x, y, z]) = deepest.next()?;
    Some(format!(
        "it starts inside {:?}: its node at ({x:.4}, {y:.4}, {z:.4}) is {depth:.4} m deep; move one of them apart, or hold the nodes that are meant to be there by a grip or a pinch",
        collider.name
    ))
}

/// Most nodes of a spline. More have no place in the memory of today's machines: 2 kB each, at least.
const MOST_NODES: usize = 20_000_000;

/// What is wrong with a spline, and the key that says so.
pub(crate) struct Fault {
    pub(crate) key: &'static str,
    pub(crate) reason: String,
    pub(crate) advice: &'static str,
}

/// The body of a spline at the start.
pub(crate) fn body(spline: &Spline, name: &str) -> Result<Body, Fault> {
    let count = spline.shape.nodes();
    if count > MOST_NODES {
        return Err(Fault {
            key: "shape",
            reason: format!("{count} nodes are more than a spline may have ({MOST_NODES})"),
            advice: "use fewer nodes along each axis",
        });
    }
    let (lattice, mut places) = nodes(spline).map_err(|reason| Fault {
        key: "shape",
        reason,
        advice: "lengths are more than 0",
    })?;
    let placement = &spline.placement;
    let turn = placement.rotation.matrix();
    for place in &mut places {
        *place = Vec3(std::array::from_fn(|k| spline.warp[k].at(place.0, 0.0)));
        *place = turn.mul_vec(place.scale(placement.scale)) + Vec3(placement.position);
    }
    let centre = (places.iter())
        .fold(Vec3::zero(), |sum, place| sum + *place)
        .scale(1.0 / places.len() as f64);
    let velocity = |place: &Vec3<f64>| {
        let moving = Vec3(std::array::from_fn(|k| spline.velocity[k].at(place.0, 0.0)));
        moving + Vec3(spline.angular_velocity).cross(*place - centre)
    };
    let velocities = places.iter().map(velocity).collect();
    let mut cuts = Vec::new();
    for &[axis, i, j, k] in &spline.cuts {
        if axis > 2
            || [i, j, k]
                .iter()
                .zip(lattice.counts)
                .any(|(at, count)| *at >= count)
        {
            return Err(Fault {
                key: "cuts",
                reason: format!(
                    "there is no fibre to cut along axis {axis} at node ({i}, {j}, {k}): it has {:?} nodes",
                    lattice.counts
                ),
                advice: "axes and nodes are counted from 0",
            });
        }
        cuts.push((axis, lattice.index([i, j, k])));
    }
    Ok(Body {
        velocities,
        cuts,
        density: spline.density.clone(),
        damping: spline.damping.clone(),
        viscous_time: spline.viscous_time.clone(),
        creep: spline.creep.clone(),
        plastic: spline.plastic.clone(),
        fracture: spline.fracture.clone(),
        acceleration: spline.acceleration.clone(),
        ..Body::new(name, lattice, places, spline.formulation.clone())
    })
}

/// The nodes of a spline about its own origin. Material coordinates are lengths at rest.
fn nodes(spline: &Spline) -> Result<(Lattice, Places), String> {
    let scale = spline.placement.scale;
    let lattice = |axes: &[(usize, bool)], lengths: &[f64]| {
        let lengths: Vec<f64> = lengths.iter().map(|length| length * scale).collect();
        Lattice::with_lengths(axes, &lengths).map_err(|error| error.to_string())
    };
    Ok(match &spline.shape {
        SplineShape::Line {
            ends,
            nodes,
            closed,
        } => {
            let length = (Vec3(ends[1]) - Vec3(ends[0])).norm();
            let lattice = lattice(&[(*nodes, *closed)], &[length])?;
            let places = shape::line(&lattice, ends[0], ends[1]);
            (lattice, places)
        }
        SplineShape::Circle { radius, nodes } => {
            let lattice = lattice(&[(*nodes, true)], &[std::f64::consts::TAU * radius])?;
            let places = shape::circle(&lattice, [0.0; 3], *radius);
            (lattice, places)
        }
        SplineShape::Sheet {
            size,
            nodes,
            height,
            closed,
        } => {
            let lattice = lattice(&[(nodes[0], closed[0]), (nodes[1], closed[1])], size)?;
            let half = size.map(|side| 0.5 * side);
            // Fields lie across z; sheets across y, with the upper side up.
            let places = shape::height_field(&lattice, half.map(|h| -h), half, |_, _| 0.0)
                .into_iter()
                .enumerate()
                .map(|(node, place)| {
                    let (x, z) = (place[0], -place[1]);
                    Vec3([x, height.at(&lattice, node, [x, 0.0, z], 0.0), z])
                })
                .collect();
            (lattice, places)
        }
        SplineShape::Lathe {
            profile,
            joint,
            nodes,
        } => {
            let along = Arc::new(profile, *joint);
            let around = std::f64::consts::TAU * along.mean_radius();
            let lattice = lattice(
                &[(nodes[0], true), (nodes[1], false)],
                &[around, along.length()],
            )?;
            let places = shape::lathed(&lattice, |part| along.at(part));
            (lattice, places)
        }
        SplineShape::Block { size, nodes } => {
            let axes = nodes.map(|count| (count, false));
            let lattice = lattice(&axes, size)?;
            let half = size.map(|side| 0.5 * side);
            let places = shape::block(&lattice, half.map(|h| -h), half);
            (lattice, places)
        }
    })
}
