//! Numbers as people read them.

/// A factor and a prefixed unit in which values up to `largest` (in `unit`) read well:
/// `engineering(4e8, "Pa")` is `(1e-6, "MPa")`, and a value times the factor is in that unit.
///
/// The unit must be one that takes prefixes, to the first power: pure numbers ("1", "") and units
/// that start with a number ("1/s") come back as they are, and so does anything for 0 or NaN.
pub fn engineering(largest: f64, unit: &str) -> (f64, String) {
    const PREFIXES: [(i32, &str); 10] = [
        (12, "T"),
        (9, "G"),
        (6, "M"),
        (3, "k"),
        (0, ""),
        (-3, "m"),
        (-6, "µ"),
        (-9, "n"),
        (-12, "p"),
        (-15, "f"),
    ];
    let takes_prefix = unit.chars().next().is_some_and(char::is_alphabetic);
    let size = largest.abs();
    if !takes_prefix || !size.is_finite() || size == 0.0 {
        return (1.0, unit.to_string());
    }
    // Values just below a power of 1000 are left in the smaller unit: 999.9 kPa, not 1 MPa.
    let fitting = PREFIXES
        .iter()
        .find(|(power, _)| size >= 10f64.powi(*power));
    let (power, prefix) = fitting.unwrap_or(&PREFIXES[PREFIXES.len() - 1]);
    (10f64.powi(-power), format!("{prefix}{unit}"))
}

/// "Cauchy stress [MPa]", without brackets for a pure number.
pub(crate) fn axis_title(label: &str, unit: &str) -> String {
    match (label, unit) {
        (label, "" | "1") => label.to_string(),
        ("", unit) => format!("[{unit}]"),
        (label, unit) => format!("{label} [{unit}]"),
    }
}

/// With so many decimals and a true minus sign; never "−0".
pub(super) fn fixed(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_string(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// 10 to a power, with raised digits.
pub(super) fn power_of_ten(exponent: i32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |c: char| c.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]);
    let digits: String = exponent.to_string().chars().map(raise).collect();
    format!("10{digits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_get_the_prefix_that_reads_best() {
        assert_eq!(engineering(4e8, "Pa"), (1e-6, "MPa".into()));
        assert_eq!(engineering(-1.5e3, "Pa"), (1e-3, "kPa".into()));
        assert_eq!(engineering(999.9, "Pa"), (1.0, "Pa".into()));
        assert_eq!(engineering(117e9, "Pa").1, "GPa");
        assert_eq!(engineering(8e-5, "s"), (1e6, "µs".into()));
        assert_eq!(engineering(1e-30, "m").1, "fm");
        assert_eq!(engineering(1e20, "m").1, "Tm");
    }

    #[test]
    fn what_takes_no_prefix_stays() {
        for (largest, unit) in [
            (1e6, "1"),
            (1e6, ""),
            (1e6, "1/s"),
            (1e6, "°"),
            (0.0, "Pa"),
            (f64::NAN, "Pa"),
        ] {
            assert_eq!(engineering(largest, unit), (1.0, unit.to_string()));
        }
    }

    #[test]
    fn signs_and_powers_are_typeset() {
        assert_eq!(fixed(-1.5, 1), "−1.5");
        assert_eq!(fixed(-0.001, 1), "0.0");
        assert_eq!(power_of_ten(-12), "10⁻¹²");
        assert_eq!(axis_title("strain", "1"), "strain");
        assert_eq!(axis_title("stress", "MPa"), "stress [MPa]");
    }
}
