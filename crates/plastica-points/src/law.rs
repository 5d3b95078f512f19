//! Particles through the law, a register at a time.

use plastica_material::{Increment, State};
use plastica_particles::law::{
    Law, Outcome, Prepared, first_failure, is_finite, wave_speed_squared,
};
use plastica_particles::{ColumnsMut, Extra};
use plastica_tensor::{Mat3, Real, Scalar, Sym3};

/// First column of what laws keep: volume change that flow has brought, det F_p.
pub(crate) const PLASTIC: usize = 0;
/// How much of its elastic strain the particle has forgotten by flow since neighbours were looked for.
pub(crate) const FLOWED: usize = 1;
/// Columns of the method in front of what the law keeps.
pub(crate) const OWN: usize = 2;
/// Elastic deformation gradient, row by row.
pub(crate) const DEFORMATION: usize = OWN;

/// What particles of a register are told.
pub(crate) struct Question<R: Real> {
    /// The place of the first of them.
    pub(crate) first: usize,
    /// Deformation read from the neighbours.
    pub(crate) trial: Mat3<R>,
    /// Displacement gradient of the step.
    pub(crate) gradient: Mat3<R>,
    /// Where the law is to be asked at all.
    pub(crate) sound: R::Mask,
    pub(crate) volume: R,
    pub(crate) mass: R,
}

/// What the law answers.
pub(crate) struct Answer<R> {
    pub(crate) kirchhoff: Sym3<R>,
    /// Elastic deformation after flow, less the trial.
    pub(crate) flowed: Mat3<R>,
    /// Elastic deformation after flow.
    pub(crate) deformation: Mat3<R>,
    /// γ: the part of the elastic strain that was forgotten.
    pub(crate) forgotten: R,
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
    question: &Question<R>,
    outcome: &mut Outcome,
) -> Option<Answer<R>> {
    let mut local = None;
    let lanes = (at, R::LANES);
    let (material, state) = prepared.at(law, &columns.read(), lanes, &mut local)?;
    // At rest but for what is loaded.
    let mut state = *state;
    let &Question {
        first,
        trial,
        gradient,
        sound,
        volume,
        mass,
    } = question;
    let zero = R::zero();
    law.layout.load(&columns.read(), at, &mut state);
    let before = state;
    // Where the deformation is not told, the law sees the last one and no time.
    let axes: Option<Mat3<R>> = law.layout.first(Extra::Axes).map(
        #[inline(always)]
        |first| columns.read().matrix(first, at),
    );
    let told = match &axes {
        Some(axes) => trial * *axes,
        None => trial,
    };
    let told = Mat3::select(sound, &told, &before.deformation);
    let step = Increment {
        trial: told,
        gradient: Mat3::select(sound, &gradient, &Mat3::zero()),
        dt: R::constant(law.dt),
    };
    // Out of line, for two schemes share it.
    let response = R::outline(
        #[inline(always)]
        || material.advance(&mut state, &step),
    );
    let deformation = Mat3::select(sound, &state.deformation, &before.deformation);
    let mut kept = State {
        deformation,
        ..state
    };
    for k in 0..law.layout.history_columns().len() {
        kept.history[k] = R::select(sound, state.history[k], before.history[k]);
    }
    law.layout.store(columns, at, &kept);
    let mut flowed = deformation - told;
    let mut elastic = deformation;
    if let Some(axes) = &axes {
        flowed = flowed.mul_transpose(axes);
        elastic = elastic.mul_transpose(axes);
    }
    let grown = told.determinant() / deformation.determinant();
    let plastic = columns.read().load::<R>(PLASTIC, at) * R::select(sound, grown, R::one());
    columns.store(PLASTIC, at, plastic);
    let forgotten = R::select(sound, forgotten(&told, &deformation), zero);
    columns.store(FLOWED, at, columns.read().load::<R>(FLOWED, at) + forgotten);

    let modulus = material.p_wave_modulus(&state);
    let kirchhoff = Sym3::select(sound, response.kirchhoff, Sym3::zero());
    let wave = wave_speed_squared(modulus, Some(&deformation), &kirchhoff, (volume, mass));
    let heat = R::select(sound, response.dissipation * volume, zero);
    let mut heats = 0.0;
    for lane in 0..R::LANES {
        let wave = wave.lane(lane).to_f64();
        let bounds = &mut outcome.bounds;
        bounds.wave_speed_squared = bounds.wave_speed_squared.max(wave);
        heats += heat.lane(lane).to_f64();
    }
    outcome.dissipated += heats;
    let diffusivity = &mut outcome.bounds.diffusivity;
    *diffusivity = diffusivity.max(prepared.diffusivity());
    if let Some(lane) = first_failure(is_finite(wave, heat, plastic), R::LANES) {
        outcome.fail(first + lane);
    }
    Some(Answer {
        kirchhoff,
        flowed,
        deformation: elastic,
        forgotten,
        modulus,
    })
}

/// The part of the deviatoric strain that is gone: 1 − e/e_trial, by the deviators of F Fᵀ over its trace.
#[inline(always)]
fn forgotten<R: Real>(trial: &Mat3<R>, after: &Mat3<R>) -> R {
    let before = strain(trial);
    let told = before.gt(R::epsilon().times(4.0));
    let part = (before - strain(after)) / before.max(R::tiny());
    R::select(told, part.clamp(R::zero(), R::one()), R::zero())
}

/// A measure of deviatoric strain that knows no volume.
#[inline(always)]
fn strain<R: Real>(f: &Mat3<R>) -> R {
    let b = f.mul_transpose_self();
    b.deviator().norm() / b.trace().max(R::tiny())
}
