//! In the material's own turning axes: rotation out, map in, isotropic law, map out, rotation in.
//! [SW20, Algorithm 1]

use super::{Behaviour, advance_unsound, defenceless_volume};
use crate::elastic::{Elastic, Isotropic, is_sound, kirchhoff_by_svd};
use crate::flow::{
    AnyStressFlow, AnyStretchFlow, Returned, StressFlow, StretchFlow, keep_tensor, tensor_at,
};
use crate::map::{AnisotropicMap, Oriented};
use crate::material::{Increment, Response, State};
use crate::moduli::Moduli;
use plastica_tensor::decompose::{exp_m1_symmetric, ln_and_inverse_root_1p};
use plastica_tensor::{Mask, Mat3, Real, Sym3, Vec3, eigen, svd};

/// An isotropic law seen through a map, or without one for the sake of its turning axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axes<R> {
    pub(crate) directions: Directions<R>,
    pub(crate) inner: Inner<R>,
    /// Where in the history is what the map has added to the volume.
    pub(crate) volume_error: Option<usize>,
}

/// How direction matters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Directions<R> {
    /// Always alike in the material's axes.
    Fixed(AnisotropicMap<R>),
    /// By the mean orientation of grains, kept in six places of the history from the second on.
    Evolving(Oriented<R>, usize),
}

/// The isotropic law inside the material's axes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inner<R> {
    Elastic(Elastic<R>),
    Stretches(Elastic<R>, AnyStretchFlow<R>),
    Stresses(Elastic<R>, AnyStressFlow<R>),
}

/// What a law makes of a strain in the material's axes.
struct Settled<R> {
    /// What flow has added to the strain.
    change: Sym3<R>,
    /// Stress conjugate to the strain then [Pa].
    stress: Sym3<R>,
    dissipation: R,
    /// Logarithmic volume gained beyond what flow in the fictitious space intends.
    volume_error: R,
}

impl<R: Real> Axes<R> {
    /// The usual case: every lane has a sound volume.
    #[inline(always)]
    fn advance_sound(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        let mut trial = step.trial;
        let history = &mut state.history;
        if let Directions::Evolving(grains, at) = &self.directions {
            // Axes are free to choose anew: F_e R₀ with other axes R₀ at rest is the same deformation.
            let tensor = tensor_at(history, *at);
            let leans = grains.leans(&tensor);
            if leans.any() {
                R::outline(
                    #[inline(always)]
                    || {
                        let (along, turn) = grains.along_axes(&tensor);
                        let turn = Mat3::select(leans, &turn, &Mat3::identity());
                        keep_tensor(history, *at, &Sym3::select(leans, along, tensor));
                        trial = trial * turn;
                        state.deformation = state.deformation * turn;
                    },
                );
            }
        }
        let here = Unrotated::sound(&trial);
        if let Directions::Evolving(grains, at) = &self.directions {
            let tensor = grains.align(&tensor_at(history, *at), &step.gradient, &here.axes);
            keep_tensor(history, *at, &tensor);
        }
        let mut made = None;
        let map = self.map(history, &mut made);
        let mut drive = Sym3::zero();
        if self.inner.takes_time() {
            drive = here.strain - Unrotated::of(&state.deformation).strain;
        }
        let corrects = self.inner.corrects_volume();
        let error_at = self.volume_error.filter(
            #[inline(always)]
            |_| corrects,
        );
        let error = match error_at {
            Some(at) => history[at],
            None => R::zero(),
        };
        let settled = self
            .inner
            .settle(map, &here.strain, &drive, error, step.dt, history);
        if let Some(at) = error_at {
            history[at] = settled.volume_error;
        }
        // F_e R₀ = R exp(ĥ). A point that does not flow keeps what it has.
        let strain = here.strain + settled.change;
        let flows = settled.change.max_abs().gt(R::zero());
        let flowed = here.axes + here.axes * exp_m1_symmetric(&strain).to_mat();
        state.deformation = Mat3::select(flows, &flowed, &trial);
        Response {
            kirchhoff: Unrotated { strain, ..here }.to_space(&settled.stress),
            dissipation: settled.dissipation,
        }
    }

    /// Axes now, and second moments of grains along them.
    pub(crate) fn directions(&self, state: &State<R>) -> (Mat3<R>, Vec3<R>) {
        let axes = Unrotated::of(&state.deformation).axes;
        match &self.directions {
            Directions::Fixed(_) => (axes, Vec3([R::zero(), R::zero(), R::one()])),
            Directions::Evolving(grains, at) => {
                let (moments, turn) = grains.settled(&tensor_at(&state.history, *at));
                (axes * turn, moments)
            }
        }
    }

    /// The map of a point; `made` is room for one that has to be made.
    #[inline(always)]
    fn map<'a>(
        &'a self,
        history: &[R],
        made: &'a mut Option<AnisotropicMap<R>>,
    ) -> &'a AnisotropicMap<R> {
        match &self.directions {
            Directions::Fixed(map) => map,
            Directions::Evolving(grains, at) => made.insert(grains.map(&tensor_at(history, *at))),
        }
    }
}

impl<R: Real> Behaviour<R> for Axes<R> {
    #[inline(always)]
    fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        let sound = is_sound(&step.trial);
        if sound.all() {
            self.advance_sound(state, step)
        } else {
            R::outline(
                #[inline(always)]
                || {
                    let elastic = self.inner.elastic();
                    advance_unsound(
                        elastic,
                        state,
                        step,
                        sound,
                        #[inline(always)]
                        |state, step| self.advance_sound(state, step),
                    )
                },
            )
        }
    }
    #[inline(always)]
    fn kirchhoff(&self, state: &State<R>) -> Sym3<R> {
        let here = Unrotated::of(&state.deformation);
        let mut made = None;
        let map = self.map(&state.history, &mut made);
        let stress = self.inner.stress(map, &here.strain, &state.history);
        let pushed = kirchhoff_by_svd(self.inner.elastic(), &state.deformation);
        Sym3::select(here.sound, here.to_space(&stress), pushed)
    }
    #[inline(always)]
    fn energy(&self, state: &State<R>) -> Option<R> {
        let here = Unrotated::of(&state.deformation);
        // A crushed or inverted lane has the energy of the law that pushes it back.
        let pushed = self.inner.elastic().energy(svd(&state.deformation).sigma)?;
        let hardening = match &self.inner {
            Inner::Stresses(elastic, flow) => {
                flow.hardening_energy(&elastic.moduli(), &state.history)
            }
            _ => R::zero(),
        };
        match (&self.directions, self.inner.elastic()) {
            (Directions::Fixed(AnisotropicMap::Isotropic(_)), elastic) => {
                let stretches = eigen(&here.strain).0.exp();
                let energy = R::select(here.sound, elastic.energy(stretches)?, pushed);
                Some(energy * self.stiffness(state) + hardening)
            }
            // ½ T : h is the energy where stress is linear in logarithmic strain.
            (_, Elastic::Hencky(_)) => {
                let mut made = None;
                let map = self.map(&state.history, &mut made);
                let stress = self.inner.stress(map, &here.strain, &state.history);
                let energy = stress.dot(&here.strain).times(0.5);
                Some(R::select(here.sound, energy, pushed) + hardening)
            }
            _ => None,
        }
    }
    #[inline(always)]
    fn excess(&self, state: &State<R>) -> Option<R> {
        let strain = Unrotated::of(&state.deformation).strain;
        let stress = self.map(&state.history, &mut None).stress_in(&strain);
        match &self.inner {
            Inner::Elastic(_) => None,
            Inner::Stretches(elastic, flow) => {
                let fictitious = elastic.moduli().strain(&stress);
                Some(flow.excess(elastic, eigen(&fictitious).0, &state.history))
            }
            Inner::Stresses(_, flow) => Some(flow.excess(&stress, &state.history)),
        }
    }
    #[inline(always)]
    fn defenceless_volume(&self, state: &State<R>) -> Option<R> {
        let flow = match &self.inner {
            Inner::Stretches(_, flow) => Some(flow),
            _ => None,
        };
        defenceless_volume(self.inner.elastic(), flow, state)
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        self.inner.elastic().moduli()
    }
    #[inline(always)]
    fn stiffness(&self, state: &State<R>) -> R {
        match &self.inner {
            Inner::Stretches(_, flow) => flow.stiffness(&state.history),
            _ => R::one(),
        }
    }
}

/// A deformation from the material's axes to space, F R₀ = R S, with its rotation taken out.
struct Unrotated<R: Real> {
    /// The material's axes now, R.
    axes: Mat3<R>,
    /// Logarithmic strain ln S in those axes.
    strain: Sym3<R>,
    /// Lanes that are neither crushed nor inverted; the others count as at rest.
    sound: R::Mask,
}

impl<R: Real> Unrotated<R> {
    #[inline(always)]
    fn of(f: &Mat3<R>) -> Self {
        let sound = is_sound(f);
        Unrotated {
            sound,
            ..Self::sound(&Mat3::select(sound, f, &Mat3::identity()))
        }
    }

    /// The same where every lane is sound.
    #[inline(always)]
    fn sound(f: &Mat3<R>) -> Self {
        let c_minus_one = f.transpose_mul_self().add_isotropic(-R::one());
        // S² = I + this: ln S is half its logarithm, and R = F R₀ S⁻¹.
        let (twice, inverse_minus_one) = ln_and_inverse_root_1p(&c_minus_one);
        Unrotated {
            axes: *f + *f * inverse_minus_one.to_mat(),
            strain: twice.scale(R::constant(0.5)),
            sound: R::Mask::splat(true),
        }
    }

    /// Kirchhoff stress in space from the stress T conjugate to the logarithmic strain h.
    ///
    /// In the axes of h, τᵢⱼ = Tᵢⱼ x/sinh x with x = hᵢ − hⱼ: exact for any energy ψ(h). As
    /// (hᵢ − hⱼ)² Tᵢⱼ is the double commutator [h, [h, T]], the first terms 1 − x²/6 + 7x⁴/360 need no
    /// decomposition: two are good to 1e-6 while ‖h‖ < 0.06, three while ‖h‖ < 0.2. Lanes beyond take the
    /// factor itself.
    #[inline(always)]
    fn to_space(&self, t: &Sym3<R>) -> Sym3<R> {
        let h = &self.strain;
        let size = h.norm_squared();
        let mut local = *t;
        // Without any term it is good to 1e-6 while ‖h‖ < 0.0017.
        let tiny = size.lt(R::constant(3e-6));
        if !tiny.all() {
            let small = size.lt(R::constant(0.0036));
            let second = double_commutator(h, t);
            let two = second.scale_add(R::constant(-1.0 / 6.0), *t);
            local = Sym3::select(tiny, local, two);
            if !small.all() {
                let larger = R::outline(
                    #[inline(always)]
                    || {
                        let fourth = double_commutator(h, &second);
                        let three = fourth.scale_add(R::constant(7.0 / 360.0), two);
                        let moderate = size.lt(R::constant(0.04));
                        match moderate.all() {
                            true => three,
                            false => Sym3::select(moderate, three, by_principal_axes(h, t)),
                        }
                    },
                );
                local = Sym3::select(small, local, larger);
            }
        }
        local.conjugate(&self.axes)
    }
}

/// T with its components in the axes of h multiplied by x/sinh x, x = hᵢ − hⱼ.
#[inline(always)]
fn by_principal_axes<R: Real>(h: &Sym3<R>, t: &Sym3<R>) -> Sym3<R> {
    let (values, vectors) = eigen(h);
    let mut t = t.conjugate_transposed(&vectors);
    t.yz = t.yz * over_sinh(values[1] - values[2]);
    t.zx = t.zx * over_sinh(values[2] - values[0]);
    t.xy = t.xy * over_sinh(values[0] - values[1]);
    t.conjugate(&vectors)
}

/// x/sinh x = 2x e^−x/(1 − e^−2x), for |x| so that it cannot overflow; 1 at x = 0.
#[inline(always)]
fn over_sinh<R: Real>(x: R) -> R {
    let x = x.abs().max(R::epsilon());
    (x * (-x).exp()).times(-2.0) / x.times(-2.0).exp_m1()
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

    /// Whether volume gained by accident is to be given back.
    #[inline(always)]
    fn corrects_volume(&self) -> bool {
        match self {
            Inner::Elastic(_) | Inner::Stretches(..) => false,
            Inner::Stresses(_, flow) => flow.corrects_volume(),
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

    /// Stress in the material's axes at a logarithmic strain there.
    #[inline(always)]
    fn stress(&self, map: &AnisotropicMap<R>, strain: &Sym3<R>, history: &[R]) -> Sym3<R> {
        let fictitious = map.stress_in(strain);
        map.stress_out(&match self {
            Inner::Stresses(..) | Inner::Elastic(Elastic::Hencky(_)) => fictitious,
            Inner::Elastic(elastic) => stress_at(elastic, &elastic.moduli().strain(&fictitious)),
            Inner::Stretches(elastic, flow) => {
                stress_at(elastic, &elastic.moduli().strain(&fictitious))
                    .scale(flow.stiffness(history))
            }
        })
    }

    /// Lets a trial strain flow. Its heat is T : Δĥ_p in the material's axes: where the map does not keep work, what the
    /// rule says in the fictitious space, σ̃ : Δẽ_p, is another number. `drive` is the part of it that this step of length `dt` added, `error` the
    /// logarithmic volume that the step before has gained through the map.
    ///
    /// Flow that is isochoric in the fictitious space is not so in the material's axes. That error goes back as
    /// mean stress of the fictitious space, which itself makes no such error.
    #[inline(always)]
    fn settle(
        &self,
        map: &AnisotropicMap<R>,
        trial: &Sym3<R>,
        drive: &Sym3<R>,
        error: R,
        dt: R,
        history: &mut [R],
    ) -> Settled<R> {
        match self {
            Inner::Elastic(_) => Settled {
                change: Sym3::zero(),
                stress: self.stress(map, trial, history),
                dissipation: R::zero(),
                volume_error: R::zero(),
            },
            Inner::Stretches(elastic, flow) => {
                let moduli = elastic.moduli();
                let trial = moduli.strain(&map.stress_in(trial));
                let (values, vectors) = eigen(&trial);
                let drive = moduli
                    .strain(&map.stress_in(drive))
                    .conjugate_transposed(&vectors);
                let Returned { to, dissipation } =
                    flow.advance(elastic, values, drive.diagonal_entries(), dt, history);
                let returned = vectors.conjugate_diagonal(to - values);
                let fictitious =
                    stress_at(elastic, &(trial + returned)).scale(flow.stiffness(history));
                let change = map.strain_out(&moduli.stress(&returned));
                let stress = map.stress_out(&fictitious);
                Settled {
                    dissipation: dissipation + fictitious.dot(&returned) - stress.dot(&change),
                    change,
                    stress,
                    volume_error: R::zero(),
                }
            }
            Inner::Stresses(elastic, flow) => {
                let moduli = elastic.moduli();
                let softness = map.softness();
                let back = error / softness;
                let trial = map.stress_in(trial).add_isotropic(back);
                let drive = map.stress_in(drive);
                // What has opened is kept as volume of the material: in the fictitious space it is another one as grains turn.
                let real = softness * moduli.bulk();
                let opened = flow.opened();
                if let Some(at) = opened {
                    history[at] = history[at] / real;
                }
                let Returned { to, dissipation } = flow.advance(&moduli, trial, drive, dt, history);
                if let Some(at) = opened {
                    history[at] = history[at] * real;
                    flow.end_opening(history);
                }
                let returned = to - trial;
                let change = map.strain_out(&returned.add_isotropic(back));
                // Plastic volume is what the elastic strain has lost; that of mean stress is meant.
                let meant = softness * returned.trace().times(1.0 / 3.0);
                let stress = map.stress_out(&to);
                let heat = to.dot(&moduli.strain(&returned)) - stress.dot(&change);
                Settled {
                    volume_error: meant + error - change.trace(),
                    dissipation: dissipation + heat,
                    change,
                    stress,
                }
            }
        }
    }
}

/// [h, [h, t]] for symmetric h and t: K = [h, t] is antisymmetric, of three numbers.
#[inline(always)]
fn double_commutator<R: Real>(h: &Sym3<R>, t: &Sym3<R>) -> Sym3<R> {
    let (hm, tm) = (h.to_mat(), t.to_mat());
    let k = Vec3([
        hm.row(1).dot(tm.row(2)) - hm.row(2).dot(tm.row(1)),
        hm.row(2).dot(tm.row(0)) - hm.row(0).dot(tm.row(2)),
        hm.row(0).dot(tm.row(1)) - hm.row(1).dot(tm.row(0)),
    ]);
    // Each plane by a cross term of h and K, on the diagonal and off it.
    let (x, y, z) = (h.yz * k[0], h.zx * k[1], h.xy * k[2]);
    Sym3 {
        xx: (y - z).times(2.0),
        yy: (z - x).times(2.0),
        zz: (x - y).times(2.0),
        yz: (h.yy - h.zz).mul_add(k[0], h.zx * k[2] - h.xy * k[1]),
        zx: (h.zz - h.xx).mul_add(k[1], h.xy * k[0] - h.yz * k[2]),
        xy: (h.xx - h.yy).mul_add(k[2], h.yz * k[1] - h.zx * k[0]),
    }
}

/// Stress conjugate to logarithmic strain under an isotropic law.
#[inline(always)]
fn stress_at<R: Real>(elastic: &Elastic<R>, strain: &Sym3<R>) -> Sym3<R> {
    match elastic {
        Elastic::Hencky(_) => elastic.moduli().stress(strain),
        _ => {
            let (values, vectors) = eigen(strain);
            let stretches = values.exp();
            vectors.conjugate_diagonal(stretches.zip(elastic.first_piola(stretches), |s, p| s * p))
        }
    }
}
