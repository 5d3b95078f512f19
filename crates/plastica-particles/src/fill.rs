//! Bodies and emitters filled with particles, for the methods that want them so.

use plastica_core::{Body, Seed, Source, World};
use plastica_geometry::sample::{self, Filling};
use plastica_material::{Recipe, Value};
use plastica_scene::method::{BodySpec, BuildError, BuildProblem, Forecast, Plan, Role};
use plastica_tensor::random::Random;
use plastica_tensor::{Mat3, Vec3};

/// What a method of particles is built from.
pub struct Filled {
    /// Bodies with their particles.
    pub bodies: Vec<Body>,
    /// Emitters with the places where particles appear.
    pub sources: Vec<Source>,
    /// Size of a cell or spacing [m], the same for all.
    pub resolution: f64,
}

/// Memory of a particle from seed to step, at least [bytes]: an estimate from what is kept of one, its copies and its seed; not
/// measured.
const BYTES: f64 = 1000.0;

/// Fills bodies and emitters. With `per_cell`, `resolution` is the size of a cell of several particles.
pub fn fill(plan: &Plan<'_>, per_cell: bool) -> Result<Filled, BuildError> {
    let resolution = common_resolution(plan.bodies)?;
    let is_body = |spec: &&BodySpec| matches!(spec.role, Role::Body { .. });
    let bodies = plan.bodies.iter().filter(is_body);
    let bodies =
        BuildError::collect(bodies.map(|spec| {
            body(spec, per_cell).map_err(|reason| BuildError::one(&spec.name, reason))
        }))?;
    let emitters = plan.bodies.iter().filter(|spec| !is_body(spec));
    let sources =
        BuildError::collect(emitters.map(|spec| {
            source(spec, per_cell).map_err(|reason| BuildError::one(&spec.name, reason))
        }))?;
    check_places(plan.world, &bodies, resolution)?;
    Ok(Filled {
        bodies,
        sources,
        resolution,
    })
}

/// Distance between particles [m].
fn spacing(spec: &BodySpec, per_cell: bool) -> f64 {
    if per_cell {
        spec.resolution / f64::from(spec.particles_per_cell).cbrt()
    } else {
        spec.resolution
    }
}

/// The resolution that all bodies of a method have.
fn common_resolution(bodies: &[BodySpec]) -> Result<f64, BuildError> {
    let sizes = bodies.iter().map(|spec| spec.resolution);
    let (finest, coarsest) = sizes.fold((f64::INFINITY, 0f64), |(low, high), size| {
        (low.min(size), high.max(size))
    });
    if finest == coarsest {
        return Ok(finest);
    }
    let odd = bodies
        .iter()
        .find(|spec| spec.resolution != bodies[0].resolution);
    let name = odd.map_or("scene", |spec| &spec.name);
    Err(BuildError::one(
        name,
        format!(
            "bodies that can meet need the same size of cells or particles but ask for {finest} m and {coarsest} m: give them the same resolution"
        ),
    ))
}

fn sampled(spec: &BodySpec, per_cell: bool) -> Result<Filling, String> {
    let spacing = spacing(spec, per_cell);
    sample::fill(&spec.region, spacing, spec.sampling, spec.seed).map_err(|error| error.to_string())
}

fn body(spec: &BodySpec, per_cell: bool) -> Result<Body, String> {
    let acceleration = match &spec.role {
        Role::Body { acceleration, .. } => acceleration.clone(),
        Role::Emitter { .. } => [0.0; 3].map(Value::Constant),
    };
    Ok(Body {
        name: spec.name.clone(),
        recipe: spec.recipe.clone(),
        seeds: seeds(spec, &sampled(spec, per_cell)?)?,
        acceleration,
    })
}

fn source(spec: &BodySpec, per_cell: bool) -> Result<Source, String> {
    let Role::Emitter {
        velocity,
        rate,
        active,
    } = &spec.role
    else {
        return Err("it is no emitter".into());
    };
    let mut filled = sampled(spec, per_cell)?;
    // In random order, so that at any moment the whole region gives.
    Random::new(spec.seed).shuffle(&mut filled.positions);
    let source = Source {
        name: spec.name.clone(),
        recipe: spec.recipe.clone(),
        sites: filled.positions,
        axes: spec.uniform_axes()?,
        volume: filled.volume,
        velocity: velocity.clone(),
        rate: rate.clone(),
        window: *active,
    };
    let start = active.map_or(0.0, |window| window.start.max(0.0));
    for site in &source.sites {
        source
            .velocity_at(*site, start)
            .map_err(|error| error.to_string())?;
    }
    Ok(source)
}

/// Initial velocities and their gradients.
struct InitialMotion<'a> {
    velocity: &'a [Value; 3],
    angular_velocity: &'a [Value; 3],
    centre: Vec3<f64>,
    /// Distance over which gradients are taken [m].
    step: f64,
}

impl InitialMotion<'_> {
    fn velocity(&self, place: Vec3<f64>) -> Vec3<f64> {
        let at = |values: &[Value; 3]| Vec3(std::array::from_fn(|k| values[k].at(place.0, 0.0)));
        at(self.velocity) + at(self.angular_velocity).cross(place - self.centre)
    }

    fn is_uniform(&self) -> bool {
        let zero = |value: &Value| matches!(value, Value::Constant(c) if *c == 0.0);
        !self.velocity.iter().any(Value::varies_in_space) && self.angular_velocity.iter().all(zero)
    }

    fn gradient(&self, place: Vec3<f64>) -> Mat3<f64> {
        Mat3::from_columns(std::array::from_fn(|k| {
            let mut offset = Vec3::zero();
            offset[k] = self.step;
            (self.velocity(place + offset) - self.velocity(place - offset)).scale(0.5 / self.step)
        }))
    }
}

fn seeds(spec: &BodySpec, filled: &Filling) -> Result<Vec<Seed>, String> {
    let Role::Body {
        velocity,
        angular_velocity,
        ..
    } = &spec.role
    else {
        return Ok(Vec::new());
    };
    let sum = (filled.positions.iter()).fold(Vec3::zero(), |sum, p| sum + Vec3(*p));
    let motion = InitialMotion {
        velocity,
        angular_velocity,
        centre: sum.scale(1.0 / filled.positions.len() as f64),
        step: 1e-3 * spec.resolution,
    };
    let uniform = motion.is_uniform();
    let axes = spec.axes()?;
    let recipe = &spec.recipe;
    let seed = |place: &[f64; 3]| {
        let [x, y, z] = place;
        (recipe.check_at(*place, 0.0))
            .map_err(|error| format!("material {:?} at ({x}, {y}, {z}): {error}", recipe.name))?;
        let velocity = motion.velocity(Vec3(*place));
        if !velocity.0.iter().all(|v| v.is_finite()) {
            return Err(format!("its velocity is not finite at ({x}, {y}, {z})"));
        }
        Ok(Seed {
            position: *place,
            velocity: velocity.0,
            gradient: if uniform {
                Mat3::zero()
            } else {
                motion.gradient(Vec3(*place))
            },
            axes: axes.at(*place)?,
            volume: filled.volume,
            density: recipe.density.at(*place, 0.0),
        })
    };
    filled.positions.iter().map(seed).collect()
}

/// Refuses bodies that start outside the domain or inside an obstacle.
fn check_places(world: &World, bodies: &[Body], cell: f64) -> Result<(), BuildError> {
    let problems: Vec<BuildProblem> = (bodies.iter())
        .flat_map(|body| {
            let outside = outside(world, body).into_iter();
            let reasons = outside.chain(inside_obstacles(world, body, cell));
            reasons.map(|reason| BuildProblem {
                part: body.name.clone(),
                reason,
            })
        })
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(BuildError(problems))
    }
}

fn outside(world: &World, body: &Body) -> Option<String> {
    let domain = world.domain.as_ref()?;
    let mut outside = (body.seeds.iter()).filter(|seed| !domain.contains(Vec3(seed.position)));
    let [x, y, z] = outside.next()?.position;
    let count = 1 + outside.count();
    Some(format!(
        "{count} of its {} particles start outside the domain, one at ({x:.4}, {y:.4}, {z:.4}), and would be dropped: move the body or widen [scene] domain",
        body.seeds.len()
    ))
}

fn inside_obstacles(world: &World, body: &Body, cell: f64) -> Vec<String> {
    let present = world
        .colliders
        .iter()
        .filter(|collider| collider.is_present(0.0));
    let problem = |collider: &plastica_core::Collider| {
        let pose = collider.motion.pose(0.0);
        let depth = |seed: &Seed| -collider.shape.distance(pose.to_local(Vec3(seed.position)));
        let deepest = (body.seeds.iter())
            .map(|seed| (depth(seed), seed.position))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        // Up to a cell is what a body that stands on an obstacle may overlap by rounding.
        let (depth, [x, y, z]) = deepest.filter(|(depth, _)| *depth > cell)?;
        Some(format!(
            "it starts inside {:?}: its particle at ({x:.4}, {y:.4}, {z:.4}) is {depth:.4} m deep; move one of them apart",
            collider.name
        ))
    };
    present.filter_map(problem).collect()
}

/// What bodies and emitters will take.
pub fn forecast(plan: &Plan<'_>, per_cell: bool) -> Result<Vec<Forecast>, BuildError> {
    BuildError::collect(plan.bodies.iter().map(|spec| {
        forecast_one(spec, per_cell, plan.duration)
            .map_err(|reason| BuildError::one(&spec.name, reason))
    }))
}

fn forecast_one(spec: &BodySpec, per_cell: bool, duration: f64) -> Result<Forecast, String> {
    let spacing = spacing(spec, per_cell);
    let mut warnings = Vec::new();
    let (points, mean_points) = match &spec.role {
        Role::Body { .. } => {
            warnings.extend(thin(spec));
            let count = sample::estimate_count(&spec.region, spacing);
            let count = count.map_err(|error| error.to_string())?;
            (count, count as f64)
        }
        Role::Emitter { rate, active, .. } => {
            let window =
                active.map_or((0.0, duration), |w| (w.start.max(0.0), w.end.min(duration)));
            let (all, mean) = emitted(rate, window, duration);
            let particle = spacing.powi(3);
            ((all / particle) as u64, mean / particle)
        }
    };
    if per_cell && spec.particles_per_cell < 4 {
        warnings.push(format!(
            "{} particles per cell are few: gaps open when it stretches; 8 are usual",
            spec.particles_per_cell
        ));
    }
    let wave_speed = wave_speed(&spec.recipe);
    let size = if per_cell { "in cells of" } else { "apart" };
    let millimetres = spec.resolution * 1e3;
    let laws: Vec<&str> = spec.recipe.laws().map(|(_, law)| law.law.name).collect();
    let laws = laws.join(" + ");
    let material = &spec.recipe.name;
    let fineness = if per_cell {
        format!("{size} {millimetres:.3} mm")
    } else {
        format!("{millimetres:.3} mm {size}")
    };
    Ok(Forecast {
        name: spec.name.clone(),
        summary: format!(
            "{points} particles of {material} ({laws}), {fineness}, waves at {:.3} m/s",
            wave_speed.unwrap_or(f64::NAN)
        ),
        material: Some(material.clone()),
        laws,
        points,
        mean_points,
        memory: points as f64 * BYTES,
        resolution: spec.resolution,
        wave_speed,
        warnings,
    })
}

fn thin(spec: &BodySpec) -> Option<String> {
    let size = spec.region.bounds()?.size();
    let thinnest = size.0.into_iter().fold(f64::INFINITY, f64::min);
    (thinnest < 2.0 * spec.resolution).then(|| {
        format!(
            "it is {:.1} cells thin: less than 2 bends and breaks at random",
            thinnest / spec.resolution
        )
    })
}

/// Speed of the fastest pressure waves in bodies at rest [m/s].
pub fn fastest_wave(bodies: &[BodySpec]) -> f64 {
    let speeds = bodies.iter().filter_map(|spec| wave_speed(&spec.recipe));
    speeds.fold(0.0, f64::max)
}

fn wave_speed(recipe: &Recipe) -> Option<f64> {
    let material = recipe.material_at::<f64>([0.0; 3], 0.0).ok()?;
    let density = recipe.density.at([0.0; 3], 0.0);
    Some((material.p_wave_modulus(&material.rest()) / density).sqrt())
}

/// What an emitter gives over the whole scene, and the mean of what it has given so far [m³].
fn emitted(rate: &Value, (start, end): (f64, f64), duration: f64) -> (f64, f64) {
    const PIECES: u32 = 200;
    let step = (end - start).max(0.0) / f64::from(PIECES);
    let pieces = (0..PIECES).map(|k| {
        let time = start + (f64::from(k) + 0.5) * step;
        let given = rate.at([0.0; 3], time).max(0.0) * step;
        (given, given * (1.0 - time / duration))
    });
    pieces.fold((0.0, 0.0), |sum, piece| (sum.0 + piece.0, sum.1 + piece.1))
}
