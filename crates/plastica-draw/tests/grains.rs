//! Grains in moving material, through the public face.

use plastica_core::{Attribute, AxisAngle, Collider, Contact, Frame, Values, World};
use plastica_draw::grains::{GrainForm, GrainSet, Grains};
use plastica_geometry::Shape;
use plastica_tensor::{Mat3, Vec3};

const GRAVITY: f64 = 9.81;

fn attribute(name: &str, components: usize, values: Vec<f64>) -> Attribute {
    Attribute {
        name: name.into(),
        unit: "1".into(),
        components,
        values: Values::F64(values),
    }
}

fn lattice(n: i32, spacing: f64) -> Vec<[f64; 3]> {
    let middle = 0.5 * f64::from(n - 1);
    (0..n * n * n)
        .map(|i| [i % n, i / (n * n), i / n % n].map(|k| (f64::from(k) - middle) * spacing))
        .collect()
}

/// Particles of 1000 kg/m³ with a spacing, where they are and how they move.
fn frame(
    time: f64,
    spacing: f64,
    positions: Vec<[f64; 3]>,
    velocity: impl Fn(Vec3<f64>) -> Vec3<f64>,
) -> Frame {
    let n = positions.len();
    let velocities = positions
        .iter()
        .flat_map(|p| velocity(Vec3(*p)).0)
        .collect();
    Frame {
        time,
        double: true,
        attributes: vec![
            attribute("mass", 1, vec![1000.0 * spacing.powi(3); n]),
            attribute("density", 1, vec![1000.0; n]),
            attribute("velocity", 3, velocities),
        ],
        positions,
        parts: vec![plastica_core::Part::named("hay")],
        materials: vec!["hay".into()],
        ..Frame::default()
    }
}

fn numbers<const N: usize>(frame: &Frame, name: &str) -> Vec<[f64; N]> {
    let attribute = frame.attribute(name).unwrap();
    assert_eq!(attribute.components, N, "{name}");
    (0..frame.positions.len())
        .map(|i| std::array::from_fn(|k| attribute.values.at(N * i + k)))
        .collect()
}

/// The grain's z axis in space.
fn axis([x, y, z, w]: [f64; 4]) -> Vec3<f64> {
    Vec3([
        2.0 * (x * z + w * y),
        2.0 * (y * z - w * x),
        1.0 - 2.0 * (x * x + y * y),
    ])
}

fn rods() -> GrainSet {
    GrainSet::new("hay", GrainForm::Rod)
}

fn floor(friction: f64) -> Collider {
    let shape = Shape::half_space(Vec3([0.0, 1.0, 0.0]), 0.0);
    Collider::still("floor", shape, Contact::Separating, friction)
}

fn still(_: Vec3<f64>) -> Vec3<f64> {
    Vec3::zero()
}

#[test]
fn every_particle_gets_its_grains_in_its_own_volume() {
    let (n, spacing) = (6, 0.1);
    let mut first = frame(0.0, spacing, lattice(n, spacing), still);
    let mut grains = Grains::new(vec![rods()], World::empty([0.0; 3]), 5);
    let shown = grains.advance(&first);
    assert_eq!(shown.positions.len(), 10 * 216);
    // Those of a particle are the ten with its numbers, inside its cube.
    for (i, place) in shown.positions.iter().enumerate() {
        let centre = first.positions[i / 10];
        assert!((0..3).all(|k| (place[k] - centre[k]).abs() <= 0.5 * spacing));
    }
    // Rods of the usual size take up the volume of a loose packing.
    let volume: f64 = numbers::<3>(&shown, "scale")
        .iter()
        .map(|[x, y, z]| std::f64::consts::FRAC_PI_4 * x * y * z)
        .sum();
    let whole = (f64::from(n) * spacing).powi(3);
    assert!((volume / whole - 0.6).abs() < 0.02, "{}", volume / whole);
    // A particle that appears later brings its own; none is seeded twice.
    first.positions.push([5.0, 0.0, 0.0]);
    first.attributes = frame(0.0, spacing, first.positions.clone(), still).attributes;
    first.time = 0.1;
    assert_eq!(grains.advance(&first).positions.len(), 10 * 217);
    first.time = 0.2;
    assert_eq!(grains.advance(&first).positions.len(), 10 * 217);
}

#[test]
fn other_bodies_get_none() {
    let mut sets = rods();
    sets.bodies = vec!["straw".into()];
    let mut grains = Grains::new(vec![sets], World::empty([0.0; 3]), 5);
    assert!(
        grains
            .advance(&frame(0.0, 0.1, lattice(3, 0.1), still))
            .positions
            .is_empty()
    );
}

fn oriented(alignment: Option<[f64; 3]>, scatter: Option<f64>) -> Vec<Vec3<f64>> {
    let mut first = frame(0.0, 0.1, lattice(8, 0.1), still);
    let n = first.positions.len();
    // A quarter turn about x: the material's z is −y in space.
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let turn = [half, 0.0, 0.0, half].repeat(n);
    first.attributes.push(attribute("orientation", 4, turn));
    if let Some(alignment) = alignment {
        let values = alignment.repeat(n);
        first.attributes.push(attribute("alignment", 3, values));
    }
    let set = GrainSet { scatter, ..rods() };
    let shown = Grains::new(vec![set], World::empty([0.0; 3]), 5).advance(&first);
    let quaternions = numbers::<4>(&shown, "orientation");
    quaternions.into_iter().map(axis).collect()
}

fn mean_square(axes: &[Vec3<f64>], along: usize) -> f64 {
    axes.iter().map(|a| a[along] * a[along]).sum::<f64>() / axes.len() as f64
}

#[test]
fn grains_lie_as_the_material_says() {
    for axis in oriented(None, None) {
        assert!((axis - Vec3([0.0, -1.0, 0.0])).norm() < 1e-6);
    }
    // Equal eigenvalues: any direction.
    let all = oriented(Some([1.0 / 3.0; 3]), None);
    for k in 0..3 {
        assert!((mean_square(&all, k) - 1.0 / 3.0).abs() < 0.02);
    }
    // In the material's y–z plane, which is z–y in space: nothing along x.
    let flat = oriented(Some([0.0, 0.5, 0.5]), None);
    assert!(flat.iter().all(|a| a[0].abs() < 1e-6));
    assert!((mean_square(&flat, 1) - 0.5).abs() < 0.02);
    // A scatter of σ about each axis: ⟨sin²⟩ is near 2σ² for small σ.
    let scattered = oriented(None, Some(0.1));
    let sine_squared = 1.0 - mean_square(&scattered, 1);
    assert!((sine_squared / 0.02 - 1.0).abs() < 0.1, "{sine_squared}");
    // Without any direction, and without an attribute, any way round.
    let plain = frame(0.0, 0.1, lattice(8, 0.1), still);
    let shown = Grains::new(vec![rods()], World::empty([0.0; 3]), 5).advance(&plain);
    let axes: Vec<_> = numbers::<4>(&shown, "orientation")
        .into_iter()
        .map(axis)
        .collect();
    for k in 0..3 {
        assert!((mean_square(&axes, k) - 1.0 / 3.0).abs() < 0.02);
    }
}

#[test]
fn a_moving_block_carries_its_grains_along() {
    let speed = Vec3([1.5, -0.7, 0.4]);
    let shot = |time: f64| {
        let moved = lattice(8, 0.1)
            .iter()
            .map(|p| (Vec3(*p) + speed.scale(time)).0)
            .collect();
        frame(time, 0.1, moved, |_| speed)
    };
    let mut grains = Grains::new(vec![rods()], World::empty([0.0, -GRAVITY, 0.0]), 5);
    let first = grains.advance(&shot(0.0));
    let mut last = first.clone();
    for k in 1..=10 {
        last = grains.advance(&shot(0.1 * f64::from(k)));
    }
    for (a, b) in first.positions.iter().zip(&last.positions) {
        let off = (Vec3(*b) - Vec3(*a) - speed).norm();
        assert!(off < 1e-9, "{off}");
    }
    let turns = |frame: &Frame| numbers::<4>(frame, "orientation");
    for (a, b) in turns(&first).into_iter().zip(turns(&last)) {
        assert!((axis(a) - axis(b)).norm() < 1e-6);
    }
}

/// A block that turns about a tilted axis, one revolution in 24 frames.
fn turning(frames: u32, k: u32, oriented: bool) -> (Frame, Mat3<f64>) {
    let rate = std::f64::consts::TAU;
    let about = Vec3([0.6, 0.0, 0.8]);
    let time = f64::from(k) / f64::from(frames);
    let turn = AxisAngle {
        axis: about.0,
        angle: rate * time,
    };
    let m = turn.matrix();
    let moved: Vec<[f64; 3]> = lattice(10, 0.1)
        .iter()
        .map(|p| m.mul_vec(Vec3(*p)).0)
        .collect();
    let mut shot = frame(time, 0.1, moved, |x| about.scale(rate).cross(x));
    if oriented {
        let (s, c) = (0.5 * turn.angle).sin_cos();
        let quaternion = [about[0] * s, about[1] * s, about[2] * s, c];
        let values = quaternion.repeat(shot.positions.len());
        shot.attributes.push(attribute("orientation", 4, values));
    }
    (shot, m)
}

#[test]
fn a_turning_block_turns_its_grains_and_keeps_their_distances() {
    for oriented in [false, true] {
        let mut grains = Grains::new(vec![rods()], World::empty([0.0; 3]), 5);
        let first = grains.advance(&turning(24, 0, oriented).0);
        let axes: Vec<Vec3<f64>> = numbers::<4>(&first, "orientation")
            .into_iter()
            .map(axis)
            .collect();
        for k in 1..=24 {
            let (shot, m) = turning(24, k, oriented);
            let shown = grains.advance(&shot);
            let now = numbers::<4>(&shown, "orientation");
            for (i, quaternion) in now.iter().enumerate() {
                let length: f64 = quaternion.iter().map(|q| q * q).sum::<f64>().sqrt();
                assert!((length - 1.0).abs() < 1e-6);
                let tilt = axis(*quaternion).cross(m.mul_vec(axes[i])).norm();
                assert!(tilt < 0.01, "frame {k}: {tilt} rad");
                let off = Vec3(shown.positions[i]) - m.mul_vec(Vec3(first.positions[i]));
                assert!(off.norm() < 0.01, "frame {k}: {} of 0.1", off.norm());
            }
        }
    }
}

#[test]
fn grains_turn_with_axes_that_turn_in_still_material() {
    let shot = |time: f64| {
        let mut shot = frame(time, 0.1, lattice(6, 0.1), still);
        let (s, c) = (0.5 * time).sin_cos();
        // Named the other way round at one of the frames: the same axes.
        let quaternion = if (0.25..0.35).contains(&time) {
            [c, 0.0, 0.0, -s]
        } else {
            [s, 0.0, 0.0, c]
        };
        let values = quaternion.repeat(shot.positions.len());
        shot.attributes.push(attribute("orientation", 4, values));
        shot
    };
    let mut grains = Grains::new(vec![rods()], World::empty([0.0; 3]), 5);
    let mut last = grains.advance(&shot(0.0));
    for k in 1..=8 {
        last = grains.advance(&shot(0.1 * f64::from(k)));
    }
    let wanted = Vec3([0.0, -(0.8f64.sin()), 0.8f64.cos()]);
    for quaternion in numbers::<4>(&last, "orientation") {
        assert!((axis(quaternion) - wanted).norm() < 1e-6);
    }
}

/// Grains whose particle vanishes after the first frame, thrown upwards; the frames after it.
fn thrown(set: GrainSet, world: World, until: f64) -> (Frame, Vec<Frame>) {
    let velocity = Vec3([1.0, 2.0, 0.0]);
    let place = vec![[0.0, 1.0, 0.0], [0.3, 1.2, 0.1]];
    let first = frame(0.0, 0.05, place, |_| velocity);
    let mut grains = Grains::new(vec![set], world, 3);
    let start = grains.advance(&first);
    let count = (until * 24.0) as u32;
    let later = (1..=count)
        .map(|k| {
            let empty = frame(f64::from(k) / 24.0, 0.05, Vec::new(), still);
            grains.advance(&empty)
        })
        .collect();
    (start, later)
}

#[test]
fn escaped_grains_follow_a_parabola() {
    let (start, later) = thrown(rods(), World::empty([0.0, -GRAVITY, 0.0]), 1.0);
    for shown in &later {
        assert!(numbers::<1>(shown, "escaped").iter().all(|e| e[0] == 1.0));
        let t = shown.time;
        for (a, b) in start.positions.iter().zip(&shown.positions) {
            let fall = Vec3([t, 2.0 * t - 0.5 * GRAVITY * t * t, 0.0]);
            assert!((Vec3(*b) - Vec3(*a) - fall).norm() < 1e-9);
        }
    }
}

#[test]
fn escaped_grains_come_to_rest_lying_on_the_floor() {
    for (form, size) in [
        (GrainForm::Rod, [0.004, 0.004, 0.05]),
        (GrainForm::Card, [0.05, 0.03, 0.002]),
        (GrainForm::Disc, [0.03, 0.03, 0.004]),
        (GrainForm::Grain, [0.01, 0.012, 0.02]),
    ] {
        let set = GrainSet {
            size: Some(size),
            variation: 0.0,
            ..GrainSet::new("hay", form.clone())
        };
        let mut world = World::empty([0.0, -GRAVITY, 0.0]);
        world.colliders.push(floor(0.5));
        let (_, later) = thrown(set, world, 4.0);
        let smallest = size.iter().fold(f64::INFINITY, |a: f64, b| a.min(*b));
        for shown in &later {
            for place in &shown.positions {
                assert!(place[1] > 0.0, "{form:?} at {place:?}, {} s", shown.time);
            }
        }
        let (before, last) = (&later[later.len() - 12], &later[later.len() - 1]);
        let turns = numbers::<4>(last, "orientation");
        for i in 0..last.positions.len() {
            let moved = (Vec3(last.positions[i]) - Vec3(before.positions[i])).norm();
            assert!(moved < 0.01 * smallest, "{form:?} {i} moved by {moved}");
            let height = last.positions[i][1] / (0.5 * smallest);
            assert!((0.9..1.35).contains(&height), "{form:?} {i}: {height}");
            let up = axis(turns[i])[1].abs();
            match form {
                GrainForm::Rod => assert!(up < 0.05, "{up}"),
                GrainForm::Card | GrainForm::Disc => assert!(up > 0.99, "{form:?}: {up}"),
                _ => {}
            }
        }
    }
}

#[test]
fn grains_that_fall_into_material_are_taken_along() {
    // A block that rests below; the particle above it vanishes.
    let below: Vec<[f64; 3]> = lattice(8, 0.05);
    let mut start = below.clone();
    start.push([0.0, 0.6, 0.0]);
    let moving = |time: f64, places: Vec<[f64; 3]>| frame(time, 0.05, places, still);
    let mut grains = Grains::new(vec![rods()], World::empty([0.0, -GRAVITY, 0.0]), 3);
    grains.advance(&moving(0.0, start));
    let mut escaped = Vec::new();
    for k in 1..=12 {
        let shown = grains.advance(&moving(f64::from(k) / 24.0, below.clone()));
        let flags = numbers::<1>(&shown, "escaped");
        escaped.push(flags.iter().filter(|e| e[0] > 0.0).count());
    }
    assert_eq!(escaped[0], 10);
    assert_eq!(escaped[11], 0);
}

#[test]
fn grains_in_material_stay_out_of_obstacles() {
    // Particles pressed into the floor by half their spacing.
    let shot = |time: f64| {
        let moved = lattice(6, 0.1)
            .iter()
            .map(|p| [p[0], p[1] + 0.3 - 0.1 * time, p[2]])
            .collect();
        frame(time, 0.1, moved, |_| Vec3([0.0, -0.1, 0.0]))
    };
    let mut world = World::empty([0.0, -GRAVITY, 0.0]);
    world.colliders.push(floor(0.5));
    let mut grains = Grains::new(vec![rods()], world, 3);
    for k in 0..=12 {
        let shown = grains.advance(&shot(f64::from(k) / 24.0));
        if k > 0 {
            assert!(shown.positions.iter().all(|p| p[1] > 0.0));
        }
    }
}

/// Two particles that pass close to each other say nothing of what is beyond them.
#[test]
fn tatters_shoot_nothing_away() {
    let shot = |time: f64| {
        let y = 0.5 * time;
        let places = vec![[0.0, y, 0.0], [0.01, -y, 0.012], [0.06, 0.5 * y, 0.02]];
        let mut shot = frame(time, 0.05, places, still);
        let velocities = [0.0, 0.5, 0.0, 0.0, -0.5, 0.0, 0.0, 0.25, 0.0];
        shot.attributes[2] = attribute("velocity", 3, velocities.to_vec());
        shot
    };
    let mut grains = Grains::new(vec![rods()], World::empty([0.0; 3]), 3);
    for k in 0..=12 {
        let shown = grains.advance(&shot(f64::from(k) / 48.0));
        for velocity in numbers::<3>(&shown, "velocity") {
            let speed = Vec3(velocity).norm();
            assert!(speed < 2.0, "frame {k}: {speed} m/s");
        }
    }
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut world = World::empty([0.0, -GRAVITY, 0.0]);
            world.colliders.push(floor(0.5));
            let mut grains = Grains::new(vec![rods()], world, 3);
            (0..4)
                .map(|k| grains.advance(&turning(24, k, true).0))
                .collect::<Vec<_>>()
        })
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(3));
}

#[test]
fn files_keep_them() {
    let mut grains = Grains::new(vec![rods()], World::empty([0.0; 3]), 3);
    let shown = grains.advance(&turning(24, 1, true).0);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("grains.vtkhdf");
    plastica_io::write_frame(&path, &shown).unwrap();
    assert_eq!(plastica_io::read_frame(&path).unwrap(), shown);
}
