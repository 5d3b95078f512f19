//! Points that fill shapes.

use plastica_geometry::sample::{FillError, Filling, Layout, estimate_count, fill};
use plastica_geometry::{Placement, Shape, Vec3};
use std::f64::consts::PI;

const LAYOUTS: [Layout; 4] = [
    Layout::Lattice,
    Layout::Loose,
    Layout::Jittered,
    Layout::BlueNoise,
];

fn total(filling: &Filling) -> f64 {
    filling.volume * filling.positions.len() as f64
}

#[test]
fn fillings_are_inside_with_the_right_count_and_volume() {
    let ball = 4.0 / 3.0 * PI * 0.125;
    let shapes = [
        (Shape::sphere(0.5), ball),
        (Shape::torus(1.0, 0.4), 2.0 * PI * PI * 0.16),
        (
            Shape::difference(vec![Shape::block(Vec3::splat(1.3)), Shape::sphere(0.5)]),
            2.197 - ball,
        ),
    ];
    for (shape, volume) in shapes {
        let spacing = (volume / 8000.0).cbrt();
        for layout in LAYOUTS {
            let filling = fill(&shape, spacing, layout, 5).unwrap();
            let count = filling.positions.len() as f64;
            assert!((count / 8000.0 - 1.0).abs() < 0.05, "{layout:?}: {count}");
            assert!(
                (total(&filling) / volume - 1.0).abs() < 2e-4,
                "{layout:?}: {}",
                total(&filling)
            );
            for x in &filling.positions {
                assert!(shape.contains(Vec3(*x)), "{x:?}");
            }
            // No half of the shape is fuller than the other.
            let side = |sign: f64| {
                filling
                    .positions
                    .iter()
                    .filter(|x| sign * x[0] > 1e-9)
                    .count()
            };
            let (left, right) = (side(-1.0) as f64, side(1.0) as f64);
            assert!(
                (left - right).abs() < 0.04 * count,
                "{layout:?}: {left}, {right}"
            );
        }
        let estimate = estimate_count(&shape, spacing).unwrap() as f64;
        assert!((estimate / 8000.0 - 1.0).abs() < 0.05, "{estimate}");
    }
}

#[test]
fn a_lattice_fits_a_box_exactly() {
    let block = Shape::block(Vec3::new(1.0, 0.5, 0.33)).at(3.0, -1.0, 0.5);
    let filling = fill(&block, 0.1, Layout::Lattice, 0).unwrap();
    assert_eq!(filling.positions.len(), 10 * 5 * 3);
    assert!((total(&filling) - 0.165).abs() < 1e-14);
    let first = Vec3::new(2.5 + 0.05, -1.25 + 0.05, 0.335 + 0.055);
    assert!((Vec3(filling.positions[0]) - first).norm() < 1e-12);
    // x fastest.
    assert!((filling.positions[1][0] - filling.positions[0][0] - 0.1).abs() < 1e-12);
    // Coarser than the shape: one point in its middle.
    let one = fill(&block, 5.0, Layout::Lattice, 0).unwrap();
    assert_eq!(one.positions.len(), 1);
    assert!((Vec3(one.positions[0]) - Vec3::new(3.0, -1.0, 0.5)).norm() < 1e-12);
}

#[test]
fn jitter_stays_in_its_cell_and_fills_it() {
    for (layout, most) in [(Layout::Loose, 0.1), (Layout::Jittered, 0.5)] {
        jitter_is_at_most(layout, most);
    }
}

fn jitter_is_at_most(layout: Layout, most: f64) {
    let shape = Shape::cylinder(0.5, 1.0);
    let even = fill(&shape, 0.08, Layout::Lattice, 3).unwrap();
    let jittered = fill(&shape, 0.08, layout, 3).unwrap();
    assert_eq!(even.positions.len(), jittered.positions.len());
    let pitch = 1.0 / 13.0; // round(1/0.08) = 13 cells along each axis
    let mut mean = Vec3::zero();
    let mut largest: f64 = 0.0;
    for (a, b) in even.positions.iter().zip(&jittered.positions) {
        let moved = (Vec3(*b) - Vec3(*a)).scale(1.0 / pitch);
        for i in 0..3 {
            assert!(moved[i].abs() <= most + 1e-9);
            largest = largest.max(moved[i].abs());
        }
        mean = mean + moved.scale(1.0 / even.positions.len() as f64);
    }
    assert!(largest > 0.98 * most);
    assert!(mean.norm() < 0.03, "{mean:?}");
}

#[test]
fn blue_noise_keeps_its_distance_and_leaves_no_room() {
    let shape = Shape::block(Vec3::splat(1.0));
    let spacing = 0.07;
    let points = fill(&shape, spacing, Layout::BlueNoise, 9)
        .unwrap()
        .positions;
    let apart = |a: &[f64; 3], b: &[f64; 3]| (Vec3(*a) - Vec3(*b)).norm();
    let mut least = f64::INFINITY;
    for (i, a) in points.iter().enumerate() {
        for b in &points[..i] {
            least = least.min(apart(a, b));
        }
    }
    assert!(least >= 0.9 * spacing, "{least}");
    let mut dice = crate::common::Dice::new(4);
    let free = (0..5000).filter(|_| {
        let x = dice.point(0.5).0;
        points.iter().all(|p| apart(p, &x) > least)
    });
    assert!(free.count() < 5);
}

#[test]
fn the_seed_alone_decides() {
    let shape =
        Shape::sphere(0.4).placed(Placement::identity().turned(Vec3::new(1.0, 0.0, 1.0), 0.4));
    for layout in LAYOUTS {
        let once = fill(&shape, 0.03, layout, 42).unwrap();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        let again = pool.install(|| fill(&shape, 0.03, layout, 42).unwrap());
        assert_eq!(once, again);
        let other = fill(&shape, 0.03, layout, 43).unwrap();
        assert_eq!(once == other, layout == Layout::Lattice);
    }
}

#[test]
fn what_cannot_be_filled_is_said() {
    let up = Vec3::new(0.0, 1.0, 0.0);
    let endless = Shape::half_space(up, 0.0);
    assert_eq!(
        fill(&endless, 0.1, Layout::Lattice, 0),
        Err(FillError::Unbounded)
    );
    let ball = Shape::sphere(1.0);
    for spacing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = fill(&ball, spacing, Layout::Lattice, 0).unwrap_err();
        assert!(matches!(error, FillError::Spacing { .. }));
    }
    // The middle of a ring is not in it.
    let ring = fill(&Shape::torus(1.0, 0.1), 3.0, Layout::Jittered, 0);
    assert!(matches!(ring, Err(FillError::Empty { .. })));
    let nothing = Shape::intersection(vec![
        Shape::sphere(1.0),
        Shape::sphere(1.0).at(3.0, 0.0, 0.0),
    ]);
    assert!(matches!(
        fill(&nothing, 0.1, Layout::BlueNoise, 0),
        Err(FillError::Empty { .. })
    ));
    // Some 4e15 points are refused before anything is stored.
    let Err(FillError::TooMany { count }) = fill(&ball, 1e-5, Layout::Lattice, 0) else {
        panic!("not refused");
    };
    assert!((count / 4.19e15 - 1.0).abs() < 0.01, "{count}");
}
