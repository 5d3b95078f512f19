//! The ways from a trial deformation to an answer; a material takes one of them, settled when it is
//! built.

mod axes;
mod elastic;
mod logarithmic;
mod rate;
mod stretches;

pub(crate) use axes::{Axes, Directions, Inner};
pub(crate) use elastic::ElasticOnly;
pub(crate) use logarithmic::Logarithmic;
pub(crate) use rate::Rate;
pub(crate) use stretches::Stretches;

use crate::elastic::{Elastic, Isotropic, kirchhoff_by_svd};
use crate::flow::{AnyStretchFlow, StretchFlow};
use crate::material::{Increment, Response, State};
use crate::moduli::Moduli;
use plastica_tensor::{Mat3, Real, Sym3};

/// What every route can do. The meaning of each is that of the method of the same name of
/// [`Material`](crate::Material).
pub(crate) trait Behaviour<R: Real> {
    fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R>;
    fn kirchhoff(&self, state: &State<R>) -> Sym3<R>;
    fn energy(&self, state: &State<R>) -> Option<R>;
    fn excess(&self, state: &State<R>) -> Option<R>;
    fn moduli(&self) -> Moduli<R>;
    /// Volume over rest volume; `None` where the law by itself lets no matter vanish.
    fn defenceless_volume(&self, state: &State<R>) -> Option<R>;
    /// Present stiffness over that at rest.
    #[inline(always)]
    fn stiffness(&self, _state: &State<R>) -> R {
        R::one()
    }
}

/// The volume of a point with an elastic law and a rule on stretches: nothing in the law can stop a rule that packs.
#[inline(always)]
fn defenceless_volume<R: Real>(
    elastic: &Elastic<R>,
    flow: Option<&AnyStretchFlow<R>>,
    state: &State<R>,
) -> Option<R> {
    let packed = flow.and_then(|flow| flow.plastic_volume(&state.history));
    if packed.is_none() && elastic.resists_crushing() {
        return None;
    }
    let volume = state.deformation.determinant();
    Some(packed.map_or(volume, |packed| volume * packed))
}

/// The rare register in which a lane is crushed or inverted: that lane is pushed back elastically
/// and does not flow; the others go their usual way beside a copy of it that is at rest.
#[inline(always)]
fn advance_unsound<R: Real>(
    elastic: &Elastic<R>,
    state: &mut State<R>,
    step: &Increment<R>,
    sound: R::Mask,
    advance_sound: impl FnOnce(&mut State<R>, &Increment<R>) -> Response<R>,
) -> Response<R> {
    let mut others = *state;
    let trial = Mat3::select(sound, &step.trial, &Mat3::identity());
    let response = advance_sound(&mut others, &Increment { trial, ..*step });
    let pushed = kirchhoff_by_svd(elastic, &step.trial);
    state.deformation = Mat3::select(sound, &others.deformation, &step.trial);
    state.keep_history(sound, &others.history);
    Response {
        kirchhoff: Sym3::select(sound, response.kirchhoff, pushed),
        dissipation: R::select(sound, response.dissipation, R::zero()),
    }
}

/// The list of routes. Each answer of each route is a function of its own (see [`Real::outline`]): a
/// method's loop then holds calls, not the whole library.
macro_rules! routes {
    ($($(#[$doc:meta])* $route:ident),+ $(,)?) => {
        /// How a point gets from trial to answer.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Route<R> { $($(#[$doc])* $route($route<R>)),+ }

        impl<R: Real> Behaviour<R> for Route<R> {
            #[inline(always)]
            fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R> {
                match self {
                    $(Route::$route(route) => R::outline(#[inline(always)] || route.advance(state, step))),+
                }
            }
            #[inline(always)]
            fn kirchhoff(&self, state: &State<R>) -> Sym3<R> {
                match self {
                    $(Route::$route(route) => R::outline(#[inline(always)] || route.kirchhoff(state))),+
                }
            }
            #[inline(always)]
            fn energy(&self, state: &State<R>) -> Option<R> {
                match self {
                    $(Route::$route(route) => R::outline(#[inline(always)] || route.energy(state))),+
                }
            }
            #[inline(always)]
            fn excess(&self, state: &State<R>) -> Option<R> {
                match self {
                    $(Route::$route(route) => R::outline(#[inline(always)] || route.excess(state))),+
                }
            }
            #[inline(always)]
            fn moduli(&self) -> Moduli<R> {
                match self { $(Route::$route(route) => route.moduli()),+ }
            }
            #[inline(always)]
            fn defenceless_volume(&self, state: &State<R>) -> Option<R> {
                match self { $(Route::$route(route) => route.defenceless_volume(state)),+ }
            }
            #[inline(always)]
            fn stiffness(&self, state: &State<R>) -> R {
                match self { $(Route::$route(route) => route.stiffness(state)),+ }
            }
        }
    };
}

routes! {
    /// No flow, no direction: the stress follows from F.
    ElasticOnly,
    /// Principal stretches, any isotropic law.
    Stretches,
    /// Logarithmic strain in space, stress linear in it, no decomposition.
    Logarithmic,
    /// Stress rate.
    Rate,
    /// In the material's own turning axes: maps, and rules that remember tensors.
    Axes,
}
