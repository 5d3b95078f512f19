//! One deformation increment at one material point, or at a register of them: the contract between
//! methods and laws.

use crate::elastic::hypoelastic::Hypoelastic;
use crate::elastic::{Elastic, Isotropic, STRETCH_FLOOR, hencky_strain, kirchhoff_by_svd};
use crate::flow::{AnyStressFlow, AnyStretchFlow, MAX_HISTORY, Returned, StressFlow, StretchFlow};
use crate::map::AnisotropicMap;
use crate::moduli::Moduli;
use crate::viscosity::KelvinVoigt;
use plastica_tensor::decompose::{exp_m1_symmetric, ln_1p_symmetric};
use plastica_tensor::{Mask, Mat3, Real, Svd, Sym3, Vec3, eigen, polar, svd};

/// What a material point carries. A method keeps what [`Material::keeps`] says and leaves the rest
/// at its default.
#[derive(Clone, Copy, Debug)]
pub struct State<R> {
    /// Elastic deformation gradient F_e.
    pub deformation: Mat3<R>,
    /// Cauchy stress [Pa].
    pub stress: Sym3<R>,
    /// Volume over rest volume, J.
    pub volume: R,
    /// The material's axes at rest, as columns.
    pub axes: Mat3<R>,
    /// What the flow rule remembers.
    pub history: [R; MAX_HISTORY],
}

/// Which parts of a [`State`] a material uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeps {
    /// `deformation`, for finite-strain laws; else `stress` and `volume`, for the rate law.
    pub deformation: bool,
    /// `axes`, for laws with directions.
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
    /// Work turned into heat in the step, per rest volume [J/m³].
    pub dissipation: R,
}

/// How the point gets from trial to answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Route<R> {
    /// No flow, no direction: the stress follows from F.
    Elastic(Elastic<R>),
    /// Principal stretches, any isotropic law.
    Stretches(Elastic<R>, AnyStretchFlow<R>),
    /// Logarithmic strain in space, stress linear in it, no decomposition.
    Logarithmic(Elastic<R>, AnyStressFlow<R>),
    /// Stress rate.
    Rate(Hypoelastic<R>, Option<AnyStressFlow<R>>),
    /// In the material's own turning axes: maps, and rules that remember tensors.
    Axes(Option<AnisotropicMap<R>>, Inner<R>),
}

/// The isotropic law inside the material's axes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inner<R> {
    Elastic(Elastic<R>),
    Stretches(Elastic<R>, AnyStretchFlow<R>),
    Stresses(Elastic<R>, AnyStressFlow<R>),
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
    pub fn rest(&self) -> State<R> {
        State {
            deformation: Mat3::identity(),
            stress: Sym3::zero(),
            volume: R::one(),
            axes: Mat3::identity(),
            history: self.initial_history,
        }
    }

    /// Which parts of a state this material uses.
    pub fn keeps(&self) -> Keeps {
        self.keeps
    }

    /// Moves a point by one increment and answers with its stress.
    #[inline(always)]
    pub fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        let mut response = match &self.route {
            Route::Elastic(elastic) => {
                state.deformation = step.trial;
                Response {
                    kirchhoff: elastic.kirchhoff(&step.trial),
                    dissipation: R::zero(),
                }
            }
            Route::Stretches(elastic, flow) => by_stretches(elastic, flow, state, step),
            Route::Logarithmic(elastic, flow) => by_logarithm(elastic, flow, state, step),
            Route::Rate(elastic, flow) => by_rate(elastic, flow.as_ref(), state, step),
            Route::Axes(map, inner) => in_axes(map.as_ref(), inner, state, step),
        };
        if let Some(viscosity) = &self.viscosity {
            let strain = step.gradient.symmetric();
            let viscous = viscosity.stress(&strain.scale(step.dt.recip()));
            response.dissipation += viscous.dot(&strain);
            response.kirchhoff = response.kirchhoff + viscous;
        }
        response
    }

    /// Elastic Kirchhoff stress of a state [Pa]: what [`Material::advance`] gives for a step in
    /// which nothing moves and no time passes.
    #[inline(always)]
    pub fn kirchhoff(&self, state: &State<R>) -> Sym3<R> {
        match &self.route {
            Route::Elastic(elastic) => elastic.kirchhoff(&state.deformation),
            Route::Stretches(elastic, flow) => {
                kirchhoff_by_svd(elastic, &state.deformation).scale(flow.stiffness(&state.history))
            }
            Route::Logarithmic(elastic, _) => elastic.kirchhoff(&state.deformation),
            Route::Rate(..) => state.stress.scale(state.volume),
            Route::Axes(map, inner) => Unrotated::of(&state.deformation, &state.axes).kirchhoff(
                map.as_ref(),
                inner,
                &state.history,
            ),
        }
    }

    /// Stored energy per rest volume [J/m³]; `None` where the law has no energy.
    pub fn energy(&self, state: &State<R>) -> Option<R> {
        let by_stretch = |elastic: &Elastic<R>| elastic.energy(svd(&state.deformation).sigma);
        match &self.route {
            Route::Elastic(elastic) => by_stretch(elastic),
            Route::Stretches(elastic, flow) => {
                by_stretch(elastic).map(|energy| energy * flow.stiffness(&state.history))
            }
            Route::Logarithmic(elastic, flow) => by_stretch(elastic)
                .map(|e| e + flow.hardening_energy(&elastic.moduli(), &state.history)),
            Route::Rate(elastic, flow) => {
                let stored = elastic
                    .0
                    .strain(&state.stress)
                    .dot(&state.stress)
                    .times(0.5);
                let hardening = flow.as_ref().map_or(R::zero(), |f| {
                    f.hardening_energy(&elastic.0, &state.history)
                });
                Some((stored + hardening) * state.volume)
            }
            Route::Axes(map, inner) => Unrotated::of(&state.deformation, &state.axes).energy(
                map.as_ref(),
                inner,
                &state.history,
            ),
        }
    }

    /// How far the state is outside the elastic domain: not positive where admissible, `None`
    /// without a flow rule. In pascals for rules on stress and creep, a strain for the others.
    pub fn excess(&self, state: &State<R>) -> Option<R> {
        let principal = || {
            svd(&state.deformation)
                .sigma
                .map(|s| s.max(R::constant(STRETCH_FLOOR)).ln())
        };
        match &self.route {
            Route::Elastic(_) | Route::Rate(_, None) | Route::Axes(_, Inner::Elastic(_)) => None,
            Route::Stretches(elastic, flow) => {
                Some(flow.excess(elastic, principal(), &state.history))
            }
            Route::Logarithmic(elastic, flow) => {
                Some(flow.excess(&elastic.kirchhoff(&state.deformation), &state.history))
            }
            Route::Rate(_, Some(flow)) => Some(flow.excess(&state.stress, &state.history)),
            Route::Axes(map, inner) => {
                let strain =
                    Unrotated::of(&state.deformation, &state.axes).fictitious(map.as_ref());
                match inner {
                    Inner::Elastic(_) => None,
                    Inner::Stretches(elastic, flow) => {
                        Some(flow.excess(elastic, eigen(&strain).0, &state.history))
                    }
                    Inner::Stresses(elastic, flow) => {
                        Some(flow.excess(&elastic.moduli().stress(&strain), &state.history))
                    }
                }
            }
        }
    }

    /// Largest P-wave modulus in the present state [Pa]: √(this/ρ) is the fastest wave.
    #[inline(always)]
    pub fn p_wave_modulus(&self, state: &State<R>) -> R {
        match &self.route {
            Route::Stretches(_, flow) | Route::Axes(_, Inner::Stretches(_, flow)) => {
                self.stiffest * flow.stiffness(&state.history)
            }
            _ => self.stiffest,
        }
    }

    /// Longitudinal viscosity [Pa s] of the dashpot beside the law: limits an explicit step.
    pub fn longitudinal_viscosity(&self) -> R {
        self.viscosity
            .as_ref()
            .map_or(R::zero(), KelvinVoigt::longitudinal)
    }
}

/// Singular values, then everything in principal values.
#[inline(always)]
fn by_stretches<R: Real>(
    elastic: &Elastic<R>,
    flow: &AnyStretchFlow<R>,
    state: &mut State<R>,
    step: &Increment<R>,
) -> Response<R> {
    let Svd { u, sigma, v } = svd(&step.trial);
    // No flow for inverted or degenerate points [BW07, section 3.2].
    let sound = sigma[2].gt(R::constant(STRETCH_FLOOR));
    let trial = sigma.map(|s| s.max(R::constant(STRETCH_FLOOR)).ln());
    let drive = step
        .gradient
        .symmetric()
        .conjugate_transposed(&u)
        .diagonal_entries();
    let mut history = state.history;
    let Returned { to, dissipation } = flow.advance(elastic, trial, drive, step.dt, &mut history);
    let change = Vec3::select(sound, to - trial, Vec3::zero());
    for (kept, new) in state.history.iter_mut().zip(history) {
        *kept = R::select(sound, new, *kept);
    }
    // Written as a correction, so that a point that does not flow keeps its F bit for bit.
    let correction = sigma.zip(change, |s, c| s * c.exp_m1());
    state.deformation = step.trial + u.scale_columns(correction).mul_transpose(&v);
    let stretches = sigma + correction;
    let principal = stretches.zip(elastic.first_piola(stretches), |s, p| s * p);
    Response {
        kirchhoff: u
            .conjugate_diagonal(principal)
            .scale(flow.stiffness(&state.history)),
        dissipation: R::select(sound, dissipation, R::zero()),
    }
}

/// Logarithmic strain by matrix functions, no decomposition while every lane is sound.
#[inline(always)]
fn by_logarithm<R: Real>(
    elastic: &Elastic<R>,
    flow: &AnyStressFlow<R>,
    state: &mut State<R>,
    step: &Increment<R>,
) -> Response<R> {
    let sound = step.trial.determinant().gt(R::constant(STRETCH_FLOOR));
    if !sound.all() {
        return with_unsound_lanes(elastic, flow, state, step, sound);
    }
    let moduli = elastic.moduli();
    let trial = moduli.stress(&hencky_strain(&step.trial));
    let drive = moduli.stress(&step.gradient.symmetric());
    let Returned { to, dissipation } =
        flow.advance(&moduli, trial, drive, step.dt, &mut state.history);
    // F_e = exp(Δh) F_trial: the flow keeps the principal directions.
    let change = moduli.strain(&(to - trial));
    state.deformation = step.trial + exp_m1_symmetric(&change).mul_mat(&step.trial);
    Response {
        kirchhoff: to,
        dissipation,
    }
}

/// The rare register in which a lane is crushed or inverted: that lane is pushed back elastically
/// and does not flow; the others go their usual way on a copy in which it is at rest.
#[cold]
#[inline(never)]
fn with_unsound_lanes<R: Real>(
    elastic: &Elastic<R>,
    flow: &AnyStressFlow<R>,
    state: &mut State<R>,
    step: &Increment<R>,
    sound: R::Mask,
) -> Response<R> {
    let before = *state;
    let trial = Mat3::select(sound, &step.trial, &Mat3::identity());
    let response = by_logarithm(elastic, flow, state, &Increment { trial, ..*step });
    let pushed = kirchhoff_by_svd(elastic, &step.trial);
    state.deformation = Mat3::select(sound, &state.deformation, &step.trial);
    for (new, old) in state.history.iter_mut().zip(before.history) {
        *new = R::select(sound, *new, old);
    }
    Response {
        kirchhoff: Sym3::select(sound, response.kirchhoff, pushed),
        dissipation: R::select(sound, response.dissipation, R::zero()),
    }
}

/// Stress integrated in time and turned with the spin.
#[inline(always)]
fn by_rate<R: Real>(
    elastic: &Hypoelastic<R>,
    flow: Option<&AnyStressFlow<R>>,
    state: &mut State<R>,
    step: &Increment<R>,
) -> Response<R> {
    let trial = elastic.trial(&state.stress, &step.gradient);
    state.volume = state.volume * step.gradient.trace().exp();
    let mut dissipation = R::zero();
    state.stress = trial.stress;
    if let Some(flow) = flow {
        flow.turn_history(&trial.rotation, &mut state.history);
        let returned = flow.advance(
            &elastic.0,
            trial.stress,
            trial.drive,
            step.dt,
            &mut state.history,
        );
        state.stress = returned.to;
        dissipation = returned.dissipation * state.volume;
    }
    Response {
        kirchhoff: state.stress.scale(state.volume),
        dissipation,
    }
}

/// A deformation with its rotation taken out, seen in the material's axes.
struct Unrotated<R: Real> {
    /// The material's axes now: R = Q R₀ with F = Q S.
    axes: Mat3<R>,
    /// Logarithmic strain ln S in those axes.
    strain: Sym3<R>,
    /// Lanes that are neither crushed nor inverted.
    sound: R::Mask,
    deformation: Mat3<R>,
}

impl<R: Real> Unrotated<R> {
    #[inline(always)]
    fn of(f: &Mat3<R>, rest_axes: &Mat3<R>) -> Self {
        let sound = f.determinant().gt(R::constant(STRETCH_FLOOR));
        let usable = Mat3::select(sound, f, &Mat3::identity());
        let (rotation, _) = polar(&usable);
        let axes = rotation * *rest_axes;
        let displacement = usable - Mat3::identity();
        let c_minus_one =
            displacement.transpose_mul_self() + displacement.symmetric().scale(R::constant(2.0));
        let strain = ln_1p_symmetric(&c_minus_one).scale(R::constant(0.5));
        Unrotated {
            axes,
            strain: strain.conjugate_transposed(rest_axes),
            sound,
            deformation: *f,
        }
    }

    /// The strain in the fictitious space.
    #[inline(always)]
    fn fictitious(&self, map: Option<&AnisotropicMap<R>>) -> Sym3<R> {
        map.map_or(self.strain, |map| map.strain_in(&self.strain))
    }

    /// Kirchhoff stress in space from the stress T conjugate to the logarithmic strain h.
    ///
    /// In the axes of h, τᵢⱼ = Tᵢⱼ x/sinh x with x = hᵢ − hⱼ: exact for any energy ψ(h). As
    /// (hᵢ − hⱼ)² Tᵢⱼ is the double commutator [h, [h, T]], the first three terms
    /// 1 − x²/6 + 7x⁴/360 need no decomposition.
    #[inline(always)]
    fn to_space(&self, t: &Sym3<R>) -> Sym3<R> {
        let twice = |t: &Sym3<R>| {
            let inner = (self.strain.to_mat() * t.to_mat()).antisymmetric();
            (self.strain.to_mat() * inner)
                .symmetric()
                .scale(R::constant(4.0))
        };
        let second = twice(t);
        let fourth = twice(&second);
        let t = second.scale_add(
            R::constant(-1.0 / 6.0),
            fourth.scale_add(R::constant(7.0 / 360.0), *t),
        );
        t.conjugate(&self.axes)
    }

    #[inline(always)]
    fn kirchhoff(
        &self,
        map: Option<&AnisotropicMap<R>>,
        inner: &Inner<R>,
        history: &[R],
    ) -> Sym3<R> {
        let stress = inner.stress(&self.fictitious(map), history);
        self.or_pushed_back(
            inner,
            self.to_space(&map.map_or(stress, |map| map.stress_out(&stress))),
        )
    }

    /// A crushed or inverted lane is pushed back by the isotropic law.
    #[inline(always)]
    fn or_pushed_back(&self, inner: &Inner<R>, kirchhoff: Sym3<R>) -> Sym3<R> {
        if self.sound.all() {
            kirchhoff
        } else {
            Sym3::select(
                self.sound,
                kirchhoff,
                kirchhoff_by_svd(inner.elastic(), &self.deformation),
            )
        }
    }

    fn energy(
        &self,
        map: Option<&AnisotropicMap<R>>,
        inner: &Inner<R>,
        history: &[R],
    ) -> Option<R> {
        let strain = self.fictitious(map);
        let stress = inner.stress(&strain, history);
        let hardening = match inner {
            Inner::Stresses(elastic, flow) => flow.hardening_energy(&elastic.moduli(), history),
            _ => R::zero(),
        };
        match (map, inner.elastic()) {
            // ½ T : h is the energy where stress is linear in logarithmic strain.
            (Some(map), Elastic::Hencky(_)) => {
                Some(map.stress_out(&stress).dot(&self.strain).times(0.5) + hardening)
            }
            (Some(_), _) => None,
            (None, elastic) => elastic
                .energy(eigen(&strain).0.map(R::exp))
                .map(|e| e + hardening),
        }
    }
}

impl<R: Real> Inner<R> {
    #[inline(always)]
    fn elastic(&self) -> &Elastic<R> {
        match self {
            Inner::Elastic(elastic)
            | Inner::Stretches(elastic, _)
            | Inner::Stresses(elastic, _) => elastic,
        }
    }

    /// Whether the flow depends on time, so that it matters how much of a trial is new.
    #[inline(always)]
    fn takes_time(&self) -> bool {
        match self {
            Inner::Elastic(_) => false,
            Inner::Stretches(_, flow) => flow.takes_time(),
            Inner::Stresses(_, flow) => flow.takes_time(),
        }
    }

    /// Stress at a logarithmic strain.
    #[inline(always)]
    fn stress(&self, strain: &Sym3<R>, history: &[R]) -> Sym3<R> {
        match self {
            Inner::Stretches(elastic, flow) => {
                stress_at(elastic, strain).scale(flow.stiffness(history))
            }
            Inner::Elastic(elastic) | Inner::Stresses(elastic, _) => stress_at(elastic, strain),
        }
    }

    /// Strain and heat after flow; the stress follows from the strain.
    #[inline(always)]
    fn flow(
        &self,
        trial: &Sym3<R>,
        drive: &Sym3<R>,
        dt: R,
        history: &mut [R],
    ) -> Returned<Sym3<R>, R> {
        match self {
            Inner::Elastic(_) => Returned {
                to: *trial,
                dissipation: R::zero(),
            },
            Inner::Stretches(elastic, flow) => {
                let (values, vectors) = eigen(trial);
                let drive = drive.conjugate_transposed(&vectors).diagonal_entries();
                let returned = flow.advance(elastic, values, drive, dt, history);
                let change = vectors.conjugate_diagonal(returned.to - values);
                Returned {
                    to: *trial + change,
                    dissipation: returned.dissipation,
                }
            }
            Inner::Stresses(elastic, flow) => {
                let moduli = elastic.moduli();
                let stress = moduli.stress(trial);
                let returned = flow.advance(&moduli, stress, moduli.stress(drive), dt, history);
                Returned {
                    to: *trial + moduli.strain(&(returned.to - stress)),
                    dissipation: returned.dissipation,
                }
            }
        }
    }
}

/// Stress conjugate to logarithmic strain under an isotropic law.
#[inline(always)]
fn stress_at<R: Real>(elastic: &Elastic<R>, strain: &Sym3<R>) -> Sym3<R> {
    match elastic {
        Elastic::Hencky(_) => elastic.moduli().stress(strain),
        _ => {
            let (values, vectors) = eigen(strain);
            let stretches = values.map(R::exp);
            vectors.conjugate_diagonal(stretches.zip(elastic.first_piola(stretches), |s, p| s * p))
        }
    }
}

/// Rotation out, map in, isotropic law, map out, rotation in. [SW20, Algorithm 1]
#[inline(always)]
fn in_axes<R: Real>(
    map: Option<&AnisotropicMap<R>>,
    inner: &Inner<R>,
    state: &mut State<R>,
    step: &Increment<R>,
) -> Response<R> {
    let here = Unrotated::of(&step.trial, &state.axes);
    let trial = here.fictitious(map);
    let drive = if inner.takes_time() {
        trial - Unrotated::of(&state.deformation, &state.axes).fictitious(map)
    } else {
        Sym3::zero()
    };
    let mut history = state.history;
    let Returned { to, dissipation } = inner.flow(&trial, &drive, step.dt, &mut history);
    for (kept, new) in state.history.iter_mut().zip(history) {
        *kept = R::select(here.sound, new, *kept);
    }
    let change = to - trial;
    let back = map.map_or(change, |map| map.strain_out(&change));
    // F_e = Q exp(h): with the axes now, R exp(ĥ) R₀ᵀ. A point that does not flow keeps its F.
    let strain = here.strain + back;
    let flows = change.norm_squared().gt(R::zero()) & here.sound;
    let stretch = exp_m1_symmetric(&strain).add_isotropic(R::one());
    let flowed = (here.axes * stretch.to_mat()).mul_transpose(&state.axes);
    state.deformation = Mat3::select(flows, &flowed, &step.trial);
    let stress = inner.stress(&to, &state.history);
    let settled = Unrotated { strain, ..here };
    let kirchhoff = settled.to_space(&map.map_or(stress, |map| map.stress_out(&stress)));
    Response {
        kirchhoff: settled.or_pushed_back(inner, kirchhoff),
        dissipation: R::select(settled.sound, dissipation, R::zero()),
    }
}

/// Moduli of the isotropic part, for lab reports.
impl<R: Real> Material<R> {
    /// The isotropic moduli of the law, or of its fictitious space.
    pub fn moduli(&self) -> Moduli<R> {
        match &self.route {
            Route::Elastic(e) | Route::Stretches(e, _) | Route::Logarithmic(e, _) => e.moduli(),
            Route::Rate(e, _) => e.0,
            Route::Axes(_, inner) => inner.elastic().moduli(),
        }
    }
}
