//! Distances of solids and outlines against nothing but their definitions.

use crate::common::{Dice, assert_bound, assert_exact};
use plastica_geometry::{Outline, Placement, Profile, Shape, ShapeError, Vec3};
use std::f64::consts::PI;

type V = Vec3<f64>;

fn out(x: V) -> f64 {
    x[0].hypot(x[2])
}

#[test]
fn solids_are_exact() {
    let block = Shape::block(Vec3::new(1.0, 2.0, 0.6));
    let inside = |x: V| x[0].abs() <= 0.5 && x[1].abs() <= 1.0 && x[2].abs() <= 0.3;
    assert_exact("block", &block, inside, 1.5, 1e-7);

    let inside = |x: V| x.norm() <= 0.8;
    assert_exact("sphere", &Shape::sphere(0.8), inside, 1.5, 1e-7);

    let inside = |x: V| out(x) <= 0.7 && x[1].abs() <= 0.5;
    assert_exact("cylinder", &Shape::cylinder(0.7, 1.0), inside, 1.3, 1e-7);

    let ends = |x: V, y: f64| (x - Vec3::new(0.0, y, 0.0)).norm() <= 0.4;
    let inside = |x: V| out(x) <= 0.4 && x[1].abs() <= 0.6 || ends(x, 0.6) || ends(x, -0.6);
    assert_exact("capsule", &Shape::capsule(0.4, 1.2), inside, 1.2, 1e-7);

    for (bottom, top) in [(0.8, 0.0), (0.3, 0.9), (0.6, 0.6)] {
        let inside = |x: V| {
            let radius = bottom + (top - bottom) * x[1] / 1.1;
            (0.0..=1.1).contains(&x[1]) && out(x) <= radius
        };
        let cone = Shape::cone(bottom, top, 1.1);
        assert_exact("cone", &cone, inside, 1.4, 1e-7);
    }

    let inside = |x: V| (out(x) - 0.8).hypot(x[1]) <= 0.3;
    assert_exact("torus", &Shape::torus(0.8, 0.3), inside, 1.3, 1e-7);

    for radii in [[0.5, 1.0, 0.7], [1.2, 0.1, 0.6], [0.4, 0.4, 0.9], [0.5; 3]] {
        let inside = |x: V| x.zip(Vec3(radii), |x, r| x / r).norm() <= 1.0;
        let ellipsoid = Shape::ellipsoid(Vec3(radii));
        assert_exact("ellipsoid", &ellipsoid, inside, 1.2, 1e-7);
    }

    let n = Vec3::new(1.0, 2.0, -2.0).scale(1.0 / 3.0);
    let half = Shape::half_space(n.scale(5.0), 0.2);
    assert_exact("half space", &half, |x| n.dot(x) <= 0.2, 1.0, 1e-9);
    assert!(half.bounds().is_none() && half.volume().is_err());
}

/// Inside a polygon by the sum of the angles under which its edges are seen.
fn encloses(corners: &[[f64; 2]], p: [f64; 2]) -> bool {
    let n = corners.len();
    let angle = |i: usize| {
        let [a, b] = [corners[i % n], corners[(i + 1) % n]].map(|c| [c[0] - p[0], c[1] - p[1]]);
        (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1])
    };
    (0..n).map(angle).sum::<f64>().abs() > PI
}

fn star(points: u32, radius: f64, inner: f64) -> Vec<[f64; 2]> {
    let corner = |i: u32| {
        let r = if i.is_multiple_of(2) {
            radius
        } else {
            radius * inner
        };
        let a = PI * f64::from(i) / f64::from(points) + PI / 2.0;
        [r * a.cos(), r * a.sin()]
    };
    (0..2 * points).map(corner).collect()
}

const BOOT: [[f64; 2]; 6] = [
    [-0.6, -0.8],
    [0.9, -0.8],
    [0.8, -0.2],
    [0.0, 0.1],
    [0.1, 0.9],
    [-0.5, 0.7],
];

#[test]
fn extrusions_are_exact() {
    for (points, inner) in [(5, 0.5), (3, 0.2), (7, 0.9), (4, 1.0)] {
        let corners = star(points, 0.9, inner);
        let shape = Shape::star(points, 0.9, inner, 0.8).unwrap();
        let inside = |x: V| x[2].abs() <= 0.4 && encloses(&corners, [x[0], x[1]]);
        assert_exact("star", &shape, inside, 1.1, 1e-7);
    }
    let polygon = Profile {
        outline: Outline::Polygon {
            points: BOOT.to_vec(),
        },
        offset: [0.1, -0.2],
    };
    let shape = Shape::extrude(&polygon, 1.0).unwrap();
    let inside = |x: V| x[2].abs() <= 0.5 && encloses(&BOOT, [x[0] - 0.1, x[1] + 0.2]);
    assert_exact("polygon", &shape, inside, 1.2, 1e-7);
    let rectangle = Profile {
        outline: Outline::Rectangle { size: [1.0, 0.5] },
        offset: [0.2, 0.1],
    };
    let shape = Shape::extrude(&rectangle, 1.0).unwrap();
    let inside =
        |x: V| (x[0] - 0.2).abs() <= 0.5 && (x[1] - 0.1).abs() <= 0.25 && x[2].abs() <= 0.5;
    assert_exact("rectangle", &shape, inside, 1.2, 1e-7);
}

#[test]
fn lathes_are_exact() {
    let boot = |offset: [f64; 2]| Profile {
        outline: Outline::Polygon {
            points: BOOT.to_vec(),
        },
        offset,
    };
    // Cut by the axis, and away from it.
    for offset in [[0.0, 0.0], [0.9, 0.1]] {
        let shape = Shape::lathe(&boot(offset)).unwrap();
        let inside = |x: V| encloses(&BOOT, [out(x) - offset[0], x[1] - offset[1]]);
        assert_exact("lathe", &shape, inside, 2.0, 1e-7);
    }
    for centre in [-0.4, 0.0, 0.3, 0.9] {
        let circle = Profile {
            outline: Outline::Circle { radius: 0.6 },
            offset: [centre, 0.2],
        };
        let shape = Shape::lathe(&circle).unwrap();
        let inside = |x: V| (out(x) - centre).hypot(x[1] - 0.2) <= 0.6;
        assert_exact("lathed circle", &shape, inside, centre + 0.8, 1e-7);
        let bounds = shape.bounds().unwrap();
        assert!((bounds.high[0] - centre - 0.6).abs() < 1e-12);
    }
    // An edge along the axis is no surface: a triangle turned is a cone.
    let triangle = Outline::Polygon {
        points: vec![[0.0, 0.0], [0.7, 0.0], [0.0, 1.0]],
    };
    let (lathe, cone) = (
        Shape::lathe(&triangle.into()).unwrap(),
        Shape::cone(0.7, 0.0, 1.0),
    );
    let mut dice = Dice::new(3);
    for _ in 0..2000 {
        let x = dice.point(1.2);
        let on_axis = Vec3::new(0.0, x[1], 0.0);
        for x in [x, on_axis] {
            let (a, b) = (lathe.distance(x), cone.distance(x));
            assert!((a - b).abs() < 1e-12, "{a} {b} at {x:?}");
        }
    }
    let behind = Shape::lathe(&boot([-2.0, 0.0]));
    assert_eq!(behind.unwrap_err(), ShapeError::BehindTheAxis);
}

#[test]
fn sweeps_follow_the_path() {
    // A straight path is an extrusion.
    let profile: Profile = Outline::Polygon {
        points: BOOT.to_vec(),
    }
    .into();
    let path = [[0.0, 0.0, -0.5], [0.0, 0.0, 0.1], [0.0, 0.0, 0.5]];
    let (sweep, extrusion) = (
        Shape::sweep(&profile, &path).unwrap(),
        Shape::extrude(&profile, 1.0).unwrap(),
    );
    let mut dice = Dice::new(5);
    for _ in 0..3000 {
        let x = dice.point(1.5);
        let (a, b) = (sweep.distance(x), extrusion.distance(x));
        assert!((a - b).abs() < 1e-9, "{a} {b} at {x:?}");
    }
    // A ring of 24 points nearly a torus, cut open at its ends.
    let ring: Vec<[f64; 3]> = (0..=24)
        .map(|i| (f64::from(i) * PI / 12.0).sin_cos())
        .map(|(s, c)| [c, 0.0, s])
        .collect();
    let tube = Outline::Circle { radius: 0.3 };
    let ring = Shape::sweep(&tube.clone().into(), &ring).unwrap();
    let torus = Shape::torus(1.0, 0.3);
    let mut largest: f64 = 0.0;
    for _ in 0..5000 {
        let x = dice.point(1.5);
        // Away from the ends, where the path is straighter, and from the axis.
        let (a, b) = (ring.distance(x), torus.distance(x));
        if out(x) > 0.1 && x[0] < 0.0 {
            largest = largest.max((a - b).abs());
        }
    }
    assert!(largest < 1e-3, "{largest}");
    // Bent tubes keep slopes and signs.
    let path = [
        [-1.0, 0.0, 0.0],
        [0.0, 0.5, 0.3],
        [1.0, 0.0, -0.2],
        [1.2, -0.9, 0.0],
    ];
    let bent = Shape::sweep(&Outline::Circle { radius: 0.1 }.into(), &path).unwrap();
    for point in path {
        assert!(
            (bent.distance(Vec3(point)) + 0.1).abs() < 1e-6 || point == path[0] || point == path[3]
        );
    }
    let few = Shape::sweep(&tube.into(), &[[0.0; 3], [0.0; 3]]);
    assert_eq!(
        few.unwrap_err(),
        ShapeError::FewPoints {
            distinct: 1,
            needed: 2
        }
    );
}

#[test]
fn a_curve_passes_through_its_points_and_stays_near_a_circle() {
    let circle = |i: i32| (f64::from(i) * PI / 8.0).sin_cos();
    let points: Vec<[f64; 2]> = (0..16).map(circle).map(|(s, c)| [c, s]).collect();
    let shape = Shape::extrude(
        &Outline::Curve {
            points: points.clone(),
        }
        .into(),
        1.0,
    )
    .unwrap();
    for p in points {
        assert!(shape.distance(Vec3::new(p[0], p[1], 0.0)).abs() < 1e-12);
    }
    for i in 0..1000 {
        let (s, c) = (f64::from(i) * 0.0063).sin_cos();
        assert!(shape.distance(Vec3::new(c, s, 0.0)).abs() < 2e-3);
    }
}

#[test]
fn combinations_are_bounds_of_the_right_sign() {
    let ball = |x: f64| Shape::sphere(0.5).at(x, 0.0, 0.0);
    let a = |x: V| (x - Vec3::new(-0.3, 0.0, 0.0)).norm() <= 0.5;
    let b = |x: V| (x - Vec3::new(0.3, 0.0, 0.0)).norm() <= 0.5;
    let both = || vec![ball(-0.3), ball(0.3)];
    assert_bound("union", &Shape::union(both()), |x| a(x) || b(x), 1.2);
    assert_bound(
        "intersection",
        &Shape::intersection(both()),
        |x| a(x) && b(x),
        0.8,
    );
    assert_bound(
        "difference",
        &Shape::difference(both()),
        |x| a(x) && !b(x),
        0.9,
    );
    let smooth = Shape::smooth_union(both(), 0.2);
    let formula = |x: V| {
        let (a, b) = (ball(-0.3).distance(x), ball(0.3).distance(x));
        let near = (0.2 - (a - b).abs()).max(0.0);
        a.min(b) - near * near / 0.8 <= 0.0
    };
    assert_bound("smooth union", &smooth, formula, 1.2);
    let bounds = smooth.bounds().unwrap();
    let mut dice = Dice::new(23);
    for _ in 0..50_000 {
        let x = dice.point(1.2);
        assert!(smooth.distance(x) > 0.0 || bounds.contains(x));
    }
    assert_eq!(Shape::union(vec![]).distance(Vec3::zero()), f64::INFINITY);
    assert!(!Shape::difference(vec![]).contains(Vec3::zero()));
}

#[test]
fn placed_shapes_are_scaled_then_turned_then_moved() {
    // A quarter turn about z, then up: x comes to lie along y.
    let placement = Placement::at(Vec3::new(0.0, 0.5, 0.0))
        .turned(Vec3::new(0.0, 0.0, 2.0), PI / 2.0)
        .scaled(2.0);
    let placed = Shape::block(Vec3::new(1.0, 0.2, 0.4)).placed(placement);
    // Scaled it is 2 long in x, which then points along y.
    let inside = |x: V| x[0].abs() <= 0.2 && (x[1] - 0.5).abs() <= 1.0 && x[2].abs() <= 0.4;
    assert_exact("placed", &placed, inside, 1.6, 1e-6);
    let bounds = placed.bounds().unwrap();
    assert!((bounds.low - Vec3::new(-0.2, -0.5, -0.4)).norm() < 1e-12);
    assert!((bounds.high - Vec3::new(0.2, 1.5, 0.4)).norm() < 1e-12);
    let there = placement.outward(Vec3::new(1.0, 0.0, 0.0));
    assert!((there - Vec3::new(0.0, 2.5, 0.0)).norm() < 1e-12);
    assert!((placement.inward(there) - Vec3::new(1.0, 0.0, 0.0)).norm() < 1e-12);
}

#[test]
fn normals_exist_everywhere() {
    let shapes = [
        Shape::block(Vec3::splat(1.0)),
        Shape::sphere(1.0),
        Shape::cylinder(1.0, 1.0),
        Shape::capsule(1.0, 1.0),
        Shape::cone(1.0, 0.0, 1.0),
        Shape::torus(1.0, 0.2),
        Shape::ellipsoid(Vec3::splat(1.0)),
        Shape::union(vec![]),
        Shape::star(5, 1.0, 0.5, 1.0).unwrap(),
    ];
    let places = [
        Vec3::zero(),
        Vec3::new(0.0, 1e-300, 0.0),
        Vec3::splat(0.5),
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::splat(1e200),
        Vec3::splat(f64::NAN),
    ];
    for shape in &shapes {
        for x in places {
            let n = shape.normal(x);
            assert!((n.norm() - 1.0).abs() < 1e-9, "{n:?} at {x:?} of {shape:?}");
        }
    }
}
