//! The table of everything that is thrown at the floor, printed as it comes.

use plastica_material::catalogue::{Preset, preset, presets};
use plastica_verify::method_under_test::MethodUnderTest;
use plastica_verify::torture::{COLUMNS, SPEEDS, throw};
use std::process::ExitCode;

/// Distance between particles [m]: a ball of 12 cm.
const PITCH: f64 = 0.01;

/// The methods that throw, with their usual choices.
fn methods() -> [MethodUnderTest; 2] {
    [
        MethodUnderTest::mpm(plastica_mpm::Options::new(2.0 * PITCH)),
        MethodUnderTest::points(plastica_points::Options::new(PITCH)),
    ]
}

/// Throws the presets that are named by the methods that are named, or all by all.
pub fn run(names: &[String]) -> ExitCode {
    let mut methods = Vec::from(methods());
    let mut chosen: Vec<&'static Preset> = Vec::new();
    let mut wanted: Vec<&str> = Vec::new();
    for name in names {
        match preset(name) {
            Some(preset) => chosen.push(preset),
            None if methods.iter().any(|method| method.name == name) => wanted.push(name),
            None => {
                eprintln!("no preset or method {name:?}");
                return ExitCode::from(2);
            }
        }
    }
    methods.retain(|method| wanted.is_empty() || wanted.contains(&method.name));
    if chosen.is_empty() {
        chosen.extend(presets());
    }
    let (mut balls, mut failed) = (0, 0);
    for method in &methods {
        print!("\n{}\n\n{COLUMNS}", method.name);
        for preset in &chosen {
            for speed in SPEEDS {
                let outcome = throw(method, preset, speed);
                println!("{outcome}");
                balls += 1;
                failed += u32::from(!outcome.holds());
            }
        }
    }
    println!("\n{failed} of {balls} fail");
    ExitCode::from(u8::from(failed > 0))
}
