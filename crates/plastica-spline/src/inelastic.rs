//! Flow of the natural shape: creep with time, yield beyond a limit. What the reference takes, the elastic part gives,
//! so positions never jump: r += Δ, e −= Δ.

use crate::local::Local;

/// Flow with time: a dashpot in series with the elastic answer, and perhaps a delayed spring [TF88, Fig. 3].
#[derive(Clone, Debug)]
pub struct Creep {
    /// ṙ = rate · e [1/s]: one over the relaxation time. Zero freezes the shape; below zero deformation feeds itself.
    pub rate: Local,
    /// The rate is multiplied by (|e|/length)^(exponent − 1).
    pub nonlinear: Option<Nonlinear>,
    /// A Voigt unit in series: the four-element model.
    pub delayed: Option<Delayed>,
}

impl Creep {
    /// Maxwell's unit with a relaxation time [s].
    pub fn maxwell(time: f64) -> Self {
        Creep {
            rate: (1.0 / time).into(),
            nonlinear: None,
            delayed: None,
        }
    }

    /// The four-element model by its springs and dashpots; the spline is the first spring.
    pub fn four_element([k1, k2]: [f64; 2], [eta1, eta2]: [f64; 2]) -> Self {
        Creep {
            rate: (k1 / eta1).into(),
            nonlinear: None,
            delayed: Some(Delayed {
                compliance: k1 / k2,
                time: eta2 / k2,
            }),
        }
    }
}

/// A viscosity that depends on the deformation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nonlinear {
    /// 1 is linear; more flows faster under more.
    pub exponent: f64,
    /// The elastic displacement at which the rate is the one given [m]; for the primary formulation a strain.
    pub length: f64,
}

/// A spring and a dashpot side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delayed {
    /// Its final elongation over that of the elastic part.
    pub compliance: f64,
    /// Its retardation time [s].
    pub time: f64,
}

/// One step of creep as numbers. With e⁺ the elastic part at the end and q the shape,
/// r⁺ = r + explicit·e + implicit·e⁺ + recovery·d, and q = r⁺ + e⁺.
///
/// The weights of e and e⁺ are fitted to the exponential: exact when the shape is held (e⁺ = e exp(−a)), and exact when the
/// force is (e⁺ = e: r grows by a·e).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CreepStep {
    pub(crate) explicit: f64,
    pub(crate) implicit: f64,
    /// What the delayed part gives back.
    pub(crate) recovery: f64,
    /// d⁺ = d + recovery·d + gain·(mean e).
    pub(crate) gain: f64,
}

impl CreepStep {
    pub(crate) fn new(rate: f64, delayed: Option<Delayed>, dt: f64) -> Self {
        let flow = rate * dt;
        let (recovery, gain) = delayed.map_or((0.0, 0.0), |d| {
            let lost = -(-dt / d.time).exp_m1();
            (-lost, d.compliance * lost)
        });
        let a = flow + gain;
        // θ = 1/(1 − exp(−a)) − 1/a, near a = 0 by its series.
        let theta = if a.abs() < 1e-3 {
            0.5 + a / 12.0
        } else {
            -1.0 / (-a).exp_m1() - 1.0 / a
        };
        CreepStep {
            explicit: (1.0 - theta) * a,
            implicit: theta * a,
            recovery,
            gain,
        }
    }

    /// The elastic part at the end for a shape q − r = s, given the parts at the start.
    pub(crate) fn elastic(&self, s: f64, e: f64, delayed: f64) -> f64 {
        (s - self.explicit * e - self.recovery * delayed) / (1.0 + self.implicit)
    }

    /// The delayed part at the end.
    pub(crate) fn delayed(&self, delayed: f64, e: f64, after: f64) -> f64 {
        let a = self.explicit + self.implicit;
        let mean = if a == 0.0 {
            after
        } else {
            (self.explicit * e + self.implicit * after) / a
        };
        delayed + self.recovery * delayed + self.gain * mean
    }
}

impl Creep {
    /// Whether all nodes flow alike, so that flow and motion can be solved as one.
    pub(crate) fn is_uniform(&self) -> bool {
        self.nonlinear.is_none() && !self.rate.varies_in_space()
    }

    /// The step at a rate for an elastic part of a size.
    pub(crate) fn step(&self, rate: f64, size: f64, dt: f64) -> CreepStep {
        let factor = self
            .nonlinear
            .map_or(1.0, |n| (size / n.length).powf(n.exponent - 1.0));
        let rate = rate * if factor.is_finite() { factor } else { 0.0 };
        CreepStep::new(rate, self.delayed, dt)
    }
}

/// Plastic yield with kinematic hardening [TF88, Fig. 4].
#[derive(Clone, Debug)]
pub struct Yield {
    /// What is measured.
    pub measure: Measure,
    /// Beyond this it yields: a length [m] or strain for displacement, else a stress.
    pub limit: Local,
    /// Slope after yield over the elastic slope, w_t/w, from 0 to less than 1.
    pub tangent: f64,
}

/// What must not exceed the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The elastic displacement |e|; in the primary formulation the change of a tensor's entry.
    Displacement,
    /// Von Mises' stress of the spline.
    VonMises,
    /// Tresca's: the largest difference of principal stresses.
    Tresca,
}

impl Yield {
    /// The part of e − b that goes to the reference when its measure is m, and what the centre b of the elastic range takes of
    /// that: Δ = (1 − limit/m)(1 − w_t/w)(e − b), Δb = Δ w_t/(w − w_t).
    pub(crate) fn part(&self, measure: f64, limit: f64) -> (f64, f64) {
        if !(measure > limit) {
            return (0.0, 0.0);
        }
        let part = (1.0 - limit / measure) * (1.0 - self.tangent);
        (part, self.tangent / (1.0 - self.tangent))
    }
}
