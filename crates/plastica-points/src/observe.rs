//! What there is to see: frames, sums, single points.

use crate::law::{DEFORMATION, PLASTIC};
use crate::particles::{BUNDLE, Group, NOBODY, Particles};
use crate::step::NAME;
use plastica_core::Precision;
use plastica_core::{Attribute, AxisAngle, Ledger, Part, Point, Selection, Snapshot};
use plastica_material::{Material, State};
use plastica_tensor::{Mat3, Scalar, Sym3, Vec3};

/// One particle in double precision.
struct Particle {
    id: u32,
    position: Vec3<f64>,
    velocity: Vec3<f64>,
    kirchhoff: Sym3<f64>,
    mass: f64,
    rest_volume: f64,
    /// Volume over volume at rest.
    ratio: f64,
    deformation: Mat3<f64>,
}

fn each<S: Scalar>(particles: &Particles<S>, group: &Group, mut see: impl FnMut(usize, Particle)) {
    for at in group.bundles.start * BUNDLE..group.bundles.end * BUNDLE {
        if particles.ids[at] == NOBODY {
            continue;
        }
        let [x, y, z, _] = particles.positions[at];
        let [vx, vy, vz, _] = particles.velocities[at].map(|v| v.to_f64());
        let kept = |column: usize| particles.kept(column, at).to_f64();
        let deformation = Mat3::from_fn(|i, j| kept(DEFORMATION + 3 * i + j));
        let particle = Particle {
            id: particles.ids[at],
            position: Vec3([x, y, z]),
            velocity: Vec3([vx, vy, vz]),
            kirchhoff: particles.stress(at),
            mass: particles.masses[at].to_f64(),
            rest_volume: particles.volumes[at].to_f64(),
            ratio: kept(PLASTIC) * deformation.determinant(),
            deformation,
        };
        see(at, particle);
    }
}

/// The state of one particle in double precision.
fn state<S: Scalar>(
    particles: &Particles<S>,
    group: &Group,
    at: usize,
    p: &Particle,
) -> State<f64> {
    let mut state = State {
        deformation: p.deformation,
        stress: Sym3::zero(),
        volume: p.ratio,
        history: Default::default(),
    };
    for (k, column) in group.layout.history_columns().enumerate() {
        state.history[k] = particles.kept(column, at).to_f64();
    }
    state
}

/// Shows points in the order of bodies and places.
pub(crate) fn visit<S: Scalar>(
    particles: &Particles<S>,
    groups: &[Group],
    selection: Selection,
    see: &mut dyn FnMut(&Point),
) {
    for (body, group) in groups.iter().enumerate() {
        each(particles, group, |_, p| {
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
                deformation: Some(p.deformation),
            });
        });
    }
}

/// Sums over all particles.
pub(crate) fn ledger<S: Scalar>(
    particles: &Particles<S>,
    groups: &[Group],
    heat: f64,
    time: f64,
) -> Ledger {
    let mut ledger = Ledger {
        dissipated_energy: heat,
        ..Ledger::default()
    };
    let mut volume = 0.0;
    let (mut momentum, mut spin, mut first) = (Vec3::zero(), Vec3::zero(), Vec3::zero());
    for group in groups {
        let material: Option<Material<f64>> = group.recipe.material_at([0.0; 3], time).ok();
        let varies = group.recipe.varies_in_space();
        each(particles, group, |at, p| {
            ledger.points += 1;
            ledger.mass += p.mass;
            volume += p.rest_volume * p.ratio;
            let square = p.velocity.norm_squared();
            ledger.kinetic_energy += 0.5 * p.mass * square;
            ledger.fastest = ledger.fastest.max(square.sqrt());
            momentum = momentum + p.velocity.scale(p.mass);
            first = first + p.position.scale(p.mass);
            spin = spin + p.position.cross(p.velocity).scale(p.mass);
            let local = match varies {
                true => rest_material(particles, group, at, time),
                false => material,
            };
            let energy = local.and_then(|m| m.energy(&state(particles, group, at, &p)));
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
    particles: &Particles<S>,
    group: &Group,
    at: usize,
    time: f64,
) -> Option<Material<f64>> {
    let first = group.layout.rest_place()?;
    let place = std::array::from_fn(|k| particles.kept(first + k, at).to_f64());
    group.recipe.material_at(place, time).ok()
}

/// Numbers of one attribute, in the order of ids.
struct Column {
    name: String,
    unit: &'static str,
    components: usize,
    values: Vec<f64>,
}

impl Column {
    fn set(&mut self, at: usize, values: &[f64]) {
        let n = self.components;
        self.values[n * at..n * (at + 1)].copy_from_slice(values);
    }
}

/// The bodies and emitters.
pub(crate) fn parts(groups: &[Group]) -> Vec<Part> {
    let part = |name: &String| Part {
        method: NAME.into(),
        ..Part::named(name)
    };
    groups.iter().map(|group| part(&group.name)).collect()
}

/// Everything about all particles, in the order of ids.
pub(crate) fn snapshot<S: Scalar>(
    particles: &Particles<S>,
    groups: &[Group],
    precision: Precision,
) -> Snapshot {
    let mut order: Vec<u32> = (particles.ids.iter().copied())
        .filter(|id| *id != NOBODY)
        .collect();
    order.sort_unstable();
    let mut rank = vec![0; order.last().map_or(0, |last| *last as usize + 1)];
    for (k, id) in order.iter().enumerate() {
        rank[*id as usize] = k;
    }
    let n = order.len();
    let mut positions = vec![[0.0; 3]; n];
    let (mut bodies, mut materials) = (vec![0; n], vec![0; n]);
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
    let directed = groups.iter().any(|group| group.layout.axes().is_some());
    let mut orientation = column("orientation", "1", 4);
    let mut alignment = column("alignment", "1", 3);
    let mut names: Vec<String> = Vec::new();
    for (g, group) in groups.iter().enumerate() {
        let known = names.iter().position(|name| *name == group.recipe.name);
        let material = known.unwrap_or_else(|| {
            names.push(group.recipe.name.clone());
            names.len() - 1
        });
        let scalars = history_scalars(group);
        for (_, name, unit) in &scalars {
            if !histories.iter().any(|known| known.name == *name) {
                histories.push(column(name, unit, 1));
            }
        }
        let uniform = group.recipe.material_at([0.0; 3], 0.0).ok();
        each(particles, group, |place, p| {
            let at = rank[p.id as usize];
            if directed {
                // Numbers may vary in time, but not how direction matters.
                let local = match group.recipe.varies_in_space() {
                    true => rest_material(particles, group, place, 0.0),
                    false => uniform,
                };
                let state = state(particles, group, place, &p);
                let (turn, moments) = directions(local, &state);
                orientation.set(at, &turn);
                alignment.set(at, &moments);
            }
            positions[at] = p.position.0;
            bodies[at] = g as u32;
            materials[at] = material as u32;
            velocity.set(at, &p.velocity.0);
            let s = p.kirchhoff.scale(1.0 / p.ratio);
            stress.set(at, &[s.xx, s.yy, s.zz, s.xy, s.yz, s.zx]);
            mass.set(at, &[p.mass]);
            density.set(at, &[p.mass / (p.rest_volume * p.ratio)]);
            ratio.set(at, &[p.ratio]);
            for (column, name, _) in &scalars {
                if let Some(history) = histories.iter_mut().find(|known| known.name == *name) {
                    history.set(at, &[particles.kept(*column, place).to_f64()]);
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
        whole("id", order),
        whole("body", bodies),
        whole("material", materials),
    ];
    let turns = directed.then_some([orientation, alignment]);
    attributes.extend(
        [velocity, stress, mass, density, ratio]
            .into_iter()
            .chain(turns.into_iter().flatten())
            .chain(histories)
            .map(real),
    );
    Snapshot {
        positions,
        // Positions have all digits in either precision.
        double,
        attributes,
        materials: names,
        parts: parts(groups),
        ..Snapshot::default()
    }
}

/// The axes of a particle's material as a quaternion, and second moments of grains along them; where direction
/// does not matter, no turn and all directions alike.
fn directions(material: Option<Material<f64>>, state: &State<f64>) -> ([f64; 4], [f64; 3]) {
    let found = material.and_then(|material| material.directions(state));
    found.map_or(([0.0, 0.0, 0.0, 1.0], [1.0 / 3.0; 3]), |(axes, moments)| {
        (AxisAngle::of_matrix(&axes).quaternion(), moments.0)
    })
}

/// Columns of history that are single numbers, with their names and units.
fn history_scalars(group: &Group) -> Vec<(usize, &'static str, &'static str)> {
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
