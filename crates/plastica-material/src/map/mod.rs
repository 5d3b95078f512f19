//! How direction matters: any isotropic law, seen through a linear map to a fictitious space in
//! which the material is isotropic. [SW20]
//!
//! In the material's own axes, stress and logarithmic strain go to the fictitious space by
//! σ̃ = A^σ : σ̂ and Ẽ = A^E : Ê with A^E = C̃⁻¹ : A^σ : C [SW20, Eq. 5], C̃ the isotropic stiffness and C
//! the orthotropic one; there the isotropic law answers; the answer comes back by the inverses.
//!
//! As C̃ : Ẽ = A^σ : C : Ê, the stress that an isotropic rule is asked about follows from the strain
//! without C̃ and A^E; these matter only to rules that act on strain.

use crate::moduli::Moduli;
use crate::spec::{
    History, LawSpec, Parameter, Quantity, Range, Slot, Timing, as_given, no_further_conditions,
};
use plastica_tensor::{Mat3, Real, Sym3, Vec3};

mod general;
mod oriented;
mod orthotropic;

pub use general::GeneralMap;
pub(crate) use oriented::{LEAST_ROOM, Oriented, SPEC as ORIENTED};
pub use orthotropic::OrthotropicMap;

/// The descriptions of the maps.
pub(crate) const MAPS: &[&LawSpec] = &[&FRAGILITY, &CONSISTENT, &ORIENTED, &general::SPEC];

const FRAGILITY_PARAMETER: Parameter = Parameter::new(
    "fragility",
    Quantity::Number,
    Range::POSITIVE,
    "a1, a2, a3 along the material's x, y, z: yield in tension along a unit vector n comes at σ₀/|Dn|², D = diag(a). Larger yields earlier.",
)
.times(3);

/// Flow that keeps volume in the fictitious space does not keep it in the material's axes. What a step gains there
/// beyond what the rule intends is added to the strain of the next one, if the rule corrects volume.
const VOLUME_ERROR: History = History {
    name: "volume_error",
    quantity: Quantity::Number,
    components: 1,
    initial: 0.0,
    doc: "Logarithmic volume that the last step gained through the map, and the next gives back.",
};

/// Fragility with any elasticity.
pub(crate) const FRAGILITY: LawSpec = LawSpec {
    name: "fragility",
    slot: Slot::Map,
    doc: "Strength that differs along the material's axes: stress is scaled by aᵢaⱼ before the isotropic yield rule sees it. Piles of rods: weaker along (a∥ > a⊥); wood and hay: stronger along (a∥ < a⊥).",
    source: "[SW20, Eq. 6] with the diagonal entry aᵢ² (docs/errata.md)",
    timing: Timing::Exact,
    parameters: &[FRAGILITY_PARAMETER],
    choices: &[],
    alternatives: &[],
    history: &[VOLUME_ERROR],
    check: no_further_conditions,
    derive: as_given,
};

/// Fragility with the elasticity that follows from it.
pub(crate) const CONSISTENT: LawSpec = LawSpec {
    name: "consistent",
    slot: Slot::Map,
    doc: "As fragility, with the elasticity that keeps the work of stress and strain the same in both spaces: C = (A^σ)⁻¹ : C̃ : (A^σ)⁻ᵀ. Needs an isotropic elastic law; dissipation is then never negative.",
    source: "derived from [SW20, Eqs. 2–5]",
    timing: Timing::Exact,
    parameters: &[FRAGILITY_PARAMETER],
    choices: &[],
    alternatives: &[],
    history: &[VOLUME_ERROR],
    check: no_further_conditions,
    derive: as_given,
};

/// Elastic stiffness in the material's axes, for the normal and the shear parts.
#[derive(Clone, Copy, Debug)]
pub struct OrthotropicStiffness<R> {
    /// Normal stresses from normal strains [Pa].
    pub normal: Mat3<R>,
    /// Its inverse [1/Pa].
    pub normal_inverse: Mat3<R>,
    /// μ23, μ31, μ12 [Pa].
    pub shear: Vec3<R>,
    /// The isotropic law of the fictitious space.
    pub fictitious: Moduli<R>,
}

impl<R: Real> OrthotropicStiffness<R> {
    /// From the constants of the orthotropic elastic laws.
    pub(crate) fn from_constants(c: &[R]) -> Self {
        let matrix = |at: usize| Mat3::from_fn(|i, j| c[at + 3 * i + j]);
        OrthotropicStiffness {
            normal: matrix(0),
            normal_inverse: matrix(9),
            shear: Vec3([c[18], c[19], c[20]]),
            fictitious: Moduli {
                shear: c[21],
                lame: c[22],
            },
        }
    }
    /// An isotropic solid as a special case.
    pub(crate) fn isotropic(moduli: &Moduli<R>) -> Self {
        let (normal, normal_inverse) = isotropic_blocks(moduli);
        OrthotropicStiffness {
            normal,
            normal_inverse,
            shear: Vec3::splat(moduli.shear),
            fictitious: *moduli,
        }
    }
    /// An upper bound of the P-wave modulus in any direction [Pa].
    pub fn stiffest(&self) -> R {
        let row = |i: usize| self.normal.row(i).map(R::abs).sum();
        let shear = self.shear[0]
            .max(self.shear[1])
            .max(self.shear[2])
            .times(2.0);
        row(0).max(row(1)).max(row(2)).max(shear)
    }
}

/// Normal stiffness and compliance of an isotropic solid.
fn isotropic_blocks<R: Real>(m: &Moduli<R>) -> (Mat3<R>, Mat3<R>) {
    let (young, poisson) = (m.young(), m.poisson());
    let fill = |diagonal: R, off: R| Mat3::from_fn(|i, j| if i == j { diagonal } else { off });
    (
        fill(m.p_wave(), m.lame),
        fill(young.recip(), -(poisson / young)),
    )
}

/// A linear map between the material's axes and the fictitious space.
#[derive(Clone, Copy, Debug)]
pub enum AnisotropicMap<R> {
    /// None: the material is isotropic, and has axes only to remember tensors in.
    Isotropic(Moduli<R>),
    /// Element-wise on stress, block-wise on strain.
    Orthotropic(OrthotropicMap<R>),
    /// Full 6 × 6 matrices.
    General(GeneralMap<R>),
}

impl<R: Real> AnisotropicMap<R> {
    /// Stress in the fictitious space of a strain, A^σ : C : Ê.
    #[inline(always)]
    pub fn stress_in(&self, strain: &Sym3<R>) -> Sym3<R> {
        match self {
            AnisotropicMap::Isotropic(moduli) => moduli.stress(strain),
            AnisotropicMap::Orthotropic(m) => m.stiffness.apply(strain),
            AnisotropicMap::General(m) => general::apply(&m.stiffness, strain),
        }
    }
    /// The strain that has a stress in the fictitious space.
    #[inline(always)]
    pub fn strain_out(&self, stress: &Sym3<R>) -> Sym3<R> {
        match self {
            AnisotropicMap::Isotropic(moduli) => moduli.strain(stress),
            AnisotropicMap::Orthotropic(m) => m.compliance.apply(stress),
            AnisotropicMap::General(m) => general::apply(&m.compliance, stress),
        }
    }
    /// Logarithmic volume in the material's axes per mean stress of the fictitious space [1/Pa].
    #[inline(always)]
    pub fn softness(&self) -> R {
        match self {
            AnisotropicMap::Isotropic(moduli) => moduli.bulk().recip(),
            AnisotropicMap::Orthotropic(m) => m.softness,
            AnisotropicMap::General(m) => m.softness,
        }
    }
    /// Stress back from the fictitious space.
    #[inline(always)]
    pub fn stress_out(&self, stress: &Sym3<R>) -> Sym3<R> {
        match self {
            AnisotropicMap::Isotropic(_) => *stress,
            AnisotropicMap::Orthotropic(m) => stress.zip(m.stress_inverse, |s, a| s * a),
            AnisotropicMap::General(m) => general::apply(&m.stress_inverse, stress),
        }
    }
}
