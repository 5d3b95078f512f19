//! The number at the start of a text.

/// The decimal number a text starts with, and its length in bytes. An `e` belongs to it only when
/// digits follow, so that `2 e` and `3eV` leave their letters alone.
pub(crate) fn leading_number(text: &str) -> Option<(f64, usize)> {
    let bytes = text.as_bytes();
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = digits(bytes, sign);
    let mut end = sign + whole;
    let mut mantissa = whole;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits(bytes, end + 1);
        mantissa += fraction;
        end += 1 + fraction;
    }
    if mantissa == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let exponent_sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(bytes, end + 1 + exponent_sign);
        if exponent > 0 {
            end += 1 + exponent_sign + exponent;
        }
    }
    Some((text[..end].parse().ok()?, end))
}

fn digits(bytes: &[u8], from: usize) -> usize {
    bytes
        .iter()
        .skip(from)
        .take_while(|b| b.is_ascii_digit())
        .count()
}

#[cfg(test)]
mod tests {
    use super::leading_number;

    #[test]
    fn numbers_end_where_they_should() {
        assert_eq!(leading_number("1.2e3 kg"), Some((1200.0, 5)));
        assert_eq!(leading_number("-.5x"), Some((-0.5, 3)));
        assert_eq!(leading_number("3.m"), Some((3.0, 2)));
        assert_eq!(leading_number("2e"), Some((2.0, 1)));
        assert_eq!(leading_number("2e+"), Some((2.0, 1)));
        assert_eq!(leading_number("."), None);
        assert_eq!(leading_number("-x"), None);
        assert_eq!(leading_number(""), None);
    }
}
