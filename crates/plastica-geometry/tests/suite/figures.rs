//! The figures stand on y = 0, are 1 m high, and hang together.

use plastica_geometry::{Shape, ShapeError, Vec3, figure};

/// Least and greatest y of a shape, by looking down and up on a fine grid of rays.
fn heights(shape: &Shape) -> (f64, f64) {
    let bounds = shape.bounds().unwrap();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let n = 120;
    for i in 0..n * n {
        let share = |k: i32| (f64::from(k) + 0.5) / f64::from(n);
        let x = bounds.low[0] + bounds.size()[0] * share(i % n);
        let z = bounds.low[2] + bounds.size()[2] * share(i / n);
        for sign in [1.0, -1.0] {
            let mut y = if sign > 0.0 {
                bounds.low[1] - 0.1
            } else {
                bounds.high[1] + 0.1
            };
            while (-0.2..=1.2).contains(&y) {
                let d = shape.distance(Vec3::new(x, y, z));
                if d < 1e-5 {
                    low = low.min(y);
                    high = high.max(y);
                    break;
                }
                y += sign * d;
            }
        }
    }
    (low, high)
}

/// How many pieces the shape has on a grid of cells, and how many cells are in it.
fn pieces(shape: &Shape, cell: f64) -> (usize, usize) {
    let bounds = shape.bounds().unwrap();
    let n = bounds.size().0.map(|s| (s / cell).ceil() as usize);
    let index = |c: [usize; 3]| (c[2] * n[1] + c[1]) * n[0] + c[0];
    let place = |i: usize| [i % n[0], i / n[0] % n[1], i / (n[0] * n[1])];
    let inside = |i: usize| {
        let x = bounds.low + Vec3(place(i).map(|c| (c as f64 + 0.5) * cell));
        shape.contains(x)
    };
    let mut open: Vec<bool> = (0..n.iter().product()).map(inside).collect();
    let cells = open.iter().filter(|o| **o).count();
    let mut count = 0;
    while let Some(start) = open.iter().position(|o| *o) {
        count += 1;
        let mut todo = vec![start];
        open[start] = false;
        while let Some(i) = todo.pop() {
            let at = place(i);
            for axis in 0..3 {
                for (allowed, step) in [(at[axis] > 0, -1), (at[axis] + 1 < n[axis], 1)] {
                    if allowed {
                        let mut next = at;
                        next[axis] = next[axis].wrapping_add_signed(step);
                        if std::mem::take(&mut open[index(next)]) {
                            todo.push(index(next));
                        }
                    }
                }
            }
        }
    }
    (count, cells)
}

#[test]
fn figures_stand_one_metre_high_in_one_piece() {
    for (name, shape) in [("rabbit", figure::rabbit()), ("bust", figure::bust())] {
        let (low, high) = heights(&shape);
        assert!(
            low.abs() < 1e-3 && (high - 1.0).abs() < 4e-3,
            "{name}: {low} to {high}"
        );
        let bounds = shape.bounds().unwrap();
        assert!(bounds.low[1].abs() < 1e-12 && (bounds.high[1] - 1.0).abs() < 1e-12);
        let (count, cells) = pieces(&shape, 0.0125);
        assert_eq!(count, 1, "{name}");
        // Neither a stick nor a lump: between a fiftieth and a third of a cubic metre.
        assert!(cells > 10_000 && cells < 170_000, "{name}: {cells}");
    }
}

/// A tip with radii of curvature of 2 cm has 2π · 0.02 · 1e-4 = 1.3e-5 m² of itself above a plane
/// 0.1 mm below its end; one cut flat 2 mm below its end would have 2.5e-4 m².
#[test]
fn figures_are_not_cut_by_their_boxes() {
    for shape in [figure::rabbit(), figure::bust()] {
        let bounds = shape.bounds().unwrap();
        let size = bounds.size();
        for (axis, top) in [(0, false), (0, true), (1, true), (2, false), (2, true)] {
            let (across, along) = ((axis + 1) % 3, (axis + 2) % 3);
            let mut count = 0;
            let n = 300;
            for i in 0..n * n {
                let mut x = Vec3::zero();
                x[across] =
                    bounds.low[across] + size[across] * (f64::from(i % n) + 0.5) / f64::from(n);
                x[along] =
                    bounds.low[along] + size[along] * (f64::from(i / n) + 0.5) / f64::from(n);
                x[axis] = if top {
                    bounds.high[axis] - 1e-4
                } else {
                    bounds.low[axis] + 1e-4
                };
                count += u32::from(shape.contains(x));
            }
            let area = f64::from(count) * size[across] * size[along] / f64::from(n * n);
            assert!(area < 1e-4, "axis {axis}, top {top}: {area}");
        }
    }
}

#[test]
fn rabbits_look_along_x_and_busts_along_z() {
    // The nose is ahead of the body at its height; nothing is behind.
    let rabbit = figure::rabbit();
    assert!(rabbit.contains(Vec3::new(0.33, 0.56, 0.0)));
    assert!(!rabbit.contains(Vec3::new(-0.33, 0.56, 0.0)));
    let bust = figure::bust();
    assert!(bust.contains(Vec3::new(0.0, 0.74, 0.15)));
    assert!(!bust.contains(Vec3::new(0.0, 0.70, -0.15)));
    // Both are the same from left and right.
    let mut dice = crate::common::Dice::new(6);
    for _ in 0..3000 {
        let x = dice.point(0.6) + Vec3::new(0.0, 0.5, 0.0);
        let mirrored = Vec3::new(x[0], x[1], -x[2]);
        assert!((rabbit.distance(x) - rabbit.distance(mirrored)).abs() < 0.02);
    }
}

#[test]
fn every_letter_is_drawn_one_metre_high_in_one_piece() {
    for c in ('A'..='Z').chain('0'..='9') {
        let shape = figure::letters(&c.to_string()).unwrap();
        let bounds = shape.bounds().unwrap();
        assert!(
            bounds.low[1].abs() < 2e-3 && (bounds.high[1] - 1.0).abs() < 2e-3,
            "{c}: {bounds:?}"
        );
        assert!((bounds.low[0] + bounds.high[0]).abs() < 1e-9);
        assert!((bounds.low[2] + 0.125).abs() < 1e-12 && (bounds.high[2] - 0.125).abs() < 1e-12);
        assert_eq!(pieces(&shape, 0.04).0, 1, "{c}");
    }
    let word = figure::letters("OK GO 42").unwrap();
    assert_eq!(pieces(&word, 0.04).0, 6);
    assert!(word.contains(Vec3::new(word.bounds().unwrap().low[0] + 0.08, 0.5, 0.0)));
    assert_eq!(
        figure::letters("A-B").unwrap_err(),
        ShapeError::Character('-')
    );
    assert_eq!(figure::letters("  ").unwrap_err(), ShapeError::NoLetters);
}
