//! Singular values, then everything in principal values.

use super::{Behaviour, defenceless_volume};
use crate::elastic::{Elastic, Isotropic, STRETCH_FLOOR, kirchhoff_by_svd};
use crate::flow::{AnyStretchFlow, Returned, StretchFlow};
use crate::material::{Increment, Response, State};
use crate::moduli::Moduli;
use plastica_tensor::{Real, Svd, Sym3, Vec3, svd};

/// Any isotropic law with a rule on stretches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretches<R> {
    pub(crate) elastic: Elastic<R>,
    pub(crate) flow: AnyStretchFlow<R>,
}

/// Logarithms of stretches, which are held above the floor.
#[inline(always)]
fn logarithms<R: Real>(stretches: Vec3<R>) -> Vec3<R> {
    stretches.map(|s| s.max(R::constant(STRETCH_FLOOR))).ln()
}

impl<R: Real> Behaviour<R> for Stretches<R> {
    #[inline(always)]
    fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
        let Svd { u, sigma, v } = svd(&step.trial);
        // No flow for inverted or degenerate points [BW07, section 3.2].
        let sound = sigma[2].gt(R::constant(STRETCH_FLOOR));
        let trial = logarithms(sigma);
        let drive = if self.flow.takes_time() {
            let strain = step.gradient.symmetric();
            strain.conjugate_transposed(&u).diagonal_entries()
        } else {
            Vec3::zero()
        };
        let mut history = state.history;
        let Returned { to, dissipation } =
            self.flow
                .advance(&self.elastic, trial, drive, step.dt, &mut history);
        state.keep_history(sound, &history);
        let change = Vec3::select(sound, to - trial, Vec3::zero());
        // Written as a correction, so that a point that does not flow keeps its F bit for bit.
        let growth = Vec3([change[0].exp_m1(), change[1].exp_m1(), change[2].exp_m1()]);
        let correction = sigma.zip(growth, |s, g| s * g);
        state.deformation = step.trial + u.scale_columns(correction).mul_transpose(&v);
        let stretches = sigma + correction;
        let principal = stretches.zip(self.elastic.first_piola(stretches), |s, p| s * p);
        Response {
            kirchhoff: u.conjugate_diagonal(principal).scale(self.stiffness(state)),
            dissipation: R::select(sound, dissipation, R::zero()),
        }
    }
    #[inline(always)]
    fn kirchhoff(&self, state: &State<R>) -> Sym3<R> {
        kirchhoff_by_svd(&self.elastic, &state.deformation).scale(self.stiffness(state))
    }
    #[inline(always)]
    fn energy(&self, state: &State<R>) -> Option<R> {
        let energy = self.elastic.energy(svd(&state.deformation).sigma)?;
        Some(energy * self.stiffness(state))
    }
    #[inline(always)]
    fn excess(&self, state: &State<R>) -> Option<R> {
        let strain = logarithms(svd(&state.deformation).sigma);
        Some(self.flow.excess(&self.elastic, strain, &state.history))
    }
    #[inline(always)]
    fn defenceless_volume(&self, state: &State<R>) -> Option<R> {
        defenceless_volume(&self.elastic, Some(&self.flow), state)
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        self.elastic.moduli()
    }
    #[inline(always)]
    fn stiffness(&self, state: &State<R>) -> R {
        self.flow.stiffness(&state.history)
    }
}
