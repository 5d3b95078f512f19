//! How a solid stores energy: isotropic laws in principal stretches, and the rate law of JY17.
//!
//! A law is one file with a description ([`LawSpec`]) and the formulas of [`Isotropic`], and one
//! line in the list below.

use crate::moduli::Moduli;
use crate::spec::LawSpec;
use plastica_tensor::{Mask, Mat3, Real, Svd, Sym3, Vec3, svd};

pub mod hypoelastic;
pub(crate) mod orthotropic;

/// An isotropic law: energy and stress as functions of the principal stretches s, F = U diag(s) Vᵀ
/// with rotations U and V, so that the last stretch is negative when the point is inverted [ITF04].
pub trait Isotropic<R: Real>: Copy {
    /// From the constants its description derives.
    fn from_constants(constants: &[R]) -> Self;
    /// Its moduli at rest.
    fn moduli(&self) -> Moduli<R>;
    /// First Piola stress P̂ᵢ [Pa] in the principal frame; ∂ψ/∂sᵢ where there is an energy.
    fn first_piola(&self, stretches: Vec3<R>) -> Vec3<R>;
    /// Energy ψ per rest volume [J/m³]; `None` if the law has none.
    fn energy(&self, stretches: Vec3<R>) -> Option<R>;
    /// Whether the stress per rest area grows without bound as a point is pressed flat, so that no impact can
    /// press it to nothing. Other laws get a [barrier](crate::barrier).
    #[inline(always)]
    fn resists_crushing(&self) -> bool {
        false
    }
    /// Kirchhoff stress τ = P Fᵀ [Pa]. Laws that need no decomposition override it.
    #[inline(always)]
    fn kirchhoff(&self, f: &Mat3<R>) -> Sym3<R> {
        kirchhoff_by_svd(self, f)
    }
}

/// τ = U diag(sᵢ P̂ᵢ) Uᵀ: right for every isotropic law, inverted points included.
#[inline(always)]
pub fn kirchhoff_by_svd<R: Real>(law: &impl Isotropic<R>, f: &Mat3<R>) -> Sym3<R> {
    let Svd { u, sigma, .. } = svd(f);
    u.conjugate_diagonal(sigma.zip(law.first_piola(sigma), |s, p| s * p))
}

/// b − I with b = F Fᵀ, from F − I so that small strains keep their digits.
#[inline(always)]
pub fn left_cauchy_green_minus_one<R: Real>(f: &Mat3<R>) -> Sym3<R> {
    let displacement = *f - Mat3::identity();
    displacement.mul_transpose_self() + displacement.symmetric().scale(R::constant(2.0))
}

/// Inverted points are pushed back as if they had this stretch by the laws that contain ln s: with a large but
/// finite stress [ITF04, section 5]. Below it a point does not flow, and matrix functions leave its stress to singular values.
pub const STRETCH_FLOOR: f64 = 0.02;

/// A stretch as laws that contain ln s see it. A crushed point keeps its own, however small: if it were held at the
/// floor, τ = s P would vanish with s, and nothing would keep matter from vanishing too.
#[inline(always)]
pub fn upright<R: Real>(stretch: R) -> R {
    let crushed = stretch.max(R::constant(1e-6));
    R::select(stretch.gt(R::zero()), crushed, R::constant(STRETCH_FLOOR))
}

/// Lanes that are neither inverted nor crushed nor badly conditioned.
///
/// As s₁s₂ ≤ ½ tr b, the smallest stretch is at least 2J/tr b: it must be above [`STRETCH_FLOOR`], and
/// above a fiftieth of the largest, so that matrix functions of b = F Fᵀ keep their digits.
#[inline(always)]
pub fn is_sound<R: Real>(f: &Mat3<R>) -> R::Mask {
    let twice_volume = f.determinant().times(2.0);
    let trace = f.dot(f);
    twice_volume.gt(trace.times(STRETCH_FLOOR))
        & twice_volume.gt((trace * trace.sqrt()).times(0.02))
}

/// A law's own way to the Kirchhoff stress in sound lanes, singular values in the others. `direct` is
/// asked about a deformation that is sound in every lane.
#[inline(always)]
fn direct_where_sound<R: Real>(
    law: &impl Isotropic<R>,
    f: &Mat3<R>,
    direct: impl FnOnce(&Mat3<R>) -> Sym3<R>,
) -> Sym3<R> {
    let sound = is_sound(f);
    if sound.all() {
        return direct(f);
    }
    let usable = Mat3::select(sound, f, &Mat3::identity());
    Sym3::select(sound, direct(&usable), kirchhoff_by_svd(law, f))
}

/// The list of isotropic laws: `module::Type`. The enum, the dispatch and the catalogue follow.
macro_rules! isotropic_laws {
    ($($module:ident::$law:ident),+ $(,)?) => {
        $(mod $module; pub use $module::$law;)+

        /// Any isotropic elastic law.
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)]
        pub enum Elastic<R> { $($law($law<R>)),+ }

        /// The descriptions of the isotropic laws.
        pub(crate) const ISOTROPIC: &[&LawSpec] = &[$(&$module::SPEC),+];

        impl<R: Real> Elastic<R> {
            /// The law of that description.
            ///
            /// # Panics
            /// If the description is not that of an isotropic law: a mistake in our code.
            pub(crate) fn new(spec: &LawSpec, constants: &[R]) -> Self {
                match spec.name {
                    $(name if name == $module::SPEC.name => Elastic::$law($law::from_constants(constants)),)+
                    other => unreachable!("{other} is not an isotropic elastic law"),
                }
            }
        }

        impl<R: Real> Isotropic<R> for Elastic<R> {
            fn from_constants(_: &[R]) -> Self {
                unreachable!("built by Elastic::new")
            }
            #[inline(always)]
            fn moduli(&self) -> Moduli<R> {
                match self { $(Elastic::$law(law) => law.moduli()),+ }
            }
            #[inline(always)]
            fn resists_crushing(&self) -> bool {
                match self { $(Elastic::$law(law) => law.resists_crushing()),+ }
            }
            // One function each for all laws: flow rules ask many times.
            #[inline(always)]
            fn first_piola(&self, stretches: Vec3<R>) -> Vec3<R> {
                R::outline(#[inline(always)] || match self {
                    $(Elastic::$law(law) => law.first_piola(stretches)),+
                })
            }
            #[inline(always)]
            fn energy(&self, stretches: Vec3<R>) -> Option<R> {
                R::outline(#[inline(always)] || match self {
                    $(Elastic::$law(law) => law.energy(stretches)),+
                })
            }
            #[inline(always)]
            fn kirchhoff(&self, f: &Mat3<R>) -> Sym3<R> {
                R::outline(#[inline(always)] || match self {
                    $(Elastic::$law(law) => law.kirchhoff(f)),+
                })
            }
        }
    };
}

pub use hencky::hencky_strain;

isotropic_laws! {
    corotated::Corotated,
    fixed_corotated::FixedCorotated,
    hencky::Hencky,
    neo_hookean::NeoHookean,
    st_venant_kirchhoff::StVenantKirchhoff,
    squared::Squared,
}
