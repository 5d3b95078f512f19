//! The complete state as bytes.

use crate::attachment::Attachment;
use crate::deformable_body::DeformableBody;
use crate::nodes::Nodes;
use crate::step::{NAME, Splines};
use plastica_core::{Reader, RestoreError, Works, Writer};
use plastica_linear::Field;
use plastica_tensor::Vec3;

/// Version of the layout; it changes with what is written.
const LAYOUT: u64 = 3;

pub(crate) fn save(splines: &Splines, to: &mut Writer) {
    to.section(NAME, LAYOUT);
    to.f64(splines.now);
    splines.works.save(to);
    to.u64(splines.bodies.len() as u64);
    for body in &splines.bodies {
        save_body(body, to);
    }
    to.u32s(&bits(&splines.closed_grips));
    to.u64(splines.attachments.len() as u64);
    for attachment in &splines.attachments {
        to.u64(u64::from(attachment.closed));
        let nodes: Vec<u32> = (attachment.nodes.iter())
            .flat_map(|&(body, node)| [body, node])
            .collect();
        to.u32s(&nodes);
        put(&attachment.offsets, to);
    }
}

fn save_body(body: &DeformableBody, to: &mut Writer) {
    put(&body.nodes.positions, to);
    put(&body.nodes.velocities, to);
    to.u32s(&body.nodes.grips);
    to.u32s(&bits(&body.nodes.in_contact));
    save_touches(body, to);
    to.f64(body.heat);
    for intact in &body.structure.topology.fibres.intact {
        to.u32s(&bits(intact));
    }
    body.model.save(to);
}

/// Forces of obstacles, from which the next step's are found.
fn save_touches(body: &DeformableBody, to: &mut Writer) {
    let touches = &body.nodes.touches;
    let whose: Vec<u32> = (touches.iter())
        .flat_map(|&(node, collider, _)| [node as u32, collider as u32])
        .collect();
    to.u32s(&whose);
    put(&touches.iter().map(|touch| touch.2).collect(), to);
}

fn restore_touches(nodes: &mut Nodes, from: &mut Reader<'_>) -> Result<(), RestoreError> {
    let whose = from.u32s()?;
    let (whose, _) = whose.as_chunks::<2>();
    let forces = take(from, whose.len())?;
    nodes.touches = (whose.iter().zip(forces))
        .map(|([node, collider], force)| (*node as usize, *collider as usize, force))
        .collect();
    Ok(())
}

pub(crate) fn restore(splines: &mut Splines, from: &mut Reader<'_>) -> Result<(), RestoreError> {
    from.section(NAME, LAYOUT)?;
    splines.now = from.f64()?;
    splines.works = Works::restore(from)?;
    expect("bodies", from.u64()?, splines.bodies.len())?;
    for body in &mut splines.bodies {
        restore_body(body, from, splines.now)?;
    }
    splines.closed_grips = flags(from)?;
    let count = splines.attachments.len();
    expect("springs and pinches", from.u64()?, count)?;
    for attachment in &mut splines.attachments {
        restore_attachment(attachment, &splines.bodies, from)?;
    }
    Ok(())
}

fn restore_attachment(
    attachment: &mut Attachment,
    bodies: &[DeformableBody],
    from: &mut Reader<'_>,
) -> Result<(), RestoreError> {
    attachment.closed = from.u64()? != 0;
    let flat = from.u32s()?;
    let (nodes, _) = flat.as_chunks::<2>();
    attachment.nodes = nodes.iter().map(|[body, node]| (*body, *node)).collect();
    attachment.offsets = take(from, attachment.nodes.len())?;
    let known = |&(body, node): &(u32, u32)| {
        let body = bodies.get(body as usize);
        body.is_some_and(|body| (node as usize) < body.nodes.len())
    };
    if attachment.nodes.iter().all(known) {
        Ok(())
    } else {
        Err(RestoreError::TooShort)
    }
}

fn restore_body(
    body: &mut DeformableBody,
    from: &mut Reader<'_>,
    time: f64,
) -> Result<(), RestoreError> {
    let nodes = &mut body.nodes;
    let count = nodes.len();
    nodes.positions = take(from, count)?;
    nodes.velocities = take(from, count)?;
    nodes.grips = from.u32s()?;
    expect("holds", nodes.grips.len() as u64, count)?;
    nodes.in_contact = flags(from)?;
    expect("contacts", nodes.in_contact.len() as u64, count)?;
    restore_touches(&mut body.nodes, from)?;
    body.heat = from.f64()?;
    let topology = &mut body.structure.topology;
    for (intact, initial) in (topology.fibres.intact.iter_mut()).zip(&topology.initial.intact) {
        let saved = flags(from)?;
        expect("fibres", saved.len() as u64, count)?;
        *intact = (saved.iter().zip(initial))
            .map(|(saved, initial)| *saved && *initial)
            .collect();
    }
    topology.find_pieces(&body.structure.body.lattice);
    body.model.restore(&body.structure, from)?;
    (body.assemble_stiffness(time)).map_err(|bad| RestoreError::Different(bad.to_string()))
}

fn bits(flags: &[bool]) -> Vec<u32> {
    flags.iter().map(|flag| u32::from(*flag)).collect()
}

fn flags(from: &mut Reader<'_>) -> Result<Vec<bool>, RestoreError> {
    Ok(from.u32s()?.into_iter().map(|bit| bit != 0).collect())
}

pub(crate) fn put(field: &Field, to: &mut Writer) {
    let flat: Vec<f64> = field.iter().flat_map(|v| v.0).collect();
    to.scalars::<f64>(&flat);
}

pub(crate) fn take(from: &mut Reader<'_>, count: usize) -> Result<Field, RestoreError> {
    let flat = from.scalars::<f64>()?;
    expect("nodes", flat.len() as u64 / 3, count)?;
    Ok(flat.as_chunks::<3>().0.iter().map(|v| Vec3(*v)).collect())
}

pub(crate) fn expect(what: &str, saved: u64, here: usize) -> Result<(), RestoreError> {
    if saved == here as u64 {
        return Ok(());
    }
    Err(RestoreError::Different(format!(
        "it has {saved} {what} where this scene has {here}"
    )))
}
