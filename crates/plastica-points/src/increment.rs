//! The schemes that remember no neighbours: the paper's, its repair, and strains that are added up.
//!
//! The deformation of a step is the best map from the offsets x of those who are near at its start to those at its
//! end, y [GB09, Eqs. 1–7; columns times poly6 weigh their squares by its square]. Composed, F := F_step F, it is
//! the elastic deformation after the law has had its say [GB09, Eq. 8].
//!
//! `Incremental`: ξ = F⁻¹y, and the force on a neighbour is V_i V_j P ∇W(ξ) with P = τF⁻ᵀ [GB09, Eqs. 10–13 without
//! the factor 2 and the second F̂, for the two of a pair add up; the gradient points inward, so tension pulls]. It has
//! a moment: angular momentum drifts. Pressure acts where particles are more crowded than at the start.
//!
//! `Repaired`: weights are poly6 of ξ, so that they do not fade across a gap that opens, and the force is that of the
//! energy V ψ(F), −V w τ A⁻¹ y with A = Σ w yyᵀ: no moment. What the fits miss of the mean motion is kept as a
//! displacement q, q̇ = Σ c v with c = w/Σw − w yᵀA⁻¹m and m = Σ w y/Σw, and bears −κ (ρc²V/d²) c q: Σ c y = 0.
//!
//! Stability, after the paper: with fewer than six neighbours, neighbours in a plane or an update that would turn
//! the particle inside out, the deformation stays; flow that meets a large change of volume takes part of it away.

use crate::fit::FEWEST;
use crate::force::{CRUSHED, Register, Seen};
use crate::law::{DEFORMATION, PLASTIC, Question, advance};
use crate::options::Scheme;
use crate::pairs::SLOTS;
use plastica_particles::law::{Law, Outcome, Prepared};
use plastica_particles::{BUNDLE, ColumnsMut, Extra, Quad};
use plastica_tensor::kernel::Cosine;
use plastica_tensor::{Mat3, Real, Scalar, Sym3, Vec3};

/// Among the columns of the scheme: how crowded the particle was when it came.
const CROWD: usize = 8;
/// Below this ratio of determinants present offsets lie in a plane, or nearly. Less than for remembered ones, for
/// what is drawn out thin is not flat.
const THIN: f64 = 0.01;
/// Volume ratios beyond which flow no longer keeps the volume, and their inverses.
const STRAINED: f64 = 1.3;

/// (1 − r²)³ of squared distances in reaches, 0 beyond.
#[inline(always)]
fn poly6<R: Real>(square: R) -> R {
    let gap = (R::one() - square).max(R::zero());
    gap * gap * gap
}

impl<S: Scalar> Register<'_, '_, S> {
    /// All of a register of particles. Returns the force on them and their P-wave modulus.
    #[inline(always)]
    pub(crate) fn increment<R: Real<Scalar = S>>(
        &self,
        law: &Law<'_>,
        material: &mut Prepared<R>,
        tables: (&mut ColumnsMut<'_, S>, &mut ColumnsMut<'_, S>),
        seen: &mut [Seen<R>; SLOTS],
        tractions: &mut [Quad<S>],
        outcome: &mut Outcome,
    ) -> Option<(Vec3<R>, R)> {
        let (kept, stresses) = tables;
        let options = self.shared.options;
        let (d, scheme, at) = (options.spacing, options.scheme, self.at);
        let own = law.layout.first(Extra::Scheme)?;
        let zero = R::zero();
        let first = self.bundle * BUNDLE + at;
        let volume = R::load(&self.shared.volumes[first..]);
        let mass = R::load(&self.shared.masses[first..]);
        let step = R::constant(law.dt / d);
        let closer = R::constant(1.0 / (options.reach * options.reach));

        // The elastic deformation so far, without the material's axes.
        let mut before: Mat3<R> = kept.read().matrix(DEFORMATION, at);
        if let Some(axes) = law.layout.first(Extra::Axes) {
            before = before.mul_transpose(&kept.read().matrix(axes, at));
        }
        let back = before.inverse();

        self.gather(seen);
        let (mut rest, mut cross) = (Sym3::zero(), Mat3::zero());
        let (mut now, mut rate) = (Sym3::zero(), Mat3::zero());
        let (mut total, mut count) = (zero, zero);
        let (mut mean, mut drift) = (Vec3::zero(), Vec3::zero());
        let mut crowd = zero;
        for neighbour in &mut seen[..self.slots] {
            let Seen { x: y, v, .. } = *neighbour;
            let x = y - v.scale(step);
            let square = match scheme {
                Scheme::Repaired => back.mul_vec(x).norm_squared(),
                _ => x.norm_squared(),
            } * closer;
            let kernel = poly6(square);
            let present = y.norm_squared();
            // Empty slots hold the particle itself.
            let other = present.gt(zero);
            let w = match scheme {
                Scheme::Repaired => R::select(other, kernel, zero),
                _ => R::select(other, kernel * kernel, zero),
            };
            neighbour.w = w;
            count += R::select(w.gt(zero), R::one(), zero);
            crowd += R::select(other, poly6(present * closer), zero);
            total += w;
            let (wx, wy, wv) = (x.scale(w), y.scale(w), v.scale(w));
            rest = rest + outer(wx, x);
            now = now + outer(wy, y);
            for i in 0..3 {
                for j in 0..3 {
                    cross[(i, j)] = wy[i].mul_add(x[j], cross[(i, j)]);
                    rate[(i, j)] = wv[i].mul_add(y[j], rate[(i, j)]);
                }
            }
            (mean, drift) = (mean + wy, drift + wv);
        }
        let (told, spread) = (is_spread(&rest), is_spread(&now));
        let enough = count.ge(R::constant(f64::from(FEWEST)));
        let moved = cross * rest.inverse().to_mat();
        let composed = match scheme {
            Scheme::Additive => {
                let strain: Mat3<R> = kept.read().matrix(DEFORMATION, at);
                let green = moved.transpose_mul_self() - Sym3::identity();
                strain + green.scale(R::constant(0.5)).to_mat()
            }
            _ => moved * before,
        };
        let whole = composed.determinant().gt(R::constant(CRUSHED));
        let sound = told & spread & enough & whole;
        let none = Mat3::zero();
        let gradient = Mat3::select(spread, &(rate * now.inverse().to_mat()), &none);
        let question = Question {
            first,
            trial: composed,
            gradient: gradient.scale(step),
            sound,
            volume,
            mass,
        };
        let mut answer = advance(law, material, kept, at, &question, outcome)?;
        // Flow that meets a large change of volume takes part of it away [GB09, section 4].
        let ratio = answer.deformation.determinant().max(R::tiny());
        let strained = ratio.gt(R::constant(STRAINED)) | ratio.lt(R::constant(1.0 / STRAINED));
        let gives = strained & sound & answer.forgotten.gt(zero);
        if plastica_tensor::Mask::any(gives) {
            let factor = (ratio.ln() * answer.forgotten.times(-1.0 / 3.0)).exp();
            let factor = R::select(gives, factor, R::one());
            answer.deformation = answer.deformation.scale(factor);
            let stored: Mat3<R> = kept.read().matrix(DEFORMATION, at);
            kept.store_matrix(DEFORMATION, at, &stored.scale(factor));
            let plastic: R = kept.read().load(PLASTIC, at);
            kept.store(PLASTIC, at, plastic / (factor * factor * factor));
        }
        stresses.store_symmetric(0, at, &answer.kirchhoff);

        let share = total.max(R::tiny()).recip();
        let brake = (answer.modulus * volume * mass).sqrt() * R::constant(1.0 / d) * share;
        let before: R = kept.read().load(own + CROWD, at);
        let usual = R::select(before.gt(zero), before, crowd);
        kept.store(own + CROWD, at, usual);
        let excess = ((crowd + R::one()) / (usual + R::one()) - R::one()).max(zero);
        let pressure = answer.modulus * excess.times(options.pressure);

        let cosine = Cosine::new(options.reach);
        let elastic = Mat3::select(sound, &answer.deformation, &Mat3::identity());
        let back = elastic.inverse();
        let piola = answer.kirchhoff.mul_mat(&back.transpose());
        // For the repair.
        let inverse = now.inverse();
        let stress = answer.kirchhoff.to_mat() * inverse.to_mat();
        let stress = Mat3::select(sound, &stress.scale(volume * R::constant(-1.0 / d)), &none);
        let (mean, drift) = (mean.scale(share), drift.scale(share));
        let slope = inverse.mul_vec(mean);
        let mut missed = Vec3::zero();
        if scheme == Scheme::Repaired {
            missed = Vec3([0, 1, 2].map(|k| kept.read().load::<R>(own + k, at)));
            let spin = gradient.antisymmetric().mul_vec(missed);
            let more = (drift - gradient.mul_vec(mean) + spin).scale(step);
            missed = (missed + more).scale(R::one() - answer.forgotten);
            missed = Vec3::select(sound, missed, Vec3::zero());
            for k in 0..3 {
                kept.store(own + k, at, missed[k]);
            }
        }
        let stiff = answer.modulus * volume * R::constant(options.residual_stiffness / d);
        let held = missed.scale(-stiff);

        let mut sum = Vec3::zero();
        for slot in 0..self.slots {
            let Seen { x: y, v, w } = seen[slot];
            let length = y.norm_squared().max(R::tiny()).sqrt();
            let pair = volume * self.volumes(slot) * R::constant(d.powi(-4));
            let mut force = Vec3::zero();
            if scheme == Scheme::Repaired {
                let c = w * (share - y.dot(slope));
                let left = v - gradient.mul_vec(y);
                let calm = brake.times(options.residual_damping) * w;
                let calm = R::select(sound, calm, zero);
                force = stress.mul_vec(y).scale(w) + held.scale(c) - left.scale(calm);
            } else {
                let xi = back.mul_vec(y);
                let r = xi.norm_squared().max(R::tiny()).sqrt();
                // V_i V_j P ∇W(ξ): slope of W times the unit vector along ξ.
                let steep = R::select(sound, pair * cosine.slope(r) / r, zero);
                force = force + piola.mul_vec(xi).scale(steep)
                    - v.scale(brake.times(options.viscosity) * w);
            }
            let push = -pair * pressure * cosine.slope(length) / length;
            let push = R::select(y.norm_squared().gt(zero), push, zero);
            force = force + y.scale(push + self.tension(y));
            let rows = &mut tractions[slot * BUNDLE + at..][..R::LANES];
            R::store_columns([force[0], force[1], force[2], zero], rows);
            sum = sum - force;
        }
        Some((sum, answer.modulus))
    }

    /// Volumes of the neighbours in a slot [m³].
    #[inline(always)]
    fn volumes<R: Real<Scalar = S>>(&self, slot: usize) -> R {
        let begin = (self.bundle * SLOTS + slot) * BUNDLE + self.at;
        let who = &self.shared.partners[begin..begin + R::LANES];
        R::from_fn(|lane| self.shared.volumes[who[lane] as usize])
    }
}

#[inline(always)]
fn outer<R: Real>(a: Vec3<R>, b: Vec3<R>) -> Sym3<R> {
    Sym3::from_array([
        a[0] * b[0],
        a[1] * b[1],
        a[2] * b[2],
        a[1] * b[2],
        a[2] * b[0],
        a[0] * b[1],
    ])
}

/// Whether offsets with these second moments do not lie in a plane.
#[inline(always)]
fn is_spread<R: Real>(moments: &Sym3<R>) -> R::Mask {
    let size = moments.trace().times(1.0 / 3.0).max(R::tiny());
    moments
        .determinant()
        .gt(size * size * size * R::constant(THIN))
}
