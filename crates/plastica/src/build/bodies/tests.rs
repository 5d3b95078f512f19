//! Where fibres run, and materials that vary over a body.

use super::bodies;
use crate::Scene;
use crate::simulation::Simulation;
use plastica_core::{Precision, World};
use plastica_geometry::TriangleMesh;
use plastica_particles::fill::{Filled, fill};
use plastica_scene::assets::Memory;
use plastica_scene::method::{BodySpec, BuildError, Plan};
use plastica_tensor::Vec3;
use std::ops::ControlFlow;

/// A scene with a body of fibres and what else is said.
fn scene(keys: &str) -> Scene {
    let text = format!(
        r#"
        [scene]
        duration = 1e-3
        frames_per_second = 1000
        gravity = [0, 0, 0]
        [[material]]
        name = "straw"
        density = 1000
        elastic = {{ hencky = {{ young_modulus = 1e6, poisson_ratio = 0.25 }} }}
        flow = {{ von-mises = {{ shear_yield = 1e3 }} }}
        map = {{ fragility = {{ fragility = ["if(x < 0, 2, 1)", "if(x < 0, 2, 1)", "if(x < 0, 2, 1)"] }} }}
        {keys}
        "#
    );
    let mut assets = Memory::default();
    let ball = TriangleMesh::ball(0.1, 4);
    assets.meshes.insert("ball.obj".into(), ball);
    Scene::parse_with("test.toml", &text, assets).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn body(shape: &str, keys: &str) -> Scene {
    scene(&format!(
        "[[body]]\nname = \"bale\"\nmaterial = \"straw\"\nresolution = 0.02\nshape = {shape}\n{keys}"
    ))
}

/// What the method gets to fill its particles with.
fn filled(scene: &Scene) -> Result<Filled, BuildError> {
    let specs = bodies(scene)?;
    let specs: Vec<BodySpec> = specs.into_iter().map(|(_, spec)| spec).collect();
    let plan = Plan {
        bodies: &specs,
        world: &World::empty([0.0; 3]),
        precision: Some(Precision::Single),
        duration: 1.0,
    };
    fill(&plan, true)
}

/// The place of a particle and the axes of the material there, x, y, z.
type Axes = (Vec3<f64>, [Vec3<f64>; 3]);

fn axes(scene: &Scene) -> Result<Vec<Axes>, String> {
    let filled = filled(scene).map_err(|error| error.to_string())?;
    let seeds = filled.bodies[0].seeds.iter().map(|seed| {
        let column = |k: usize| Vec3::new(seed.axes[(0, k)], seed.axes[(1, k)], seed.axes[(2, k)]);
        (Vec3(seed.position), [0, 1, 2].map(column))
    });
    Ok(seeds.collect())
}

const BLOCK: &str = "{ box = { size = [0.2, 0.2, 0.2] } }";

#[test]
fn fibres_around_an_axis_are_circles() {
    let scene = body(
        BLOCK,
        "fibre = { around = { axis = [0, 2, 0], through = [0.3, 0, 0.1] } }\nacross = [0, 1, 0]",
    );
    let found = axes(&scene).unwrap();
    assert!(found.len() > 5000);
    for (place, [x, y, z]) in found {
        let from_axis = place - Vec3::new(0.3, place[1], 0.1);
        assert!(z.dot(from_axis).abs() < 1e-12 && z[1].abs() < 1e-12);
        assert!((z.norm() - 1.0).abs() < 1e-12);
        // Counter-clockwise seen from above.
        assert!(from_axis.cross(z)[1] > 0.0);
        assert!((x - Vec3::new(0.0, 1.0, 0.0)).norm() < 1e-12);
        assert!((x.cross(y) - z).norm() < 1e-12);
    }
}

#[test]
fn fibres_along_a_curve_follow_its_nearest_point() {
    // A quarter of a circle of radius 1 about the origin, through which the block's fibres bend.
    let points: Vec<String> = (0..=12)
        .map(|k| f64::from(k) / 12.0 * std::f64::consts::FRAC_PI_2)
        .map(|angle| format!("[{}, {}, 0]", angle.cos(), angle.sin()))
        .collect();
    let keys = format!(
        "position = [0.6, 0.6, 0]\nfibre = {{ along = {{ points = [{}] }} }}",
        points.join(", ")
    );
    for (place, [.., z]) in axes(&body(BLOCK, &keys)).unwrap() {
        let radius = place[0].hypot(place[1]);
        let around = Vec3::new(-place[1] / radius, place[0] / radius, 0.0);
        // A spline through points 7.5 degrees apart runs within a few thousandths of the circle's way.
        assert!((z - around).norm() < 0.01, "{place:?} {z:?}");
    }
}

#[test]
fn layers_follow_the_surface_of_a_shape_and_of_a_mesh() {
    let ball = "{ sphere = { radius = 0.1 } }";
    let mesh = "{ mesh = { file = \"ball.obj\" } }";
    for (shape, tolerance) in [(ball, 1e-9), (mesh, 0.2)] {
        let found = axes(&body(
            shape,
            "position = [0, 1, 0]\nfibre = { normal = {} }",
        ))
        .unwrap();
        assert!(found.len() > 2000);
        for (place, [.., z]) in found {
            let out = place - Vec3::new(0.0, 1.0, 0.0);
            // Near the middle all of the surface is as near: any direction will do there.
            if out.norm() > 0.03 {
                assert!(
                    (z - out.scale(1.0 / out.norm())).norm() < tolerance,
                    "{out:?} {z:?}"
                );
            }
            assert!((z.norm() - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn places_without_a_direction_are_told() {
    let lattice = "sampling = \"lattice\"\nresolution = 0.1\nparticles_per_cell = 1";
    let odd = |keys: &str| {
        let text = format!(
            "[[body]]\nname = \"bale\"\nmaterial = \"straw\"\n{lattice}\nshape = {{ box = {{ size = [0.3, 0.3, 0.3] }} }}\n{keys}"
        );
        axes(&scene(&text)).expect_err(keys)
    };
    // A lattice of 3 × 3 × 3 particles has one at the centre.
    for keys in [
        "fibre = { around = { axis = [0, 1, 0] } }",
        "fibre = [\"x\", \"y\", \"z\"]",
        "fibre = { along = { points = [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [1, 0, 0]] } }",
    ] {
        let message = odd(keys);
        assert!(
            message.starts_with("bale: `fibre` has no direction at ("),
            "{message}"
        );
    }
    let message = odd("fibre = [0, 0, 1]\nacross = [0, 0, \"1 + x\"]");
    assert!(
        message.contains("`across` has no direction at ("),
        "{message}"
    );
}

#[test]
fn what_an_emitter_makes_has_one_direction() {
    let emitter = |fibre: &str| {
        let text = format!(
            "[[emitter]]\nname = \"tap\"\nmaterial = \"straw\"\nresolution = 0.02\nrate = 1\nshape = {BLOCK}\nfibre = {fibre}"
        );
        let filled = filled(&scene(&text)).map_err(|error| error.to_string())?;
        Ok::<_, String>(filled.sources)
    };
    assert_eq!(emitter("[1, 0, 0]").unwrap()[0].axes[(0, 2)], 1.0);
    for fibre in [
        "[\"x\", 1, 0]",
        "{ normal = {} }",
        "{ around = { axis = [0, 1, 0] } }",
    ] {
        let message = emitter(fibre).err().unwrap();
        assert!(
            message.starts_with("tap: ") && message.contains("`fibre`"),
            "{message}"
        );
    }
}

/// Twice the fragility along every axis yields at a quarter of the stress: a block sheared at one rate
/// carries four times as much where a formula makes it less fragile.
#[test]
fn fragility_given_by_a_formula_varies_over_a_body() {
    let scene = body(BLOCK, "velocity = [0, \"100*x\", 0]");
    let mut simulation = Simulation::new(&scene).unwrap();
    simulation
        .next_frame(&mut |_| ControlFlow::Continue(()))
        .unwrap();
    let frame = simulation.frame();
    let stress = &frame.attribute("stress").unwrap().values;
    // Inside, where waves from the surface have not come; not at x = 0, where both meet.
    let shear = |low: f64, high: f64| {
        let inner = |p: &[f64; 3]| p[1].abs() < 0.04 && p[2].abs() < 0.04;
        let chosen: Vec<f64> = (0..frame.positions.len())
            .filter(|i| {
                (low..high).contains(&frame.positions[*i][0]) && inner(&frame.positions[*i])
            })
            .map(|i| stress.at(6 * i + 3).abs())
            .collect();
        assert!(chosen.len() > 20);
        chosen.iter().sum::<f64>() / chosen.len() as f64
    };
    let (weak, strong) = (shear(-0.06, -0.03), shear(0.03, 0.06));
    assert!((weak / 250.0 - 1.0).abs() < 0.05, "{weak} Pa");
    assert!((strong / 1000.0 - 1.0).abs() < 0.05, "{strong} Pa");
}
