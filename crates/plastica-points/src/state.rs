//! The complete state as bytes.

use crate::bonds::{Bonds, SLOTS};
use crate::contact_pairs::ContactPairs;
use crate::energy_guard::EnergyGuard;
use crate::neighbour_skin::NeighbourSkin;
use crate::particles::{EMPTY, Particles, STRESSES};
use crate::step::{NAME, Points};
use plastica_core::{Reader, RestoreError, Works, Writer};
use plastica_particles::{BUNDLE, Bounds, Quad, emitters};
use plastica_tensor::Scalar;

/// Version of the layout; it changes with what is written.
const LAYOUT: u64 = 4;

pub(crate) fn save<S: Scalar>(points: &Points<S>, to: &mut Writer) {
    to.section(NAME, LAYOUT);
    to.u64(size_of::<S>() as u64);
    to.u64(points.particles.columns as u64);
    to.f64(points.options.spacing);
    to.u64(points.groups.len() as u64);
    for group in &points.groups {
        to.u64(group.bundles.len() as u64);
        group.body.bounds.save(to);
    }
    points.particles.save(to);
    points.bonds.save(to);
    points.contact_pairs.save(to);
    to.bools(&points.closed);
    points.guard.save(to);
    emitters::save(&points.emissions, to);
    to.u64(u64::from(points.next_id));
    to.u64(points.changes);
    to.scalars::<f64>(points.skin.anchors.as_flattened());
    for number in [points.fastest, points.dissipated, points.now] {
        to.f64(number);
    }
    points.works.save(to);
}

pub(crate) fn restore<S: Scalar>(
    points: &mut Points<S>,
    from: &mut Reader<'_>,
) -> Result<(), RestoreError> {
    let columns = points.particles.columns;
    from.section(NAME, LAYOUT)?;
    from.expect("bytes per number", size_of::<S>() as u64)?;
    from.expect("numbers per particle", columns as u64)?;
    let spacing = from.f64()?;
    if spacing != points.options.spacing {
        return Err(RestoreError::Different(format!(
            "its particles are {spacing} m apart where this scene has {} m",
            points.options.spacing
        )));
    }
    from.expect("bodies and emitters", points.groups.len() as u64)?;
    let mut groups = points.groups.clone();
    let mut bundles = 0;
    for group in &mut groups {
        let count = from.u32("how many particles a body has")? as usize;
        group.bundles = bundles..bundles + count;
        group.body.bounds = Bounds::restore(from)?;
        bundles += count;
    }
    let places = bundles * BUNDLE;
    let mut particles = Particles::restore(from, places, columns)?;
    for (body, group) in (0..).zip(&groups) {
        particles.bodies[group.bundles.clone()].fill(body);
    }
    let bonds = Bonds::restore(from, places)?;
    let contact_pairs = ContactPairs::restore(from, places)?;
    let closed = from.bools()?;
    let guard = EnergyGuard::restore(from)?;
    let mut emissions = points.emissions.clone();
    emitters::restore(&mut emissions, from)?;
    let next_id = from.u32("its next id is too large")?;
    let is_new = |id: &u32| *id != EMPTY && *id >= next_id;
    let are_old = !particles.ids.iter().any(is_new);
    RestoreError::unless(are_old, "ids that were not given yet")?;
    let changes = from.u64()?;
    let anchors = quads(from.scalars::<f64>()?, places)?;
    let [fastest, dissipated, now] = [from.f64()?, from.f64()?, from.f64()?];
    let works = Works::restore(from)?;
    *points = Points {
        options: points.options,
        skin: NeighbourSkin::new(anchors, &particles.ids, &points.options),
        groups,
        particles,
        bonds,
        contact_pairs,
        emissions,
        closed,
        next_id,
        changes,
        fastest,
        dissipated,
        works,
        now,
        guard,
        dropped: 0,
        emitted: 0,
    };
    Ok(())
}

/// As many numbers as there must be.
fn counted<T>(numbers: Vec<T>, count: usize) -> Result<Vec<T>, RestoreError> {
    let fits = numbers.len() == count;
    RestoreError::unless(fits, "how many numbers its particles have")?;
    Ok(numbers)
}

/// Rows of four.
fn quads<T: Copy>(numbers: Vec<T>, count: usize) -> Result<Vec<Quad<T>>, RestoreError> {
    let numbers = counted(numbers, 4 * count)?;
    Ok(numbers.as_chunks::<4>().0.to_vec())
}

/// Numbers of places that are there.
fn known(numbers: &[u32], places: usize) -> Result<(), RestoreError> {
    let are_known = numbers.iter().all(|place| (*place as usize) < places);
    RestoreError::unless(are_known, "neighbours that are not there")
}

impl<S: Scalar> Particles<S> {
    fn save(&self, to: &mut Writer) {
        to.u32s(&self.ids);
        to.u32s(&self.grip_of);
        to.scalars::<f64>(self.positions.as_flattened());
        to.scalars::<S>(self.velocities.as_flattened());
        to.scalars::<S>(self.forces.as_flattened());
        to.scalars::<S>(&self.masses);
        to.scalars::<S>(&self.volumes);
        to.scalars::<S>(&self.moduli);
        to.scalars::<S>(&self.law_state);
        to.scalars::<S>(&self.stresses);
    }

    fn restore(from: &mut Reader<'_>, places: usize, columns: usize) -> Result<Self, RestoreError> {
        Ok(Particles {
            ids: counted(from.u32s()?, places)?,
            bodies: vec![0; places / BUNDLE],
            grip_of: counted(from.u32s()?, places)?,
            positions: quads(from.scalars::<f64>()?, places)?,
            velocities: quads(from.scalars::<S>()?, places)?,
            forces: quads(from.scalars::<S>()?, places)?,
            masses: counted(from.scalars()?, places)?,
            volumes: counted(from.scalars()?, places)?,
            moduli: counted(from.scalars()?, places)?,
            law_state: counted(from.scalars()?, places * columns)?,
            columns,
            stresses: counted(from.scalars()?, places * STRESSES)?,
        })
    }
}

impl<S: Scalar> Bonds<S> {
    fn save(&self, to: &mut Writer) {
        to.scalars::<S>(&self.references);
        to.u32s(&self.neighbours);
        to.u32s(&self.counts);
    }

    fn restore(from: &mut Reader<'_>, places: usize) -> Result<Self, RestoreError> {
        let mut bonds = Bonds {
            references: counted(from.scalars()?, places * SLOTS * 3)?,
            neighbours: counted(from.u32s()?, places * SLOTS)?,
            counts: counted(from.u32s()?, places)?,
            pair_forces: vec![[S::zero(); 4]; places * SLOTS],
            ..Bonds::default()
        };
        known(&bonds.neighbours, places)?;
        let fit = bonds.counts.iter().all(|count| *count as usize <= SLOTS);
        RestoreError::unless(fit, "more neighbours than there are slots")?;
        bonds.index_incoming();
        Ok(bonds)
    }
}

impl EnergyGuard {
    fn save(&self, to: &mut Writer) {
        to.bools(&[self.stored.is_some()]);
        for number in [self.stored.unwrap_or(0.0), self.work, self.rounding] {
            to.f64(number);
        }
        to.u64(self.steps);
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, RestoreError> {
        let is_known = from.bools()? == [true];
        let [stored, work, rounding] = [from.f64()?, from.f64()?, from.f64()?];
        Ok(EnergyGuard {
            stored: is_known.then_some(stored),
            work,
            rounding,
            steps: from.u64()?,
        })
    }
}

impl ContactPairs {
    fn save(&self, to: &mut Writer) {
        to.u32s(&self.others);
        to.u32s(&self.first);
        to.u32s(&self.inter_body);
    }

    fn restore(from: &mut Reader<'_>, places: usize) -> Result<Self, RestoreError> {
        let others = from.u32s()?;
        known(&others, places)?;
        let first = counted(from.u32s()?, places + 1)?;
        let follow = first.is_sorted() && first.last().copied() == Some(others.len() as u32);
        RestoreError::unless(follow, "the order of its contact bonds")?;
        Ok(ContactPairs {
            inter_body: counted(from.u32s()?, others.len())?,
            others,
            first,
        })
    }
}
