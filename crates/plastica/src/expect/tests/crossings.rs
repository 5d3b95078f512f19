//! Surfaces that cross, in frames made by hand.

use super::{frame, measure};
use plastica_core::Frame;

/// Two tetrahedra, the second one moved up.
fn two(time: f64, up: f64) -> Frame {
    let one = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let other = one.map(|[x, y, z]| [x + 0.1, y + 0.1, z + up]);
    let mut frame = frame(time, &[one, other].concat());
    frame.cells.tetrahedra = vec![[0, 1, 2, 3], [4, 5, 6, 7]];
    frame
}

#[test]
fn crossings_are_the_most_of_all_frames() {
    let most = |frames| measure("crossings = {}\nat_most = 0", frames);
    assert_eq!(most(vec![two(0.0, 1.5), two(0.5, 1.1)]), 0.0);
    assert!(most(vec![two(0.0, 1.5), two(0.5, 0.5), two(1.0, 1.5)]) > 0.0);
    // Particles have no surface.
    assert!(most(vec![frame(0.0, &[[0.0; 3]])]).is_nan());
}
