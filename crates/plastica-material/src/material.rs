//! One deformation increment at one material point, or at a register of them: the contract between
//! methods and laws.

use crate::barrier::CrushBarrier;
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
    /// Work turned into heat in the step, per rest volume [J/m³]. Never negative but for `shear-clamp` beside laws
    /// in which a longer axis bears the larger push under compression (`corotated`, `squared`, `st-venant-kirchhoff`), and
    /// through maps other than `consistent`.
    pub dissipation: R,
}

/// A material with its numbers, for one point or a register of points. Build it with
/// [`Recipe::material`](crate::Recipe::material).
#[derive(Clone, Copy, Debug)]
pub struct Material<R> {
    pub(crate) route: Route<R>,
    pub(crate) viscosity: Option<KelvinVoigt<R>>,
    /// Whether matter pushes back where the laws would let it vanish.
    pub(crate) has_barrier: bool,
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

    /// The laws as they are published, without a [barrier](crate::barrier) against crushing: for methods whose deformation gradient
    /// is no deformation, so that its determinant is no volume.
    pub fn without_barrier(self) -> Self {
        Material {
            has_barrier: false,
            ..self
        }
    }

    /// Which parts of a state this material uses.
    pub fn keeps(&self) -> Keeps {
        self.keeps
    }

    /// Moves a point by one increment and answers with its stress.
    #[inline(always)]
    pub fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        let mut response = self.route.advance(state, step);
        if let Some((barrier, volume)) = self.barrier_at(state) {
            let push = barrier.kirchhoff(volume);
            response.kirchhoff = response.kirchhoff.add_isotropic(push);
        }
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
        let elastic = self.route.kirchhoff(state);
        match self.barrier_at(state) {
            Some((barrier, volume)) => elastic.add_isotropic(barrier.kirchhoff(volume)),
            None => elastic,
        }
    }

    /// Stored energy per rest volume [J/m³]; `None` where the law has no energy.
    #[inline(always)]
    pub fn energy(&self, state: &State<R>) -> Option<R> {
        let elastic = self.route.energy(state)?;
        Some(match self.barrier_at(state) {
            Some((barrier, volume)) => elastic + barrier.energy(volume),
            None => elastic,
        })
    }

    /// The barrier against crushing and the volume ratio it sees, where it acts in any lane.
    #[inline(always)]
    fn barrier_at(&self, state: &State<R>) -> Option<(CrushBarrier<R>, R)> {
        if !self.has_barrier {
            return None;
        }
        let volume = self.route.defenceless_volume(state)?;
        CrushBarrier::acts(volume).then(|| (CrushBarrier::new(self.stiffest), volume))
    }

    /// How far the state is outside the elastic domain: not positive where admissible, `None`
    /// without a flow rule. In pascals for rules on stress and creep, a strain for the others.
    #[inline(always)]
    pub fn excess(&self, state: &State<R>) -> Option<R> {
        self.route.excess(state)
    }

    /// Largest P-wave modulus at rest, times the stiffening that the flow rule has brought, and that of crushed
    /// matter [Pa]: with the rest density ρ, √(this/ρ) is the fastest wave in a body that is not much stretched. Laws that
    /// stiffen in tension need a method to allow for it.
    #[inline(always)]
    pub fn p_wave_modulus(&self, state: &State<R>) -> R {
        let modulus = self.stiffest * self.route.stiffness(state);
        match self.barrier_at(state) {
            Some((barrier, volume)) => modulus + barrier.modulus(volume),
            None => modulus,
        }
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
