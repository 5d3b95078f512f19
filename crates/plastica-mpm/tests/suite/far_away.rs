//! Material so far away that its cell has no number is refused: blocks there would share nodes without being known as
//! neighbours, and threads would write to the same memory.

use crate::common::{body, elastic};
use plastica_core::{Cause, Step, StepError, World};
use plastica_mpm::{BuildError, Options, build};

/// Blocks of 4 cells are counted up to 2³⁰.
const CELL: f64 = 0.05;
const FARTHEST: f64 = 4.0 * CELL * (1u64 << 30) as f64;

fn soft(places: &[[f64; 3]], velocity: [f64; 3]) -> plastica_core::Body {
    body(
        &elastic("neo-hookean", 1000.0, 1e4, 0.3),
        places,
        1e-4,
        velocity,
        [0.0; 3],
    )
}

#[test]
fn a_body_far_away_is_refused() {
    for far in [1.01 * FARTHEST, -1.01 * FARTHEST, 1e30, -1e30] {
        let bodies = vec![soft(&[[0.0; 3], [0.0, far, 0.0]], [0.0; 3])];
        let built = build(Options::new(CELL), bodies, vec![]);
        assert!(
            matches!(built, Err(BuildError::TooFar { most, .. }) if (most / FARTHEST - 1.0).abs() < 1e-12),
            "{far}"
        );
    }
    let near = vec![soft(&[[0.0; 3], [0.0, 0.99 * FARTHEST, 0.0]], [0.0; 3])];
    assert!(build(Options::new(CELL), near, vec![]).is_ok());
}

#[test]
fn material_that_goes_far_away_ends_the_run() {
    // Near the end, and on its way there.
    let start = FARTHEST - 0.5 * CELL;
    let mut mpm = build(
        Options::new(CELL),
        vec![soft(&[[start, 0.0, 0.0]], [10.0, 0.0, 0.0])],
        vec![],
    )
    .unwrap();
    let world = World::empty([0.0; 3]);
    // 0.4 cells a step, which waves of 3.7 m/s do not overtake.
    let dt = 0.04 * CELL;
    let failed = (0..20).find_map(|k| mpm.step(&world, Step::new(f64::from(k) * dt, dt)).err());
    let Some(StepError::Diverged(failure)) = failed else {
        panic!("{failed:?}");
    };
    assert!(matches!(failure.cause, Cause::Outside { .. }), "{failure}");
}
