//! Linear elasticity with three planes of symmetry, and its transversely isotropic shorthand.
//! [SW20, Eq. 7] [LB15]

use crate::spec::{LawSpec, Parameter, Quantity, Range, Slot, Timing, Violation};

/// The description of the general orthotropic law.
pub(crate) const ORTHOTROPIC: LawSpec = LawSpec {
    name: "orthotropic",
    slot: Slot::Elastic,
    doc: "Hooke's law on logarithmic strain with different stiffness along three axes of the material: wood, composites, layered rock.",
    source: "[SW20, Eq. 7]; default shear moduli [LB15]",
    timing: Timing::Exact,
    parameters: &[
        Parameter::new(
            "young_modulus",
            Quantity::Pressure,
            Range::POSITIVE,
            "E1, E2, E3 along the material's x, y, z.",
        )
        .times(3),
        Parameter::new(
            "poisson_ratio",
            Quantity::Number,
            Range::ANY,
            "ν23, ν13, ν12: ν_ij is the contraction along j for a stretch along i.",
        )
        .times(3),
        Parameter::new(
            "shear_modulus",
            Quantity::Pressure,
            Range::NOT_NEGATIVE,
            "μ23, μ31, μ12; 0 takes √(EᵢEⱼ)/(2(1 + √(ν_ij ν_ji))).",
        )
        .or(0.0)
        .times(3),
    ],
    choices: &[],
    alternatives: &[],
    history: &[],
    check: |v| Constants::from_values(v).check(),
    derive: |v, _| Constants::from_values(v).derive(),
};

/// The description of the transversely isotropic law.
pub(crate) const TRANSVERSE: LawSpec = LawSpec {
    name: "transverse",
    slot: Slot::Elastic,
    doc: "Orthotropic and the same in all directions across the material's z: fibres along z, or layers across it.",
    source: "[SW20, section 6.2]; default shear modulus [LB15]",
    timing: Timing::Exact,
    parameters: &[
        Parameter::new(
            "young_along",
            Quantity::Pressure,
            Range::POSITIVE,
            "E along z.",
        ),
        Parameter::new(
            "young_across",
            Quantity::Pressure,
            Range::POSITIVE,
            "E in the plane across z.",
        ),
        Parameter::new(
            "poisson_along",
            Quantity::Number,
            Range::ANY,
            "ν_zx: contraction across for a stretch along z.",
        ),
        Parameter::new(
            "poisson_across",
            Quantity::Number,
            Range::ANY,
            "ν_xy: contraction in the plane for a stretch in the plane.",
        ),
        Parameter::new(
            "shear_along",
            Quantity::Pressure,
            Range::NOT_NEGATIVE,
            "μ between z and the plane; 0 takes √(EᵢEⱼ)/(2(1 + √(ν_ij ν_ji))).",
        )
        .or(0.0),
    ],
    choices: &[],
    alternatives: &[],
    history: &[],
    check: check_transverse,
    derive: |v, _| transverse(v).derive(),
};

/// The inequalities of [`Constants::check`] in this law's own constants: with ν_xz = ν_zx E_x/E_z the
/// last one is (1 + ν_xy)(1 − ν_xy − 2ν_zx² E_x/E_z) > 0, which also bounds |ν_zx|.
fn check_transverse(v: &[f64]) -> Result<(), Violation> {
    let [along, across, nu_zx, nu_xy] = [v[0], v[1], v[2], v[3]];
    // Each comparison is false for NaN, which is refused too.
    if !(nu_xy.abs() < 1.0) {
        return Err(Violation {
            parameter: "poisson_across",
            reason: format!(
                "the stiffness is not positive definite: |ν_xy| = {} must be less than 1",
                nu_xy.abs()
            ),
        });
    }
    let rest = 1.0 - nu_xy - 2.0 * nu_zx * nu_zx * across / along;
    if !(rest > 0.0) {
        return Err(Violation {
            parameter: "poisson_along",
            reason: format!(
                "the stiffness is not positive definite: ν_zx = {nu_zx} must keep 1 − ν_xy − 2ν_zx² E_x/E_z = {rest:.4} above 0"
            ),
        });
    }
    Ok(())
}

/// In the plane, μ12 is not free: E/(2(1 + ν_xy)).
fn transverse(v: &[f64]) -> Constants {
    let [along, across, nu_zx, nu_xy, shear] = [v[0], v[1], v[2], v[3], v[4]];
    // ν_xz / E_x = ν_zx / E_z.
    let nu_xz = nu_zx * across / along;
    Constants::from_values(&[
        across,
        across,
        along,
        nu_xz,
        nu_xz,
        nu_xy,
        shear,
        shear,
        across / (2.0 * (1.0 + nu_xy)),
    ])
}

/// The nine constants.
struct Constants {
    young: [f64; 3],
    /// ν_ij with i < j: ν12, ν13, ν23.
    nu12: f64,
    nu13: f64,
    nu23: f64,
    /// μ23, μ31, μ12.
    shear: [f64; 3],
}

impl Constants {
    fn from_values(v: &[f64]) -> Self {
        let (young, [nu23, nu13, nu12]) = ([v[0], v[1], v[2]], [v[3], v[4], v[5]]);
        let stable = |mu: f64, i: usize, j: usize, nu_ij: f64| {
            // [LB15]: √(ν_ij ν_ji) = |ν_ij| √(E_j/E_i).
            let mean = nu_ij.abs() * (young[j] / young[i]).sqrt();
            if mu > 0.0 {
                mu
            } else {
                (young[i] * young[j]).sqrt() / (2.0 * (1.0 + mean))
            }
        };
        let shear = [
            stable(v[6], 1, 2, nu23),
            stable(v[7], 0, 2, nu13),
            stable(v[8], 0, 1, nu12),
        ];
        Constants {
            young,
            nu12,
            nu13,
            nu23,
            shear,
        }
    }

    /// The compliance is positive definite iff |ν_ij| < √(Eᵢ/Eⱼ) for each pair and
    /// 1 − ν12ν21 − ν23ν32 − ν31ν13 − 2ν21ν32ν13 > 0.
    fn check(&self) -> Result<(), Violation> {
        let e = self.young;
        for (nu, i, j) in [(self.nu12, 0, 1), (self.nu13, 0, 2), (self.nu23, 1, 2)] {
            let bound = (e[i] / e[j]).sqrt();
            // The comparison is false for NaN, which is refused too.
            if !(nu.abs() < bound) {
                return Err(Violation {
                    parameter: "poisson_ratio",
                    reason: format!(
                        "the stiffness is not positive definite: |ν{0}{1}| = {2} must be less than √(E{0}/E{1}) = {3:.4}",
                        i + 1,
                        j + 1,
                        nu.abs(),
                        bound
                    ),
                });
            }
        }
        let (nu21, nu31, nu32) = (
            self.nu12 * e[1] / e[0],
            self.nu13 * e[2] / e[0],
            self.nu23 * e[2] / e[1],
        );
        let determinant = 1.0
            - self.nu12 * nu21
            - self.nu23 * nu32
            - nu31 * self.nu13
            - 2.0 * nu21 * nu32 * self.nu13;
        if !(determinant > 0.0) {
            return Err(Violation {
                parameter: "poisson_ratio",
                reason: format!(
                    "the stiffness is not positive definite: 1 − ν12ν21 − ν23ν32 − ν31ν13 − 2ν21ν32ν13 = {determinant:.4} must be above 0"
                ),
            });
        }
        Ok(())
    }

    /// Normal compliance, its inverse (by rows), the three shear moduli, and the isotropic moduli of
    /// the fictitious law: 9 + 9 + 3 + 2 numbers.
    fn derive(&self) -> Vec<f64> {
        use plastica_tensor::Sym3;
        let [e1, e2, e3] = self.young;
        let compliance = Sym3 {
            xx: 1.0 / e1,
            yy: 1.0 / e2,
            zz: 1.0 / e3,
            yz: -self.nu23 / e2,
            zx: -self.nu13 / e1,
            xy: -self.nu12 / e1,
        };
        let stiffness = compliance.inverse();
        // Any isotropic law may stand in the fictitious space; a mean one conditions the map best.
        let young = (e1 * e2 * e3).cbrt();
        let poisson = ((self.nu12 + self.nu13 + self.nu23) / 3.0).clamp(0.0, 0.45);
        let (shear, lame) = crate::moduli::lame_from_young(young, poisson);
        let rows = |m: &Sym3<f64>| m.to_mat().0.concat();
        [
            rows(&stiffness),
            rows(&compliance),
            self.shear.to_vec(),
            vec![shear, lame],
        ]
        .concat()
    }
}
