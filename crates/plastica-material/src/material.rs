//! One deformation increment at one material point, or at a register of them: the contract between
//! methods and laws.

use crate::flow::MAX_HISTORY;
use crate::moduli::Moduli;
use crate::route::{Behaviour, Route};
use crate::viscosity::KelvinVoigt;
use plastica_tensor::{Mat3, Real, Sym3, Vec3};

/// What a material point carries. A method keeps what [`Material::keeps`] says and leaves the rest
/// at its default.
#[derive(Clone, Copy, Debug)]
pub struct State<R> {
    /// Elastic deformation gradient F_e; for materials with directions from their own axes at rest, F_e R₀.
    pub deformation: Mat3<R>,
    /// Cauchy stress [Pa].
    pub stress: Sym3<R>,
    /// Volume over rest volume, J.
    pub volume: R,
    /// What the flow rule remembers, then what the map does.
    pub history: [R; MAX_HISTORY],
}

impl<R: Real> State<R> {
    /// Takes a new history in the lanes where the mask holds.
    #[inline(always)]
    pub(crate) fn keep_history(&mut self, mask: R::Mask, new: &[R; MAX_HISTORY]) {
        for (kept, new) in self.history.iter_mut().zip(new) {
            *kept = R::select(mask, *new, *kept);
        }
    }
}

/// Which parts of a [`State`] a material uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeps {
    /// `deformation`, for finite-strain laws; else `stress` and `volume`, for the rate law.
    pub deformation: bool,
    /// Whether `deformation` starts from the material's own axes.
    pub axes: bool,
    /// How many numbers of `history`.
    pub history: usize,
}

/// What a step does to a point.
#[derive(Clone, Copy, Debug)]
pub struct Increment<R> {
    /// Deformation gradient at the end of the step if nothing flows: (I + Δt∇v) F_e.
    pub trial: Mat3<R>,
    /// Displacement gradient of the step, Δt∇v.
    pub gradient: Mat3<R>,
    /// Length of the step [s].
    pub dt: R,
}

impl<R: Real> Increment<R> {
    /// From the velocity gradient times the step: the trial is (I + Δt∇v) F_e.
    #[inline(always)]
    pub fn from_gradient(state: &State<R>, gradient: Mat3<R>, dt: R) -> Self {
        Increment {
            trial: state.deformation + gradient * state.deformation,
            gradient,
            dt,
        }
    }
}

/// What a law answers.
#[derive(Clone, Copy, Debug)]
pub struct Response<R> {
    /// Kirchhoff stress τ = Jσ, viscous part included [Pa].
    pub kirchhoff: Sym3<R>,
    /// Work turned into heat in the step, per rest volume [J/m³]. Not negative while the elastic law is
    /// sane: `corotated`, `squared` and `st-venant-kirchhoff` are not under strong compression, where a
    /// longer axis bears the larger push.
    pub dissipation: R,
}

/// A material with its numbers, for one point or a register of points. Build it with
/// [`Recipe::material`](crate::Recipe::material).
#[derive(Clone, Copy, Debug)]
pub struct Material<R> {
    pub(crate) route: Route<R>,
    pub(crate) viscosity: Option<KelvinVoigt<R>>,
    pub(crate) keeps: Keeps,
    /// Largest P-wave modulus at rest [Pa].
    pub(crate) stiffest: R,
    pub(crate) initial_history: [R; MAX_HISTORY],
}

impl<R: Real> Material<R> {
    /// A point at rest with its axes along the coordinate axes.
    #[inline(always)]
    pub fn rest(&self) -> State<R> {
        State {
            deformation: Mat3::identity(),
            stress: Sym3::zero(),
            volume: R::one(),
            history: self.initial_history,
        }
    }

    /// A point at rest with its own axes, given as columns. Where direction does not matter, as
    /// [`Material::rest`].
    #[inline(always)]
    pub fn rest_along(&self, axes: &Mat3<R>) -> State<R> {
        let mut state = self.rest();
        if self.keeps.axes {
            state.deformation = *axes;
        }
        state
    }

    /// Which parts of a state this material uses.
    pub fn keeps(&self) -> Keeps {
        self.keeps
    }

    /// Moves a point by one increment and answers with its stress.
    #[inline(always)]
    pub fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        let mut response = self.route.advance(state, step);
        if let Some(viscosity) = &self.viscosity {
            let strain = step.gradient.symmetric();
            let viscous = viscosity.stress(&strain.scale(step.dt.max(R::tiny()).recip()));
            response.dissipation += viscous.dot(&strain);
            response.kirchhoff = response.kirchhoff + viscous;
        }
        response
    }

    /// Elastic Kirchhoff stress of a state [Pa]: what [`Material::advance`] gives for a step in
    /// which nothing moves and no time passes.
    #[inline(always)]
    pub fn kirchhoff(&self, state: &State<R>) -> Sym3<R> {
        self.route.kirchhoff(state)
    }

    /// Stored energy per rest volume [J/m³]; `None` where the law has no energy.
    #[inline(always)]
    pub fn energy(&self, state: &State<R>) -> Option<R> {
        self.route.energy(state)
    }

    /// How far the state is outside the elastic domain: not positive where admissible, `None`
    /// without a flow rule. In pascals for rules on stress and creep, a strain for the others.
    #[inline(always)]
    pub fn excess(&self, state: &State<R>) -> Option<R> {
        self.route.excess(state)
    }

    /// Largest P-wave modulus at rest, times the stiffening that the flow rule has brought [Pa]: with
    /// the rest density ρ, √(this/ρ) is the fastest wave in a body that is not much stretched. Laws that
    /// stiffen in tension need a method to allow for it.
    #[inline(always)]
    pub fn p_wave_modulus(&self, state: &State<R>) -> R {
        self.stiffest * self.route.stiffness(state)
    }

    /// Longitudinal viscosity [Pa s] of the dashpot beside the law: limits an explicit step.
    pub fn longitudinal_viscosity(&self) -> R {
        self.viscosity
            .as_ref()
            .map_or(R::zero(), KelvinVoigt::longitudinal)
    }

    /// The material's own axes now, as columns, and how grains lie along them: the second moments of their
    /// directions, (0, 0, 1) where all lie along z. `None` where direction does not matter.
    pub fn directions(&self, state: &State<R>) -> Option<(Mat3<R>, Vec3<R>)> {
        match &self.route {
            Route::Axes(route) if self.keeps.axes => Some(route.directions(state)),
            _ => None,
        }
    }

    /// The isotropic moduli of the law, or of its fictitious space.
    #[inline(always)]
    pub fn moduli(&self) -> Moduli<R> {
        self.route.moduli()
    }
}
