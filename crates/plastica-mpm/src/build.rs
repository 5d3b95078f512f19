//! Bodies and sources into a method.

use crate::b_spline::{BSpline, Cubic, Quadratic};
use crate::emit;
use crate::grid::{Grid, farthest};
use crate::group::Group;
use crate::options::{Kernel, Options, Transfer};
use crate::phase::{PhaseWatch, Phases};
use crate::sort::{self, Newcomers, members};
use crate::step::Mpm;
use crate::tables::{OWN, extras};
use plastica_core::{Body, Emission, Method, Precision, Seed, Source, Works};
use plastica_material::{Keeps, Recipe, RecipeError, Value};
use plastica_particles::{Group as Common, observe};
use plastica_tensor::{Scalar, Vec3};
use std::fmt;
use std::marker::PhantomData;

/// Why a method cannot be built.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BuildError {
    /// A material does not go with itself.
    Material {
        /// The body or emitter at fault.
        body: String,
        /// What its material lacks.
        error: RecipeError,
    },
    /// A particle is so far from the origin that its cell cannot be numbered.
    TooFar {
        /// The body at fault.
        body: String,
        /// The farthest that particles may be from the origin, along any axis [m].
        most: f64,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Material { body, error } => write!(f, "material of {body:?}: {error}"),
            BuildError::TooFar { body, most } => write!(
                f,
                "particles of {body:?} are farther from the origin than {most:.3e} m, where cells of this size end: move it nearer or use a coarser resolution"
            ),
        }
    }
}

impl std::error::Error for BuildError {}

impl BuildError {
    /// The body or emitter at fault.
    pub fn body(&self) -> &str {
        match self {
            BuildError::Material { body, .. } | BuildError::TooFar { body, .. } => body,
        }
    }
}

/// A method with the given bodies and sources. Bodies come first in the numbering of bodies.
pub fn build(
    options: Options,
    bodies: Vec<Body>,
    sources: Vec<Source>,
) -> Result<Box<dyn Method>, BuildError> {
    build_watched(options, bodies, sources, None)
}

/// The same, with a watch that is called at the end of every phase of its steps.
pub fn build_watched(
    options: Options,
    bodies: Vec<Body>,
    sources: Vec<Source>,
    watch: Option<PhaseWatch>,
) -> Result<Box<dyn Method>, BuildError> {
    // Unit tests build no method, and what follows is nearly all of the crate's compile time: it is not compiled for them.
    if cfg!(test) {
        unreachable!("methods are built by integration tests");
    }
    Ok(match (options.precision, options.kernel) {
        (Precision::Single, Kernel::Quadratic) => {
            Box::new(Mpm::<f32, Quadratic>::new(options, bodies, sources, watch)?)
        }
        (Precision::Single, Kernel::Cubic) => {
            Box::new(Mpm::<f32, Cubic>::new(options, bodies, sources, watch)?)
        }
        (Precision::Double, Kernel::Quadratic) => {
            Box::new(Mpm::<f64, Quadratic>::new(options, bodies, sources, watch)?)
        }
        (Precision::Double, Kernel::Cubic) => {
            Box::new(Mpm::<f64, Cubic>::new(options, bodies, sources, watch)?)
        }
    })
}

impl<S: Scalar, K: BSpline> Mpm<S, K> {
    fn new(
        options: Options,
        bodies: Vec<Body>,
        sources: Vec<Source>,
        watch: Option<PhaseWatch>,
    ) -> Result<Self, BuildError> {
        let mut groups = Vec::new();
        let mut newcomers = Vec::new();
        let mut next_id = 0;
        let mut fastest = 0f64;
        for body in bodies {
            let fail = |error| BuildError::Material {
                body: body.name.clone(),
                error,
            };
            let mut group = group::<S>(&body.name, &body.recipe, &body.acceleration, &body.seeds)
                .map_err(fail)?;
            let most = farthest(options.cell);
            let is_far = |seed: &Seed| seed.position.iter().any(|x| !(x.abs() < most));
            if body.seeds.iter().any(is_far) {
                let body = body.name;
                return Err(BuildError::TooFar { body, most });
            }
            let mut new = Newcomers::default();
            group.body.bounds = emit::enter::<S, K>(
                &group,
                &body.seeds,
                options.cell,
                0.0,
                &mut next_id,
                &mut new,
            )
            .map_err(fail)?;
            for seed in &body.seeds {
                fastest = fastest.max(Vec3(seed.velocity).norm());
            }
            groups.push(group);
            newcomers.push(new);
        }
        let mut emissions = Vec::new();
        for source in sources {
            let name = source.name.clone();
            let fail = |error| BuildError::Material {
                body: name.clone(),
                error,
            };
            let still = [0.0; 3].map(Value::Constant);
            let group = group::<S>(&name, &source.recipe, &still, &[]).map_err(fail)?;
            emissions.push(Emission::new(source, groups.len()).map_err(fail)?);
            groups.push(group);
            newcomers.push(Newcomers::default());
        }
        let apart = options.transfer == Transfer::Aflip;
        let mut grid = Grid::new(options.cell, apart);
        sort::sort::<S, K>(&mut groups, &mut newcomers, &mut grid, None).map_err(|_| {
            let most = farthest(options.cell);
            let body = groups
                .first()
                .map_or(String::new(), |g| g.body.name.clone());
            BuildError::TooFar { body, most }
        })?;
        let mut mpm = Mpm {
            options,
            members: members(&groups, grid.occupied),
            groups,
            grid,
            emissions,
            closed: Vec::new(),
            next_id,
            cells_since_sort: 0.0,
            fastest,
            fused: None,
            dissipated: 0.0,
            works: Works::default(),
            now: 0.0,
            dropped: 0,
            emitted: 0,
            phases: Phases(watch),
            level: options.level,
            kernel: PhantomData,
        };
        let start = observe::ledger(&mpm, 0.0, 0.0);
        mpm.works = Works::none(observe::start_energy(&mpm, &start));
        Ok(mpm)
    }
}

fn group<S: Scalar>(
    name: &str,
    recipe: &Recipe,
    acceleration: &[Value; 3],
    seeds: &[Seed],
) -> Result<Group<S>, RecipeError> {
    let at = seeds.first().map_or([0.0; 3], |seed| seed.position);
    let extras = |_: &Keeps, accelerated: bool| extras(recipe, at, accelerated);
    let body = Common::new(name, recipe, acceleration, seeds, OWN, extras)?;
    Ok(Group::new(body))
}
