//! Volumes against closed forms.

use plastica_geometry::{Outline, Placement, Profile, Shape, TriangleMesh, Vec3};
use std::f64::consts::PI;

#[track_caller]
fn assert_volume(shape: &Shape, expected: f64, tolerance: f64) {
    let volume = shape.volume_estimate(64).unwrap();
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
