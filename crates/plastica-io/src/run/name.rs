//! Names that every file system takes.

use twox_hash::XxHash3_64;

/// Longest name kept as it is [bytes]; the shortest limit of common file systems is 255 with endings.
const LONGEST: usize = 80;

/// Names that mean devices on Windows, with any ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A file name, without ending, for a name that a user chose. Letters, digits, `-`, `_` and inner
/// spaces and dots stay; a name that had to be changed gets a digest, so that two names never share a
/// file (on file systems that tell upper from lower case).
pub fn safe_name(name: &str) -> String {
    let mut safe = String::new();
    for c in name.chars() {
        let kept = c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '.');
        let c = if kept { c } else { '_' };
        if safe.len() + c.len_utf8() > LONGEST {
            break;
        }
        safe.push(c);
    }
    let trimmed = safe.trim_matches([' ', '.']);
    let stem = trimmed
        .split('.')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_lowercase();
    let port = |prefix| {
        stem.strip_prefix(prefix)
            .is_some_and(|n: &str| n.chars().count() == 1)
    };
    let device = DEVICES.contains(&stem.as_str()) || port("com") || port("lpt");
    // A name that looks like a changed one is changed too, so that it cannot be taken for it.
    if trimmed == name && !name.is_empty() && !device && !ends_like_a_digest(name) {
        return name.to_owned();
    }
    let front = if device || trimmed.is_empty() {
        "probe"
    } else {
        trimmed
    };
    format!("{front}~{:016x}", XxHash3_64::oneshot(name.as_bytes())).replace('~', "-")
}

fn ends_like_a_digest(name: &str) -> bool {
    name.rsplit_once('-').is_some_and(|(_, end)| {
        end.len() == 16
            && end
                .bytes()
                .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    })
}

#[cfg(test)]
mod tests {
    use super::safe_name;
    use std::collections::BTreeSet;

    #[test]
    fn plain_names_stay() {
        for name in [
            "tip",
            "Left grip",
            "probe_3",
            "größe",
            "v1.2",
            "com",
            "console",
        ] {
            assert_eq!(safe_name(name), name);
        }
    }

    #[test]
    fn no_two_names_share_a_file_and_none_leaves_its_directory() {
        let long = "x".repeat(500);
        let names = [
            "",
            ".",
            "..",
            "...",
            " ",
            "/",
            "\\",
            "a/b",
            "a\\b",
            "a_b",
            "a:b",
            "a*b",
            "../../etc/passwd",
            "nul",
            "NUL",
            "Con.txt",
            "com1",
            "lpt9",
            "tip ",
            " tip",
            "tip",
            "tip.",
            "a\nb",
            "a\0b",
            &long,
            &format!("{long}y"),
            "größe",
            "?",
        ];
        let mut all: Vec<String> = names.iter().map(|n| safe_name(n)).collect();
        // A user may choose a name that we made.
        all.extend(
            names
                .iter()
                .map(|n| safe_name(&safe_name(n)))
                .filter(|n| !names.contains(&n.as_str())),
        );
        let once: BTreeSet<&String> = all[..names.len()].iter().collect();
        assert_eq!(once.len(), names.len());
        for name in &all {
            assert!(!name.is_empty() && name.len() < 120, "{name}");
            assert!(
                !name.contains(['/', '\\', ':', '*', '?', '\0', '\n']),
                "{name}"
            );
            assert!(
                !name.starts_with(['.', ' ']) && !name.ends_with(['.', ' ']),
                "{name}"
            );
        }
    }
}
