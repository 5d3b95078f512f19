//! Volumes against closed forms.

use plastica_geometry::sample::{Layout, estimate_count, fill};
use plastica_geometry::{
    Outline, Placement, Profile, Shape, TriangleMesh, Vec3, VolumeError, figure,
};
use std::f64::consts::PI;

#[track_caller]
fn assert_volume(shape: &Shape, expected: f64, tolerance: f64) {
    let volume = shape.volume().unwrap();
    let error = (volume / expected - 1.0).abs();
    assert!(
        error < tolerance,
        "{volume} for {expected}: off by {error:.1e}"
    );
}

#[test]
fn volumes_follow_the_formulas() {
    assert_volume(&Shape::block(Vec3::new(1.0, 0.37, 2.1)), 0.777, 1e-12);
    assert_volume(&Shape::sphere(0.7), 4.0 / 3.0 * PI * 0.343, 1e-4);
    assert_volume(&Shape::cylinder(0.5, 2.0), PI * 0.5, 5e-4);
    assert_volume(
        &Shape::capsule(0.5, 1.0),
        PI * (0.25 + 0.125 * 4.0 / 3.0),
        5e-4,
    );
    assert_volume(&Shape::torus(1.0, 0.3), 2.0 * PI * PI * 0.09, 5e-4);
    assert_volume(&Shape::cone(1.0, 0.0, 1.5), PI / 2.0, 5e-4);
    assert_volume(&Shape::cone(1.0, 0.4, 1.5), PI * 0.5 * 1.56, 5e-4);
    let ellipsoid = Shape::ellipsoid(Vec3::new(0.3, 1.0, 0.6));
    assert_volume(&ellipsoid, 4.0 / 3.0 * PI * 0.18, 5e-4);
    // 2n triangles from the centre to a tip and a notch.
    let area = 5.0 * 0.5 * (PI / 5.0).sin();
    assert_volume(&Shape::star(5, 1.0, 0.5, 0.2).unwrap(), area * 0.2, 1e-3);
}

#[test]
fn volumes_of_turned_swept_and_combined() {
    // Pappus: area times the way of its centre.
    let rectangle = Profile {
        outline: Outline::Rectangle { size: [0.4, 0.6] },
        offset: [0.7, 0.0],
    };
    let ring = Shape::lathe(&rectangle).unwrap();
    assert_volume(&ring, 0.24 * 2.0 * PI * 0.7, 5e-4);
    let circle = Outline::Circle { radius: 0.25 };
    let rod = Shape::sweep(&circle.into(), &[[-0.5, 0.1, 0.0], [0.5, 0.4, 0.2]]).unwrap();
    assert_volume(&rod, PI * 0.0625 * 1.13_f64.sqrt(), 1e-3);
    let cut = Shape::difference(vec![Shape::block(Vec3::splat(1.0)), Shape::sphere(0.4)]);
    assert_volume(&cut, 1.0 - 4.0 / 3.0 * PI * 0.064, 1e-4);
    let turned = Placement::identity()
        .turned(Vec3::new(1.0, 1.0, 0.3), 0.7)
        .scaled(3.0);
    assert_volume(&Shape::block(Vec3::splat(1.0)).placed(turned), 27.0, 5e-4);
    let mesh = TriangleMesh::ball(1.0, 3);
    let volume = mesh.volume();
    assert_volume(&Shape::mesh(mesh).unwrap(), volume, 2e-4);
}

/// What a closed form gives, to rounding and the straight pieces of curves.
const EXACT: f64 = 1e-6;
/// What is measured by the distance.
const MEASURED: f64 = 5e-3;

/// A lens: what two balls of radius r whose middles are d apart share.
fn lens(r: f64, d: f64) -> f64 {
    PI * (4.0 * r + d) * (2.0 * r - d).powi(2) / 12.0
}

fn two_balls(r: f64, d: f64) -> Vec<Shape> {
    vec![Shape::sphere(r), Shape::sphere(r).at(d, 0.0, 0.0)]
}

fn profile(outline: Outline, x: f64) -> Profile {
    Profile {
        outline,
        offset: [x, 0.0],
    }
}

fn swept(radius: f64, path: &[[f64; 3]]) -> Shape {
    Shape::sweep(&Outline::Circle { radius }.into(), path).unwrap()
}

/// Points of a circle, so many of them, from its start for an angle.
fn arc(radius: f64, angle: f64, points: u32) -> Vec<[f64; 3]> {
    let at = |i: u32| angle * f64::from(i) / f64::from(points - 1);
    (0..points)
        .map(|i| [radius * at(i).cos(), 0.0, radius * at(i).sin()])
        .collect()
}

/// Every kind of shape, thick and thin, with its volume and how well it must come out.
fn every_kind() -> Vec<(&'static str, Shape, f64, f64)> {
    let ball = |r: f64| 4.0 / 3.0 * PI * r * r * r;
    let circle = |radius: f64| Outline::Circle { radius };
    let square = |s: f64| Outline::Rectangle { size: [s, s] };
    let extrude = |outline: Outline, h: f64| Shape::extrude(&outline.into(), h).unwrap();
    let bow_tie = vec![[-1.0, -1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]];
    let hooked = vec![
        [0.0, 0.0],
        [2.0, 0.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [0.0, 3.0],
    ];
    let ring = |n: u32| -> Vec<[f64; 2]> {
        let at = |i: u32| 2.0 * PI * f64::from(i) / f64::from(n);
        (0..n).map(|i| [at(i).cos(), at(i).sin()]).collect()
    };
    let mesh = |levels: u32| TriangleMesh::ball(1.0, levels);
    let box_mesh = |low: [f64; 3], high: [f64; 3]| TriangleMesh {
        vertices: (0..8)
            .map(|i| [0, 1, 2].map(|a| [low[a], high[a]][i >> a & 1]))
            .collect(),
        triangles: [
            [0, 2, 1],
            [1, 2, 3],
            [4, 5, 6],
            [5, 7, 6],
            [0, 1, 4],
            [1, 5, 4],
            [2, 6, 3],
            [3, 6, 7],
            [0, 4, 2],
            [2, 4, 6],
            [1, 3, 5],
            [3, 7, 5],
        ]
        .to_vec(),
    };
    let joined = |mut a: TriangleMesh, b: TriangleMesh| {
        let first = a.vertices.len() as u32;
        a.vertices.extend(b.vertices);
        a.triangles
            .extend(b.triangles.iter().map(|t| t.map(|v| v + first)));
        Shape::mesh(a).unwrap()
    };
    let crossed = joined(
        box_mesh([-1.0, -0.2, -0.2], [1.0, 0.2, 0.2]),
        box_mesh([-0.2, -1.0, -0.3], [0.2, 1.0, 0.3]),
    );
    let within = joined(box_mesh([-1.0; 3], [1.0; 3]), box_mesh([-0.5; 3], [0.5; 3]));
    let e_thin = PI * 4e-6 * 2.0;
    vec![
        ("box", Shape::block(Vec3::new(1.0, 0.37, 2.1)), 0.777, EXACT),
        (
            "rod",
            Shape::block(Vec3::new(2.0, 4e-3, 4e-3)),
            3.2e-5,
            EXACT,
        ),
        (
            "sheet",
            Shape::block(Vec3::new(3.0, 2.0, 1e-5)),
            6e-5,
            EXACT,
        ),
        ("ball", Shape::sphere(0.7), ball(0.7), EXACT),
        ("wire", Shape::cylinder(2e-3, 2.0), e_thin, EXACT),
        (
            "capsule",
            Shape::capsule(2e-3, 2.0),
            e_thin + ball(2e-3),
            EXACT,
        ),
        ("cone", Shape::cone(1.0, 0.4, 1.5), PI * 0.5 * 1.56, EXACT),
        (
            "needle",
            Shape::cone(1e-3, 0.0, 1.0),
            PI * 1e-6 / 3.0,
            EXACT,
        ),
        (
            "hoop",
            Shape::torus(1.0, 4e-3),
            2.0 * PI * PI * 1.6e-5,
            EXACT,
        ),
        // A tube wider than its ring is a ball with dimples, without a ring the ball of the tube.
        ("dimpled ball", Shape::torus(1e-9, 0.5), ball(0.5), EXACT),
        (
            "ellipsoid",
            Shape::ellipsoid(Vec3::new(0.3, 1e-3, 0.6)),
            ball(1.0) * 1.8e-4,
            EXACT,
        ),
        ("bar", extrude(square(4e-3), 5.0), 8e-5, EXACT),
        (
            "hook",
            extrude(
                Outline::Polygon {
                    points: hooked.clone(),
                },
                0.1,
            ),
            0.4,
            EXACT,
        ),
        (
            "bow tie",
            extrude(Outline::Polygon { points: bow_tie }, 0.5),
            1.0,
            MEASURED,
        ),
        (
            "drum",
            extrude(Outline::Curve { points: ring(24) }, 2.0),
            2.0 * PI,
            1e-3,
        ),
        (
            "turned disc",
            Shape::lathe(&profile(circle(0.3), 1.0)).unwrap(),
            2.0 * PI * PI * 0.09,
            EXACT,
        ),
        (
            "ball by a lathe",
            Shape::lathe(&profile(circle(0.5), 0.0)).unwrap(),
            ball(0.5),
            EXACT,
        ),
        (
            "tyre",
            Shape::lathe(&profile(square(1e-2), 2.0)).unwrap(),
            4.0 * PI * 1e-4,
            EXACT,
        ),
        (
            "pin",
            Shape::lathe(&profile(square(2.0), 0.0)).unwrap(),
            2.0 * PI,
            EXACT,
        ),
        (
            "wire through points",
            swept(3e-3, &[[0.0; 3], [1.0, 0.0, 0.0], [2.5, 0.0, 0.0]]),
            PI * 9e-6 * 2.5,
            EXACT,
        ),
        (
            "bent wire",
            swept(3e-3, &arc(1.0, 5.0, 30)),
            PI * 9e-6 * 5.0,
            1e-3,
        ),
        // Once around and once more: the second way is the first, or its volume would be twice.
        (
            "wire around twice",
            swept(0.1, &arc(1.0, 4.0 * PI, 60)),
            2.0 * PI * PI * 0.01,
            MEASURED,
        ),
        (
            "mesh",
            Shape::mesh(mesh(4)).unwrap(),
            mesh(4).volume(),
            EXACT,
        ),
        ("crossed bars", crossed, 0.32 + 0.48 - 0.064, MEASURED),
        (
            "a box in a box that faces the same way",
            within,
            8.0,
            MEASURED,
        ),
        (
            "union",
            Shape::union(two_balls(0.5, 0.6)),
            2.0 * ball(0.5) - lens(0.5, 0.6),
            MEASURED,
        ),
        (
            "intersection",
            Shape::intersection(two_balls(0.5, 0.6)),
            lens(0.5, 0.6),
            MEASURED,
        ),
        (
            "difference",
            Shape::difference(two_balls(0.5, 0.6)),
            ball(0.5) - lens(0.5, 0.6),
            MEASURED,
        ),
        (
            "shell",
            Shape::difference(vec![Shape::sphere(0.5), Shape::sphere(0.49)]),
            ball(0.5) - ball(0.49),
            MEASURED,
        ),
        (
            "drilled",
            Shape::difference(vec![
                Shape::block(Vec3::splat(1.0)),
                Shape::cylinder(0.2, 3.0),
            ]),
            1.0 - PI * 0.04,
            MEASURED,
        ),
        (
            "hollow box",
            Shape::difference(vec![Shape::block(Vec3::splat(1.0)), Shape::sphere(0.4)]),
            1.0 - ball(0.4),
            EXACT,
        ),
        (
            "two far",
            Shape::union(two_balls(0.1, 50.0)),
            2.0 * ball(0.1),
            EXACT,
        ),
        (
            "two farther",
            Shape::smooth_union(two_balls(0.1, 1000.0), 0.05),
            2.0 * ball(0.1),
            EXACT,
        ),
        (
            "two far and cut",
            Shape::intersection(vec![
                Shape::union(two_balls(0.1, 70.0)),
                Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 0.0),
            ]),
            ball(0.1),
            MEASURED,
        ),
    ]
}

#[test]
fn every_kind_of_shape_has_its_volume_thin_turned_scattered_and_of_any_size() {
    for (name, shape, expected, tolerance) in every_kind() {
        for scale in [1e-3, 1.0, 250.0] {
            for angle in [0.0, 0.7] {
                let placement = Placement::at(Vec3::new(3.0, -1.0, 0.2))
                    .turned(Vec3::new(1.0, 1.0, 0.3), angle)
                    .scaled(scale);
                let volume = shape.placed(placement).volume().unwrap();
                let error = (volume / (expected * scale.powi(3)) - 1.0).abs();
                assert!(error < tolerance, "{name} × {scale}: off by {error:.1e}");
            }
        }
        measured_when_turned(name, &shape, expected);
    }
}

/// By the distance, in other coordinates than its own: what is cut by a half space that it does not reach has no closed form.
fn measured_when_turned(name: &str, shape: &Shape, expected: f64) {
    // Thinner ones take long.
    if expected < 1e-3 * shape.bounds().unwrap().size().norm().powi(3) {
        return;
    }
    let turned = Placement::identity().turned(Vec3::new(1.0, 1.0, 0.3), 0.7);
    let endless = Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 1e3);
    let cut = Shape::intersection(vec![shape.placed(turned), endless]);
    let error = (cut.volume().unwrap() / expected - 1.0).abs();
    assert!(error < MEASURED, "{name}, measured: off by {error:.1e}");
}

/// What takes too many cells to tell is refused with what is known.
#[test]
fn a_volume_that_cannot_be_told_is_not_made_up() {
    let sheet = Shape::block(Vec3::new(3.0, 2.0, 1e-5));
    let turned = Placement::identity().turned(Vec3::new(1.0, 1.0, 0.3), 0.7);
    let endless = Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 1e3);
    let cut = Shape::intersection(vec![sheet.placed(turned), endless]);
    let Err(VolumeError::Unsettled { low, high }) = cut.volume() else {
        panic!("{:?}", cut.volume());
    };
    assert!(low <= 6e-5 && 6e-5 <= high, "{low} {high}");
}

/// The mass of a body is that of its shape, however few points there are, and the count is as forecast.
#[test]
fn fillings_carry_the_volume_of_their_shapes() {
    let turned = Placement::identity().turned(Vec3::new(1.0, 1.0, 0.3), 0.7);
    let rod = Shape::block(Vec3::new(2.0, 4e-3, 4e-3)).placed(turned);
    let wire = Shape::cylinder(2e-3, 2.0).placed(turned);
    let balls = |d: f64| Shape::union(two_balls(0.1, d));
    let cases = [
        (rod, 3.2e-5, 2e-3),
        (wire, PI * 8e-6, 1e-3),
        (balls(20.0), PI * 8e-3 / 3.0, 0.01),
        (balls(50.0), PI * 8e-3 / 3.0, 0.01),
        (balls(100.0), PI * 8e-3 / 3.0, 0.01),
        (balls(1000.0), PI * 8e-3 / 3.0, 0.01),
    ];
    for (shape, volume, spacing) in cases {
        for layout in [Layout::Lattice, Layout::Jittered, Layout::BlueNoise] {
            let filling = fill(&shape, spacing, layout, 3).unwrap();
            let count = filling.positions.len() as f64;
            let total = filling.volume * count;
            assert!((total / volume - 1.0).abs() < 1e-9, "{layout:?} {total}");
            let forecast = estimate_count(&shape, spacing).unwrap() as f64;
            assert!(
                (count / forecast - 1.0).abs() < 0.15,
                "{layout:?} {count} {forecast}"
            );
        }
    }
}

/// Each is small, or large and empty: searching must not pay for its box.
#[test]
fn what_is_sparse_or_tiny_costs_next_to_nothing() {
    let far = Shape::union(vec![
        Shape::sphere(0.1),
        Shape::sphere(0.1).at(300.0, 300.0, 300.0),
    ]);
    let found = fill(&far, 0.01, Layout::Jittered, 1).unwrap();
    assert!((found.positions.len() as f64 / 8378.0 - 1.0).abs() < 0.02);
    let turned = Placement::identity().turned(Vec3::new(0.0, 1.0, 0.0), 0.6);
    let endless = Shape::block(Vec3::new(1e9, 0.24, 0.5)).placed(turned);
    assert!(fill(&endless, 0.0125, Layout::Jittered, 1).is_err());
    // Thinner than the spacing and beyond all measure: refused, not searched for ever.
    let thread = Shape::capsule(1e-6, 4e9).placed(turned.turned(Vec3::new(1.0, 0.2, 0.7), 0.8));
    let error = fill(&thread, 0.01, Layout::Lattice, 1).unwrap_err();
    assert!(error.to_string().contains("thinner"), "{error}");
    let started = std::time::Instant::now();
    for i in 0..2000 {
        let block = Shape::block(Vec3::splat(0.02)).at(f64::from(i), 0.0, 0.0);
        assert_eq!(
            fill(&block, 0.01, Layout::Jittered, 1)
                .unwrap()
                .positions
                .len(),
            8
        );
    }
    // 0.1 s each would be 200 s.
    assert!(started.elapsed().as_secs() < 20);
}

#[test]
fn long_texts_and_outlines_are_quick() {
    let text = "PLASTICA ".repeat(60);
    let letters = figure::letters(&text).unwrap();
    let one = figure::letters("PLASTICA").unwrap().volume().unwrap();
    let error = letters.volume().unwrap() / (60.0 * one) - 1.0;
    assert!(error.abs() < 2e-3, "{error}");
    let n = 20_000;
    let corner = |i: u32| {
        let angle = 2.0 * PI * f64::from(i) / f64::from(n);
        let radius = 1.0 + 0.1 * (40.0 * angle).sin();
        [radius * angle.cos(), radius * angle.sin()]
    };
    let points = (0..n).map(corner).collect();
    let wavy = Shape::extrude(&Outline::Polygon { points }.into(), 1.0).unwrap();
    let area = PI * (1.0 + 0.005);
    assert!((wavy.volume().unwrap() / area - 1.0).abs() < 1e-5);
    let found = fill(&wavy, 0.05, Layout::Jittered, 2)
        .unwrap()
        .positions
        .len() as f64;
    assert!(
        (found * 0.05_f64.powi(3) / area - 1.0).abs() < 0.02,
        "{found}"
    );
}
