//! What cannot be is refused, and said.

use crate::common::{block, body, elastic};
use plastica_core::{Contact, StepError, World};
use plastica_fem::{BuildError, Options, build};
use plastica_geometry::Shape;
use plastica_material::{Field, Value};
use plastica_scene::method::{BodySpec, Plan, Role};
use plastica_tensor::Vec3;
use std::sync::Arc;

fn refusal(change: impl FnOnce(&mut plastica_fem::MeshedBody)) -> String {
    let recipe = elastic("neo-hookean", 1000.0, 1e4, 0.3);
    let mut made = body(
        &recipe,
        block([0.0; 3], [1.0; 3], [1; 3]),
        [0.0; 3],
        [0.0; 3],
    );
    change(&mut made);
    match build(Options::default(), vec![made]) {
        Err(error @ (BuildError::Mesh { .. } | BuildError::Material { .. })) => error.to_string(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it is taken"),
    }
}

#[test]
fn meshes_that_cannot_be_are_refused() {
    let says = |text: String, words: &str| assert!(text.contains(words), "{text}");
    says(refusal(|b| b.mesh.elements.clear()), "no elements");
    says(
        refusal(|b| b.mesh.elements[2][1] = 99),
        "none of its 8 vertices",
    );
    says(
        refusal(|b| b.mesh.elements[3].swap(0, 1)),
        "element 3 has no volume",
    );
    says(refusal(|b| b.mesh.vertices[0][2] = f64::NAN), "not finite");
    says(refusal(|b| b.velocities.truncate(3)), "3 velocities");
    says(
        refusal(|b| {
            b.mesh.vertices.push([5.0; 3]);
            b.velocities.push([0.0; 3]);
        }),
        "belongs to no element",
    );
    says(
        refusal(|b| b.recipe = elastic("hypoelastic", 1000.0, 1e4, 0.3)),
        "finite-strain law",
    );
    says(refusal(|b| b.recipe.density = (-1.0).into()), "density");
}

#[test]
fn options_out_of_range_are_refused() {
    let wrong = [
        Options {
            nodal_pressure: 1.5,
            ..Options::default()
        },
        Options {
            courant: 0.0,
            ..Options::default()
        },
        Options {
            edge_change: f64::NAN,
            ..Options::default()
        },
        Options {
            damping: -1.0,
            ..Options::default()
        },
        Options {
            stiffness_damping: f64::INFINITY,
            ..Options::default()
        },
    ];
    for options in wrong {
        let refused = build(options, vec![]);
        assert!(
            matches!(refused, Err(BuildError::Option { .. })),
            "{options:?}"
        );
    }
}

/// A formula without a value stops the run with its name, not with a panic.
#[test]
fn gravity_without_a_value_is_told() {
    let recipe = elastic("neo-hookean", 1000.0, 1e4, 0.3);
    let falling = body(
        &recipe,
        block([0.0; 3], [1.0; 3], [1; 3]),
        [0.0; 3],
        [0.0; 3],
    );
    let mut method = build(Options::default(), vec![falling]).unwrap();
    let mut world = World::empty([0.0; 3]);
    world.gravity[1] = Value::Field(Field {
        text: "sqrt(-1)".into(),
        evaluate: Arc::new(|_, _| f64::NAN),
        varies_in_space: false,
        varies_in_time: false,
    });
    let refused = method.step(&world, plastica_core::Step::new(0.0, 1e-4));
    let Err(StepError::Refused(failure)) = refused else {
        panic!("{refused:?}");
    };
    assert!(failure.to_string().contains("gravity"), "{failure}");
}

/// What a scene says is refused with the name of the part and what to do.
#[test]
fn scenes_that_cannot_be_meshed_are_refused() {
    let recipe = elastic("neo-hookean", 1000.0, 1e4, 0.3);
    let block = || Shape::block(Vec3::splat(0.1));
    let says = |body: BodySpec, world: World, words: &str| {
        let plan = Plan {
            bodies: &[body],
            world: &world,
            precision: None,
            duration: 1.0,
        };
        let refused = plastica_fem::scene(Options::default()).build(&plan);
        let Err(error) = refused else {
            panic!("{words}: it is taken");
        };
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(error.0[0].part, "cube");
    };
    let empty = || World::empty([0.0; 3]);
    let mut emitter = BodySpec::new("cube", block(), recipe.clone(), 0.05);
    emitter.role = Role::Emitter {
        velocity: [0.0; 3].map(Value::Constant),
        rate: 1e-3.into(),
        active: None,
    };
    says(emitter, empty(), "cannot come one by one out of an emitter");
    let unbounded = Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 0.0);
    let endless = BodySpec::new("cube", unbounded, recipe.clone(), 0.05);
    says(endless, empty(), "has no end");
    let fine = BodySpec::new("cube", block(), recipe.clone(), 1e-5);
    says(fine, empty(), "use edges of about");
    let mut world = empty();
    let floor = crate::common::floor([0.0, 1.0, 0.0], 1.0, Contact::Separating, 0.0);
    world.colliders.push(floor);
    let buried = BodySpec::new("cube", block(), recipe, 0.05);
    says(buried, world, "it starts inside");
}
