//! How a solid yields.
//!
//! Two kinds of rule, by what they act on. A [`StressFlow`] brings a trial *stress* back, assuming
//! that stress is linear in the strain: it serves `hencky` (Kirchhoff stress) and `hypoelastic`
//! (Cauchy stress) from one source. A [`StretchFlow`] brings trial *principal stretches* back and
//! goes with every isotropic finite-strain law.
//!
//! A rule is one file with a description and the formulas, and one line in a list below. All rules
//! are rate-true: the result over a time does not depend on how it is cut into steps, to the order
//! that each one states.

use crate::elastic::Elastic;
use crate::moduli::Moduli;
use crate::opening::IN_PIECES;
use crate::spec::{LawSpec, Timing};
use plastica_tensor::{Mat3, Real, Sym3, Vec3};

mod relaxation;

/// How many numbers a point may remember for its flow rule and its map.
pub const MAX_HISTORY: usize = 9;

/// What a return gives back.
#[derive(Clone, Copy, Debug)]
pub struct Returned<T, R> {
    /// The stress [Pa] or principal logarithmic strains after flow.
    pub to: T,
    /// Work turned into heat by the flow, per rest volume [J/m³].
    pub dissipation: R,
}

/// A rule on trial stress, for elasticity that is linear in it.
pub trait StressFlow<R: Real>: Copy {
    /// From the constants and words of its description.
    fn from_constants(constants: &[R], choices: &[usize]) -> Self;
    /// Brings the trial stress back. `drive` is the part of the trial that this step of length `dt`
    /// added; tensors in `history` are in the same frame as the stress.
    fn advance(
        &self,
        moduli: &Moduli<R>,
        trial: Sym3<R>,
        drive: Sym3<R>,
        dt: R,
        history: &mut [R],
    ) -> Returned<Sym3<R>, R>;
    /// How far a stress is outside the elastic domain [Pa]: admissible where not positive.
    fn excess(&self, stress: &Sym3<R>, history: &[R]) -> R;
    /// Turns what is remembered as a tensor.
    #[inline(always)]
    fn turn_history(&self, _rotation: &Mat3<R>, _history: &mut [R]) {}
    /// Whether volume that a projection gains by accident is to be given back.
    #[inline(always)]
    fn corrects_volume(&self) -> bool {
        false
    }
    /// Where in the history is the logarithmic volume that has opened in tension, if the rule gives it back.
    #[inline(always)]
    fn opened(&self) -> Option<usize> {
        None
    }
    /// Ends what has opened where matter is in [pieces](crate::opening).
    #[inline(always)]
    fn end_opening(&self, history: &mut [R]) {
        if let Some(at) = self.opened() {
            history[at] = history[at].min(R::constant(IN_PIECES.ln()));
        }
    }
    /// Energy stored by hardening, per rest volume [J/m³].
    #[inline(always)]
    fn hardening_energy(&self, _moduli: &Moduli<R>, _history: &[R]) -> R {
        R::zero()
    }
}

/// A rule on trial principal stretches, for any isotropic finite-strain law.
pub trait StretchFlow<R: Real>: Copy {
    /// From the constants and words of its description.
    fn from_constants(constants: &[R], choices: &[usize]) -> Self;
    /// Brings the trial logarithmic stretches back. `drive` is the part of the trial that this step
    /// of length `dt` added.
    fn advance(
        &self,
        elastic: &Elastic<R>,
        trial: Vec3<R>,
        drive: Vec3<R>,
        dt: R,
        history: &mut [R],
    ) -> Returned<Vec3<R>, R>;
    /// How far logarithmic stretches are outside the elastic domain: admissible where not positive.
    fn excess(&self, elastic: &Elastic<R>, strain: Vec3<R>, history: &[R]) -> R;
    /// Factor on the elastic moduli.
    #[inline(always)]
    fn stiffness(&self, _history: &[R]) -> R {
        R::one()
    }
    /// Volume over rest volume by flow alone, of rules that pack or loosen matter.
    #[inline(always)]
    fn plastic_volume(&self, _history: &[R]) -> Option<R> {
        None
    }
}

/// A symmetric tensor kept in six places of a history.
#[inline(always)]
pub(crate) fn tensor_at<R: Real>(history: &[R], at: usize) -> Sym3<R> {
    Sym3::from_array(std::array::from_fn(|i| history[at + i]))
}

/// Puts it back.
#[inline(always)]
pub(crate) fn keep_tensor<R: Real>(history: &mut [R], at: usize, tensor: &Sym3<R>) {
    history[at..at + 6].copy_from_slice(&tensor.to_array());
}

/// A list of rules, `module::Type`: makes the modules, the enum and the catalogue.
macro_rules! flow_rules {
    ($(#[$doc:meta])* $kind:ident: $trait:ident, $specs:ident, $($module:ident::$law:ident),+) => {
        $(mod $module; pub use $module::$law;)+

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)]
        pub enum $kind<R> { $($law($law<R>)),+ }

        /// The descriptions of these rules.
        pub(crate) const $specs: &[&LawSpec] = &[$(&$module::SPEC),+];

        impl<R: Real> $kind<R> {
            /// Whether the flow depends on time.
            #[inline(always)]
            pub(crate) fn takes_time(&self) -> bool {
                match self {
                    $($kind::$law(_) => matches!($module::SPEC.timing, Timing::RateDependent { .. })),+
                }
            }
            /// The rule of that description, if it is of this kind.
            pub(crate) fn new(spec: &LawSpec, constants: &[R], choices: &[usize]) -> Option<Self> {
                match spec.name {
                    $(name if name == $module::SPEC.name =>
                        Some($kind::$law($trait::from_constants(constants, choices))),)+
                    _ => None,
                }
            }
        }

        impl<R: Real> $trait<R> for $kind<R> {
            fn from_constants(_: &[R], _: &[usize]) -> Self {
                unreachable!("built by new")
            }
            flow_rules!(@forward $trait, $kind, $($law),+);
        }
    };
    (@forward StressFlow, $kind:ident, $($law:ident),+) => {
        #[inline(always)]
        fn advance(&self, moduli: &Moduli<R>, trial: Sym3<R>, drive: Sym3<R>, dt: R, history: &mut [R]) -> Returned<Sym3<R>, R> {
            match self { $($kind::$law(rule) => rule.advance(moduli, trial, drive, dt, history)),+ }
        }
        #[inline(always)]
        fn excess(&self, stress: &Sym3<R>, history: &[R]) -> R {
            match self { $($kind::$law(rule) => rule.excess(stress, history)),+ }
        }
        #[inline(always)]
        fn hardening_energy(&self, moduli: &Moduli<R>, history: &[R]) -> R {
            match self { $($kind::$law(rule) => rule.hardening_energy(moduli, history)),+ }
        }
        #[inline(always)]
        fn corrects_volume(&self) -> bool {
            match self { $($kind::$law(rule) => rule.corrects_volume()),+ }
        }
        #[inline(always)]
        fn opened(&self) -> Option<usize> {
            match self { $($kind::$law(rule) => rule.opened()),+ }
        }
        #[inline(always)]
        fn turn_history(&self, rotation: &Mat3<R>, history: &mut [R]) {
            match self { $($kind::$law(rule) => rule.turn_history(rotation, history)),+ }
        }
    };
    (@forward StretchFlow, $kind:ident, $($law:ident),+) => {
        #[inline(always)]
        fn advance(&self, elastic: &Elastic<R>, trial: Vec3<R>, drive: Vec3<R>, dt: R, history: &mut [R]) -> Returned<Vec3<R>, R> {
            match self { $($kind::$law(rule) => rule.advance(elastic, trial, drive, dt, history)),+ }
        }
        #[inline(always)]
        fn excess(&self, elastic: &Elastic<R>, strain: Vec3<R>, history: &[R]) -> R {
            match self { $($kind::$law(rule) => rule.excess(elastic, strain, history)),+ }
        }
        #[inline(always)]
        fn stiffness(&self, history: &[R]) -> R {
            match self { $($kind::$law(rule) => rule.stiffness(history)),+ }
        }
        #[inline(always)]
        fn plastic_volume(&self, history: &[R]) -> Option<R> {
            match self { $($kind::$law(rule) => rule.plastic_volume(history)),+ }
        }
    };
}

flow_rules! {
    /// Any rule on trial stress.
    AnyStressFlow: StressFlow, STRESS_RULES,
    von_mises::VonMises,
    kinematic::KinematicHardening,
    drucker_prager::DruckerPrager,
    maxwell::Maxwell,
    burgers::Burgers
}

flow_rules! {
    /// Any rule on trial principal stretches.
    AnyStretchFlow: StretchFlow, STRETCH_RULES,
    creep::Creep,
    snow::Snow,
    shear_clamp::ShearClamp
}
