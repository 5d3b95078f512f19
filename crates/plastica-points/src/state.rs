//! The complete state as bytes.

use crate::drift::Drift;
use crate::pairs::{Pairs, SLOTS};
use crate::particles::{BUNDLE, NOBODY, Particles, STRESSES};
use crate::step::{NAME, Points};
use crate::strangers::Strangers;
use plastica_core::{Reader, RestoreError, Writer};
use plastica_tensor::Scalar;

/// Version of the layout; it changes with what is written.
const LAYOUT: u64 = 1;

pub(crate) fn save<S: Scalar>(points: &Points<S>, to: &mut Writer) {
    let Points {
        particles,
        pairs,
        strangers,
        ..
    } = points;
    to.section(NAME, LAYOUT);
    to.u64(size_of::<S>() as u64);
    to.u64(particles.columns as u64);
    to.f64(points.options.spacing);
    to.u64(points.groups.len() as u64);
    for group in &points.groups {
        to.u64(group.bundles.start as u64);
        to.u64(group.bundles.end as u64);
        to.f64(group.wave);
    }
    to.u32s(&particles.ids);
    to.u32s(&particles.holds);
    to.scalars::<f64>(particles.positions.as_flattened());
    to.scalars::<S>(particles.velocities.as_flattened());
    to.scalars::<S>(particles.forces.as_flattened());
    for numbers in [
        &particles.masses,
        &particles.volumes,
        &particles.moduli,
        &particles.kept,
        &particles.stresses,
        &pairs.memory,
    ] {
        to.scalars::<S>(numbers);
    }
    to.u32s(&pairs.partners);
    to.u32s(&pairs.counts);
    to.u32s(&strangers.others);
    to.u32s(&strangers.first);
    to.u32s(&strangers.foreign);
    let closed: Vec<u32> = points
        .closed
        .iter()
        .map(|closed| u32::from(*closed))
        .collect();
    to.u32s(&closed);
    to.u64(points.emissions.len() as u64);
    for emission in &points.emissions {
        emission.save(to);
    }
    to.u64(u64::from(points.next_id));
    to.u64(points.changes);
    to.scalars::<f64>(points.drift.anchors.as_flattened());
    for number in [points.fastest, points.heat, points.now] {
        to.f64(number);
    }
}

pub(crate) fn restore<S: Scalar>(
    points: &mut Points<S>,
    from: &mut Reader<'_>,
) -> Result<(), RestoreError> {
    let expect = |what: &str, saved: u64, here: u64| match saved == here {
        true => Ok(()),
        false => Err(RestoreError::Different(format!(
            "it has {saved} {what} where this scene has {here}"
        ))),
    };
    from.section(NAME, LAYOUT)?;
    let columns = points.particles.columns;
    expect("bytes per number", from.u64()?, size_of::<S>() as u64)?;
    expect("numbers per particle", from.u64()?, columns as u64)?;
    let spacing = from.f64()?;
    if spacing != points.options.spacing {
        return Err(RestoreError::Different(format!(
            "its particles are {spacing} m apart where this scene has {} m",
            points.options.spacing
        )));
    }
    expect(
        "bodies and emitters",
        from.u64()?,
        points.groups.len() as u64,
    )?;
    let mut groups = points.groups.clone();
    let mut bundles = 0;
    for group in &mut groups {
        let (start, end) = (from.u64()? as usize, from.u64()? as usize);
        if start != bundles || end < start {
            return Err(RestoreError::TooShort);
        }
        bundles = end;
        group.bundles = start..end;
        group.wave = from.f64()?;
    }
    let ids = from.u32s()?;
    let places = ids.len();
    let mut particles = Particles {
        ids,
        holds: from.u32s()?,
        positions: quads(&from.scalars::<f64>()?),
        velocities: quads(&from.scalars::<S>()?),
        forces: quads(&from.scalars::<S>()?),
        columns,
        ..Particles::default()
    };
    let mut pairs = Pairs::default();
    for numbers in [
        &mut particles.masses,
        &mut particles.volumes,
        &mut particles.moduli,
        &mut particles.kept,
        &mut particles.stresses,
        &mut pairs.memory,
    ] {
        *numbers = from.scalars()?;
    }
    pairs.partners = from.u32s()?;
    pairs.counts = from.u32s()?;
    let strangers = Strangers {
        others: from.u32s()?,
        first: from.u32s()?,
        foreign: from.u32s()?,
    };
    let known = |place: &u32| (*place as usize) < places;
    let fits = places == bundles * BUNDLE
        && particles.holds.len() == places
        && particles.positions.len() == places
        && particles.velocities.len() == places
        && particles.forces.len() == places
        && particles.masses.len() == places
        && particles.volumes.len() == places
        && particles.moduli.len() == places
        && particles.kept.len() == places * columns
        && particles.stresses.len() == places * STRESSES
        && pairs.memory.len() == places * SLOTS * 3
        && pairs.partners.len() == places * SLOTS
        && pairs.counts.len() == places
        && pairs.partners.iter().all(known)
        && pairs.counts.iter().all(|count| *count as usize <= SLOTS)
        && strangers.first.len() == places + 1
        && strangers.first.is_sorted()
        && strangers.first.last().copied() == Some(strangers.others.len() as u32)
        && strangers.foreign.len() == strangers.others.len()
        && strangers.others.iter().all(known);
    if !fits {
        return Err(RestoreError::TooShort);
    }
    pairs.tractions = vec![[S::zero(); 4]; places * SLOTS];
    pairs.connect();
    let closed = from.u32s()?.into_iter().map(|closed| closed != 0).collect();
    let mut emissions = points.emissions.clone();
    expect("emitters", from.u64()?, emissions.len() as u64)?;
    for emission in &mut emissions {
        emission.restore(from)?;
    }
    let next_id = u32::try_from(from.u64()?).map_err(|_| RestoreError::TooShort)?;
    let changes = from.u64()?;
    let anchors = quads(&from.scalars::<f64>()?);
    if anchors.len() != places {
        return Err(RestoreError::TooShort);
    }
    let drift = Drift::new(anchors, &particles.ids, &points.options);
    let mut number = || from.f64();
    let [fastest, heat, now] = [number()?, number()?, number()?];
    let is_new = |id: &u32| *id != NOBODY && *id >= next_id;
    if particles.ids.iter().any(is_new) {
        return Err(RestoreError::TooShort);
    }
    *points = Points {
        options: points.options,
        groups,
        particles,
        pairs,
        strangers,
        emissions,
        closed,
        next_id,
        drift,
        changes,
        fastest,
        heat,
        now,
        tally: (0, 0),
    };
    Ok(())
}

fn quads<T: Copy>(numbers: &[T]) -> Vec<[T; 4]> {
    let (quads, _) = numbers.as_chunks::<4>();
    quads.to_vec()
}
