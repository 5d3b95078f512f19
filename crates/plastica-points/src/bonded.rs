//! Forces of bonds: the schemes `pairs` and `reference`.
//!
//! With the deformation G of the fit, Kirchhoff stress τ of the law and g of each neighbour (`fit`), the force on a
//! neighbour, and its opposite on the particle, is
//!
//! f = −V τ G⁻ᵀ g − κ (ρc²V/d²)(w/Σw) s − η (mc/d)(w/Σw) r,
//!
//! s = x − F⁰ξ what the deformation does not explain of the offset and r = v − L x of the velocity: control of
//! zero-energy modes, without a moment about the particle. Flow acts on the reference vectors: ξ := F_p ξ, and
//! ξ += γ (F_e⁻¹x − ξ), for the arrangement of particles loses its meaning as they flow past each other.

use crate::bonds::SLOTS;
use crate::contact_pairs::{NEAR, PUSH};
use crate::fit::{FEWEST, Fit, Moments, Six, squares, weight};
use crate::force::{BundleMut, CRUSHED, References, Register, Relative};
use crate::law::{LawInput, PLASTIC_FRACTION, advance};
use crate::options::{Options, Scheme, Surface};
use crate::recall::WAITING;
use plastica_particles::law::{Law, Outcome, Prepared};
use plastica_particles::{BUNDLE, Extra, Quad};
use plastica_tensor::{Mask, Mat3, Real, Scalar, Sym3, Vec3};

/// The stiffest motion that a fit of energy ½VM|Σ u gᵀ|² and those around it see has about ω² = (c/d)² Ω, Ω = 12 β + 3 |Σ g|²,
/// with β the largest eigenvalue of Σ g gᵀ: neighbours that all move to and fro add up to 11 β on a lattice (0.97, β = 0.089),
/// and a particle that moves alone to |Σ g|² by its own fit and as much by theirs.
const COLLECTIVE: f64 = 12.0;
const ALONE: f64 = 3.0;
/// Ω up to which the usual step is stable. The corner of a block has 12.6, and is stable up to 0.9 d/c by its eigenvalues.
const USUAL_STIFFNESS: f64 = 13.0;
/// The strain of a step.
const STRAIN: f64 = 0.1;

/// What the law makes of a fitted deformation.
struct Response<R: Real> {
    /// First Piola stress, τ G⁻ᵀ [Pa].
    piola: Mat3<R>,
    /// P-wave modulus [Pa].
    modulus: R,
    volume: R,
    mass: R,
    /// Where the law was asked.
    valid: R::Mask,
    /// What flow does to reference vectors, if any particle flows.
    flow: Option<Flow<R>>,
}

/// ξ := keep ξ + fresh x for what has flowed.
struct Flow<R> {
    keep: Mat3<R>,
    fresh: Mat3<R>,
}

impl<S: Scalar> Register<'_, '_, S> {
    /// All of a register of particles. Returns the force on them and their P-wave modulus.
    #[inline(always)]
    pub(crate) fn bonded<R: Real<Scalar = S>>(
        &self,
        law: &Law<'_>,
        material: &mut Prepared<R>,
        to: &mut BundleMut<'_, S>,
        relatives: &mut [Relative<R>; SLOTS],
        outcome: &mut Outcome,
    ) -> Option<(Vec3<R>, R)> {
        self.gather(relatives);
        let flows = self.elastic_limit.is_finite() && self.shared.options.scheme == Scheme::Pairs;
        let waits = if flows {
            self.recall(law, to, relatives)
        } else {
            R::Mask::splat(false)
        };
        let mut fit = self.fit(&to.references, relatives); //                        G, L
        fit.well_determined = fit.well_determined & !waits;
        let stiffening = self.stiffening(&fit, &to.references, relatives);
        let response = self.update_stress((&fit, stiffening), law, material, to, outcome)?; // τ
        let sum = self.exert_bonds(&fit, &response, relatives, &to.references, to.pair_forces);
        if let Some(flow) = &response.flow {
            self.relax_references(flow, relatives, &mut to.references); //           ξ
        }
        let yields = self.bears_tension && self.elastic_limit.is_finite();
        if yields && !response.valid.all() {
            self.yield_springs(response.valid, relatives, &mut to.references);
        }
        Some((sum, response.modulus))
    }

    /// Fits the deformation.
    #[inline(always)]
    fn fit<R: Real<Scalar = S>>(
        &self,
        references: &References<'_, S>,
        relatives: &mut [Relative<R>; SLOTS],
    ) -> Fit<R> {
        let options = self.shared.options;
        let closer = R::constant(1.0 / (options.support_radius * options.support_radius));
        let mut moments = Moments::zero();
        for (slot, neighbour) in relatives[..self.slots].iter_mut().enumerate() {
            let xi = references.load::<R>(slot, self.at);
            neighbour.w = weight(xi, closer);
            moments.add(neighbour.w, xi, neighbour.x, neighbour.v);
        }
        match options.surface {
            Surface::Plain => moments.solve(),
            Surface::Curved => {
                for slot in 0..self.slots {
                    let xi = references.load::<R>(slot, self.at);
                    let Relative { x, w, .. } = relatives[slot];
                    moments.add_curvature(w, xi, x);
                }
                moments.solve_curved()
            }
        }
    }

    /// How much stiffer particles are than on a lattice, for the step: one whose neighbours stand badly answers a small
    /// motion with a large deformation. See [`COLLECTIVE`].
    #[inline(always)]
    fn stiffening<R: Real<Scalar = S>>(
        &self,
        fit: &Fit<R>,
        references: &References<'_, S>,
        relatives: &[Relative<R>; SLOTS],
    ) -> R {
        let own = fit.own.norm_squared().times(ALONE);
        let bound = fit.spread_bound().times(COLLECTIVE) + own;
        if !(bound.gt(R::constant(USUAL_STIFFNESS)) & fit.well_determined).any() {
            return R::one();
        }
        let mut spread = Sym3::zero();
        for slot in 0..self.slots {
            let xi = references.load::<R>(slot, self.at);
            let g = fit.slope(xi).scale(relatives[slot].w);
            spread = spread
                + Sym3::from_fn(
                    #[inline(always)]
                    |i, j| g[i] * g[j],
                );
        }
        let stiffness = largest(&spread).times(COLLECTIVE) + own;
        stiffness.times(1.0 / USUAL_STIFFNESS).max(R::one())
    }

    /// What makes a step as long as strains it by no more than [`STRAIN`]: forces are those of its start, and a layer that
    /// strikes the floor at the speed of waves was pressed to half its thickness in one step.
    #[inline(always)]
    fn straining<R: Real<Scalar = S>>(&self, fit: &Fit<R>, valid: R::Mask) -> R {
        let rate = fit.gradient.symmetric().norm_squared();
        let per_strain = self.shared.options.courant / STRAIN;
        let squared_speed = rate.times(per_strain * per_strain);
        R::select(valid, squared_speed, R::zero())
    }

    /// The law's response to the deformation.
    #[inline(always)]
    fn update_stress<R: Real<Scalar = S>>(
        &self,
        (fit, stiffening): (&Fit<R>, R),
        law: &Law<'_>,
        material: &mut Prepared<R>,
        to: &mut BundleMut<'_, S>,
        outcome: &mut Outcome,
    ) -> Option<Response<R>> {
        let (at, first) = (self.at, self.bundle * BUNDLE + self.at);
        let enough = self.counts::<R>().ge(R::constant(f64::from(FEWEST)));
        let crushed = fit.deformation.determinant().le(R::constant(CRUSHED));
        let valid = fit.well_determined & enough & !crushed;
        let scheme = self.shared.options.scheme;
        let past = match (scheme, law.layout.first(Extra::Scheme)) {
            // F_p⁻¹: the deformation is that since the start, and flow is taken off it.
            (Scheme::Reference, Some(first)) => {
                Some((first, to.law_state.read().matrix::<R>(first, at)))
            }
            _ => None,
        };
        let dt = law.dt / self.shared.options.spacing;
        let input = LawInput {
            first,
            trial: match &past {
                Some((_, past)) => fit.deformation * *past,
                None => fit.deformation,
            },
            gradient: fit.gradient.scale(R::constant(dt)),
            stiffening: R::select(valid, stiffening, R::one()),
            straining: self.straining(fit, valid),
            valid,
            volume: R::load(&self.shared.volumes[first..]),
            mass: R::load(&self.shared.masses[first..]),
        };
        let output = advance(law, material, &mut to.law_state, at, &input, outcome)?;
        if self.elastic_limit.is_finite() && scheme == Scheme::Pairs {
            // What is crushed remembers its shape.
            let waits = !(fit.well_determined & enough);
            let fraction = to.law_state.read().load::<R>(PLASTIC_FRACTION, at);
            let fraction = R::select(waits, R::constant(WAITING), fraction.max(R::zero()));
            to.law_state.store(PLASTIC_FRACTION, at, fraction);
        }
        to.stresses.store_symmetric(0, at, &output.kirchhoff);
        let trial = Mat3::select(valid, &fit.deformation, &Mat3::identity());
        // τ G⁻ᵀ = P of the elastic rest space, seen from the one before flow.
        let piola = output.kirchhoff.mul_mat(&trial.inverse().transpose());
        let elastic = || Mat3::select(valid, &output.deformation, &Mat3::identity());
        if let Some((first, past)) = &past {
            let fresh = Mat3::select(valid, &(trial.inverse() * elastic()), past);
            to.law_state.store_matrix(*first, at, &fresh);
        }
        let changed = output.plastic_change.max_abs().gt(R::zero());
        let flows = (changed | output.plastic_fraction.gt(R::zero())) & valid;
        let flow = (past.is_none() && flows.any()).then(
            #[inline(always)]
            || {
                // F_p = F_e⁻¹ F_trial = I − F_e⁻¹ (F_e − F_trial).
                let back = elastic().inverse();
                let change = Mat3::select(valid, &output.plastic_change, &Mat3::zero());
                let left = R::one() - output.plastic_fraction;
                let stays = left * left;
                Flow {
                    keep: (Mat3::identity() - back * change).scale(stays),
                    fresh: back.scale(R::one() - stays),
                }
            },
        );
        Some(Response {
            piola,
            modulus: output.modulus,
            volume: input.volume,
            mass: input.mass,
            valid,
            flow,
        })
    }

    /// Writes forces on neighbours; returns the sum of their opposites.
    #[inline(always)]
    fn exert_bonds<R: Real<Scalar = S>>(
        &self,
        fit: &Fit<R>,
        response: &Response<R>,
        relatives: &[Relative<R>; SLOTS],
        references: &References<'_, S>,
        pair_forces: &mut [Quad<S>],
    ) -> Vec3<R> {
        let mut total = R::zero();
        for neighbour in &relatives[..self.slots] {
            total += neighbour.w;
        }
        let bond = BondForce::new(
            self.shared.options,
            self.bears_tension,
            fit,
            response,
            total,
        );
        let zero = R::zero();
        let mut sum = Vec3::zero();
        for slot in 0..self.slots {
            let neighbour = &relatives[slot];
            let Relative { x, w, .. } = *neighbour;
            let xi = references.load::<R>(slot, self.at);
            let mut force = bond.internal(neighbour, xi);
            let tension = R::select(w.gt(zero), self.tension(x), zero);
            force = force + x.scale(tension);
            force = bond.repel(force, neighbour, xi);
            if !response.valid.all() {
                force = force + x.scale(bond.spring(neighbour, xi));
            }
            let rows = &mut pair_forces[slot * BUNDLE + self.at..][..R::LANES];
            R::store_columns([force[0], force[1], force[2], zero], rows);
            sum = sum - force;
        }
        sum
    }

    /// Flow acts on reference vectors.
    #[inline(always)]
    fn relax_references<R: Real<Scalar = S>>(
        &self,
        flow: &Flow<R>,
        relatives: &[Relative<R>; SLOTS],
        references: &mut References<'_, S>,
    ) {
        for slot in 0..self.slots {
            let Relative { x, w, .. } = relatives[slot];
            let before = references.load::<R>(slot, self.at);
            let after = flow.keep.mul_vec(before) + flow.fresh.mul_vec(x);
            // Empty slots, and those that are about to be, stay as they are.
            let after = Vec3::select(w.gt(R::zero()), after, before);
            references.store(slot, self.at, after);
        }
    }

    /// Springs in place of a deformation that are drawn give way where the material would (`tearing`).
    #[inline(always)]
    fn yield_springs<R: Real<Scalar = S>>(
        &self,
        valid: R::Mask,
        relatives: &[Relative<R>; SLOTS],
        references: &mut References<'_, S>,
    ) {
        let longest = R::constant(1.0 / (1.0 + self.elastic_limit));
        for slot in 0..self.slots {
            let Relative { x, w, .. } = relatives[slot];
            let before = references.load::<R>(slot, self.at);
            let then = before.norm_squared().max(R::tiny()).sqrt();
            let ratio = x.norm_squared().sqrt() / then;
            let factor = (ratio * longest).max(R::one());
            let yields = !valid & w.gt(R::zero());
            let factor = R::select(yields, factor, R::one());
            references.store(slot, self.at, before.scale(factor));
        }
    }
}

/// The force of a register of particles on a neighbour, term by term.
struct BondForce<R: Real> {
    /// Of ξ and of x, per weight.
    linear: Mat3<R>,
    offsets: Mat3<R>,
    /// Of the squares of ξ, where the curvature of the motion is fitted.
    quadratic: Option<Six<R>>,
    /// Of v, per weight.
    damping: R,
    /// ρc²V/d per weight [N] per spacing of offset.
    stiffness: R,
    /// η m c/d per weight [kg/s].
    spring_damping: R,
    /// Push of over-compressed bonds [N].
    repulsion: R,
    valid: R::Mask,
    bears_tension: bool,
}

impl<R: Real> BondForce<R> {
    #[inline(always)]
    fn new(
        options: &Options,
        bears_tension: bool,
        fit: &Fit<R>,
        response: &Response<R>,
        total: R,
    ) -> Self {
        let &Response {
            modulus,
            volume,
            mass,
            valid,
            ..
        } = response;
        let (d, zero) = (options.spacing, R::zero());
        // Where no neighbour has a weight, nothing pulls.
        let share = R::select(total.gt(R::tiny()), total.max(R::tiny()).recip(), zero);
        let stiffness = modulus * volume * R::constant(1.0 / d) * share;
        let impedance = (modulus * volume * mass).sqrt() * R::constant(1.0 / d) * share;
        let residual = R::select(valid, stiffness.times(options.hourglass_stiffness), zero);
        let spring_damping = impedance.times(options.hourglass_damping);
        let damping = R::select(valid & fit.well_spread, spring_damping, zero);
        let stress = response.piola.scale(volume * R::constant(-1.0 / d));
        let linear = stress * fit.linear.to_mat() + fit.plain.scale(residual);
        BondForce {
            linear: Mat3::select(valid, &linear, &Mat3::zero()),
            offsets: fit.gradient.scale(damping) - Mat3::identity().scale(residual),
            quadratic: (options.surface == Surface::Curved).then(
                #[inline(always)]
                || curvature(&stress, &fit.quadratic, valid),
            ),
            damping,
            stiffness,
            spring_damping,
            repulsion: modulus.times(0.5 * PUSH * d * d),
            valid,
            bears_tension,
        }
    }

    /// Stress and control of zero-energy modes.
    #[inline(always)]
    fn internal(&self, &Relative { x, v, w }: &Relative<R>, xi: Vec3<R>) -> Vec3<R> {
        let mut force = self.linear.mul_vec(xi) + self.offsets.mul_vec(x) - v.scale(self.damping);
        if let Some(quadratic) = &self.quadratic {
            let q = squares(xi);
            for i in 0..3 {
                for k in 0..6 {
                    force[i] = quadratic[i][k].mul_add(q[k], force[i]);
                }
            }
        }
        force.scale(w)
    }

    /// A neighbour that comes much nearer than its reference is pushed away as well.
    #[inline(always)]
    fn repel(&self, force: Vec3<R>, &Relative { x, w, .. }: &Relative<R>, xi: Vec3<R>) -> Vec3<R> {
        let now = x.norm_squared();
        let near = xi.norm_squared().min(R::one()).times(NEAR * NEAR);
        let over_compressed = now.lt(near) & now.gt(R::tiny());
        if !over_compressed.any() {
            return force;
        }
        let closeness = (now / near.max(R::tiny())).sqrt();
        let push = self.repulsion * (R::one() - closeness) * now.max(R::tiny()).rsqrt();
        let push = R::select(over_compressed & w.gt(R::zero()), push, R::zero());
        force + x.scale(push)
    }

    /// Springs and dashpots along x in place of a deformation that neighbours do not determine, k (|x| − |ξ|) and
    /// x·v/|x|: the force over the offset.
    #[inline(always)]
    fn spring(&self, &Relative { x, v, w }: &Relative<R>, xi: Vec3<R>) -> R {
        let (now, then) = (x.norm_squared(), xi.norm_squared());
        let length = now.max(R::tiny()).sqrt();
        let mut spring = self.stiffness * (then.sqrt() / length - R::one());
        if !self.bears_tension {
            spring = spring.max(R::zero());
        }
        let pull = w * (spring - self.spring_damping * x.dot(v) / now.max(R::tiny()));
        R::select(self.valid | now.le(R::tiny()), R::zero(), pull)
    }
}

/// The largest eigenvalue of a matrix that has none below 0, from above within 15 %: (tr B⁸)^⅛.
#[inline(always)]
fn largest<R: Real>(matrix: &Sym3<R>) -> R {
    let size = matrix.trace().max(R::tiny());
    let b = matrix.scale(size.recip()).to_mat();
    let square = b * b;
    let fourth = square * square;
    size * fourth.dot(&fourth).sqrt().sqrt().sqrt()
}

/// Stress times what of g goes with the squares of ξ.
#[inline(always)]
fn curvature<R: Real>(stress: &Mat3<R>, quadratic: &Six<R>, valid: R::Mask) -> Six<R> {
    let mut force = [[R::zero(); 6]; 3];
    for i in 0..3 {
        for k in 0..6 {
            let along = stress[(i, 0)].mul_add(
                quadratic[0][k],
                stress[(i, 1)].mul_add(quadratic[1][k], stress[(i, 2)] * quadratic[2][k]),
            );
            force[i][k] = R::select(valid, along, R::zero());
        }
    }
    force
}
