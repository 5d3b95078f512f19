//! What the tests of the scene reader share.

use plastica::{Diagnostics, Scene};

/// A scene without mistakes, to be spoilt by replacing parts of it.
pub const CHECKED: &str = r#"
[scene]
duration = 1
precision = "double"

[[material]]
name = "gum"
density = 1000
elastic = { neo-hookean = { young_modulus = "10 kPa", poisson_ratio = 0.3 } }
flow = "none"

[[body]]
name = "ball"
material = "gum"
# The next line is line 16.
shape = { sphere = { radius = 0.1 } }
resolution = 0.01

[[collider]]
name = "floor"
shape = { half_space = { normal = [0, 1, 0] } }
"#;

/// The mistakes of a scene that has some.
pub fn mistakes(text: &str) -> Diagnostics {
    match Scene::parse("scene.toml", text) {
        Err(diagnostics) => diagnostics,
        Ok(_) => panic!("no mistake found in\n{text}"),
    }
}

/// Line, column and code of each mistake.
pub fn codes(text: &str) -> Vec<(usize, usize, &'static str)> {
    let diagnostics = mistakes(text);
    diagnostics
        .iter()
        .map(|d| {
            let position = diagnostics.position(d).expect("a place in the text");
            (position.line, position.column, d.problem.code())
        })
        .collect()
}

/// Line, column and code of the only mistake.
pub fn only(text: &str) -> (usize, usize, &'static str) {
    let found = codes(text);
    match found.as_slice() {
        [one] => *one,
        _ => panic!("{} mistakes in\n{text}\n{}", found.len(), mistakes(text)),
    }
}
