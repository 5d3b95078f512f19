//! What particles do to their neighbours: the scheme `pairs`.
//!
//! With the deformation G of the fit, Kirchhoff stress τ of the law and g of each neighbour (`fit`), the force on a
//! neighbour, and its opposite on the particle, is
//!
//! f = −V τ G⁻ᵀ g − κ (ρc²V/d²)(w/Σw) s − η (mc/d)(w/Σw) r,
//!
//! s = x − F⁰ξ what the deformation does not explain of the offset and r = v − L x of the velocity; both have no
//! moment about the particle. Flow acts on what is remembered: ξ := F_p ξ, and ξ += γ (F_e⁻¹x − ξ), for a body
//! that flows forgets how its particles stood.

use crate::fit::{FEWEST, Fit, Moments, squares, weight};
use crate::law::{Question, advance};
use crate::options::{Options, Scheme, Surface};
use crate::pairs::{Pairs, SLOTS};
use crate::particles::{Group, Particles, STRESSES};
use crate::strangers::{NEAR, PUSH};
use plastica_particles::law::{Law, Outcome, Prepared};
use plastica_particles::{BUNDLE, ColumnsMut, Extra, Quad};
use plastica_tensor::simd::{Kernel, dispatch_native};
use plastica_tensor::{Mask, Mat3, Real, Scalar, Vec3};
use rayon::prelude::*;

/// Bundles of a piece of work.
const BLOCK: usize = 8;
/// Springs in place of a deformation that neighbours do not tell: below this volume ratio they are crushed.
pub(crate) const CRUSHED: f64 = 0.02;

/// Reads deformations, asks the laws and writes down forces on neighbours; `forces` takes their opposites.
/// Outcomes come in the order of blocks.
pub(crate) fn respond<S: Scalar>(
    particles: &mut Particles<S>,
    pairs: &mut Pairs<S>,
    groups: &[Group],
    options: &Options,
    time: f64,
    dt: f64,
) -> Vec<Outcome> {
    let Particles {
        positions,
        velocities,
        forces,
        masses,
        volumes,
        moduli,
        kept,
        columns,
        stresses,
        bodies,
        ..
    } = particles;
    let Pairs {
        partners,
        memory,
        counts,
        tractions,
        ..
    } = pairs;
    let columns = *columns;
    if forces.is_empty() {
        return Vec::new();
    }
    let places = BLOCK * BUNDLE;
    let shared = Shared {
        positions,
        velocities,
        masses,
        volumes,
        partners,
        counts,
        bodies,
        groups,
        time,
        dt,
        options,
        columns,
    };
    forces
        .par_chunks_mut(places)
        .zip(moduli.par_chunks_mut(places))
        .zip(kept.par_chunks_mut(places * columns))
        .zip(stresses.par_chunks_mut(places * STRESSES))
        .zip(memory.par_chunks_mut(places * SLOTS * 3))
        .zip(tractions.par_chunks_mut(places * SLOTS))
        .enumerate()
        .map(
            |(block, (((((forces, moduli), kept), stresses), memory), tractions))| {
                let own = Own {
                    first: block * BLOCK,
                    forces,
                    moduli,
                    kept,
                    stresses,
                    memory,
                    tractions,
                };
                dispatch_native(
                    options.level,
                    Respond {
                        shared: &shared,
                        own,
                    },
                )
            },
        )
        .collect()
}

/// What everybody reads.
pub(crate) struct Shared<'a, S> {
    positions: &'a [Quad<f64>],
    velocities: &'a [Quad<S>],
    pub(crate) masses: &'a [S],
    pub(crate) volumes: &'a [S],
    pub(crate) partners: &'a [u32],
    counts: &'a [u32],
    /// By bundle.
    bodies: &'a [u32],
    groups: &'a [Group],
    /// When the step ends [s].
    time: f64,
    dt: f64,
    pub(crate) options: &'a Options,
    columns: usize,
}

/// What a block writes.
struct Own<'a, S> {
    /// Its first bundle.
    first: usize,
    forces: &'a mut [Quad<S>],
    moduli: &'a mut [S],
    kept: &'a mut [S],
    stresses: &'a mut [S],
    memory: &'a mut [S],
    tractions: &'a mut [Quad<S>],
}

struct Respond<'a, 'b, S> {
    shared: &'a Shared<'b, S>,
    own: Own<'a, S>,
}

/// Offset and velocity of a neighbour less the particle's, and the weight of what is remembered.
#[derive(Clone, Copy)]
pub(crate) struct Seen<R> {
    pub(crate) x: Vec3<R>,
    pub(crate) v: Vec3<R>,
    pub(crate) w: R,
}

impl<S: Scalar> Kernel<S> for Respond<'_, '_, S> {
    type Output = Outcome;

    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Outcome {
        let Respond { shared, own } = self;
        let mut outcome = Outcome::default();
        let mut prepared: Option<(usize, Prepared<R>)> = None;
        let mut seen = [Seen {
            x: Vec3::<R>::zero(),
            v: Vec3::zero(),
            w: R::zero(),
        }; SLOTS];
        for local in 0..own.forces.len() / BUNDLE {
            let bundle = own.first + local;
            let body = shared.bodies[bundle] as usize;
            let group = &shared.groups[body];
            let law = &group.body.law(shared.time, shared.dt);
            let material = match &mut prepared {
                Some((of, material)) if *of == body => material,
                other => &mut other.insert((body, law.prepare::<R>())).1,
            };
            let counts = &shared.counts[bundle * BUNDLE..(bundle + 1) * BUNDLE];
            let width = SLOTS * BUNDLE;
            let mut at = 0;
            while at < BUNDLE {
                let slots = counts[at..at + R::LANES].iter().copied().fold(0, u32::max) as usize;
                let work = Register {
                    shared,
                    binds: group.binds,
                    bundle,
                    at,
                    slots,
                };
                let mut memory =
                    Memory(&mut own.memory[local * width * 3..(local + 1) * width * 3]);
                let mut kept = bundle_of(own.kept, local, shared.columns);
                let mut stresses = bundle_of(own.stresses, local, STRESSES);
                let tractions = &mut own.tractions[local * width..(local + 1) * width];
                if shared.options.scheme.is_stateless() {
                    let tables = (&mut kept, &mut stresses);
                    let done =
                        work.increment(law, material, tables, &mut seen, tractions, &mut outcome);
                    let Some((force, modulus)) = done else {
                        outcome.fail(bundle * BUNDLE + at);
                        return outcome;
                    };
                    modulus.store(&mut own.moduli[local * BUNDLE + at..]);
                    let rows = &mut own.forces[local * BUNDLE + at..][..R::LANES];
                    R::store_columns([force[0], force[1], force[2], R::zero()], rows);
                    at += R::LANES;
                    continue;
                }
                let fit = work.look(&memory, &mut seen);
                let Some(answer) =
                    work.ask(&fit, law, material, &mut kept, &mut stresses, &mut outcome)
                else {
                    outcome.fail(bundle * BUNDLE + at);
                    return outcome;
                };
                answer.modulus.store(&mut own.moduli[local * BUNDLE + at..]);
                let force = work.act(&fit, &answer, &seen, &memory, tractions);
                let rows = &mut own.forces[local * BUNDLE + at..][..R::LANES];
                R::store_columns([force[0], force[1], force[2], R::zero()], rows);
                if answer.moves_memory {
                    work.forget(&answer, &seen, &mut memory);
                }
                at += R::LANES;
            }
        }
        outcome
    }
}

/// The columns of one bundle.
#[inline(always)]
fn bundle_of<S: Scalar>(numbers: &mut [S], bundle: usize, columns: usize) -> ColumnsMut<'_, S> {
    let width = columns * BUNDLE;
    ColumnsMut::new(&mut numbers[bundle * width..(bundle + 1) * width], columns)
}

/// ξ of a bundle: by slot, axis and lane.
struct Memory<'a, S>(&'a mut [S]);

impl<S: Scalar> Memory<'_, S> {
    #[inline(always)]
    fn load<R: Real<Scalar = S>>(&self, slot: usize, at: usize) -> Vec3<R> {
        let first = slot * 3 * BUNDLE + at;
        Vec3([
            R::load(&self.0[first..]),
            R::load(&self.0[first + BUNDLE..]),
            R::load(&self.0[first + 2 * BUNDLE..]),
        ])
    }
    #[inline(always)]
    fn store<R: Real<Scalar = S>>(&mut self, slot: usize, at: usize, v: Vec3<R>) {
        let first = slot * 3 * BUNDLE + at;
        for axis in 0..3 {
            v[axis].store(&mut self.0[first + axis * BUNDLE..]);
        }
    }
}

/// What a register of particles does.
struct Act<R: Real> {
    /// First Piola stress, τ G⁻ᵀ [Pa].
    piola: Mat3<R>,
    modulus: R,
    volume: R,
    mass: R,
    /// Where the law has answered.
    sound: R::Mask,
    /// Whether the material bears tension.
    binds: bool,
    moves_memory: bool,
    /// ξ := keep ξ + fresh x for what has flowed.
    keep: Mat3<R>,
    fresh: Mat3<R>,
}

/// The particles `at..at + LANES` of a bundle.
pub(crate) struct Register<'a, 'b, S> {
    pub(crate) shared: &'a Shared<'b, S>,
    /// Whether the material bears tension.
    binds: bool,
    pub(crate) bundle: usize,
    pub(crate) at: usize,
    /// Slots that any of them uses.
    pub(crate) slots: usize,
}

impl<S: Scalar> Register<'_, '_, S> {
    /// Gathers offsets and velocities of neighbours; weights are left alone.
    #[inline(always)]
    pub(crate) fn gather<R: Real<Scalar = S>>(&self, seen: &mut [Seen<R>; SLOTS]) {
        let Shared {
            positions,
            velocities,
            partners,
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
            let who = &partners[begin..begin + R::LANES];
            let mut offsets = [[S::zero(); 4]; BUNDLE];
            let mut moving = [[S::zero(); 4]; BUNDLE];
            for lane in 0..R::LANES {
                let other = who[lane] as usize;
                let (x, centre) = (&positions[other], &centres[lane]);
                for k in 0..4 {
                    offsets[lane][k] = S::from_f64((x[k] - centre[k]) * scale);
                }
                moving[lane] = velocities[other];
            }
            let [x, y, z, _] = R::columns(&offsets);
            let [vx, vy, vz, _] = R::columns(&moving);
            seen[slot].x = Vec3([x, y, z]);
            seen[slot].v = Vec3([vx - own[0], vy - own[1], vz - own[2]]);
        }
    }

    /// Pull between neighbours at an offset that makes surfaces contract: the force over the offset [N per spacing].
    ///
    /// Each pair has the energy −ε w of its present offset, shared by its two memories. A flat surface cuts pairs
    /// with Σw = 1.53 per particle on a lattice, so that the energy of its area is γ with ε = 2 γ d² / 1.53.
    #[inline(always)]
    pub(crate) fn tension<R: Real<Scalar = S>>(&self, x: Vec3<R>) -> R {
        let options = self.shared.options;
        if options.surface_tension == 0.0 {
            return R::zero();
        }
        let square = options.reach * options.reach;
        let gap = x
            .norm_squared()
            .neg_mul_add(R::constant(1.0 / square), R::one())
            .max(R::zero());
        let depth = 2.0 / 1.53 * options.surface_tension * options.spacing;
        (gap * gap).times(-0.5 * depth * 6.0 / square)
    }

    /// Reads the deformation.
    #[inline(always)]
    fn look<R: Real<Scalar = S>>(
        &self,
        memory: &Memory<'_, S>,
        seen: &mut [Seen<R>; SLOTS],
    ) -> Fit<R> {
        let options = self.shared.options;
        self.gather(seen);
        let reach = R::constant(1.0 / (options.reach * options.reach));
        let mut moments = Moments::zero();
        for (slot, neighbour) in seen[..self.slots].iter_mut().enumerate() {
            let remembered = memory.load::<R>(slot, self.at);
            neighbour.w = weight(remembered, reach);
            moments.add(neighbour.w, remembered, neighbour.x, neighbour.v);
        }
        match options.surface {
            Surface::Plain => moments.solve(),
            Surface::Curved => {
                for slot in 0..self.slots {
                    let remembered = memory.load::<R>(slot, self.at);
                    let Seen { x, w, .. } = seen[slot];
                    moments.add_curvature(w, remembered, x);
                }
                moments.solve_curved()
            }
        }
    }

    /// Asks the law.
    #[inline(always)]
    fn ask<R: Real<Scalar = S>>(
        &self,
        fit: &Fit<R>,
        law: &Law<'_>,
        material: &mut Prepared<R>,
        kept: &mut ColumnsMut<'_, S>,
        stresses: &mut ColumnsMut<'_, S>,
        outcome: &mut Outcome,
    ) -> Option<Act<R>> {
        let first = self.bundle * BUNDLE + self.at;
        let counts = &self.shared.counts[first..first + R::LANES];
        let counts = R::from_fn(|lane| S::from_f64(f64::from(counts[lane])));
        let enough = counts.ge(R::constant(f64::from(FEWEST)));
        let crushed = fit.deformation.determinant().le(R::constant(CRUSHED));
        let sound = fit.told & enough & !crushed;
        let scheme = self.shared.options.scheme;
        let past = match (scheme, law.layout.first(Extra::Scheme)) {
            // F_p⁻¹: the deformation is that since the start, and flow is taken off it.
            (Scheme::Reference, Some(first)) => {
                Some((first, kept.read().matrix::<R>(first, self.at)))
            }
            _ => None,
        };
        let dt = law.dt / self.shared.options.spacing;
        let question = Question {
            first,
            trial: match &past {
                Some((_, past)) => fit.deformation * *past,
                None => fit.deformation,
            },
            gradient: fit.gradient.scale(R::constant(dt)),
            sound,
            volume: R::load(&self.shared.volumes[first..]),
            mass: R::load(&self.shared.masses[first..]),
        };
        let answer = advance(law, material, kept, self.at, &question, outcome)?;
        stresses.store_symmetric(0, self.at, &answer.kirchhoff);
        let trial = Mat3::select(sound, &fit.deformation, &Mat3::identity());
        // τ G⁻ᵀ = P of the elastic rest space, seen from the one before flow.
        let piola = answer.kirchhoff.mul_mat(&trial.inverse().transpose());
        if let Some((first, past)) = &past {
            let elastic = Mat3::select(sound, &answer.deformation, &Mat3::identity());
            let fresh = Mat3::select(sound, &(trial.inverse() * elastic), past);
            kept.store_matrix(*first, self.at, &fresh);
        }
        let moves =
            (answer.flowed.max_abs().gt(R::zero()) | answer.forgotten.gt(R::zero())) & sound;
        let moves = moves & R::Mask::splat(past.is_none());
        let mut keep = Mat3::identity();
        let mut fresh = Mat3::zero();
        if moves.any() {
            // F_p = F_e⁻¹ F_trial = I − F_e⁻¹ (F_e − F_trial).
            let elastic = Mat3::select(sound, &answer.deformation, &Mat3::identity());
            let back = elastic.inverse();
            let flow = Mat3::select(sound, &answer.flowed, &Mat3::zero());
            let left = R::one() - answer.forgotten;
            let stays = left * left;
            keep = (Mat3::identity() - back * flow).scale(stays);
            fresh = back.scale(R::one() - stays);
        }
        Some(Act {
            piola,
            modulus: answer.modulus,
            volume: question.volume,
            mass: question.mass,
            sound,
            binds: self.binds,
            moves_memory: moves.any(),
            keep,
            fresh,
        })
    }

    /// Writes down forces on neighbours; returns what they do to the particles together.
    #[inline(always)]
    fn act<R: Real<Scalar = S>>(
        &self,
        fit: &Fit<R>,
        act: &Act<R>,
        seen: &[Seen<R>; SLOTS],
        memory: &Memory<'_, S>,
        tractions: &mut [Quad<S>],
    ) -> Vec3<R> {
        let options = self.shared.options;
        let d = options.spacing;
        let mut total = R::zero();
        for neighbour in &seen[..self.slots] {
            total += neighbour.w;
        }
        let share = total.max(R::tiny()).recip();
        // ρc²V/d [N] per spacing of offset.
        let stiff = act.modulus * act.volume * R::constant(1.0 / d) * share;
        let brake = (act.modulus * act.volume * act.mass).sqrt() * R::constant(1.0 / d) * share;
        let sound = act.sound;
        let zero = R::zero();
        let residual = R::select(sound, stiff.times(options.residual_stiffness), zero);
        let damped = brake.times(options.residual_damping);
        let damping = R::select(sound & fit.spread, damped, zero);
        let stress = act.piola.scale(act.volume * R::constant(-1.0 / d));
        let linear = stress * fit.linear.to_mat() + fit.plain.scale(residual);
        let linear = Mat3::select(sound, &linear, &Mat3::zero());
        let offsets = fit.gradient.scale(damping) - Mat3::identity().scale(residual);
        let mut quadratic = [[zero; 6]; 3];
        for i in 0..3 {
            for k in 0..6 {
                let along = stress[(i, 0)].mul_add(
                    fit.quadratic[0][k],
                    stress[(i, 1)]
                        .mul_add(fit.quadratic[1][k], stress[(i, 2)] * fit.quadratic[2][k]),
                );
                quadratic[i][k] = R::select(sound, along, zero);
            }
        }
        let curved = options.surface == Surface::Curved;
        let crowd = act.modulus.times(0.5 * PUSH * d * d);
        let mut sum = Vec3::zero();
        for slot in 0..self.slots {
            let Seen { x, v, w } = seen[slot];
            let remembered = memory.load::<R>(slot, self.at);
            let mut force = linear.mul_vec(remembered) + offsets.mul_vec(x) - v.scale(damping);
            if curved {
                let q = squares(remembered);
                for i in 0..3 {
                    for k in 0..6 {
                        force[i] = quadratic[i][k].mul_add(q[k], force[i]);
                    }
                }
            }
            force = force.scale(w);
            let tension = R::select(w.gt(zero), self.tension(x), zero);
            force = force + x.scale(tension);
            // Who comes much nearer than remembered is pushed away.
            let (now, then) = (x.norm_squared(), remembered.norm_squared());
            let near = then.min(R::one()).times(NEAR * NEAR);
            let crowded = now.lt(near) & now.gt(R::tiny());
            if crowded.any() {
                let closeness = (now / near.max(R::tiny())).sqrt();
                let push = crowd * (R::one() - closeness) * now.max(R::tiny()).rsqrt();
                let push = R::select(crowded & w.gt(zero), push, zero);
                force = force + x.scale(push);
            }
            if !sound.all() {
                // Springs and dashpots along x: k (|x| − |ξ|) and x·v/|x|.
                let length = now.max(R::tiny()).sqrt();
                let mut spring = stiff * (then.sqrt() / length - R::one());
                if !act.binds {
                    spring = spring.max(zero);
                }
                let pull = w * (spring - damped * x.dot(v) / now.max(R::tiny()));
                let pull = R::select(sound | now.le(R::tiny()), zero, pull);
                force = force + x.scale(pull);
            }
            let rows = &mut tractions[slot * BUNDLE + self.at..][..R::LANES];
            R::store_columns([force[0], force[1], force[2], zero], rows);
            sum = sum - force;
        }
        sum
    }

    /// Flow acts on what is remembered.
    #[inline(always)]
    fn forget<R: Real<Scalar = S>>(
        &self,
        act: &Act<R>,
        seen: &[Seen<R>; SLOTS],
        memory: &mut Memory<'_, S>,
    ) {
        for slot in 0..self.slots {
            let Seen { x, w, .. } = seen[slot];
            let before = memory.load::<R>(slot, self.at);
            let after = act.keep.mul_vec(before) + act.fresh.mul_vec(x);
            // Empty slots, and those that are about to be, stay as they are.
            let after = Vec3::select(w.gt(R::zero()), after, before);
            memory.store(slot, self.at, after);
        }
    }
}
