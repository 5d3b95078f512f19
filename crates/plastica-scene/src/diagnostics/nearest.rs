//! The nearest valid spelling.

/// The candidate most like a word, if one is like it at all. Case and the sign between words
/// (`-`, `_`, space) do not count.
pub fn nearest<'a, S: AsRef<str>>(word: &str, candidates: &'a [S]) -> Option<&'a str> {
    // A word of thousands of letters is no misspelling, and comparing it would be slow.
    if word.len() > 100 {
        return None;
    }
    let plain = plain(word);
    // One slip in three letters, and always one when there are two letters.
    let most = (plain.chars().count() / 3).max(usize::from(plain.chars().count() > 1));
    candidates
        .iter()
        .map(|c| c.as_ref())
        .map(|c| (strsim::damerau_levenshtein(&plain, &self::plain(c)), c))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, c)| (*distance, c.len().abs_diff(word.len())))
        .map(|(_, c)| c)
}

fn plain(word: &str) -> String {
    word.to_lowercase().replace(['-', ' '], "_")
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_found_and_other_words_are_not() {
        let words = ["radius", "thickness", "von-mises", "mpm", "fem"];
        assert_eq!(nearest("raduis", &words), Some("radius"));
        assert_eq!(nearest("Thicknes", &words), Some("thickness"));
        assert_eq!(nearest("von_mises", &words), Some("von-mises"));
        assert_eq!(nearest("mpn", &words), Some("mpm"));
        assert_eq!(nearest("weight", &words), None);
        assert_eq!(nearest("", &words), None);
    }
}
