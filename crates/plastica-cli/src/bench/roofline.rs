//! How near every case comes to what the machine can do, as a picture and a table.

use super::arguments::Plan;
use super::limits::{self, Limits};
use super::{Measured, cases};
use crate::{Failure, files};
use plastica_draw::plot::Plot;
use plastica_scene::method::bench::{Answer, Asked, Bench, Choices, Work};
use std::fmt::Write;
use std::path::Path;

/// Operations per byte, from the left to the right of the picture.
const RANGE: (f64, f64) = (2.0, 40.0);

/// Measures the cases of every word of the bench's option on the present pool, and draws a roofline.
pub(super) fn draw(plan: &Plan, file: &Path) -> Result<(), Failure> {
    let measured = sweep(plan)?;
    let counted: Vec<(&Measured, &Work)> = (measured.iter())
        .filter_map(|case| Some((case, case.work.as_ref()?)))
        .collect();
    let Some((first, work)) = counted.first() else {
        return Err(Failure::Work("no work was counted".into()));
    };
    let limits = limits::measure(work.level);
    let most = limits.arithmetic / work.number_size();
    let title = format!(
        "{}, {} {}s, {} threads",
        plan.method, first.points, first.point, plan.threads
    );
    let picture = picture(title, &counted, limits, most).png();
    let picture = picture.map_err(|error| Failure::Work(error.to_string()))?;
    plastica_io::write_bytes(file, &picture)?;
    files::print(&table(&counted, limits, most))
}

/// The cases of all words of the option that a roofline goes through.
fn sweep(plan: &Plan) -> Result<Vec<Measured>, Failure> {
    let counted = plan.benches.iter().find_map(|(bench, asked)| {
        let option = bench.roofline?;
        Some((*bench, asked, option))
    });
    let Some((bench, asked, option)) = counted else {
        let reason = "what --only chooses has no roofline: leave out --roofline";
        return Err(Failure::Input(reason.into()));
    };
    let mut measured = Vec::new();
    for word in words(bench, option) {
        let mut asked: Asked = asked.clone();
        asked.set(option, Answer::Word(word));
        measured.extend(cases(bench, &asked, plan)?);
    }
    Ok(measured)
}

fn words(bench: &Bench, option: &str) -> Vec<&'static str> {
    let option = bench.options.iter().find(|other| other.name == option);
    match option.map(|option| option.takes) {
        Some(Choices::Words { words, .. }) => words.iter().map(|(word, _)| *word).collect(),
        _ => Vec::new(),
    }
}

fn picture(title: String, counted: &[(&Measured, &Work)], limits: Limits, most: f64) -> Plot {
    let roof = |x: f64| (x * limits.bandwidth).min(most);
    let corner = most / limits.bandwidth;
    let mut plot = Plot::new(title)
        .x_axis("operations per byte", "")
        .y_axis("operations", "10⁹/s")
        .log_x()
        .log_y()
        .x_range(RANGE.0, RANGE.1)
        .dashed(
            format!("limit: {:.0} GB/s, {most:.0} GFLOP/s", limits.bandwidth),
            [RANGE.0, corner, RANGE.1].map(|x| (x, roof(x))),
        );
    for (case, work) in counted {
        let (operations, ns) = (work.all_operations(), case.per_point(case.median()));
        plot = plot.dots(
            case.name.clone(),
            [(operations / work.bytes, operations / ns)],
        );
    }
    plot
}

fn table(counted: &[(&Measured, &Work)], limits: Limits, most: f64) -> String {
    let parts: Vec<&str> = (counted.iter().take(1))
        .flat_map(|(_, work)| work.operations.iter().map(|(part, _)| *part))
        .collect();
    let mut table = format!(
        "| case | ns | operations: {} | GFLOP/s | of {most:.0} | bytes | GB/s | of {:.0} |\n|---|---:|{}---:|---:|---:|---:|---:|\n",
        parts.join(" | "),
        limits.bandwidth,
        "---:|".repeat(parts.len())
    );
    for (case, work) in counted {
        let ns = case.per_point(case.median());
        let (rate, traffic) = (work.all_operations() / ns, work.bytes / ns);
        let counts: Vec<String> = (work.operations.iter())
            .map(|(_, count)| format!("{count:.0}"))
            .collect();
        let _ = writeln!(
            table,
            "| {} | {ns:.1} | {} | {rate:.1} | {:.0} % | {:.0} | {traffic:.1} | {:.0} % |",
            case.name,
            counts.join(" | "),
            100.0 * rate / most,
            work.bytes,
            100.0 * traffic / limits.bandwidth
        );
    }
    table
}
