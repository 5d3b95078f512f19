//! Hooke's law in rates, with the stress turned by the spin (Jaumann). [JY17, Eq. 8]

use crate::moduli::{self, Moduli};
use crate::spec::{LawSpec, Slot, Timing, no_further_conditions};
use plastica_tensor::{Mat3, Real, Sym3, Vec3};

/// The description of the rate law.
pub(crate) const SPEC: LawSpec = LawSpec {
    name: "hypoelastic",
    slot: Slot::Elastic,
    doc: "Cauchy stress integrated from the strain rate and turned with the spin. For small elastic strain; in large simple shear the stress oscillates (σ₁₂ = G sin γ), for which choose hencky.",
    source: "[JY17, Eqs. 2–8]",
    timing: Timing::RateIndependent { order: 3 },
    parameters: moduli::PARAMETERS,
    choices: &[],
    alternatives: moduli::ALTERNATIVES,
    history: &[],
    check: no_further_conditions,
    derive: moduli::derive,
};

/// σ̇ = 2G dev ε̇ + K tr ε̇ I + ωσ − σω, integrated over a step in which the velocity gradient is
/// constant.
#[derive(Clone, Copy, Debug)]
pub struct Hypoelastic<R>(pub Moduli<R>);

/// A trial stress and the part of it that came in this step.
#[derive(Clone, Copy, Debug)]
pub struct RateTrial<R> {
    /// Cauchy stress at the end of the step if nothing flows [Pa].
    pub stress: Sym3<R>,
    /// What this step added, turned into the end configuration [Pa].
    pub drive: Sym3<R>,
    /// Rotation over the step, exp(ωΔt).
    pub rotation: Mat3<R>,
}

impl<R: Real> Hypoelastic<R> {
    /// The stress after a step with `l = Δt ∇v`.
    ///
    /// With S = C : ε̇Δt and W = ωΔt the exact solution for a constant gradient is
    /// σ' = e^W σ e^−W + ∫₀¹ e^{Wu} S e^{−Wu} du. The rotation is taken exactly; the integral to
    /// third order in W: S + ½[W, S] + ⅙[W, [W, S]].
    #[inline(always)]
    pub fn trial(&self, stress: &Sym3<R>, l: &Mat3<R>) -> RateTrial<R> {
        let s = self.0.stress(&l.symmetric());
        let w = l.antisymmetric();
        let first = spin_commutator(&w, &s);
        let second = spin_commutator(&w, &first);
        let drive = second.scale_add(R::constant(1.0 / 6.0), first.scale_add(R::constant(0.5), s));
        let rotation = rotation_from_spin(&w);
        RateTrial {
            stress: stress.conjugate(&rotation) + drive,
            drive,
            rotation,
        }
    }
}

/// W S − S W for antisymmetric W and symmetric S: symmetric.
#[inline(always)]
fn spin_commutator<R: Real>(w: &Mat3<R>, s: &Sym3<R>) -> Sym3<R> {
    (*w * s.to_mat()).symmetric().scale(R::constant(2.0))
}

/// exp(W) for antisymmetric W by Rodrigues' formula.
#[inline(always)]
pub fn rotation_from_spin<R: Real>(w: &Mat3<R>) -> Mat3<R> {
    let axis = Vec3([w[(2, 1)], w[(0, 2)], w[(1, 0)]]);
    let angle_squared = axis.norm_squared();
    // sin θ/θ and (1 − cos θ)/θ² = ½ (sin ½θ / ½θ)²; the tiny offset makes both right at θ = 0.
    let angle = (angle_squared + R::tiny()).sqrt();
    let (sine, _) = angle.sin_cos();
    let (half_sine, _) = angle.times(0.5).sin_cos();
    let a = sine / angle;
    let half = half_sine / angle;
    let b = (half * half).times(2.0);
    Mat3::identity() + w.scale(a) + (*w * *w).scale(b)
}
