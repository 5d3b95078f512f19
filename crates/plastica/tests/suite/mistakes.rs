//! Every mistake of a scene at once, each at its own line and column.

use crate::common::{CHECKED, codes, mistakes, only};
use plastica::Scene;

const TEN: &str = include_str!("../scenes/ten_mistakes.toml");

#[test]
fn ten_mistakes_are_reported_at_their_places() {
    let expected = [
        (3, 12, "wrong-dimension"),
        (4, 21, "out-of-range"),
        (5, 1, "unknown-key"),
        (10, 47, "unknown-unit"),
        (11, 10, "unknown-word"),
        (13, 1, "missing-key"),
        (14, 12, "unknown-name"),
        (16, 83, "wrong-type"),
        (17, 12, "wrong-length"),
        (18, 23, "formula"),
    ];
    assert_eq!(codes(TEN), expected);
}

#[test]
fn the_print_out_shows_line_carets_and_advice() {
    let diagnostics = Scene::parse("scene.toml", TEN).unwrap_err();
    let text = diagnostics.render(false);
    let expected = "\
error[unknown-key]: unknown key `gravty` in [scene]
 --> scene.toml:5:1
  |
5 | gravty = [0, -9.81, 0]
  | ^^^^^^
  |
  = help: did you mean `gravity`?
  = help: accepted here: title, duration, frames_per_second, gravity, domain, seed, precision, max_time_step
";
    assert!(text.contains(expected), "{text}");
    assert!(text.ends_with("scene.toml: 10 mistakes"), "{text}");
    assert!(text.contains("\"3 cm\" is a length; a time is expected here, for example \"3 ms\""));
    assert!(!text.contains('\u{1b}'));
    assert!(diagnostics.render(true).contains("\u{1b}["));
}

#[test]
fn programs_get_the_same_as_json() {
    let json = Scene::parse("scene.toml", TEN).unwrap_err().to_json();
    assert_eq!(json["mistakes"], 10);
    let key = &json["diagnostics"][2];
    assert_eq!(key["code"], "unknown-key");
    assert_eq!(
        (&key["line"], &key["column"], &key["end_column"]),
        (&5.into(), &1.into(), &7.into())
    );
    assert_eq!(key["text"], "gravty");
    assert_eq!(key["nearest"], "gravity");
    assert_eq!(key["accepted"][1], "duration");
}

#[test]
fn columns_count_characters_and_tabs_as_one() {
    let scene = "[scene]\nduration = 1\n\ttitle = \"é漢\" # x\n\t\tsead = 3\n";
    assert_eq!(codes(scene), [(4, 3, "unknown-key")]);
    let inline =
        "[scene]\nduration = 1\ndomain = { min = [0, 0, 0], \"größe\" = 1, max = [1, 1, \"ä\"] }";
    assert_eq!(codes(inline), [(3, 29, "unknown-key"), (3, 56, "formula")]);
}

#[test]
fn nearest_spellings_are_offered_for_every_sort_of_word() {
    let cases = [
        (
            CHECKED.replace("precision = \"double\"", "precision = \"dubble\""),
            "double",
        ),
        (CHECKED.replace("duration", "durations"), "duration"),
        (CHECKED.replace("{ sphere =", "{ spere ="), "sphere"),
        (CHECKED.replace("radius", "raduis"), "radius"),
        (
            CHECKED.replace("{ neo-hookean =", "{ neo_hookean ="),
            "neo-hookean",
        ),
        (
            CHECKED.replace("young_modulus", "youngs_modulus"),
            "young_modulus",
        ),
        (
            CHECKED.replace("material = \"gum\"", "material = \"gun\""),
            "gum",
        ),
        (CHECKED.replace("[[body]]", "[[bodi]]"), "body"),
    ];
    for (scene, nearest) in cases {
        let diagnostics = mistakes(&scene);
        let found: Vec<_> = diagnostics
            .iter()
            .filter_map(|d| d.problem.nearest())
            .collect();
        assert!(found.contains(&nearest), "{nearest}: {diagnostics}");
    }
}

#[test]
fn a_misspelt_required_key_is_one_mistake() {
    let scene = CHECKED.replace("radius", "raduis");
    assert_eq!(codes(&scene).len(), 1);
    let preset = CHECKED.replace("density = 1000", "preset = \"no such\"");
    assert_eq!(codes(&preset).len(), 1, "{}", mistakes(&preset));
}

#[test]
fn numbers_out_of_range_are_refused_each_with_its_reason() {
    let cases = [
        ("density = 1000", "density = -1000", "out-of-range"),
        ("density = 1000", "density = nan", "not-finite"),
        ("density = 1000", "density = inf", "not-finite"),
        ("density = 1000", "density = 1e999", "not-finite"),
        ("density = 1000", "density = \"1/0\"", "not-finite"),
        ("density = 1000", "density = \"1e999 kg/m3\"", "not-finite"),
        ("poisson_ratio = 0.3", "poisson_ratio = 0.5", "out-of-range"),
        ("radius = 0.1", "radius = -0.1", "out-of-range"),
        ("radius = 0.1", "radius = \"-3 cm\"", "out-of-range"),
        ("resolution = 0.01", "resolution = 0", "out-of-range"),
        (
            "duration = 1",
            "duration = 1\nframes_per_second = -24",
            "out-of-range",
        ),
        ("duration = 1", "duration = 1\nseed = -1", "out-of-range"),
        ("duration = 1", "duration = 1\nseed = 1.5", "wrong-type"),
        (
            "duration = 1",
            "duration = 1\nseed = 99999999999999999999",
            "out-of-range",
        ),
        (
            "duration = 1",
            "duration = 1\ndomain = { min = [0, 0, 0], max = [1, 0, 1] }",
            "corners-crossed",
        ),
        (
            "resolution = 0.01",
            "resolution = 0.01\nfibre = [0, 0, 0]",
            "zero-direction",
        ),
        (
            "resolution = 0.01",
            "resolution = 0.01\nposition = [0, \"t\", 0]",
            "varies-here",
        ),
        (
            "resolution = 0.01",
            "resolution = 0.01\nvelocity = [0, \"t\", 0]",
            "varies-here",
        ),
        (
            "resolution = 0.01",
            "resolution = 0.01\nparticles_per_cell = 0",
            "out-of-range",
        ),
    ];
    for (old, new, code) in cases {
        assert_eq!(only(&CHECKED.replace(old, new)).2, code, "{new}");
    }
    let angle = CHECKED.replace(
        "flow = \"none\"",
        "flow = { drucker-prager = { friction_angle = 90 } }",
    );
    let diagnostics = mistakes(&angle);
    assert!(
        diagnostics.to_string().contains("less than 90 deg"),
        "{diagnostics}"
    );
}

#[test]
fn keyframes_and_windows_must_rise() {
    let gravity = |keys: &str| {
        CHECKED.replace(
            "duration = 1",
            &format!("duration = 1\ngravity = {{ keyframes = {keys} }}"),
        )
    };
    let cases = [
        ("[[0, [0, 0, 0]], [0, [1, 0, 0]]]", "times-not-rising"),
        ("[[0, [0, 0, 0]], [1, [1, 0]]]", "wrong-length"),
        ("[]", "wrong-length"),
        ("[[0]]", "wrong-type"),
        ("[0]", "wrong-type"),
        ("[[\"x\", [0, 0, 0]]]", "varies-here"),
        ("[[0, [0, 0, \"t\"]]]", "varies-here"),
    ];
    for (keys, code) in cases {
        assert_eq!(only(&gravity(keys)).2, code, "{keys}");
    }
    let window = format!(
        "{CHECKED}\n[[collider]]\nshape = {{ box = {{ size = [1, 1, 1] }} }}\nwindow = [2, 1]"
    );
    assert_eq!(only(&window).2, "times-not-rising");
}

#[test]
fn names_are_unique_known_and_fit_for_files() {
    let twice = format!("{CHECKED}\n[[material]]\nname = \"gum\"\ndensity = 1\nelastic = \"none\"");
    let found = codes(&twice);
    assert_eq!(
        found.iter().map(|c| c.2).collect::<Vec<_>>(),
        ["duplicate-name", "unknown-word"]
    );
    assert!(mistakes(&twice).to_string().contains("first given here"));
    for name in ["../x", "", " a", "a/b", "a\\tb"] {
        let scene = CHECKED.replace("name = \"ball\"", &format!("name = \"{name}\""));
        assert_eq!(only(&scene).2, "bad-name", "{name}");
    }
    let probe = |table: &str| format!("{CHECKED}\n[[probe]]\nname = \"p\"\n{table}");
    assert_eq!(only(&probe("force = { on = \"ball\" }")).2, "unknown-name");
    assert_eq!(
        only(&probe("point = { position = [0, 0, 0], body = \"bal\" }")).2,
        "unknown-name"
    );
    assert_eq!(only(&probe("")).2, "not-one-variant");
    let two = probe("force = { on = \"floor\" }\npoint = { position = [0, 0, 0] }");
    assert!(codes(&two).iter().any(|c| c.2 == "not-one-variant"));
}

#[test]
fn shapes_are_checked_wherever_they_nest() {
    let shape = |shape: &str| CHECKED.replace("{ sphere = { radius = 0.1 } }", shape);
    let unbounded =
        shape("{ union = [{ half_space = { normal = [0, 1, 0] } }, { sphere = { radius = 1 } }] }");
    assert_eq!(only(&unbounded).2, "unbounded");
    let cut = shape(
        "{ intersection = [{ half_space = { normal = [0, 1, 0] } }, { sphere = { radius = 1 } }] }",
    );
    assert!(Scene::parse("scene.toml", &cut).is_ok());
    assert_eq!(only(&shape("{ union = [] }")).2, "wrong-length");
    assert_eq!(only(&shape("{}")).2, "not-one-variant");
    assert_eq!(only(&shape("\"sphere\"")).2, "wrong-type");
    let (line, column, code) = only(&shape(
        "{ union = [{ difference = [{ sphere = { radius = 1, colour = 2 } }] }] }",
    ));
    assert_eq!((line, column, code), (16, 61, "unknown-key"));
    let deep = shape(&format!(
        "{}{{ sphere = {{ radius = 1 }} }}{}",
        "{ union = [".repeat(30),
        "] }".repeat(30)
    ));
    assert_eq!(only(&deep).2, "too-deep");
}

#[test]
fn several_syntax_mistakes_are_reported_as_the_parser_gives_them() {
    let found = codes("[scene]\nduration = \nseed = 3 4\n");
    assert_eq!(
        found.iter().map(|c| (c.0, c.2)).collect::<Vec<_>>(),
        [(2, "syntax"), (3, "syntax")]
    );
    assert_eq!(only("[scene]\nduration = 1\nduration = 2\n").2, "syntax");
}

#[test]
fn a_single_table_where_a_list_is_meant_says_so() {
    let diagnostics = mistakes(&CHECKED.replace("[[body]]", "[body]"));
    assert!(
        diagnostics
            .to_string()
            .contains("a list ([[body]]) is expected here, not a table"),
        "{diagnostics}"
    );
}
