//! What can be observed: nodes with what is known of the elements around them, elements as cells, sums.

use crate::elements::{MASS, MeshGroup, REST, VOLUME};
use crate::nodal_pressure::{average, volumes_at};
use crate::step::{Fem, NAME};
use plastica_core::{Attribute, Drawn, Ledger, Part, Point, Selection, Snapshot};
use plastica_material::{Material, State};
use plastica_tensor::{Mat3, Sym3, Vec3};

/// One element in full.
struct Element {
    place: usize,
    corners: [u32; 4],
    /// Mass [kg], volume that energy refers to and volume now [m³].
    mass: f64,
    start_volume: f64,
    volume: f64,
    /// Volume over that at the start, as the law sees it.
    ratio: f64,
    state: State<f64>,
    material: Option<Material<f64>>,
}

impl Element {
    /// Stress of the law [Pa], without that of dashpots.
    fn cauchy(&self) -> Sym3<f64> {
        let kirchhoff = self
            .material
            .map_or(Sym3::zero(), |m| m.kirchhoff(&self.state));
        kirchhoff.scale(1.0 / self.ratio)
    }
    /// Stored energy [J]; `None` where the law has none.
    fn energy(&self) -> Option<f64> {
        let energy = self.material?.energy(&self.state)?;
        Some(energy * self.start_volume)
    }
}

/// Visits the elements of a body.
fn each(fem: &Fem, group: &MeshGroup, logarithms: &[f64], mut visit: impl FnMut(&Element)) {
    let columns = fem.elements.columns();
    let recipe = &group.body.recipe;
    let uniform = recipe.material_at::<f64>([0.0; 3], fem.now).ok();
    let places = group.bundles.start * plastica_particles::BUNDLE
        ..group.bundles.end * plastica_particles::BUNDLE;
    for place in places.filter(|place| fem.elements.is_element(*place)) {
        let corners = fem.elements.corners[place];
        let [a, b, c, d] = corners.map(|node| fem.nodes.position(node as usize));
        let edges = Mat3::from_columns([b - a, c - a, d - a]);
        let volume = edges.determinant() / 6.0;
        let mean_log = corners
            .map(|node| logarithms[node as usize])
            .iter()
            .sum::<f64>()
            / 4.0;
        let own = volume / columns.get(REST, place);
        let growth = average(fem.options.nodal_pressure, own, mean_log).growth;
        let start_volume = columns.get(VOLUME, place);
        let ratio = volume / start_volume * growth.powi(3);
        let mut state = group.body.layout.state(&columns, place);
        state.deformation = (edges * state.deformation).scale(growth);
        state.volume = ratio;
        let material = match group.body.layout.rest_position(&columns, place) {
            Some(position) => recipe.material_at(position, fem.now).ok(),
            None => uniform,
        };
        visit(&Element {
            place,
            corners,
            mass: columns.get(MASS, place),
            start_volume,
            volume,
            ratio,
            state,
            material,
        });
    }
}

/// ln J at nodes.
fn logarithms(fem: &Fem) -> Vec<f64> {
    let columns = fem.elements.columns();
    let volume = |corners: &[u32; 4]| {
        let [a, b, c, d] = corners.map(|node| fem.nodes.position(node as usize));
        (b - a).dot((c - a).cross(d - a)) / 6.0
    };
    let volumes: Vec<f64> = fem.elements.corners.iter().map(volume).collect();
    let at = |node: usize| {
        let (now, rest) = volumes_at(fem.incidence.at(node), &columns, &volumes);
        (now / rest).ln()
    };
    (0..fem.nodes.len()).map(at).collect()
}

/// The bodies.
pub(crate) fn parts(fem: &Fem) -> Vec<Part> {
    let part = |group: &MeshGroup| Part {
        method: NAME.into(),
        drawn: Drawn::Cells,
        ..Part::named(&group.body.name)
    };
    fem.groups.iter().map(part).collect()
}

/// Sums over all material.
pub(crate) fn ledger(fem: &Fem) -> Ledger {
    let mut ledger = Ledger {
        dissipated_energy: fem.dissipated,
        works: fem.works,
        ..Ledger::default()
    };
    let logarithms = logarithms(fem);
    let mut volume = 0.0;
    for group in &fem.groups {
        each(fem, group, &logarithms, |element| {
            volume += element.volume;
            ledger.elastic_energy += element.energy().unwrap_or(0.0);
        });
    }
    ledger.volume = Some(volume);
    let (mut momentum, mut spin, mut first) = (Vec3::zero(), Vec3::zero(), Vec3::zero());
    for node in 0..fem.nodes.len() {
        let (x, v) = (fem.nodes.position(node), fem.nodes.velocity(node));
        let mass = fem.nodes.masses[node];
        ledger.points += 1;
        ledger.mass += mass;
        ledger.kinetic_energy += 0.5 * mass * v.norm_squared();
        ledger.fastest = ledger.fastest.max(v.norm());
        momentum = momentum + v.scale(mass);
        first = first + x.scale(mass);
        spin = spin + x.cross(v).scale(mass);
    }
    ledger.momentum = momentum.0;
    ledger.angular_momentum = spin.0;
    if ledger.mass > 0.0 {
        ledger.centre = first.scale(1.0 / ledger.mass).0;
    }
    ledger
}

/// Energy at the start, by a ledger of it [J]. Absent where a law has none, or one that changes with time: what that does to
/// the material is no work of anything.
pub(crate) fn start_energy(fem: &Fem, start: &Ledger) -> Option<f64> {
    let is_told = |group: &MeshGroup| {
        let recipe = &group.body.recipe;
        let material = recipe.material_at::<f64>([0.0; 3], 0.0);
        !recipe.varies_in_time() && material.is_ok_and(|m| m.energy(&m.rest()).is_some())
    };
    let is_told = fem.groups.iter().all(is_told);
    is_told.then_some(start.kinetic_energy + start.elastic_energy)
}

/// What the elements around nodes have, weighted with their volumes at the start.
struct AtNodes {
    /// Present volume [m³]: a quarter of that of each element.
    volumes: Vec<f64>,
    /// Weights, and sums of Cauchy stress times weight.
    weights: Vec<f64>,
    stresses: Vec<Sym3<f64>>,
}

impl AtNodes {
    fn new(fem: &Fem) -> Self {
        let count = fem.nodes.len();
        let mut at = AtNodes {
            volumes: vec![0.0; count],
            weights: vec![0.0; count],
            stresses: vec![Sym3::zero(); count],
        };
        let logarithms = logarithms(fem);
        for group in &fem.groups {
            each(fem, group, &logarithms, |element| {
                let stress = element.cauchy().scale(element.start_volume);
                for node in element.corners.map(|node| node as usize) {
                    at.volumes[node] += 0.25 * element.volume;
                    at.weights[node] += element.start_volume;
                    at.stresses[node] = at.stresses[node] + stress;
                }
            });
        }
        at
    }
    fn stress(&self, node: usize) -> Sym3<f64> {
        self.stresses[node].scale(1.0 / self.weights[node])
    }
}

/// Visits nodes in the order of bodies and places.
pub(crate) fn visit(fem: &Fem, selection: Selection, visit: &mut dyn FnMut(&Point)) {
    let around = AtNodes::new(fem);
    for (body, group) in fem.groups.iter().enumerate() {
        for node in group.nodes.clone() {
            let id = fem.nodes.ids[node];
            if selection == Selection::All || selection == Selection::Id(id) {
                visit(&Point {
                    id,
                    body: body as u32,
                    position: fem.nodes.position(node).0,
                    velocity: fem.nodes.velocity(node).0,
                    mass: fem.nodes.masses[node],
                    volume: Some(around.volumes[node]),
                    cauchy: Some(around.stress(node)),
                    resultant: None,
                    deformation: None,
                });
            }
        }
    }
}

/// Numbers of one quantity, in the order of ids or of cells.
struct Column {
    name: &'static str,
    unit: &'static str,
    components: usize,
    values: Vec<f64>,
}

impl Column {
    fn new(name: &'static str, unit: &'static str, components: usize, count: usize) -> Self {
        Column {
            name,
            unit,
            components,
            values: vec![f64::NAN; components * count],
        }
    }
    fn set(&mut self, at: usize, values: &[f64]) {
        let n = self.components;
        self.values[n * at..n * (at + 1)].copy_from_slice(values);
    }
    fn attribute(self) -> Attribute {
        Attribute::real(self.name, self.unit, self.components, true, self.values)
    }
    /// Means over the cells of points, weighted.
    fn at_points(&self, cells: &[([u32; 4], f64)], points: usize) -> Column {
        let n = self.components;
        let mut mean = Column::new(self.name, self.unit, n, points);
        let mut weights = vec![0.0; points];
        for (cell, (corners, weight)) in cells.iter().enumerate() {
            for point in corners.map(|point| point as usize) {
                weights[point] += weight;
                for k in 0..n {
                    let sum = &mut mean.values[n * point + k];
                    let before = if sum.is_nan() { 0.0 } else { *sum };
                    *sum = before + weight * self.values[n * cell + k];
                }
            }
        }
        for (point, weight) in weights.iter().enumerate() {
            let values = &mut mean.values[n * point..n * (point + 1)];
            values.iter_mut().for_each(|value| *value /= weight);
        }
        mean
    }
}

/// Nodes in the order of their ids, and elements in that of places.
pub(crate) fn snapshot(fem: &Fem) -> Snapshot {
    let count = fem.nodes.len();
    let mut rank = vec![0; count];
    let mut ids: Vec<(u32, usize)> = fem.nodes.ids.iter().copied().zip(0..).collect();
    ids.sort_unstable();
    for (at, (_, node)) in ids.iter().enumerate() {
        rank[*node] = at as u32;
    }
    let mut snapshot = Snapshot {
        positions: (ids.iter().map(|(_, node)| fem.nodes.position(*node).0)).collect(),
        double: true,
        parts: parts(fem),
        ..Snapshot::default()
    };
    let cells = cells(fem, &rank, &mut snapshot);
    let of_nodes = |values: &dyn Fn(usize) -> Vec<f64>| -> Vec<f64> {
        ids.iter().flat_map(|(_, node)| values(*node)).collect()
    };
    let real =
        |name, unit, components, values| Attribute::real(name, unit, components, true, values);
    let (mut bodies, mut materials) = (vec![0; count], vec![0; count]);
    for (body, group) in fem.groups.iter().enumerate() {
        let name = &group.body.recipe.name;
        let known = snapshot.materials.iter().position(|known| known == name);
        let material = known.unwrap_or_else(|| {
            snapshot.materials.push(name.clone());
            snapshot.materials.len() - 1
        });
        for node in group.nodes.clone() {
            bodies[rank[node] as usize] = body as u32;
            materials[rank[node] as usize] = material as u32;
        }
    }
    snapshot.attributes = vec![
        Attribute::whole("id", ids.iter().map(|(id, _)| *id).collect()),
        Attribute::whole("body", bodies),
        Attribute::whole("material", materials),
        real(
            "velocity",
            "m/s",
            3,
            of_nodes(&|node| fem.nodes.velocity(node).0.to_vec()),
        ),
        real(
            "mass",
            "kg",
            1,
            of_nodes(&|node| vec![fem.nodes.masses[node]]),
        ),
    ];
    let at_points =
        (cells.columns.iter()).map(|c| c.at_points(&cells.of_points, count).attribute());
    snapshot.attributes.extend(at_points);
    snapshot.cell_attributes = cells.columns.into_iter().map(Column::attribute).collect();
    snapshot
}

/// What is known of cells.
struct CellTable {
    /// Points of each cell, and its weight in their means.
    of_points: Vec<([u32; 4], f64)>,
    columns: Vec<Column>,
}

fn cells(fem: &Fem, rank: &[u32], snapshot: &mut Snapshot) -> CellTable {
    let is_element = |place: &usize| fem.elements.is_element(*place);
    let count = (0..fem.elements.places()).filter(is_element).count();
    let mut columns = vec![
        Column::new("stress", "Pa", 6, count),
        Column::new("density", "kg/m3", 1, count),
        Column::new("volume_ratio", "1", 1, count),
    ];
    let mut of_points = Vec::with_capacity(count);
    let logarithms = logarithms(fem);
    let table = fem.elements.columns();
    for group in &fem.groups {
        let mut histories = Vec::new();
        for (from, name, unit) in group.body.layout.history_scalars(&group.body.recipe) {
            let place = columns.iter().position(|column| column.name == name);
            let place = place.unwrap_or_else(|| {
                columns.push(Column::new(name, unit, 1, count));
                columns.len() - 1
            });
            histories.push((from, place));
        }
        each(fem, group, &logarithms, |element| {
            let cell = of_points.len();
            let [a, b, c, d] = element.corners.map(|node| rank[node as usize]);
            // Seen from the last corner, the others go round clockwise.
            snapshot.cells.tetrahedra.push([a, c, b, d]);
            of_points.push(([a, b, c, d], element.start_volume));
            let s = element.cauchy();
            columns[0].set(cell, &[s.xx, s.yy, s.zz, s.xy, s.yz, s.zx]);
            columns[1].set(
                cell,
                &[element.mass / (element.start_volume * element.ratio)],
            );
            columns[2].set(cell, &[element.ratio]);
            for (from, to) in &histories {
                columns[*to].set(cell, &[table.get(*from, element.place)]);
            }
        });
    }
    CellTable { of_points, columns }
}
