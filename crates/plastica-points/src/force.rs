//! Internal forces: deformations from positions, stresses from deformations, forces on neighbours from stresses.

use crate::bonds::{Bonds, SLOTS};
use crate::options::{Options, Scheme};
use crate::particles::{Group, Particles, STRESSES};
use plastica_particles::law::{Law, Outcome, Prepared};
use plastica_particles::{BUNDLE, ColumnsMut, Quad};
use plastica_tensor::simd::{Kernel, dispatch_native};
use plastica_tensor::{Real, Scalar, Vec3};
use rayon::prelude::*;

/// Bundles of a piece of work.
const BLOCK: usize = 8;
/// Below this volume ratio particles are crushed: they get springs in place of a deformation.
pub(crate) const CRUSHED: f64 = 0.02;

/// Fits deformations, updates stresses and writes forces on neighbours; `forces` takes the sums of their opposites.
/// Outcomes come in the order of blocks.
pub(crate) fn respond<S: Scalar>(
    particles: &mut Particles<S>,
    bonds: &mut Bonds<S>,
    groups: &[Group],
    options: &Options,
    time: f64,
    dt: f64,
) -> Vec<Outcome> {
    if particles.forces.is_empty() {
        return Vec::new();
    }
    let columns = particles.columns;
    let shared = Shared {
        positions: &particles.positions,
        velocities: &particles.velocities,
        masses: &particles.masses,
        volumes: &particles.volumes,
        bodies: &particles.bodies,
        neighbours: &bonds.neighbours,
        counts: &bonds.counts,
        groups,
        options,
        columns,
        time,
        dt,
    };
    let places = BLOCK * BUNDLE;
    particles
        .forces
        .par_chunks_mut(places)
        .zip(particles.moduli.par_chunks_mut(places))
        .zip(particles.law_state.par_chunks_mut(places * columns))
        .zip(particles.stresses.par_chunks_mut(places * STRESSES))
        .zip(bonds.references.par_chunks_mut(places * SLOTS * 3))
        .zip(bonds.pair_forces.par_chunks_mut(places * SLOTS))
        .enumerate()
        .map(
            |(block, (((((forces, moduli), law_state), stresses), references), pair_forces))| {
                let own = Own {
                    first: block * BLOCK,
                    forces,
                    moduli,
                    law_state,
                    stresses,
                    references,
                    pair_forces,
                };
                let shared = &shared;
                dispatch_native(options.level, Respond { shared, own })
            },
        )
        .collect()
}

/// What all blocks read.
pub(crate) struct Shared<'a, S> {
    positions: &'a [Quad<f64>],
    velocities: &'a [Quad<S>],
    pub(crate) masses: &'a [S],
    pub(crate) volumes: &'a [S],
    /// By bundle.
    bodies: &'a [u32],
    pub(crate) neighbours: &'a [u32],
    pub(crate) counts: &'a [u32],
    groups: &'a [Group],
    pub(crate) options: &'a Options,
    columns: usize,
    /// When the step ends [s].
    time: f64,
    dt: f64,
}

/// What a block writes.
struct Own<'a, S> {
    /// Its first bundle.
    first: usize,
    forces: &'a mut [Quad<S>],
    moduli: &'a mut [S],
    law_state: &'a mut [S],
    stresses: &'a mut [S],
    references: &'a mut [S],
    pair_forces: &'a mut [Quad<S>],
}

/// What the particles of one bundle write.
pub(crate) struct BundleMut<'a, S> {
    pub(crate) law_state: ColumnsMut<'a, S>,
    pub(crate) stresses: ColumnsMut<'a, S>,
    pub(crate) references: References<'a, S>,
    /// Forces on neighbours [N]: by slot and lane.
    pub(crate) pair_forces: &'a mut [Quad<S>],
}

impl<S: Scalar> Own<'_, S> {
    /// One bundle of the block.
    #[inline(always)]
    fn bundle(&mut self, local: usize, columns: usize) -> BundleMut<'_, S> {
        let cut = |width: usize| local * width * BUNDLE..(local + 1) * width * BUNDLE;
        BundleMut {
            law_state: ColumnsMut::new(&mut self.law_state[cut(columns)], columns),
            stresses: ColumnsMut::new(&mut self.stresses[cut(STRESSES)], STRESSES),
            references: References(&mut self.references[cut(3 * SLOTS)]),
            pair_forces: &mut self.pair_forces[cut(SLOTS)],
        }
    }
}

struct Respond<'a, 'b, S> {
    shared: &'a Shared<'b, S>,
    own: Own<'a, S>,
}

/// Offset [spacings] and velocity [m/s] of a neighbour less the particle's, and the weight of the bond.
#[derive(Clone, Copy)]
pub(crate) struct Relative<R> {
    pub(crate) x: Vec3<R>,
    pub(crate) v: Vec3<R>,
    pub(crate) w: R,
}

impl<S: Scalar> Kernel<S> for Respond<'_, '_, S> {
    type Output = Outcome;

    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Outcome {
        let Respond { shared, mut own } = self;
        let mut outcome = Outcome::default();
        let mut prepared: Option<(usize, Prepared<R>)> = None;
        let mut relatives = [Relative {
            x: Vec3::<R>::zero(),
            v: Vec3::zero(),
            w: R::zero(),
        }; SLOTS];
        for local in 0..own.forces.len() / BUNDLE {
            let bundle = own.first + local;
            let body = shared.bodies[bundle] as usize;
            let group = &shared.groups[body];
            // Strains of steps added up are no deformation, and their determinant no volume.
            let law = &Law {
                barrier: shared.options.scheme != Scheme::Additive,
                ..group.body.law(shared.time, shared.dt)
            };
            let material = match &mut prepared {
                Some((of, material)) if *of == body => material,
                other => &mut other.insert((body, law.prepare::<R>())).1,
            };
            let counts = &shared.counts[bundle * BUNDLE..(bundle + 1) * BUNDLE];
            let mut at = 0;
            while at < BUNDLE {
                let slots = counts[at..at + R::LANES].iter().copied().fold(0, u32::max) as usize;
                let register = Register {
                    shared,
                    bears_tension: group.bears_tension,
                    elastic_limit: group.elastic_limit,
                    bundle,
                    at,
                    slots,
                };
                let mut to = own.bundle(local, shared.columns);
                let done = if shared.options.scheme.rebuilds_neighbours() {
                    register.increment(law, material, &mut to, &mut relatives, &mut outcome)
                } else {
                    register.bonded(law, material, &mut to, &mut relatives, &mut outcome)
                };
                let Some((force, modulus)) = done else {
                    outcome.fail(bundle * BUNDLE + at);
                    return outcome;
                };
                modulus.store(&mut own.moduli[local * BUNDLE + at..]);
                let rows = &mut own.forces[local * BUNDLE + at..][..R::LANES];
                R::store_columns([force[0], force[1], force[2], R::zero()], rows);
                at += R::LANES;
            }
        }
        outcome
    }
}

/// Reference bond vectors ξ of a bundle: by slot, axis and lane.
pub(crate) struct References<'a, S>(&'a mut [S]);

impl<S: Scalar> References<'_, S> {
    #[inline(always)]
    pub(crate) fn load<R: Real<Scalar = S>>(&self, slot: usize, at: usize) -> Vec3<R> {
        let first = slot * 3 * BUNDLE + at;
        Vec3([
            R::load(&self.0[first..]),
            R::load(&self.0[first + BUNDLE..]),
            R::load(&self.0[first + 2 * BUNDLE..]),
        ])
    }
    #[inline(always)]
    pub(crate) fn store<R: Real<Scalar = S>>(&mut self, slot: usize, at: usize, v: Vec3<R>) {
        let first = slot * 3 * BUNDLE + at;
        for axis in 0..3 {
            v[axis].store(&mut self.0[first + axis * BUNDLE..]);
        }
    }
}

/// The particles `at..at + LANES` of a bundle.
pub(crate) struct Register<'a, 'b, S> {
    pub(crate) shared: &'a Shared<'b, S>,
    /// Whether the material bears tension.
    pub(crate) bears_tension: bool,
    /// The strain that springs may have.
    pub(crate) elastic_limit: f64,
    pub(crate) bundle: usize,
    pub(crate) at: usize,
    /// Slots that any of them uses.
    pub(crate) slots: usize,
}

impl<S: Scalar> Register<'_, '_, S> {
    /// Gathers offsets and velocities of neighbours; weights are left alone.
    #[inline(always)]
    pub(crate) fn gather<R: Real<Scalar = S>>(&self, relatives: &mut [Relative<R>; SLOTS]) {
        let Shared {
            positions,
            velocities,
            neighbours,
            options,
            ..
        } = *self.shared;
        let scale = 1.0 / options.spacing;
        let first = self.bundle * BUNDLE + self.at;
        let mut centres = [[0.0; 4]; BUNDLE];
        centres[..R::LANES].copy_from_slice(&positions[first..first + R::LANES]);
        let own = R::columns(&velocities[first..first + R::LANES]);
        for slot in 0..self.slots {
            let begin = (self.bundle * SLOTS + slot) * BUNDLE + self.at;
            let places = &neighbours[begin..begin + R::LANES];
            let mut offsets = [[S::zero(); 4]; BUNDLE];
            let mut moving = [[S::zero(); 4]; BUNDLE];
            for lane in 0..R::LANES {
                let other = places[lane] as usize;
                let (x, centre) = (&positions[other], &centres[lane]);
                for k in 0..4 {
                    offsets[lane][k] = S::from_f64((x[k] - centre[k]) * scale);
                }
                moving[lane] = velocities[other];
            }
            let [x, y, z, _] = R::columns(&offsets);
            let [vx, vy, vz, _] = R::columns(&moving);
            relatives[slot].x = Vec3([x, y, z]);
            relatives[slot].v = Vec3([vx - own[0], vy - own[1], vz - own[2]]);
        }
    }

    /// Pull between neighbours at an offset that makes surfaces contract: the force over the offset [N per spacing].
    ///
    /// Each pair has the energy −ε w of its present offset, shared by its two bonds. A flat surface cuts pairs
    /// with Σw = 1.53 per particle on a lattice, so that the energy of its area is γ with ε = 2 γ d² / 1.53.
    #[inline(always)]
    pub(crate) fn tension<R: Real<Scalar = S>>(&self, x: Vec3<R>) -> R {
        let options = self.shared.options;
        if options.surface_tension == 0.0 {
            return R::zero();
        }
        let square = options.support_radius * options.support_radius;
        let gap = x
            .norm_squared()
            .neg_mul_add(R::constant(1.0 / square), R::one())
            .max(R::zero());
        let depth = 2.0 / 1.53 * options.surface_tension * options.spacing;
        (gap * gap).times(-0.5 * depth * 6.0 / square)
    }
}
