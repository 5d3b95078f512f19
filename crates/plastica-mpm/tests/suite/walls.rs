//! What material does next to obstacles.
use crate::common::{body, elastic, floor, lattice, length, run};
use plastica_core::{Collider, Contact, Motion, Selection, World};
use plastica_geometry::Shape;
use plastica_mpm::{Kernel, Options, Precision, build};
use plastica_tensor::Vec3;

const CELL: f64 = 0.1;
const KERNELS: [Kernel; 2] = [Kernel::Quadratic, Kernel::Cubic];

fn options(kernel: Kernel) -> Options {
    Options {
        kernel,
        precision: Precision::Double,
        damping: 30.0,
        ..Options::new(CELL)
    }
}

/// Smooth walls across axes, this far apart, that never let go.
fn shaft(axes: &[usize], width: f64) -> Vec<Collider> {
    let mut walls = Vec::new();
    for &axis in axes {
        for (sign, offset) in [(1.0, 0.0), (-1.0, -width)] {
            let mut normal = [0.0; 3];
            normal[axis] = sign;
            walls.push(floor(normal, offset, Contact::Sliding, 0.0));
        }
    }
    walls
}

/// A column at rest bears -ρg(H - y) down to the floor, wherever nodes are. If nodes on the floor
/// and behind it are only held, the lowest cell bears 9 % too much.
#[test]
fn a_column_bears_its_weight_down_to_the_floor() {
    let (height, weight) = (0.8, 1000.0 * 10.0);
    let recipe = elastic("hypoelastic", 1000.0, 1e7, 0.0);
    for kernel in KERNELS {
        for (contact, offset) in [
            (Contact::Sliding, 0.0),
            (Contact::Separating, 0.0),
            (Contact::Separating, 0.03),
            (Contact::Separating, 0.05),
            (Contact::Separating, 0.07),
        ] {
            let places = lattice([0.0, offset, 0.0], [0.1, offset + height, 0.1], 0.025);
            let column = body(&recipe, &places, 0.025f64.powi(3), [0.0; 3], [0.0; 3]);
            let mut mpm = build(options(kernel), vec![column], vec![]).unwrap();
            let mut world = World::empty([0.0, -10.0, 0.0]);
            let up = [0.0, 1.0, 0.0];
            world.colliders.push(floor(up, offset, contact, 0.0));
            world.colliders.extend(shaft(&[0, 2], 0.1));
            run(&mut *mpm, &world, 0.5, 1.0, |_, _, _, _| {});
            let (mut found, mut expected) = (0.0, 0.0);
            mpm.observed().visit(Selection::All, &mut |p| {
                let y = places[p.id as usize][1] - offset;
                if y < CELL {
                    found += p.cauchy.unwrap().yy;
                    expected -= weight * (height - y);
                }
            });
            let error = found / expected - 1.0;
            println!("{kernel:?} {contact:?}, floor at {offset}: {error}");
            assert!(
                error.abs() < 0.02,
                "{kernel:?} {contact:?}, floor at {offset}: {error}"
            );
        }
    }
}

/// Between a wall and a moving die a bar shortens everywhere alike: its layers keep their order and
/// their share of the length, next to the die and the wall too.
#[test]
fn a_bar_between_dies_shortens_everywhere_alike() {
    let recipe = elastic("hencky", 1000.0, 1e6, 0.0);
    for kernel in KERNELS {
        let places = lattice([0.0, 0.0, 0.0], [0.1, 1.0, 0.1], 0.05);
        let bar = body(&recipe, &places, 0.05f64.powi(3), [0.0; 3], [0.0; 3]);
        let mut mpm = build(options(kernel), vec![bar], vec![]).unwrap();
        let mut world = World::empty([0.0; 3]);
        world
            .colliders
            .push(floor([0.0, 1.0, 0.0], 0.0, Contact::Sliding, 0.0));
        let mut die = floor([0.0, -1.0, 0.0], -1.0, Contact::Separating, 0.0);
        die.motion.velocity = [0.0, -0.2, 0.0];
        world.colliders.push(die);
        world.colliders.extend(shaft(&[0, 2], 0.1));
        run(&mut *mpm, &world, 1.5, 1.0, |_, _, _, _| {});
        let mut worst = 0f64;
        mpm.observed().visit(Selection::All, &mut |p| {
            let expected = 0.7 * places[p.id as usize][1];
            worst = worst.max((p.position[1] - expected).abs());
        });
        println!("{kernel:?}: off by {} cells", worst / CELL);
        assert!(worst < 0.05 * CELL, "{kernel:?}: {}", worst / CELL);
    }
}

/// In a gap of one cell no node is free to lead those behind the walls: nothing moves across it.
#[test]
fn nothing_moves_across_a_gap_of_one_cell() {
    let recipe = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let places = lattice([0.0, 0.0, 0.0], [0.4, 0.4, 0.05], 0.05);
    let sheet = body(&recipe, &places, 0.05f64.powi(3), [0.0; 3], [0.0; 3]);
    let mut mpm = build(options(Kernel::Quadratic), vec![sheet], vec![]).unwrap();
    let mut world = World::empty([0.0, -10.0, 0.0]);
    world
        .colliders
        .push(floor([0.0, 1.0, 0.0], 0.0, Contact::Separating, 0.3));
    world.colliders.extend(shaft(&[2], 0.1));
    run(&mut *mpm, &world, 0.2, 1.0, |_, _, _, _| {});
    let mut worst = 0f64;
    mpm.observed().visit(Selection::All, &mut |p| {
        worst = worst.max((p.position[2] - 0.025).abs());
    });
    assert!(worst < 1e-12, "{worst}");
}

/// Between walls one, two or three cells apart a column rests and bears ν/(1 − ν) of its weight across, wherever nodes
/// are. Where one node leads those behind both walls, each wall would undo what the other asks for, and the
/// material next to them would lose its stress little by little.
#[test]
fn a_column_rests_between_walls_a_few_cells_apart() {
    let (height, weight, poisson) = (0.8, 1000.0 * 10.0, 0.3);
    let recipe = elastic("hypoelastic", 1000.0, 1e7, poisson);
    for (cells, offset) in [(1, 0.0), (2, 0.0), (2, 0.03), (2, 0.05), (3, 0.03)] {
        let width = f64::from(cells) * CELL;
        let places = lattice([0.0, 0.0, offset], [0.4, height, offset + width], 0.05);
        let column = body(&recipe, &places, 0.05f64.powi(3), [0.0; 3], [0.0; 3]);
        let mut mpm = build(options(Kernel::Quadratic), vec![column], vec![]).unwrap();
        let mut world = World::empty([0.0, -10.0, 0.0]);
        let mut walls = shaft(&[0], 0.4);
        walls.push(floor([0.0, 1.0, 0.0], 0.0, Contact::Sliding, 0.0));
        walls.push(floor([0.0, 0.0, 1.0], offset, Contact::Sliding, 0.0));
        walls.push(floor(
            [0.0, 0.0, -1.0],
            -offset - width,
            Contact::Sliding,
            0.0,
        ));
        world.colliders = walls;
        run(&mut *mpm, &world, 1.0, 1.0, |_, _, _, _| {});
        let mut worst = 0f64;
        mpm.observed().visit(Selection::All, &mut |p| {
            let y = places[p.id as usize][1];
            let expected = -poisson / (1.0 - poisson) * weight * (height - y);
            worst = worst.max((p.cauchy.unwrap().zz - expected).abs());
        });
        let error = worst / (weight * height);
        println!("{cells} cells apart, wall at {offset}: {error}");
        assert!(
            error < 0.02,
            "{cells} cells apart, wall at {offset}: {error}"
        );
    }
}

/// Nodes in a plate of one cell are reached from both of its sides: if they followed what strikes one side,
/// what lies on the other would feel it.
#[test]
fn a_thin_plate_shields_what_lies_behind_it() {
    let recipe = elastic("neo-hookean", 1000.0, 1e5, 0.0);
    let block = |low: f64, velocity: f64| {
        let places = lattice([0.0, low, 0.0], [0.4, low + 0.3, 0.4], 0.05);
        let volume = 0.05f64.powi(3);
        body(&recipe, &places, volume, [0.0, velocity, 0.0], [0.0; 3])
    };
    let bodies = vec![block(-0.27, 0.0), block(0.13, -0.1)];
    let mut mpm = build(options(Kernel::Quadratic), bodies, vec![]).unwrap();
    let mut world = World::empty([0.0; 3]);
    let mut plate = floor([0.0, 1.0, 0.0], 0.0, Contact::Sliding, 0.0);
    plate.shape = Shape::block(Vec3::new(2.0, 0.1, 2.0));
    plate.motion = Motion::at_rest([0.0, 0.08, 0.0]);
    world.colliders.push(plate);
    world.colliders.extend(shaft(&[0, 2], 0.4));
    let mut struck = 0.0;
    run(&mut *mpm, &world, 0.1, 1.0, |_, _, report, _| {
        struck -= report.collider_impulses[0][1];
    });
    assert!(struck > 1.0, "{struck}");
    let mut fastest = 0f64;
    mpm.observed().visit(Selection::All, &mut |p| {
        if p.body == 0 {
            fastest = fastest.max(length(p.velocity));
        }
    });
    assert!(fastest < 1e-12, "{fastest}");
}
