//! The complete state as bytes.

use crate::elements::{ElementBounds, Elements};
use crate::incidence::Incidence;
use crate::nodes::Nodes;
use crate::step::{Fem, NAME};
use crate::surface::Surface;
use plastica_core::{Reader, RestoreError, Works, Writer};
use plastica_particles::{BUNDLE, Quad};

/// Version of the layout; it changes with what is written.
const LAYOUT: u64 = 1;

pub(crate) fn save(fem: &Fem, to: &mut Writer) {
    to.section(NAME, LAYOUT);
    to.u64(fem.elements.columns as u64);
    to.u64(fem.groups.len() as u64);
    for group in &fem.groups {
        to.u64(group.nodes.len() as u64);
        to.u64(group.bundles.len() as u64);
        to.f64(group.edge);
        let ElementBounds {
            stiffness,
            decay,
            straining,
        } = group.bounds;
        [stiffness, decay, straining]
            .into_iter()
            .for_each(|bound| to.f64(bound));
    }
    fem.nodes.save(to);
    to.u32s(fem.elements.corners.as_flattened());
    to.scalars::<f64>(&fem.elements.table);
    to.bools(&fem.closed);
    for number in [fem.fastest, fem.dissipated, fem.now] {
        to.f64(number);
    }
    fem.works.save(to);
}

pub(crate) fn restore(fem: &mut Fem, from: &mut Reader<'_>) -> Result<(), RestoreError> {
    let columns = fem.elements.columns;
    from.section(NAME, LAYOUT)?;
    from.expect("numbers per element", columns as u64)?;
    from.expect("bodies", fem.groups.len() as u64)?;
    let mut groups = fem.groups.clone();
    let (mut nodes, mut bundles, mut bodies) = (0, 0, Vec::new());
    for (body, group) in (0..).zip(&mut groups) {
        let own = from.u32("how many nodes a body has")? as usize;
        group.nodes = nodes..nodes + own;
        nodes += own;
        let own = from.u32("how many elements a body has")? as usize;
        group.bundles = bundles..bundles + own;
        bundles += own;
        bodies.resize(bundles, body);
        group.edge = from.f64()?;
        group.bounds = ElementBounds {
            stiffness: from.f64()?,
            decay: from.f64()?,
            straining: from.f64()?,
        };
    }
    let nodes = Nodes::restore(from, nodes)?;
    let corners = counted(from.u32s()?, 4 * bundles * BUNDLE)?;
    let known = corners.iter().all(|node| (*node as usize) < nodes.len());
    RestoreError::unless(known, "corners that are no nodes")?;
    let elements = Elements {
        corners: corners.as_chunks::<4>().0.to_vec(),
        table: counted(from.scalars()?, columns * bundles * BUNDLE)?,
        columns,
        bodies,
    };
    let closed = from.bools()?;
    let [fastest, dissipated, now] = [from.f64()?, from.f64()?, from.f64()?];
    let works = Works::restore(from)?;
    (fem.closed, fem.works) = (closed, works);
    (fem.fastest, fem.dissipated, fem.now) = (fastest, dissipated, now);
    fem.incidence = Incidence::new(&elements, nodes.len());
    fem.surface = Surface::new(&elements);
    (fem.groups, fem.nodes, fem.elements) = (groups, nodes, elements);
    fem.renew_surfaces();
    Ok(())
}

impl Nodes {
    fn save(&self, to: &mut Writer) {
        to.u32s(&self.ids);
        to.scalars::<f64>(self.positions.as_flattened());
        to.scalars::<f64>(self.velocities.as_flattened());
        to.scalars::<f64>(self.forces.as_flattened());
        to.scalars::<f64>(&self.masses);
        to.u32s(&self.grip_of);
    }

    fn restore(from: &mut Reader<'_>, count: usize) -> Result<Self, RestoreError> {
        Ok(Nodes {
            ids: counted(from.u32s()?, count)?,
            positions: quads(from.scalars()?, count)?,
            velocities: quads(from.scalars()?, count)?,
            forces: quads(from.scalars()?, count)?,
            masses: counted(from.scalars()?, count)?,
            grip_of: counted(from.u32s()?, count)?,
        })
    }
}

/// As many numbers as there must be.
fn counted<T>(numbers: Vec<T>, count: usize) -> Result<Vec<T>, RestoreError> {
    let fits = numbers.len() == count;
    RestoreError::unless(fits, "how many numbers its nodes and elements have")?;
    Ok(numbers)
}

/// Rows of four.
fn quads(numbers: Vec<f64>, count: usize) -> Result<Vec<Quad<f64>>, RestoreError> {
    let numbers = counted(numbers, 4 * count)?;
    Ok(numbers.as_chunks::<4>().0.to_vec())
}
