//! Sand and soil: Drucker–Prager's cone with a non-associated flow, tension cut-off, friction
//! hardening and volume correction. [JY17, Eqs. 16–36] [KGP16]

use super::{Returned, StressFlow};
use crate::moduli::Moduli;
use crate::spec::{Choice, History, LawSpec, Parameter, Quantity, Range, Slot, Timing, Violation};
use plastica_tensor::{Mask, Real, Sym3};

pub(super) const SPEC: LawSpec = LawSpec {
    name: "drucker-prager",
    slot: Slot::Flow,
    doc: "Grains with friction: shear strength grows with pressure, none in tension beyond cohesion. On Hencky strain for large deformation, on the stress rate as in JY17.",
    source: "[JY17, Eqs. 16–36] corrected (docs/errata.md); [KGP16]",
    timing: Timing::RateIndependent { order: 1 },
    parameters: &[
        Parameter::new("friction_angle", Quantity::Angle, Range::ACUTE, "Friction angle φ; with hardening, its value after long flow (h0)."),
        Parameter::new("cohesion", Quantity::Pressure, Range::NOT_NEGATIVE, "Shear strength without pressure, c.").or(0.0),
        Parameter::new("dilatancy_angle", Quantity::Angle, Range::ACUTE, "Angle ψ of volume gain in shear flow; 0 keeps volume.").or(0.0),
        Parameter::new("hardening_rise", Quantity::Angle, Range::NOT_NEGATIVE, "h1: initial rise of the friction angle per unit of plastic strain.").or(0.0),
        Parameter::new("hardening_decay", Quantity::Number, Range::NOT_NEGATIVE, "h2: how fast the rise fades with plastic strain.").or(0.0),
        Parameter::new("hardening_deficit", Quantity::Angle, Range::NOT_NEGATIVE, "h3: how far the angle starts below friction_angle.").or(0.0),
    ],
    choices: &[
        Choice {
            name: "cone",
            doc: "Where the round cone touches Mohr–Coulomb's pyramid.",
            options: &[
                ("plane-strain", "Agrees in plane strain: JY17's Eq. 18."),
                ("compression", "Agrees in triaxial compression (outer edges)."),
                ("extension", "Agrees in triaxial extension (inner edges)."),
            ],
        },
        Choice {
            name: "volume_correction",
            doc: "Whether volume gained by opening is given back before pressure builds up again.",
            options: &[("on", "Yes: no artificial swelling."), ("off", "No: as printed in the papers.")],
        },
    ],
    alternatives: &[],
    history: &[
        History { name: "plastic_strain", quantity: Quantity::Number, components: 1, initial: 0.0, doc: "q: accumulated norm of the plastic strain increments." },
        History { name: "volume_gain", quantity: Quantity::Number, components: 1, initial: 0.0, doc: "Logarithmic volume opened in tension and not yet closed." },
    ],
    check: |v| {
        let (h0, h1, h2, h3) = (v[0], v[3], v[4], v[5]);
        let peak = if h1 > 0.0 && h2 > 0.0 { peak_angle(h0, h1, h2, h3) } else { h0 };
        if h3 > h0 {
            Err(Violation { parameter: "hardening_deficit", reason: "the friction angle would start below 0: hardening_deficit must not exceed friction_angle".into() })
        } else if h1 > 0.0 && h2 == 0.0 {
            Err(Violation { parameter: "hardening_decay", reason: "the friction angle would rise without end: give a hardening_decay above 0".into() })
        } else if peak >= std::f64::consts::FRAC_PI_2 {
            Err(Violation { parameter: "hardening_rise", reason: format!("the friction angle would peak at {:.1} deg; it must stay below 90 deg", peak.to_degrees()) })
        } else if v[2] > v[0] - v[5] + 1e-12 {
            Err(Violation { parameter: "dilatancy_angle", reason: "flow that dilates more than friction resists makes energy from nothing: it must not exceed friction_angle − hardening_deficit".into() })
        } else {
            Ok(())
        }
    },
    derive: |v, choices| {
        let cone = CONES[choices[0]];
        let (alpha, k) = slope_and_strength(cone, v[0], v[1]);
        let (dilatancy, _) = slope_and_strength(cone, v[2], 0.0);
        vec![v[0], v[1], v[3], v[4], v[5], dilatancy, alpha, k]
    },
};

/// Maximum of φ(q), at q* = 1/h2 + h3/h1.
fn peak_angle(h0: f64, h1: f64, h2: f64, h3: f64) -> f64 {
    h0 + h1 / h2 * (-1.0 - h2 * h3 / h1).exp()
}

#[derive(Clone, Copy, Debug)]
enum Cone {
    PlaneStrain,
    Compression,
    Extension,
}
const CONES: [Cone; 3] = [Cone::PlaneStrain, Cone::Compression, Cone::Extension];

/// α and k of √J2 + α I1 ≤ k for a friction angle and cohesion.
///
/// Plane strain [JY17, Eq. 18]: α = tan φ/√(9 + 12 tan²φ), written with sin φ so that it is finite
/// at any angle. Compression and extension: α = 2 sin φ/(√3(3 ∓ sin φ)), k = 6c cos φ/(√3(3 ∓ sin φ)).
#[inline(always)]
fn slope_and_strength<R: Real>(cone: Cone, angle: R, cohesion: R) -> (R, R) {
    let (sin, cos) = angle.sin_cos();
    let (per_sin, per_cos) = match cone {
        Cone::PlaneStrain => {
            let scale = (sin * sin).mul_add(R::constant(3.0), R::constant(9.0)).rsqrt();
            (scale, scale.times(3.0))
        }
        Cone::Compression => edge(R::constant(3.0) - sin),
        Cone::Extension => edge(R::constant(3.0) + sin),
    };
    (per_sin * sin, per_cos * cohesion * cos)
}

/// Factors of sin φ and c cos φ on an edge of Mohr–Coulomb's pyramid.
#[inline(always)]
fn edge<R: Real>(three_minus_or_plus_sin: R) -> (R, R) {
    let scale = R::constant(2.0 / 3f64.sqrt()) / three_minus_or_plus_sin;
    (scale, scale.times(3.0))
}

/// f = √J2 + α(φ) I1 − k(φ) ≤ 0 with the potential √J2 + α(ψ) I1.
#[derive(Clone, Copy, Debug)]
pub struct DruckerPrager<R> {
    cone: Cone,
    corrects_volume: bool,
    friction_angle: R,
    cohesion: R,
    rise: R,
    decay: R,
    deficit: R,
    /// α of the dilatancy angle.
    dilatancy: R,
    /// α and k of the friction angle without hardening.
    unhardened: (R, R),
}

/// Where a return ended.
struct Point<R> {
    /// √J2 after over before.
    shear_ratio: R,
    /// tr σ after [Pa].
    i1: R,
    /// Whether it is the apex.
    at_apex: R,
}

/// What flowed in a step: Δε_p = (s − ŝ)/2G + (I1 − Î1)/9K I.
struct PlasticStrain<R> {
    /// (√J2 before − after)/G.
    shear: R,
    /// Volume gained.
    volume: R,
}

impl<R: Real> PlasticStrain<R> {
    #[inline(always)]
    fn new(moduli: &Moduli<R>, root_j2: R, i1: R, to: &Point<R>) -> Self {
        let volume = ((i1 - to.i1) / moduli.bulk()).times(1.0 / 3.0);
        PlasticStrain {
            shear: (R::one() - to.shear_ratio) * root_j2 / moduli.shear,
            volume: volume.max(R::zero()),
        }
    }
    /// ‖Δε_p‖. [JY17, Eqs. 34–36 made dimensionless]
    #[inline(always)]
    fn norm(&self) -> R {
        let shear = (self.shear * self.shear).times(0.5);
        (self.volume * self.volume)
            .mul_add(R::constant(1.0 / 3.0), shear)
            .sqrt()
    }
}

impl<R: Real> DruckerPrager<R> {
    /// φ(q) = h0 + (h1 q − h3) e^(−h2 q). [JY17, Eq. 32]
    #[inline(always)]
    pub fn friction_angle(&self, q: R) -> R {
        (self.rise * q - self.deficit).mul_add((-(self.decay * q)).exp(), self.friction_angle)
    }
    /// α and k at plastic strain q.
    #[inline(always)]
    fn cone_at(&self, q: R) -> (R, R) {
        let hardens = self.hardens();
        if !hardens.any() {
            return self.unhardened;
        }
        let (alpha, k) = slope_and_strength(self.cone, self.friction_angle(q), self.cohesion);
        (
            R::select(hardens, alpha, self.unhardened.0),
            R::select(hardens, k, self.unhardened.1),
        )
    }
    /// Lanes whose friction angle changes with flow.
    #[inline(always)]
    fn hardens(&self) -> R::Mask {
        (self.rise + self.deficit).gt(R::zero())
    }

    /// Closed-form return to the cone or its apex, for fixed α and k.
    #[inline(always)]
    fn project(&self, moduli: &Moduli<R>, root_j2: R, i1: R, (alpha, k): (R, R)) -> Point<R> {
        let excess = alpha.mul_add(i1, root_j2) - k;
        let bulk = moduli.bulk();
        // Δλ = f / (G + 9 α_φ α_ψ K). [JY17, Eq. 24] with the increment finite instead of a rate.
        let stiffness = (alpha * self.dilatancy * bulk).mul_add(R::constant(9.0), moduli.shear);
        let flow = (excess / stiffness).max(R::zero());
        let shear = root_j2 - moduli.shear * flow;
        let i1_cone = (self.dilatancy * bulk * flow).mul_add(R::constant(-9.0), i1);
        // [JY17, Eqs. 25–27]: past the apex both the pressure and the shear go to it. A cone of zero
        // slope has no apex, unless it has no strength either: then it bears no tension at all.
        let sloped = alpha.gt(R::tiny());
        let powerless = k.le(R::zero());
        let past = (shear.lt(R::zero()) | (alpha * i1_cone).gt(k)) & sloped & excess.gt(R::zero());
        let beyond = past | (powerless & i1_cone.gt(R::zero()));
        let ratio = R::one() - moduli.shear * flow / root_j2.max(R::tiny());
        Point {
            shear_ratio: R::select(beyond, R::zero(), ratio.max(R::zero())),
            i1: R::select(
                beyond,
                R::select(sloped, k / alpha.max(R::tiny()), R::zero()),
                i1_cone,
            ),
            at_apex: R::select(beyond, R::one(), R::zero()),
        }
    }
}

impl<R: Real> DruckerPrager<R> {
    /// The return with the friction angle of the plastic strain it ends with: the fixed point of
    /// Δq → ‖Δε_p‖ at the angle φ(q + Δq), by secants, which converge also where plain repetition
    /// would not.
    #[inline(always)]
    fn return_hardening(&self, moduli: &Moduli<R>, root_j2: R, i1: R, q: R) -> Point<R> {
        let mut to = self.project(moduli, root_j2, i1, self.cone_at(q));
        if !self.hardens().any() {
            return to;
        }
        // r(Δq) = ‖Δε_p‖(φ(q + Δq)) − Δq is above 0 at 0. A first short step stays on the branch that
        // flows; from there secants, kept between the largest Δq with r > 0 and the smallest with r < 0.
        let mut last = R::zero();
        let mut r_last = PlasticStrain::new(moduli, root_j2, i1, &to).norm();
        let (mut low, mut high) = (R::zero(), R::constant(1e30));
        let mut next = r_last.times(1.0 / 64.0);
        for _ in 0..SECANTS {
            to = self.project(moduli, root_j2, i1, self.cone_at(q + next));
            let r = PlasticStrain::new(moduli, root_j2, i1, &to).norm() - next;
            let under = r.gt(R::zero());
            low = R::select(under, next, low);
            high = R::select(under, high, next);
            let secant = next - r * (next - last) / (r - r_last);
            (last, r_last) = (next, r);
            let inside = secant.gt(low) & secant.lt(high);
            let middle = (low + high.min((low + r.abs()).times(2.0))).times(0.5);
            let moves = r.abs().gt(R::epsilon() * next);
            next = R::select(moves, R::select(inside, secant, middle), next);
        }
        self.project(moduli, root_j2, i1, self.cone_at(q + next))
    }
}

/// Rounds of the secant method; three settle the constants of [KGP16] to rounding.
const SECANTS: usize = 8;

impl<R: Real> StressFlow<R> for DruckerPrager<R> {
    #[inline(always)]
    fn from_constants(c: &[R], choices: &[usize]) -> Self {
        DruckerPrager {
            cone: CONES[choices[0]],
            corrects_volume: choices[1] == 0,
            friction_angle: c[0],
            cohesion: c[1],
            rise: c[2],
            decay: c[3],
            deficit: c[4],
            dilatancy: c[5],
            unhardened: (c[6], c[7]),
        }
    }
    /// Rate-independent. The friction angle is taken at the end of the step, so the
    /// state is admissible for the hardening it leaves with; first order in the step with hardening.
    #[inline(always)]
    fn advance(&self, moduli: &Moduli<R>, trial: Sym3<R>, _: Sym3<R>, _: R, history: &mut [R]) -> Returned<Sym3<R>, R> {
        let bulk = moduli.bulk();
        let (q, opened) = (history[0], history[1]);
        let i1_trial = trial.trace();
        // Volume opened before must close, at no stress, before pressure builds up.
        let closing = (-i1_trial / bulk)
            .times(1.0 / 3.0)
            .clamp(R::zero(), opened);
        let i1 = (bulk * closing).mul_add(R::constant(3.0), i1_trial);
        let deviator = trial.deviator();
        let root_j2 = deviator.norm_squared().times(0.5).sqrt();

        let to = self.return_hardening(moduli, root_j2, i1, q);
        let flow = PlasticStrain::new(moduli, root_j2, i1, &to);
        history[0] = q + flow.norm();
        if self.corrects_volume {
            // Only the opening beyond the apex is given back later; dilatancy is a real gain.
            history[1] = flow.volume.mul_add(to.at_apex, opened - closing);
        }
        let stress = trial - deviator.scale(R::one() - to.shear_ratio);
        let mean_change = (to.i1 - i1_trial).times(1.0 / 3.0);
        Returned {
            to: stress.add_isotropic(mean_change),
            dissipation: to.shear_ratio * root_j2 * flow.shear
                + to.i1.times(1.0 / 3.0) * flow.volume,
        }
    }
    #[inline(always)]
    fn corrects_volume(&self) -> bool {
        self.corrects_volume
    }
    #[inline(always)]
    fn opened(&self) -> Option<usize> {
        Some(1)
    }
    #[inline(always)]
    fn excess(&self, stress: &Sym3<R>, history: &[R]) -> R {
        let (alpha, k) = self.cone_at(history[0]);
        let root_j2 = stress.deviator().norm_squared().times(0.5).sqrt();
        alpha.mul_add(stress.trace(), root_j2) - k
    }
}
