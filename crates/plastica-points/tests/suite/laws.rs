//! Any finite-strain law.

use crate::cloud::{double, jitter, send};
use crate::common::{body, elastic, floor, lattice, recipe};
use plastica_core::{Contact, Selection, Step, World};
use plastica_material::spec::Slot;
use plastica_material::{Field, Increment, LawRecipe, Value, catalogue};
use plastica_points::{Options, build};
use plastica_tensor::{Mat3, Vec3};

/// Every preset that keeps a deformation strikes the floor, at a fiftieth of its wave speed, without breaking.
#[test]
fn every_preset_strikes_the_floor() {
    let (mut run, mut refused) = (0, Vec::new());
    for preset in catalogue::presets() {
        let recipe = preset.recipe();
        let places = lattice([0.0, 0.0, 0.0], [0.3, 0.2, 0.2], 0.05);
        let material = recipe.material::<f64>().unwrap();
        let density = recipe.density.at([0.0; 3], 0.0);
        let wave = (material.p_wave_modulus(&material.rest()) / density).sqrt();
        let block = body(
            &recipe,
            &places,
            1.25e-4,
            [0.0, -0.02 * wave, 0.0],
            [0.0; 3],
        );
        let Ok(mut points) = build(Options::new(0.05), vec![block], vec![]) else {
            refused.push(preset.name);
            continue;
        };
        let mut world = World::empty([0.0; 3]);
        let up = [0.0, 1.0, 0.0];
        world
            .colliders
            .push(floor(up, 0.0, Contact::Separating, 0.4));
        let mut time = 0.0;
        for _ in 0..80 {
            let dt = points.stable_step(&world, time).dt;
            match points.step(&world, Step::new(time, dt)) {
                Ok(_) => time += dt,
                Err(why) => panic!("{}: {why}", preset.name),
            }
        }
        let ledger = points.observed().ledger();
        let scale = 0.5 * ledger.mass * (0.02 * wave).powi(2);
        assert!(ledger.kinetic_energy < 1.05 * scale, "{}", preset.name);
        assert!(
            ledger.momentum[1] > -0.9 * ledger.mass * 0.02 * wave,
            "{}",
            preset.name
        );
        run += 1;
    }
    println!("{run} presets ran, refused {refused:?}");
    for name in refused {
        let elastic = catalogue::preset(name).unwrap().elastic.law;
        assert_eq!(elastic, "hypoelastic", "{name}");
    }
    assert!(run >= 30, "{run}");
}

/// A material with axes sees the deformation from them, whatever way the body lies.
#[test]
fn axes_reach_the_law() {
    let mut recipe = elastic("hencky", 1000.0, 1e6, 0.3);
    let law = catalogue::law(Slot::Elastic, "transverse").unwrap();
    recipe.elastic = catalogue::presets()
        .iter()
        .map(|preset| preset.recipe().elastic)
        .find(|elastic: &LawRecipe| elastic.law.name == law.name)
        .unwrap();
    let (s, c) = 0.7f64.sin_cos();
    let axes = Mat3::from_rows([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]);
    let map = Mat3::from_rows([[1.01, 0.003, 0.0], [0.0, 0.99, 0.002], [0.004, 0.0, 1.02]]);
    let mut places = lattice([-2.0; 3], [2.0; 3], 1.0);
    jitter(&mut places, 0.2);
    let mut cloud = body(&recipe, &places, 1.0, [0.0; 3], [0.0; 3]);
    let dt = 1e-6;
    send(&mut cloud, &map, dt);
    for seed in &mut cloud.seeds {
        seed.axes = axes;
    }
    let mut points = build(double(1.0), vec![cloud], vec![]).unwrap();
    points
        .step(&World::empty([0.0; 3]), Step::new(0.0, dt))
        .unwrap();
    let material = recipe.material::<f64>().unwrap();
    let mut state = material.rest_along(&axes);
    let step = Increment {
        trial: map * axes,
        gradient: map - Mat3::identity(),
        dt,
    };
    let expected = material.advance(&mut state, &step).kirchhoff;
    let expected = expected.scale(1.0 / map.determinant());
    points.observed().visit(Selection::All, &mut |p| {
        let off = (p.cauchy.unwrap() - expected).max_abs() / expected.max_abs();
        assert!(off < 1e-8, "{}: {off}", p.id);
    });
}

/// A block whose modulus doubles along it is stretched alike everywhere and bears twice as much at one end.
#[test]
fn moduli_vary_over_the_body() {
    let mut recipe = elastic("hencky", 1000.0, 1e6, 0.0);
    let field = Field {
        text: "1e6 * (1 + x / 4)".into(),
        evaluate: std::sync::Arc::new(|x, _| 1e6 * (1.0 + x[0] / 4.0)),
        varies_in_space: true,
        varies_in_time: false,
    };
    recipe.elastic.set("young_modulus", &[Value::Field(field)]);
    let places = lattice([0.0; 3], [4.0; 3], 1.0);
    let mut block = body(&recipe, &places, 1.0, [0.0; 3], [0.0; 3]);
    let dt = 1e-6;
    for seed in &mut block.seeds {
        seed.velocity[0] = 1e-3 * seed.position[0] / dt;
    }
    let mut points = build(double(1.0), vec![block], vec![]).unwrap();
    points
        .step(&World::empty([0.0; 3]), Step::new(0.0, dt))
        .unwrap();
    points.observed().visit(Selection::All, &mut |p| {
        let young = 1e6 * (1.0 + places[p.id as usize][0] / 4.0);
        let expected = young * 1.001f64.ln() / 1.001;
        assert!(
            (p.cauchy.unwrap().xx / expected - 1.0).abs() < 1e-6,
            "{}",
            p.cauchy.unwrap().xx / expected
        );
    });
}

/// A piece that is sheared far beyond yield bears its yield stress: a layer between plates, von Mises.
#[test]
fn metal_bears_its_yield_stress() {
    let metal = recipe(
        1000.0,
        &[
            ("hencky", &[("young_modulus", 1e6), ("poisson_ratio", 0.3)]),
            ("von-mises", &[("shear_yield", 1e4 / 3f64.sqrt())]),
        ],
    );
    let places = lattice([0.0; 3], [6.0; 3], 1.0);
    let mut block = body(&metal, &places, 1.0, [0.0; 3], [0.0; 3]);
    for seed in &mut block.seeds {
        let x = Vec3(seed.position) - Vec3::splat(3.0);
        seed.velocity = [2.0 * x[0], -x[1], -x[2]];
    }
    let mut points = build(double(1.0), vec![block], vec![]).unwrap();
    let world = World::empty([0.0; 3]);
    let mut time = 0.0;
    for _ in 0..12 {
        points.step(&world, Step::new(time, 5e-3)).unwrap();
        time += 5e-3;
    }
    let mut checked = 0;
    points.observed().visit(Selection::All, &mut |p| {
        let deviator = p.cauchy.unwrap().deviator();
        let mises = (1.5 * deviator.norm_squared()).sqrt();
        assert!(mises < 1.05e4, "{mises}");
        checked += usize::from(mises > 0.95e4);
    });
    assert!(checked > 100, "{checked} have yielded");
    assert!(points.observed().ledger().dissipated_energy > 0.0);
}
