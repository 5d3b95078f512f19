//! What can be read off the points of any method.

use crate::attribute::Attribute;
use crate::ledger::Ledger;
use crate::method::Observe;
use crate::point::Selection;
use crate::snapshot::Snapshot;
use plastica_tensor::Vec3;

/// Places, ids, bodies, velocities and masses.
pub(crate) fn snapshot<O: Observe + ?Sized>(method: &O) -> Snapshot {
    let (mut positions, mut velocities, mut masses) = (Vec::new(), Vec::new(), Vec::new());
    let (mut ids, mut bodies) = (Vec::new(), Vec::new());
    method.visit(Selection::All, &mut |point| {
        positions.push(point.position);
        velocities.extend(point.velocity);
        masses.push(point.mass);
        ids.push(point.id);
        bodies.push(point.body);
    });
    Snapshot {
        positions,
        double: true,
        attributes: vec![
            Attribute::whole("id", ids),
            Attribute::whole("body", bodies),
            Attribute::real("velocity", "m/s", 3, true, velocities),
            Attribute::real("mass", "kg", 1, true, masses),
        ],
        parts: method.parts(),
        ..Snapshot::default()
    }
}

/// Mass, volume, momenta, kinetic energy, centre and the fastest point.
pub(crate) fn ledger<O: Observe + ?Sized>(method: &O) -> Ledger {
    let mut sums = Ledger::default();
    let (mut momentum, mut spin, mut first) = (Vec3::zero(), Vec3::zero(), Vec3::zero());
    method.visit(Selection::All, &mut |point| {
        let (x, v) = (Vec3(point.position), Vec3(point.velocity));
        sums.points += 1;
        sums.mass += point.mass;
        if let Some(volume) = point.volume {
            *sums.volume.get_or_insert(0.0) += volume;
        }
        sums.kinetic_energy += 0.5 * point.mass * v.norm_squared();
        sums.fastest = sums.fastest.max(v.norm());
        momentum = momentum + v.scale(point.mass);
        spin = spin + x.cross(v).scale(point.mass);
        first = first + x.scale(point.mass);
    });
    sums.momentum = momentum.0;
    sums.angular_momentum = spin.0;
    if sums.mass > 0.0 {
        sums.centre = first.scale(1.0 / sums.mass).0;
    }
    sums
}
