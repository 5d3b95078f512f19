//! Beams that swing: what B12 and P03 share.

use std::f64::consts::PI;

/// βL of the first mode of a beam that is clamped at one end.
const FIRST: f64 = 1.875_104_068_711_961;

/// The shape of that mode at a share of the length, 1 at the tip; nothing moves behind the clamp.
pub(super) fn mode(share: f64) -> f64 {
    let shape = |s: f64| {
        let k = FIRST * s;
        (FIRST.cos() + FIRST.cosh()) * (k.cosh() - k.cos())
            + (FIRST.sin() - FIRST.sinh()) * (k.sinh() - k.sin())
    };
    shape(share.max(0.0)) / shape(1.0)
}

/// Period [s] of the first mode of a slender beam: 2π/ω, ω = (βL)² √(stiffness / line density) / L².
pub(super) fn slender_period(length: f64, stiffness: f64, line_density: f64) -> f64 {
    2.0 * PI * length * length / (FIRST * FIRST) * (line_density / stiffness).sqrt()
}

/// A beam with shear and rotary inertia (Timoshenko).
pub(super) struct Beam {
    /// [m]
    pub(super) length: f64,
    /// EI [N m²]
    pub(super) bending: f64,
    /// κGA [N]
    pub(super) shear: f64,
    /// ρA [kg/m]
    pub(super) mass: f64,
    /// ρI [kg m]
    pub(super) inertia: f64,
}

impl Beam {
    /// Period of the first mode [s]: the smallest ω at which a solution of
    ///
    /// w' = φ + V/κGA,  φ' = M/EI,  M' = −V − ρIω²φ,  V' = −ρAω²w
    ///
    /// with w = φ = 0 at the clamp can have M = V = 0 at the tip.
    pub(super) fn period(&self) -> f64 {
        let slender = 2.0 * PI / slender_period(self.length, self.bending, self.mass);
        let (mut low, mut high) = (0.3 * slender, 1.1 * slender);
        let sign = self.at_tip(low) > 0.0;
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            match (self.at_tip(middle) > 0.0) == sign {
                true => low = middle,
                false => high = middle,
            }
        }
        2.0 * PI / low
    }

    /// Determinant of M and V at the tip over those at the clamp.
    fn at_tip(&self, omega: f64) -> f64 {
        let square = omega * omega;
        let slope = |[w, phi, m, v]: [f64; 4]| {
            [
                phi + v / self.shear,
                m / self.bending,
                -v - self.inertia * square * phi,
                -self.mass * square * w,
            ]
        };
        let steps = 1000;
        let h = self.length / f64::from(steps);
        let end = |mut y: [f64; 4]| {
            let add = |y: [f64; 4], k: [f64; 4], by: f64| -> [f64; 4] {
                std::array::from_fn(|i| y[i] + by * k[i])
            };
            for _ in 0..steps {
                let a = slope(y);
                let b = slope(add(y, a, 0.5 * h));
                let c = slope(add(y, b, 0.5 * h));
                let d = slope(add(y, c, h));
                y = std::array::from_fn(|i| {
                    y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i])
                });
            }
            [y[2], y[3]]
        };
        // Unknown M and V at the clamp, of like size.
        let first = end([0.0, 0.0, self.length, 0.0]);
        let second = end([0.0, 0.0, 0.0, 1.0]);
        first[0] * second[1] - first[1] * second[0]
    }
}

/// Times at which a number passes through zero.
#[derive(Default)]
pub(super) struct Crossings {
    last: Option<(f64, f64)>,
    pub(super) times: Vec<f64>,
}

impl Crossings {
    pub(super) fn see(&mut self, time: f64, value: f64) {
        if let Some((before, old)) = self.last
            && old * value < 0.0
        {
            self.times
                .push(before + (time - before) * old / (old - value));
        }
        self.last = Some((time, value));
    }

    /// Twice the mean time between them; NaN for fewer than two.
    pub(super) fn period(&self) -> f64 {
        let halves = self.times.len().saturating_sub(1);
        match halves {
            0 => f64::NAN,
            _ => 2.0 * (self.times[halves] - self.times[0]) / halves as f64,
        }
    }
}
