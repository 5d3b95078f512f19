//! What can be observed: nodes with lines and triangles, sums, single points.

use crate::cells::cells;
use crate::deformable_body::DeformableBody;
use crate::fracture::Elongation;
use crate::local::Local;
use crate::step::{NAME, Splines};
use plastica_core::{Attribute, Drawn, Ledger, Part, Point, Resultant, Selection, Snapshot};
use plastica_tensor::Vec3;

/// What a symmetric tensor of forces per measure is called in curves, surfaces and solids, and its unit: forces, forces
/// per length, forces per area.
const STRESSES: [(&str, &str); 3] = [
    ("tension", "N"),
    ("membrane_stress", "N/m"),
    ("stress", "Pa"),
];

/// How many dimensions a body has: 1 for a curve, 2 for a surface, 3 for a solid.
fn dimension(body: &DeformableBody) -> usize {
    body.structure.lattice().axes().count().max(1)
}

/// The bodies.
pub(crate) fn parts(splines: &Splines) -> Vec<Part> {
    let thickness = splines.options.thickness;
    let part = |body: &DeformableBody| Part {
        name: body.structure.body.name.clone(),
        method: NAME.into(),
        drawn: Drawn::Cells,
        // Threads lie on obstacles with their surface.
        thickness: (thickness > 0.0).then_some(2.0 * thickness),
    };
    splines.bodies.iter().map(part).collect()
}

/// Everything about all nodes, body after body.
pub(crate) fn snapshot(splines: &Splines) -> Snapshot {
    let count = splines.bodies.iter().map(|m| m.nodes.len()).sum();
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
    for (b, body) in splines.bodies.iter().enumerate() {
        let first = frame.positions.len() as u32;
        let name = &body.structure.body.material;
        let known = frame.materials.iter().position(|known| known == name);
        let material = known.unwrap_or_else(|| {
            frame.materials.push(name.clone());
            frame.materials.len() - 1
        });
        let states = fibre_states(body);
        for i in 0..body.nodes.len() {
            frame.positions.push(body.nodes.positions[i].0);
            bodies.push(b as u32);
            materials.push(material as u32);
            pieces.push(piece_count + body.structure.topology.piece(i) as u32);
            velocity.extend(body.nodes.velocities[i].0);
            let s = body.stress(i, splines.now);
            let at = 6 * (first as usize + i);
            tensors[dimension(body) - 1][at..at + 6]
                .copy_from_slice(&[s.xx, s.yy, s.zz, s.xy, s.yz, s.zx]);
            mass.push(body.structure.masses[i]);
        }
        strain.extend(states.strain);
        damage.extend((states.lost.iter().zip(&states.all)).map(|(l, a)| share(*l, *a)));
        broken.extend(states.lost);
        piece_count += body.structure.topology.piece_count as u32;
        let cells = cells(
            body.structure.lattice(),
            &body.structure.topology.fibres,
            is_net(body),
        );
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
    let present = |d: usize| splines.bodies.iter().any(|body| dimension(body) == d + 1);
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

fn fibre_states(body: &DeformableBody) -> FibreStates {
    let topology = &body.structure.topology;
    let count = body.nodes.len();
    let mut states = FibreStates {
        strain: vec![0.0; count],
        all: vec![0; count],
        lost: vec![0; count],
    };
    for (axis, i, j) in topology.initial.each(body.structure.lattice()) {
        let holds = topology.fibres.intact[axis][i];
        let elongation = if holds {
            body.elongation(Elongation::Length, [i, j])
        } else {
            0.0
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
fn is_net(body: &DeformableBody) -> bool {
    let zero = Local::is_zero;
    match &body.structure.body.formulation {
        crate::Formulation::Hybrid { .. } => false,
        crate::Formulation::Primary(tensors) => {
            tensors.shear.iter().all(zero) && tensors.bend.iter().all(zero) && zero(&tensors.twist)
        }
    }
}

/// Energy at the start [J]; absent where weights change with time: what that does to a body is no work of anything.
pub(crate) fn start_energy(splines: &Splines) -> Option<f64> {
    let mut bodies = splines.bodies.iter();
    let varies = bodies.any(|body| body.structure.weights_vary_in_time());
    let start = ledger(splines);
    (!varies).then_some(start.kinetic_energy + start.elastic_energy)
}

/// Sums over all nodes.
pub(crate) fn ledger(splines: &Splines) -> Ledger {
    let mut ledger = Ledger {
        works: splines.works,
        ..Ledger::default()
    };
    let (mut momentum, mut spin, mut first) = (Vec3::zero(), Vec3::zero(), Vec3::zero());
    for body in &splines.bodies {
        ledger.elastic_energy += body.model.elastic_energy();
        ledger.dissipated_energy += body.heat;
        for (i, &m) in body.structure.masses.iter().enumerate() {
            let (x, v) = (body.nodes.positions[i], body.nodes.velocities[i]);
            ledger.points += 1;
            ledger.mass += m;
            if dimension(body) == 3 {
                *ledger.volume.get_or_insert(0.0) += body.structure.lattice().measure(i);
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
    for (index, body) in splines.bodies.iter().enumerate() {
        for i in 0..body.nodes.len() {
            if selection == Selection::All || selection == Selection::Id(id) {
                let solid = dimension(body) == 3;
                visit(&Point {
                    id,
                    body: index as u32,
                    position: body.nodes.positions[i].0,
                    velocity: body.nodes.velocities[i].0,
                    mass: body.structure.masses[i],
                    volume: solid.then(|| body.structure.lattice().measure(i)),
                    cauchy: solid.then(|| body.stress(i, splines.now)),
                    resultant: (!solid).then(|| Resultant {
                        tensor: body.stress(i, splines.now),
                        per_length: dimension(body) == 2,
                    }),
                    deformation: None,
                });
            }
            id += 1;
        }
    }
}
