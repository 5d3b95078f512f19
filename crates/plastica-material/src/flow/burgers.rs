//! The four-element (Burgers) material: Maxwell's and Voigt's in series. [TF88, Eq. 1, Fig. 3]

use super::relaxation::{SHORT_STEP, heat};
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

/// What a linear system y' = M y + d does in a unit of time: y₁ = e^M y₀ + Φ₁ d and the mean of y is
/// Φ₁ y₀ + Φ₂ d, with Φ₁ = ∫₀¹ e^{Mu} du and Φ₂ = ∫₀¹ (1 − u) e^{Mu} du.
struct Propagator<R> {
    exp: Mat2<R>,
    first: Mat2<R>,
    second: Mat2<R>,
}

impl<R: Real> Propagator<R> {
    /// For M with off-diagonal entries ≥ 0 and a determinant that is given, being ≥ 0: the
    /// eigenvalues are real and not above 0.
    #[inline(always)]
    fn new(m: &Mat2<R>, determinant: R) -> Self {
        let [[a, b], [c, d]] = *m;
        let mean = (a + d).times(0.5);
        let half_difference = (a - d).times(0.5);
        let radius = (half_difference * half_difference + b * c).sqrt();
        let small = (mean - radius).min(-R::tiny());
        // Not mean + radius, which cancels when one eigenvalue is near 0.
        let large = determinant / small;
        let apart = (large - small).max(R::tiny());
        // e^λ₁ − e^λ₂ = −e^λ₁ (e^{λ₂ − λ₁} − 1): never overflows.
        let exp_slope = -(large.exp() * (-apart).exp_m1()) / apart;
        let slope_of = |large: R, small: R| (large - small) / apart;
        let (first_small, second_small) = (phi1(small), phi2(small));
        let first_slope = slope_of(phi1(large), first_small);
        let second_slope = slope_of(phi2(large), second_small);
        // Where both eigenvalues are near 0 the divided differences cancel; a series in M takes over.
        let near = small.abs().lt(R::constant(0.03));
        let first = interpolated(m, small, first_small, first_slope);
        let second = interpolated(m, small, second_small, second_slope);
        Propagator {
            exp: interpolated(m, small, small.exp(), exp_slope),
            first: select(near, &series(m, 1), &first),
            second: select(near, &series(m, 2), &second),
        }
    }
}

/// (e^λ − 1)/λ for λ ≤ 0.
#[inline(always)]
fn phi1<R: Real>(l: R) -> R {
    let l = l.min(-R::epsilon());
    l.exp_m1() / l
}

/// (e^λ − 1 − λ)/λ² for λ ≤ 0.
#[inline(always)]
fn phi2<R: Real>(l: R) -> R {
    let series = l
        .mul_add(R::constant(1.0 / 720.0), R::constant(1.0 / 120.0))
        .mul_add(l, R::constant(1.0 / 24.0))
        .mul_add(l, R::constant(1.0 / 6.0))
        .mul_add(l, R::constant(0.5));
    let far = l.min(R::constant(-0.05));
    R::select(l.gt(far), series, (phi1(far) - R::one()) / far)
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

/// Σ Mᵏ/(k + order)!, six terms by Horner.
#[inline(always)]
fn series<R: Real>(m: &Mat2<R>, order: u32) -> Mat2<R> {
    let coefficient = |k: u32| R::constant(1.0 / f64::from((1..=k + order).product::<u32>()));
    let mut sum = [[coefficient(5), R::zero()], [R::zero(), coefficient(5)]];
    for k in (0..5).rev() {
        sum = multiply(&sum, m);
        sum[0][0] += coefficient(k);
        sum[1][1] += coefficient(k);
    }
    sum
}

#[inline(always)]
fn select<R: Real>(mask: R::Mask, yes: &Mat2<R>, no: &Mat2<R>) -> Mat2<R> {
    let mut out = *no;
    for i in 0..2 {
        for j in 0..2 {
            out[i][j] = R::select(mask, yes[i][j], no[i][j]);
        }
    }
    out
}

/// `row · (start, z) + factor · drive`.
#[inline(always)]
fn combine<R: Real>([start, z, drive]: [&Sym3<R>; 3], row: [R; 2], factor: R) -> Sym3<R> {
    start.scale_add(row[0], z.scale_add(row[1], drive.scale(factor)))
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
        let m = [[-(free + delayed), recovery], [delayed, -recovery]];
        let Propagator { exp, first, second } = Propagator::new(&m, free * recovery);

        let drive = drive.deviator();
        let trial_deviator = trial.deviator();
        let start = trial_deviator - drive;
        let strain = tensor_at(history, 0);
        let z = strain.scale(shear.times(2.0));
        let parts = [&start, &z, &drive];
        let end = combine(parts, exp[0], first[0][0]);
        let strain_end = combine(parts, exp[1], first[1][0]).scale(R::constant(0.5) / shear);
        keep_tensor(history, 0, &strain_end);

        // Heat is the work less what the two springs gained; for short steps, where that cancels,
        // the heat of the two dashpots under stresses that go straight: |s|²/2η1 and |s − 2k2 e₂|²/2η2.
        let mean = combine(parts, first[0], second[0][0]);
        let work = mean.dot(&drive).times(0.5) / shear;
        let stored = (end.norm_squared() - start.norm_squared()).times(0.25) / shear
            + self.delayed_modulus * (strain_end.norm_squared() - strain.norm_squared());
        let two_k2 = self.delayed_modulus.times(2.0);
        let (pull, pull_end) = (start - strain.scale(two_k2), end - strain_end.scale(two_k2));
        let dashpots = heat(&start, &end, dt, self.viscosity)
            + heat(&pull, &pull_end, dt, self.delayed_viscosity);
        let short = (free + delayed + recovery).lt(R::constant(SHORT_STEP));
        Returned {
            to: trial - (trial_deviator - end),
            dissipation: R::select(short, dashpots, (work - stored).max(R::zero())),
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
