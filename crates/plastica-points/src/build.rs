//! Bodies into a method.

use crate::bonds::{self, Bonds};
use crate::contact_pairs::ContactPairs;
use crate::energy_guard::EnergyGuard;
use crate::kind::{FEWEST_NEIGHBOURS, SUPPORT_RADIUS};
use crate::law::{OWN, PLASTIC_VOLUME};
use crate::neighbour_skin::NeighbourSkin;
use crate::options::{Options, Scheme};
use crate::particles::{Group, Particles};
use crate::sort;
use crate::step::Points;
use crate::tearing;
use plastica_core::Observe as _;
use plastica_core::{Body, Emission, Method, Precision, Seed, Source, StepError, Works, World};
use plastica_material::spec::Slot;
use plastica_material::{Increment, Keeps, Material, Recipe, RecipeError, Value};
use plastica_particles::{BUNDLE, ColumnsMut, Extra, Group as Common, Seeding, observe};
use plastica_tensor::{Mat3, Scalar, Vec3};
use std::fmt;

/// Why a method cannot be built.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BuildError {
    /// A material does not go with the method, or with itself.
    Material {
        /// The body or emitter at fault.
        body: String,
        /// What its material lacks.
        error: RecipeError,
    },
    /// A particle cannot be.
    Particle {
        /// The body at fault.
        body: String,
        /// Which of its particles.
        index: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// An option is out of range.
    Option {
        /// Its name.
        name: &'static str,
        /// What it is.
        value: f64,
        /// What would be right.
        accepted: &'static str,
    },
    /// The material has no finite output at the start.
    Start(String),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Material { body, error } => write!(f, "material of {body:?}: {error}"),
            BuildError::Particle {
                body,
                index,
                reason,
            } => write!(f, "particle {index} of {body:?}: {reason}"),
            BuildError::Option {
                name,
                value,
                accepted,
            } => write!(f, "{name} is {value}: it must be {accepted}"),
            BuildError::Start(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for BuildError {}

/// A method with the given bodies and sources. Bodies come first in the numbering of bodies.
pub fn build(
    options: Options,
    bodies: Vec<Body>,
    sources: Vec<Source>,
) -> Result<Box<dyn Method>, BuildError> {
    // Unit tests build no method, and what follows is nearly all of the crate's compile time: it is not compiled for them.
    if cfg!(test) {
        unreachable!("methods are built by integration tests");
    }
    check(&options)?;
    Ok(match options.precision {
        Precision::Single => Box::new(Points::<f32>::new(options, bodies, sources)?),
        Precision::Double => Box::new(Points::<f64>::new(options, bodies, sources)?),
    })
}

fn check(options: &Options) -> Result<(), BuildError> {
    let positive = "a positive number";
    let checks = [
        ("spacing", options.spacing, options.spacing > 0.0, positive),
        (
            "support_radius",
            options.support_radius,
            (SUPPORT_RADIUS.low..=SUPPORT_RADIUS.high).contains(&options.support_radius),
            "between 1.5 and 3 spacings",
        ),
        (
            "neighbours",
            options.neighbours as f64,
            (FEWEST_NEIGHBOURS..=bonds::SLOTS).contains(&options.neighbours),
            "between 8 and 32",
        ),
        ("courant", options.courant, options.courant > 0.0, positive),
        (
            "hourglass_stiffness",
            options.hourglass_stiffness,
            options.hourglass_stiffness >= 0.0,
            "0 or more",
        ),
        (
            "hourglass_damping",
            options.hourglass_damping,
            options.hourglass_damping >= 0.0,
            "0 or more",
        ),
        (
            "friction",
            options.friction,
            options.friction >= 0.0,
            "0 or more",
        ),
        (
            "pressure",
            options.pressure,
            options.pressure >= 0.0,
            "0 or more",
        ),
        (
            "viscosity",
            options.viscosity,
            options.viscosity >= 0.0,
            "0 or more",
        ),
        (
            "surface_tension",
            options.surface_tension,
            options.surface_tension >= 0.0,
            "0 or more",
        ),
        (
            "damping",
            options.damping,
            options.damping >= 0.0,
            "0 or more",
        ),
    ];
    for (name, value, right, accepted) in checks {
        if !(right && value.is_finite()) {
            return Err(BuildError::Option {
                name,
                value,
                accepted,
            });
        }
    }
    Ok(())
}

impl<S: Scalar> Points<S> {
    fn new(options: Options, bodies: Vec<Body>, sources: Vec<Source>) -> Result<Self, BuildError> {
        let mut groups = Vec::new();
        for body in &bodies {
            let fail = |error| BuildError::Material {
                body: body.name.clone(),
                error,
            };
            let made = group(
                &options,
                &body.name,
                &body.recipe,
                &body.acceleration,
                &body.seeds,
            );
            groups.push(made.map_err(fail)?);
        }
        let mut emissions = Vec::new();
        for source in sources {
            let name = source.name.clone();
            let fail = |error| BuildError::Material {
                body: name.clone(),
                error,
            };
            let still = [0.0; 3].map(Value::Constant);
            let made = group(&options, &name, &source.recipe, &still, &[]).map_err(fail)?;
            emissions.push(Emission::new(source, groups.len()).map_err(fail)?);
            groups.push(made);
        }
        let columns = groups
            .iter()
            .map(|g| g.body.layout.columns())
            .max()
            .unwrap_or(0);
        let mut particles = Particles::with_places(0, columns);
        let mut next_id = 0;
        let mut fastest = 0f64;
        for (index, (group, body)) in groups.iter().zip(&bodies).enumerate() {
            check_seeds(body)?;
            let entered = enter(
                (index, group),
                &body.seeds,
                columns,
                options.scheme,
                0.0,
                &mut next_id,
            );
            let fail = |error| BuildError::Material {
                body: body.name.clone(),
                error,
            };
            let entered = entered.map_err(fail)?;
            particles.append(entered);
            let speeds = body.seeds.iter().map(|seed| Vec3(seed.velocity).norm());
            fastest = speeds.fold(fastest, f64::max);
        }
        let mut bonds = Bonds::with_places(particles.places());
        sort::sort(&mut particles, &mut bonds, &mut groups, options.spacing);
        if !options.scheme.rebuilds_neighbours() {
            bonds::bond_new(&particles, &mut bonds, &groups, &options, 0);
        }
        bonds.index_incoming();
        let skin = NeighbourSkin::new(particles.positions.clone(), &particles.ids, &options);
        let mut points = Points {
            options,
            groups,
            particles,
            bonds,
            contact_pairs: ContactPairs::default(),
            emissions,
            closed: Vec::new(),
            next_id,
            skin,
            changes: 0,
            fastest,
            dissipated: 0.0,
            works: Works::default(),
            now: 0.0,
            guard: EnergyGuard::default(),
            dropped: 0,
            emitted: 0,
        };
        let nothing = |error: StepError| BuildError::Start(error.to_string());
        points
            .update_neighbours(&World::empty([0.0; 3]), 0.0)
            .map_err(nothing)?;
        points.update_stresses(0.0, 0.0).map_err(nothing)?;
        points.gather_forces();
        points.guard = points.new_account();
        let start = points.ledger();
        points.works = Works::none(observe::start_energy(&points, &start));
        Ok(points)
    }
}

/// Finds the first particle that cannot be.
fn check_seeds(body: &Body) -> Result<(), BuildError> {
    for (index, seed) in body.seeds.iter().enumerate() {
        let moves = seed.position.iter().chain(&seed.velocity);
        let reason = if !moves.clone().all(|x| x.is_finite()) {
            "its position or velocity is not finite"
        } else if !(seed.volume > 0.0 && seed.volume.is_finite()) {
            "its volume is not a positive number"
        } else if !(seed.density > 0.0 && seed.density.is_finite()) {
            "its density is not a positive number"
        } else {
            continue;
        };
        return Err(BuildError::Particle {
            body: body.name.clone(),
            index,
            reason,
        });
    }
    Ok(())
}

fn group(
    options: &Options,
    name: &str,
    recipe: &Recipe,
    acceleration: &[Value; 3],
    seeds: &[Seed],
) -> Result<Group, RecipeError> {
    let at = seeds.first().map_or([0.0; 3], |seed| seed.position);
    let extras = |keeps: &Keeps, _: bool| extras(options, recipe, keeps);
    let body = Common::new(name, recipe, acceleration, seeds, OWN, extras)?;
    let material = recipe.material_at(at, 0.0)?;
    Ok(Group {
        body,
        bears_tension: bears_tension(&material),
        elastic_limit: tearing::elastic_limit(&material, recipe.flow.is_some()),
        bundles: 0..0,
    })
}

/// Whether a material that is drawn out evenly by a per cent resists with more than a hundredth of its stiffness.
fn bears_tension(material: &Material<f64>) -> bool {
    let drawn = Mat3::identity().scale(0.01);
    let mut state = material.rest();
    let response = material.advance(
        &mut state,
        &Increment {
            trial: Mat3::identity() + drawn,
            gradient: drawn,
            dt: 1e-6,
        },
    );
    response.kirchhoff.trace() > 1e-4 * material.p_wave_modulus(&state)
}

/// The columns that particles need beside what the law keeps.
fn extras(options: &Options, recipe: &Recipe, keeps: &Keeps) -> Result<Vec<Extra>, RecipeError> {
    if !keeps.deformation {
        return Err(RecipeError {
            slot: Some(Slot::Elastic),
            parameter: None,
            reason: format!(
                "{} follows rates of stress, and points read whole deformations from their neighbours: use a finite-strain law such as hencky",
                recipe.elastic.law.name
            ),
        });
    }
    let axes = keeps.axes.then_some(Extra::Axes);
    let position = recipe.varies_in_space().then_some(Extra::RestPosition);
    let scheme = (options.scheme != Scheme::Pairs).then_some(Extra::Scheme);
    Ok([axes, position, scheme].into_iter().flatten().collect())
}

/// Particles of a body from seeds.
pub(crate) fn enter<S: Scalar>(
    (body, group): (usize, &Group),
    seeds: &[Seed],
    columns: usize,
    scheme: Scheme,
    time: f64,
    next_id: &mut u32,
) -> Result<Particles<S>, RecipeError> {
    let layout = &group.body.layout;
    let seeding = Seeding::<S>::new(&group.body.recipe, time)?;
    let places = seeds.len().div_ceil(BUNDLE) * BUNDLE;
    let mut particles = Particles::with_places(places, columns);
    particles.bodies.fill(body as u32);
    for (at, seed) in seeds.iter().enumerate() {
        let (state, modulus) = seeding.start(seed)?;
        let [x, y, z] = seed.position;
        let [vx, vy, vz] = seed.velocity.map(S::from_f64);
        particles.ids[at] = *next_id;
        *next_id += 1;
        particles.positions[at] = [x, y, z, 0.0];
        particles.velocities[at] = [vx, vy, vz, S::zero()];
        particles.masses[at] = S::from_f64(seed.density * seed.volume);
        particles.volumes[at] = S::from_f64(seed.volume);
        particles.moduli[at] = modulus;
        let mut law_state = ColumnsMut::new(&mut particles.law_state, columns);
        law_state.set(PLASTIC_VOLUME, at, S::one());
        layout.store_new(&mut law_state, at, &state, seed);
        if let (Some(first), Scheme::Reference) = (layout.first(Extra::Scheme), scheme) {
            (0..3).for_each(|i| law_state.set(first + 4 * i, at, S::one()));
        }
    }
    Ok(particles)
}
