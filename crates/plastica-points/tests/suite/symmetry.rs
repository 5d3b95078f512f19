//! Bodies that are their own mirror image stay so.

use crate::cloud::double;
use crate::common::{body, elastic, floor, lattice, run};
use plastica_core::{Contact, Selection, World};
use plastica_points::build;
use plastica_tensor::Vec3;

const SPACING: f64 = 0.02;
/// How far images may be from each other [spacings], in double precision.
const ROUNDING: f64 = 1e-11;

/// How far apart images in x = 0 are after a block has struck a rough floor, sheared towards the plane on both sides [spacings]. One
/// particle starts off its place by some way [m].
fn farthest(friction: f64, off: f64) -> f64 {
    let mut places = lattice([-0.08, 0.001, -0.08], [0.08, 0.161, 0.08], SPACING);
    let count = places.len();
    let image = |x: &[f64; 3]| {
        let distance = |k: &usize| (Vec3(places[*k]) - Vec3([-x[0], x[1], x[2]])).norm();
        (0..count).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    let images: Vec<usize> = places.iter().filter_map(image).collect();
    places[count / 3][0] += off;
    let recipe = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let mut block = body(
        &recipe,
        &places,
        SPACING.powi(3),
        [0.0, -1.0, 0.0],
        [0.0; 3],
    );
    for seed in &mut block.seeds {
        let [x, y, _] = seed.position;
        seed.velocity[0] += 5.0 * x * (20.0 * y).sin();
    }
    let mut points = build(double(SPACING), vec![block], vec![]).unwrap();
    let mut world = World::empty([0.0, -9.81, 0.0]);
    let up = [0.0, 1.0, 0.0];
    world
        .colliders
        .push(floor(up, 0.0, Contact::Separating, friction));
    let mut most = 0f64;
    run(&mut *points, &world, 0.1, 1e-2, |_, _, _, method| {
        let mut x = vec![Vec3::zero(); count];
        method.observed().visit(Selection::All, &mut |point| {
            x[point.id as usize] = Vec3(point.position);
        });
        for (at, image) in images.iter().enumerate() {
            let [a, b, c] = x[*image].0;
            most = most.max((x[at] - Vec3([-a, b, c])).norm() / SPACING);
        }
    });
    most
}

/// Contacts are solved one after the other, and images in another order: while sweeps ended at 1e-7 spacings, so far apart were images.
#[test]
fn mirror_images_are_equal_to_rounding() {
    for friction in [0.0, 0.4] {
        let apart = farthest(friction, 0.0);
        println!("friction {friction}: {apart} spacings");
        assert!(apart < ROUNDING, "friction {friction}: {apart}");
    }
    // What is not its own mirror image is seen.
    let apart = farthest(0.4, 1e-9 * SPACING);
    assert!(apart > 10.0 * ROUNDING, "{apart}");
}
