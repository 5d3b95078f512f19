//! Logarithmic strain by matrix functions, no decomposition while every lane is sound.

use super::{Behaviour, advance_unsound};
use crate::elastic::{Elastic, Isotropic, hencky_strain, is_sound};
use crate::flow::{AnyStressFlow, Returned, StressFlow};
use crate::material::{Increment, Response, State};
use crate::moduli::Moduli;
use plastica_tensor::decompose::exp_m1_symmetric;
use plastica_tensor::{Mask, Real, Sym3, svd};

/// Hencky's law with a rule on stress that keeps the principal directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Logarithmic<R> {
    pub(crate) elastic: Elastic<R>,
    pub(crate) flow: AnyStressFlow<R>,
}

impl<R: Real> Logarithmic<R> {
    /// The usual case: every lane has a sound volume.
    #[inline(always)]
    fn advance_sound(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        let moduli = self.elastic.moduli();
        let trial = moduli.stress(&hencky_strain(&step.trial));
        let drive = moduli.stress(&step.gradient.symmetric());
        let Returned { to, dissipation } =
            self.flow
                .advance(&moduli, trial, drive, step.dt, &mut state.history);
        self.flow.end_opening(&mut state.history);
        // F_e = exp(Δh) F_trial: the flow keeps the principal directions.
        let change = moduli.strain(&(to - trial));
        state.deformation = step.trial + exp_m1_symmetric(&change).mul_mat(&step.trial);
        Response {
            kirchhoff: to,
            dissipation,
        }
    }
}

impl<R: Real> Behaviour<R> for Logarithmic<R> {
    #[inline(always)]
    fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        let sound = is_sound(&step.trial);
        if sound.all() {
            self.advance_sound(state, step)
        } else {
            R::outline(
                #[inline(always)]
                || {
                    advance_unsound(
                        &self.elastic,
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
        self.elastic.kirchhoff(&state.deformation)
    }
    #[inline(always)]
    fn energy(&self, state: &State<R>) -> Option<R> {
        let elastic = self.elastic.energy(svd(&state.deformation).sigma)?;
        Some(elastic + self.flow.hardening_energy(&self.moduli(), &state.history))
    }
    #[inline(always)]
    fn excess(&self, state: &State<R>) -> Option<R> {
        Some(self.flow.excess(&self.kirchhoff(state), &state.history))
    }
    #[inline(always)]
    fn defenceless_volume(&self, _: &State<R>) -> Option<R> {
        None
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        self.elastic.moduli()
    }
}
