//! What can be observed: nodes with lines and triangles, sums, single points.

use crate::fracture::Elongation;
use crate::lattice::{Fibres, Lattice};
use crate::local::Local;
use crate::model::Model;
use crate::step::NAME;
use crate::step::Splines;
use crate::stress;
use plastica_core::{Attribute, Cells, Drawn, Ledger, Part, Point, Resultant, Selection, Snapshot};
use plastica_tensor::Vec3;
use std::collections::HashSet;

/// What a symmetric tensor of forces per measure is called in curves, surfaces and solids, and its unit: forces, forces
/// per length, forces per area.
const STRESSES: [(&str, &str); 3] = [
    ("tension", "N"),
    ("membrane_stress", "N/m"),
    ("stress", "Pa"),
];

/// How many dimensions a body has: 1 for a curve, 2 for a surface, 3 for a solid.
fn dimension(model: &Model) -> usize {
    model.bulk.body.lattice.axes().count().max(1)
}

/// The bodies.
pub(crate) fn parts(splines: &Splines) -> Vec<Part> {
    let thickness = splines.options.thickness;
    let part = |model: &Model| Part {
        name: model.bulk.body.name.clone(),
        method: NAME.into(),
        drawn: Drawn::Cells,
        // Threads lie on obstacles with their surface.
        thickness: (thickness > 0.0).then_some(2.0 * thickness),
    };
    splines.models.iter().map(part).collect()
}

/// Everything about all nodes, body after body.
pub(crate) fn snapshot(splines: &Splines) -> Snapshot {
    let count = splines.models.iter().map(|m| m.positions.len()).sum();
    let mut frame = Snapshot {
        positions: Vec::with_capacity(count),
        double: true,
        parts: parts(splines),
        ..Snapshot::default()
    };
    let (mut bodies, mut materials, mut pieces) = (Vec::new(), Vec::new(), Vec::new());
    let mut velocity = Vec::new();
    let mut tensors: [Vec<f64>; 3] = std::array::from_fn(|_| vec![f64::NAN; 6 * count]);
    let (mut mass, mut strain) = (Vec::new(), Vec::new());
    let (mut damage, mut broken) = (Vec::new(), Vec::new());
    let mut piece_count = 0;
    for (b, model) in splines.models.iter().enumerate() {
        let first = frame.positions.len() as u32;
        let name = &model.bulk.body.material;
        let known = frame.materials.iter().position(|known| known == name);
        let material = known.unwrap_or_else(|| {
            frame.materials.push(name.clone());
            frame.materials.len() - 1
        });
        let states = fibre_states(model);
        for i in 0..model.positions.len() {
            frame.positions.push(model.positions[i].0);
            bodies.push(b as u32);
            materials.push(material as u32);
            pieces.push(piece_count + model.bulk.pieces[i]);
            velocity.extend(model.velocities[i].0);
            let s = stress::seen(model, i, splines.now);
            let at = 6 * (first as usize + i);
            tensors[dimension(model) - 1][at..at + 6]
                .copy_from_slice(&[s.xx, s.yy, s.zz, s.xy, s.yz, s.zx]);
            mass.push(model.bulk.masses[i]);
        }
        strain.extend(states.strain);
        damage.extend((states.lost.iter().zip(&states.all)).map(|(l, a)| share(*l, *a)));
        broken.extend(states.lost);
        piece_count += model.bulk.count as u32;
        let cells = cells(&model.bulk.body.lattice, &model.bulk.fibres, is_net(model));
        let shifted = |i: u32| i + first;
        frame
            .cells
            .lines
            .extend(cells.lines.iter().map(|c| c.map(shifted)));
        frame
            .cells
            .triangles
            .extend(cells.triangles.iter().map(|c| c.map(shifted)));
    }
    let whole = Attribute::whole;
    let real = |name: &str, unit, components, values| {
        Attribute::real(name, unit, components, true, values)
    };
    frame.attributes = vec![
        whole("id", (0..count as u32).collect()),
        whole("body", bodies),
        whole("material", materials),
        real("velocity", "m/s", 3, velocity),
        real("mass", "kg", 1, mass),
        real("strain", "1", 1, strain),
        real("damage", "1", 1, damage),
        whole("broken", broken),
        whole("piece", pieces),
    ];
    let present = |d: usize| splines.models.iter().any(|model| dimension(model) == d + 1);
    let stresses = tensors.into_iter().enumerate().filter(|(d, _)| present(*d));
    (frame.attributes).extend(stresses.map(|(d, tensor)| {
        let (name, unit) = STRESSES[d];
        real(name, unit, 6, tensor)
    }));
    frame
}

/// What is known of the fibres at each node.
struct FibreStates {
    /// The largest elongation of those that hold.
    strain: Vec<f64>,
    /// How many there were at the start.
    all: Vec<u32>,
    /// How many of them have broken.
    lost: Vec<u32>,
}

fn fibre_states(model: &Model) -> FibreStates {
    let bulk = &model.bulk;
    let count = model.positions.len();
    let mut states = FibreStates {
        strain: vec![0.0; count],
        all: vec![0; count],
        lost: vec![0; count],
    };
    for (axis, i, j) in bulk.born.each(&bulk.body.lattice) {
        let holds = bulk.fibres.intact[axis][i];
        let elongation = match holds {
            true => model.elongation(Elongation::Length, i, j),
            false => 0.0,
        };
        for node in [i, j] {
            states.all[node] += 1;
            states.lost[node] += u32::from(!holds);
            if elongation.abs() > states.strain[node].abs() {
                states.strain[node] = elongation;
            }
        }
    }
    states
}

fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

/// A surface that has fibres and nothing else is drawn as a net.
fn is_net(model: &Model) -> bool {
    let zero = Local::is_zero;
    match &model.bulk.body.formulation {
        crate::Formulation::Hybrid { .. } => false,
        crate::Formulation::Primary(tensors) => {
            tensors.shear.iter().all(zero) && tensors.bend.iter().all(zero) && zero(&tensors.twist)
        }
    }
}

/// Lines of curves and nets, triangles of surfaces and of the outside of solids. What has torn is left out.
pub(crate) fn cells(lattice: &Lattice, fibres: &Fibres, net: bool) -> Cells {
    let axes: Vec<usize> = lattice.axes().collect();
    let mut cells = Cells::default();
    match axes[..] {
        [a, b] if !net => {
            for i in 0..lattice.len() {
                quad(lattice, fibres, (a, b), i, false, &mut cells.triangles);
            }
            cells.lines = frayed(lattice, fibres, &cells.triangles);
        }
        [_, _, _] => solid(lattice, fibres, &mut cells.triangles),
        _ => {
            let lines = fibres.each(lattice).map(|(_, i, j)| [i as u32, j as u32]);
            cells.lines.extend(lines);
        }
    }
    cells
}

/// Fibres that hold between torn cells.
fn frayed(lattice: &Lattice, fibres: &Fibres, triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let sides = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let ordered = |[i, j]: [u32; 2]| [i.min(j), i.max(j)];
    let covered: HashSet<[u32; 2]> = triangles.iter().flat_map(sides).map(ordered).collect();
    (fibres.each(lattice))
        .map(|(_, i, j)| [i as u32, j as u32])
        .filter(|line| !covered.contains(&ordered(*line)))
        .collect()
}

/// Two triangles of a whole cell; of one with a single cut fibre, the triangle that does without it.
fn quad(
    lattice: &Lattice,
    fibres: &Fibres,
    (a, b): (usize, usize),
    i: usize,
    turned: bool,
    to: &mut Vec<[u32; 3]>,
) {
    let (Some(j), Some(k)) = (lattice.next(a, i), lattice.next(b, i)) else {
        return;
    };
    let Some(l) = lattice.next(b, j) else { return };
    let holds = [
        fibres.intact[a][i],
        fibres.intact[b][j],
        fibres.intact[a][k],
        fibres.intact[b][i],
    ];
    let [i, j, k, l] = [i, j, k, l].map(|n| n as u32);
    let mut push = |t: [u32; 3]| to.push(if turned { [t[0], t[2], t[1]] } else { t });
    match holds {
        [true, true, true, true] => {
            push([i, j, l]);
            push([i, l, k]);
        }
        [true, true, false, true] | [true, true, true, false] => push([i, j, l]),
        [false, true, true, true] | [true, false, true, true] => push([i, l, k]),
        _ => {}
    }
}

/// Faces of whole cells that no other whole cell shares.
fn solid(lattice: &Lattice, fibres: &Fibres, to: &mut Vec<[u32; 3]>) {
    let whole: Vec<bool> = (0..lattice.len())
        .map(|i| cell(lattice, fibres, i).is_some())
        .collect();
    for i in (0..lattice.len()).filter(|&i| whole[i]) {
        for axis in 0..3 {
            let (a, b) = [(1, 2), (2, 0), (0, 1)][axis];
            let open = |other: Option<usize>| !other.is_some_and(|j| whole[j]);
            if open(lattice.before(axis, i)) {
                quad(lattice, fibres, (a, b), i, true, to);
            }
            if open(lattice.next(axis, i))
                && let Some(j) = lattice.next(axis, i)
            {
                quad(lattice, fibres, (a, b), j, false, to);
            }
        }
    }
}

/// The far corner of a cell whose twelve fibres all hold.
fn cell(lattice: &Lattice, fibres: &Fibres, i: usize) -> Option<usize> {
    let step = |axis: usize, from: usize| {
        lattice
            .next(axis, from)
            .filter(|_| fibres.intact[axis][from])
    };
    let mut far = None;
    for [a, b, c] in [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
    ] {
        far = Some(step(c, step(b, step(a, i)?)?)?);
    }
    far
}

/// Sums over all nodes.
pub(crate) fn ledger(splines: &Splines) -> Ledger {
    let mut ledger = Ledger::default();
    let (mut momentum, mut spin, mut first) = (Vec3::zero(), Vec3::zero(), Vec3::zero());
    for model in &splines.models {
        ledger.elastic_energy += model.elastic_energy();
        ledger.dissipated_energy += model.heat;
        for (i, &m) in model.bulk.masses.iter().enumerate() {
            let (x, v) = (model.positions[i], model.velocities[i]);
            ledger.points += 1;
            ledger.mass += m;
            if dimension(model) == 3 {
                *ledger.volume.get_or_insert(0.0) += model.bulk.body.lattice.measure(i);
            }
            ledger.kinetic_energy += 0.5 * m * v.norm_squared();
            ledger.fastest = ledger.fastest.max(v.norm());
            momentum = momentum + v.scale(m);
            first = first + x.scale(m);
            spin = spin + x.cross(v).scale(m);
        }
    }
    ledger.momentum = momentum.0;
    ledger.angular_momentum = spin.0;
    if ledger.mass > 0.0 {
        ledger.centre = first.scale(1.0 / ledger.mass).0;
    }
    ledger
}

/// Visits nodes in the order of ids.
pub(crate) fn visit(splines: &Splines, selection: Selection, visit: &mut dyn FnMut(&Point)) {
    let mut id = 0;
    for (body, model) in splines.models.iter().enumerate() {
        for i in 0..model.positions.len() {
            if selection == Selection::All || selection == Selection::Id(id) {
                let solid = dimension(model) == 3;
                visit(&Point {
                    id,
                    body: body as u32,
                    position: model.positions[i].0,
                    velocity: model.velocities[i].0,
                    mass: model.bulk.masses[i],
                    volume: solid.then(|| model.bulk.body.lattice.measure(i)),
                    cauchy: solid.then(|| stress::seen(model, i, splines.now)),
                    resultant: (!solid).then(|| Resultant {
                        tensor: stress::seen(model, i, splines.now),
                        per_length: dimension(model) == 2,
                    }),
                    deformation: None,
                });
            }
            id += 1;
        }
    }
}
