//! Shapes as a scene describes them, and as they stand in space.

use plastica::Scene;
use plastica::build::shape;
use plastica_geometry::{Shape, TriangleMesh, Vec3};
use plastica_scene::assets::Memory;

fn scene(shape: &str) -> String {
    format!(
        r#"
        [scene]
        duration = 1

        [[material]]
        name = "clay"
        preset = "rubber"

        [[body]]
        material = "clay"
        resolution = 0.01
        sampling = "blue-noise"
        shape = {shape}
        "#
    )
}

#[track_caller]
fn built(text: &str) -> Shape {
    let scene = Scene::parse("scene.toml", &scene(text)).unwrap_or_else(|e| panic!("{e}"));
    shape(&scene.bodies[0].shape).unwrap()
}

/// A point inside and one just outside it, for each form.
#[test]
fn every_form_is_built_as_described() {
    let cases: [(&str, [f64; 3], [f64; 3]); 16] = [
        (
            "{ box = { size = [2, 4, 6] } }",
            [0.9, 1.9, 2.9],
            [0.9, 1.9, 3.1],
        ),
        (
            "{ sphere = { radius = 2 } }",
            [0.0, 1.9, 0.0],
            [0.0, 2.1, 0.0],
        ),
        (
            "{ cylinder = { radius = 1, height = 6 } }",
            [0.9, 2.9, 0.0],
            [0.0, 3.1, 0.0],
        ),
        (
            "{ capsule = { radius = 1, height = 6 } }",
            [0.0, 3.9, 0.0],
            [0.9, 3.9, 0.0],
        ),
        (
            "{ cone = { radius = 1, height = 2 } }",
            [0.9, 0.1, 0.0],
            [0.9, 1.0, 0.0],
        ),
        (
            "{ torus = { radius = 2, tube_radius = 0.5 } }",
            [2.4, 0.0, 0.0],
            [0.0, 0.0, 0.0],
        ),
        (
            "{ ellipsoid = { radii = [1, 2, 3] } }",
            [0.0, 0.0, 2.9],
            [0.0, 2.1, 0.0],
        ),
        (
            "{ star = { radius = 2, thickness = 1 } }",
            [0.0, 1.9, 0.0],
            [0.0, -1.9, 0.0],
        ),
        (
            "{ union = [{ sphere = { radius = 1 } }, { sphere = { radius = 1 }, position = [3, 0, 0] }] }",
            [3.9, 0.0, 0.0],
            [1.5, 0.0, 0.0],
        ),
        (
            "{ intersection = [{ sphere = { radius = 1 } }, { half_space = { normal = [0, 2, 0], offset = 0.5 } }] }",
            [0.0, 0.4, 0.0],
            [0.0, 0.6, 0.0],
        ),
        (
            "{ difference = [{ sphere = { radius = 2 } }, { sphere = { radius = 1 } }] }",
            [1.5, 0.0, 0.0],
            [0.5, 0.0, 0.0],
        ),
        (
            "{ extrude = { profile = { rectangle = { size = [1, 2] }, offset = [3, 0] }, height = 4 } }",
            [3.4, 0.9, 1.9],
            [0.0, 0.0, 0.0],
        ),
        (
            "{ lathe = { profile = { circle = { radius = 1 }, offset = [3, 0] } } }",
            [0.0, 0.0, -3.9],
            [1.9, 0.0, 0.0],
        ),
        (
            "{ sweep = { profile = { circle = { radius = 0.5 } }, path = [[0, 0, 0], [4, 0, 0]] } }",
            [3.9, 0.4, 0.0],
            [4.1, 0.0, 0.0],
        ),
        (
            "{ figure = { name = \"rabbit\", height = 2 } }",
            [0.0, 0.6, 0.0],
            [-0.7, 1.2, 0.0],
        ),
        (
            "{ letters = { text = \"hi\", height = 2 } }",
            [-0.7, 1.0, 0.2],
            [-0.3, 1.8, 0.0],
        ),
    ];
    for (text, inside, outside) in cases {
        let shape = built(text);
        assert!(
            shape.contains(Vec3(inside)),
            "{text}: {inside:?} is outside"
        );
        assert!(
            !shape.contains(Vec3(outside)),
            "{text}: {outside:?} is inside"
        );
        assert!(shape.bounds().is_some(), "{text}");
    }
    let smooth = "{ smooth_union = { radius = 1, shapes = [{ box = { size = [8, 1, 8] } }, { box = { size = [1, 8, 8] } }] } }";
    // At the corner the rounding fills a quarter of its radius.
    assert!(built(smooth).contains(Vec3::new(0.7, 0.7, 0.0)));
    assert!(!built(smooth).contains(Vec3::new(0.8, 0.8, 0.0)));
}

#[test]
fn shapes_are_scaled_then_turned_then_moved() {
    let turned = built(
        "{ box = { size = [2, 0.2, 0.2] }, scale = 2, rotation = { axis = [0, 0, 1], angle = \"90 deg\" }, position = [5, 0, 0] }",
    );
    assert!(turned.contains(Vec3::new(5.0, 1.9, 0.0)));
    assert!(!turned.contains(Vec3::new(6.0, 0.0, 0.0)));
}

#[test]
fn figures_have_the_height_asked_for() {
    for text in [
        "{ figure = { name = \"rabbit\", height = \"30 cm\" } }",
        "{ figure = { name = \"bust\", height = \"30 cm\" } }",
        "{ letters = { text = \"DOUGH 1\", height = \"30 cm\" } }",
    ] {
        let bounds = built(text).bounds().unwrap();
        assert!(
            bounds.low[1].abs() < 1e-3 && (bounds.high[1] - 0.3).abs() < 1e-3,
            "{text}"
        );
    }
}

#[test]
fn meshes_come_with_the_scene_and_problems_name_the_file() {
    let text = scene("{ mesh = { file = \"parts/gear.stl\" } }");
    let mut assets = Memory::default();
    let triangle = TriangleMesh {
        vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        triangles: vec![[0, 1, 2]],
    };
    assets.meshes.insert("parts/gear.stl".into(), triangle);
    let scene = Scene::parse_with("scene.toml", &text, assets).unwrap();
    let error = shape(&scene.bodies[0].shape).unwrap_err();
    assert!(
        error.contains("gear.stl") && error.contains("1 hole"),
        "{error}"
    );
    let mistakes = Scene::parse("scene.toml", &text).unwrap_err();
    let codes: Vec<_> = mistakes.iter().map(|m| m.problem.code()).collect();
    assert_eq!(codes, ["bad-mesh"]);
    assert!(
        mistakes.to_string().contains("parts/gear.stl"),
        "{mistakes}"
    );
}

#[test]
fn mistakes_in_the_new_keys_are_found() {
    for (text, says) in [
        ("{ figure = { name = \"rabit\", height = 1 } }", "rabbit"),
        ("{ letters = { text = \"A+B\", height = 1 } }", "'+'"),
        ("{ letters = { text = \"\", height = 1 } }", "text"),
    ] {
        let mistakes = Scene::parse("scene.toml", &scene(text)).unwrap_err();
        assert!(mistakes.to_string().contains(says), "{mistakes}");
    }
    let text = scene("{ sphere = { radius = 1 } }").replace("blue-noise", "blue-noize");
    let mistakes = Scene::parse("scene.toml", &text).unwrap_err();
    assert!(mistakes.to_string().contains("blue-noise"), "{mistakes}");
}
