//! A boundary that moves without a change of volume.

use super::complex::{Complex, Kind};
use super::{Balance, Skin};
use plastica_tensor::Vec3;

/// Vertices of the boundary go where the volume stays: it is linear in the place of each, so that a plane is left to it.
/// Those of creases keep to the crease as well, and corners stay.
#[derive(Clone, Copy, Debug)]
pub struct Conserved {
    /// A step out of the way that was asked for is at most so long [m].
    pub reach: f64,
}

impl Skin for Conserved {
    fn slide(&self, complex: &Complex, v: u32, to: Vec3<f64>) -> Option<Vec3<f64>> {
        let from = complex.place(v);
        let fan = complex.fan(v);
        // Six times the gradient of the volume.
        let slope = fan
            .iter()
            .fold(Vec3::zero(), |sum, f| sum + complex.area(*f));
        let square = slope.norm_squared();
        if !(square > 0.0) {
            return None;
        }
        let level = |step: Vec3<f64>| step - slope.scale(slope.dot(step) / square);
        let step = to - from;
        match complex.kind(v) {
            Kind::Corner => None,
            Kind::Crease => {
                let mut ends = fan
                    .iter()
                    .map(|f| f[1])
                    .filter(|w| complex.kind(*w) >= Kind::Crease);
                let (a, b) = (ends.next()?, ends.next()?);
                let along = level(complex.place(b) - complex.place(a));
                let size = along.norm_squared();
                (size > 0.0).then(|| from + along.scale(along.dot(step) / size))
            }
            _ => Some(from + level(step)),
        }
    }

    fn merge(
        &self,
        complex: &Complex,
        v: u32,
        to: Vec3<f64>,
        balance: Balance,
    ) -> Option<Vec3<f64>> {
        let step = balance
            .slope
            .scale(-balance.gain / balance.slope.norm_squared().max(f64::MIN_POSITIVE));
        let reach = if complex.kind(v) == Kind::Corner {
            1e-6 * self.reach
        } else {
            self.reach
        };
        (step.norm() <= reach).then(|| to + step)
    }
}
