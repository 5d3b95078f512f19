//! Every measure on frames with known answers.

mod crossings;
mod tears;

use super::{Energies, ExpectationResult, Measurement};
use crate::Scene;
use crate::simulation::ProbeRows;
use plastica_core::{Attribute, AxisAngle, Collider, Contact, Frame, Motion, Part, Values, World};
use plastica_geometry::Shape;
use plastica_tensor::{Mat3, Vec3};

/// Cell of the scene [m].
const CELL: f64 = 0.01;

/// A scene with a body, an emitter and one expectation.
fn scene(expectation: &str) -> Scene {
    let text = format!(
        r#"
        [scene]
        duration = 1
        [[material]]
        name = "gum"
        density = 1000
        elastic = {{ neo-hookean = {{ young_modulus = "10 kPa", poisson_ratio = 0.3 }} }}
        [[body]]
        name = "ball"
        material = "gum"
        shape = {{ sphere = {{ radius = 0.1 }} }}
        resolution = {CELL}
        [[emitter]]
        name = "tap"
        material = "gum"
        shape = {{ sphere = {{ radius = 0.1 }} }}
        rate = 1
        resolution = {CELL}
        [[expect]]
        name = "claim"
        {expectation}
        "#
    );
    Scene::parse("test.toml", &text).unwrap_or_else(|problems| panic!("{problems}"))
}

fn frame(time: f64, positions: &[[f64; 3]]) -> Frame {
    let whole = |name: &str, values: Vec<u32>| Attribute {
        name: name.into(),
        unit: "1".into(),
        components: 1,
        values: Values::U32(values),
    };
    let count = positions.len() as u32;
    Frame {
        time,
        positions: positions.to_vec(),
        parts: ["ball", "tap"].map(Part::named).to_vec(),
        attributes: vec![
            whole("id", (0..count).collect()),
            whole("body", vec![0; positions.len()]),
        ],
        ..Frame::default()
    }
}

fn set(frame: &mut Frame, name: &str, values: Vec<u32>) {
    let attribute = frame
        .attributes
        .iter_mut()
        .find(|a| a.name == name)
        .unwrap();
    attribute.values = Values::U32(values);
}

fn measure_in(world: &World, expectation: &str, frames: Vec<Frame>) -> ExpectationResult {
    let mut measurement = Measurement::new(&scene(expectation));
    for frame in frames {
        measurement.observe_frame(frame, world);
    }
    let results = measurement.results();
    assert_eq!(results.len(), 1);
    results.into_iter().next().unwrap()
}

fn measure(expectation: &str, frames: Vec<Frame>) -> f64 {
    measure_in(&World::empty([0.0; 3]), expectation, frames).measured
}

/// Points of a lattice in a box of three different sides, so that no turn maps it on itself.
fn brick() -> Vec<[f64; 3]> {
    let mut points = Vec::new();
    for i in 0..8 {
        for j in 0..5 {
            for k in 0..3 {
                points.push([
                    0.01 * f64::from(i),
                    0.01 * f64::from(j),
                    0.01 * f64::from(k),
                ]);
            }
        }
    }
    // A corner is missing: a mirror image is another shape.
    points.truncate(points.len() - 5);
    points
}

fn moved(points: &[[f64; 3]], by: &Mat3<f64>, shift: Vec3<f64>) -> Vec<[f64; 3]> {
    points
        .iter()
        .map(|p| (by.mul_vec(Vec3(*p)) + shift).0)
        .collect()
}

#[test]
fn volume_is_mass_by_density_over_that_of_the_start() {
    let with = |time: f64, densities: Vec<f32>| {
        let mut frame = frame(time, &[[0.0; 3], [1.0, 0.0, 0.0]]);
        let column = |name: &str, unit: &'static str, values: Vec<f32>| Attribute {
            name: name.into(),
            unit: unit.into(),
            components: 1,
            values: Values::F32(values),
        };
        frame.attributes.push(column("mass", "kg", vec![2.0, 6.0]));
        frame.attributes.push(column("density", "kg/m3", densities));
        frame
    };
    let claim = "volume = { body = \"ball\" }\nat_least = 0.9";
    let frames = vec![with(0.0, vec![1.0, 1.0]), with(1.0, vec![2.0, 4.0])];
    // (2/2 + 6/4) / (2 + 6).
    assert_eq!(measure(claim, frames), 0.3125);
    assert!(
        measure(claim, vec![frame(0.0, &[[0.0; 3]])]).is_nan(),
        "no density, no volume"
    );
}

#[test]
fn rebound_is_the_highest_of_the_lowest_particle_after_a_time() {
    let at = |time: f64, low: f64| frame(time, &[[0.0, low, 0.0], [0.0, low + 0.3, 0.0]]);
    let frames = vec![
        at(0.0, 0.9),
        at(0.4, 0.0),
        at(0.5, 0.2),
        at(0.6, 0.25),
        at(0.7, 0.1),
    ];
    let claim = "rebound = { body = \"ball\", after = \"500 ms\" }\nat_least = 0";
    assert_eq!(measure(claim, frames.clone()), 0.25);
    assert_eq!(
        measure(
            "rebound = { body = \"ball\" }\nat_least = 0",
            frames.clone()
        ),
        0.9
    );
    let late = "rebound = { body = \"ball\", after = 2 }\nat_least = 0";
    let finding = measure_in(&World::empty([0.0; 3]), late, frames);
    assert!(
        finding.measured.is_nan() && !finding.holds,
        "no frame, no rebound"
    );
}

#[test]
fn recovery_is_nothing_for_a_rigid_motion_and_something_for_any_other() {
    let brick = brick();
    let turn = AxisAngle {
        axis: [0.6, 0.0, 0.8],
        angle: 2.5,
    }
    .matrix();
    let shift = Vec3::new(1.0, -2.0, 0.5);
    let claim = "recovery = { body = \"ball\" }\nat_most = 1";
    let after = |by: &Mat3<f64>| {
        measure(
            claim,
            vec![
                frame(0.0, &brick),
                frame(0.5, &[[9.0; 3]]),
                frame(1.0, &moved(&brick, by, shift)),
            ],
        )
    };
    assert!(after(&turn) < 1e-12, "{}", after(&turn));
    // Twice the size: every particle is as far off as it was from the centre.
    assert!((after(&turn.scale(2.0)) - 1.0).abs() < 1e-12);
    let shear = Mat3::from_rows([[1.0, 0.2, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    assert!(after(&(turn * shear)) > 0.02, "{}", after(&(turn * shear)));
    let mirror = Mat3::from_rows([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]);
    assert!(after(&mirror) > 0.2, "{}", after(&mirror));
}

#[test]
fn recovery_of_a_small_shear_is_that_of_its_symmetric_part() {
    // A cloud with the same spread in all directions: of the shear γ the best rotation takes the skew
    // half away, and γ/2 of x and of y is left: √(2 (γ/2)² /3).
    let points: Vec<[f64; 3]> = (0..64)
        .map(|i| [i & 3, (i >> 2) & 3, i >> 4].map(|k| 0.01 * f64::from(k)))
        .collect();
    let gamma = 1e-3;
    let shear = Mat3::from_rows([[1.0, gamma, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    let sheared = moved(&points, &shear, Vec3::zero());
    let claim = "recovery = { body = \"ball\" }\nat_most = 1";
    let measured = measure(claim, vec![frame(0.0, &points), frame(1.0, &sheared)]);
    assert!(
        (measured / (gamma / 6f64.sqrt()) - 1.0).abs() < 1e-3,
        "{measured}"
    );
}

#[test]
fn recovery_follows_particles_by_their_numbers() {
    let brick = brick();
    let mut rest: Vec<[f64; 3]> = brick[10..].to_vec();
    rest.push([7.0; 3]);
    let mut last = frame(1.0, &rest);
    let count = brick.len() as u32;
    // The first ten are gone, one of another body has come.
    set(&mut last, "id", (10..=count).collect());
    let mut bodies = vec![0; rest.len()];
    bodies[rest.len() - 1] = 1;
    set(&mut last, "body", bodies);
    let claim = "recovery = { body = \"ball\" }\nat_most = 1";
    assert!(measure(claim, vec![frame(0.0, &brick), last]) < 1e-12);
}

/// Grains of a cone that stands on y = 0, on a lattice of half a cell, or of a part of it.
fn cone(degrees: f64, axis: [f64; 2], inside: fn(f64, f64) -> bool) -> Vec<[f64; 3]> {
    let (radius, spacing) = (0.4, 0.5 * CELL);
    let steps = (radius / spacing) as i32;
    let mut grains = Vec::new();
    for i in -steps..steps {
        for k in -steps..steps {
            let [x, z] = [i, k].map(|n| (f64::from(n) + 0.5) * spacing);
            let height = (radius - x.hypot(z)) * degrees.to_radians().tan();
            let layers = (height / spacing).max(0.0) as i32;
            if inside(x, z) {
                grains.extend(
                    (0..layers).map(|j| [axis[0] + x, (f64::from(j) + 0.5) * spacing, axis[1] + z]),
                );
            }
        }
    }
    grains
}

#[test]
fn slope_is_the_angle_of_a_cone() {
    for degrees in [10.0, 20.0, 30.0, 40.0] {
        let claim = "slope = { body = \"ball\", about = [0.3, -0.2] }\nat_least = 0";
        let grains = cone(degrees, [0.3, -0.2], |_, _| true);
        let finding = measure_in(&World::empty([0.0; 3]), claim, vec![frame(1.0, &grains)]);
        assert!(
            (finding.measured - degrees).abs() < 0.7,
            "{} of {degrees}",
            finding.measured
        );
        assert_eq!(finding.unit, "deg");
        // A quarter in a corner, and grains in flight above it.
        let mut quarter = cone(degrees, [0.0; 2], |x, z| x > 0.0 && z > 0.0);
        quarter.extend((0..20).map(|i| [0.02 * f64::from(i), 0.6, 0.05]));
        let measured = measure("slope = {}\nat_least = 0", vec![frame(1.0, &quarter)]);
        assert!((measured - degrees).abs() < 0.7, "{measured} of {degrees}");
    }
}

#[test]
fn slope_of_what_is_no_heap_is_not_measured() {
    let finding = measure_in(
        &World::empty([0.0; 3]),
        "slope = {}\nat_least = 0",
        vec![frame(1.0, &[[0.0; 3]; 4])],
    );
    assert!(finding.measured.is_nan() && !finding.holds);
}

#[test]
fn speed_leaves_out_one_particle_in_a_thousand() {
    let with_speeds = |speeds: &[f64]| {
        let mut frame = frame(1.0, &vec![[0.0; 3]; speeds.len()]);
        frame.attributes.push(Attribute {
            name: "velocity".into(),
            unit: "m/s".into(),
            components: 3,
            values: Values::F64(
                speeds
                    .iter()
                    .flat_map(|v| [0.6 * v, 0.0, -0.8 * v])
                    .collect(),
            ),
        });
        frame
    };
    let mut speeds = vec![0.1; 2000];
    speeds[7] = 3.0;
    speeds[1200] = 2.0;
    assert!((measure("speed = {}\nat_most = 1", vec![with_speeds(&speeds)]) - 0.1).abs() < 1e-12);
    speeds[1300] = 0.5;
    assert!((measure("speed = {}\nat_most = 1", vec![with_speeds(&speeds)]) - 0.5).abs() < 1e-12);
    // Of few particles the fastest counts.
    let earlier = with_speeds(&[9.0; 3]);
    let few = measure(
        "speed = { body = \"ball\" }\nat_most = 1",
        vec![earlier, with_speeds(&[0.1, 0.7, 0.2])],
    );
    assert!((few - 0.7).abs() < 1e-12);
}

#[test]
fn penetration_is_the_deepest_of_all_frames_in_cells() {
    let mut world = World::empty([0.0; 3]);
    let rising = Motion {
        velocity: [0.0, 0.1, 0.0],
        ..Motion::at_rest([0.0; 3])
    };
    let floor = Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 0.0);
    world.colliders.push(Collider {
        motion: rising,
        ..Collider::still("rising floor", floor, Contact::Separating, 0.0)
    });
    let claim = "penetration = {}\nat_most = 1";
    let at = |time: f64, y: f64| frame(time, &[[0.0, y, 0.0], [0.0, 1.0, 0.0]]);
    // At t = 0.5 s the floor is at 0.05 m.
    let frames = vec![at(0.0, 0.001), at(0.5, 0.035), at(1.0, 0.2)];
    let finding = measure_in(&world, claim, frames);
    assert!(
        (finding.measured - 1.5).abs() < 1e-9 && !finding.holds,
        "{finding}"
    );
    assert_eq!(
        measure_in(&world, claim, vec![at(0.0, 0.001)]).measured,
        0.0
    );
}

#[test]
fn height_is_that_of_the_chosen_part_at_the_end() {
    let mut last = frame(1.0, &[[0.0, 0.2, 0.0], [0.0, 0.5, 0.0], [0.0, 0.7, 0.0]]);
    set(&mut last, "body", vec![0, 0, 1]);
    let frames = vec![frame(0.0, &[[0.0, 9.0, 0.0]]), last];
    assert_eq!(
        measure("height = { body = \"ball\" }\nat_most = 1", frames.clone()),
        0.5
    );
    assert_eq!(
        measure("height = { body = \"tap\" }\nat_most = 1", frames.clone()),
        0.7
    );
    assert_eq!(measure("height = {}\nat_most = 1", frames), 0.7);
}

#[test]
fn kept_counts_what_was_ever_made() {
    let claim = "kept = {}\nat_least = 1";
    let mut last = frame(1.0, &[[0.0; 3]; 3]);
    set(&mut last, "id", vec![1, 2, 5]);
    let mut between = frame(0.5, &[[0.0; 3]; 8]);
    set(&mut between, "id", vec![0, 1, 2, 3, 4, 5, 8, 11]);
    let frames = vec![frame(0.0, &[[0.0; 3]; 3]), between, last.clone()];
    assert_eq!(measure(claim, frames), 0.25);
    set(&mut last, "id", vec![0, 1, 2]);
    let all = measure_in(&World::empty([0.0; 3]), claim, vec![last]);
    assert!(all.measured == 1.0 && all.holds);
}

/// A hundred particles a centimetre apart along x.
fn row() -> Vec<[f64; 3]> {
    (0..100).map(|i| [0.01 * f64::from(i), 0.0, 0.0]).collect()
}

#[test]
fn alignment_is_the_mean_squared_cosine() {
    let mut frame = frame(0.0, &[[0.0; 3], [0.1, 0.0, 0.0]]);
    // The first along z, the second turned by 60° from z towards x.
    let turn = AxisAngle {
        axis: [0.0, 1.0, 0.0],
        angle: 60f64.to_radians(),
    };
    let numbers = |name: &str, components, values| Attribute {
        name: name.into(),
        unit: "1".into(),
        components,
        values: Values::F64(values),
    };
    let turns = [AxisAngle::NONE.quaternion(), turn.quaternion()].concat();
    frame.attributes.push(numbers("orientation", 4, turns));
    let moments = [[0.0, 0.0, 1.0], [0.1, 0.2, 0.7]].concat();
    frame.attributes.push(numbers("alignment", 3, moments));
    let along = |direction: &str| {
        let claim = format!("alignment = {{ along = {direction} }}\nat_least = 0");
        measure(&claim, vec![frame.clone()])
    };
    // cos² 60° = 1/4: along z 0.7/4 + 0.1 * 3/4, along x 0.7 * 3/4 + 0.1/4.
    assert!((along("[0, 0, 2]") - 0.5 * (1.0 + 0.25)).abs() < 1e-12);
    assert!((along("[1, 0, 0]") - 0.5 * 0.55).abs() < 1e-12);
    assert!((along("[0, 1, 0]") - 0.5 * 0.2).abs() < 1e-12);
    frame.attributes.truncate(2);
    let none = measure(
        "alignment = { along = [1, 0, 0] }\nat_least = 0",
        vec![frame],
    );
    assert!(none.is_nan(), "material without directions");
}

#[test]
fn extent_and_reach_leave_out_two_particles_in_a_hundred() {
    let mut places = row();
    places[99][0] = 50.0;
    let frames = || vec![frame(0.0, &places)];
    let extent = measure("extent = { along = [2, 0, 0] }\nat_least = 0", frames());
    assert!((extent - 0.95).abs() < 1e-12, "{extent}");
    let reach = |keys: &str| measure(&format!("reach = {{ {keys} }}\nat_least = 0"), frames());
    assert!((reach("along = [1, 0, 0], from = [0.5, 7, 0]") - 0.47).abs() < 1e-12);
    assert!((reach("along = [-1, 0, 0]") + 0.02).abs() < 1e-12);
    let none = measure(
        "extent = { body = \"tap\", along = [1, 0, 0] }\nat_least = 0",
        frames(),
    );
    assert!(none.is_nan(), "nothing was emitted");
}

#[test]
fn a_gap_needs_material_on_both_sides() {
    let claim = "gap = { along = [1, 0, 0] }\nat_least = 0";
    let mut places = row();
    assert!((measure(claim, vec![frame(0.0, &places)]) - 0.01).abs() < 1e-12);
    for place in &mut places[60..] {
        place[0] += 0.3;
    }
    // Four in a hundred have flown off.
    for place in &mut places[96..] {
        place[0] += 5.0;
    }
    assert!((measure(claim, vec![frame(0.0, &places)]) - 0.31).abs() < 1e-12);
    let across = measure(
        "gap = { along = [0, 1, 0] }\nat_least = 0",
        vec![frame(0.0, &places)],
    );
    assert_eq!(across, 0.0);
}

#[test]
fn a_ratio_divides_what_was_measured() {
    let mut places = row();
    for (k, place) in places.iter_mut().enumerate() {
        place[2] = 0.002 * k as f64;
    }
    let claim = "ratio = { of = { extent = { along = [1, 0, 0] } }, to = { extent = { along = [0, 0, 1] } } }\nat_least = 5";
    let finding = measure_in(&World::empty([0.0; 3]), claim, vec![frame(0.0, &places)]);
    assert!((finding.measured - 5.0).abs() < 1e-12);
    let flat = "ratio = { of = { extent = { along = [1, 0, 0] } }, to = { extent = { along = [0, 1, 0] } } }\nat_least = 1";
    let finding = measure_in(&World::empty([0.0; 3]), flat, vec![frame(0.0, &places)]);
    assert!(!finding.holds && finding.measured.is_nan(), "over nothing");
}

#[test]
fn the_peak_force_is_that_of_the_named_probe() {
    let probe = "\n[[grip]]\nname = \"hand\"\nshape = { sphere = { radius = 1 } }\n[[probe]]\nname = \"pull\"\nforce = { on = \"hand\" }";
    let measured_until = |until: &str, keys: &str| {
        let claim =
            format!("peak_force = {{ probe = \"pull\"{keys} }}\n{until}at_least = 0{probe}");
        let mut measurement = Measurement::new(&scene(&claim));
        measurement.observe_frame(frame(0.0, &row()), &World::empty([0.0; 3]));
        let rows = |name: &str, rows: Vec<Vec<f64>>| ProbeRows {
            name: name.into(),
            rows,
        };
        measurement.observe_probes(&[rows("other", vec![vec![0.0, 99.0, 0.0, 0.0]])]);
        measurement.observe_probes(&[rows(
            "pull",
            vec![vec![0.0, 3.0, -4.0, 0.0], vec![0.1, 0.0, 4.5, 0.0]],
        )]);
        measurement.observe_probes(&[rows("pull", vec![vec![0.2, 1.0, 0.0, 0.0]])]);
        let finding = measurement.results().remove(0);
        assert_eq!(finding.unit, "N");
        finding.measured
    };
    let measured = |keys: &str| measured_until("", keys);
    assert_eq!(measured(""), 5.0);
    assert_eq!(measured(", along = [0, -1, 0]"), 4.5);
    assert_eq!(measured(", along = [1, 0, 0]"), 3.0);
    let early = measured_until("until = 0.05\n", ", along = [0, -1, 0]");
    assert_eq!(early, 4.0, "rows after `until` do not count");
}

#[test]
fn bounds_hold_at_their_ends_and_in_their_unit() {
    let grains = cone(30.0, [0.0; 2], |_, _| true);
    let told = |bounds: &str| {
        let claim = format!("slope = {{}}\n{bounds}");
        measure_in(&World::empty([0.0; 3]), &claim, vec![frame(1.0, &grains)])
    };
    assert!(told("at_least = 25\nat_most = 35").holds);
    assert!(told("at_least = \"0.4 rad\"").holds);
    assert!(!told("at_least = 35").holds);
    assert!(!told("at_most = \"25 deg\"").holds);
    let height = |y: f64| {
        let claim = "height = {}\nat_least = 0.25\nat_most = \"50 cm\"";
        measure_in(
            &World::empty([0.0; 3]),
            claim,
            vec![frame(0.0, &[[0.0, y, 0.0]])],
        )
        .holds
    };
    assert_eq!(
        [0.24, 0.25, 0.5, 0.51].map(height),
        [false, true, true, false]
    );
}

#[test]
fn a_finding_says_what_was_claimed_measured_and_allowed() {
    let frames = vec![frame(0.0, &[[0.0, 0.12345678, 0.0]])];
    let finding = measure_in(
        &World::empty([0.0; 3]),
        "height = {}\nat_most = \"10 cm\"",
        frames,
    );
    assert_eq!(
        finding.to_string(),
        "does not hold: claim (0.1235 m, at most 0.1 m)"
    );
    assert_eq!(finding.to_json()["holds"], false);
    assert_eq!(finding.to_json()["at_least"], serde_json::Value::Null);
    let nothing = measure_in(
        &World::empty([0.0; 3]),
        "height = {}\nat_least = 300",
        Vec::new(),
    );
    assert_eq!(
        nothing.to_string(),
        "does not hold: claim (nothing to measure, at least 300 m)"
    );
}

#[test]
fn frames_after_until_do_not_count() {
    let fall = || {
        let at = |time: f64| frame(time, &[[0.0, 1.0 - time, 0.0], [0.1, 1.0 - time, 0.0]]);
        (0..=10).map(|k| at(f64::from(k) * 0.1)).collect::<Vec<_>>()
    };
    let height = |until: &str| measure(&format!("height = {{}}\nat_most = 1\n{until}"), fall());
    assert_eq!(height(""), 0.0);
    assert!((height("until = 0.3") - 0.7).abs() < 1e-12);
    assert!((height("until = 0.35") - 0.7).abs() < 1e-12);
    let rebound = "rebound = { body = \"ball\", after = 0.15 }\nat_least = 0";
    assert!((measure(rebound, fall()) - 0.8).abs() < 1e-12);
    assert!(measure(&format!("{rebound}\nuntil = 0.1"), fall()).is_nan());
}

#[test]
fn energies_are_those_of_the_ledger_at_a_time() {
    let row = |kinetic: f64, elastic: f64| Energies {
        kinetic,
        elastic,
        dissipated: 0.5,
        lost: Some(-0.25),
    };
    let measured = |keys: &str| {
        let mut measurement = Measurement::new(&scene(&format!("{keys}\nat_most = 100")));
        let rows = [row(8.0, 0.0), row(1.0, 6.0), row(5.0, 1.0)];
        for (time, energies) in [0.0, 0.5, 1.0].into_iter().zip(rows) {
            measurement.observe_energies(time, &energies);
            measurement.observe_frame(
                frame(time, &[[0.0; 3], [1.0, 0.0, 0.0]]),
                &World::empty([0.0; 3]),
            );
        }
        measurement.results().remove(0).measured
    };
    let elastic = "energy = { of = \"elastic\" }";
    assert_eq!(measured(elastic), 1.0);
    assert_eq!(measured(&format!("{elastic}\nuntil = 0.7")), 6.0);
    let most = "{ energy = { of = \"elastic\", when = \"most\" } }";
    let start = "{ energy = { of = \"kinetic\", when = \"start\" } }";
    assert_eq!(
        measured(&format!("ratio = {{ of = {most}, to = {start} }}")),
        0.75
    );
    assert_eq!(measured("energy = { of = \"lost\" }"), -0.25);
    assert_eq!(measured("energy = { of = \"dissipated\" }"), 0.5);
}
