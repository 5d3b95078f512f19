//! Text of others on a terminal: nothing of it may steer the terminal, or fill it.

use std::borrow::Cow;

/// Characters of a quoted text beyond which its middle is left out.
const LONGEST: usize = 1200;

/// Without what would move the cursor, change colours or turn text around: such characters become their escapes, as in
/// JSON. Line breaks and tabs stay.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.chars().any(steers) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match steers(c) {
            true => plain.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// Control characters, and those that turn the direction of writing.
fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && !matches!(c, '\n' | '\t' | '\r'))
}

/// Without its middle if it is very long.
pub fn brief(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST {
        return Cow::Borrowed(text);
    }
    let start = text.floor_char_boundary(LONGEST * 2 / 3);
    let end = text.ceil_char_boundary(text.len() - LONGEST / 3);
    Cow::Owned(format!("{} … {}", &text[..start], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_a_terminal() {
        let told = harmless("a\u{1b}[31mred\u{7}\u{9b}\u{202e}z\n\tä");
        assert_eq!(told, "a\\u001b[31mred\\u0007\\u009b\\u202ez\n\tä");
        assert!(matches!(harmless("plain äöü 漢\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn long_texts_lose_their_middle() {
        let long = format!("<{}>", "ä".repeat(1_000_000));
        let told = brief(&long);
        assert!(told.len() < 1300 && told.starts_with("<ä") && told.ends_with("ä>"));
        assert_eq!(brief("short"), "short");
    }
}
