//! Bodies and sources into a method.

use crate::chunk::{OWN, extras};
use crate::emit;
use crate::grid::Grid;
use crate::group::Group;
use crate::options::{Kernel, Options};
use crate::sort::{self, Newcomers, members};
use crate::spline::{Cubic, Quadratic, Spline};
use crate::step::Mpm;
use plastica_core::{Body, Emission, Method, Precision, Seed, Source};
use plastica_material::{Keeps, Recipe, RecipeError, Value};
use plastica_particles::Group as Common;
use plastica_tensor::{Scalar, Vec3};
use std::fmt;
use std::marker::PhantomData;

/// Why a method cannot be built.
#[derive(Clone, Debug, PartialEq)]
pub struct BuildError {
    /// The body or emitter at fault.
    pub body: String,
    /// What its material lacks.
    pub error: RecipeError,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "material of {:?}: {}", self.body, self.error)
    }
}

impl std::error::Error for BuildError {}

/// A method with the given bodies and sources. Bodies come first in the numbering of bodies.
pub fn build(
    options: Options,
    bodies: Vec<Body>,
    sources: Vec<Source>,
) -> Result<Box<dyn Method>, BuildError> {
    Ok(match (options.precision, options.kernel) {
        (Precision::Single, Kernel::Quadratic) => {
            Box::new(Mpm::<f32, Quadratic>::new(options, bodies, sources)?)
        }
        (Precision::Single, Kernel::Cubic) => {
            Box::new(Mpm::<f32, Cubic>::new(options, bodies, sources)?)
        }
        (Precision::Double, Kernel::Quadratic) => {
            Box::new(Mpm::<f64, Quadratic>::new(options, bodies, sources)?)
        }
        (Precision::Double, Kernel::Cubic) => {
            Box::new(Mpm::<f64, Cubic>::new(options, bodies, sources)?)
        }
    })
}

impl<S: Scalar, K: Spline> Mpm<S, K> {
    fn new(options: Options, bodies: Vec<Body>, sources: Vec<Source>) -> Result<Self, BuildError> {
        let mut groups = Vec::new();
        let mut newcomers = Vec::new();
        let mut next_id = 0;
        let mut fastest = 0f64;
        for body in bodies {
            let fail = |error| BuildError {
                body: body.name.clone(),
                error,
            };
            let mut group = group::<S>(&body.name, &body.recipe, &body.acceleration, &body.seeds)
                .map_err(fail)?;
            let mut new = Newcomers::default();
            group.body.wave_speed_squared = emit::enter::<S, K>(
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
            let fail = |error| BuildError {
                body: name.clone(),
                error,
            };
            let still = [0.0; 3].map(Value::Constant);
            let group = group::<S>(&name, &source.recipe, &still, &[]).map_err(fail)?;
            emissions.push(Emission::new(source, groups.len()).map_err(fail)?);
            groups.push(group);
            newcomers.push(Newcomers::default());
        }
        let mut grid = Grid::new(options.cell);
        sort::sort::<S, K>(&mut groups, &mut newcomers, &mut grid, None);
        Ok(Mpm {
            options,
            members: members(&groups, grid.occupied),
            groups,
            grid,
            emissions,
            closed: Vec::new(),
            next_id,
            drift: 0.0,
            fastest,
            begun: None,
            heat: 0.0,
            now: 0.0,
            tally: (0, 0),
            level: options.level,
            kernel: PhantomData,
        })
    }
}

fn group<S: Scalar>(
    name: &str,
    recipe: &Recipe,
    acceleration: &[Value; 3],
    seeds: &[Seed],
) -> Result<Group<S>, RecipeError> {
    let varies = recipe.varies_in_space();
    let extras = |_: &Keeps, accelerated: bool| Ok(extras(varies, accelerated));
    let body = Common::new(name, recipe, acceleration, seeds, OWN, extras)?;
    Ok(Group::new(body))
}
