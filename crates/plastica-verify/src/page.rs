//! The page docs/verification.md: rows that were just measured, and those it had of cases that were not run.

use plastica_verify::cases;

/// What stands below the table: what is known of the numbers that are missed.
const NOTES: &str = include_str!("notes.md");

/// What stands above the table.
const HEAD: &str = "# Verification

Reference numbers that nobody here chose: closed forms, published tables, published experiments. Written by
`cargo xtask verify`, which runs every case at full resolution; the tests run the same cases smaller
(`cargo test -p plastica-verify`). Each case is a file in `crates/plastica-verify/src/cases`, where the set-up and
the formulas are. A row that says **missed** is a number we do not reach: see the notes below the table.

";

/// The first two lines of the table.
pub(crate) const COLUMNS: &str = "| case | method | quantity | reference | measured | tolerance | verdict |\n|---|---|---|---|---|---|---|\n";

/// The page with new rows by case and method, in the order of the list of cases.
pub(crate) fn merged(old: &str, done: &[(&str, &str, String)]) -> String {
    let (mut rows, mut sources) = (String::new(), String::new());
    for case in cases() {
        let mut lines = String::new();
        for (method, _) in case.runs {
            let new = done
                .iter()
                .find(|(id, by, _)| (*id, by) == (case.id, method));
            match new {
                Some((.., new)) => lines.push_str(new),
                None => {
                    let begins = format!("| {} | {method} |", case.id);
                    let kept = old.lines().filter(|line| line.starts_with(&begins));
                    kept.for_each(|line| lines.extend([line, "\n"]));
                }
            }
        }
        if !lines.is_empty() {
            sources += &format!("- {} {}: {}\n", case.id, case.title, case.source);
        }
        rows += &lines;
    }
    format!("{HEAD}{COLUMNS}{rows}\n{NOTES}\nSources:\n\n{sources}")
}

#[cfg(test)]
mod tests {
    use super::merged;

    #[test]
    fn rows_of_cases_that_were_not_run_stay() {
        let old = "| B01 | mpm | replaced | 1 | 1 | 1 % | holds |\n| B01 | points | kept | 1 | 1 | 1 % | holds |\n";
        let done = [(
            "B01",
            "mpm",
            "| B01 | mpm | new | 1 | 1 | 1 % | holds |\n".into(),
        )];
        let page = merged(old, &done);
        assert!(page.contains("new") && page.contains("kept") && !page.contains("replaced"));
        assert!(page.contains("- B01 ") && !page.contains("- B02 "));
    }
}
