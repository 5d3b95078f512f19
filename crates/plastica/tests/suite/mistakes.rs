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
        "{CHECKED}\n[[collider]]\nshape = {{ box = {{ size = [1, 1, 1] }} }}\nactive = [2, 1]"
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

/// The scene with a material of directions: the next line is line 9.
fn directed(elastic: &str, rest: &str) -> String {
    CHECKED
        .replace(
            "elastic = { neo-hookean = { young_modulus = \"10 kPa\", poisson_ratio = 0.3 } }",
            &format!("elastic = {{ {elastic} }}"),
        )
        .replace("flow = \"none\"", rest)
}

#[test]
fn an_indefinite_stiffness_is_refused_with_the_inequality_it_breaks() {
    let cases = [
        (
            "orthotropic = { young_modulus = [1e5, 1e5, 5e4], poisson_ratio = [1.5, 0.1, 0.4] }",
            78,
            "|ν23| = 1.5 must be less than √(E2/E3) = 1.4142",
        ),
        (
            "orthotropic = { young_modulus = [1e5, 1e5, 5e4], poisson_ratio = [0.1, 0.1, -1.0] }",
            78,
            "|ν12| = 1 must be less than √(E1/E2) = 1",
        ),
        (
            "orthotropic = { young_modulus = [1e5, 1e5, 1e5], poisson_ratio = [0.6, 0.6, 0.6] }",
            78,
            "1 − ν12ν21 − ν23ν32 − ν31ν13 − 2ν21ν32ν13 = -0.5120 must be above 0",
        ),
        (
            "transverse = { young_along = 1e5, young_across = 1e5, poisson_along = 0.1, poisson_across = 1.2 }",
            105,
            "|ν_xy| = 1.2 must be less than 1",
        ),
        (
            "transverse = { young_along = 1e5, young_across = 4e5, poisson_along = 0.5, poisson_across = 0.1 }",
            83,
            "ν_zx = 0.5 must keep 1 − ν_xy − 2ν_zx² E_x/E_z = -1.1000 above 0",
        ),
    ];
    for (elastic, column, inequality) in cases {
        let scene = directed(elastic, "");
        assert_eq!(only(&scene), (9, column, "bad-material"), "{elastic}");
        let text = mistakes(&scene).to_string();
        assert!(
            text.contains("the stiffness is not positive definite"),
            "{text}"
        );
        assert!(text.contains(inequality), "{text}");
    }
}

#[test]
fn a_singular_general_map_is_refused_at_its_matrix() {
    let diagonal = |values: [f64; 6]| {
        let row = |i: usize| {
            let mut row = [0.0; 6];
            row[i] = values[i];
            format!("{row:?}")
        };
        format!("[{}]", [0, 1, 2, 3, 4, 5].map(row).join(", "))
    };
    let elastic = "hencky = { young_modulus = 1e5, poisson_ratio = 0.2 }";
    let general = |map: [f64; 6], stiffness: [f64; 6]| {
        let (map, stiffness) = (diagonal(map), diagonal(stiffness));
        let map =
            format!("map = {{ general = {{ stress_map = {map}, stiffness = {stiffness} }} }}");
        directed(
            elastic,
            &format!("flow = {{ drucker-prager = {{ friction_angle = 30 }} }}\n{map}"),
        )
    };
    let stiff = [1e5, 1e5, 1e5, 5e4, 5e4, 5e4];
    let singular = general([1.0, 1.0, 0.0, 1.0, 1.0, 1.0], stiff);
    assert_eq!(only(&singular), (11, 34, "bad-material"));
    let text = mistakes(&singular).to_string();
    assert!(
        text.contains("some stress would be invisible to the yield rule"),
        "{text}"
    );
    let soft = general([1.0; 6], [1e5, 1e5, -1e5, 5e4, 5e4, 5e4]);
    let (line, _, code) = only(&soft);
    assert_eq!((line, code), (11, "bad-material"));
    let text = mistakes(&soft).to_string();
    assert!(text.contains("not positive definite"), "{text}");
    assert!(Scene::parse("scene.toml", &general([1.0; 6], stiff)).is_ok());
}

#[test]
fn a_field_of_fibres_is_checked_where_it_is_written() {
    let with = |fibre: &str| {
        CHECKED.replace(
            "resolution = 0.01",
            &format!("resolution = 0.01\nfibre = {fibre}"),
        )
    };
    let cases = [
        ("[0, 0, 0]", 9, "zero-direction"),
        ("[0, \"0\", \"1 - 1\"]", 9, "zero-direction"),
        ("{ around = { axis = [0, 0, 0] } }", 29, "zero-direction"),
        ("{ around = { through = [0, 0, 0] } }", 20, "missing-key"),
        ("{ along = { points = [[0, 0, 0]] } }", 30, "wrong-length"),
        (
            "{ along = { points = [[1, 0, 0], [1, 0, 0]] } }",
            30,
            "wrong-length",
        ),
        (
            "{ along = { points = [[1, 0, 0], [1, 0]] } }",
            42,
            "wrong-length",
        ),
        ("{ arround = { axis = [0, 1, 0] } }", 11, "unknown-word"),
        ("{ normal = { out = 1 } }", 22, "unknown-key"),
        ("{}", 9, "not-one-variant"),
        ("\"around\"", 9, "wrong-type"),
    ];
    for (fibre, column, code) in cases {
        assert_eq!(only(&with(fibre)), (18, column, code), "{fibre}");
    }
}
