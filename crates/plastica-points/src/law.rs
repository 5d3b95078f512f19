//! Particles through the law, a register at a time.

use plastica_material::Increment;
use plastica_particles::law::{
    Law, Outcome, Prepared, first_failure, is_finite, wave_speed_squared,
};
use plastica_particles::{ColumnsMut, Extra};
use plastica_tensor::{Mat3, Real, Sym3};

/// First column of what laws keep: volume change that flow has brought, det F_p.
pub(crate) const PLASTIC_VOLUME: usize = 0;
/// Fraction of its elastic strain that the particle has lost by flow since neighbours were looked for; below zero where its
/// law waits (`recall`).
pub(crate) const PLASTIC_FRACTION: usize = 1;
/// Columns of the method in front of what the law keeps.
pub(crate) const OWN: usize = 2;
/// Elastic deformation gradient, row by row.
pub(crate) const DEFORMATION: usize = OWN;

/// What the law of a register of particles is given.
pub(crate) struct LawInput<R: Real> {
    /// The place of the first of them.
    pub(crate) first: usize,
    /// Deformation read from the neighbours.
    pub(crate) trial: Mat3<R>,
    /// Displacement gradient of the step.
    pub(crate) gradient: Mat3<R>,
    /// How much stiffer the fit is than on a lattice: what the step has to see.
    pub(crate) stiffening: R,
    /// The squared speed at which neighbours approach or leave, as the step has to see it [m²/s²].
    pub(crate) straining: R,
    /// Where the law is to be asked at all.
    pub(crate) valid: R::Mask,
    pub(crate) volume: R,
    pub(crate) mass: R,
}

/// What the law returns.
pub(crate) struct LawOutput<R> {
    pub(crate) kirchhoff: Sym3<R>,
    /// Elastic deformation after flow, less the trial one.
    pub(crate) plastic_change: Mat3<R>,
    /// Elastic deformation after flow.
    pub(crate) deformation: Mat3<R>,
    /// γ: the fraction of the elastic strain that was lost by flow.
    pub(crate) plastic_fraction: R,
    /// P-wave modulus [Pa].
    pub(crate) modulus: R,
}

/// Moves the particles `at..at + LANES` of a bundle.
#[inline(always)]
pub(crate) fn advance<R: Real>(
    law: &Law<'_>,
    prepared: &mut Prepared<R>,
    columns: &mut ColumnsMut<'_, R::Scalar>,
    at: usize,
    input: &LawInput<R>,
    outcome: &mut Outcome,
) -> Option<LawOutput<R>> {
    let mut local = None;
    let lanes = (at, R::LANES);
    let (material, state) = prepared.at(law, &columns.read(), lanes, &mut local)?;
    // At rest but for what is loaded.
    let mut state = *state;
    let &LawInput {
        first,
        trial,
        gradient,
        stiffening,
        straining,
        valid,
        volume,
        mass,
    } = input;
    let zero = R::zero();
    law.layout.load(&columns.read(), at, &mut state);
    let before = state;
    // Where the deformation is not valid, the law gets the last one and no motion.
    let axes: Option<Mat3<R>> = law.layout.first(Extra::Axes).map(
        #[inline(always)]
        |first| columns.read().matrix(first, at),
    );
    let trial = match &axes {
        Some(axes) => trial * *axes,
        None => trial,
    };
    let trial = Mat3::select(valid, &trial, &before.deformation);
    let step = Increment {
        trial,
        gradient: Mat3::select(valid, &gradient, &Mat3::zero()),
        dt: R::constant(law.dt),
    };
    // Out of line, for two schemes share it.
    let response = R::outline(
        #[inline(always)]
        || material.advance(&mut state, &step),
    );
    // What waits flows on: it forgets its shape meanwhile.
    let deformation = state.deformation;
    law.layout.store(columns, at, &state);
    let mut plastic_change = deformation - trial;
    let mut elastic = deformation;
    if let Some(axes) = &axes {
        plastic_change = plastic_change.mul_transpose(axes);
        elastic = elastic.mul_transpose(axes);
    }
    let grown = trial.determinant() / deformation.determinant();
    let plastic = columns.read().load::<R>(PLASTIC_VOLUME, at) * R::select(valid, grown, R::one());
    columns.store(PLASTIC_VOLUME, at, plastic);
    let plastic_fraction = R::select(valid, plastic_fraction(&trial, &deformation), zero);
    columns.store(
        PLASTIC_FRACTION,
        at,
        columns.read().load::<R>(PLASTIC_FRACTION, at).max(zero) + plastic_fraction,
    );

    let modulus = material.p_wave_modulus(&state);
    let kirchhoff = Sym3::select(valid, response.kirchhoff, Sym3::zero());
    // Springs in place of a deformation are as stiff as matter at rest, whatever strain the law waits with.
    let seen = Mat3::select(valid, &deformation, &Mat3::identity());
    let wave =
        wave_speed_squared(modulus, Some(&seen), &kirchhoff, (volume, mass)) * crushing(&seen);
    let dissipated = R::select(valid, response.dissipation * volume, zero);
    outcome.add(
        (wave * stiffening).max(straining),
        dissipated,
        prepared.diffusivity(),
    );
    if let Some(lane) = first_failure(is_finite(wave, dissipated, plastic), R::LANES) {
        outcome.fail(first + lane);
    }
    Some(LawOutput {
        kirchhoff,
        plastic_change,
        deformation: elastic,
        plastic_fraction,
        modulus,
    })
}

/// How much stiffer crushed matter is than it seems in space: bonds keep their offsets at rest, and dP/dF = (M − τ)/λ² for
/// Hencky's law. The usual step has room for a stretch of 0.45 along one axis.
#[inline(always)]
fn crushing<R: Real>(deformation: &Mat3<R>) -> R {
    let back = deformation.inverse();
    (back.dot(&back) - R::constant(2.0))
        .times(0.2)
        .max(R::one())
}

/// The part of the deviatoric strain that is gone: 1 − e/e_trial, by the deviators of F Fᵀ over its trace.
#[inline(always)]
fn plastic_fraction<R: Real>(trial: &Mat3<R>, after: &Mat3<R>) -> R {
    let before = strain(trial);
    let is_strained = before.gt(R::epsilon().times(4.0));
    let part = (before - strain(after)) / before.max(R::tiny());
    R::select(is_strained, part.clamp(R::zero(), R::one()), R::zero())
}

/// A measure of deviatoric strain that is independent of volume.
#[inline(always)]
fn strain<R: Real>(f: &Mat3<R>) -> R {
    let b = f.mul_transpose_self();
    b.deviator().norm() / b.trace().max(R::tiny())
}
