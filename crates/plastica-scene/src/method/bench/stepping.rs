//! A method that is measured as a run uses it.

use super::{Effort, Measurable, Work};
use plastica_core::{Method, Step, World};

/// A method in its world, at a fixed step.
pub struct Stepping {
    method: Box<dyn Method>,
    world: World,
    dt: f64,
    time: f64,
    point: &'static str,
    effort: Effort,
    work: Option<Work>,
}

impl Stepping {
    /// A method whose points are called so, in steps of `dt` [s].
    pub fn new(
        method: Box<dyn Method>,
        world: World,
        dt: f64,
        point: &'static str,
        effort: Effort,
    ) -> Self {
        Stepping {
            method,
            world,
            dt,
            time: 0.0,
            point,
            effort,
            work: None,
        }
    }

    /// With what a step must do by its formulas.
    pub fn with_work(mut self, work: Work) -> Self {
        self.work = Some(work);
        self
    }
}

impl Measurable for Stepping {
    fn point(&self) -> &'static str {
        self.point
    }

    fn points(&self) -> usize {
        self.method.len()
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn advance(&mut self, steps: u32) -> Result<(), String> {
        for k in 0..steps {
            self.method.stable_step(&self.world, self.time);
            // As in a run: nothing is observed before the last step.
            let step = Step {
                next: (k + 1 < steps).then_some(self.dt),
                ..Step::new(self.time, self.dt)
            };
            let taken = self.method.step(&self.world, step);
            taken.map_err(|error| format!("{error:?}"))?;
            self.time += self.dt;
        }
        Ok(())
    }

    fn findings(&self) -> Vec<(&'static str, Vec<f64>)> {
        let ledger = self.method.observed().ledger();
        let velocity = ledger.momentum.map(|p| p / ledger.mass);
        vec![("mean_velocity", velocity.to_vec())]
    }

    fn work(&self) -> Option<Work> {
        self.work.clone()
    }
}
