//! Rounds as Markdown tables.

use super::options::{DELAUNAY, MPM, Options, POINTS};
use std::fmt::Write;

/// One run of each program [ns per particle and step].
pub(super) struct Round {
    pub peer: f64,
    pub plastica: f64,
}

/// A material, with at least one round.
pub(super) struct Row {
    pub material: &'static str,
    pub rounds: Vec<Round>,
}

/// A solver of SPlisHSPlasH on so many threads.
pub(super) struct SolverRow {
    pub solver: &'static str,
    pub threads: u32,
    /// At least one, or why there is none.
    pub rounds: Result<Vec<Round>, String>,
    /// Its largest step, as a share of the time in which a wave crosses a spacing; none if nobody found it.
    pub largest: Option<Largest>,
}

#[derive(Clone, Copy)]
pub(super) struct Largest {
    pub courant: f64,
    /// Nothing longer was tried.
    pub longest: bool,
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

/// Medians of both programs and of their ratio, the least and the most ratio. A unit has so many nanoseconds.
fn numbers(rounds: &[Round], unit: f64) -> String {
    let peer = median(&sorted(rounds.iter().map(|r| r.peer))) / unit;
    let plastica = median(&sorted(rounds.iter().map(|r| r.plastica))) / unit;
    let ratios = sorted(rounds.iter().map(|r| r.peer / r.plastica));
    let (ratio, least, most) = (median(&ratios), ratios[0], ratios[ratios.len() - 1]);
    let digits = if unit > 1.0 { 2 } else { 1 };
    format!("{peer:.digits$} | {plastica:.digits$} | {ratio:.2} | {least:.2} | {most:.2}")
}

fn plural(count: u32, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    }
}

pub(super) fn markdown(rows: &[Row], threads: u32, options: &Options) -> String {
    let mut out = String::from(
        "| material | Taichi ns | plastica ns | Taichi / plastica | least | most |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    for Row { material, rounds } in rows {
        let _ = writeln!(out, "| {material} | {} |", numbers(rounds, 1.0));
    }
    let _ = writeln!(
        out,
        "\nNanoseconds per particle and step, {} particles, {}, {} registers. Medians of {}; ratios are taken \
         within a round.",
        u64::from(options.cells(&MPM)).pow(3),
        plural(threads, "thread"),
        options.simd.unwrap_or("widest"),
        plural(options.rounds, "round"),
    );
    out
}

pub(super) fn solvers(rows: &[SolverRow], options: &Options) -> String {
    let mut out = String::from(
        "| SPlisHSPlasH | threads | its µs | plastica µs | SPlisHSPlasH / plastica | least | most | its largest step |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        let numbers = match &row.rounds {
            Ok(rounds) => numbers(rounds, 1e3),
            Err(_) => "failed | – | – | – | –".into(),
        };
        let largest = match row.largest {
            None => "–".into(),
            Some(Largest { courant, .. }) if courant <= 0.0 => "none".into(),
            Some(Largest { courant, longest }) => {
                format!("{}{courant}", if longest { "≥ " } else { "" })
            }
        };
        let _ = writeln!(
            out,
            "| {} | {} | {numbers} | {largest} |",
            row.solver, row.threads
        );
    }
    let _ = writeln!(
        out,
        "\nMicroseconds per particle and step of an elastic cube of {} points, {} registers, steps of 0.2 spacings per \
         wave speed on both sides. Medians of {}; ratios are taken within a round. Implicit solvers may take larger \
         steps: the last column has the largest of 0.0125, 0.025, ... spacings per wave speed at which 4096 particles \
         fell and rebounded for 0.1 s without gaining energy.",
        u64::from(options.cells(&POINTS)).pow(3),
        options.simd.unwrap_or("widest"),
        plural(options.rounds, "round"),
    );
    for row in rows {
        if let Err(error) = &row.rounds {
            let (solver, threads) = (row.solver, plural(row.threads, "thread"));
            let _ = writeln!(out, "\n{solver} on {threads} failed: {error}");
        }
    }
    out
}

/// Triangulations of one kind of points.
pub(super) struct PointsRow {
    pub peer: &'static str,
    pub points: &'static str,
    /// At least one, or why there is none [ns in all].
    pub rounds: Result<Vec<Round>, String>,
}

pub(super) fn points(rows: &[PointsRow], options: &Options) -> String {
    let mut out = String::from(
        "| beside | points | its s | plastica s | it / plastica | least | most |\n\
         |---|---|---:|---:|---:|---:|---:|\n",
    );
    for PointsRow {
        peer,
        points,
        rounds,
    } in rows
    {
        let numbers = match rounds {
            Ok(rounds) => numbers(rounds, 1e9),
            Err(_) => "failed | – | – | – | –".into(),
        };
        let _ = writeln!(out, "| {peer} | {points} | {numbers} |");
    }
    let _ = writeln!(
        out,
        "\nSeconds for the Delaunay triangulation of {} points on 1 thread, each the least of two or three times. Medians of \
         {}; ratios are taken within a round.",
        u64::from(options.cells(&DELAUNAY)).pow(3),
        plural(options.rounds, "round"),
    );
    for row in rows {
        if let Err(error) = &row.rounds {
            let _ = writeln!(
                out,
                "\n{} failed on {} points: {error}",
                row.peer, row.points
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{
        Largest, Options, PointsRow, Round, Row, SolverRow, markdown, median, points, solvers,
        sorted,
    };

    fn row(material: &'static str, rounds: &[(f64, f64)]) -> Row {
        let round = |&(peer, plastica)| Round { peer, plastica };
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
            simd: Some("avx2"),
            ..Options::default()
        };
        let expected = "\
| material | Taichi ns | plastica ns | Taichi / plastica | least | most |
|---|---:|---:|---:|---:|---:|
| sand | 40.0 | 20.0 | 3.00 | 2.00 | 8.00 |
| elastic | 10.0 | 10.0 | 1.00 | 1.00 | 1.00 |

Nanoseconds per particle and step, 512000 particles, 2 threads, avx2 registers. Medians of 3 rounds; ratios are taken within a round.
";
        assert_eq!(markdown(&rows, 2, &options), expected);
    }

    #[test]
    fn one_of_a_kind_has_no_plural() {
        let options = Options {
            rounds: 1,
            ..Options::default()
        };
        let text = markdown(&[row("sand", &[(2.0, 1.0)])], 1, &options);
        assert!(
            text.contains("1 thread, widest registers. Medians of 1 round;"),
            "{text}"
        );
    }

    #[test]
    fn triangulations_are_counted_in_seconds() {
        let row = |points, rounds| PointsRow {
            peer: "CGAL",
            points,
            rounds,
        };
        let round = Round {
            peer: 9e8,
            plastica: 4.5e8,
        };
        let rows = [
            row("random", Ok(vec![round])),
            row("lattice", Err("no network".into())),
        ];
        let text = points(&rows, &Options::default());
        for line in [
            "| CGAL | random | 0.90 | 0.45 | 2.00 | 2.00 | 2.00 |",
            "| CGAL | lattice | failed | – | – | – | – |",
            "CGAL failed on lattice points: no network",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}: {text}");
        }
    }

    #[test]
    fn a_solver_that_failed_says_why_and_leaves_the_others() {
        let solver = |threads, rounds, largest| SolverRow {
            solver: "Becker 2009, WCSPH",
            threads,
            rounds,
            largest,
        };
        let round = Round {
            peer: 5000.0,
            plastica: 1250.0,
        };
        let largest = |courant, longest| Some(Largest { courant, longest });
        let rows = [
            solver(1, Ok(vec![round]), largest(6.4, true)),
            solver(2, Err("no floor".into()), largest(0.4, false)),
        ];
        let text = solvers(&rows, &Options::default());
        for line in [
            "| Becker 2009, WCSPH | 1 | 5.00 | 1.25 | 4.00 | 4.00 | 4.00 | ≥ 6.4 |",
            "| Becker 2009, WCSPH | 2 | failed | – | – | – | – | 0.4 |",
            "Becker 2009, WCSPH on 2 threads failed: no floor",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}: {text}");
        }
        assert!(text.contains("cube of 50653 points"), "{text}");
    }
}
