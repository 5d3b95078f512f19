//! What a method can be measured on. The method says what to build and what to count; clocks, repeats, medians and tables
//! belong to the program that measures.

mod option;
mod stepping;

pub use option::{Answer, Asked, BenchOption, Choices};
pub use stepping::Stepping;

use plastica_core::Precision;
use plastica_tensor::simd::Level;
use std::sync::Arc;

/// Something to measure a method on.
pub struct Bench {
    /// What `bench` calls it.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub doc: &'static str,
    /// What can be asked of it, besides how often it is repeated.
    pub options: &'static [BenchOption],
    /// The option whose words a roofline goes through; `None` if the work of a step is not counted.
    pub roofline: Option<&'static str>,
    /// What is measured, one after the other, or why it cannot be as asked.
    pub cases: fn(&Asked, &PhaseClock) -> Result<Vec<Case>, String>,
}

/// Called with the name of every phase of a step at its end: methods read no clock themselves.
pub type PhaseClock = Arc<dyn Fn(&'static str) + Send + Sync>;

/// One line of a bench: a material, a solver, a size.
pub struct Case {
    /// What sets it apart from the others.
    pub name: String,
    /// Builds it, just before it is measured.
    pub build: Box<dyn FnOnce() -> Result<Box<dyn Measurable>, String>>,
}

impl Case {
    /// A case that is built so.
    pub fn new<M: Measurable + 'static>(
        name: impl Into<String>,
        build: impl FnOnce() -> Result<M, String> + 'static,
    ) -> Self {
        Case {
            name: name.into(),
            build: Box::new(|| Ok(Box::new(build()?))),
        }
    }
}

/// Something that goes on step by step.
pub trait Measurable {
    /// What a step moves, in the singular: particle, node.
    fn point(&self) -> &'static str;

    /// How many of them there are.
    fn points(&self) -> usize;

    /// How many steps to take.
    fn effort(&self) -> Effort;

    /// Takes so many steps.
    fn advance(&mut self, steps: u32) -> Result<(), String>;

    /// Numbers beside the time, when all steps are taken: an error, a count of iterations, a mean velocity.
    fn findings(&self) -> Vec<(&'static str, Vec<f64>)> {
        Vec::new()
    }

    /// What a step must do by its formulas, if that is counted.
    fn work(&self) -> Option<Work> {
        None
    }
}

/// How many steps a measurement takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Steps before anything is measured; `None`: as many as in a repeat.
    pub warm_up: Option<u32>,
    /// Steps of a repeat, unless asked otherwise.
    pub steps: u32,
    /// The longest time of a repeat [s], going by the steps of the warm-up: slower ones take fewer steps, and if not even
    /// one fits, the warm-up is the measurement.
    pub longest: f64,
}

impl Effort {
    /// So many steps of a repeat, after as many to warm up.
    pub const fn steps(steps: u32) -> Self {
        Effort {
            warm_up: None,
            steps,
            longest: f64::INFINITY,
        }
    }
}

/// The arithmetic and the memory that no implementation of a step gets around, for each point.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Operations by part of the step.
    pub operations: Vec<(&'static str, f64)>,
    /// Bytes that are read and written.
    pub bytes: f64,
    /// Digits of the numbers.
    pub precision: Precision,
    /// Registers that are used.
    pub level: Level,
}

impl Work {
    /// Operations of all parts.
    pub fn all_operations(&self) -> f64 {
        self.operations.iter().map(|(_, count)| count).sum()
    }

    /// Size of a number, in units of single precision.
    pub fn number_size(&self) -> f64 {
        match self.precision {
            Precision::Single => 1.0,
            Precision::Double => 2.0,
        }
    }
}
