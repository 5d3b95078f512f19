//! Numbers of splines by pictures: what is no picture is told where it is named.

use plastica::{Diagnostics, Scene};
use std::fs;
use std::path::Path;

/// A scene whose line 5 has the shape, 6 the density and 7 the energy.
fn scene(height: &str, density: &str, stretch: &str) -> String {
    format!(
        r#"
[scene]
duration = 1
[[spline]]
shape = {{ sheet = {{ size = [1, 1], nodes_x = 3, nodes_z = 4, height = {height} }} }}
density = {density}
energy = {{ hybrid = {{ stretch = {stretch} }} }}
"#
    )
}

/// A folder with a picture of one black and one white pixel, and files that are none.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let file = fs::File::create(path("good.png")).unwrap();
    let mut encoder = png::Encoder::new(file, 2, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[0, 255]).unwrap();
    writer.finish().unwrap();
    fs::write(path("empty.png"), b"").unwrap();
    fs::write(path("text.png"), b"no picture").unwrap();
    let good = fs::read(path("good.png")).unwrap();
    fs::write(path("cut.png"), &good[..40]).unwrap();
    fs::create_dir(path("folder.png")).unwrap();
    folder
}

fn read(base: &Path, text: &str) -> Result<Scene, Diagnostics> {
    fs::write(base.join("scene.toml"), text).unwrap();
    Scene::read(base.join("scene.toml"))
}

/// Line, column and code of the only mistake, and all that is said.
fn only(base: &Path, text: &str) -> ((usize, usize, &'static str), String) {
    let mistakes = read(base, text).expect_err("a mistake");
    let found: Vec<_> = mistakes.iter().collect();
    assert_eq!(found.len(), 1, "{mistakes}");
    let place = mistakes.position(found[0]).expect("a place in the text");
    let place = (place.line, place.column, found[0].problem.code());
    (place, mistakes.to_string())
}

const GOOD: &str = "{ image = \"good.png\", low = 1, high = 2 }";

#[test]
fn what_is_no_picture_is_told_where_it_is_named() {
    let folder = folder();
    let base = folder.path();
    let good = scene(GOOD, GOOD, GOOD);
    read(base, &good).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    for (file, word) in [
        ("none.png", "check the spelling of the path"),
        ("empty.png", "it is empty"),
        ("text.png", "does not begin as a PNG file"),
        ("cut.png", "is damaged"),
        ("folder.png", "it is a directory"),
    ] {
        let bad = GOOD.replace("good.png", file);
        let (place, said) = only(base, &scene("0", "1", &bad));
        assert_eq!(place, (7, 43, "bad-image"), "{said}");
        assert!(
            said.contains(word) && said.contains("relative to the scene file"),
            "{said}"
        );
        let (place, said) = only(base, &scene(&bad, "1", "1"));
        assert_eq!(place, (5, 81, "bad-image"), "{said}");
    }
}

#[test]
fn ends_of_pictures_are_in_bounds_and_both_are_given() {
    let folder = folder();
    let base = folder.path();
    let low = |low: &str| GOOD.replace("low = 1", low);
    let (place, _) = only(base, &scene("0", "1", &low("low = -1")));
    assert_eq!(place, (7, 61, "out-of-range"));
    let (place, _) = only(base, &scene("0", &low("low = 0"), "1"));
    assert_eq!(place, (6, 39, "out-of-range"));
    let (place, said) = only(base, &scene("0", "1", "{ image = \"good.png\", low = 1 }"));
    assert_eq!((place.0, place.2), (7, "missing-key"));
    assert!(said.contains("`high`"), "{said}");
    let misspelt = scene("0", &GOOD.replace("image", "imge"), "1");
    let said = read(base, &misspelt).expect_err("a mistake").to_string();
    assert!(said.contains("did you mean `image`?"), "{said}");
    // Nothing is left of a weight that is black all over.
    let nothing = GOOD.replace("low = 1, high = 2", "low = 0, high = 0");
    let (place, said) = only(base, &scene("0", "1", &nothing));
    assert_eq!(place, (7, 10, "unusable"));
    assert!(said.contains("all weights are zero"), "{said}");
}

/// Other numbers are of no lattice: there is nothing to lay a picture over.
#[test]
fn pictures_are_for_numbers_of_nodes() {
    let folder = folder();
    let damped = scene("0", "1", "1") + &format!("damping = {GOOD}\n");
    assert!(read(folder.path(), &damped).is_err());
    let pulled = scene("0", "1", "1") + &format!("acceleration = [0, {GOOD}, 0]\n");
    assert!(read(folder.path(), &pulled).is_err());
}
