//! A body without the motion of its nodes: what it is made of, how it is connected, and what follows from both.

use crate::body::Body;
use crate::fracture::{Fracture, limits};
use crate::inelastic::{Creep, CreepStep};
use crate::lattice::Lattice;
use crate::local::{Local, Reading, Sites};
use crate::options::Options;
use crate::topology::Topology;
use plastica_core::BadValue;
use plastica_linear::Tolerance;
use plastica_tensor::Vec3;

/// A body without the motion of its nodes. In a step only fracture changes it.
#[derive(Debug)]
pub(crate) struct Structure {
    pub(crate) body: Body,
    pub(crate) topology: Topology,
    /// Mass of each node [kg].
    pub(crate) masses: Vec<f64>,
    /// Mean length of fibres at rest [m].
    pub(crate) spacing: f64,
    /// √Σ x² of the shape at rest about its middle [m].
    size: f64,
    /// Fracture limits of fibres over the mean.
    fracture_limits: [Vec<f64>; 3],
    /// How it is stepped and solved.
    pub(crate) options: Options,
}

impl Structure {
    /// Of a body that has been checked.
    pub(crate) fn new(body: Body, options: Options) -> Self {
        let lattice = &body.lattice;
        let topology = Topology::new(lattice, &body.cuts);
        let masses = (0..lattice.len())
            .map(|i| body.sites().at(&body.density, i, 0.0) * lattice.measure(i))
            .collect();
        let middle = (body.shape.iter()).fold(Vec3::zero(), |sum, x| sum + *x);
        let middle = middle.scale(1.0 / body.shape.len() as f64);
        let square: f64 = (body.shape.iter())
            .map(|x| (*x - middle).norm_squared())
            .sum();
        let fracture = body.fracture.as_ref();
        Structure {
            fracture_limits: fracture.map_or_else(Default::default, |f| limits(f, lattice)),
            spacing: body.spacing(),
            size: square.sqrt(),
            topology,
            masses,
            body,
            options,
        }
    }

    pub(crate) fn lattice(&self) -> &Lattice {
        &self.body.lattice
    }

    /// Material coordinates and places at rest of the nodes.
    pub(crate) fn sites(&self) -> Sites<'_> {
        self.body.sites()
    }

    /// A number of the body as a step reads it, by its key in scenes; not negative.
    pub(crate) fn read<'a>(
        &'a self,
        key: &'static str,
        local: &'a Local,
        time: f64,
    ) -> Reading<'a> {
        Reading {
            sites: self.sites(),
            name: &self.body.name,
            key,
            local,
            signed: false,
            time,
        }
    }

    /// The rate of creep as a step reads it: below zero deformation feeds itself.
    pub(crate) fn read_rate<'a>(&'a self, creep: &'a Creep, time: f64) -> Reading<'a> {
        Reading {
            signed: true,
            ..self.read("creep.rate", &creep.rate, time)
        }
    }

    /// Whether weights change in time.
    pub(crate) fn weights_vary_in_time(&self) -> bool {
        self.body.formulation.weights().any(Local::varies_in_time)
    }

    /// Iterations end at a residual, or when nodes are placed well enough: A is at least M/h².
    pub(crate) fn tolerance(&self, h: f64) -> Tolerance {
        let Structure {
            options, masses, ..
        } = self;
        let mass: f64 = masses.iter().sum::<f64>() / masses.len() as f64;
        Tolerance {
            relative: options.tolerance,
            absolute: options.place_tolerance * self.size * mass / (h * h),
            max_iterations: options.iterations,
        }
    }

    /// Distance of nodes from the middle of the shape at rest, root mean square [m].
    pub(crate) fn extent(&self) -> f64 {
        self.size / (self.masses.len() as f64).sqrt()
    }

    /// Mean of a field over each piece, by mass; of places the centres of mass.
    pub(crate) fn means(&self, field: &[Vec3<f64>]) -> Vec<Vec3<f64>> {
        let mut sums = vec![(Vec3::zero(), 0.0); self.topology.piece_count];
        for (i, p) in self.topology.nodes() {
            let (sum, mass) = &mut sums[p];
            *sum = *sum + field[i].scale(self.masses[i]);
            *mass += self.masses[i];
        }
        sums.iter()
            .map(|(sum, mass)| sum.scale(1.0 / mass))
            .collect()
    }

    /// Creep that is the same for all nodes and is solved along with the motion; none if it differs from node to node.
    pub(crate) fn uniform_creep(&self, time: f64, dt: f64) -> Result<CreepStep, Box<BadValue>> {
        match &self.body.creep {
            Some(creep) if creep.is_uniform() => {
                let rate = self.read_rate(creep, time).at(0)?;
                Ok(creep.step(rate, 0.0, dt))
            }
            _ => Ok(CreepStep::default()),
        }
    }

    /// Elongation at which the fibre from a node i to a node j breaks.
    pub(crate) fn fracture_limit(
        &self,
        fracture: &Fracture,
        (axis, i, j): (usize, usize, usize),
        time: f64,
    ) -> Result<f64, Box<BadValue>> {
        let limit = self.read("fracture.limit", &fracture.limit, time);
        let mean = limit.over(&[i as u32, j as u32])?;
        Ok(mean * self.fracture_limits[axis][i])
    }
}
