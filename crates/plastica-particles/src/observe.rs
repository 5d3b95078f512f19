//! What can be observed of particles, whatever method moves them: snapshots, sums, single points.

use crate::columns::Columns;
use crate::group::Group;
use plastica_core::{Attribute, AxisAngle, Ledger, Part, Point, Precision, Selection, Snapshot};
use plastica_material::{Material, State};
use plastica_tensor::{Mat3, Scalar, Sym3, Vec3};

/// A method's particles.
pub trait Particles {
    /// Numbers in their columns.
    type Scalar: Scalar;

    /// What scenes call the method.
    const METHOD: &'static str;

    /// Bodies and emitters.
    fn groups(&self) -> impl Iterator<Item = &Group>;

    /// Ids of all particles, in any order.
    fn ids(&self) -> impl Iterator<Item = u32>;

    /// Visits the particles of a body, in an order that does not depend on threads.
    fn each(&self, body: usize, visit: impl FnMut(&Particle<'_, Self::Scalar>));

    /// Second moment of a particle's mass about its centre, per mass and axis [m²]: what the affine motion moves.
    fn second_moment(&self) -> f64;
}

/// One particle in double precision.
#[derive(Clone, Copy, Debug)]
pub struct Particle<'a, S> {
    /// Which one.
    pub id: u32,
    /// Where it is [m].
    pub position: Vec3<f64>,
    /// How it moves [m/s].
    pub velocity: Vec3<f64>,
    /// Affine part of its velocity [1/s]; zero for methods without.
    pub affine: Mat3<f64>,
    /// Its mass [kg].
    pub mass: f64,
    /// Its volume at rest [m³].
    pub rest_volume: f64,
    /// Volume that it spans over volume at rest.
    pub volume_ratio: f64,
    /// Share of that which its material fills: less than 1 where grains have come apart.
    pub filled: f64,
    /// Kirchhoff stress [Pa].
    pub kirchhoff: Sym3<f64>,
    /// What the law keeps, and where in these columns.
    pub columns: Columns<'a, S>,
    /// Its place in the columns.
    pub at: usize,
}

impl<S: Scalar> Particle<'_, S> {
    /// The present volume of its material [m³].
    fn volume(&self) -> f64 {
        self.rest_volume * self.volume_ratio * self.filled
    }
    /// Cauchy stress in its material [Pa].
    fn cauchy(&self) -> Sym3<f64> {
        self.kirchhoff
            .scale(1.0 / (self.volume_ratio * self.filled))
    }
    /// The state of its law.
    fn state(&self, group: &Group) -> State<f64> {
        State {
            volume: self.volume_ratio,
            ..group.layout.state(&self.columns, self.at)
        }
    }
}

/// The material of a body at a time.
struct Local<'a> {
    group: &'a Group,
    time: f64,
    uniform: Option<Material<f64>>,
}

impl<'a> Local<'a> {
    fn new(group: &'a Group, time: f64) -> Self {
        Local {
            group,
            time,
            uniform: group.recipe.material_at([0.0; 3], time).ok(),
        }
    }
    /// That of one particle.
    fn at<S: Scalar>(&self, particle: &Particle<'_, S>) -> Option<Material<f64>> {
        if !self.group.recipe.varies_in_space() {
            return self.uniform;
        }
        let layout = &self.group.layout;
        let position = layout.rest_position(&particle.columns, particle.at)?;
        self.group.recipe.material_at(position, self.time).ok()
    }
}

/// The bodies and emitters.
pub fn parts<P: Particles>(particles: &P) -> Vec<Part> {
    let part = |group: &Group| Part {
        method: P::METHOD.into(),
        ..Part::named(&group.name)
    };
    particles.groups().map(part).collect()
}

/// Visits points in the order of bodies and places.
pub fn visit(particles: &impl Particles, selection: Selection, visit: &mut dyn FnMut(&Point)) {
    for (body, group) in particles.groups().enumerate() {
        particles.each(body, |p| {
            if let Selection::Id(id) = selection
                && id != p.id
            {
                return;
            }
            visit(&Point {
                id: p.id,
                body: body as u32,
                position: p.position.0,
                velocity: p.velocity.0,
                mass: p.mass,
                volume: Some(p.volume()),
                cauchy: Some(p.cauchy()),
                resultant: None,
                deformation: Some(p.state(group).deformation),
            });
        });
    }
}

/// Sums over all particles at a time [s]; `dissipated` so far [J].
pub fn ledger(particles: &impl Particles, dissipated: f64, time: f64) -> Ledger {
    let mut ledger = Ledger {
        dissipated_energy: dissipated,
        ..Ledger::default()
    };
    let moment = particles.second_moment();
    let mut volume = 0.0;
    let (mut momentum, mut spin, mut first) = (Vec3::zero(), Vec3::zero(), Vec3::zero());
    for (body, group) in particles.groups().enumerate() {
        let local = Local::new(group, time);
        particles.each(body, |p| {
            ledger.points += 1;
            ledger.mass += p.mass;
            volume += p.volume();
            let square = p.velocity.norm_squared();
            ledger.kinetic_energy += 0.5 * p.mass * (square + moment * p.affine.dot(&p.affine));
            ledger.fastest = ledger.fastest.max(square.sqrt());
            momentum = momentum + p.velocity.scale(p.mass);
            first = first + p.position.scale(p.mass);
            let turning = axial(&p.affine);
            spin = spin + (p.position.cross(p.velocity) + turning.scale(moment)).scale(p.mass);
            let energy = local.at(p).and_then(|m| m.energy(&p.state(group)));
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

/// Energy at the start, by a ledger of it [J]. Absent where a law has none, or one that changes with time: what that does to
/// the material is no work of anything.
pub fn start_energy(particles: &impl Particles, start: &Ledger) -> Option<f64> {
    let is_told = |group: &Group| {
        let material = group.recipe.material_at::<f64>([0.0; 3], 0.0);
        !group.recipe.varies_in_time() && material.is_ok_and(|m| m.energy(&m.rest()).is_some())
    };
    let is_told = particles.groups().all(is_told);
    is_told.then_some(start.kinetic_energy + start.elastic_energy)
}

/// Kinetic energy, and that which the law stores, of the particles of a body that `each` visits at a time [J].
pub fn energy<P: Particles>(
    particles: &P,
    body: usize,
    time: f64,
    each: impl FnOnce(&mut dyn FnMut(&Particle<'_, P::Scalar>)),
) -> f64 {
    let Some(group) = particles.groups().nth(body) else {
        return 0.0;
    };
    let (local, moment) = (Local::new(group, time), particles.second_moment());
    let mut sum = 0.0;
    each(&mut |p| {
        let square = p.velocity.norm_squared() + moment * p.affine.dot(&p.affine);
        let stored = local.at(p).and_then(|m| m.energy(&p.state(group)));
        sum += 0.5 * p.mass * square + stored.unwrap_or(0.0) * p.rest_volume;
    });
    sum
}

/// Twice the axial vector of the antisymmetric part.
fn axial(c: &Mat3<f64>) -> Vec3<f64> {
    Vec3::new(
        c[(2, 1)] - c[(1, 2)],
        c[(0, 2)] - c[(2, 0)],
        c[(1, 0)] - c[(0, 1)],
    )
}

/// Everything about all particles, in the order of ids.
pub fn snapshot<P: Particles>(particles: &P, precision: Precision) -> Snapshot {
    let ranks = Ranks::new(particles);
    let mut table = Table::new(particles, ranks.ids.len());
    for (body, group) in particles.groups().enumerate() {
        let part = table.part(group);
        // Numbers may vary in time, but not how direction matters.
        let local = Local::new(group, 0.0);
        particles.each(body, |p| {
            let at = ranks.of_id[p.id as usize];
            table.set(at, body, &part, p);
            if table.has_directions {
                let state = p.state(group);
                let found = local.at(p).and_then(|material| material.directions(&state));
                table.set_directions(at, found);
            }
        });
    }
    let double = precision == Precision::Double;
    Snapshot {
        double,
        parts: parts(particles),
        ..table.finish(ranks.ids, double)
    }
}

/// Ids in rising order, and the place of each among them.
struct Ranks {
    ids: Vec<u32>,
    of_id: Vec<usize>,
}

impl Ranks {
    fn new(particles: &impl Particles) -> Self {
        let mut ids: Vec<u32> = particles.ids().collect();
        ids.sort_unstable();
        let mut of_id = vec![0; ids.last().map_or(0, |last| *last as usize + 1)];
        for (rank, id) in ids.iter().enumerate() {
            of_id[*id as usize] = rank;
        }
        Ranks { ids, of_id }
    }
}

/// Numbers of one attribute, in the order of ids.
struct Column {
    name: &'static str,
    unit: &'static str,
    components: usize,
    values: Vec<f64>,
}

impl Column {
    fn new(name: &'static str, unit: &'static str, components: usize, particles: usize) -> Self {
        Column {
            name,
            unit,
            components,
            values: vec![0.0; particles * components],
        }
    }
    fn set(&mut self, at: usize, values: &[f64]) {
        let n = self.components;
        self.values[n * at..n * (at + 1)].copy_from_slice(values);
    }
}

/// A body's material and the single numbers of its history: columns of particles and of the table.
struct PartColumns {
    material: usize,
    histories: Vec<(usize, usize)>,
}

/// Attributes under way.
struct Table {
    particles: usize,
    positions: Vec<[f64; 3]>,
    bodies: Vec<u32>,
    materials: Vec<u32>,
    material_names: Vec<String>,
    velocity: Column,
    stress: Column,
    mass: Column,
    density: Column,
    ratio: Column,
    has_directions: bool,
    orientation: Column,
    alignment: Column,
    histories: Vec<Column>,
}

impl Table {
    fn new(particles: &impl Particles, n: usize) -> Self {
        let has_directions = (particles.groups()).any(|group| group.layout.has_directions());
        let turning = if has_directions { n } else { 0 };
        Table {
            particles: n,
            positions: vec![[0.0; 3]; n],
            bodies: vec![0; n],
            materials: vec![0; n],
            material_names: Vec::new(),
            velocity: Column::new("velocity", "m/s", 3, n),
            stress: Column::new("stress", "Pa", 6, n),
            mass: Column::new("mass", "kg", 1, n),
            density: Column::new("density", "kg/m3", 1, n),
            ratio: Column::new("volume_ratio", "1", 1, n),
            has_directions,
            orientation: Column::new("orientation", "1", 4, turning),
            alignment: Column::new("alignment", "1", 3, turning),
            histories: Vec::new(),
        }
    }

    /// Makes room for a body's material and history.
    fn part(&mut self, group: &Group) -> PartColumns {
        let names = &mut self.material_names;
        let known = names.iter().position(|name| *name == group.recipe.name);
        let material = known.unwrap_or_else(|| {
            names.push(group.recipe.name.clone());
            names.len() - 1
        });
        let mut histories = Vec::new();
        for (column, name, unit) in group.layout.history_scalars(&group.recipe) {
            let known = self.histories.iter().position(|known| known.name == name);
            let index = known.unwrap_or_else(|| {
                let history = Column::new(name, unit, 1, self.particles);
                self.histories.push(history);
                self.histories.len() - 1
            });
            histories.push((column, index));
        }
        PartColumns {
            material,
            histories,
        }
    }

    fn set<S: Scalar>(&mut self, at: usize, body: usize, part: &PartColumns, p: &Particle<'_, S>) {
        self.positions[at] = p.position.0;
        self.bodies[at] = body as u32;
        self.materials[at] = part.material as u32;
        self.velocity.set(at, &p.velocity.0);
        let s = p.cauchy();
        let stress = [s.xx, s.yy, s.zz, s.xy, s.yz, s.zx];
        self.stress.set(at, &stress);
        self.mass.set(at, &[p.mass]);
        self.density.set(at, &[p.mass / p.volume()]);
        self.ratio.set(at, &[p.volume_ratio]);
        for (column, history) in &part.histories {
            let value = p.columns.get(*column, p.at).to_f64();
            self.histories[*history].set(at, &[value]);
        }
    }

    /// The axes of a particle's material as a quaternion, and second moments of grains along them; where direction
    /// does not matter, no turn and all directions alike.
    fn set_directions(&mut self, at: usize, found: Option<(Mat3<f64>, Vec3<f64>)>) {
        let (turn, moments) = found
            .map_or(([0.0, 0.0, 0.0, 1.0], [1.0 / 3.0; 3]), |(axes, moments)| {
                (AxisAngle::of_matrix(&axes).quaternion(), moments.0)
            });
        self.orientation.set(at, &turn);
        self.alignment.set(at, &moments);
    }

    fn finish(self, ids: Vec<u32>, double: bool) -> Snapshot {
        let real = |c: Column| Attribute::real(c.name, c.unit, c.components, double, c.values);
        let directions = self
            .has_directions
            .then_some([self.orientation, self.alignment]);
        let columns = [
            self.velocity,
            self.stress,
            self.mass,
            self.density,
            self.ratio,
        ]
        .into_iter()
        .chain(directions.into_iter().flatten())
        .chain(self.histories)
        .map(real);
        let whole = [
            Attribute::whole("id", ids),
            Attribute::whole("body", self.bodies),
            Attribute::whole("material", self.materials),
        ];
        Snapshot {
            positions: self.positions,
            attributes: whole.into_iter().chain(columns).collect(),
            materials: self.material_names,
            ..Snapshot::default()
        }
    }
}
