//! What is measured of torn splines.

use super::{brick, frame, measure, moved};
use plastica_core::{Attribute, Frame, Values};
use plastica_tensor::{Mat3, Vec3};

/// Nodes along x of a net of 6 × 5.
const WIDE: u32 = 6;
const DEEP: u32 = 5;

/// A net without some of its lines.
fn net(time: f64, cut: &[[u32; 2]]) -> Frame {
    let places: Vec<[f64; 3]> = (0..WIDE * DEEP)
        .map(|i| [f64::from(i % WIDE), 0.0, f64::from(i / WIDE)])
        .collect();
    let mut frame = frame(time, &places);
    for i in 0..WIDE * DEEP {
        let right = (i % WIDE + 1 < WIDE).then_some([i, i + 1]);
        let down = (i / WIDE + 1 < DEEP).then_some([i, i + WIDE]);
        let lines = right.into_iter().chain(down);
        frame
            .cells
            .lines
            .extend(lines.filter(|line| !cut.contains(line)));
    }
    frame
}

fn with(mut frame: Frame, name: &str, values: Vec<u32>) -> Frame {
    frame.attributes.push(Attribute {
        name: name.into(),
        unit: "1".into(),
        components: 1,
        values: Values::U32(values),
    });
    frame
}

#[test]
fn recovery_may_count_from_a_later_frame() {
    let brick = brick();
    let twice = moved(&brick, &Mat3::identity().scale(2.0), Vec3::zero());
    let frames = vec![
        frame(0.0, &brick),
        frame(0.4, &[[9.0; 3]]),
        frame(0.5, &twice),
        frame(1.0, &twice),
    ];
    let since = |time: f64| {
        let claim = format!("recovery = {{ body = \"ball\", since = {time} }}\nat_most = 1");
        measure(&claim, frames.clone())
    };
    assert!((since(0.0) - 1.0).abs() < 1e-12);
    assert!(since(0.45) < 1e-12);
    assert!(since(0.5) < 1e-12);
    assert!(since(1.5).is_nan(), "no frame to compare with");
}

#[test]
fn broken_fibres_count_once() {
    let claim = "broken = { body = \"ball\" }\nat_least = 1";
    let torn = with(frame(1.0, &[[0.0; 3]; 4]), "broken", vec![1, 2, 1, 0]);
    assert_eq!(measure(claim, vec![torn]), 2.0);
    assert!(measure(claim, vec![frame(1.0, &[[0.0; 3]])]).is_nan());
}

#[test]
fn pieces_count_if_they_are_large_enough() {
    let torn = with(frame(1.0, &[[0.0; 3]; 6]), "piece", vec![0, 0, 2, 1, 1, 1]);
    let at_least = |nodes: u32| {
        let claim = format!("pieces = {{ body = \"ball\", nodes = {nodes} }}\nat_least = 1");
        measure(&claim, vec![torn.clone()])
    };
    assert_eq!([1, 2, 3, 4].map(at_least), [3.0, 2.0, 1.0, 0.0]);
}

#[test]
fn tears_are_straight_where_fibres_break_side_by_side() {
    let straight = |cut: &[[u32; 2]]| {
        let claim = "straightness = { body = \"ball\" }\nat_least = 0";
        measure(claim, vec![net(0.0, &[]), net(1.0, cut)])
    };
    assert!(straight(&[]).is_nan(), "nothing has torn");
    // Rungs of a ladder between the third and fourth column, and between two rows.
    assert_eq!(straight(&[[2, 3], [8, 9], [14, 15]]), 1.0);
    assert_eq!(straight(&[[7, 13], [8, 14], [9, 15], [10, 16]]), 1.0);
    // In line they are one string in pieces, not a tear.
    assert_eq!(straight(&[[2, 3], [3, 4], [4, 5]]), 0.0);
    // Steps: two side by side, then the next column.
    assert_eq!(straight(&[[2, 3], [8, 9], [15, 16], [21, 22]]), 0.0);
    // A tear of three and a lone fibre elsewhere.
    assert_eq!(straight(&[[2, 3], [8, 9], [14, 15], [24, 25]]), 0.75);
}
