//! No flow, no direction: the stress follows from F.

use super::{Behaviour, defenceless_volume};
use crate::elastic::{Elastic, Isotropic};
use crate::material::{Increment, Response, State};
use crate::moduli::Moduli;
use plastica_tensor::{Real, Sym3, svd};

/// An elastic law by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElasticOnly<R>(pub(crate) Elastic<R>);

impl<R: Real> Behaviour<R> for ElasticOnly<R> {
    #[inline(always)]
    fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        state.deformation = step.trial;
        Response {
            kirchhoff: self.0.kirchhoff(&step.trial),
            dissipation: R::zero(),
        }
    }
    #[inline(always)]
    fn kirchhoff(&self, state: &State<R>) -> Sym3<R> {
        self.0.kirchhoff(&state.deformation)
    }
    #[inline(always)]
    fn energy(&self, state: &State<R>) -> Option<R> {
        self.0.energy(svd(&state.deformation).sigma)
    }
    #[inline(always)]
    fn excess(&self, _: &State<R>) -> Option<R> {
        None
    }
    #[inline(always)]
    fn defenceless_volume(&self, state: &State<R>) -> Option<R> {
        defenceless_volume(&self.0, None, state)
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        self.0.moduli()
    }
}
