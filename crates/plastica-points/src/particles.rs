//! All particles, body after body, in bundles.

use plastica_particles::columns::index;
use plastica_particles::{BUNDLE, Columns, Group as Body, Quad};
use plastica_tensor::{Scalar, Sym3};
use std::ops::Range;

/// The id of a place in the last bundle of a body where no particle stands.
pub(crate) const EMPTY: u32 = u32::MAX;

/// One body or emitter: what its particles have in common.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) body: Body,
    /// Whether the material bears tension: then its threads and sheets of single particles hold together.
    pub(crate) bears_tension: bool,
    /// The strain that springs in place of a deformation may have; infinite for what never flows.
    pub(crate) elastic_limit: f64,
    /// Its bundles.
    pub(crate) bundles: Range<usize>,
}

/// What particles carry, by place. An empty place holds the numbers of a particle of the same
/// body, without neighbours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Particles<S> {
    pub(crate) ids: Vec<u32>,
    /// Where they are [m]; always in double precision, so that offsets of neighbours have all their digits
    /// far from the origin too.
    pub(crate) positions: Vec<Quad<f64>>,
    /// [m/s]
    pub(crate) velocities: Vec<Quad<S>>,
    /// All forces of the material and of other bodies [N].
    pub(crate) forces: Vec<Quad<S>>,
    /// [kg]
    pub(crate) masses: Vec<S>,
    /// Volume at rest [m³].
    pub(crate) volumes: Vec<S>,
    /// P-wave modulus [Pa].
    pub(crate) moduli: Vec<S>,
    /// What laws keep: bundles of columns, as many as the neediest body asks for.
    pub(crate) law_state: Vec<S>,
    /// Columns per bundle in `law_state`.
    pub(crate) columns: usize,
    /// Kirchhoff stress [Pa]: bundles of six columns.
    pub(crate) stresses: Vec<S>,
    /// The body of each bundle.
    pub(crate) bodies: Vec<u32>,
    /// 0, or 1 + the index of the grip that holds the particle.
    pub(crate) grip_of: Vec<u32>,
}

/// Columns of the stress.
pub(crate) const STRESSES: usize = 6;

impl<S: Scalar> Particles<S> {
    /// Room for some places.
    pub(crate) fn with_places(places: usize, columns: usize) -> Self {
        Particles {
            ids: vec![EMPTY; places],
            positions: vec![[0.0; 4]; places],
            velocities: vec![[S::zero(); 4]; places],
            forces: vec![[S::zero(); 4]; places],
            masses: vec![S::one(); places],
            volumes: vec![S::one(); places],
            moduli: vec![S::zero(); places],
            law_state: vec![S::zero(); places * columns],
            columns,
            stresses: vec![S::zero(); places * STRESSES],
            bodies: vec![0; places / BUNDLE],
            grip_of: vec![0; places],
        }
    }
    /// How many places there are, a multiple of a bundle.
    pub(crate) fn places(&self) -> usize {
        self.ids.len()
    }
    /// The body of the particle in a place.
    #[inline(always)]
    pub(crate) fn body(&self, place: usize) -> usize {
        self.bodies[place / BUNDLE] as usize
    }
    /// How many particles there are.
    pub(crate) fn len(&self) -> usize {
        self.ids.iter().filter(|id| **id != EMPTY).count()
    }
    /// Copies the particle of another place, its forces and stress included.
    pub(crate) fn copy(&mut self, to: usize, other: &Self, from: usize) {
        self.ids[to] = other.ids[from];
        self.positions[to] = other.positions[from];
        self.velocities[to] = other.velocities[from];
        self.forces[to] = other.forces[from];
        self.masses[to] = other.masses[from];
        self.volumes[to] = other.volumes[from];
        self.moduli[to] = other.moduli[from];
        self.grip_of[to] = other.grip_of[from];
        for column in 0..self.columns {
            self.law_state[index(self.columns, column, to)] =
                other.law_state[index(self.columns, column, from)];
        }
        for column in 0..STRESSES {
            self.stresses[index(STRESSES, column, to)] =
                other.stresses[index(STRESSES, column, from)];
        }
    }
    /// Puts others behind these.
    pub(crate) fn append(&mut self, others: Self) {
        self.ids.extend(others.ids);
        self.positions.extend(others.positions);
        self.velocities.extend(others.velocities);
        self.forces.extend(others.forces);
        self.masses.extend(others.masses);
        self.volumes.extend(others.volumes);
        self.moduli.extend(others.moduli);
        self.law_state.extend(others.law_state);
        self.stresses.extend(others.stresses);
        self.grip_of.extend(others.grip_of);
        self.bodies.extend(others.bodies);
    }
    /// What laws keep.
    pub(crate) fn law_state(&self) -> Columns<'_, S> {
        Columns::new(&self.law_state, self.columns)
    }
    /// Kirchhoff stress of a particle [Pa].
    pub(crate) fn stress(&self, at: usize) -> Sym3<f64> {
        let stresses = Columns::new(&self.stresses, STRESSES);
        Sym3::from_array(std::array::from_fn(|k| stresses.get(k, at).to_f64()))
    }
}
