//! What grips do with what they hold.

use crate::common::{body, elastic, lattice, run};
use plastica_core::{Grip, Motion, Selection, World};
use plastica_geometry::Shape;
use plastica_mpm::{Kernel, Options, Precision, build};
use plastica_tensor::Vec3;

const CELL: f64 = 0.1;
const SECTION: f64 = 0.3;
/// In each of the grips [m].
const IN_GRIP: f64 = 0.3;

fn grip(middle: f64, velocity: f64) -> Grip {
    Grip {
        name: "grip".into(),
        shape: Shape::block(Vec3::new(IN_GRIP, 1.0, 1.0)),
        motion: Motion {
            velocity: [velocity, 0.0, 0.0],
            ..Motion::at_rest([middle, 0.0, 0.0])
        },
        body: None,
        window: None,
    }
}

/// How a bar is drawn.
struct Draw {
    /// Length between the grips [m]. The closed form knows nothing of ends that cannot contract: slender for exact numbers.
    free: f64,
    stretch: f64,
    /// Of each grip [m/s].
    speed: f64,
    /// Its drag on the bar is at most 2 % of the pull [1/s].
    damping: f64,
}

/// Draws a bar between grips until it is `stretch` times as long. Returns the force on a grip over E/3 (λ − 1/λ²) (neo-Hooke's law if
/// volume is kept), the stretch of its middle over that of the whole, its mass over what it was, and how many particles it has
/// for each that it had.
fn draw(kernel: Kernel, offset: f64, how: &Draw) -> [f64; 4] {
    let young = 1e5;
    let &Draw {
        free,
        stretch,
        speed,
        damping,
    } = how;
    let recipe = elastic("neo-hookean", 1000.0, young, 0.45);
    let low = offset - 0.5 * free - IN_GRIP;
    let high = offset + 0.5 * free + IN_GRIP;
    let pitch = 0.5 * CELL;
    let places = lattice([low, 0.0, 0.0], [high, SECTION, SECTION], pitch);
    let bar = body(&recipe, &places, pitch.powi(3), [0.0; 3], [0.0; 3]);
    let options = Options {
        kernel,
        precision: Precision::Double,
        damping,
        ..Options::new(CELL)
    };
    let mut mpm = build(options, vec![bar], vec![]).unwrap();
    let mut world = World::empty([0.0; 3]);
    world.grips = vec![
        grip(low + 0.5 * IN_GRIP, -speed),
        grip(high - 0.5 * IN_GRIP, speed),
    ];
    let end = 0.5 * free * (stretch - 1.0) / speed;
    let (mut impulse, mut during) = (0.0, 0.0);
    run(&mut *mpm, &world, end, 1.0, |time, dt, report, _| {
        if time > 0.98 * end {
            impulse += report.grip_impulses[0][0] - report.grip_impulses[1][0];
            during += 2.0 * dt;
        }
    });
    let (mut now, mut before, mut mass, mut count) = (0.0, 0.0, 0.0, 0.0);
    mpm.observed().visit(Selection::All, &mut |p| {
        (mass, count) = (mass + p.mass, count + 1.0);
        // Halves of particles that were split have ids of their own.
        let Some(place) = places.get(p.id as usize) else {
            return;
        };
        let x = place[0] - offset;
        if x.abs() < 0.25 * free {
            now += (p.position[0] - offset) * x;
            before += x * x;
        }
    });
    let force = young / 3.0 * (stretch - stretch.powi(-2)) * SECTION * SECTION;
    let particles = places.len() as f64;
    [
        impulse / during / force,
        now / before / stretch,
        mass / (particles * 1000.0 * pitch.powi(3)),
        count / particles,
    ]
}

/// A clamp holds whatever it is pulled with. If held particles are rigid and bear no stress, free material creeps away from
/// them: the bar came off at 30 %.
#[test]
fn a_drawn_bar_stays_in_its_grips() {
    let how = Draw {
        free: 2.4,
        stretch: 1.7,
        speed: 0.3,
        damping: 3.0,
    };
    for kernel in [Kernel::Quadratic, Kernel::Cubic] {
        for offset in [0.0, 0.03, 0.05] {
            let [force, stretch, ..] = draw(kernel, offset, &how);
            println!("{kernel:?}, grid moved by {offset}: force {force}, stretch {stretch}");
            assert!((force - 1.0).abs() < 0.05, "{kernel:?} {offset}: {force}");
            assert!(
                (stretch - 1.0).abs() < 0.04,
                "{kernel:?} {offset}: {stretch}"
            );
        }
    }
}

/// Eight particles a cell lie one and a half cells apart at three times the length. If they are not split, the grid no
/// longer feels what is between them, and the bar parts at 1.9 times.
#[test]
fn an_elastic_bar_does_not_part_at_three_times_its_length() {
    let how = Draw {
        free: 1.5,
        stretch: 3.0,
        speed: 0.25,
        damping: 10.0,
    };
    for kernel in [Kernel::Quadratic, Kernel::Cubic] {
        let [force, stretch, mass, count] = draw(kernel, 0.03, &how);
        println!(
            "{kernel:?}: force {force}, stretch {stretch}, mass {mass}, {count} times as many"
        );
        assert!((force - 1.0).abs() < 0.05, "{kernel:?}: {force}");
        assert!((stretch - 1.0).abs() < 0.04, "{kernel:?}: {stretch}");
        assert!((mass - 1.0).abs() < 1e-12, "{kernel:?}: {mass}");
        // In the grips none is split.
        assert!((1.5..4.0).contains(&count), "{kernel:?}: {count}");
    }
}
