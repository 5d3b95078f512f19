//! The complete state as bytes.

use crate::body::FrameMotion;
use crate::model::{Material, Model};
use crate::step::{NAME, Splines};
use plastica_core::{Reader, RestoreError, Writer};
use plastica_linear::Field;
use plastica_tensor::{Mat3, Vec3};

/// Version of the layout; it changes with what is written.
const LAYOUT: u64 = 1;

pub(crate) fn save(splines: &Splines, to: &mut Writer) {
    to.section(NAME, LAYOUT);
    to.f64(splines.now);
    to.u64(splines.models.len() as u64);
    for model in &splines.models {
        save_model(model, to);
    }
    let closed: Vec<u32> = splines.closed.iter().map(|c| u32::from(*c)).collect();
    to.u32s(&closed);
    to.u64(splines.tethers.len() as u64);
    for tether in &splines.tethers {
        to.u64(u64::from(tether.closed));
        to.u32s(
            &tether
                .nodes
                .iter()
                .flat_map(|n| [n.0, n.1])
                .collect::<Vec<_>>(),
        );
        put(&tether.offsets, to);
    }
}

fn save_model(model: &Model, to: &mut Writer) {
    put(&model.positions, to);
    put(&model.velocities, to);
    to.u32s(&model.holds);
    to.u32s(&bits(&model.bulk.touching));
    to.f64(model.heat);
    for intact in &model.bulk.fibres.intact {
        to.u32s(&bits(intact));
    }
    match &model.material {
        Material::Hybrid(hybrid) => {
            for field in [
                &hybrid.reference,
                &hybrid.elastic,
                &hybrid.delayed,
                &hybrid.back,
                &hybrid.follow,
            ] {
                put(field, to);
            }
            let turns: Vec<f64> = hybrid.turns.iter().flat_map(|t| t.0).flatten().collect();
            to.scalars::<f64>(&turns);
            to.u64(u64::from(hybrid.frame == FrameMotion::Fixed));
        }
        Material::Primary(primary) => {
            for numbers in [
                &primary.rest,
                &primary.elastic,
                &primary.delayed,
                &primary.back,
            ] {
                to.scalars::<f64>(numbers);
            }
        }
    }
}

pub(crate) fn restore(splines: &mut Splines, from: &mut Reader<'_>) -> Result<(), RestoreError> {
    from.section(NAME, LAYOUT)?;
    splines.now = from.f64()?;
    expect("bodies", from.u64()?, splines.models.len())?;
    for model in &mut splines.models {
        restore_model(model, from, splines.now)?;
    }
    splines.closed = from.u32s()?.into_iter().map(|closed| closed != 0).collect();
    expect("springs and fingers", from.u64()?, splines.tethers.len())?;
    for tether in &mut splines.tethers {
        tether.closed = from.u64()? != 0;
        let flat = from.u32s()?;
        tether.nodes = flat
            .as_chunks::<2>()
            .0
            .iter()
            .map(|[b, n]| (*b, *n))
            .collect();
        let known = |&(body, node): &(u32, u32)| {
            let model = splines.models.get(body as usize);
            model.is_some_and(|model| (node as usize) < model.positions.len())
        };
        let count = tether.nodes.len();
        tether.offsets = take(from, count)?;
        if !tether.nodes.iter().all(known) {
            return Err(RestoreError::TooShort);
        }
    }
    Ok(())
}

fn restore_model(model: &mut Model, from: &mut Reader<'_>, time: f64) -> Result<(), RestoreError> {
    let nodes = model.positions.len();
    model.positions = take(from, nodes)?;
    model.velocities = take(from, nodes)?;
    model.holds = from.u32s()?;
    expect("holds", model.holds.len() as u64, nodes)?;
    let touching = from.u32s()?;
    expect("contacts", touching.len() as u64, nodes)?;
    model.bulk.touching = touching.into_iter().map(|touches| touches != 0).collect();
    model.heat = from.f64()?;
    for (intact, born) in (model.bulk.fibres.intact.iter_mut()).zip(&model.bulk.born.intact) {
        let saved = from.u32s()?;
        expect("fibres", saved.len() as u64, nodes)?;
        *intact = saved
            .iter()
            .zip(born)
            .map(|(s, born)| *s != 0 && *born)
            .collect();
    }
    (model.bulk.pieces, model.bulk.count) = model.bulk.fibres.pieces(&model.bulk.body.lattice);
    let count = model.bulk.count;
    match &mut model.material {
        Material::Hybrid(hybrid) => {
            for field in [
                &mut hybrid.reference,
                &mut hybrid.elastic,
                &mut hybrid.delayed,
                &mut hybrid.back,
                &mut hybrid.follow,
            ] {
                *field = take(from, nodes)?;
            }
            let turns = from.scalars::<f64>()?;
            expect("pieces", turns.len() as u64 / 9, count)?;
            let (turns, _) = turns.as_chunks::<9>();
            hybrid.turns = (turns.iter())
                .map(|t| Mat3::from_fn(|i, j| t[3 * i + j]))
                .collect();
            hybrid.frame = match from.u64()? {
                0 => FrameMotion::Free,
                _ => FrameMotion::Fixed,
            };
        }
        Material::Primary(primary) => {
            let groups = primary.rest.len();
            for numbers in [
                &mut primary.rest,
                &mut primary.elastic,
                &mut primary.delayed,
                &mut primary.back,
            ] {
                *numbers = from.scalars()?;
                expect("groups of nodes", numbers.len() as u64, groups)?;
            }
        }
    }
    model.stiffen(time);
    Ok(())
}

fn bits(flags: &[bool]) -> Vec<u32> {
    flags.iter().map(|flag| u32::from(*flag)).collect()
}

fn put(field: &Field, to: &mut Writer) {
    let flat: Vec<f64> = field.iter().flat_map(|v| v.0).collect();
    to.scalars::<f64>(&flat);
}

fn take(from: &mut Reader<'_>, count: usize) -> Result<Field, RestoreError> {
    let flat = from.scalars::<f64>()?;
    expect("nodes", flat.len() as u64 / 3, count)?;
    Ok(flat.as_chunks::<3>().0.iter().map(|v| Vec3(*v)).collect())
}

fn expect(what: &str, saved: u64, here: usize) -> Result<(), RestoreError> {
    match saved == here as u64 {
        true => Ok(()),
        false => Err(RestoreError::Different(format!(
            "it has {saved} {what} where this scene has {here}"
        ))),
    }
}
