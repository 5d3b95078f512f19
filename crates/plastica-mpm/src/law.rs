//! Particles through the law, a register at a time.

use crate::chunk::{Columns, ColumnsMut, Layout, MASS, PADDING, VOLUME};
use plastica_material::{Increment, Material, Recipe, State};
use plastica_tensor::{Mask, Mat3, Real, Scalar, Sym3, Vec3};

/// The law of one group during one step.
#[derive(Clone, Debug)]
pub(crate) struct Law {
    pub(crate) recipe: Recipe,
    pub(crate) layout: Layout,
    /// When the step ends [s]: parameters that depend on time are taken there.
    pub(crate) time: f64,
    /// Length of the step [s].
    pub(crate) dt: f64,
}

/// What a chunk reports after a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Work turned into heat [J].
    pub(crate) heat: f64,
    /// Largest squared wave speed [m²/s²].
    pub(crate) wave: f64,
    /// The first particle whose numbers went wrong.
    pub(crate) broken: Option<u32>,
    /// Impulses on grips [N s], by grip.
    pub(crate) pulls: Vec<(u32, Vec3<f64>)>,
}

/// What the particles of a chunk report, lane by lane.
pub(crate) struct Running<R> {
    heat: R,
    wave: R,
    broken: Option<u32>,
}

impl<R: Real> Running<R> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Running {
            heat: R::zero(),
            wave: R::zero(),
            broken: None,
        }
    }

    /// Adds up the lanes.
    #[inline(always)]
    pub(crate) fn report(&self, outcome: &mut Outcome) {
        let (mut waves, mut heats) = ([R::Scalar::zero(); PADDING], [R::Scalar::zero(); PADDING]);
        self.wave.store(&mut waves);
        self.heat.store(&mut heats);
        for lane in 0..R::LANES {
            outcome.wave = outcome.wave.max(waves[lane].to_f64());
            outcome.heat += heats[lane].to_f64();
        }
        outcome.broken = self.broken;
    }
}

impl Outcome {
    pub(crate) fn pull(&mut self, grip: u32, impulse: Vec3<f64>) {
        match self.pulls.iter_mut().find(|(other, _)| *other == grip) {
            Some((_, sum)) => *sum = *sum + impulse,
            None => self.pulls.push((grip, impulse)),
        }
    }
}

/// A register of particles of a chunk: `at..at + lanes`.
pub(crate) struct Particles<'a, 'b, S> {
    pub(crate) matter: Columns<'a, S>,
    /// What the law keeps.
    pub(crate) kept: &'a mut ColumnsMut<'b, S>,
    pub(crate) at: usize,
    pub(crate) lanes: usize,
}

/// A material for whole chunks, or the need to make one per register.
pub(crate) enum Prepared<R> {
    /// Beside it a state, of which only what the law keeps changes from register to register.
    Uniform(Material<R>, State<R>),
    Varying,
    /// Parameters left their ranges: nothing sensible can be answered.
    Refused,
}

impl Law {
    #[inline(always)]
    pub(crate) fn material<R: Real>(&self) -> Prepared<R> {
        if self.recipe.varies_in_space() {
            return Prepared::Varying;
        }
        match self.recipe.material_at([0.0; 3], self.time) {
            Ok(material) => Prepared::Uniform(material, material.rest()),
            Err(_) => Prepared::Refused,
        }
    }

    /// The material of the particles `at..at + lanes`, made for their places at rest.
    fn local<R: Real>(
        &self,
        columns: &ColumnsMut<'_, R::Scalar>,
        at: usize,
        lanes: usize,
    ) -> Option<Material<R>> {
        let first = self.layout.places_at();
        let columns = columns.read();
        let place =
            |k: usize| std::array::from_fn(|axis| columns.get(first + axis, at + k).to_f64());
        let places: Vec<[f64; 3]> = (0..lanes).map(place).collect();
        self.recipe.material_lanes(&places, self.time).ok()
    }

    /// Moves particles by a displacement gradient Δt∇v; returns their Kirchhoff stress [Pa].
    #[inline(always)]
    pub(crate) fn advance<R: Real>(
        &self,
        prepared: &mut Prepared<R>,
        particles: Particles<'_, '_, R::Scalar>,
        gradient: Mat3<R>,
        running: &mut Running<R>,
    ) -> Sym3<R> {
        let Particles {
            matter,
            kept: columns,
            at,
            lanes,
        } = particles;
        let mut local;
        let (material, state) = match prepared {
            Prepared::Uniform(material, state) => (&*material, state),
            Prepared::Varying => match self.local(columns, at, lanes) {
                Some(material) => {
                    local = (material, material.rest());
                    (&local.0, &mut local.1)
                }
                None => {
                    running.broken = running.broken.or(Some(at as u32));
                    return Sym3::zero();
                }
            },
            Prepared::Refused => {
                running.broken = running.broken.or(Some(at as u32));
                return Sym3::zero();
            }
        };
        self.layout.load(&columns.read(), at, state);
        let ratio = state.volume * (Mat3::identity() + gradient).determinant();
        let step = Increment::from_gradient(state, gradient, R::constant(self.dt));
        let response = material.advance(state, &step);
        if self.layout.keeps_deformation() {
            state.volume = ratio;
        }
        self.layout.store(columns, at, state);

        // The fastest wave: in space ρ₀c² is the modulus at rest times the squared stretch, plus the
        // stress; exact for Hencky's law in tension and compression along one axis, and an upper bound
        // for the others in the usual range.
        let volume: R = matter.load(VOLUME, at);
        let mass: R = matter.load(MASS, at);
        let stretch = if self.layout.keeps_deformation() {
            (state.deformation.dot(&state.deformation) - R::constant(2.0)).max(R::one())
        } else {
            R::one()
        };
        let largest = response.kirchhoff.max_abs();
        let wave = material.p_wave_modulus(state).mul_add(stretch, largest) * volume / mass;
        let heat = response.dissipation * volume;
        // Comparisons with NaN fail, so this is false for any number that is not one.
        let sane = (wave + heat.abs() + ratio).lt(R::constant(1e30)) & ratio.gt(R::zero());
        running.wave = running.wave.max(wave);
        running.heat += match lanes == R::LANES {
            true => heat,
            // Padding repeats the last particle, whose heat counts once.
            false => R::from_fn(|lane| match lane < lanes {
                true => heat.lane(lane),
                false => R::Scalar::zero(),
            }),
        };
        if !sane.all() {
            let first = (0..lanes).find(|lane| !sane.lane(*lane));
            running.broken = running.broken.or(first.map(|lane| (at + lane) as u32));
        }
        response.kirchhoff
    }
}
