//! Nanoseconds per distance for each kind of shape, and microseconds per point for each layout.

use plastica_geometry::sample::{Layout, fill};
use plastica_geometry::{Outline, Shape, TriangleMesh, Vec3, figure};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let circle = || Outline::Circle { radius: 0.1 };
    let curve = Outline::Curve {
        points: vec![[0.1, -0.4], [0.4, 0.0], [0.2, 0.4], [0.1, 0.1]],
    };
    let path = [[-0.5, 0.0, 0.0], [0.0, 0.3, 0.2], [0.5, 0.0, 0.0]];
    let shapes = [
        ("block", Shape::block(Vec3::splat(0.8))),
        ("sphere", Shape::sphere(0.5)),
        ("cone", Shape::cone(0.4, 0.1, 0.5)),
        ("torus", Shape::torus(0.4, 0.1)),
        ("ellipsoid", Shape::ellipsoid(Vec3::new(0.5, 0.3, 0.2))),
        ("star", Shape::star(5, 0.5, 0.5, 0.2).unwrap()),
        ("lathe of a curve", Shape::lathe(&curve.into()).unwrap()),
        ("sweep", Shape::sweep(&circle().into(), &path).unwrap()),
        ("rabbit", figure::rabbit()),
        ("bust", figure::bust()),
        ("letters", figure::letters("PLASTICA").unwrap()),
        (
            "mesh, 32768 triangles",
            Shape::mesh(TriangleMesh::ball(0.5, 6)).unwrap(),
        ),
    ];
    for (name, shape) in &shapes {
        let bounds = shape.bounds().unwrap();
        let n = 200_000_u64;
        let point = |i: u64| {
            let share = |k: f64| (i as f64 * k).fract() * 1.5 - 0.25;
            let u = Vec3::new(
                share(0.754_877_666),
                share(0.569_840_29),
                share(0.328_161_7),
            );
            bounds.low + bounds.size().zip(u, |s, u| s * u)
        };
        shape.distance(point(0));
        black_box(shape.distance(bounds.centre()));
        let start = Instant::now();
        let sum: f64 = (0..n).map(|i| shape.distance(black_box(point(i)))).sum();
        let each = start.elapsed().as_nanos() as f64 / n as f64;
        println!(
            "{name:24} {each:8.1} ns per distance (mean {:.3} m)",
            sum / n as f64
        );
    }
    for (name, shape) in [("sphere", Shape::sphere(0.5)), ("rabbit", figure::rabbit())] {
        let volume = shape.volume().unwrap();
        let spacing = (volume / 1e5).cbrt();
        for layout in [
            Layout::Lattice,
            Layout::Loose,
            Layout::Jittered,
            Layout::BlueNoise,
        ] {
            let start = Instant::now();
            let count = fill(&shape, spacing, layout, 1).unwrap().positions.len();
            let each = start.elapsed().as_secs_f64() * 1e6 / count as f64;
            println!("{name:10} {layout:?}: {count} points, {each:.2} µs each");
        }
    }
}
