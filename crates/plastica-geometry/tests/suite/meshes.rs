//! Closed meshes: what is wrong with them, and how far away they are.

use crate::common::{Dice, assert_exact, cube, joined};
use plastica_geometry::{MeshProblem, SampledDistance, Shape, ShapeError, TriangleMesh, Vec3};

type V = Vec3<f64>;

const LOW: [f64; 3] = [-0.5, -0.4, -0.3];
const HIGH: [f64; 3] = [0.5, 0.4, 0.3];

#[test]
fn a_cube_of_triangles_is_a_block() {
    let mesh = Shape::mesh(cube(LOW, HIGH)).unwrap();
    let exact = SampledDistance::new(cube(LOW, HIGH));
    let block = Shape::block(Vec3::new(1.0, 0.8, 0.6));
    let mut dice = Dice::new(1);
    let spacing = 1.0 / 48.0;
    let mut largest: f64 = 0.0;
    for i in 0..20_000 {
        let mut x = dice.point(0.9);
        if i % 4 == 0 {
            // In the planes of the faces and on the prolonged edges: nearest to edges and corners.
            x[0] = 0.5;
            x[1] = if i % 8 == 0 { 0.4 } else { x[1] };
        }
        let d = block.distance(x);
        let e = exact.exact_distance(x);
        assert!((d - e).abs() < 1e-12, "{d} {e} at {x:?}");
        let error = (mesh.distance(x) - d).abs();
        largest = largest.max(error);
        assert!(error <= 0.87 * spacing);
        if d.abs() < 1.1 * spacing || d > 0.3 {
            assert!(error < 1e-12, "{error} at {x:?}, distance {d}");
        }
    }
    // The grid is used, and is not exact across the creases inside a box.
    assert!(largest > 1e-6, "{largest}");
}

#[test]
fn a_mesh_is_exact_by_definition() {
    let exact = Shape::mesh(cube(LOW, HIGH)).unwrap();
    let inside = |x: V| (0..3).all(|i| LOW[i] <= x[i] && x[i] <= HIGH[i]);
    // The slack is the stated error in the depth of the box.
    assert_exact("cube", &exact, inside, 0.8, 0.02);
}

#[test]
fn a_ball_of_triangles_is_a_sphere_within_its_facets() {
    let ball = TriangleMesh::ball(1.0, 4);
    // Facets lie below the sphere by at most the sagitta of their circumradius, about e²/6.
    let longest = ball.triangles.iter().map(|t| {
        let [a, b] = [t[0], t[1]].map(|v| Vec3(ball.vertices[v as usize]));
        (a - b).norm()
    });
    let facet = longest.fold(0.0, f64::max).powi(2) / 6.0;
    let mesh = Shape::mesh(ball.clone()).unwrap();
    let mut dice = Dice::new(2);
    for _ in 0..20_000 {
        let x = dice.point(1.5);
        let difference = mesh.distance(x) - (x.norm() - 1.0);
        // The grid of h = 1/24 adds h²/r away from the middle.
        let slack = if x.norm() > 0.3 { 2e-3 } else { 0.05 };
        assert!(
            difference > -1e-9 - slack && difference < facet + slack,
            "{difference} at {x:?}"
        );
    }
    // The sign next to vertices and edges, where it is hardest.
    for vertex in &ball.vertices {
        for scale in [1.0 - 1e-6, 1.0 + 1e-6] {
            let d = mesh.distance(Vec3(*vertex).scale(scale));
            assert_eq!(d < 0.0, scale < 1.0, "{d} at {vertex:?}");
            assert!((d.abs() - 1e-6).abs() < 1e-7);
        }
    }
    for t in &ball.triangles {
        let middle =
            (Vec3(ball.vertices[t[0] as usize]) + Vec3(ball.vertices[t[1] as usize])).scale(0.5);
        assert!(mesh.distance(middle.scale(1.0 - 1e-6)) < 0.0);
        assert!(mesh.distance(middle.scale(1.0 + 1e-6)) > 0.0);
        let n = mesh.normal(middle.scale(1.01));
        assert!(n.dot(middle) / middle.norm() > 0.99);
    }
}

#[test]
fn overlapping_parts_and_cavities() {
    // Two boxes through each other: inside both is inside.
    let crossed = joined(
        &cube([-1.0, -0.2, -0.2], [1.0, 0.2, 0.2]),
        &cube([-0.2, -1.0, -0.3], [0.2, 1.0, 0.3]),
    );
    let crossed = Shape::mesh(crossed).unwrap();
    for x in [
        Vec3::zero(),
        Vec3::new(0.9, 0.0, 0.0),
        Vec3::new(0.0, 0.9, 0.25),
        Vec3::new(0.19, 0.19, 0.19),
    ] {
        assert!(crossed.contains(x), "{x:?}");
    }
    assert!(!crossed.contains(Vec3::new(0.5, 0.5, 0.0)));
    // A box within a box that faces inwards is a cavity, also when all faces are turned around.
    let mut inner = cube([-0.5; 3], [0.5; 3]);
    turn(&mut inner);
    let mut hollow = joined(&cube([-1.0; 3], [1.0; 3]), &inner);
    for _ in 0..2 {
        let shape = Shape::mesh(hollow.clone()).unwrap();
        assert!(!shape.contains(Vec3::zero()));
        // Within h √3/2 of 1/2 so far from the surface.
        assert!((shape.distance(Vec3::zero()) - 0.5).abs() < 0.037);
        assert!(shape.contains(Vec3::new(0.75, 0.0, 0.0)));
        assert!((shape.volume().unwrap() - 7.0).abs() < 1e-3);
        turn(&mut hollow);
    }
}

fn turn(mesh: &mut TriangleMesh) {
    for t in &mut mesh.triangles {
        t.swap(1, 2);
    }
}

#[test]
fn faces_are_turned_outwards() {
    let mut mesh = TriangleMesh::ball(1.0, 2);
    for (i, t) in mesh.triangles.iter_mut().enumerate() {
        if i % 3 == 0 {
            t.swap(0, 1);
        }
    }
    assert!(matches!(
        mesh.check_closed(),
        Err(MeshProblem::Flipped { .. })
    ));
    let solid = mesh.into_solid().unwrap();
    assert_eq!(solid.check_closed(), Ok(()));
    assert!(solid.volume() > 3.8);
    let mut inverted = TriangleMesh::ball(1.0, 2);
    turn(&mut inverted);
    assert!(inverted.volume() < 0.0);
    assert!(inverted.into_solid().unwrap().volume() > 3.8);
}

#[test]
fn holes_are_found_where_they_are() {
    // Two holes: the triangles around the top, and one triangle near the bottom.
    let mut mesh = TriangleMesh::ball(1.0, 3);
    let top = mesh.vertices.iter().position(|v| v[1] > 0.999_999).unwrap() as u32;
    let low = |t: &[u32; 3]| t.iter().all(|v| mesh.vertices[*v as usize][1] < -0.9);
    let single = mesh.triangles.iter().position(low).unwrap();
    mesh.triangles.remove(single);
    mesh.triangles.retain(|t| !t.contains(&top));
    let Err(MeshProblem::Open {
        edges,
        holes,
        centre,
        size,
    }) = mesh.check_closed()
    else {
        panic!("not found open");
    };
    assert_eq!((holes, edges), (2, 4 + 3));
    assert!(
        centre[0].abs() < 0.05 && centre[2].abs() < 0.05 && centre[1] > 0.9,
        "{centre:?}"
    );
    assert!(size > 0.2 && size < 0.5, "{size}");
    let message = Shape::mesh(mesh).unwrap_err().to_string();
    assert!(
        message.contains("2 holes") && message.contains("(0.0000, 0.9"),
        "{message}"
    );
}

#[test]
fn other_problems() {
    let problem = |mesh: &TriangleMesh| mesh.check_closed().unwrap_err();
    assert_eq!(problem(&TriangleMesh::default()), MeshProblem::NoTriangles);
    let good = cube(LOW, HIGH);
    assert_eq!(good.check_closed(), Ok(()));

    let mut mesh = good.clone();
    mesh.triangles[3][1] = 99;
    let expected = MeshProblem::UnknownVertex {
        triangle: 3,
        vertex: 99,
        count: 8,
    };
    assert_eq!(problem(&mesh), expected);
    assert_eq!(Shape::mesh(mesh).unwrap_err(), ShapeError::Mesh(expected));

    let mut mesh = good.clone();
    mesh.vertices[5][2] = f64::NAN;
    assert_eq!(problem(&mesh), MeshProblem::NotFinite { vertex: 5 });

    // An inner wall through two boxes that share a face.
    let mut mesh = joined(
        &cube([0.0; 3], [1.0; 3]),
        &cube([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]),
    );
    mesh.weld(1e-9);
    let Err(MeshProblem::NonManifold {
        edges,
        place,
        triangles,
    }) = mesh.check_closed()
    else {
        panic!("not found non-manifold");
    };
    assert_eq!((edges, triangles), (5, 4));
    assert!((place[0] - 1.0).abs() < 1e-12);

    // A flat sheet, closed on itself.
    let flat = TriangleMesh {
        vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        triangles: vec![[0, 1, 2], [0, 2, 1]],
    };
    assert_eq!(flat.into_solid().unwrap_err(), MeshProblem::NoVolume);

    // Triangles as in an STL file, each with its own corners, and one without area.
    let mut soup = TriangleMesh::default();
    for t in &good.triangles {
        let start = soup.vertices.len() as u32;
        soup.vertices.extend(t.map(|v| good.vertices[v as usize]));
        soup.triangles.push([start, start + 1, start + 2]);
    }
    soup.triangles.push([0, 0, 1]);
    assert!(matches!(problem(&soup), MeshProblem::Open { .. }));
    let solid = soup.into_solid().unwrap();
    assert_eq!((solid.vertices.len(), solid.triangles.len()), (8, 12));
}

/// The projective plane as a hemicube has no two sides; every edge has two triangles.
#[test]
fn a_surface_with_one_side_is_refused() {
    let triangles: Vec<[u32; 3]> = vec![
        [0, 1, 4],
        [0, 4, 3],
        [0, 3, 2],
        [0, 2, 5],
        [0, 5, 1],
        [1, 4, 2],
        [4, 3, 5],
        [3, 2, 1],
        [2, 5, 4],
        [5, 1, 3],
    ];
    let vertices = (0..6)
        .map(|i| [f64::from(i), f64::from(i * i), f64::from(i * i * i)])
        .collect();
    let mesh = TriangleMesh {
        vertices,
        triangles,
    };
    assert!(matches!(
        mesh.into_solid(),
        Err(MeshProblem::OneSided { .. })
    ));
}
