//! What a scene without mistakes becomes.

use crate::common::{CHECKED, codes, mistakes, only};
use plastica::Scene;
use plastica::scene::{Contact, Fibre, Precision, Rotation, Watch};
use plastica_io::Folder;
use plastica_material::{Value, catalogue};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

fn everything() -> Scene {
    let text = include_str!("../../../../scenes/kitchen_sink.toml");
    Scene::parse_with("kitchen_sink.toml", text, Folder::new("../../scenes"))
        .unwrap_or_else(|e| panic!("{e}"))
}

fn at(values: &[Value; 3], position: [f64; 3], time: f64) -> [f64; 3] {
    [0, 1, 2].map(|i| values[i].at(position, time))
}

#[test]
fn settings_are_si() {
    let settings = everything().settings;
    assert_eq!(settings.title.as_deref(), Some("Everything"));
    assert_eq!(settings.duration, 1.5);
    assert_eq!(settings.frames_per_second, 24.0);
    assert_eq!(settings.max_time_step, Some(2e-4));
    assert_eq!(settings.precision, Some(Precision::Double));
    assert_eq!(settings.seed, 7);
    assert_eq!(settings.domain.unwrap().max, [1.0, 2.0, 1.0]);
    assert_eq!(
        at(&settings.gravity, [0.0; 3], 0.5),
        [0.0, -9.81 / 2.0, -9.81 / 2.0]
    );
}

#[test]
fn defaults_hold_where_nothing_is_said() {
    let scene = Scene::parse("scene.toml", CHECKED).unwrap();
    assert_eq!(
        at(&scene.settings.gravity, [0.0; 3], 0.0),
        [0.0, -9.81, 0.0]
    );
    assert_eq!(scene.settings.frames_per_second, 30.0);
    let body = &scene.bodies[0];
    assert_eq!(body.filling.method, "mpm");
    assert_eq!(body.filling.particles_per_cell, 8);
    assert_eq!(body.placement.scale, 1.0);
    assert_eq!(scene.colliders[0].contact, Contact::Separating);
    assert!(scene.emitters.is_empty() && scene.camera.is_none());
}

#[test]
fn bodies_carry_fields_and_nested_shapes() {
    let scene = everything();
    let figure = &scene.bodies[0];
    assert_eq!(figure.filling.method, "points");
    assert_eq!(figure.filling.resolution, 1.0 / 128.0);
    assert_eq!(figure.placement.position, [0.1, 0.5, 0.0]);
    let velocity = at(&figure.velocity, [0.25, 0.0, 0.0], 0.0);
    assert!((velocity[2] - 0.5).abs() < 1e-15 && velocity[1] == -1.0);
    assert!((figure.angular_velocity[1].at([0.0; 3], 0.0) - 3.0 * PI).abs() < 1e-14);
    assert_eq!(at(&figure.acceleration, [0.0; 3], 0.4)[1], 0.1);
    let Fibre::Formula(fibre) = &figure.filling.fibre else {
        panic!("{:?}", figure.filling.fibre);
    };
    assert_eq!(at(fibre, [2.0, 3.0, 0.0], 0.0), [-3.0, 2.0, 0.5]);
    let smooth = format!("{:?}", figure.shape.form);
    assert!(
        smooth.starts_with("SmoothUnion { shapes: [Shape {"),
        "{smooth}"
    );
    assert!(smooth.ends_with("], radius: 0.01 }"), "{smooth}");
    // Four, of which two hold two each.
    assert_eq!(smooth.matches("Shape {").count(), 8, "{smooth}");
    assert!(smooth.contains(&format!("angle: {FRAC_PI_2} ")), "{smooth}");
    let union = format!("{:?}", scene.bodies[1].shape.form);
    let lathe = "Union([Shape { form: Lathe { profile: Profile { outline: Polygon {";
    assert!(union.starts_with(lathe), "{union}");
}

#[test]
fn colliders_move_and_probes_find_what_they_watch() {
    let scene = everything();
    let drum = &scene.colliders[0];
    let Rotation::Turn { axis, angle } = &drum.motion.rotation else {
        panic!("{:?}", drum.motion);
    };
    assert_eq!(*axis, [0.0, 0.0, 1.0]);
    assert!((angle.at([0.0; 3], 0.5) - TAU / 2.0).abs() < 1e-15);
    assert!((drum.motion.position[1].at([0.0; 3], FRAC_PI_2) - 0.1).abs() < 1e-15);
    let Rotation::Keyframes(keys) = &scene.colliders[1].motion.rotation else {
        panic!("{:?}", scene.colliders[1].motion);
    };
    assert!((keys[1].1.angle - FRAC_PI_4).abs() < 1e-15);
    assert!((keys[1].1.axis[0] - 0.5f64.sqrt()).abs() < 1e-15);
    assert!(matches!(&scene.probes[2].watch, Watch::Force { on } if on == "clamp"));
    assert_eq!(scene.probes[0].interval, Some(1e-3));
    assert!((scene.emitters[0].rate.at([0.0; 3], 0.0) - 5e-4).abs() < 1e-18);
}

#[test]
fn material_numbers_may_vary_and_be_given_in_another_way() {
    let scene = everything();
    let gum = scene.material("cooling gum").unwrap();
    assert!(gum.varies_in_space() && gum.varies_in_time());
    assert_eq!(gum.density.at([0.0, 2.0, 0.0], 0.0), 1000.0);
    let flow = gum.flow.as_ref().unwrap();
    let yield_stress = flow.law.offset_of("yield_stress").unwrap();
    assert_eq!(flow.values[yield_stress].at([0.0; 3], 0.75), 2200.0);
    // E = 9KG/(3K + G) with G = 20 kPa and K = 100 or 200 kPa.
    let young = gum.elastic.law.offset_of("young_modulus").unwrap();
    let (g, k) = (2e4, 1e5);
    let expected = 9.0 * k * g / (3.0 * k + g);
    let above = gum.elastic.values[young].at([0.0, 0.2, 0.0], 0.0);
    assert!((above / expected - 1.0).abs() < 1e-12, "{above}");
}

#[test]
fn presets_are_overridden_key_by_key_and_law_by_law() {
    let preset = catalogue::preset("rubber").unwrap().recipe();
    let scene = everything();
    let rubber = scene.material("stiff rubber").unwrap();
    assert_eq!(rubber.elastic.law.name, "neo-hookean");
    let index = |name| rubber.elastic.law.offset_of(name).unwrap();
    let value = |name| rubber.elastic.values[index(name)].at([0.0; 3], 0.0);
    assert_eq!(value("young_modulus"), 2e6);
    assert_eq!(
        value("poisson_ratio"),
        preset.elastic.values[index("poisson_ratio")].at([0.0; 3], 0.0)
    );
    assert_eq!(
        rubber.density.at([0.0; 3], 0.0),
        preset.density.at([0.0; 3], 0.0)
    );
    assert!(rubber.flow.is_none());
    let other = CHECKED
        .replace("density = 1000", "preset = \"rubber\"")
        .replace("neo-hookean", "hencky");
    let scene = Scene::parse("scene.toml", &other).unwrap();
    assert_eq!(scene.materials[0].elastic.law.name, "hencky");
}

#[test]
fn every_preset_reads_as_it_is() {
    for preset in catalogue::presets() {
        let text = format!(
            "[scene]\nduration = 1\n[[material]]\nname = \"m\"\npreset = \"{}\"",
            preset.name
        );
        let scene = Scene::parse("scene.toml", &text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(
            scene.materials[0].density.at([0.0; 3], 0.0),
            preset.density.0
        );
    }
}

#[test]
fn law_tables_must_be_complete_and_say_things_once() {
    let elastic = |table: &str| {
        let old = "{ neo-hookean = { young_modulus = \"10 kPa\", poisson_ratio = 0.3 } }";
        CHECKED.replace(old, table)
    };
    assert_eq!(
        only(&elastic("{ neo-hookean = { young_modulus = 1e4 } }")).2,
        "missing-key"
    );
    assert_eq!(codes(&elastic("\"neo-hookean\"")).len(), 2);
    assert_eq!(
        only(&elastic("{ neo-hookean = { shear_modulus = 1e4 } }")).2,
        "incomplete"
    );
    let both = "{ neo-hookean = { shear_modulus = 1e4, bulk_modulus = 1e5, young_modulus = 1e4 } }";
    assert_eq!(only(&elastic(both)).2, "conflict");
    let auxetic = "{ neo-hookean = { shear_modulus = 1e9, bulk_modulus = 1e-9 } }";
    assert_eq!(
        only(&elastic(auxetic)).2,
        "bad-material",
        "{}",
        mistakes(&elastic(auxetic))
    );
    let two = "{ neo-hookean = { young_modulus = 1, poisson_ratio = 0 }, hencky = { young_modulus = 1, poisson_ratio = 0 } }";
    assert_eq!(only(&elastic(two)).2, "not-one-variant");
    assert_eq!(
        only(&elastic(
            "{ neo-hookean = { young_modulus = [1], poisson_ratio = 0 } }"
        ))
        .2,
        "wrong-type"
    );
}

#[test]
fn materials_that_do_not_hold_together_are_refused_at_the_part_to_blame() {
    let unstable = CHECKED.replace(
        "{ neo-hookean = { young_modulus = \"10 kPa\", poisson_ratio = 0.3 } }",
        "{ orthotropic = { young_modulus = [1e5, 1e5, 1e3], poisson_ratio = [20, 0.1, 0.1] } }",
    );
    let (line, column, code) = only(&unstable);
    assert_eq!((line, code), (9, "bad-material"));
    let source = unstable.lines().nth(line - 1).unwrap();
    assert!(
        source[column - 1..].starts_with("[20"),
        "{}",
        mistakes(&unstable)
    );
    let pairing = CHECKED.replace(
        "flow = \"none\"",
        "flow = { von-mises = { yield_stress = 100 } }",
    );
    let diagnostics = mistakes(&pairing);
    assert!(diagnostics.to_string().contains("hencky"), "{diagnostics}");
    assert_eq!(only(&pairing).0, 10);
    let layered = pairing.replace("\"10 kPa\"", "\"1e5*y\"");
    assert_eq!(only(&layered).2, "bad-material");
    let fine = CHECKED.replace("\"10 kPa\"", "\"1e5*y\"");
    assert!(Scene::parse("scene.toml", &fine).is_ok());
}
