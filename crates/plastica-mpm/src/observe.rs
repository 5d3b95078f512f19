//! What there is to see: frames, sums, single points.

use crate::chunk::{AFFINE, LAW, MASS, MATTER, MOTION, POSITION, RATIO, STRESS, VELOCITY, VOLUME};
use crate::gather::in_space;
use crate::grid::Grid;
use crate::group::Group;
use crate::spline::Spline;
use crate::step::NAME;
use plastica_core::{Attribute, AxisAngle, Ledger, Part, Point, Precision, Selection, Snapshot};
use plastica_material::{Material, State};
use plastica_tensor::{Mat3, Scalar, Sym3, Vec3};

/// One particle in double precision.
struct Particle {
    id: u32,
    position: Vec3<f64>,
    velocity: Vec3<f64>,
    affine: Mat3<f64>,
    kirchhoff: Sym3<f64>,
    mass: f64,
    rest_volume: f64,
    ratio: f64,
}

fn each<S: Scalar>(group: &Group<S>, grid: &Grid<S>, mut see: impl FnMut(usize, usize, Particle)) {
    for (c, chunk) in group.chunks.iter().enumerate() {
        let [matter, law, motion, stress] =
            [MATTER, LAW, MOTION, STRESS].map(|t| group.table(t, chunk));
        let origin = grid.origin(chunk.block);
        for i in 0..chunk.count {
            let matter = |column: usize| matter.get(column, i);
            let motion = |column: usize| motion.get(column, i).to_f64();
            let particle = Particle {
                id: group.ids[chunk.start + i],
                position: in_space(
                    origin,
                    grid.cell,
                    std::array::from_fn(|k| matter(POSITION + k)),
                ),
                velocity: Vec3(std::array::from_fn(|k| motion(VELOCITY + k))),
                affine: Mat3::from_fn(|r, k| motion(AFFINE + 3 * r + k)),
                kirchhoff: Sym3::from_array(std::array::from_fn(|k| stress.get(k, i).to_f64())),
                mass: matter(MASS).to_f64(),
                rest_volume: matter(VOLUME).to_f64(),
                ratio: law.get(RATIO, i).to_f64(),
            };
            see(c, i, particle);
        }
    }
}

/// The state of one particle in double precision.
fn state<S: Scalar>(group: &Group<S>, chunk: usize, i: usize) -> State<f64> {
    let columns = group.table(LAW, &group.chunks[chunk]);
    let mut state = State {
        deformation: Mat3::identity(),
        stress: Sym3::zero(),
        volume: S::one(),
        history: Default::default(),
    };
    group.layout.load(&columns, i, &mut state);
    State {
        deformation: Mat3::from_fn(|r, c| state.deformation[(r, c)].to_f64()),
        stress: Sym3::from_array(state.stress.to_array().map(|s| s.to_f64())),
        volume: state.volume.to_f64(),
        history: state.history.map(|h| h.to_f64()),
    }
}

/// Shows points in the order of groups and blocks.
pub(crate) fn visit<S: Scalar>(
    groups: &[Group<S>],
    grid: &Grid<S>,
    selection: Selection,
    see: &mut dyn FnMut(&Point),
) {
    for (body, group) in groups.iter().enumerate() {
        each(group, grid, |chunk, i, p| {
            if let Selection::Id(id) = selection
                && id != p.id
            {
                return;
            }
            see(&Point {
                id: p.id,
                body: body as u32,
                position: p.position.0,
                velocity: p.velocity.0,
                mass: p.mass,
                volume: Some(p.rest_volume * p.ratio),
                cauchy: Some(p.kirchhoff.scale(1.0 / p.ratio)),
                deformation: Some(state(group, chunk, i).deformation),
            });
        });
    }
}

/// Sums over all particles.
pub(crate) fn ledger<S: Scalar, K: Spline>(
    groups: &[Group<S>],
    grid: &Grid<S>,
    heat: f64,
    time: f64,
) -> Ledger {
    let mut ledger = Ledger {
        dissipated_energy: heat,
        ..Ledger::default()
    };
    let moment = grid.cell * grid.cell / K::INVERSE_MOMENT;
    let mut volume = 0.0;
    let (mut momentum, mut spin, mut first) = (Vec3::zero(), Vec3::zero(), Vec3::zero());
    for group in groups {
        let material: Option<Material<f64>> = group.recipe.material_at([0.0; 3], time).ok();
        let varies = group.recipe.varies_in_space();
        each(group, grid, |chunk, i, p| {
            ledger.points += 1;
            ledger.mass += p.mass;
            volume += p.rest_volume * p.ratio;
            let square = p.velocity.norm_squared();
            ledger.kinetic_energy += 0.5 * p.mass * (square + moment * p.affine.dot(&p.affine));
            ledger.fastest = ledger.fastest.max(square.sqrt());
            momentum = momentum + p.velocity.scale(p.mass);
            first = first + p.position.scale(p.mass);
            let c = &p.affine;
            let turning = Vec3::new(
                c[(2, 1)] - c[(1, 2)],
                c[(0, 2)] - c[(2, 0)],
                c[(1, 0)] - c[(0, 1)],
            );
            spin = spin + (p.position.cross(p.velocity) + turning.scale(moment)).scale(p.mass);
            let local = if varies {
                rest_material(group, chunk, i, time)
            } else {
                material
            };
            let energy = local.and_then(|m| m.energy(&state(group, chunk, i)));
            ledger.elastic_energy += energy.unwrap_or(0.0) * p.rest_volume;
        });
    }
    ledger.volume = Some(volume);
    ledger.momentum = momentum.0;
    ledger.angular_momentum = spin.0;
    if ledger.mass > 0.0 {
        ledger.centre = first.scale(1.0 / ledger.mass).0;
    }
    ledger
}

fn rest_material<S: Scalar>(
    group: &Group<S>,
    chunk: usize,
    i: usize,
    time: f64,
) -> Option<Material<f64>> {
    let first = group.layout.rest_place()?;
    let columns = group.table(LAW, &group.chunks[chunk]);
    let place = std::array::from_fn(|k| columns.get(first + k, i).to_f64());
    group.recipe.material_at(place, time).ok()
}

/// Numbers of one attribute, gathered in the order of ids.
struct Column {
    name: String,
    unit: &'static str,
    components: usize,
    values: Vec<f64>,
}

/// The bodies and emitters.
pub(crate) fn parts<S: Scalar>(groups: &[Group<S>]) -> Vec<Part> {
    let part = |name: &String| Part {
        method: NAME.into(),
        ..Part::named(name)
    };
    groups.iter().map(|group| part(&group.name)).collect()
}

/// Everything about all particles, in the order of ids.
pub(crate) fn snapshot<S: Scalar>(
    groups: &[Group<S>],
    grid: &Grid<S>,
    precision: Precision,
) -> Snapshot {
    let mut order: Vec<(u32, u32, u32, u32)> = Vec::new();
    for (g, group) in groups.iter().enumerate() {
        for (c, chunk) in group.chunks.iter().enumerate() {
            let ids = &group.ids[chunk.start..chunk.start + chunk.count];
            order.extend(
                ids.iter()
                    .enumerate()
                    .map(|(i, id)| (*id, g as u32, c as u32, i as u32)),
            );
        }
    }
    order.sort_unstable();
    let mut rank = vec![0u32; order.last().map_or(0, |last| last.0 as usize + 1)];
    for (k, entry) in order.iter().enumerate() {
        rank[entry.0 as usize] = k as u32;
    }
    let n = order.len();
    let mut positions = vec![[0.0; 3]; n];
    let (mut ids, mut bodies, mut materials) = (vec![0; n], vec![0; n], vec![0; n]);
    let column = |name: &str, unit, components| Column {
        name: name.into(),
        unit,
        components,
        values: vec![0.0; n * components],
    };
    let mut velocity = column("velocity", "m/s", 3);
    let mut stress = column("stress", "Pa", 6);
    let mut mass = column("mass", "kg", 1);
    let mut density = column("density", "kg/m3", 1);
    let mut ratio = column("volume_ratio", "1", 1);
    let mut histories: Vec<Column> = Vec::new();
    let directed = groups.iter().any(|group| group.layout.has_directions());
    let mut orientation = column("orientation", "1", 4);
    let mut alignment = column("alignment", "1", 3);
    let mut names: Vec<String> = Vec::new();
    for (g, group) in groups.iter().enumerate() {
        let material = match names.iter().position(|name| *name == group.recipe.name) {
            Some(known) => known,
            None => {
                names.push(group.recipe.name.clone());
                names.len() - 1
            }
        };
        let scalars = history_scalars(group);
        for (_, name, unit) in &scalars {
            if !histories.iter().any(|known| known.name == *name) {
                histories.push(column(name, unit, 1));
            }
        }
        let uniform = group.recipe.material_at([0.0; 3], 0.0).ok();
        each(group, grid, |chunk, i, p| {
            let at = rank[p.id as usize] as usize;
            if directed {
                let (turn, moments) = directions(group, uniform.as_ref(), chunk, i);
                orientation.values[4 * at..4 * at + 4].copy_from_slice(&turn);
                alignment.values[3 * at..3 * at + 3].copy_from_slice(&moments);
            }
            positions[at] = p.position.0;
            ids[at] = p.id;
            bodies[at] = g as u32;
            materials[at] = material as u32;
            velocity.values[3 * at..3 * at + 3].copy_from_slice(&p.velocity.0);
            let s = p.kirchhoff.scale(1.0 / p.ratio);
            stress.values[6 * at..6 * at + 6]
                .copy_from_slice(&[s.xx, s.yy, s.zz, s.xy, s.yz, s.zx]);
            mass.values[at] = p.mass;
            density.values[at] = p.mass / (p.rest_volume * p.ratio);
            ratio.values[at] = p.ratio;
            let columns = group.table(LAW, &group.chunks[chunk]);
            for (column, name, _) in &scalars {
                if let Some(history) = histories.iter_mut().find(|known| known.name == *name) {
                    history.values[at] = columns.get(*column, i).to_f64();
                }
            }
        });
    }
    let whole = Attribute::whole;
    let double = precision == Precision::Double;
    let real = |column: Column| {
        Attribute::real(
            &column.name,
            column.unit,
            column.components,
            double,
            column.values,
        )
    };
    let mut attributes = vec![
        whole("id", ids),
        whole("body", bodies),
        whole("material", materials),
    ];
    attributes.extend(
        [velocity, stress, mass, density, ratio]
            .into_iter()
            .chain(
                directed
                    .then_some([orientation, alignment])
                    .into_iter()
                    .flatten(),
            )
            .chain(histories)
            .map(real),
    );
    Snapshot {
        positions,
        double,
        attributes,
        materials: names,
        parts: parts(groups),
        ..Snapshot::default()
    }
}

/// The axes of a particle's material as a quaternion, and second moments of grains along them; where direction
/// does not matter, no turn and all directions alike.
fn directions<S: Scalar>(
    group: &Group<S>,
    uniform: Option<&Material<f64>>,
    chunk: usize,
    i: usize,
) -> ([f64; 4], [f64; 3]) {
    // Numbers may vary in time, but not how direction matters.
    let local = match group.recipe.varies_in_space() {
        true => rest_material(group, chunk, i, 0.0),
        false => uniform.copied(),
    };
    let found = local.and_then(|material| material.directions(&state(group, chunk, i)));
    found.map_or(([0.0, 0.0, 0.0, 1.0], [1.0 / 3.0; 3]), |(axes, moments)| {
        (AxisAngle::of_matrix(&axes).quaternion(), moments.0)
    })
}

/// Columns of history that are single numbers, with their names and units.
fn history_scalars<S: Scalar>(group: &Group<S>) -> Vec<(usize, &'static str, &'static str)> {
    let mut next = group.layout.history_columns().start;
    let mut found = Vec::new();
    for history in group.recipe.flow.iter().flat_map(|flow| flow.law.history) {
        if history.components == 1 {
            found.push((next, history.name, history.quantity.unit()));
        }
        next += history.components;
    }
    found
}
