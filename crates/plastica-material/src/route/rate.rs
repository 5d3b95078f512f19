//! Stress integrated in time and turned with the spin.

use super::Behaviour;
use crate::elastic::hypoelastic::Hypoelastic;
use crate::flow::{AnyStressFlow, Returned, StressFlow};
use crate::material::{Increment, Response, State};
use crate::moduli::Moduli;
use plastica_tensor::{Real, Sym3};

/// The rate law, with or without a rule on stress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate<R> {
    pub(crate) elastic: Hypoelastic<R>,
    pub(crate) flow: Option<AnyStressFlow<R>>,
}

impl<R: Real> Behaviour<R> for Rate<R> {
    #[inline(always)]
    fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        let trial = self.elastic.trial(&state.stress, &step.gradient);
        state.volume = state.volume * step.gradient.trace().exp();
        let Returned { to, dissipation } = match &self.flow {
            None => Returned {
                to: trial.stress,
                dissipation: R::zero(),
            },
            Some(flow) => {
                flow.turn_history(&trial.rotation, &mut state.history);
                let returned = flow.advance(
                    &self.elastic.0,
                    trial.stress,
                    trial.drive,
                    step.dt,
                    &mut state.history,
                );
                flow.end_opening(&mut state.history);
                returned
            }
        };
        state.stress = to;
        Response {
            kirchhoff: to.scale(state.volume),
            dissipation: dissipation * state.volume,
        }
    }
    #[inline(always)]
    fn kirchhoff(&self, state: &State<R>) -> Sym3<R> {
        state.stress.scale(state.volume)
    }
    #[inline(always)]
    fn energy(&self, state: &State<R>) -> Option<R> {
        let moduli = self.moduli();
        let elastic = moduli.strain(&state.stress).dot(&state.stress).times(0.5);
        let hardening = self.flow.as_ref().map_or(R::zero(), |flow| {
            flow.hardening_energy(&moduli, &state.history)
        });
        Some((elastic + hardening) * state.volume)
    }
    #[inline(always)]
    fn excess(&self, state: &State<R>) -> Option<R> {
        let flow = self.flow.as_ref()?;
        Some(flow.excess(&state.stress, &state.history))
    }
    #[inline(always)]
    fn defenceless_volume(&self, state: &State<R>) -> Option<R> {
        Some(state.volume)
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        self.elastic.0
    }
}
