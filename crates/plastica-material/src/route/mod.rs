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

use crate::material::{Increment, Response, State};
use crate::moduli::Moduli;
use plastica_tensor::{Real, Sym3};

/// What every route can do. The meaning of each is that of the method of the same name of
/// [`Material`](crate::Material).
pub(crate) trait Behaviour<R: Real> {
    fn advance(&self, state: &mut State<R>, step: &Increment<R>) -> Response<R>;
    fn kirchhoff(&self, state: &State<R>) -> Sym3<R>;
    fn energy(&self, state: &State<R>) -> Option<R>;
    fn excess(&self, state: &State<R>) -> Option<R>;
    fn moduli(&self) -> Moduli<R>;
    /// Present stiffness over that at rest.
    #[inline(always)]
    fn stiffness(&self, _state: &State<R>) -> R {
        R::one()
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
