//! Laws over registers of particles: what every method asks and checks.

use crate::bounds::{Bounds, varying_diffusivity};
use crate::columns::Columns;
use crate::group::Group;
use crate::layout::Layout;
use plastica_core::{Cause, StepError, StepFailure};
use plastica_material::{Material, Recipe, State};
use plastica_tensor::{Mask, Mat3, Real, Scalar, Sym3};

/// The law of one body during one step.
#[derive(Clone, Copy, Debug)]
pub struct Law<'a> {
    /// What the body is made of.
    pub recipe: &'a Recipe,
    /// Its columns.
    pub layout: &'a Layout,
    /// End of the step [s]: parameters that depend on time are taken there.
    pub time: f64,
    /// Length of the step [s].
    pub dt: f64,
    /// Whether matter pushes back where the laws would let it be crushed to nothing.
    pub barrier: bool,
}

/// What particles report after a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Work turned into heat [J].
    pub dissipated: f64,
    /// What limits the next step.
    pub bounds: Bounds,
    /// The first particle whose law has no finite answer.
    pub failed: Option<usize>,
}

impl Outcome {
    /// Adds what a register of particles reports, lane by lane.
    #[inline(always)]
    pub fn add<R: Real>(&mut self, wave_speed_squared: R, dissipated: R, diffusivity: f64) {
        let mut sum = 0.0;
        let bounds = &mut self.bounds;
        for lane in 0..R::LANES {
            let wave = wave_speed_squared.lane(lane).to_f64();
            bounds.wave_speed_squared = bounds.wave_speed_squared.max(wave);
            sum += dissipated.lane(lane).to_f64();
        }
        bounds.diffusivity = bounds.diffusivity.max(diffusivity);
        self.dissipated += sum;
    }
    /// Notes that a particle has failed; the first counts.
    #[inline(always)]
    pub fn fail(&mut self, particle: usize) {
        self.failed = self.failed.or(Some(particle));
    }
}

/// A material for all registers of a body, or the need to make one for each.
pub enum Prepared<R> {
    /// Beside it a state at rest.
    Uniform(Material<R>, State<R>),
    /// Parameters vary over the body; beside it the largest diffusivity that was met [m²/s].
    Varying(f64),
    /// Parameters left their ranges: there is no answer.
    Refused,
}

impl<R: Real> Prepared<R> {
    /// The material of the particles `at..at + lanes`, and a state of which what the law keeps is yet to be loaded;
    /// `None` where parameters are out of range. `local` is room for a material made for their positions at rest.
    #[inline(always)]
    pub fn at<'p>(
        &'p mut self,
        law: &Law<'_>,
        columns: &Columns<'_, R::Scalar>,
        (at, lanes): (usize, usize),
        local: &'p mut Option<(Material<R>, State<R>)>,
    ) -> Option<(&'p Material<R>, &'p mut State<R>)> {
        match self {
            Prepared::Uniform(material, state) => Some((&*material, state)),
            Prepared::Varying(diffusivity) => {
                let (material, met) = law.local::<R>(columns, at, lanes)?;
                *diffusivity = diffusivity.max(met);
                let (material, state) = local.insert((material, material.rest()));
                Some((&*material, state))
            }
            Prepared::Refused => None,
        }
    }

    /// The largest diffusivity that was met, of a material that varies over the body [m²/s].
    #[inline(always)]
    pub fn diffusivity(&self) -> f64 {
        match self {
            Prepared::Varying(diffusivity) => *diffusivity,
            _ => 0.0,
        }
    }
}

impl Law<'_> {
    /// Makes the material, once for all particles if it can.
    #[inline(always)]
    pub fn prepare<R: Real>(&self) -> Prepared<R> {
        if self.recipe.varies_in_space() {
            return Prepared::Varying(0.0);
        }
        match self.recipe.material_at([0.0; 3], self.time) {
            Ok(material) => Prepared::Uniform(self.guarded(material), material.rest()),
            Err(_) => Prepared::Refused,
        }
    }

    /// The material of the particles `at..at + lanes`, made for their positions at rest, and its largest diffusivity.
    fn local<R: Real>(
        &self,
        columns: &Columns<'_, R::Scalar>,
        at: usize,
        lanes: usize,
    ) -> Option<(Material<R>, f64)> {
        let position = |k: usize| self.layout.rest_position(columns, at + k);
        let positions: Option<Vec<[f64; 3]>> = (0..lanes).map(position).collect();
        let positions = positions?;
        let material = self.recipe.material_lanes(&positions, self.time).ok()?;
        let diffusivity = varying_diffusivity(self.recipe, positions, self.time);
        Some((self.guarded(material), diffusivity))
    }

    #[inline(always)]
    fn guarded<R: Real>(&self, material: Material<R>) -> Material<R> {
        if self.barrier {
            material
        } else {
            material.without_barrier()
        }
    }
}

/// A bound on the squared speed of the fastest wave [m²/s²]: in space ρ₀c² is the modulus at rest times the squared
/// stretch, plus the stress; exact for Hencky's law in tension and compression along one axis, and an upper bound
/// for the others in the usual range. Without a deformation gradient the stretch is taken as 1.
#[inline(always)]
pub fn wave_speed_squared<R: Real>(
    modulus: R,
    deformation: Option<&Mat3<R>>,
    kirchhoff: &Sym3<R>,
    (volume, mass): (R, R),
) -> R {
    let stretch = match deformation {
        Some(f) => (f.dot(f) - R::constant(2.0)).max(R::one()),
        None => R::one(),
    };
    modulus.mul_add(stretch, kirchhoff.max_abs()) * volume / mass
}

/// Where all of these are finite, and of a size that can be: comparisons with NaN fail.
#[inline(always)]
pub fn is_finite<R: Real>(wave_speed_squared: R, dissipated: R, volume_ratio: R) -> R::Mask {
    (wave_speed_squared + dissipated.abs() + volume_ratio).lt(R::constant(1e30))
}

/// The first of some lanes in which a mask fails.
#[inline(always)]
pub fn first_failure<M: Mask>(holds: M, lanes: usize) -> Option<usize> {
    if holds.all() {
        return None;
    }
    (0..lanes).find(|lane| !holds.lane(*lane))
}

/// The law of a particle has no finite answer at the end of a step from `time` over `dt` [s].
pub fn no_finite_answer(
    method: &'static str,
    (time, dt): (f64, f64),
    group: &Group,
    id: u32,
    position: [f64; 3],
) -> StepError {
    let recipe = &group.recipe;
    let refused = recipe.check_at([0.0; 3], time + dt).err();
    let cause = Cause::Law {
        material: recipe.name.clone(),
        parameters: refused
            .filter(|_| !recipe.varies_in_space())
            .map(|error| error.to_string()),
    };
    StepFailure::new(method, (time, dt), cause)
        .of_body(&group.name)
        .of_point(id)
        .at(Some(position))
        .diverged()
}
