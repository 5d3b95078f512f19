//! The presets build, are documented, and behave like what they are called.

use plastica_material::catalogue::{self, Preset, preset, presets, presets_markdown};
use plastica_material::spec::Slot;
use plastica_material::{Increment, Material};
use plastica_tensor::{Mat3, Vec3};
use std::collections::BTreeSet;

const REQUIRED: [&str; 22] = [
    "rubber",
    "jelly",
    "bread dough",
    "modelling clay",
    "chewing gum",
    "shaving foam",
    "cornstarch in water",
    "copper",
    "steel",
    "dry sand",
    "wet sand",
    "clay soil",
    "powder snow",
    "packed snow",
    "pine wood",
    "hay",
    "straw",
    "rods",
    "rice",
    "cards",
    "coins",
    "layered shale",
];

fn material(name: &str) -> Material<f64> {
    preset(name).unwrap().recipe().material().unwrap()
}

/// The first number of a parameter, or its default.
fn parameter(preset: &Preset, slot: Slot, name: &str) -> Option<f64> {
    let recipe = preset.recipe();
    let (_, law) = recipe.laws().find(|(s, _)| *s == slot)?;
    Some(law.at([0.0; 3], 0.0)[law.law.offset_of(name)?])
}

#[test]
fn every_preset_makes_a_material() {
    for preset in presets() {
        let recipe = preset.recipe();
        recipe
            .check()
            .unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        let material = recipe.material::<f64>().unwrap();
        let stiffness = material.p_wave_modulus(&material.rest());
        assert!(
            stiffness.is_finite() && stiffness > 0.0,
            "{}: {stiffness}",
            preset.name
        );
        assert!(
            (10.0..25_000.0).contains(&preset.density.0),
            "{}",
            preset.name
        );
    }
}

#[test]
fn names_are_unique_lower_case_and_complete() {
    let names: BTreeSet<&str> = presets().iter().map(|p| p.name).collect();
    assert_eq!(names.len(), presets().len());
    for name in &names {
        assert!(
            name.chars().all(|c| c.is_ascii_lowercase() || c == ' '),
            "{name}"
        );
        assert_eq!(name.trim(), *name);
    }
    for name in REQUIRED {
        assert!(names.contains(name), "{name} is missing");
    }
}

#[test]
fn every_number_has_an_origin() {
    for preset in presets() {
        assert!(
            !preset.summary.is_empty() && !preset.density.1.is_empty(),
            "{}",
            preset.name
        );
        for value in preset.laws().flat_map(|(_, law)| law.values) {
            assert!(
                !value.origin.trim().is_empty(),
                "{}: {}",
                preset.name,
                value.name
            );
        }
    }
}

#[test]
fn values_are_as_many_as_the_law_takes() {
    for preset in presets() {
        for (slot, law) in preset.laws() {
            let spec = catalogue::law(slot, law.law).unwrap();
            for value in law.values {
                let parameter = spec.parameters.iter().find(|p| p.name == value.name);
                assert_eq!(
                    parameter.unwrap().count,
                    value.values.len(),
                    "{}: {}",
                    preset.name,
                    value.name
                );
            }
        }
    }
}

/// A user finds a worked example of each flow rule.
#[test]
fn every_flow_rule_has_a_preset() {
    for law in catalogue::laws(Slot::Flow) {
        let used = presets()
            .iter()
            .any(|p| p.flow.is_some_and(|flow| flow.law == law.name));
        assert!(used, "no preset shows {}", law.name);
    }
}

/// Yield stress over modulus: no metal stretches like rubber, nothing yields at once.
#[test]
fn yield_strains_are_sensible() {
    for preset in presets() {
        let shear = preset.recipe().material::<f64>().unwrap().moduli().shear;
        let Some(flow) = preset.flow else { continue };
        let of = |name| parameter(preset, Slot::Flow, name).unwrap();
        let (strain, range) = match flow.law {
            "von-mises" | "kinematic-hardening" => (of("shear_yield") / shear, 3e-4..0.15),
            "creep" => (of("yield_stress") / (2.0 * shear), 0.0..0.3),
            "drucker-prager" => (of("cohesion") / shear, 0.0..0.2),
            "snow" => (
                of("critical_stretch") / of("critical_compression"),
                0.1..1.0,
            ),
            "shear-clamp" => (of("strain_limit"), 0.01..1.0),
            _ => continue,
        };
        assert!(range.contains(&strain), "{}: {strain}", preset.name);
    }
}

/// The part of a shear stress that is left after holding the strain for a while.
fn stress_left(material: &Material<f64>, strain: f64, seconds: f64) -> f64 {
    let mut point = material.rest();
    let mut shear = Mat3::zero();
    (shear[(0, 1)], shear[(1, 0)]) = (0.5 * strain, 0.5 * strain);
    let sudden = Increment::from_gradient(&point, shear, 1e-12);
    let start = material.advance(&mut point, &sudden).kirchhoff.xy;
    let held = Increment::from_gradient(&point, Mat3::zero(), seconds / 200.0);
    let mut end = start;
    for _ in 0..200 {
        let step = Increment {
            trial: point.deformation,
            ..held
        };
        end = material.advance(&mut point, &step).kirchhoff.xy;
    }
    end / start
}

#[test]
fn cornstarch_flows_under_small_stress_and_resists_large() {
    let cornstarch = material("cornstarch in water");
    let shear = cornstarch.moduli().shear;
    // 100 Pa is a few millimetres of puddle, 20 kPa an impact; a bounce takes some 30 ms.
    assert!(stress_left(&cornstarch, 100.0 / shear, 0.03) < 0.01);
    assert!(stress_left(&cornstarch, 20e3 / shear, 0.03) > 0.9);
}

#[test]
fn putty_bounces_in_milliseconds_and_flows_in_seconds() {
    let putty = material("silly putty");
    assert!(stress_left(&putty, 1e-2, 2e-3) > 0.9);
    assert!(stress_left(&putty, 1e-2, 2.0) < 0.01);
}

#[test]
fn rubber_keeps_its_stress_and_honey_does_not() {
    assert_eq!(stress_left(&material("rubber"), 1e-2, 10.0), 1.0);
    assert!(stress_left(&material("honey"), 1e-2, 0.1) < 1e-6);
}

/// The stress along an axis when a point stretched along it, sides held, first yields.
fn first_yield(material: &Material<f64>, axis: usize) -> f64 {
    let excess = |strain: f64| {
        let mut point = material.rest();
        point.deformation[(axis, axis)] += strain;
        material.excess(&point).unwrap()
    };
    let (mut low, mut high) = (0.0, 0.5);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 {
            high = middle
        } else {
            low = middle
        }
    }
    let mut point = material.rest();
    point.deformation[(axis, axis)] += low;
    material.kirchhoff(&point).to_mat()[(axis, axis)]
}

/// Fibres hold along z, layers part along z. [SW20, section 8]
#[test]
fn cohesive_solids_are_strong_along_their_fibres() {
    for (name, strong, weak) in [("pine wood", 2, 0), ("hay", 2, 0), ("layered shale", 0, 2)] {
        let material = material(name);
        let ratio = first_yield(&material, strong) / first_yield(&material, weak);
        assert!(ratio > 1.5, "{name}: {ratio}");
    }
}

/// Rods that are pressed together along their axis lie down, and so do cards that are pulled apart along their
/// normal: for a stretch e along the axis without change of volume, M = exp(l D) M₀ exp(l D)/tr.
#[test]
fn loose_grains_do_not_keep_standing() {
    let strain = 1.5f64;
    for name in ["rods", "straw", "rice", "cards", "coins"] {
        let preset = preset(name).unwrap();
        let of = |parameter_name| parameter(preset, Slot::Map, parameter_name).unwrap();
        let squared = of("aspect_ratio").powi(2);
        let shape = (squared - 1.0) / (squared + 1.0);
        let stretch = -strain * shape.signum();
        let material = material(name);
        let mut point = material.rest();
        // Steps of 1e-3 of strain: second order, so far below the tolerance.
        for _ in 0..1500 {
            let gradient = Mat3::diagonal(Vec3([-0.5, -0.5, 1.0]).scale(stretch / 1500.0));
            let step = Increment::from_gradient(&point, gradient, 1e-3);
            material.advance(&mut point, &step);
        }
        let (axes, moments) = material.directions(&point).unwrap();
        let upright = axes.conjugate_diagonal(moments).zz;
        let start = (1.0 + 2.0 * of("alignment")) / 3.0;
        let (along, across) = (
            start * (2.0 * shape * stretch).exp(),
            (1.0 - start) * (-shape * stretch).exp(),
        );
        let exact = along / (along + across);
        assert!(
            (upright - exact).abs() < 1e-4,
            "{name}: {upright}, not {exact}"
        );
        assert!(upright < 0.5, "{name}: {upright}");
    }
}

#[test]
fn the_page_of_materials_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/materials.md");
    let page = presets_markdown();
    if std::env::var_os("PLASTICA_REGENERATE").is_some() {
        std::fs::create_dir_all(std::path::Path::new(path).parent().unwrap()).unwrap();
        std::fs::write(path, &page).unwrap();
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        stored == page,
        "docs/materials.md is out of date: run PLASTICA_REGENERATE=1 cargo test -p plastica-material --test presets"
    );
}
