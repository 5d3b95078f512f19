//! The complete state as bytes.

use crate::b_spline::BSpline;
use crate::grid::{Place, is_within_limits};
use crate::group::{Chunk, Group};
use crate::sort::members;
use crate::step::{Mpm, NAME};
use crate::tables::column_counts;
use plastica_core::{Reader, RestoreError, Works, Writer};
use plastica_particles::{BUNDLE, emitters};
use plastica_tensor::Scalar;

/// Version of the layout; it changes with what is written.
const LAYOUT: u64 = 5;

pub(crate) fn save<S: Scalar, K: BSpline>(mpm: &Mpm<S, K>, to: &mut Writer) {
    to.section(NAME, LAYOUT);
    to.u64(size_of::<S>() as u64);
    to.u64(K::WIDTH as u64);
    to.f64(mpm.grid.cell);
    to.u64(mpm.groups.len() as u64);
    for group in &mpm.groups {
        save_group(group, to);
    }
    let occupied = &mpm.grid.places[..mpm.grid.occupied];
    to.i32s(occupied.as_flattened());
    emitters::save(&mpm.emissions, to);
    to.bools(&mpm.closed);
    to.u64(u64::from(mpm.next_id));
    for number in [mpm.cells_since_sort, mpm.fastest, mpm.dissipated, mpm.now] {
        to.f64(number);
    }
    mpm.works.save(to);
}

fn save_group<S: Scalar>(group: &Group<S>, to: &mut Writer) {
    for (table, count) in group.tables.iter().zip(column_counts(&group.body.layout)) {
        to.u64(count as u64);
        to.scalars(table);
    }
    to.u32s(&group.ids);
    to.u32s(&group.grip_of);
    to.u64(group.chunks.len() as u64);
    for chunk in &group.chunks {
        to.u64(u64::from(chunk.block));
        to.u64(chunk.count as u64);
        to.u64(chunk.capacity as u64);
    }
    group.body.bounds.save(to);
}

pub(crate) fn restore<S: Scalar, K: BSpline>(
    mpm: &mut Mpm<S, K>,
    from: &mut Reader<'_>,
) -> Result<(), RestoreError> {
    from.section(NAME, LAYOUT)?;
    from.expect("bytes per number", size_of::<S>() as u64)?;
    from.expect("nodes per axis in the kernel", K::WIDTH as u64)?;
    let cell = from.f64()?;
    if cell != mpm.grid.cell {
        return Err(RestoreError::Different(format!(
            "its grid has a spacing of {cell} m where this scene has {} m",
            mpm.grid.cell
        )));
    }
    from.expect("bodies and emitters", mpm.groups.len() as u64)?;
    let mut groups = mpm.groups.clone();
    for group in &mut groups {
        restore_group(group, from)?;
    }
    let places = restore_places(&groups, from)?;
    let mut emissions = mpm.emissions.clone();
    emitters::restore(&mut emissions, from)?;
    let closed = from.bools()?;
    let next_id = from.u32("its next id is too large")?;
    let [cells_since_sort, fastest, dissipated, now] =
        [from.f64()?, from.f64()?, from.f64()?, from.f64()?];
    let works = Works::restore(from)?;

    mpm.groups = groups;
    mpm.grid.surround(places);
    mpm.members = members(&mpm.groups, mpm.grid.occupied);
    mpm.emissions = emissions;
    mpm.closed = closed;
    mpm.next_id = next_id;
    mpm.fused = None;
    mpm.cells_since_sort = cells_since_sort;
    mpm.fastest = fastest;
    mpm.dissipated = dissipated;
    mpm.works = works;
    mpm.now = now;
    Ok(())
}

/// The places of occupied blocks.
fn restore_places<S: Scalar>(
    groups: &[Group<S>],
    from: &mut Reader<'_>,
) -> Result<Vec<Place>, RestoreError> {
    let numbers = from.i32s()?;
    let (places, rest) = numbers.as_chunks::<3>();
    let are_places = rest.is_empty()
        && places.is_sorted_by(|a, b| a < b)
        && places.iter().all(|place| is_within_limits(*place));
    RestoreError::unless(are_places, "the places of its blocks")?;
    let mut chunks = groups.iter().flat_map(|group| &group.chunks);
    let are_in_blocks = chunks.all(|chunk| (chunk.block as usize) < places.len());
    RestoreError::unless(are_in_blocks, "particles in a block that is not there")?;
    Ok(places.to_vec())
}

fn restore_group<S: Scalar>(
    group: &mut Group<S>,
    from: &mut Reader<'_>,
) -> Result<(), RestoreError> {
    let counts = column_counts(&group.body.layout);
    for (table, count) in group.tables.iter_mut().zip(counts) {
        from.expect("numbers per particle in a table", count as u64)?;
        table.copy_from(&from.scalars()?);
    }
    group.ids = from.u32s()?;
    group.grip_of = from.u32s()?;
    group.chunks.clear();
    let slots = group.ids.len();
    let mut start = 0;
    for _ in 0..from.u64()? {
        let block = from.u32("the number of a block")?;
        let [count, capacity] = [from.u64()?, from.u64()?];
        let fits = (1..=capacity).contains(&count)
            && capacity.is_multiple_of(BUNDLE as u64)
            && capacity <= (slots - start) as u64;
        RestoreError::unless(fits, "how many particles a block grip_of")?;
        group.chunks.push(Chunk {
            block,
            start,
            count: count as usize,
            capacity: capacity as usize,
        });
        start += capacity as usize;
    }
    let mut tables = group.tables.iter().zip(counts);
    let fits = start == slots
        && [0, slots].contains(&group.grip_of.len())
        && tables.all(|(table, count)| table.len() == slots * count);
    RestoreError::unless(fits, "how many numbers its particles have")?;
    group.body.bounds = plastica_particles::Bounds::restore(from)?;
    Ok(())
}
