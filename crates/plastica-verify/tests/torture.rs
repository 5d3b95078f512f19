//! A few cells of the table that `cargo xtask torture` makes in full.

use plastica_material::catalogue::preset;
use plastica_material::opening::IN_PIECES;
use plastica_points::Options;
use plastica_verify::method_under_test::MethodUnderTest;
use plastica_verify::torture::{Verdict, throw};

#[test]
fn points_survive_the_floor() {
    let points = MethodUnderTest::points(Options::new(0.01));
    for (name, speed) in [
        ("rubber", 5.0),
        ("rubber", 40.0),
        ("chewing gum", 5.0),
        ("honey", 2.0),
        ("honey", 10.0),
    ] {
        let preset = preset(name).unwrap_or_else(|| panic!("no preset {name}"));
        let outcome = throw(&points, preset, speed);
        println!("{outcome}");
        assert!(outcome.holds(), "{outcome}");
    }
}

/// Fibres pressed flat over many cells and then pulled: their halves were thrown across the grid, and the run ended with a panic.
#[test]
fn fibres_that_splash_are_split_in_place() {
    let options = plastica_mpm::Options {
        transfer: plastica_mpm::Transfer::Aflip,
        ..plastica_mpm::Options::new(0.02)
    };
    let preset = preset("fibre bundle").unwrap();
    let outcome = throw(&MethodUnderTest::mpm(options), preset, 40.0);
    println!("{outcome}");
    assert!(!matches!(outcome.verdict, Verdict::GaveUp(_)), "{outcome}");
}

/// Pieces that fly by themselves: the volumes they stood for grew by a factor in every step until the law had no finite answer (10²⁹ for
/// hardening sand).
#[test]
fn what_bursts_keeps_a_volume() {
    let mpm = MethodUnderTest::mpm(plastica_mpm::Options::new(0.02));
    let preset = preset("hardening sand").expect("a preset");
    let outcome = throw(&mpm, preset, 40.0);
    assert!(outcome.holds(), "{outcome}");
    assert!(outcome.volume <= IN_PIECES, "{outcome}");
}
