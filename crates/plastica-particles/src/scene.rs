//! What a scene says for a method of particles: its options. Bodies come filled.

use crate::fill::{self, Filled};
use plastica_core::{Method, Precision};
use plastica_scene::method::{BuildError, Forecast, MethodScene, Plan};
use std::any::Any;
use std::fmt::Debug;

/// The options of a method of particles.
pub trait ParticleOptions: Clone + Debug + Send + Sync + 'static {
    /// What scenes call the method.
    const NAME: &'static str;
    /// Whether `resolution` is the size of a cell of several particles, rather than their distance.
    const PER_CELL: bool;

    /// Digits that bodies need, the fastest of whose waves have that speed [m/s], where the scene leaves the choice.
    fn precision(_wave_speed: f64) -> Precision {
        Precision::Single
    }

    /// The method with bodies and emitters that are filled; their resolution is its size of cells, or its spacing.
    fn build(&self, filled: Filled, precision: Precision) -> Result<Box<dyn Method>, BuildError>;
}

/// What a scene says for a method of particles.
#[derive(Clone, Debug)]
pub struct ParticleScene<O>(pub O);

impl<O: ParticleOptions> ParticleScene<O> {
    /// Options as what a scene says.
    pub fn boxed(options: O) -> Box<dyn MethodScene> {
        Box::new(ParticleScene(options))
    }
}

impl<O: ParticleOptions> MethodScene for ParticleScene<O> {
    fn boxed(&self) -> Box<dyn MethodScene> {
        Box::new(self.clone())
    }

    fn name(&self) -> &'static str {
        O::NAME
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn forecast(&self, plan: &Plan<'_>) -> Result<Vec<Forecast>, BuildError> {
        fill::forecast(plan, O::PER_CELL)
    }

    fn build(&self, plan: &Plan<'_>) -> Result<Box<dyn Method>, BuildError> {
        let chosen = || O::precision(fill::fastest_wave(plan.bodies));
        let precision = plan.precision.unwrap_or_else(chosen);
        self.0.build(fill::fill(plan, O::PER_CELL)?, precision)
    }
}
