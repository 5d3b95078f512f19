//! In the material's own turning axes: rotation out, map in, isotropic law, map out, rotation in.
//! [SW20, Algorithm 1]

use super::Behaviour;
use crate::elastic::{Elastic, Isotropic, is_sound, kirchhoff_by_svd};
use crate::flow::{AnyStressFlow, AnyStretchFlow, Returned, StressFlow, StretchFlow};
use crate::map::AnisotropicMap;
use crate::material::{Increment, Response, State};
use crate::moduli::Moduli;
use plastica_tensor::decompose::{exp_m1_symmetric, ln_1p_symmetric};
use plastica_tensor::{Mask, Mat3, Real, Sym3, eigen, polar, svd};

/// An isotropic law seen through a map, or without one for the sake of its turning axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axes<R> {
    pub(crate) map: Option<AnisotropicMap<R>>,
    pub(crate) inner: Inner<R>,
}

/// The isotropic law inside the material's axes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inner<R> {
    Elastic(Elastic<R>),
    Stretches(Elastic<R>, AnyStretchFlow<R>),
    Stresses(Elastic<R>, AnyStressFlow<R>),
}

impl<R: Real> Behaviour<R> for Axes<R> {
    #[inline(always)]
    fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        let Axes { map, inner } = self;
        let map = map.as_ref();
        let here = Unrotated::of(&step.trial, &state.axes);
        let trial = here.fictitious(map);
        let drive = if inner.takes_time() {
            trial - Unrotated::of(&state.deformation, &state.axes).fictitious(map)
        } else {
            Sym3::zero()
        };
        let mut history = state.history;
        let Returned { to, dissipation } = inner.flow(&trial, &drive, step.dt, &mut history);
        state.keep_history(here.sound, &history);
        let change = to - trial;
        let back = match map {
            Some(map) => map.strain_out(&change),
            None => change,
        };
        // F_e = Q exp(h): with the axes now, R exp(ĥ) R₀ᵀ. A point that does not flow keeps its F.
        let strain = here.strain + back;
        let flows = change.norm_squared().gt(R::zero()) & here.sound;
        let stretch = exp_m1_symmetric(&strain).add_isotropic(R::one());
        let flowed = (here.axes * stretch.to_mat()).mul_transpose(&state.axes);
        state.deformation = Mat3::select(flows, &flowed, &step.trial);
        let stress = inner.stress(&to, &state.history);
        let settled = Unrotated { strain, ..here };
        Response {
            kirchhoff: self.stress_in_space(&settled, &stress),
            dissipation: R::select(settled.sound, dissipation, R::zero()),
        }
    }
    #[inline(always)]
    fn kirchhoff(&self, state: &State<R>) -> Sym3<R> {
        let here = Unrotated::of(&state.deformation, &state.axes);
        let stress = self
            .inner
            .stress(&here.fictitious(self.map.as_ref()), &state.history);
        self.stress_in_space(&here, &stress)
    }
    #[inline(always)]
    fn energy(&self, state: &State<R>) -> Option<R> {
        let here = Unrotated::of(&state.deformation, &state.axes);
        let strain = here.fictitious(self.map.as_ref());
        // A crushed or inverted lane has the energy of the law that pushes it back.
        let pushed = self.inner.elastic().energy(svd(&state.deformation).sigma)?;
        let hardening = match &self.inner {
            Inner::Stresses(elastic, flow) => {
                flow.hardening_energy(&elastic.moduli(), &state.history)
            }
            _ => R::zero(),
        };
        match (&self.map, self.inner.elastic()) {
            // ½ T : h is the energy where stress is linear in logarithmic strain.
            (Some(map), Elastic::Hencky(_)) => {
                let stress = map.stress_out(&self.inner.stress(&strain, &state.history));
                let energy = stress.dot(&here.strain).times(0.5);
                Some(R::select(here.sound, energy, pushed) + hardening)
            }
            (Some(_), _) => None,
            (None, elastic) => {
                let energy = R::select(here.sound, elastic.energy(eigen(&strain).0.exp())?, pushed);
                Some(energy * self.stiffness(state) + hardening)
            }
        }
    }
    #[inline(always)]
    fn excess(&self, state: &State<R>) -> Option<R> {
        let strain = Unrotated::of(&state.deformation, &state.axes).fictitious(self.map.as_ref());
        match &self.inner {
            Inner::Elastic(_) => None,
            Inner::Stretches(elastic, flow) => {
                Some(flow.excess(elastic, eigen(&strain).0, &state.history))
            }
            Inner::Stresses(elastic, flow) => {
                Some(flow.excess(&elastic.moduli().stress(&strain), &state.history))
            }
        }
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

impl<R: Real> Axes<R> {
    /// Kirchhoff stress in space from the stress of the fictitious one. A crushed or inverted lane is
    /// pushed back by the isotropic law.
    #[inline(always)]
    fn stress_in_space(&self, here: &Unrotated<R>, fictitious: &Sym3<R>) -> Sym3<R> {
        let local = match &self.map {
            Some(map) => map.stress_out(fictitious),
            None => *fictitious,
        };
        let kirchhoff = here.to_space(&local);
        if here.sound.all() {
            kirchhoff
        } else {
            let pushed = kirchhoff_by_svd(self.inner.elastic(), &here.deformation);
            Sym3::select(here.sound, kirchhoff, pushed)
        }
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
    /// The deformation itself.
    deformation: Mat3<R>,
}

impl<R: Real> Unrotated<R> {
    #[inline(always)]
    fn of(f: &Mat3<R>, rest_axes: &Mat3<R>) -> Self {
        let sound = is_sound(f);
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
        match map {
            Some(map) => map.strain_in(&self.strain),
            None => self.strain,
        }
    }

    /// Kirchhoff stress in space from the stress T conjugate to the logarithmic strain h.
    ///
    /// In the axes of h, τᵢⱼ = Tᵢⱼ x/sinh x with x = hᵢ − hⱼ: exact for any energy ψ(h). As
    /// (hᵢ − hⱼ)² Tᵢⱼ is the double commutator [h, [h, T]], the first terms 1 − x²/6 + 7x⁴/360 need no
    /// decomposition; they are good to 1e-6 while ‖h‖ < 0.2. Lanes beyond take the factor itself.
    #[inline(always)]
    fn to_space(&self, t: &Sym3<R>) -> Sym3<R> {
        let second = double_commutator(&self.strain, t);
        let fourth = double_commutator(&self.strain, &second);
        let sum = second.scale_add(
            R::constant(-1.0 / 6.0),
            fourth.scale_add(R::constant(7.0 / 360.0), *t),
        );
        let small = self.strain.norm_squared().lt(R::constant(0.04));
        let local = if small.all() {
            sum
        } else {
            let exact = R::outline(
                #[inline(always)]
                || by_principal_axes(&self.strain, t),
            );
            Sym3::select(small, sum, exact)
        };
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

/// [h, [h, t]] for symmetric h and t.
#[inline(always)]
fn double_commutator<R: Real>(h: &Sym3<R>, t: &Sym3<R>) -> Sym3<R> {
    let inner = (h.to_mat() * t.to_mat()).antisymmetric();
    (h.to_mat() * inner).symmetric().scale(R::constant(4.0))
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
