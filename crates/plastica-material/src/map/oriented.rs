//! Grains that turn with the flow: their mean orientation evolves, and stiffness and strength follow it.
//! [SW20, section 6.4] [DBD16] [FT84]
//!
//! A particle stands for many grains, with directions p. Jeffery's equation turns a lone grain of aspect
//! ratio r in a velocity gradient W + D by exp((W + l D) t), l = (r² − 1)/(r² + 1), and normalises it. The
//! state is a tensor M of trace 1: directions are distributed as E x/|E x| for isotropic x, with M =
//! E Eᵀ/tr. Over a step M ← V M Vᵀ/tr, V ≈ exp(l D̂ Δt) in the material's axes, whose own turning is the
//! part W: second order in the step for a constant gradient, of trace 1 and positive for any step.
//!
//! The second moment Π = ⟨p pᵀ⟩ follows from M by a closure. With Π = M the rate of Π is [SW20, Eq. 9] with
//! the fourth moment as Π ⊗ Π (quadratic closure): a ratio of means. The mean of the ratio, without any
//! closure, is an elliptic integral of the values of M (exact closure).

use super::orthotropic::OrthotropicMap;
use super::{AnisotropicMap, OrthotropicStiffness};
use crate::spec::{
    Choice, History, LawSpec, Parameter, Quantity, Range, Slot, Timing, no_further_conditions,
};
use plastica_tensor::decompose::sweep;
use plastica_tensor::{Mat3, Real, Sym3, Vec3};

pub(crate) const SPEC: LawSpec = LawSpec {
    name: "oriented",
    slot: Slot::Map,
    doc: "Fragility of grains that turn and align with the flow: along the grains where they are aligned, the same in all directions where they are mixed. The material's z is the axis of the grains: long axis of rods, normal of cards. Needs elastic transverse or hencky.",
    source: "[SW20, section 6.4], [DBD16], [FT84]; exact closure derived",
    timing: Timing::RateIndependent { order: 1 },
    parameters: &[
        Parameter::new(
            "aspect_ratio",
            Quantity::Number,
            Range::POSITIVE,
            "Length along the grain's axis over width: above 1 for rods, below 1 for cards and coins.",
        ),
        Parameter::new(
            "fragility_along",
            Quantity::Number,
            Range::POSITIVE,
            "a along aligned grains.",
        ),
        Parameter::new(
            "fragility_across",
            Quantity::Number,
            Range::POSITIVE,
            "a across aligned grains.",
        ),
        Parameter::new(
            "fragility_mixed",
            Quantity::Number,
            Range::POSITIVE,
            "a where grains lie in all directions.",
        )
        .or(1.0),
        Parameter::new(
            "alignment",
            Quantity::Number,
            Range::UNIT,
            "At the start: 1 all grains along the axis, 0 in all directions.",
        )
        .or(1.0),
    ],
    choices: &[Choice {
        name: "closure",
        doc: "How the mean orientation follows from what the flow did to grains.",
        options: &[
            (
                "quadratic",
                "The fourth moment as the square of the second: aligns too fast and too far, costs nothing.",
            ),
            ("exact", "By an elliptic integral, no assumption: dearer."),
        ],
    }],
    alternatives: &[],
    history: &[
        super::VOLUME_ERROR,
        History {
            name: "orientation_tensor",
            quantity: Quantity::Number,
            components: 6,
            initial: 0.0,
            doc: "M in the material's axes, of trace 1.",
        },
    ],
    check: no_further_conditions,
    derive,
};

/// l, the three fragilities, the values of M across and along at the start, and whether the closure is
/// exact.
fn derive(v: &[f64], choices: &[usize]) -> Vec<f64> {
    let [aspect, along, across, mixed, alignment] = [v[0], v[1], v[2], v[3], v[4]];
    let wanted = (1.0 + 2.0 * alignment) / 3.0;
    let start = match choices[0] {
        0 => wanted,
        _ => value_with_moment(wanted),
    };
    vec![
        shape_factor(aspect),
        along,
        across,
        mixed,
        0.5 * (1.0 - start),
        start,
        choices[0] as f64,
    ]
}

/// l = (r² − 1)/(r² + 1) for grains of length over width r: 1 for fibres, 0 for spheres, −1 for discs.
fn shape_factor(aspect_ratio: f64) -> f64 {
    let squared = aspect_ratio * aspect_ratio;
    (squared - 1.0) / (squared + 1.0)
}

/// The value m of M along z for which the exact moment along z is `wanted`, the others being equal.
fn value_with_moment(wanted: f64) -> f64 {
    let (mut low, mut high) = (1.0 / 3.0, 1.0 - 2.0 * LEAST);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let across = 0.5 * (1.0 - middle);
        let moments = exact_moments(Vec3([across, across, middle]));
        if moments[2] < wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The least value of M that the exact closure tells from 0.
const LEAST: f64 = 1e-5;

/// Values of M nearer to each other than this have no directions of their own.
const INDIFFERENT: f64 = 1e-3;

/// Entries of M off its diagonal below this do not matter: a thousandth of all grains.
const UPRIGHT: f64 = 1e-3;

/// Grains with a mean orientation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Oriented<R> {
    /// l = (r² − 1)/(r² + 1).
    shape: R,
    /// Values at the start, across and along.
    start: [R; 2],
    is_exact: bool,
    young: Blend<R>,
    fragility: Blend<R>,
    /// √(ν_ij ν_ji) in the plane across an axis.
    poisson: Blend<R>,
}

/// A number that depends on how much grains lie along an axis.
#[derive(Clone, Copy, Debug)]
struct Blend<R> {
    mixed: R,
    /// Change from mixed to across, and half of that to along.
    slopes: [R; 2],
}

impl<R: Real> Blend<R> {
    fn new(across: R, mixed: R, along: R) -> Self {
        Blend {
            mixed,
            slopes: [mixed - across, (along - mixed).times(0.5)],
        }
    }
    /// Across and along.
    fn ends(&self) -> [R; 2] {
        [
            self.mixed - self.slopes[0],
            self.slopes[1].mul_add(R::constant(2.0), self.mixed),
        ]
    }
    /// Linear from across at λ = 0 to mixed at ⅓, and on to along at 1. [SW20, section 6.4]
    #[inline(always)]
    fn at(&self, moment: R) -> R {
        let beyond = moment.mul_add(R::constant(3.0), -R::one());
        let less = beyond.min(R::zero());
        let more = beyond.max(R::zero());
        self.slopes[0].mul_add(less, self.slopes[1].mul_add(more, self.mixed))
    }
    /// The same for each axis.
    #[inline(always)]
    fn along(&self, moments: Vec3<R>) -> Vec3<R> {
        Vec3([
            self.at(moments[0]),
            self.at(moments[1]),
            self.at(moments[2]),
        ])
    }
}

impl<R: Real> Oriented<R> {
    /// From the constants of the description, and the elasticity of aligned grains.
    pub(crate) fn new(c: &[R], aligned: &OrthotropicStiffness<R>, is_exact: bool) -> Self {
        let s = &aligned.normal_inverse;
        let (across, along) = (s[(0, 0)].recip(), s[(2, 2)].recip());
        let fictitious = &aligned.fictitious;
        let (young, poisson) = (fictitious.young(), fictitious.poisson());
        Oriented {
            shape: c[0],
            start: [c[4], c[5]],
            is_exact,
            young: Blend::new(across, young, along),
            fragility: Blend::new(c[2], c[3], c[1]),
            // Where no grain lies along an axis, the plane across it holds them all.
            poisson: Blend::new(
                -(s[(0, 2)] * (across * along).sqrt()),
                poisson,
                -(s[(0, 1)] * across),
            ),
        }
    }

    /// M at the start.
    pub(crate) fn start(&self) -> [R; 6] {
        let [across, along] = self.start;
        Sym3::diagonal(Vec3([across, across, along])).to_array()
    }

    /// An upper bound of the P-wave modulus in any direction and for any mixture [Pa]: that of an isotropic
    /// solid with the largest modulus E and the largest mean n of two Poisson's ratios, E/(1 − 2n).
    pub(crate) fn stiffest(&self) -> R {
        let largest = |blend: &Blend<R>| {
            let [across, along] = blend.ends();
            blend.mixed.max(across).max(along)
        };
        let room = R::one() - largest(&self.poisson).max(R::zero()).times(2.0);
        largest(&self.young) / room.max(R::constant(LEAST_ROOM))
    }

    /// Second moments of the grains along the material's axes.
    #[inline(always)]
    pub(crate) fn moments(&self, tensor: &Sym3<R>) -> Vec3<R> {
        let values = tensor.diagonal_entries();
        if self.is_exact {
            R::outline(
                #[inline(always)]
                || exact_moments(values),
            )
        } else {
            values
        }
    }

    /// The map for these grains.
    #[inline(always)]
    pub(crate) fn map(&self, tensor: &Sym3<R>) -> AnisotropicMap<R> {
        let moments = self.moments(tensor);
        AnisotropicMap::Orthotropic(OrthotropicMap::from_means(
            self.young.along(moments),
            self.poisson.along(moments),
            self.fragility.along(moments),
        ))
    }

    /// Where M is so far from diagonal that the axes have to turn.
    #[inline(always)]
    pub(crate) fn leans(&self, tensor: &Sym3<R>) -> R::Mask {
        let (x, y, z) = (tensor.yz, tensor.zx, tensor.xy);
        x.mul_add(x, y.mul_add(y, z * z))
            .gt(R::constant(UPRIGHT * UPRIGHT))
    }

    /// M in axes along which it is nearly diagonal, and their turn from the present ones.
    #[inline(always)]
    pub(crate) fn along_axes(&self, tensor: &Sym3<R>) -> (Sym3<R>, Mat3<R>) {
        sweep(tensor, R::constant(INDIFFERENT))
    }

    /// Second moments along the axes of M, and their turn from the present ones.
    pub(crate) fn settled(&self, tensor: &Sym3<R>) -> (Vec3<R>, Mat3<R>) {
        let (mut tensor, mut turn) = (*tensor, Mat3::identity());
        for _ in 0..6 {
            let (nearer, rotation) = self.along_axes(&tensor);
            (tensor, turn) = (nearer, turn * rotation);
        }
        (self.moments(&tensor), turn)
    }

    /// M after a displacement gradient Δt∇v, given the material's axes then. The axes turn with the flow
    /// already; what remains is its stretching, seen half a step before.
    #[inline(always)]
    pub(crate) fn align(&self, tensor: &Sym3<R>, gradient: &Mat3<R>, axes: &Mat3<R>) -> Sym3<R> {
        let stretch = gradient.symmetric();
        let middle = stretch + spun(gradient, &stretch);
        let x = middle.conjugate_transposed(axes).scale(self.shape);
        // exp x to second order, as the rest; positive definite however large x is.
        let v = x.mul_commuting(&x).scale_add(R::constant(0.5), x);
        let half = tensor.to_mat() + v.mul_mat(&tensor.to_mat());
        let v = v.to_mat();
        let stretched = Sym3::from_fn(
            #[inline(always)]
            |i, j| half[(i, j)] + half.row(i).dot(v.row(j)),
        );
        stretched.scale(stretched.trace().recip())
    }
}

/// ½ (W d − d W), what half a turn by the antisymmetric part W of a gradient adds to a symmetric d.
#[inline(always)]
fn spun<R: Real>(gradient: &Mat3<R>, d: &Sym3<R>) -> Sym3<R> {
    // W v = w × v; a, b, c are half of w.
    let quarter = R::constant(0.25);
    let a = (gradient[(2, 1)] - gradient[(1, 2)]) * quarter;
    let b = (gradient[(0, 2)] - gradient[(2, 0)]) * quarter;
    let c = (gradient[(1, 0)] - gradient[(0, 1)]) * quarter;
    let (x, y, z) = (a * d.yz, b * d.zx, c * d.xy);
    Sym3 {
        xx: (y - z).times(2.0),
        yy: (z - x).times(2.0),
        zz: (x - y).times(2.0),
        yz: a.mul_add(d.yy - d.zz, b.neg_mul_add(d.xy, c * d.zx)),
        zx: b.mul_add(d.zz - d.xx, c.neg_mul_add(d.yz, a * d.xy)),
        xy: c.mul_add(d.xx - d.yy, a.neg_mul_add(d.zx, b * d.yz)),
    }
}

impl Oriented<f64> {
    /// The largest √(ν_ij ν_ji) of any mixture.
    pub(crate) fn largest_mean(&self) -> f64 {
        let [across, along] = self.poisson.ends();
        self.poisson.mixed.abs().max(across.abs()).max(along.abs())
    }
}

/// The least 1 − 2√(ν_ij ν_ji) that is accepted: every mixture then has a positive definite stiffness.
pub(crate) const LEAST_ROOM: f64 = 0.02;

/// Second moments along the axes of directions E x/|E x|, x isotropic, E Eᵀ with these values.
///
/// λᵢ = ½ ∫ mᵢ dt/((1 + t mᵢ) √∏(1 + t mⱼ)) = R_D(1/mⱼ, 1/mₖ, 1/mᵢ)/(3 √∏m) with Carlson's integral R_D.
#[inline(always)]
fn exact_moments<R: Real>(values: Vec3<R>) -> Vec3<R> {
    let m = values.map(|v| v.max(R::constant(LEAST)));
    let [x, y, z] = m.map(R::recip).0;
    let scale = (x * y * z).sqrt().times(1.0 / 3.0);
    let along = carlson_rd(x, y, z) * scale;
    let first = carlson_rd(y, z, x) * scale;
    Vec3([first, R::one() - first - along, along])
}

/// R_D(x, y, z) = 3/2 ∫ dt/((t + z) √((t + x)(t + y)(t + z))) by duplication. [Car95]
#[inline(always)]
fn carlson_rd<R: Real>(mut x: R, mut y: R, mut z: R) -> R {
    let (mut sum, mut factor) = (R::zero(), R::one());
    // Each round brings the three four times nearer to each other.
    for _ in 0..7 {
        let (a, b, c) = (x.sqrt(), y.sqrt(), z.sqrt());
        let shift = a.mul_add(b, (a + b) * c);
        sum += factor / (c * (z + shift));
        factor = factor.times(0.25);
        [x, y, z] = [x, y, z].map(|t| (t + shift).times(0.25));
    }
    let mean = (z.mul_add(R::constant(3.0), x + y)).times(0.2);
    let inverse = mean.recip();
    let (dx, dy) = ((mean - x) * inverse, (mean - y) * inverse);
    let dz = (dx + dy).times(-1.0 / 3.0);
    let (product, square) = (dx * dy, dz * dz);
    let second = square.times(-6.0) + product;
    let third = (product.times(3.0) - square.times(8.0)) * dz;
    let fourth = (product - square).times(3.0) * square;
    let series = R::one() - second.times(3.0 / 14.0)
        + third.times(1.0 / 6.0)
        + (second * second).times(9.0 / 88.0)
        - fourth.times(3.0 / 22.0);
    factor * inverse * inverse.sqrt() * series + sum.times(3.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By summing over directions on a fine lattice of the sphere.
    fn moments_by_sum(m: [f64; 3]) -> [f64; 3] {
        let (mut sums, mut count) = ([0.0; 3], 0.0);
        let n = 400;
        for i in 0..n {
            let z = -1.0 + (2.0 * f64::from(i) + 1.0) / f64::from(n);
            for k in 0..n {
                let angle = std::f64::consts::TAU * f64::from(k) / f64::from(n);
                let ring = (1.0 - z * z).sqrt();
                let u = [ring * angle.cos(), ring * angle.sin(), z];
                let parts: [f64; 3] = std::array::from_fn(|j| m[j] * u[j] * u[j]);
                let total: f64 = parts.iter().sum();
                count += 1.0;
                for j in 0..3 {
                    sums[j] += parts[j] / total;
                }
            }
        }
        sums.map(|sum| sum / count)
    }

    #[test]
    fn exact_moments_are_means_over_the_sphere() {
        for m in [
            [1.0, 1.0, 1.0],
            [0.2, 0.3, 0.5],
            [0.05, 0.15, 0.8],
            [0.45, 0.45, 0.1],
        ] {
            let sum: f64 = m.iter().sum();
            let exact = exact_moments(Vec3(m.map(|v| v / sum)));
            let reference = moments_by_sum(m);
            for j in 0..3 {
                assert!(
                    (exact[j] - reference[j]).abs() < 2e-5,
                    "{m:?}: {exact:?} {reference:?}"
                );
            }
        }
    }

    #[test]
    fn alignment_at_the_start_is_that_of_the_moments() {
        let v = value_with_moment(0.8);
        let across = 0.5 * (1.0 - v);
        let moments = exact_moments(Vec3([across, across, v]));
        assert!((moments[2] - 0.8).abs() < 1e-9, "{moments:?}");
    }
}
