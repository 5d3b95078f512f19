//! An axis as asked for, and as fitted to the data.

use super::number::{axis_title, engineering};
use super::ticks::{self, Ticks};
use crate::DrawError;

/// An axis as asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Axis {
    pub(super) label: String,
    pub(super) unit: String,
    /// Whether a prefix of the unit is chosen from the data.
    pub(super) prefixed: bool,
    pub(super) logarithmic: bool,
    pub(super) range: Option<(f64, f64)>,
}

/// An axis as fitted to the data: range in the unit that is shown.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    pub(super) title: String,
    /// From the unit of the data to the unit that is shown.
    factor: f64,
    low: f64,
    high: f64,
    logarithmic: bool,
}

/// Numbers beyond this are left out like infinity: the span of an axis must not overflow.
const LARGEST: f64 = 1e300;
/// Numbers below this count as 0: steps between ticks must not underflow.
const SMALLEST: f64 = 1e-290;
/// A range this much smaller than its values shows rounding errors, not data.
const FLAT: f64 = 1e-9;

impl Axis {
    /// Whether a value can stand on this axis.
    pub(super) fn draws(&self, value: f64) -> bool {
        is_drawable(value, self.logarithmic)
    }

    /// Whether a value is in the range asked for, if one was.
    pub(super) fn shows(&self, value: f64) -> bool {
        self.range
            .is_none_or(|(low, high)| (low..=high).contains(&value))
    }

    /// Fits range and unit to the values; `None` if none of them can be drawn. `margin` is the part
    /// of the range left free at each end that is not 0.
    pub(super) fn fit(
        &self,
        values: impl Iterator<Item = f64>,
        margin: f64,
    ) -> Result<Option<Fitted>, DrawError> {
        let drawable = values.filter(|v| is_drawable(*v, self.logarithmic));
        let ends = drawable.fold(None, |ends: Option<(f64, f64)>, v| {
            let (low, high) = ends.unwrap_or((v, v));
            Some((low.min(v), high.max(v)))
        });
        let Some((mut low, mut high)) = ends else {
            return Ok(None);
        };
        if let Some((asked_low, asked_high)) = self.range {
            self.check_range(asked_low, asked_high)?;
            (low, high) = (asked_low, asked_high);
        }
        let (factor, unit) = self.unit_for(low.abs().max(high.abs()));
        (low, high) = (low * factor, high * factor);
        if self.range.is_none() {
            (low, high) = if self.logarithmic {
                widen_powers(low, high, margin)
            } else {
                widen(low, high, margin)
            };
        }
        let title = axis_title(&self.label, &unit);
        Ok(Some(Fitted {
            title,
            factor,
            low,
            high,
            logarithmic: self.logarithmic,
        }))
    }

    fn check_range(&self, low: f64, high: f64) -> Result<(), DrawError> {
        let ends = [low, high]
            .iter()
            .all(|v| is_drawable(*v, self.logarithmic));
        let wide = high - low > FLAT * low.abs().max(high.abs()).max(SMALLEST / FLAT);
        if ends && wide {
            Ok(())
        } else {
            Err(DrawError::BadRange { low, high })
        }
    }

    fn unit_for(&self, largest: f64) -> (f64, String) {
        if self.prefixed {
            engineering(largest, &self.unit)
        } else {
            (1.0, self.unit.clone())
        }
    }
}

fn is_drawable(value: f64, logarithmic: bool) -> bool {
    value.abs() <= LARGEST && (!logarithmic || value >= SMALLEST)
}

/// A range with free margins; one value alone, or values that differ by rounding, stand in the
/// middle of a range of their own size.
fn widen(low: f64, high: f64, margin: f64) -> (f64, f64) {
    let size = low.abs().max(high.abs());
    if high - low <= FLAT * size || high - low < SMALLEST {
        let half = if size < SMALLEST { 1.0 } else { 0.1 * size };
        let middle = if size < SMALLEST {
            0.0
        } else {
            0.5 * low + 0.5 * high
        };
        return (middle - half, middle + half);
    }
    let free = margin * (high - low);
    (
        if low == 0.0 { low } else { low - free },
        if high == 0.0 { high } else { high + free },
    )
}

/// The same in powers of ten; one value alone gets half a decade on each side.
fn widen_powers(low: f64, high: f64, margin: f64) -> (f64, f64) {
    let decades = (high / low).log10();
    let free = if decades <= FLAT {
        0.5
    } else {
        margin * decades
    };
    (low * 10f64.powf(-free), high * 10f64.powf(free))
}

impl Fitted {
    /// Where a value of the data stands, from 0 at the lower end to 1 at the upper; beyond when
    /// outside the range, `None` if it cannot be drawn.
    pub(super) fn position(&self, value: f64) -> Option<f64> {
        is_drawable(value, self.logarithmic).then(|| self.position_shown(value * self.factor))
    }

    /// The same for a value in the unit that is shown, such as a tick.
    pub(super) fn position_shown(&self, value: f64) -> f64 {
        if self.logarithmic {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Where 0 stands, if it is inside the range and not at its end.
    pub(super) fn zero(&self) -> Option<f64> {
        (!self.logarithmic && self.low < 0.0 && self.high > 0.0).then(|| self.position_shown(0.0))
    }

    /// About `count` ticks.
    pub(super) fn ticks(&self, count: f64) -> Ticks {
        if self.logarithmic {
            ticks::logarithmic(self.low, self.high, count)
        } else {
            ticks::linear(self.low, self.high, count)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(values: &[f64]) -> Fitted {
        Axis::default()
            .fit(values.iter().copied(), 0.05)
            .unwrap()
            .unwrap()
    }

    #[test]
    fn a_range_is_never_empty() {
        for values in [
            &[0.0][..],
            &[3.0],
            &[1.0, 1.0 + 1e-15],
            &[1e-320],
            &[-5.0, -5.0],
            &[1e300, -1e300],
        ] {
            let axis = fitted(values);
            assert!(
                axis.high > axis.low && (axis.high - axis.low).is_finite(),
                "{values:?}"
            );
            assert!(
                (0.0..=1.0).contains(&axis.position(values[0]).unwrap()),
                "{values:?}"
            );
        }
    }

    #[test]
    fn zero_stays_at_the_foot() {
        let axis = fitted(&[0.0, 10.0]);
        assert_eq!(axis.position(0.0), Some(0.0));
        assert!(axis.position(10.0).unwrap() < 1.0);
    }

    #[test]
    fn what_cannot_be_drawn_is_left_out() {
        assert!(
            Axis::default()
                .fit([f64::NAN, f64::INFINITY].into_iter(), 0.05)
                .unwrap()
                .is_none()
        );
        let log = Axis {
            logarithmic: true,
            ..Axis::default()
        };
        assert!(log.fit([0.0, -1.0].into_iter(), 0.05).unwrap().is_none());
        assert_eq!(fitted(&[1.0, 2.0]).position(f64::NAN), None);
    }

    #[test]
    fn ranges_that_make_no_axis_are_refused() {
        for range in [
            (1.0, 1.0),
            (2.0, 1.0),
            (0.0, f64::NAN),
            (0.0, f64::INFINITY),
        ] {
            let axis = Axis {
                range: Some(range),
                ..Axis::default()
            };
            assert!(
                matches!(
                    axis.fit([1.0].into_iter(), 0.0),
                    Err(DrawError::BadRange { .. })
                ),
                "{range:?}"
            );
        }
    }

    #[test]
    fn units_follow_the_data() {
        let axis = Axis {
            label: "stress".into(),
            unit: "Pa".into(),
            prefixed: true,
            ..Axis::default()
        };
        let fitted = axis.fit([0.0, 4e8].into_iter(), 0.0).unwrap().unwrap();
        assert_eq!(fitted.title, "stress [MPa]");
        assert_eq!(fitted.high, 400.0);
    }
}
