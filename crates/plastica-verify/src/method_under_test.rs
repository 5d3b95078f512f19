//! The methods that experiments are done with. A further method of particles is one more constructor here.

use crate::specimen::Specimen;
use plastica_core::{Body, Method, Precision};
use std::fmt::{self, Debug};
use std::sync::Arc;

/// A method with its choices: what an experiment that several methods do needs to know of them.
#[derive(Clone)]
pub struct MethodUnderTest {
    /// As scenes call it.
    pub name: &'static str,
    /// Distance between particles at the start [m].
    pub pitch: f64,
    /// The thinnest slab that moves in plane strain between smooth walls [m].
    pub thickness: f64,
    /// How much material such a slab has along z [m].
    pub depth: f64,
    /// Whether a smooth wall acts as a plane of symmetry, so that a quarter of a body stands for all of it.
    pub mirrors: bool,
    /// How long before and after the outlines of bodies meet, by their distance, they may begin to push each other [m].
    pub contact: [f64; 2],
    damping: Option<f64>,
    build: Arc<Build>,
}

/// Builds the method, with another damping [1/s] than that of its options if asked.
type Build = dyn Fn(Option<f64>, Vec<Body>) -> Result<Box<dyn Method>, String> + Send + Sync;

impl Debug for MethodUnderTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} m", self.name, self.pitch)
    }
}

impl MethodUnderTest {
    /// The material point method, with two particles to a cell.
    ///
    /// A slab is one layer of particles, a [`Specimen::sheet`], between walls a cell apart: see
    /// [`walls_across`](crate::specimen::walls_across).
    pub fn mpm(options: plastica_mpm::Options) -> Self {
        let pitch = 0.5 * options.cell;
        MethodUnderTest {
            name: plastica_mpm::KIND.name,
            pitch,
            thickness: options.cell,
            depth: pitch,
            mirrors: true,
            // Nodes of two cells are shared.
            contact: [2.0 * options.cell, 0.0],
            damping: None,
            build: Arc::new(move |damping, bodies| {
                let options = plastica_mpm::Options {
                    damping: damping.unwrap_or(options.damping),
                    ..options
                };
                plastica_mpm::build(options, bodies, vec![]).map_err(|error| error.to_string())
            }),
        }
    }

    /// The point-based method.
    ///
    /// A slab is three particles thick, so that each has neighbours enough across it to read a deformation.
    pub fn points(options: plastica_points::Options) -> Self {
        let spacing = options.spacing;
        MethodUnderTest {
            name: plastica_points::KIND.name,
            pitch: spacing,
            thickness: 3.0 * spacing,
            depth: 3.0 * spacing,
            mirrors: false,
            // Particles push each other away within a spacing, and those on a lattice in a round body end up to a
            // spacing inside it.
            contact: [2.0 * spacing; 2],
            damping: None,
            build: Arc::new(move |damping, bodies| {
                let options = plastica_points::Options {
                    damping: damping.unwrap_or(options.damping),
                    ..options
                };
                plastica_points::build(options, bodies, vec![]).map_err(|error| error.to_string())
            }),
        }
    }

    /// A slab in plane strain between [`slab_walls`](crate::specimen::slab_walls) at 0 and its thickness.
    pub fn slab(&self, low: [f64; 2], high: [f64; 2]) -> Specimen {
        Specimen::block(
            [low[0], low[1], 0.0],
            [high[0], high[1], self.depth],
            self.pitch,
        )
    }

    /// With all motion braked at a rate [1/s].
    pub fn braked(&self, rate: f64) -> Self {
        MethodUnderTest {
            damping: Some(rate),
            ..self.clone()
        }
    }

    /// The method with these bodies.
    ///
    /// # Panics
    /// If it refuses them: a mistake in a case.
    pub fn of(&self, bodies: Vec<Body>) -> Box<dyn Method> {
        let built = self.try_of(bodies);
        built.unwrap_or_else(|why| panic!("{} refuses the bodies: {why}", self.name))
    }

    /// The method with these bodies, or why it refuses them.
    pub fn try_of(&self, bodies: Vec<Body>) -> Result<Box<dyn Method>, String> {
        (self.build)(self.damping, bodies)
    }
}

/// The usual choices of the material point method, in double precision.
pub fn double_precision(cell: f64) -> plastica_mpm::Options {
    plastica_mpm::Options {
        precision: Precision::Double,
        ..plastica_mpm::Options::new(cell)
    }
}

/// The usual choices of the point-based method, in double precision.
pub fn double_precision_points(spacing: f64) -> plastica_points::Options {
    plastica_points::Options {
        precision: Precision::Double,
        ..plastica_points::Options::new(spacing)
    }
}
