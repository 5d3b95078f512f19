//! Volume-preserving viscoplastic creep with hardening or softening. [BW07, Eqs. 8–12]

use super::relaxation::mean_decay;
use super::shear_clamp::kirchhoff_at;
use super::{Returned, StretchFlow};
use crate::elastic::{Elastic, Isotropic};
use crate::spec::{
    Choice, History, LawSpec, Parameter, Quantity, Range, Slot, Timing, as_given,
    no_further_conditions,
};
use plastica_tensor::{Mask, Real, Scalar, Vec3};

pub(super) const SPEC: LawSpec = LawSpec {
    name: "creep",
    slot: Slot::Flow,
    doc: "Dough, gum, clay: above the yield stress the shape is forgotten at a rate, volume never. K > 0 hardens with flow, K < 0 softens.",
    source: "[BW07, Eqs. 8–12], rate-true (docs/errata.md); [GB09, Fig. 1] for the falling rate, [BAH87, Ellis model] for the rising one",
    timing: Timing::RateDependent { order: 1 },
    parameters: &[
        Parameter::new("yield_stress", Quantity::Pressure, Range::NOT_NEGATIVE, "P_Y: norm of the first Piola stress above which it flows."),
        Parameter::new("rate", Quantity::Rate, Range::NOT_NEGATIVE, "ν: how fast the shape is forgotten far above yield; in paper mode a pure number per step."),
        Parameter::new("hardening", Quantity::Rate, Range::ANY, "K: rise of the yield stress per unit of α, the time integral of stress while flowing; negative softens.").or(0.0),
        Parameter::new("rate_exponent", Quantity::Number, Range::NOT_NEGATIVE, "n: the rate is divided by 1 + (‖P‖/reference_stress)ⁿ; 0 switches this off.").or(0.0),
        Parameter::new("reference_stress", Quantity::Pressure, Range::POSITIVE, "Stress from which on the rate falls, if rate_exponent is above 0.").or(1.0),
        Parameter::new("thinning_exponent", Quantity::Number, Range::NOT_NEGATIVE, "m: the rate is multiplied by 1 + (‖dev τ‖/thinning_stress)ᵐ, as the fluidity of Ellis' liquid; 0 switches this off.").or(0.0),
        Parameter::new("thinning_stress", Quantity::Pressure, Range::POSITIVE, "Deviatoric stress at which the rate has doubled, if thinning_exponent is above 0.").or(1.0),
    ],
    choices: &[
        Choice {
            name: "mode",
            doc: "How a step flows.",
            options: &[
                ("rate", "As a differential equation: the same at any time step."),
                ("paper", "γ = min(ν(‖P‖ − P_Y − Kα)/‖P‖, 1) once per step, as printed: depends on the time step."),
            ],
        },
        Choice {
            name: "hardening_counts",
            doc: "When α grows.",
            options: &[("flow", "Only while it flows."), ("always", "Always, as printed.")],
        },
    ],
    alternatives: &[],
    history: &[History { name: "alpha", quantity: Quantity::Viscosity, components: 1, initial: 0.0, doc: "α: time integral of the stress norm, for hardening." }],
    check: no_further_conditions,
    derive: as_given,
};

/// ẋ = −ν y x for the deviatoric logarithmic strain, y = max(0, (‖P‖ − P_Y − Kα)/‖P‖), α̇ = ‖P‖.
#[derive(Clone, Copy, Debug)]
pub struct Creep<R> {
    yield_stress: R,
    rate: R,
    hardening: R,
    rate_exponent: R,
    reference_stress: R,
    thinning_exponent: R,
    thinning_stress: R,
    as_printed: bool,
    counts_always: bool,
}

/// How fast the shape is forgotten.
#[derive(Clone, Copy)]
struct Rate<R> {
    /// ν at the present stress [1/s].
    value: R,
    /// d ln ν/d ln ‖dev τ‖ by thinning.
    steepness: R,
}

/// A point after a step, or a piece of one.
#[derive(Clone, Copy)]
struct Progress<R> {
    /// Principal logarithmic strains.
    strain: Vec3<R>,
    /// α.
    alpha: R,
    /// Work turned into heat [J/m³].
    heat: R,
}

impl<R: Real> Creep<R> {
    /// ν at principal logarithmic strains where the stress is ‖P‖.
    #[inline(always)]
    fn rate_at(&self, elastic: &Elastic<R>, strain: Vec3<R>, stress: R) -> Rate<R> {
        let (rising, steepness) = self.thinning(elastic, strain);
        Rate {
            value: self.rate * rising * self.thickening(stress),
            steepness,
        }
    }

    /// What divides ν as stress rises, where asked: its inverse. [BW07, Fig. 8] [GB09, Fig. 1]
    #[inline(always)]
    fn thickening(&self, stress: R) -> R {
        if !self.rate_exponent.gt(R::zero()).any() {
            return R::one();
        }
        let ratio = (stress / self.reference_stress).max(R::tiny());
        let fall = R::one() + ratio.powf(self.rate_exponent);
        R::select(
            self.rate_exponent.gt(R::zero()),
            fall.recip(),
            R::one(),
        )
    }

    /// What multiplies ν as shear stress rises, where asked, 1 + r with r = (‖dev τ‖/τ₀)ᵐ, and the slope of its logarithm over
    /// that of the stress, m r/(1 + r). Pressure alone makes nothing thin.
    #[inline(always)]
    fn thinning(&self, elastic: &Elastic<R>, strain: Vec3<R>) -> (R, R) {
        let thins = self.thinning_exponent.gt(R::zero());
        if !thins.any() {
            return (R::one(), R::zero());
        }
        let shear = kirchhoff_at(elastic, strain).deviator().norm();
        let ratio = (shear / self.thinning_stress).max(R::tiny());
        let more = R::select(thins, ratio.powf(self.thinning_exponent), R::zero());
        let rising = R::one() + more;
        (rising, self.thinning_exponent * more / rising)
    }

    /// P_Y + Kα, never below 0.
    #[inline(always)]
    fn limit(&self, alpha: R) -> R {
        self.hardening
            .mul_add(alpha, self.yield_stress)
            .max(R::zero())
    }

    /// [BW07, Eq. 10] as printed: per step, whatever its length.
    #[inline(always)]
    fn relax_as_printed(
        &self,
        elastic: &Elastic<R>,
        trial: Vec3<R>,
        dt: R,
        alpha: R,
    ) -> Progress<R> {
        let stress = stress_norm(elastic, trial);
        let y = ((stress - self.limit(alpha)) / stress.max(R::tiny())).max(R::zero());
        let gamma = (self.rate * y).min(R::one());
        let grown = R::select(y.gt(R::zero()), stress.mul_add(dt, alpha), alpha);
        let strain = scaled(trial, trial.deviator(), R::one() - gamma);
        Progress {
            strain,
            alpha: grown,
            heat: mean_work(elastic, trial, strain, trial - strain),
        }
    }

    /// A step long against the relaxation, cut so that its own error stays small.
    #[inline(always)]
    fn relax_in_pieces(
        &self,
        elastic: &Elastic<R>,
        trial: Vec3<R>,
        drive: Vec3<R>,
        dt: R,
        alpha: R,
    ) -> Progress<R> {
        let share = R::constant(1.0 / PIECES as f64);
        let (piece, dt) = (drive.scale(share), dt * share);
        let mut point = Progress {
            strain: trial - drive,
            alpha,
            heat: R::zero(),
        };
        for _ in 0..PIECES {
            let next = self.relax(elastic, point.strain + piece, piece, dt, point.alpha);
            let heat = point.heat + next.heat;
            point = Progress { heat, ..next };
        }
        point
    }

    /// The strain after one step and the α it ends with.
    ///
    /// With a the deviatoric strain along the trial's direction, as a part of the trial, the flow is
    /// ȧ = e − g(a), g = ν y a. Its slope is k = ν(1 − (1 − m) Y/p) where p ∝ aᵐ along the
    /// relaxation, and k is constant for m = 1 or Y = 0. So g is taken as the straight line of slope k
    /// through a state between start and end, for which the solution is exponential. That state is
    /// the part θ = 1/(1 − e^−z) − 1/z of the way, z = νmΔt: half for small steps, all of it for
    /// stiff ones, which then land on the yield stress. The end is found by iteration.
    #[inline(always)]
    fn relax(
        &self,
        elastic: &Elastic<R>,
        trial: Vec3<R>,
        drive: Vec3<R>,
        dt: R,
        alpha: R,
    ) -> Progress<R> {
        R::outline(
            #[inline(always)]
            || self.relax_here(elastic, trial, drive, dt, alpha),
        )
    }

    #[inline(always)]
    fn relax_here(
        &self,
        elastic: &Elastic<R>,
        trial: Vec3<R>,
        drive: Vec3<R>,
        dt: R,
        alpha: R,
    ) -> Progress<R> {
        let deviator = trial.deviator();
        let stress_trial = stress_norm(elastic, trial);
        let stress_before = stress_norm(elastic, trial - drive);
        let share = drive.deviator().dot(deviator) / deviator.norm_squared().max(R::tiny());
        let yields = stress_trial.gt(self.limit(alpha));
        if !yields.any() {
            let heat = R::zero();
            return Progress {
                strain: trial,
                alpha,
                heat,
            };
        }

        // ν is largest at the trial, from where it relaxes.
        let largest = self.rate * self.thinning(elastic, trial).0;
        let quick = (largest * dt).lt(R::constant(SHORT_STEP));
        let (mut left, mut gain) = (R::one(), R::zero());
        let mut exponent = R::one();
        let mut limit = self.limit(alpha);
        for round in 0..ROUNDS {
            // A lane that is done stays as it is, whatever its neighbours need.
            let done = quick & R::Mask::splat(round >= QUICK_ROUNDS);

            // A step that starts below yield flows in the part of it that is above.
            let rise = (stress_trial - stress_before).max(R::tiny());
            let part = ((stress_trial - limit) / rise).clamp(R::zero(), R::one());
            let flowing = R::select(stress_before.lt(limit), part, R::one());
            let time = flowing * dt;
            let before = flowing.neg_mul_add(share, R::one());

            // The state half-way (or at the end, if stiff), and the flow there.
            let weight = end_weight(largest * exponent * time);
            let begun = trial - drive.scale(flowing);
            let ended = scaled(trial, deviator, left);
            let centre = before + weight * (left - before);
            let there = begun + (ended - begun).scale(weight);
            let stress = stress_norm(elastic, there).max(R::tiny());
            let overstress = (R::one() - limit / stress).max(R::zero());
            let Rate { value, steepness } = self.rate_at(elastic, there, stress);
            let softness = (limit / stress).min(R::one());
            let hardness = (exponent - R::one()).mul_add(softness, R::one());
            let slope = value * steepness.mul_add(exponent * overstress, hardness);
            let z = (slope * time).max(R::epsilon());
            let target = centre - value * centre * overstress / slope.max(R::tiny());
            let (decay, mean) = ((-z).exp(), mean_decay(z));
            let relaxed = (before - target).mul_add(decay, target) + (R::one() - before) * mean;
            let relaxed = R::select(yields, relaxed.clamp(R::zero(), R::one()), R::one());
            left = R::select(done, left, relaxed);
            gain = R::select(done, gain, R::select(yields, time * stress, R::zero()));
            if round == ROUNDS - 1 || round == QUICK_ROUNDS - 1 && quick.all() {
                break;
            }

            // The exponent over what was relaxed, or over the least that rounding allows.
            let probe = left.clamp(
                R::constant(1e-6),
                R::constant(1.0 - <R::Scalar as Scalar>::EPSILON.cbrt()),
            );
            let reached = stress_norm(elastic, scaled(trial, deviator, probe));
            let secant = (reached.max(R::tiny()) / stress_trial.max(R::tiny())).ln() / probe.ln();
            exponent = secant.clamp(R::constant(0.05), R::constant(20.0));
            limit = self.limit(gain.mul_add(R::constant(0.5), alpha));
        }
        let strain = scaled(trial, deviator, left);
        let heat = mean_work(elastic, trial - drive, strain, trial - strain);
        // Under strong compression laws such as `corotated` push along the shorter axes: flow would make energy
        // there, and there is none.
        let heats = heat.ge(R::zero());
        Progress {
            strain: Vec3::select(heats, strain, trial),
            alpha: R::select(heats, alpha + gain, alpha),
            heat: heat.max(R::zero()),
        }
    }
}

/// Steps of more than this part of 1/ν are cut into [`PIECES`].
const LONG_STEP: f64 = 0.25;
const PIECES: usize = 16;

/// Rounds of the iteration; the third changes the result by less than the step's own error.
const ROUNDS: usize = 4;

/// Steps of less than this part of 1/ν need [`QUICK_ROUNDS`]: each round leaves about νΔt of the error,
/// so that (νΔt)³ is left, like the step's own.
const SHORT_STEP: f64 = 0.01;
const QUICK_ROUNDS: usize = 2;

/// θ(z) = 1/(1 − e^−z) − 1/z, from ½ at 0 to 1.
#[inline(always)]
fn end_weight<R: Real>(z: R) -> R {
    let series = z.mul_add(R::constant(1.0 / 12.0), R::constant(0.5));
    let exact = -(-z).exp_m1().recip() - z.recip();
    R::select(z.lt(R::constant(0.05)), series, exact)
}

/// Heat of a flow that keeps volume, while the strain goes from one state to another: the mean of the
/// two stresses times what flowed. Pressure does no work and is left out, for it would leave its
/// rounding errors.
#[inline(always)]
fn mean_work<R: Real>(elastic: &Elastic<R>, from: Vec3<R>, to: Vec3<R>, flowed: Vec3<R>) -> R {
    let stress = kirchhoff_at(elastic, from) + kirchhoff_at(elastic, to);
    stress.deviator().dot(flowed).times(0.5)
}

/// Trial strain with its deviator scaled.
#[inline(always)]
fn scaled<R: Real>(trial: Vec3<R>, deviator: Vec3<R>, left: R) -> Vec3<R> {
    trial - deviator.scale(R::one() - left)
}

/// ‖P‖ at principal logarithmic strains.
#[inline(always)]
fn stress_norm<R: Real>(elastic: &Elastic<R>, strain: Vec3<R>) -> R {
    elastic.first_piola(strain.exp()).norm()
}

impl<R: Real> StretchFlow<R> for Creep<R> {
    #[inline(always)]
    fn from_constants(c: &[R], choices: &[usize]) -> Self {
        Creep {
            yield_stress: c[0],
            rate: c[1],
            hardening: c[2],
            rate_exponent: c[3],
            reference_stress: c[4],
            thinning_exponent: c[5],
            thinning_stress: c[6],
            as_printed: choices[0] == 1,
            counts_always: choices[1] == 1,
        }
    }
    /// Exact along proportional paths where the stress is proportional to the deviatoric strain, or
    /// P_Y = 0; second order along other proportional paths, first order where the axes turn.
    #[inline(always)]
    fn advance(
        &self,
        elastic: &Elastic<R>,
        trial: Vec3<R>,
        drive: Vec3<R>,
        dt: R,
        history: &mut [R],
    ) -> Returned<Vec3<R>, R> {
        let alpha = history[0];
        let mut point = if self.as_printed {
            self.relax_as_printed(elastic, trial, dt, alpha)
        } else {
            self.relax(elastic, trial, drive, dt, alpha)
        };
        let largest = self.rate * self.thinning(elastic, trial).0;
        let long = (largest * dt).gt(R::constant(LONG_STEP));
        if long.any() && !self.as_printed {
            let cut = self.relax_in_pieces(elastic, trial, drive, dt, alpha);
            point.strain = Vec3::select(long, cut.strain, point.strain);
            point.alpha = R::select(long, cut.alpha, point.alpha);
            point.heat = R::select(long, cut.heat, point.heat);
        }
        history[0] = if self.counts_always {
            let stress = stress_norm(elastic, trial) + stress_norm(elastic, point.strain);
            stress.mul_add(dt.times(0.5), alpha)
        } else {
            point.alpha
        };
        Returned {
            to: point.strain,
            dissipation: point.heat,
        }
    }
    /// Above 0 it flows; a viscous rule may stay above for a while.
    #[inline(always)]
    fn excess(&self, elastic: &Elastic<R>, strain: Vec3<R>, history: &[R]) -> R {
        stress_norm(elastic, strain) - self.limit(history[0])
    }
}
