//! Where an axis has its ticks and what stands beside them.

use super::number::{fixed, power_of_ten};

/// The ticks of one axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ticks {
    /// Value and label, in rising order.
    pub(super) major: Vec<(f64, String)>,
    /// Values without labels, between.
    pub(super) minor: Vec<f64>,
    /// A power of ten common to all labels; 0 for none.
    pub(super) exponent: i32,
}

/// The step among 1, 2 and 5 times a power of ten that cuts `span` into at most about `count`
/// parts.
pub(crate) fn nice_step(span: f64, count: f64) -> f64 {
    let rough = span / count;
    let power = 10f64.powf(rough.log10().floor());
    // A step a little smaller than asked for is better than one twice as large.
    let nice = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|m| m * power >= rough * 0.999);
    nice.unwrap_or(10.0) * power
}

/// Ticks at multiples of a nice step. `low < high`, both finite.
pub(super) fn linear(low: f64, high: f64, count: f64) -> Ticks {
    let step = nice_step(high - low, count.max(1.0));
    // Rounding must not lose a tick that falls on the end of the axis.
    const SLACK: f64 = 1e-9;
    let first = (low / step - SLACK).ceil();
    let last = (high / step + SLACK).floor();
    let exponent = common_exponent(low.abs().max(high.abs()), step);
    let unit = 10f64.powi(exponent);
    let decimals = (-(step / unit).log10() - SLACK).ceil().clamp(0.0, 12.0) as usize;
    let values = (0..=(last - first) as i64).map(|k| (first + k as f64) * step);
    let major = values
        .map(|value| (value, fixed(value / unit, decimals)))
        .collect();
    Ticks {
        major,
        minor: Vec::new(),
        exponent,
    }
}

/// Values and labels of ticks at multiples of a nice step, and the power of ten that the labels share.
pub(crate) fn linear_ticks(low: f64, high: f64, count: f64) -> (Vec<(f64, String)>, i32) {
    let ticks = linear(low, high, count);
    (ticks.major, ticks.exponent)
}

/// Labels of up to five digits and three decimals need no common power of ten; others get one that
/// is a multiple of three, as SI prefixes are.
fn common_exponent(largest: f64, step: f64) -> i32 {
    let many_decimals = largest < 0.1 && step < 0.9e-3;
    if largest < 1e5 && !many_decimals {
        0
    } else {
        3 * (largest.log10() / 3.0).floor() as i32
    }
}

/// Ticks at powers of ten, with 2 to 9 between them. `0 < low < high`, both finite.
pub(super) fn logarithmic(low: f64, high: f64, count: f64) -> Ticks {
    const SLACK: f64 = 1e-9;
    let first = (low.log10() - SLACK).ceil() as i32;
    let last = (high.log10() + SLACK).floor() as i32;
    if last - first < 1 {
        return within_a_decade(low, high, count);
    }
    // Many decades: label every second, third, … one.
    let stride = (f64::from(last - first + 1) / count.max(2.0))
        .ceil()
        .max(1.0) as i32;
    let major: Vec<(f64, String)> = (first..=last)
        .filter(|e| e % stride == 0)
        .map(|e| (10f64.powi(e), power_of_ten(e)))
        .collect();
    let minor = if stride == 1 {
        between_decades(low, high, first, last)
    } else {
        Vec::new()
    };
    Ticks {
        major,
        minor,
        exponent: 0,
    }
}

fn between_decades(low: f64, high: f64, first: i32, last: i32) -> Vec<f64> {
    let multiples = |e: i32| (2..10).map(move |m| f64::from(m) * 10f64.powi(e));
    (first - 1..=last)
        .flat_map(multiples)
        .filter(|v| (low..=high).contains(v))
        .collect()
}

/// Powers of ten are too far apart here: 1, 2 and 5 of each decade, or else evenly spaced numbers.
fn within_a_decade(low: f64, high: f64, count: f64) -> Ticks {
    let decade = low.log10().floor() as i32;
    let values = (decade..=decade + 1).flat_map(|e| [1.0, 2.0, 5.0].map(|m| m * 10f64.powi(e)));
    let inside: Vec<f64> = values.filter(|v| (low..=high).contains(v)).collect();
    if inside.len() < 2 {
        return linear(low, high, count);
    }
    let exponent = common_exponent(high, low);
    let unit = 10f64.powi(exponent);
    let decimals = (exponent - decade).max(0) as usize;
    let label = |value: f64| (value, fixed(value / unit, decimals));
    let minor = between_decades(low, high, decade, decade + 1);
    Ticks {
        major: inside.into_iter().map(label).collect(),
        minor,
        exponent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &Ticks) -> Vec<&str> {
        ticks
            .major
            .iter()
            .map(|(_, label)| label.as_str())
            .collect()
    }

    #[test]
    fn steps_are_one_two_or_five() {
        assert_eq!(nice_step(1.0, 10.0), 0.1);
        assert_eq!(nice_step(1.0, 6.0), 0.2);
        assert_eq!(nice_step(7.0, 6.0), 2.0);
        assert_eq!(nice_step(4e8, 5.0), 1e8);
    }

    #[test]
    fn labels_have_as_many_decimals_as_the_step_needs() {
        assert_eq!(
            labels(&linear(0.0, 1.0, 5.0)),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(
            labels(&linear(-10.0, 10.0, 4.0)),
            ["−10", "−5", "0", "5", "10"]
        );
        assert_eq!(labels(&linear(0.0, 0.1, 2.0)), ["0.00", "0.05", "0.10"]);
    }

    #[test]
    fn large_and_small_numbers_share_a_power_of_ten() {
        let large = linear(0.0, 4e8, 4.0);
        assert_eq!(
            (large.exponent, labels(&large)),
            (6, vec!["0", "100", "200", "300", "400"])
        );
        let small = linear(0.0, 3e-5, 3.0);
        assert_eq!(
            (small.exponent, labels(&small)),
            (-6, vec!["0", "10", "20", "30"])
        );
        let strain = linear(-2e-3, 2e-3, 4.0);
        assert_eq!(
            (strain.exponent, labels(&strain)),
            (0, vec!["−0.002", "−0.001", "0.000", "0.001", "0.002"])
        );
        assert_eq!(linear(-2e-3, 2e-3, 8.0).exponent, -3);
    }

    #[test]
    fn ticks_stay_inside_for_odd_ranges() {
        for (low, high) in [
            (-1e-290, 1e-290),
            (1e9, 1e9 + 10.0),
            (-3e299, 2e300),
            (0.1, 0.3),
        ] {
            let ticks = linear(low, high, 6.0);
            assert!(
                (1..=20).contains(&ticks.major.len()),
                "{low} {high}: {ticks:?}"
            );
            let slack = 1e-6 * (high - low);
            assert!(
                ticks
                    .major
                    .iter()
                    .all(|(v, _)| (low - slack..=high + slack).contains(v))
            );
        }
    }

    #[test]
    fn logarithmic_axes_tick_at_powers_of_ten() {
        let ticks = logarithmic(5e-3, 2e1, 8.0);
        assert_eq!(labels(&ticks), ["10⁻²", "10⁻¹", "10⁰", "10¹"]);
        assert!(ticks.minor.contains(&6e-3) && ticks.minor.contains(&2e1));
        assert_eq!(logarithmic(1e-30, 1e30, 6.0).major.len(), 5);
        assert_eq!(labels(&logarithmic(1.5, 7.0, 6.0)), ["2", "5"]);
        assert!(logarithmic(3.1, 3.9, 6.0).major.len() >= 3);
    }
}
