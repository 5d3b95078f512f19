//! The two constants of isotropic elasticity, and the pairs of keys that give them.

use crate::spec::{
    Alternative, LawSpec, Parameter, Quantity, Range, Slot, Timing, no_further_conditions,
};
use plastica_tensor::{Real, Sym3};

/// Lamé's constants of an isotropic solid [Pa].
#[derive(Clone, Copy, Debug)]
pub struct Moduli<R> {
    /// Shear modulus μ = G.
    pub shear: R,
    /// Lamé's first constant λ.
    pub lame: R,
}

impl<R: Real> Moduli<R> {
    /// From the constants that [`derive`] makes.
    #[inline(always)]
    pub fn from_constants(c: &[R]) -> Self {
        Moduli {
            shear: c[0],
            lame: c[1],
        }
    }
    /// Bulk modulus K = λ + ⅔μ.
    #[inline(always)]
    pub fn bulk(&self) -> R {
        self.shear.mul_add(R::constant(2.0 / 3.0), self.lame)
    }
    /// P-wave modulus λ + 2μ.
    #[inline(always)]
    pub fn p_wave(&self) -> R {
        self.shear.mul_add(R::constant(2.0), self.lame)
    }
    /// Young's modulus μ(3λ + 2μ)/(λ + μ).
    #[inline(always)]
    pub fn young(&self) -> R {
        self.shear * (self.lame.times(3.0) + self.shear.times(2.0)) / (self.lame + self.shear)
    }
    /// Poisson's ratio λ/(2(λ + μ)).
    #[inline(always)]
    pub fn poisson(&self) -> R {
        self.lame / (self.lame + self.shear).times(2.0)
    }
    /// Hooke's law: 2μ e + λ tr(e) I.
    #[inline(always)]
    pub fn stress(&self, strain: &Sym3<R>) -> Sym3<R> {
        strain
            .scale(self.shear.times(2.0))
            .add_isotropic(self.lame * strain.trace())
    }
    /// Hooke's law solved for the strain: dev(t)/2μ + tr(t)/9K I.
    #[inline(always)]
    pub fn strain(&self, stress: &Sym3<R>) -> Sym3<R> {
        let mean = stress.trace().times(1.0 / 9.0) / self.bulk();
        stress
            .deviator()
            .scale(R::constant(0.5) / self.shear)
            .add_isotropic(mean)
    }
}

/// Lamé's constants (μ, λ) from Young's modulus and Poisson's ratio.
pub fn lame_from_young(young: f64, poisson: f64) -> (f64, f64) {
    (
        young / (2.0 * (1.0 + poisson)),
        young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)),
    )
}

/// Young's modulus and Poisson's ratio from shear and bulk modulus.
pub fn young_from_shear_bulk(shear: f64, bulk: f64) -> (f64, f64) {
    let young = 9.0 * bulk * shear / (3.0 * bulk + shear);
    (young, young / (2.0 * shear) - 1.0)
}

/// The parameters every isotropic law takes.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "young_modulus",
        Quantity::Pressure,
        Range::POSITIVE,
        "Young's modulus E: stress per strain in a tension test.",
    ),
    Parameter::new(
        "poisson_ratio",
        Quantity::Number,
        Range::POISSON,
        "Poisson's ratio ν: how much it thins when stretched; towards 0.5 it keeps its volume.",
    ),
];

/// The other pair of keys that gives them.
pub const ALTERNATIVES: &[Alternative] = &[Alternative {
    names: &[
        Parameter::new(
            "shear_modulus",
            Quantity::Pressure,
            Range::POSITIVE,
            "Shear modulus G, given with bulk_modulus instead of E and ν.",
        ),
        Parameter::new(
            "bulk_modulus",
            Quantity::Pressure,
            Range::POSITIVE,
            "Bulk modulus K, given with shear_modulus instead of E and ν.",
        ),
    ],
    replaces: &["young_modulus", "poisson_ratio"],
    convert: |v| {
        let (young, poisson) = young_from_shear_bulk(v[0], v[1]);
        vec![young, poisson]
    },
}];

/// `[μ, λ]` from `[E, ν]`.
pub fn derive(values: &[f64], _: &[usize]) -> Vec<f64> {
    let (shear, lame) = lame_from_young(values[0], values[1]);
    vec![shear, lame]
}

/// The description of an isotropic elastic law with these parameters, whose stress depends on the
/// deformation alone.
pub(crate) const fn isotropic_law(
    name: &'static str,
    doc: &'static str,
    source: &'static str,
) -> LawSpec {
    LawSpec {
        name,
        slot: Slot::Elastic,
        doc,
        source,
        timing: Timing::Exact,
        parameters: PARAMETERS,
        choices: &[],
        alternatives: ALTERNATIVES,
        history: &[],
        check: no_further_conditions,
        derive,
    }
}
