//! C01, C05, C09 and C14: bodies of metal that flow.

use super::{averaged, block, body, chosen, of, quarter_cylinder};
use crate::specimen::{
    elastic, flowing, keyframes, places, quarter_walls, run_until, slab_walls, wall,
};
use crate::{Row, Size};
use plastica_core::{Collider, Contact, Motion, World};
use plastica_fem::Options;
use plastica_geometry::Shape;
use plastica_material::Recipe;
use plastica_tensor::Vec3;
use std::f64::consts::PI;

/// C01: Taylor's bar. Length and radius at the end [mm], and the kinetic energy that is left.
fn taylor(rings: usize, options: Options) -> [f64; 3] {
    const LENGTH: f64 = 32.4e-3;
    const RADIUS: f64 = 3.2e-3;
    let layers = (LENGTH / RADIUS * rings as f64).round() as usize;
    let mesh = quarter_cylinder(RADIUS, LENGTH, [rings, layers]);
    let yielding = [
        ("shear_yield", 400e6 / 3f64.sqrt()),
        ("hardening_modulus", 100e6),
    ];
    let recipe = flowing(
        &elastic("hencky", 8930.0, 117e9, 0.35),
        "von-mises",
        &yielding,
    );
    let mut method = of(options, body(&recipe, mesh, |_| [0.0, -227.0, 0.0]));
    let mut world = World::empty([0.0; 3]);
    world.colliders.extend(quarter_walls());
    world
        .colliders
        .push(wall([0.0, 1.0, 0.0], 0.0, Contact::Separating, 0.0));
    let before = method.observed().ledger().kinetic_energy;
    run_until(&mut *method, &world, [0.0, 80e-6], |_, _| true);
    let now = places(&*method);
    let largest = |of: &dyn Fn(&[f64; 3]) -> f64| now.iter().map(of).fold(0.0, f64::max);
    [
        1e3 * largest(&|x| x[1]),
        1e3 * largest(&|x| x[0].hypot(x[2])),
        method.observed().ledger().kinetic_energy / before,
    ]
}

pub(in crate::cases) fn taylor_bar(size: Size) -> Vec<Row> {
    let counts: &[usize] = match size {
        Size::Small => &[4],
        Size::Full => &[4, 6],
    };
    let mut rows = Vec::new();
    for &rings in counts {
        for (name, options) in chosen(size) {
            let [length, radius, kinetic] = taylor(rings, options);
            let run = format!("{name}, {rings} elements per radius");
            rows.push(Row::relative(
                format!("{run}: final length [mm]"),
                21.43,
                length,
                0.01,
            ));
            rows.push(Row::relative(
                format!("{run}: final radius [mm]"),
                7.22,
                radius,
                0.03,
            ));
            rows.push(Row::at_most(
                format!("{run}: kinetic energy left [%]"),
                5.0,
                100.0 * kinetic,
            ));
        }
    }
    rows
}

/// C05: forces on the upper die at 20, 40 and 60 % [N], and the spread of the radius at the end over its mean.
fn upset(rings: usize, speed: f64, options: Options) -> ([f64; 3], f64) {
    const HEIGHT: f64 = 30e-3;
    const RADIUS: f64 = 10e-3;
    let mesh = quarter_cylinder(RADIUS, HEIGHT, [rings, 3 * rings]);
    let rim: Vec<usize> = (0..mesh.vertices.len())
        .filter(|v| {
            let [x, _, z] = mesh.vertices[*v];
            x.hypot(z) > (1.0 - 1e-6) * RADIUS
        })
        .collect();
    let yielding = [
        ("shear_yield", 700e6 / 3f64.sqrt()),
        ("hardening_modulus", 300e6),
    ];
    let recipe = flowing(
        &elastic("hencky", 7800.0, 50e9, 0.3),
        "von-mises",
        &yielding,
    );
    // The billet starts with the motion that it will have.
    let strain = speed / HEIGHT;
    let start = move |[x, y, z]: [f64; 3]| [0.5 * strain * x, -strain * y, 0.5 * strain * z];
    let mut method = of(options, body(&recipe, mesh, start));
    let mut world = World::empty([0.0; 3]);
    world.colliders.extend(quarter_walls());
    world
        .colliders
        .push(wall([0.0, 1.0, 0.0], 0.0, Contact::Sliding, 0.0));
    let mut die = wall([0.0, -1.0, 0.0], -HEIGHT, Contact::Separating, 0.0);
    die.motion.velocity = [0.0, -speed, 0.0];
    world.colliders.push(die);
    let (mut impulses, mut times) = ([0.0; 3], [0.0; 3]);
    run_until(
        &mut *method,
        &world,
        [0.0, 0.61 * HEIGHT / speed],
        |taken, _| {
            let share = speed * taken.time / HEIGHT;
            for (k, wanted) in [0.2, 0.4, 0.6].into_iter().enumerate() {
                if f64::abs(share - wanted) < 0.01 {
                    impulses[k] += taken.report.collider_impulses[3][1];
                    times[k] += taken.dt;
                }
            }
            true
        },
    );
    let now = places(&*method);
    let radii = rim.iter().map(|v| now[*v][0].hypot(now[*v][2]));
    let (low, high) = radii.fold((f64::MAX, 0f64), |(l, h), r| (l.min(r), h.max(r)));
    let forces = [0, 1, 2].map(|k| 4.0 * impulses[k] / times[k]);
    (forces, (high - low) / (0.5 * (high + low)))
}

pub(in crate::cases) fn billet(size: Size) -> Vec<Row> {
    let (rings, speed) = match size {
        Size::Small => (3, 8.0),
        Size::Full => (6, 4.0),
    };
    let section = PI * 1e-4;
    let mut rows = Vec::new();
    for (name, options) in chosen(size) {
        let (forces, spread) = upset(rings, speed, options);
        for (share, force) in [0.2, 0.4, 0.6].into_iter().zip(forces) {
            let stretch: f64 = 1.0 / (1.0 - share);
            rows.push(Row::relative(
                format!("{name}: force at {:.0} % [kN]", 100.0 * share),
                1e-3 * (700e6 + 300e6 * stretch.ln()) * section * stretch,
                1e-3 * force,
                0.02,
            ));
        }
        rows.push(Row::at_most(
            format!("{name}: spread of the radius at 61 % [%]"),
            2.0,
            100.0 * spread,
        ));
    }
    rows
}

/// C14: drops of the top beyond the elastic one by the ratio r = ρgH/2Y that gravity has risen to.
fn standing(cells: usize, strength: f64, options: Options) -> Vec<[f64; 2]> {
    const HEIGHT: f64 = 1.0;
    const WIDTH: f64 = 0.2;
    const DENSITY: f64 = 1000.0;
    const YOUNG: f64 = 2e6;
    const POISSON: f64 = 0.3;
    const RAMP: [(f64, f64); 3] = [(0.0, 0.0), (0.5, 0.8), (4.5, 1.6)];
    let across = cells / 10;
    let depth = HEIGHT / cells as f64;
    let mesh = block([0.0; 3], [0.5 * WIDTH, HEIGHT, depth], [across, cells, 1]);
    let top: Vec<usize> = (0..mesh.vertices.len())
        .filter(|v| mesh.vertices[*v][1] > HEIGHT - 1e-9)
        .collect();
    let recipe = flowing(
        &elastic("hencky", DENSITY, YOUNG, POISSON),
        "von-mises",
        &[("shear_yield", strength)],
    );
    let options = Options {
        damping: 1.0,
        ..options
    };
    let mut method = of(options, body(&recipe, mesh, |_| [0.0; 3]));
    let mut world = World::empty([0.0; 3]);
    world.gravity[1] = keyframes(&RAMP.map(|(t, r)| (t, -r * 2.0 * STRENGTH / (DENSITY * HEIGHT))));
    let weight = keyframes(&RAMP);
    world.colliders.extend(slab_walls(0.0, depth));
    for normal in [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]] {
        world
            .colliders
            .push(wall(normal, 0.0, Contact::Sliding, 0.0));
    }
    let mut curve = vec![[0.0; 2]];
    let mut steps = 0;
    run_until(&mut *method, &world, [0.0, RAMP[2].0], |taken, method| {
        steps += 1;
        if steps % 50 == 0 {
            let r = weight.at([0.0; 3], taken.time);
            let now = places(method);
            let height = top.iter().map(|v| now[*v][1]).sum::<f64>() / top.len() as f64;
            let elastic = r * STRENGTH * (1.0 - POISSON * POISSON) / YOUNG;
            curve.push([r, 1.0 - height / HEIGHT - elastic]);
        }
        true
    });
    curve
}

/// Yield stress in pure shear [Pa].
const STRENGTH: f64 = 1e4;

pub(in crate::cases) fn column(size: Size) -> Vec<Row> {
    let cells = match size {
        Size::Small => 30,
        Size::Full => 40,
    };
    let at = |curve: &[[f64; 2]], r: f64| {
        let after = curve.partition_point(|point| point[0] < r);
        100.0 * curve[after.min(curve.len() - 1)][1]
    };
    let mut rows = Vec::new();
    for (name, options) in chosen(size) {
        let curve = standing(cells, STRENGTH, options);
        let last = curve.iter().rposition(|point| point[1] < 2e-3);
        rows.extend([
            Row::at_most(
                format!("{name}: drop beyond the elastic one at ρgH/2Y = 0.9 [% H]"),
                0.2,
                at(&curve, 0.9),
            ),
            Row::absolute(
                format!("{name}: ρgH/2Y where that drop passes 0.2 % H"),
                1.0,
                last.map_or(0.0, |k| curve[k][0]),
                0.1,
            ),
            Row::at_least(
                format!("{name}: drop at ρgH/2Y = 1.15 [% H]"),
                0.5,
                at(&curve, 1.15),
            ),
            Row::at_least(
                format!("{name}: drop at ρgH/2Y = 1.5 [% H]"),
                5.0,
                at(&curve, 1.5),
            ),
        ]);
    }
    let strong = standing(cells, 2.0 * STRENGTH, Options::default());
    rows.push(Row::at_most(
        "drop at that weight with twice the strength [% H]",
        0.2,
        at(&strong, 1.5),
    ));
    rows
}

/// C09: mean pressure over Y of half a strip on a block with the given sides [m], so many cells across the whole strip.
fn punch(recipe: &Recipe, cells: usize, [width, depth]: [f64; 2], options: Options) -> f64 {
    const DENSITY: f64 = 1000.0;
    let young = 5000.0 * STRENGTH;
    let cell = 1.0 / cells as f64;
    let counts = [width, depth].map(|side| (side / cell).round() as usize);
    let mesh = block(
        [0.0, -depth, 0.0],
        [width, 0.0, cell],
        [counts[0], counts[1], 1],
    );
    let wave = (1.35 * young / DENSITY).sqrt();
    let options = Options {
        damping: 0.2 * wave / depth,
        ..options
    };
    let mut method = of(options, body(recipe, mesh, |_| [0.0; 3]));
    let speed = 4e-5 * wave;
    let mut motion = Motion::at_rest([0.0, 1.0, 0.0]);
    motion.velocity = [0.0, -speed, 0.0];
    let mut world = World::empty([0.0; 3]);
    // The edge lies half-way between two nodes: that many cells are pressed.
    let strip = Shape::block(Vec3::new(1.0, 2.0, 10.0));
    world.colliders.push(Collider {
        motion,
        ..Collider::still("strip", strip, Contact::Sticky, 0.0)
    });
    for (normal, at, contact) in [
        ([1.0, 0.0, 0.0], 0.0, Contact::Sliding),
        ([-1.0, 0.0, 0.0], -width, Contact::Sliding),
        ([0.0, 1.0, 0.0], -depth, Contact::Sticky),
    ] {
        world.colliders.push(wall(normal, at, contact, 0.0));
    }
    world.colliders.extend(slab_walls(0.0, cell));
    let end = 80.0 / 5000.0 * 0.5 / speed;
    let (mut impulse, mut time) = (0.0, 0.0);
    run_until(&mut *method, &world, [0.0, end], |taken, _| {
        if taken.time > 0.75 * end {
            impulse += taken.report.collider_impulses[0][1];
            time += taken.dt;
        }
        true
    });
    impulse / time / (0.5 * cell * STRENGTH)
}

pub(in crate::cases) fn prandtl(size: Size) -> Vec<Row> {
    let solid = elastic("hencky", 1000.0, 5000.0 * STRENGTH, 0.3);
    let metal = flowing(&solid, "von-mises", &[("shear_yield", STRENGTH)]);
    let limit = 2.0 + PI;
    let near = [2.5, 1.5];
    let (cells, above) = match size {
        Size::Small => (9, 0.16),
        Size::Full => (21, 0.08),
    };
    let mut rows = Vec::new();
    for (name, options) in chosen(size) {
        let q = punch(&metal, cells, near, options);
        rows.push(Row::within(
            format!("q/Y, {cells} cells across, {name}"),
            0.98 * limit,
            (1.0 + above) * limit,
            q,
        ));
    }
    let without = punch(&solid, 5, near, averaged(0.0));
    rows.push(Row::at_least("q/Y if nothing yields", 10.0, without));
    rows
}
