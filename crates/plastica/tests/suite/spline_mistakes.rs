//! What splines cannot be, each told at its place with what to do.

use crate::common::{codes, mistakes, only};
use plastica::Scene;
use plastica::build::build;
use plastica_geometry::TriangleMesh;
use plastica_scene::assets::Memory;

/// A scene without mistakes: line 6 has the shape, 7 the energy; 8 is free, 9 to 12 have a spring, 13 to 16 a pinch.
const SPLINE: &str = r#"
[scene]
duration = 1
[[spline]]
name = "net"
shape = { sheet = { size = [1, 1], nodes_x = 3, nodes_z = 4 } }
energy = { hybrid = { stretch = 10 } }

[[spring]]
body = "net"
at = [0, 0, 0]
stiffness = 1
[[pinch]]
body = "net"
radius = 0.3
position = [0.5, 0.1, 0.5]
"#;

/// The only mistake after a replacement, and what is said about it.
fn spoilt(from: &str, to: &str) -> ((usize, usize, &'static str), String) {
    assert!(SPLINE.contains(from), "{from}");
    let scene = SPLINE.replacen(from, to, 1);
    (only(&scene), mistakes(&scene).to_string())
}

fn assert_spoilt(from: &str, to: &str, place: (usize, usize, &'static str), words: &[&str]) {
    let (found, text) = spoilt(from, to);
    assert_eq!(found, place, "{to}\n{text}");
    for word in words {
        assert!(text.contains(word), "{word:?} is not in\n{text}");
    }
}

#[test]
fn the_scene_itself_is_good() {
    Scene::parse("scene.toml", SPLINE).unwrap_or_else(|mistakes| panic!("{mistakes}"));
}

#[test]
fn weights_hold_a_spline_together() {
    assert_spoilt(
        "stretch = 10",
        "stretch = -10",
        (7, 33, "out-of-range"),
        &["at least 0"],
    );
    assert_spoilt(
        "stretch = 10",
        "stretch = 0",
        (7, 10, "unusable"),
        &["all weights are zero", "more than 0"],
    );
    assert_spoilt(
        "energy = { hybrid = { stretch = 10 } }",
        "energy = { primary = {} }",
        (7, 10, "unusable"),
        &["all weights are zero"],
    );
    assert_spoilt(
        "stretch = 10",
        "stretch = \"10*x\"",
        (7, 10, "unusable"),
        &["a weight is -5 at a node", "places of the nodes"],
    );
    assert_spoilt("stretch = 10", "stretch = nan", (7, 33, "not-finite"), &[]);
}

#[test]
fn rings_have_three_nodes_and_lengths_are_more_than_0() {
    let sheet = "{ sheet = { size = [1, 1], nodes_x = 3, nodes_z = 4 } }";
    let pinch = "position = [0.5, 0.1, 0.5]";
    assert!(SPLINE.contains(pinch));
    assert_spoilt(
        sheet,
        "{ circle = { radius = 0.5, nodes = 2 } }",
        (6, 44, "out-of-range"),
        &["from 3 to 100000"],
    );
    assert_spoilt(
        sheet,
        "{ lathe = { profile = [[1, 0], [1, 1]], nodes_around = 2, nodes_along = 5 } }",
        (6, 64, "out-of-range"),
        &["from 3 to 100000"],
    );
    assert_spoilt(
        sheet,
        "{ sheet = { size = [1, 1], nodes_x = 0, nodes_z = 4 } }",
        (6, 46, "out-of-range"),
        &[],
    );
    assert_spoilt(
        sheet,
        "{ line = { from = [1, 0, 0], to = [1, 0, 0], nodes = 5 } }",
        (6, 9, "unusable"),
        &["the length 0", "more than 0"],
    );
    assert_spoilt(
        sheet,
        "{ block = { size = [1, 1, 1], nodes_x = 100000, nodes_y = 100000, nodes_z = 2 } }",
        (6, 9, "unusable"),
        &["20000000000 nodes", "fewer nodes along each axis"],
    );
}

#[test]
fn closed_axes_have_three_nodes() {
    let sheet = "nodes_x = 3, nodes_z = 4 }";
    let torus = |nodes: usize| format!("nodes_x = {nodes}, nodes_z = 4, topology = \"torus\" }}");
    let good = SPLINE
        .replace(sheet, &torus(3))
        .replace("radius = 0.3", "radius = 0.6");
    Scene::parse("scene.toml", &good).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_spoilt(
        sheet,
        &torus(2),
        (6, 9, "unusable"),
        &["axis 0 has 2 nodes and needs at least 3"],
    );
    assert_spoilt(
        sheet,
        "nodes_x = 3, nodes_z = 4, topology = \"tub\" }",
        (6, 73, "unknown-word"),
        &["did you mean `tube`?"],
    );
}

#[test]
fn one_node_is_no_spline_and_one_row_no_surface() {
    let sheet = "{ sheet = { size = [1, 1], nodes_x = 3, nodes_z = 4 } }";
    for (shape, key) in [
        (
            "{ line = { from = [0.5, 0, 0.5], to = [1, 0, 0.5], nodes = 1 } }",
            "nodes = ",
        ),
        (
            "{ sheet = { size = [1, 1], nodes_x = 1, nodes_z = 1 } }",
            "nodes_x = ",
        ),
        (
            "{ sheet = { size = [1, 1], nodes_x = 3, nodes_z = 1 } }",
            "nodes_z = ",
        ),
        (
            "{ lathe = { profile = [[1, 0], [1, 1]], nodes_around = 9, nodes_along = 1 } }",
            "nodes_along = ",
        ),
        (
            "{ block = { size = [1, 1, 1], nodes_x = 3, nodes_y = 1, nodes_z = 3 } }",
            "nodes_y = ",
        ),
    ] {
        let scene = SPLINE.replace(sheet, shape);
        let column = "shape = ".len() + shape.find(key).unwrap() + key.len() + 1;
        assert_eq!(codes(&scene)[0], (6, column, "out-of-range"), "{shape}");
        assert!(mistakes(&scene).to_string().contains("from 2 to 100000"));
    }
}

#[test]
fn grips_that_close_at_the_start_hold_nodes() {
    let grip = |text: &str| format!("[[grip]]\n{text}\n[[spring]]");
    let ball = "shape = { sphere = { radius = 0.1 } }\n";
    assert_spoilt(
        "[[spring]]",
        &grip(&format!("body = \"net\"\n{ball}position = [0.5, 0.2, 0.5]")),
        (9, 1, "unusable"),
        &[
            "no node is in it",
            "(0.5000, 0.0000, 0.5000)",
            "move it to them",
        ],
    );
    assert_spoilt("[[spring]]", &grip(ball), (9, 1, "unusable"), &[]);
    // One that reaches a node, and one that closes when nodes may have come to it.
    for good in [
        "position = [0.5, 0.05, 0.5]",
        "position = [0, 9, 0]\nactive = [0.5, 1]",
    ] {
        let scene = SPLINE.replacen("[[spring]]", &grip(&format!("{ball}{good}")), 1);
        Scene::parse("scene.toml", &scene).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    }
}

#[test]
fn grips_by_meshes_hold_nodes_too() {
    let tetrahedron = TriangleMesh {
        vertices: vec![[0.0; 3], [0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]],
        triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    };
    let read = |place: &str| {
        let grip = format!(
            "[[grip]]\nname = \"claw\"\nshape = {{ mesh = {{ file = \"claw.obj\" }} }}\nposition = {place}\n[[spring]]"
        );
        let scene = SPLINE.replacen("[[spring]]", &grip, 1);
        let mut assets = Memory::default();
        (assets.meshes).insert("claw.obj".into(), tetrahedron.clone());
        Scene::parse_with("scene.toml", &scene, assets)
    };
    let scene = read("[0.48, -0.02, 0.48]").unwrap_or_else(|m| panic!("{m}"));
    assert!(build(&scene).is_ok());
    let said = read("[0.48, 1, 0.48]").unwrap_err().to_string();
    assert!(said.contains("it closes at 0 s and no node is in it"));
    assert!(said.contains("scene.toml:9:1"), "{said}");
}

#[test]
fn cuts_are_of_fibres_that_are_there_and_leave_some() {
    let energy = "energy = { hybrid = { stretch = 10 } }\n";
    let cut = |cuts: &str| format!("{energy}cuts = {cuts}\n");
    for (cuts, word) in [
        (
            "[[0, 3, 0, 0]]",
            "no fibre to cut along axis 0 at node (3, 0, 0)",
        ),
        ("[[3, 0, 0, 0]]", "no fibre to cut along axis 3"),
        ("[[0, 2, 0, 0]]", "that is not there, or twice"),
        ("[[2, 0, 0, 0]]", "that is not there, or twice"),
        (
            "[[0, 0, 0, 0], [0, 0, 0, 0]]",
            "that is not there, or twice",
        ),
    ] {
        assert_spoilt(energy, &cut(cuts), (8, 8, "unusable"), &[word]);
    }
    let mut all: Vec<String> = Vec::new();
    for (i, j) in (0..3).flat_map(|i| (0..4).map(move |j| (i, j))) {
        if i < 2 {
            all.push(format!("[0, {i}, {j}, 0]"));
        }
        if j < 3 {
            all.push(format!("[1, {i}, {j}, 0]"));
        }
    }
    let all = cut(&format!("[{}]", all.join(", ")));
    assert_spoilt(energy, &all, (8, 8, "unusable"), &["all fibres are cut"]);
}

#[test]
fn springs_pinches_and_grips_hold_what_is_there() {
    assert_spoilt(
        "[[spring]]\nbody = \"net\"",
        "[[spring]]\nbody = \"ned\"",
        (10, 8, "unknown-name"),
        &["did you mean `net`?"],
    );
    assert_spoilt(
        "[[pinch]]\nbody = \"net\"",
        "[[pinch]]\nbody = \"ball\"",
        (14, 8, "unknown-name"),
        &[],
    );
    assert_spoilt(
        "[[spring]]",
        "[[grip]]\nbody = \"ball\"\nshape = { sphere = { radius = 1 } }\n[[spring]]",
        (10, 8, "unknown-name"),
        &[],
    );
    assert_spoilt(
        "radius = 0.3",
        "radius = 0.05",
        (13, 1, "unusable"),
        &[
            "reaches no node",
            "0.1000 m from its centre",
            "reach farther",
        ],
    );
    // Later the nodes may have come nearer.
    let later = SPLINE.replace("radius = 0.3", "radius = 0.05\nactive = [0.5, 1]");
    Scene::parse("scene.toml", &later).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_spoilt("radius = 0.3", "radius = 0", (15, 10, "out-of-range"), &[]);
    assert_spoilt(
        "stiffness = 1",
        "stiffness = -1",
        (12, 13, "out-of-range"),
        &[],
    );
}

#[test]
fn the_former_name_of_pinches_gives_the_present_one() {
    assert_spoilt(
        "[[pinch]]",
        "[[finger]]",
        (13, 3, "renamed-key"),
        &["`finger`", "`pinch`"],
    );
}

#[test]
fn springs_and_pinches_need_a_spline() {
    let body = r#"
[scene]
duration = 1
[[material]]
name = "gum"
density = 1000
elastic = { neo-hookean = { young_modulus = "10 kPa", poisson_ratio = 0.3 } }
[[body]]
name = "ball"
material = "gum"
shape = { sphere = { radius = 0.1 } }
resolution = 0.01
"#;
    let spring = format!("{body}[[spring]]\nbody = \"ball\"\nat = [0, 0, 0]\nstiffness = 1\n");
    assert_eq!(only(&spring), (13, 1, "unusable"));
    assert!(
        mistakes(&spring)
            .to_string()
            .contains("\"ball\" is no [[spline]]")
    );
    let pinch = format!("{body}[[pinch]]\nradius = 1\n");
    assert_eq!(only(&pinch), (13, 1, "unusable"));
    assert!(
        mistakes(&pinch)
            .to_string()
            .contains("there is no [[spline]]")
    );
}

#[test]
fn densities_and_limits_by_formulas_stay_within_bounds() {
    let free = "energy = { hybrid = { stretch = 10 } }\n";
    for (line, key) in [
        ("density = \"x\"", 11),
        ("yield = { limit = \"x\" }", 9),
        ("fracture = { limit = \"x\" }", 12),
    ] {
        let with = format!("{free}{line}\n");
        assert_spoilt(free, &with, (8, key, "unusable"), &["at a node"]);
    }
}
