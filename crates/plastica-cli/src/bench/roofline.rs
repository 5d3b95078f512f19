//! How near every material comes to what the machine can do, as a picture and a table.

use super::limits::Limits;
use super::{Arguments, Material, Report, Setup, name};
use crate::{Failure, files};
use clap::ValueEnum;
use plastica_draw::plot::Plot;
use std::fmt::Write;
use std::path::Path;

/// Operations per byte, from the left to the right of the picture.
const RANGE: (f64, f64) = (2.0, 40.0);

/// Measures every material on the present pool, and draws a roofline.
pub(crate) fn draw(
    setup: &Setup,
    arguments: &Arguments,
    limits: Limits,
    file: &Path,
) -> Result<(), Failure> {
    let most = limits.arithmetic / setup.size();
    let mut table = format!(
        "| material | ns | operations: transfers | law | GFLOP/s | of {most:.0} | bytes | GB/s | of {:.0} |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        limits.bandwidth
    );
    let mut dots = Vec::new();
    for &material in Material::value_variants() {
        let report = setup.run(material, arguments)?;
        let (x, y) = point(&report);
        let speed = report.bytes / report.median();
        let _ = writeln!(
            table,
            "| {} | {:.1} | {:.0} | {:.0} | {y:.1} | {:.0} % | {:.0} | {speed:.1} | {:.0} % |",
            label(material),
            report.median(),
            report.cost.transfer_flops,
            report.cost.law_flops,
            100.0 * y / most,
            report.bytes,
            100.0 * speed / limits.bandwidth
        );
        dots.push((x, y, label(material)));
    }
    let roof = |x: f64| (x * limits.bandwidth).min(most);
    let corner = most / limits.bandwidth;
    let title = format!(
        "{} particles, {} kernel, {} threads",
        setup.particles,
        name(&setup.options.kernel),
        setup.threads
    );
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
    for (x, y, label) in &dots {
        plot = plot.dots(label.clone(), [(*x, *y)]);
    }
    let picture = plot
        .png()
        .map_err(|error| Failure::Work(error.to_string()))?;
    plastica_io::write_bytes(file, &picture)?;
    files::print(&table)
}

/// Operations per byte, and operations per nanosecond.
fn point(report: &Report) -> (f64, f64) {
    let flops = report.flops();
    (flops / report.bytes, flops / report.median())
}

fn label(material: Material) -> String {
    let value = material.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}
