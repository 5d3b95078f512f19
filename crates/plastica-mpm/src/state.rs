//! The complete state as bytes.

use crate::group::{Chunk, Group};
use crate::sort::members;
use crate::spline::Spline;
use crate::step::{Mpm, NAME};
use plastica_core::{Reader, RestoreError, Writer};
use plastica_tensor::Scalar;

/// Version of the layout; it changes with what is written.
const LAYOUT: u64 = 1;

pub(crate) fn save<S: Scalar, K: Spline>(mpm: &Mpm<S, K>, to: &mut Writer) {
    to.section(NAME, LAYOUT);
    to.u64(size_of::<S>() as u64);
    to.u64(K::WIDTH as u64);
    to.f64(mpm.grid.cell);
    to.u64(mpm.groups.len() as u64);
    for group in &mpm.groups {
        for (table, count) in group.tables.iter().zip(group.layout.columns()) {
            to.u64(count as u64);
            to.scalars(table);
        }
        to.u32s(&group.ids);
        to.u32s(&group.holds);
        to.u64(group.chunks.len() as u64);
        for chunk in &group.chunks {
            for number in [
                u64::from(chunk.block),
                chunk.start as u64,
                chunk.count as u64,
                chunk.capacity as u64,
            ] {
                to.u64(number);
            }
        }
        to.f64(group.wave);
    }
    let occupied = &mpm.grid.places[..mpm.grid.occupied];
    to.i32s(&occupied.iter().flatten().copied().collect::<Vec<i32>>());
    to.u64(mpm.emissions.len() as u64);
    for emission in &mpm.emissions {
        emission.save(to);
    }
    to.u32s(
        &mpm.closed
            .iter()
            .map(|closed| u32::from(*closed))
            .collect::<Vec<u32>>(),
    );
    to.u64(u64::from(mpm.next_id));
    for number in [mpm.drift, mpm.fastest, mpm.heat, mpm.now] {
        to.f64(number);
    }
}

pub(crate) fn restore<S: Scalar, K: Spline>(
    mpm: &mut Mpm<S, K>,
    from: &mut Reader<'_>,
) -> Result<(), RestoreError> {
    let expect = |what: &str, saved: u64, here: u64| {
        if saved == here {
            Ok(())
        } else {
            Err(RestoreError::Different(format!(
                "it has {saved} {what} where this scene has {here}"
            )))
        }
    };
    from.section(NAME, LAYOUT)?;
    expect("bytes per number", from.u64()?, size_of::<S>() as u64)?;
    expect("nodes per axis in the kernel", from.u64()?, K::WIDTH as u64)?;
    let cell = from.f64()?;
    if cell != mpm.grid.cell {
        return Err(RestoreError::Different(format!(
            "its grid has a spacing of {cell} m where this scene has {} m",
            mpm.grid.cell
        )));
    }
    expect("bodies and emitters", from.u64()?, mpm.groups.len() as u64)?;
    let mut groups = mpm.groups.clone();
    for group in &mut groups {
        for (table, count) in group.tables.iter_mut().zip(group.layout.columns()) {
            expect("numbers per particle in a table", from.u64()?, count as u64)?;
            table.copy_from(&from.scalars()?);
        }
        read_group(group, from)?;
    }
    let places: Vec<[i32; 3]> = from
        .i32s()?
        .chunks_exact(3)
        .map(|p| [p[0], p[1], p[2]])
        .collect();
    let blocks = places.len();
    if groups
        .iter()
        .flat_map(|g| &g.chunks)
        .any(|c| c.block as usize >= blocks)
    {
        return Err(RestoreError::TooShort);
    }
    expect("emitters", from.u64()?, mpm.emissions.len() as u64)?;
    for emission in &mut mpm.emissions {
        emission.restore(from)?;
    }
    mpm.closed = from.u32s()?.into_iter().map(|closed| closed != 0).collect();
    mpm.next_id = u32::try_from(from.u64()?).map_err(|_| RestoreError::TooShort)?;
    mpm.begun = None;
    mpm.drift = from.f64()?;
    mpm.fastest = from.f64()?;
    mpm.heat = from.f64()?;
    mpm.now = from.f64()?;
    mpm.groups = groups;
    mpm.grid.surround(places);
    mpm.members = members(&mpm.groups, mpm.grid.occupied);
    Ok(())
}

fn read_group<S: Scalar>(group: &mut Group<S>, from: &mut Reader<'_>) -> Result<(), RestoreError> {
    group.ids = from.u32s()?;
    group.holds = from.u32s()?;
    let count = from.u64()?;
    group.chunks.clear();
    let mut start = 0;
    for _ in 0..count {
        let [block, first, count, capacity] = [from.u64()?, from.u64()?, from.u64()?, from.u64()?];
        let chunk = Chunk {
            block: u32::try_from(block).map_err(|_| RestoreError::TooShort)?,
            start: first as usize,
            count: count as usize,
            capacity: capacity as usize,
        };
        if chunk.start != start || chunk.count > chunk.capacity || chunk.count == 0 {
            return Err(RestoreError::TooShort);
        }
        start += chunk.capacity;
        group.chunks.push(chunk);
    }
    let mut tables = group.tables.iter().zip(group.layout.columns());
    let fits = group.ids.len() == start
        && [0, start].contains(&group.holds.len())
        && tables.all(|(table, count)| table.len() == start * count);
    if !fits {
        return Err(RestoreError::TooShort);
    }
    group.wave = from.f64()?;
    Ok(())
}
