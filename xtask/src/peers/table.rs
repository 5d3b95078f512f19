//! Rounds as a Markdown table.

use super::options::Options;
use std::fmt::Write;

/// One run of each program [ns per particle and step].
pub(super) struct Round {
    pub taichi: f64,
    pub plastica: f64,
}

/// A material, with at least one round.
pub(super) struct Row {
    pub material: &'static str,
    pub rounds: Vec<Round>,
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// Of sorted values, at least one; the mean of the two in the middle if their number is even.
fn median(sorted: &[f64]) -> f64 {
    let count = sorted.len();
    0.5 * (sorted[(count - 1) / 2] + sorted[count / 2])
}

pub(super) fn markdown(rows: &[Row], options: &Options) -> String {
    let mut out = String::from(
        "| material | Taichi ns | plastica ns | Taichi / plastica | least | most |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    for Row { material, rounds } in rows {
        let taichi = median(&sorted(rounds.iter().map(|r| r.taichi)));
        let plastica = median(&sorted(rounds.iter().map(|r| r.plastica)));
        let ratios = sorted(rounds.iter().map(|r| r.taichi / r.plastica));
        let (ratio, least, most) = (median(&ratios), ratios[0], ratios[ratios.len() - 1]);
        let _ = writeln!(
            out,
            "| {material} | {taichi:.1} | {plastica:.1} | {ratio:.2} | {least:.2} | {most:.2} |"
        );
    }
    let plural = |count, one: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    };
    let _ = writeln!(
        out,
        "\nNanoseconds per particle and step, {} particles, {}, {} registers. Medians of {}; ratios are taken \
         within a round.",
        u64::from(options.cells).pow(3),
        plural(options.threads, "thread"),
        options.registers.unwrap_or("widest"),
        plural(options.rounds, "round"),
    );
    out
}

#[cfg(test)]
mod tests {
    use super::{Options, Round, Row, markdown, median, sorted};

    fn row(material: &'static str, rounds: &[(f64, f64)]) -> Row {
        let round = |&(taichi, plastica)| Round { taichi, plastica };
        Row {
            material,
            rounds: rounds.iter().map(round).collect(),
        }
    }

    #[test]
    fn the_median_stands_in_the_middle() {
        let middle = |values: &[f64]| median(&sorted(values.iter().copied()));
        assert_eq!(middle(&[7.0]), 7.0);
        assert_eq!(middle(&[9.0, 1.0, 2.0]), 2.0);
        assert_eq!(middle(&[4.0, 1.0, 100.0, 2.0]), 3.0);
    }

    #[test]
    fn ratios_are_of_one_round_and_not_of_medians() {
        // The ratios are 2, 3 and 8; that of the medians, 40 / 20, is only 2.
        let rows = [
            row("sand", &[(40.0, 20.0), (30.0, 10.0), (200.0, 25.0)]),
            row("elastic", &[(10.04, 10.0)]),
        ];
        let options = Options {
            registers: Some("avx2"),
            ..Options::default()
        };
        let expected = "\
| material | Taichi ns | plastica ns | Taichi / plastica | least | most |
|---|---:|---:|---:|---:|---:|
| sand | 40.0 | 20.0 | 3.00 | 2.00 | 8.00 |
| elastic | 10.0 | 10.0 | 1.00 | 1.00 | 1.00 |

Nanoseconds per particle and step, 512000 particles, 2 threads, avx2 registers. Medians of 3 rounds; ratios are taken within a round.
";
        assert_eq!(markdown(&rows, &options), expected);
    }

    #[test]
    fn one_of_a_kind_has_no_plural() {
        let options = Options {
            threads: 1,
            rounds: 1,
            ..Options::default()
        };
        let text = markdown(&[row("sand", &[(2.0, 1.0)])], &options);
        assert!(
            text.contains("1 thread, widest registers. Medians of 1 round;"),
            "{text}"
        );
    }
}
