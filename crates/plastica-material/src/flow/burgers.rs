//! The four-element (Burgers) material: Maxwell's and Voigt's in series. [TF88, Eq. 1, Fig. 3]

use super::relaxation::mean_square;
use super::{Returned, StressFlow, keep_tensor, tensor_at};
use crate::moduli::Moduli;
use crate::spec::{History, LawSpec, Parameter, Quantity, Range, Slot, Timing, as_given, no_further_conditions};
use plastica_tensor::{Mat3, Real, Sym3};

pub(super) const SPEC: LawSpec = LawSpec {
    name: "burgers",
    slot: Slot::Flow,
    doc: "Putty: an instant elastic answer, a delayed one that recovers, and a slow flow that does not. The shear modulus of the elastic law is k1.",
    source: "[TF88, Eq. 1, Fig. 3]",
    timing: Timing::RateDependent { order: 1 },
    parameters: &[
        Parameter::new("viscosity", Quantity::Viscosity, Range::POSITIVE, "η1 of the free dashpot: the flow that stays."),
        Parameter::new("delayed_modulus", Quantity::Pressure, Range::POSITIVE, "k2 of the spring beside a dashpot: how far the delayed answer goes."),
        Parameter::new("delayed_viscosity", Quantity::Viscosity, Range::POSITIVE, "η2 of that dashpot: how slowly; the delay is η2/k2."),
    ],
    choices: &[],
    alternatives: &[],
    history: &[History { name: "delayed_strain", quantity: Quantity::Number, components: 6, initial: 0.0, doc: "Deviatoric strain of the delayed element." }],
    check: no_further_conditions,
    derive: as_given,
};

/// With s the stress deviator and z = 2G e₂ (e₂ the delayed strain), per step of length Δt:
/// d/du (s, z) = M (s, z) + (d, 0), M = Δt [[−G/η1 − G/η2, k2/η2], [G/η2, −k2/η2]], where d is the
/// elastic stress increment of the step.
#[derive(Clone, Copy, Debug)]
pub struct Burgers<R> {
    viscosity: R,
    delayed_modulus: R,
    delayed_viscosity: R,
}

/// A 2×2 matrix by rows.
type Mat2<R> = [[R; 2]; 2];

/// e^M and ∫₀¹ e^{Mu} du for a matrix with real eigenvalues ≤ 0, of which at least one is below 0.
#[inline(always)]
fn exponentials<R: Real>(m: &Mat2<R>) -> (Mat2<R>, Mat2<R>) {
    let [[a, b], [c, d]] = *m;
    let mean = (a + d).times(0.5);
    let half_difference = (a - d).times(0.5);
    let radius = (half_difference * half_difference + b * c + R::tiny()).sqrt();
    let (large, small) = (mean + radius, mean - radius);
    let two_radius = radius.times(2.0);
    let exp_small = small.exp();
    let slope = exp_small * two_radius.exp_m1() / two_radius.max(R::tiny());
    // φ(λ) = (e^λ − 1)/λ. Its divided difference cancels for small λ, where a Taylor series in M
    // takes over: I + M/2 + M²/6 + M³/24 + M⁴/120 + M⁵/720 by Horner.
    let phi_small = phi(small);
    let phi_slope = (phi(large) - phi_small) / two_radius.max(R::tiny());
    let exact = interpolated(m, small, phi_small, phi_slope);
    let mut series = [[R::constant(1.0 / 720.0), R::zero()], [R::zero(), R::constant(1.0 / 720.0)]];
    for coefficient in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0] {
        series = multiply(&series, m);
        for i in 0..2 {
            series[i][i] += R::constant(coefficient);
        }
    }
    let is_small = small.abs().lt(R::constant(0.03));
    let mut integral = exact;
    for i in 0..2 {
        for j in 0..2 {
            integral[i][j] = R::select(is_small, series[i][j], exact[i][j]);
        }
    }
    (interpolated(m, small, exp_small, slope), integral)
}

/// (e^λ − 1)/λ for λ < 0.
#[inline(always)]
fn phi<R: Real>(l: R) -> R {
    l.exp_m1() / l.min(-R::tiny())
}

/// f(M) = f(λ₂) I + f[λ₁, λ₂] (M − λ₂ I), by Newton's divided differences.
#[inline(always)]
fn interpolated<R: Real>(m: &Mat2<R>, small: R, f_small: R, slope: R) -> Mat2<R> {
    let [[a, b], [c, d]] = *m;
    let diagonal = f_small - slope * small;
    [
        [slope.mul_add(a, diagonal), slope * b],
        [slope * c, slope.mul_add(d, diagonal)],
    ]
}

/// Heat of a dashpot under a stress deviator that goes linearly from a to b: ∫|s|²/2η dt.
#[inline(always)]
fn heat<R: Real>(a: &Sym3<R>, b: &Sym3<R>, dt: R, viscosity: R) -> R {
    mean_square(a.norm_squared(), a.dot(b), b.norm_squared()) * dt.times(0.5) / viscosity
}

#[inline(always)]
fn multiply<R: Real>(a: &Mat2<R>, b: &Mat2<R>) -> Mat2<R> {
    let entry = |i: usize, j: usize| a[i][0].mul_add(b[0][j], a[i][1] * b[1][j]);
    [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]
}

impl<R: Real> StressFlow<R> for Burgers<R> {
    #[inline(always)]
    fn from_constants(c: &[R], _: &[usize]) -> Self {
        Burgers { viscosity: c[0], delayed_modulus: c[1], delayed_viscosity: c[2] }
    }
    /// Exact for a held strain and for a constant strain rate along fixed principal axes; where the
    /// axes turn, first order with a factor of the elastic strain squared.
    #[inline(always)]
    fn advance(&self, moduli: &Moduli<R>, trial: Sym3<R>, drive: Sym3<R>, dt: R, history: &mut [R]) -> Returned<Sym3<R>, R> {
        let shear = moduli.shear;
        let free = shear * dt / self.viscosity;
        let delayed = shear * dt / self.delayed_viscosity;
        let recovery = self.delayed_modulus * dt / self.delayed_viscosity;
        let (exp, integral) = exponentials(&[[-(free + delayed), recovery], [delayed, -recovery]]);

        let drive = drive.deviator();
        let trial_deviator = trial.deviator();
        let start = trial_deviator - drive;
        let strain = tensor_at(history, 0);
        let z = strain.scale(shear.times(2.0));
        let end = start.scale(exp[0][0]) + z.scale(exp[0][1]) + drive.scale(integral[0][0]);
        let z_end = start.scale(exp[1][0]) + z.scale(exp[1][1]) + drive.scale(integral[1][0]);
        let strain_end = z_end.scale(R::constant(0.5) / shear);
        keep_tensor(history, 0, &strain_end);

        // Dashpot 1 is under s, dashpot 2 under s − 2k2 e₂.
        let two_k2 = self.delayed_modulus.times(2.0);
        let (pull, pull_end) = (start - strain.scale(two_k2), end - strain_end.scale(two_k2));
        Returned {
            to: trial - (trial_deviator - end),
            dissipation: heat(&start, &end, dt, self.viscosity)
                + heat(&pull, &pull_end, dt, self.delayed_viscosity),
        }
    }
    /// There is no elastic domain to be outside of; the stress itself drives the flow.
    #[inline(always)]
    fn excess(&self, stress: &Sym3<R>, _: &[R]) -> R {
        stress.deviator().norm()
    }
    #[inline(always)]
    fn turn_history(&self, rotation: &Mat3<R>, history: &mut [R]) {
        let turned = tensor_at(history, 0).conjugate(rotation);
        keep_tensor(history, 0, &turned);
    }
    /// k2 ‖e₂‖²: the energy of the delayed spring.
    #[inline(always)]
    fn hardening_energy(&self, _: &Moduli<R>, history: &[R]) -> R {
        let strain = tensor_at(history, 0);
        self.delayed_modulus * strain.norm_squared()
    }
}
