//! What the schemes share that fit the deformation of each step to the neighbours of the moment, and bond with none.
//!
//! The deformation of a step is the best map from the offsets x of neighbours at its start to those at its end, y
//! [GB09, Eqs. 1–7; columns times poly6 weigh their squares by its square]. Composed, F := F_step F, it is the elastic
//! deformation after the law has returned it to the yield surface [GB09, Eq. 8]; `additive` adds up strains in place
//! of that. Forces follow from it as in the paper (`gb09`) or from its energy (`repaired`).
//!
//! Stability, after the paper: with fewer than six neighbours, neighbours in a plane or an update that would turn
//! the particle inside out, the deformation stays; flow that meets a large change of volume takes part of it away.

use crate::bonds::SLOTS;
use crate::fit::FEWEST;
use crate::force::{BundleMut, CRUSHED, Register, Relative};
use crate::law::{DEFORMATION, LawInput, LawOutput, PLASTIC_VOLUME, advance};
use crate::options::Scheme;
use crate::{additive, gb09, repaired};
use plastica_particles::law::{Law, Outcome, Prepared};
use plastica_particles::{BUNDLE, ColumnsMut, Extra, Quad};
use plastica_tensor::kernel::Cosine;
use plastica_tensor::{Mask, Mat3, Real, Scalar, Sym3, Vec3};

/// Among the columns of the scheme: the number density of the particle when it came.
const DENSITY: usize = 8;
/// Below this ratio of determinants present offsets lie in a plane, or nearly. Less than for reference ones, for
/// what is drawn out thin is not flat.
const THIN: f64 = 0.01;
/// Volume ratios beyond which flow no longer keeps the volume, and their inverses.
const STRAINED: f64 = 1.3;

/// (1 − r²)³ of squared distances in support radii, 0 beyond.
#[inline(always)]
pub(crate) fn poly6<R: Real>(square: R) -> R {
    let gap = (R::one() - square).max(R::zero());
    gap * gap * gap
}

/// Sums over the neighbours of a step: offsets x at its start and y at its end, velocities v.
pub(crate) struct Sums<R> {
    /// Σ w xxᵀ
    start: Sym3<R>,
    /// Σ w yxᵀ
    cross: Mat3<R>,
    /// Σ w yyᵀ
    end: Sym3<R>,
    /// Σ w vyᵀ
    rate: Mat3<R>,
    /// Σ w
    weight: R,
    /// Σ w y
    offset: Vec3<R>,
    /// Σ w v
    velocity: Vec3<R>,
    /// How many have a weight.
    count: R,
    /// Σ poly6(y): a number density, less the particle itself.
    density: R,
}

impl<R: Real> Sums<R> {
    #[inline(always)]
    fn zero() -> Self {
        let zero = R::zero();
        Sums {
            start: Sym3::zero(),
            cross: Mat3::zero(),
            end: Sym3::zero(),
            rate: Mat3::zero(),
            weight: zero,
            offset: Vec3::zero(),
            velocity: Vec3::zero(),
            count: zero,
            density: zero,
        }
    }

    /// Adds a neighbour with its weight.
    #[inline(always)]
    fn add(&mut self, x: Vec3<R>, &Relative { x: y, v, w }: &Relative<R>) {
        self.count += R::select(w.gt(R::zero()), R::one(), R::zero());
        self.weight += w;
        let (wx, wy, wv) = (x.scale(w), y.scale(w), v.scale(w));
        self.start = self.start + outer(wx, x);
        self.end = self.end + outer(wy, y);
        for i in 0..3 {
            for j in 0..3 {
                self.cross[(i, j)] = wy[i].mul_add(x[j], self.cross[(i, j)]);
                self.rate[(i, j)] = wv[i].mul_add(y[j], self.rate[(i, j)]);
            }
        }
        self.offset = self.offset + wy;
        self.velocity = self.velocity + wv;
    }
}

/// What forces on neighbours are made of.
pub(crate) struct Responding<R: Real> {
    pub(crate) output: LawOutput<R>,
    /// Where the law was asked.
    pub(crate) valid: R::Mask,
    /// ∇v times the spacing [m/s].
    pub(crate) gradient: Mat3<R>,
    /// (Σ w yyᵀ)⁻¹
    pub(crate) inverse: Sym3<R>,
    /// 1/Σ w
    pub(crate) share: R,
    /// Means of offset [spacings] and velocity [m/s], by weight.
    pub(crate) mean_offset: Vec3<R>,
    pub(crate) mean_velocity: Vec3<R>,
    pub(crate) volume: R,
    /// m c / d per weight [kg/s].
    pub(crate) impedance: R,
    /// Pressure of too high a number density [Pa].
    pressure: R,
}

/// Force of a particle on a neighbour [N], beside pressure and surface tension. `pair` is V_i V_j / d⁴.
pub(crate) trait PairForce<R: Real> {
    fn force(&self, neighbour: &Relative<R>, pair: R) -> Vec3<R>;
}

impl<S: Scalar> Register<'_, '_, S> {
    /// All of a register of particles. Returns the force on them and their P-wave modulus.
    #[inline(always)]
    pub(crate) fn increment<R: Real<Scalar = S>>(
        &self,
        law: &Law<'_>,
        material: &mut Prepared<R>,
        to: &mut BundleMut<'_, S>,
        relatives: &mut [Relative<R>; SLOTS],
        outcome: &mut Outcome,
    ) -> Option<(Vec3<R>, R)> {
        let BundleMut {
            law_state,
            stresses,
            pair_forces,
            ..
        } = to;
        let (options, at) = (self.shared.options, self.at);
        let own = law.layout.first(Extra::Scheme)?;
        let step = R::constant(law.dt / options.spacing);
        self.gather(relatives);
        let before = elastic(law, law_state, at);
        let sums = self.sum(&before.inverse(), step, relatives);

        // F_step, and ∇v where the offsets at the end tell it.
        let is_spread_at_end = is_spread(&sums.end);
        let moved = sums.cross * sums.start.inverse().to_mat();
        let rate = sums.rate * sums.end.inverse().to_mat();
        let gradient = Mat3::select(is_spread_at_end, &rate, &Mat3::zero());
        let trial = match options.scheme {
            Scheme::Additive => {
                additive::compose(&law_state.read().matrix(DEFORMATION, at), &moved)
            }
            _ => moved * before,
        };
        let enough = sums.count.ge(R::constant(f64::from(FEWEST)));
        let whole = trial.determinant().gt(R::constant(CRUSHED));
        let valid = is_spread(&sums.start) & is_spread_at_end & enough & whole;

        let first = self.bundle * BUNDLE + at;
        let input = LawInput {
            first,
            trial,
            gradient: gradient.scale(step),
            stiffening: R::one(),
            straining: R::zero(),
            valid,
            volume: R::load(&self.shared.volumes[first..]),
            mass: R::load(&self.shared.masses[first..]),
        };
        let mut output = advance(law, material, law_state, at, &input, outcome)?;
        release_volume(&mut output, valid, law_state, at);
        stresses.store_symmetric(0, at, &output.kirchhoff);

        let excess = self.excess_density(&sums, own, law_state);
        let (volume, mass, d) = (input.volume, input.mass, options.spacing);
        let share = sums.weight.max(R::tiny()).recip();
        let responding = Responding {
            impedance: (output.modulus * volume * mass).sqrt() * R::constant(1.0 / d) * share,
            pressure: output.modulus * excess.times(options.pressure),
            inverse: sums.end.inverse(),
            mean_offset: sums.offset.scale(share),
            mean_velocity: sums.velocity.scale(share),
            output,
            valid,
            gradient,
            share,
            volume,
        };
        let force = match options.scheme {
            Scheme::Repaired => {
                let force = repaired::Force::new(options, &responding, (law_state, own, at), step);
                self.exert(&responding, &force, relatives, pair_forces)
            }
            _ => {
                let force = gb09::Force::new(options, &responding);
                self.exert(&responding, &force, relatives, pair_forces)
            }
        };
        Some((force, responding.output.modulus))
    }

    /// Gives neighbours their weights, and adds them up.
    #[inline(always)]
    fn sum<R: Real<Scalar = S>>(
        &self,
        back: &Mat3<R>,
        step: R,
        relatives: &mut [Relative<R>; SLOTS],
    ) -> Sums<R> {
        let options = self.shared.options;
        let closer = R::constant(1.0 / (options.support_radius * options.support_radius));
        let mut sums = Sums::zero();
        for neighbour in &mut relatives[..self.slots] {
            let Relative { x: y, v, .. } = *neighbour;
            let x = y - v.scale(step);
            let weight = match options.scheme {
                Scheme::Repaired => repaired::weight(x, back, closer),
                _ => gb09::weight(x, closer),
            };
            let present = y.norm_squared();
            // Empty slots hold the particle itself.
            let other = present.gt(R::zero());
            neighbour.w = R::select(other, weight, R::zero());
            sums.density += R::select(other, poly6(present * closer), R::zero());
            sums.add(x, neighbour);
        }
        sums
    }

    /// By how much the number density exceeds the one that the particle came with, relative to it.
    #[inline(always)]
    fn excess_density<R: Real<Scalar = S>>(
        &self,
        sums: &Sums<R>,
        own: usize,
        law_state: &mut ColumnsMut<'_, S>,
    ) -> R {
        let (zero, one) = (R::zero(), R::one());
        let before: R = law_state.read().load(own + DENSITY, self.at);
        let usual = R::select(before.gt(zero), before, sums.density);
        law_state.store(own + DENSITY, self.at, usual);
        ((sums.density + one) / (usual + one) - one).max(zero)
    }

    /// Writes forces on neighbours; returns the sum of their opposites.
    #[inline(always)]
    fn exert<R: Real<Scalar = S>>(
        &self,
        responding: &Responding<R>,
        scheme: &impl PairForce<R>,
        relatives: &[Relative<R>; SLOTS],
        pair_forces: &mut [Quad<S>],
    ) -> Vec3<R> {
        let options = self.shared.options;
        let zero = R::zero();
        let cosine = Cosine::new(options.support_radius);
        let mut sum = Vec3::zero();
        for slot in 0..self.slots {
            let y = relatives[slot].x;
            let square = y.norm_squared();
            let length = square.max(R::tiny()).sqrt();
            let pair =
                responding.volume * self.volumes(slot) * R::constant(options.spacing.powi(-4));
            let force = scheme.force(&relatives[slot], pair);
            let push = -pair * responding.pressure * cosine.slope(length) / length;
            let push = R::select(square.gt(zero), push, zero);
            let force = force + y.scale(push + self.tension(y));
            let rows = &mut pair_forces[slot * BUNDLE + self.at..][..R::LANES];
            R::store_columns([force[0], force[1], force[2], zero], rows);
            sum = sum - force;
        }
        sum
    }

    /// Volumes of the neighbours in a slot [m³].
    #[inline(always)]
    fn volumes<R: Real<Scalar = S>>(&self, slot: usize) -> R {
        let begin = (self.bundle * SLOTS + slot) * BUNDLE + self.at;
        let places = &self.shared.neighbours[begin..begin + R::LANES];
        R::from_fn(|lane| self.shared.volumes[places[lane] as usize])
    }
}

/// The elastic deformation so far, without the material's axes.
#[inline(always)]
pub(crate) fn elastic<R: Real>(
    law: &Law<'_>,
    law_state: &ColumnsMut<'_, R::Scalar>,
    at: usize,
) -> Mat3<R> {
    let deformation: Mat3<R> = law_state.read().matrix(DEFORMATION, at);
    match law.layout.first(Extra::Axes) {
        Some(axes) => deformation.mul_transpose(&law_state.read().matrix(axes, at)),
        None => deformation,
    }
}

/// Flow that meets a large change of volume takes part of it away [GB09, section 4].
#[inline(always)]
fn release_volume<R: Real>(
    output: &mut LawOutput<R>,
    valid: R::Mask,
    law_state: &mut ColumnsMut<'_, R::Scalar>,
    at: usize,
) {
    let ratio = output.deformation.determinant().max(R::tiny());
    let strained = ratio.gt(R::constant(STRAINED)) | ratio.lt(R::constant(1.0 / STRAINED));
    let gives = strained & valid & output.plastic_fraction.gt(R::zero());
    if !gives.any() {
        return;
    }
    let factor = (ratio.ln() * output.plastic_fraction.times(-1.0 / 3.0)).exp();
    let factor = R::select(gives, factor, R::one());
    output.deformation = output.deformation.scale(factor);
    let stored: Mat3<R> = law_state.read().matrix(DEFORMATION, at);
    law_state.store_matrix(DEFORMATION, at, &stored.scale(factor));
    let plastic: R = law_state.read().load(PLASTIC_VOLUME, at);
    law_state.store(PLASTIC_VOLUME, at, plastic / (factor * factor * factor));
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
