//! The virtual lab from code: what was asked of a material beside what it does, and a curve.
//! `cargo run --release -p plastica --example lab`

use plastica::lab::{self, Settings, Test};
use plastica_material::catalogue::preset;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let copper = preset("copper").ok_or("no such preset")?.recipe();
    let report = lab::report(&copper)?;
    print!("{}", lab::report_text(&report));
    for row in &report.rows {
        if let (Some(asked), Some(measured)) = (row.requested, row.measured) {
            assert!((measured / asked - 1.0).abs() < 1e-3, "{}", row.property);
        }
    }
    // Pulled until it flows: stress and strain of every step.
    let curve = lab::run(&copper, Test::Uniaxial, &Settings::default())?;
    let strongest = curve
        .moments
        .iter()
        .map(|moment| moment.cauchy.xx)
        .fold(0.0, f64::max);
    println!(
        "{} steps, up to {:.0} MPa",
        curve.moments.len(),
        strongest * 1e-6
    );
    Ok(())
}
