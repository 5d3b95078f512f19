//! What the particles of a body have in common, and how new ones start.

use crate::bounds::{Bounds, varying_diffusivity};
use crate::columns::Columns;
use crate::law::Law;
use crate::layout::{Extra, Layout};
use plastica_core::{Seed, diffusivity};
use plastica_material::{Keeps, Material, Recipe, RecipeError, State, Value};
use plastica_tensor::{Mat3, Scalar};

/// One body or emitter: what its particles have in common.
#[derive(Clone, Debug)]
pub struct Group {
    /// What to call it.
    pub name: String,
    /// What it is made of.
    pub recipe: Recipe,
    /// Acceleration beside gravity; `None` where it is zero.
    pub acceleration: Option<[Value; 3]>,
    /// Columns of its particles.
    pub layout: Layout,
    /// The column of volume that has opened between its grains, as a logarithm, if its law keeps it.
    opened: Option<usize>,
    /// What its particles said of the stable step after the last one.
    pub bounds: Bounds,
}

impl Group {
    /// A body without particles, or an emitter if there are no seeds. `extras` says which columns the method needs,
    /// given what the law keeps and whether there is an acceleration.
    pub fn new(
        name: &str,
        recipe: &Recipe,
        acceleration: &[Value; 3],
        seeds: &[Seed],
        own: usize,
        extras: impl FnOnce(&Keeps, bool) -> Result<Vec<Extra>, RecipeError>,
    ) -> Result<Self, RecipeError> {
        let is_zero = |value: &Value| matches!(value, Value::Constant(v) if *v == 0.0);
        let accelerated = !acceleration.iter().all(is_zero);
        let at = seeds.first().map_or([0.0; 3], |seed| seed.position);
        let keeps = recipe.material_at::<f64>(at, 0.0)?.keeps();
        let layout = Layout::new(keeps, own, &extras(&keeps, accelerated)?);
        let mut histories = layout.history_scalars(recipe).into_iter();
        Ok(Group {
            name: name.into(),
            recipe: recipe.clone(),
            acceleration: accelerated.then(|| acceleration.clone()),
            opened: histories.find(|h| h.1 == "volume_gain").map(|h| h.0),
            layout,
            bounds: Bounds::default(),
        })
    }

    /// How much smaller the material of a particle is than the space that it spans: 1, or less where grains have come
    /// apart. What has opened between them is void and not material.
    pub fn filled<S: Scalar>(&self, columns: &Columns<'_, S>, at: usize) -> f64 {
        let opened = |column: usize| columns.get(column, at).to_f64();
        (-self.opened.map_or(0.0, opened)).exp()
    }

    /// What limits a step from `time`.
    pub fn bounds_at(&self, time: f64) -> Bounds {
        let diffusivity = if self.recipe.varies_in_space() {
            self.bounds.diffusivity
        } else {
            diffusivity(&self.recipe, [0.0; 3], time)
        };
        Bounds {
            diffusivity,
            ..self.bounds
        }
    }

    /// The law during a step that ends at `time` after `dt` [s].
    #[inline(always)]
    pub fn law(&self, time: f64, dt: f64) -> Law<'_> {
        Law {
            recipe: &self.recipe,
            layout: &self.layout,
            time,
            dt,
            barrier: true,
        }
    }
}

/// Makes materials at rest for new particles.
pub struct Seeding<'a, S> {
    recipe: &'a Recipe,
    time: f64,
    /// The material, if it is the same everywhere.
    uniform: Option<Material<S>>,
}

impl<'a, S: Scalar> Seeding<'a, S> {
    /// For particles of a recipe that come at a time [s].
    pub fn new(recipe: &'a Recipe, time: f64) -> Result<Self, RecipeError> {
        let uniform = if recipe.varies_in_space() {
            None
        } else {
            Some(recipe.material_at::<S>([0.0; 3], time)?)
        };
        Ok(Seeding {
            recipe,
            time,
            uniform,
        })
    }

    /// What limits a step for new particles, given the P-wave modulus of one [Pa].
    pub fn bounds(&self, seed: &Seed, modulus: S) -> Bounds {
        Bounds {
            wave_speed_squared: modulus.to_f64() / seed.density,
            diffusivity: varying_diffusivity(self.recipe, [seed.position], self.time),
        }
    }

    /// The state of a new particle, and its P-wave modulus [Pa].
    pub fn start(&self, seed: &Seed) -> Result<(State<S>, S), RecipeError> {
        let material = match &self.uniform {
            Some(material) => *material,
            None => self.recipe.material_at::<S>(seed.position, self.time)?,
        };
        let axes = Mat3::from_fn(|i, j| S::from_f64(seed.axes[(i, j)]));
        let state = material.rest_along(&axes);
        let modulus = material.p_wave_modulus(&state);
        Ok((state, modulus))
    }
}
