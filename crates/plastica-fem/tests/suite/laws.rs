//! Laws of every kind run in elements, and do there what they do in a testing machine.

use crate::common::{block, body, elastic, flowing, law, run};
use plastica_core::{Step, World};
use plastica_fem::{Options, build};
use plastica_material::spec::Slot;
use plastica_material::{Increment, catalogue};
use plastica_tensor::Mat3;

/// Every preset that elements take falls, shakes and stays finite.
#[test]
fn every_preset_can_be_meshed() {
    let mut taken = 0;
    for preset in catalogue::presets() {
        let recipe = preset.recipe();
        let mesh = block([0.0; 3], [0.1; 3], [2; 3]);
        let mut shaken = body(&recipe, mesh, [0.0; 3], [0.0; 3]);
        for (v, x) in shaken.velocities.iter_mut().zip(&shaken.mesh.vertices) {
            v[0] = 0.5 * x[1];
        }
        let Ok(mut method) = build(Options::default(), vec![shaken]) else {
            continue;
        };
        let world = World::empty([0.0; 3]);
        for k in 0..20 {
            let dt = method.stable_step(&world, 0.0).dt.min(1e-4);
            method
                .step(&world, Step::new(f64::from(k) * dt, dt))
                .unwrap();
        }
        taken += 1;
    }
    assert!(taken > 10, "{taken}");
}

/// One homogeneous deformation in many steps: the elements' stress is that of the law for one point.
#[test]
fn elements_answer_as_a_material_point() {
    let solid = elastic("hencky", 1000.0, 1e5, 0.3);
    let map = Some(law(Slot::Map, "fragility", &[]));
    let mut recipes = vec![
        solid.clone(),
        flowing(&solid, "creep", &[("yield_stress", 500.0), ("rate", 20.0)]),
        flowing(
            &solid,
            "von-mises",
            &[("shear_yield", 2e3), ("hardening_modulus", 1e4)],
        ),
    ];
    recipes.extend(map.map(|map| plastica_material::Recipe {
        map: Some(map),
        ..recipes[2].clone()
    }));
    for recipe in recipes.iter().filter(|recipe| recipe.check().is_ok()) {
        for nodal_pressure in [0.0, 0.9] {
            let mut rate = Mat3::<f64>::zero();
            (rate[(0, 1)], rate[(0, 0)], rate[(2, 2)]) = (3.0, 1.0, -0.5);
            let mut sheared = body(
                recipe,
                block([0.0; 3], [1.0; 3], [2; 3]),
                [0.0; 3],
                [0.0; 3],
            );
            let material = recipe.material::<f64>().unwrap();
            let mut point = material.rest();
            // Positions go through X + t·rate X, whatever elements push.
            let (dt, steps) = (1e-3, 40);
            for (v, x) in sheared.velocities.iter_mut().zip(&sheared.mesh.vertices) {
                *v = rate.mul_vec(plastica_tensor::Vec3(*x)).0;
            }
            let heavy = plastica_material::Recipe {
                density: 1e12.into(),
                ..recipe.clone()
            };
            sheared.recipe = heavy;
            let options = Options {
                nodal_pressure,
                edge_change: 1.0,
                ..Options::default()
            };
            let mut method = build(options, vec![sheared]).unwrap();
            let world = World::empty([0.0; 3]);
            let mut before = Mat3::identity();
            let mut answer = None;
            for k in 1..=steps {
                method
                    .step(&world, Step::new(f64::from(k - 1) * dt, dt))
                    .unwrap();
                let now = Mat3::identity() + rate.scale(f64::from(k) * dt);
                let gradient = now * before.inverse() - Mat3::identity();
                let step = Increment::from_gradient(&point, gradient, dt);
                answer = Some(material.advance(&mut point, &step));
                before = now;
            }
            let expected = answer.unwrap().kirchhoff.scale(1.0 / before.determinant());
            let snapshot = method.observed().snapshot();
            let stress = snapshot
                .cell_attributes
                .iter()
                .find(|a| a.name == "stress")
                .unwrap();
            let s = expected;
            for (k, wanted) in [s.xx, s.yy, s.zz, s.xy, s.yz, s.zx].into_iter().enumerate() {
                let found = stress.values.at(k);
                let off = (found - wanted).abs() / expected.max_abs();
                assert!(
                    off < 1e-7,
                    "{:?}: {found} {wanted}",
                    recipe.flow.as_ref().map(|f| f.law.name)
                );
            }
        }
    }
}

/// With a nearly incompressible material, averaged pressure lets a slender block bend that plain elements hold.
#[test]
fn averaged_pressure_cures_locking() {
    let sag = |nodal_pressure: f64| {
        let rubber = elastic("neo-hookean", 1000.0, 2e5, 0.495);
        let mesh = block([0.0; 3], [1.0, 0.2, 0.2], [10, 2, 2]);
        let options = Options {
            nodal_pressure,
            damping: 20.0,
            ..Options::default()
        };
        let mut method = build(options, vec![body(&rubber, mesh, [0.0; 3], [0.0; 3])]).unwrap();
        let mut world = World::empty([0.0, -2.0, 0.0]);
        let clamp =
            plastica_geometry::Shape::half_space(plastica_tensor::Vec3::new(1.0, 0.0, 0.0), 1e-6);
        world.grips.push(plastica_core::Grip {
            name: "clamp".into(),
            body: None,
            shape: clamp,
            motion: plastica_core::Motion::at_rest([0.0; 3]),
            window: None,
        });
        run(&mut *method, &world, 0.6, |_, _, _, _| ());
        let positions = method.observed().snapshot().positions;
        -positions.iter().fold(f64::MAX, |l, x| l.min(x[1]))
    };
    let (plain, averaged) = (sag(0.0), sag(0.9));
    assert!(averaged > 1.2 * plain, "{plain} {averaged}");
}
