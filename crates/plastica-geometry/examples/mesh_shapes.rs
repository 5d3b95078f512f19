//! Meshes of many shapes: quality and time.

use plastica_geometry::tetrahedra::{MeshOptions, fill};
use plastica_geometry::{Outline, Shape, Vec3, figure};
use std::time::Instant;

fn main() {
    let want: f64 = std::env::args()
        .nth(1)
        .and_then(|a| a.parse().ok())
        .unwrap_or(20_000.0);
    let only = std::env::args().nth(2);
    let circle = || Outline::Circle { radius: 0.1 };
    let path = [[-0.5, 0.0, 0.0], [0.0, 0.3, 0.2], [0.5, 0.0, 0.0]];
    let curve = Outline::Curve {
        points: vec![[0.1, -0.4], [0.4, 0.0], [0.2, 0.4], [0.1, 0.1]],
    };
    let shapes = [
        ("box", Shape::block(Vec3::new(1.0, 0.7, 0.45))),
        (
            "turned box",
            Shape::block(Vec3::new(1.0, 0.7, 0.45)).placed(
                plastica_geometry::Placement::identity().turned(Vec3::new(1.0, 2.0, 0.5), 0.7),
            ),
        ),
        ("plate", Shape::block(Vec3::new(1.0, 0.05, 1.0))),
        ("sphere", Shape::sphere(0.5)),
        ("cylinder", Shape::cylinder(0.5, 1.0)),
        ("cone", Shape::cone(0.5, 0.0, 1.0)),
        ("torus", Shape::torus(0.4, 0.15)),
        ("ellipsoid", Shape::ellipsoid(Vec3::new(0.5, 0.3, 0.2))),
        ("star", Shape::star(5, 0.5, 0.5, 0.2).unwrap()),
        ("lathe", Shape::lathe(&curve.into()).unwrap()),
        ("sweep", Shape::sweep(&circle().into(), &path).unwrap()),
        ("rabbit", figure::rabbit()),
        ("bust", figure::bust()),
        ("letters", figure::letters("AR8").unwrap()),
        (
            "difference",
            Shape::difference(vec![Shape::block(Vec3::splat(1.0)), Shape::sphere(0.6)]),
        ),
        (
            "union",
            Shape::union(vec![
                Shape::block(Vec3::splat(0.8)),
                Shape::cylinder(0.25, 1.5),
            ]),
        ),
    ];
    for (name, shape) in &shapes {
        if only.as_ref().is_some_and(|o| o != name) {
            continue;
        }
        let volume = shape.volume().unwrap();
        let edge = (volume * 12.0 / want).cbrt() * 0.9235;
        shape.distance(Vec3::zero());
        let start = Instant::now();
        match fill(shape, &MeshOptions::new(edge)) {
            Ok(mesh) => {
                let time = start.elapsed().as_secs_f64();
                let q = mesh.quality();
                let t = mesh.topology();
                let surface = mesh.surface();
                let far = surface
                    .triangles
                    .iter()
                    .map(|f| {
                        let [a, b, c] = f.map(|v| Vec3(surface.vertices[v as usize]));
                        (a + b + c).scale(1.0 / 3.0)
                    })
                    .max_by(|x, y| {
                        shape
                            .distance(*x)
                            .abs()
                            .total_cmp(&shape.distance(*y).abs())
                    })
                    .unwrap();
                println!(
                    "   worst at {:.3?}: {:+.3} edges",
                    far.0,
                    shape.distance(far) / edge
                );
                println!(
                    "{name:12} {:7} el {:5.2} s/100k  angle {:5.1} (1%: {:4.1}) max {:5.1} q {:6.3} inv {} vol {:+.1e} dist {:.3} manifold {} pieces {} mean {:.2}",
                    q.elements,
                    time * 1e5 / q.elements as f64,
                    q.smallest_angle,
                    q.low_angle,
                    q.largest_angle,
                    q.smallest,
                    q.inverted,
                    q.volume / volume - 1.0,
                    mesh.distance_from(shape) / edge,
                    t.is_manifold(),
                    t.pieces,
                    q.mean_edge / edge
                );
            }
            Err(error) => println!("{name:12} {error}"),
        }
    }
}
