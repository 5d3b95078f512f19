//! Particles through the law, a register at a time.

use crate::tables::{MASS, VOLUME, VOLUME_RATIO};
use plastica_material::Increment;
use plastica_material::opening::IN_PIECES;
use plastica_particles::law::{
    Law, Outcome, Prepared, first_failure, is_finite, wave_speed_squared,
};
use plastica_particles::{BUNDLE, Columns, ColumnsMut, Extra};
use plastica_tensor::{Mat3, Real, Scalar, Sym3};

/// What the particles of a chunk report, lane by lane.
pub(crate) struct Running<R> {
    dissipated: R,
    wave_speed_squared: R,
    failed: Option<usize>,
}

impl<R: Real> Running<R> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Running {
            dissipated: R::zero(),
            wave_speed_squared: R::zero(),
            failed: None,
        }
    }

    /// Adds up the lanes.
    #[inline(always)]
    pub(crate) fn report(&self, outcome: &mut Outcome) {
        let (mut waves, mut heats) = ([R::Scalar::zero(); BUNDLE], [R::Scalar::zero(); BUNDLE]);
        self.wave_speed_squared.store(&mut waves);
        self.dissipated.store(&mut heats);
        for lane in 0..R::LANES {
            let wave = waves[lane].to_f64();
            let bounds = &mut outcome.bounds;
            bounds.wave_speed_squared = bounds.wave_speed_squared.max(wave);
            outcome.dissipated += heats[lane].to_f64();
        }
        outcome.failed = self.failed;
    }
}

/// A register of particles of a chunk: `at..at + lanes`.
pub(crate) struct Particles<'a, 'b, S> {
    pub(crate) geometry: Columns<'a, S>,
    /// What the law keeps.
    pub(crate) law_state: &'a mut ColumnsMut<'b, S>,
    pub(crate) at: usize,
    pub(crate) lanes: usize,
}

/// Moves particles by a displacement gradient Δt∇v; returns their Kirchhoff stress [Pa].
#[inline(always)]
pub(crate) fn advance<R: Real>(
    law: &Law<'_>,
    prepared: &mut Prepared<R>,
    particles: Particles<'_, '_, R::Scalar>,
    gradient: Mat3<R>,
    running: &mut Running<R>,
) -> Sym3<R> {
    let Particles {
        geometry,
        law_state: columns,
        at,
        lanes,
    } = particles;
    let mut local = None;
    let Some((material, state)) = prepared.at(law, &columns.read(), (at, lanes), &mut local) else {
        running.failed = running.failed.or(Some(at));
        return Sym3::zero();
    };
    state.volume = columns.read().load(VOLUME_RATIO, at);
    law.layout.load(&columns.read(), at, state);
    if let Some(first) = law.layout.first(Extra::Domain) {
        let edges = columns.read().matrix::<R>(first, at);
        columns.store_matrix(first, at, &(edges + gradient * edges));
    }
    let ratio = state.volume * (Mat3::identity() + gradient).determinant();
    let step = Increment::from_gradient(state, gradient, R::constant(law.dt));
    let response = material.advance(state, &step);
    let keeps_deformation = law.layout.keeps_deformation();
    if keeps_deformation {
        // What flows opens without end once it flies by itself; what is elastic comes back.
        let most = match law.recipe.flow {
            Some(_) => IN_PIECES,
            None => f64::INFINITY,
        };
        state.volume = ratio.min(R::constant(most));
    }
    columns.store(VOLUME_RATIO, at, state.volume);
    law.layout.store(columns, at, state);

    let volume: R = geometry.load(VOLUME, at);
    let mass: R = geometry.load(MASS, at);
    let modulus = material.p_wave_modulus(state);
    let deformation = keeps_deformation.then_some(&state.deformation);
    let wave = wave_speed_squared(modulus, deformation, &response.kirchhoff, (volume, mass));
    let heat = response.dissipation * volume;
    let sane = is_finite(wave, heat, ratio) & ratio.gt(R::zero());
    running.wave_speed_squared = running.wave_speed_squared.max(wave);
    running.dissipated += if lanes == R::LANES {
        heat
    } else {
        // Padding repeats the last particle, whose heat counts once.
        R::from_fn(|lane| {
            if lane < lanes {
                heat.lane(lane)
            } else {
                R::Scalar::zero()
            }
        })
    };
    if let Some(lane) = first_failure(sane, lanes) {
        running.failed = running.failed.or(Some(at + lane));
    }
    response.kirchhoff
}
