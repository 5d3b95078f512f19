//! Surfaces meet each other and themselves: nothing crosses, momenta stay, friction is Coulomb's.

use crate::common::{elastic, floor, run};
use plastica_core::{
    Contact, Grip, Ledger, Method, Motion, Reader, Selection, Step, World, Writer,
};
use plastica_fem::{MeshedBody, Options, build};
use plastica_geometry::collide::intersections;
use plastica_geometry::{Bounds, Shape, TetMesh, TriangleMesh, Vec3};
use plastica_material::Recipe;

/// Surfaces meet each other.
fn meeting() -> Options {
    Options {
        contact: true,
        ..Options::default()
    }
}

fn rubber() -> Recipe {
    elastic("neo-hookean", 1000.0, 1e5, 0.3)
}

fn still_space() -> World {
    World::empty([0.0; 3])
}

fn boxed(low: [f64; 3], high: [f64; 3], cells: [usize; 3]) -> TetMesh {
    let bounds = Bounds {
        low: Vec3(low),
        high: Vec3(high),
    };
    TetMesh::lattice(&bounds, cells)
}

/// A block that is nearly a ball.
fn round(radius: f64, centre: [f64; 3], cells: usize) -> TetMesh {
    let mut mesh = boxed([-1.0; 3], [1.0; 3], [cells; 3]);
    for vertex in &mut mesh.vertices {
        let x = Vec3(*vertex);
        let largest = x[0].abs().max(x[1].abs()).max(x[2].abs());
        let rounded = if largest > 0.0 {
            (largest / x.norm()).powf(0.7)
        } else {
            1.0
        };
        *vertex = (x.scale(radius * rounded) + Vec3(centre)).0;
    }
    mesh
}

fn body(name: &str, mesh: TetMesh, velocity: [f64; 3]) -> MeshedBody {
    let mut body = MeshedBody::new(name, rubber(), mesh);
    body.velocities.fill(velocity);
    body
}

/// Bodies with a method, and the triangles of their surfaces by the ids of points.
struct Scene {
    method: Box<dyn Method>,
    triangles: Vec<[u32; 3]>,
}

impl Scene {
    fn new(options: Options, bodies: Vec<MeshedBody>) -> Scene {
        let mut triangles = Vec::new();
        let mut first = 0;
        for body in &bodies {
            let own = body.mesh.boundary().into_iter();
            triangles.extend(own.map(|(face, _)| face.map(|vertex| vertex + first)));
            first += body.mesh.vertices.len() as u32;
        }
        Scene {
            method: build(options, bodies).unwrap(),
            triangles,
        }
    }

    fn ledger(&self) -> Ledger {
        self.method.observed().ledger()
    }
}

/// How many pairs of triangles cross.
fn crossings(method: &dyn Method, triangles: &[[u32; 3]]) -> usize {
    let mut vertices = vec![[0.0; 3]; method.len()];
    (method.observed()).visit(Selection::All, &mut |point| {
        vertices[point.id as usize] = point.position;
    });
    let mesh = TriangleMesh {
        vertices,
        triangles: triangles.to_vec(),
    };
    intersections(&mesh).len()
}

/// Runs, looks for crossings every 10 ms and at the end, and returns how many there were.
fn watch(scene: &mut Scene, world: &World, end: f64) -> usize {
    let Scene { method, triangles } = scene;
    let mut next = 0.0;
    let mut found = 0;
    run(&mut **method, world, end, |time, _, _, method| {
        if time >= next || time >= end * (1.0 - 1e-9) {
            next += 0.01;
            found += crossings(method, triangles);
        }
    });
    found
}

fn two_balls(aside: f64, options: Options) -> Scene {
    let bodies = vec![
        body("left", round(0.1, [-0.12, 0.0, 0.0], 6), [0.5, 0.0, 0.0]),
        body(
            "right",
            round(0.1, [0.12, aside, 0.3 * aside], 6),
            [-0.5, 0.0, 0.0],
        ),
    ];
    Scene::new(options, bodies)
}

fn norm(v: [f64; 3]) -> f64 {
    Vec3(v).norm()
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    (Vec3(a) - Vec3(b)).0
}

/// Velocities of the centres of both bodies [m/s].
fn velocities(method: &dyn Method) -> [Vec3<f64>; 2] {
    let mut sums = [(Vec3::zero(), 0.0); 2];
    (method.observed()).visit(Selection::All, &mut |point| {
        let (momentum, mass) = &mut sums[point.body as usize];
        *momentum = *momentum + Vec3(point.velocity).scale(point.mass);
        *mass += point.mass;
    });
    sums.map(|(momentum, mass)| momentum.scale(1.0 / mass))
}

/// Head-on they come apart with most of their speed; aside friction turns them. Momenta stay to rounding. The control:
/// without contact they go through each other.
#[test]
fn balls_collide() {
    for aside in [0.0, 0.09] {
        let mut scene = two_balls(aside, meeting());
        let start = scene.ledger();
        let crossed = watch(&mut scene, &still_space(), 0.16);
        let end = scene.ledger();
        assert_eq!(crossed, 0);
        let scale = start.mass * 0.5;
        assert!(norm(minus(end.momentum, start.momentum)) < 1e-12 * scale);
        let turned = norm(minus(end.angular_momentum, start.angular_momentum));
        assert!(turned < 1e-12 * scale * 0.1, "{turned}");
        let [left, right] = velocities(&*scene.method);
        let energy = |ledger: &Ledger| ledger.kinetic_energy + ledger.elastic_energy;
        assert!(energy(&end) < 1.001 * energy(&start));
        if aside == 0.0 {
            let restitution = (right - left)[0];
            assert!(restitution > 0.8 && restitution < 1.0, "{restitution}");
        } else {
            assert!((right - left)[1] > 0.1, "{left:?} {right:?}");
        }
        let through = Options::default();
        assert!(watch(&mut two_balls(aside, through), &still_space(), 0.16) > 10);
    }
}

/// A block slides on one that is held: v²/2μg far. With twice the friction half as far.
#[test]
fn friction_is_coulombs() {
    for friction in [0.25, 0.5] {
        let low = boxed([0.0, 0.0, 0.0], [0.6, 0.04, 0.2], [15, 1, 5]);
        let high = boxed([0.013, 0.0409, 0.053], [0.093, 0.0809, 0.133], [2, 1, 2]);
        let bodies = vec![
            body("low", low, [0.0; 3]),
            body("high", high, [0.8, 0.0, 0.0]),
        ];
        let mut scene = Scene::new(
            Options {
                friction,
                ..meeting()
            },
            bodies,
        );
        let mut world = World::empty([0.0, -9.81, 0.0]);
        world.grips.push(Grip {
            name: "all of it".into(),
            body: Some("low".into()),
            shape: Shape::block(Vec3::splat(10.0)),
            motion: Motion::at_rest([0.0; 3]),
            window: None,
        });
        let place = |scene: &Scene| {
            let (mut sum, mut mass) = (0.0, 0.0);
            (scene.method.observed()).visit(Selection::All, &mut |point| {
                if point.body == 1 {
                    sum += point.mass * point.position[0];
                    mass += point.mass;
                }
            });
            sum / mass
        };
        let start = place(&scene);
        let crossed = watch(&mut scene, &world, 0.5);
        assert_eq!(crossed, 0);
        let way = place(&scene) - start;
        let expected = 0.8 * 0.8 / (2.0 * friction * 9.81);
        assert!((way / expected - 1.0).abs() < 0.03, "{way} {expected}");
        let [_, high] = velocities(&*scene.method);
        assert!(high.norm() < 0.01, "{high:?}");
        // What is lost is the kinetic energy that was there.
        let lost = scene.ledger().works.friction.unwrap();
        let had = 0.5 * 1000.0 * 0.08 * 0.04 * 0.08 * 0.64;
        assert!((lost / had - 1.0).abs() < 0.05, "{lost} {had}");
    }
}

/// A strip bent to a hairpin, gripped at one end: the other falls on it.
fn hairpin() -> Scene {
    let mut mesh = boxed([0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [36, 2, 3]);
    for vertex in &mut mesh.vertices {
        let [along, through, across] = *vertex;
        // A straight part, half a turn, and a straight part back above.
        let (straight, middle, thick) = (0.3, 0.04, 0.02);
        let turn = std::f64::consts::PI * middle;
        let way = along * (2.0 * straight + turn);
        let out = middle + thick * (0.5 - through);
        let [x, y] = if way < straight {
            [way, middle - out]
        } else if way < straight + turn {
            let angle = (way - straight) / middle;
            [straight + out * angle.sin(), middle - out * angle.cos()]
        } else {
            [2.0 * straight + turn - way, middle + out]
        };
        *vertex = [x, y, 0.06 * across];
    }
    let recipe = elastic("neo-hookean", 1000.0, 5e4, 0.3);
    let strip = MeshedBody::new("strip", recipe, mesh);
    Scene::new(meeting(), vec![strip])
}

#[test]
fn a_strip_falls_on_itself() {
    let mut scene = hairpin();
    let mut world = World::empty([0.0, -9.81, 0.0]);
    world.grips.push(Grip {
        name: "the lower part".into(),
        body: None,
        shape: Shape::block(Vec3::new(0.6, 0.05, 1.0)),
        motion: Motion::at_rest([0.0; 3]),
        window: None,
    });
    assert_eq!(watch(&mut scene, &world, 0.4), 0);
    let mut lowest: f64 = 1.0;
    let last = 36;
    (scene.method.observed()).visit(Selection::All, &mut |point| {
        if point.id % 37 == last {
            lowest = lowest.min(point.position[1]);
        }
    });
    // It has come down from 7 cm onto the other, which ends at 1 cm.
    assert!(lowest > 0.0 && lowest < 0.05, "{lowest}");
}

/// A ring about y with a square section.
fn ring(radius: f64, thick: f64, centre: [f64; 3]) -> TetMesh {
    let around = 24;
    let mut mesh = boxed([0.0; 3], [1.0; 3], [around, 2, 2]);
    for vertex in &mut mesh.vertices {
        let [along, up, across] = *vertex;
        let angle = along * std::f64::consts::TAU;
        let out = radius + thick * (0.5 - across);
        let place = Vec3::new(out * angle.cos(), thick * (up - 0.5), out * angle.sin());
        *vertex = (place + Vec3(centre)).0;
    }
    // The last layer is the first; of each row of nodes one is left out.
    let row = around as u32 + 1;
    for corner in mesh.elements.iter_mut().flatten() {
        let (line, along) = (*corner / row, *corner % row);
        *corner = line * (row - 1) + along % (row - 1);
    }
    let mut number = 0;
    mesh.vertices.retain(|_| {
        number += 1;
        number % row != 0
    });
    mesh
}

/// Rings fall on a floor and on each other, and lie in a stack.
#[test]
fn rings_pile_up() {
    let at = |k: usize, aside: f64| ring(0.1, 0.04, [aside, 0.03 + 0.06 * k as f64, 0.0]);
    let bodies = vec![
        body("low", at(0, 0.0), [0.0; 3]),
        body("middle", at(1, 0.005), [0.0; 3]),
        body("high", at(2, -0.004), [0.0; 3]),
    ];
    let damped = Options {
        damping: 4.0,
        ..meeting()
    };
    let mut scene = Scene::new(damped, bodies);
    let mut world = World::empty([0.0, -9.81, 0.0]);
    let up = [0.0, 1.0, 0.0];
    world
        .colliders
        .push(floor(up, 0.0, Contact::Separating, 0.5));
    assert_eq!(watch(&mut scene, &world, 0.5), 0);
    let mut heights = [(0.0, 0.0); 3];
    (scene.method.observed()).visit(Selection::All, &mut |point| {
        let (sum, mass) = &mut heights[point.body as usize];
        *sum += point.mass * point.position[1];
        *mass += point.mass;
    });
    // They give way under their weight, 1.2 kPa at most of 100 kPa.
    for (k, (sum, mass)) in heights.into_iter().enumerate() {
        let rest = 0.02 + 0.04 * k as f64;
        let height: f64 = sum / mass;
        assert!((height - rest).abs() < 0.005, "{k}: {height} {rest}");
    }
}

fn bytes(method: &dyn Method) -> Vec<u8> {
    let mut to = Writer::default();
    method.observed().save(&mut to);
    to.into_bytes()
}

fn steps(method: &mut dyn Method, from: u32, to: u32) {
    let dt = 2e-4;
    for k in from..to {
        let step = Step::new(f64::from(k) * dt, dt);
        method.step(&still_space(), step).unwrap();
    }
}

#[test]
fn threads_and_stops_change_no_bit_of_contacts() {
    let whole = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let mut scene = two_balls(0.05, meeting());
            steps(&mut *scene.method, 0, 300);
            bytes(&*scene.method)
        })
    };
    let one = whole(1);
    assert!(whole(3) == one);
    let mut first = two_balls(0.05, meeting());
    steps(&mut *first.method, 0, 157);
    let half = bytes(&*first.method);
    let mut second = two_balls(0.05, meeting());
    second.method.restore(&mut Reader::new(&half)).unwrap();
    steps(&mut *second.method, 157, 300);
    assert!(bytes(&*second.method) == one);
}

#[test]
fn bodies_that_overlap_are_refused() {
    let bodies = || {
        vec![
            body("one", boxed([0.0; 3], [1.0; 3], [2; 3]), [0.0; 3]),
            body("other", boxed([0.9; 3], [2.0; 3], [2; 3]), [0.0; 3]),
        ]
    };
    let refused = build(meeting(), bodies()).err().unwrap().to_string();
    assert!(
        refused.contains("\"one\"") && refused.contains("\"other\""),
        "{refused}"
    );
    assert!(build(Options::default(), bodies()).is_ok());
}
