//! A few cells of the table that `cargo xtask torture` makes in full.

use plastica_material::catalogue::preset;
use plastica_points::Options;
use plastica_verify::method_under_test::MethodUnderTest;
use plastica_verify::torture::throw;

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
