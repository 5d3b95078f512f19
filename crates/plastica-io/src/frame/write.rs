//! From a frame to a file.

use super::cells::{Grid, grid};
use super::seal::Sealing;
use super::{LONGEST_UNIT, VERSION, drawn_word};
use crate::atomic::write_whole;
use crate::error::IoError;
use hdf5_pure::{
    AttrValue, CharacterSet, DatasetBuilder, Datatype, FileBuilder, GroupBuilder, StringPadding,
    make_u8_type,
};
use plastica_core::{Attribute, Frame, Part, Tracers, Values};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

/// Writes a frame whole or not at all. Positions [m] are rounded to single precision unless
/// `frame.double`; everything else is kept bit for bit.
pub fn write_frame(path: impl AsRef<Path>, frame: &Frame) -> Result<(), IoError> {
    let path = path.as_ref();
    check(frame).map_err(|reason| IoError::inconsistent(path, reason))?;
    let file = file(frame);
    write_whole(path, |to| {
        let mut to = Sealing::new(to);
        file.finish_to(&mut to).map_err(|e| match e {
            hdf5_pure::Error::Io(e) => e,
            other => io::Error::other(other),
        })?;
        to.seal()
    })
}

/// What a file cannot hold, or what would be read back as something else.
fn check(frame: &Frame) -> Result<(), String> {
    let points = frame.positions.len();
    if i32::try_from(points).is_err() {
        return Err(format!("{points} points are more than a frame can number"));
    }
    // A vertex cell for each point that is free.
    let corners = frame.cells.corners().count();
    if i32::try_from(corners + points).is_err() {
        return Err(format!(
            "cells of {corners} corners are more than a frame can number"
        ));
    }
    if let Some(stray) = frame.cells.corners().find(|c| *c as usize >= points) {
        return Err(format!("a cell has point {stray}, of {points} points"));
    }
    check_attributes(&frame.attributes, points, "points")?;
    check_attributes(&frame.cell_attributes, frame.cells.len(), "cells")?;
    if let Some(Tracers {
        ids,
        positions,
        parts,
    }) = &frame.tracers
        && (ids.len() != positions.len() || ids.len() != parts.len())
    {
        return Err("its tracers have ids, positions and parts of different number".into());
    }
    let parts = frame
        .parts
        .iter()
        .flat_map(|part| [&part.name, &part.method]);
    match frame
        .materials
        .iter()
        .chain(parts)
        .find(|name| name.contains('\0'))
    {
        Some(name) => Err(format!("{name:?} cannot be the name of a material or body")),
        None => Ok(()),
    }
}

/// What no file can hold of attributes of so many points or cells.
fn check_attributes(attributes: &[Attribute], points: usize, of: &str) -> Result<(), String> {
    let mut names = BTreeSet::new();
    for attribute in attributes {
        let Attribute {
            name,
            unit,
            components,
            values,
        } = attribute;
        if name.is_empty() || name == "." || name == ".." || name.contains(['/', '\0']) {
            return Err(format!("`{name}` cannot be the name of an attribute"));
        }
        if !names.insert(name) {
            return Err(format!("two attributes have the name `{name}`"));
        }
        if *components == 0 || values.len() != points * components {
            let count = values.len();
            return Err(format!(
                "attribute `{name}` has {count} numbers for {points} {of} of {components} components"
            ));
        }
        if unit.is_empty() || unit.len() > LONGEST_UNIT || unit.contains('\0') {
            return Err(format!("`{unit}` cannot be the unit of attribute `{name}`"));
        }
    }
    Ok(())
}

fn file(frame: &Frame) -> FileBuilder {
    let mut file = FileBuilder::new();
    let mut root = file.create_group("VTKHDF");
    root.set_attr("Version", AttrValue::I64Array(vec![2, 0]));
    root.set_attr("Type", AttrValue::AsciiString("UnstructuredGrid".into()));
    root.set_attr("plastica_frame", AttrValue::U32(VERSION));
    let cells = geometry(&mut root, frame);
    let mut point_data = root.create_group("PointData");
    for (order, attribute) in frame.attributes.iter().enumerate() {
        write_attribute(&mut point_data, order, attribute);
    }
    root.add_group(point_data.finish());
    if !frame.cell_attributes.is_empty() {
        let mut cell_data = root.create_group("CellData");
        for (order, attribute) in frame.cell_attributes.iter().enumerate() {
            write_attribute(&mut cell_data, order, &padded(attribute, cells));
        }
        root.add_group(cell_data.finish());
    }

    let mut field_data = root.create_group("FieldData");
    unit(
        field_data
            .create_dataset("time")
            .with_f64_data(&[frame.time]),
        "s",
    );
    unit(
        field_data
            .create_dataset("frame")
            .with_u64_data(&[frame.number]),
        "1",
    );
    let parts = |text: fn(&Part) -> &str| frame.parts.iter().map(text).collect::<Vec<&str>>();
    for (name, texts) in [
        (
            "material_names",
            frame.materials.iter().map(String::as_str).collect(),
        ),
        ("body_names", parts(|part| &part.name)),
        ("body_methods", parts(|part| &part.method)),
        ("body_drawn_as", parts(|part| drawn_word(part.drawn))),
    ] {
        // VTK cannot read a list of no texts.
        if texts.is_empty() {
            continue;
        }
        field_data
            .create_dataset(name)
            .with_vlen_strings(&texts)
            .with_dtype(text_type());
    }
    if !frame.parts.is_empty() {
        let thickness = frame.parts.iter().map(|part| part.thickness);
        let thickness: Vec<f64> = thickness.map(|t| t.unwrap_or(f64::NAN)).collect();
        let set = field_data.create_dataset("body_thickness");
        unit(set.with_f64_data(&thickness), "m");
    }
    if let Some(tracers) = &frame.tracers {
        let set = field_data.create_dataset("tracer_id");
        unit(set.with_u32_data(&tracers.ids), "1");
        let set = field_data.create_dataset("tracer_body");
        unit(set.with_u32_data(&tracers.parts), "1");
        let set = field_data.create_dataset("tracer_position");
        set.with_f64_data(tracers.positions.as_flattened())
            .with_shape(&[tracers.ids.len() as u64, 3]);
        unit(set, "m");
    }
    root.add_group(field_data.finish());
    file.add_group(root.finish());
    file
}

fn write_attribute(group: &mut GroupBuilder, order: usize, attribute: &Attribute) {
    let set = group.create_dataset(&attribute.name);
    match &attribute.values {
        Values::F32(values) => set.with_f32_data(values),
        Values::F64(values) => set.with_f64_data(values),
        Values::U32(values) => set.with_u32_data(values),
    };
    let rows = (attribute.values.len() / attribute.components) as u64;
    match attribute.components {
        1 => set.with_shape(&[rows]),
        many => set.with_shape(&[rows, many as u64]),
    };
    unit(set, &attribute.unit);
    set.set_attr("order", AttrValue::U64(order as u64));
}

/// With rows for the vertex cells of free points, which have no such value.
fn padded(attribute: &Attribute, cells: usize) -> Attribute {
    let mut all = attribute.clone();
    let count = cells * attribute.components;
    match &mut all.values {
        Values::F32(values) => values.resize(count, f32::NAN),
        Values::F64(values) => values.resize(count, f64::NAN),
        Values::U32(values) => values.resize(count, u32::MAX),
    }
    all
}

fn unit(set: &mut DatasetBuilder, unit: &str) {
    set.set_attr("unit", AttrValue::String(unit.into()));
}

/// UTF-8 under the name of ASCII: VTK reads texts as ASCII, and crashes (9.3, 9.7) or finds them empty
/// under the honest name.
fn text_type() -> Datatype {
    Datatype::VariableLength {
        is_string: true,
        padding: Some(StringPadding::NullTerminate),
        charset: Some(CharacterSet::Ascii),
        base_type: Box::new(make_u8_type()),
    }
}

/// Points, and the cells between them; gives the number of all cells, vertices of free points included.
fn geometry(root: &mut GroupBuilder, frame: &Frame) -> usize {
    let points = frame.positions.len();
    let Grid {
        connectivity,
        offsets,
        types,
    } = grid(&frame.cells, points);
    for (name, count) in [
        ("NumberOfPoints", points),
        ("NumberOfCells", types.len()),
        ("NumberOfConnectivityIds", connectivity.len()),
    ] {
        root.create_dataset(name).with_i64_data(&[count as i64]);
    }
    let positions = frame.positions.as_flattened();
    let set = root.create_dataset("Points");
    if frame.double {
        set.with_f64_data(positions);
    } else {
        let rounded: Vec<f32> = positions.iter().map(|&x| x as f32).collect();
        set.with_f32_data(&rounded);
    }
    unit(set.with_shape(&[points as u64, 3]), "m");
    root.create_dataset("Connectivity")
        .with_i32_data(&connectivity);
    root.create_dataset("Offsets").with_i32_data(&offsets);
    root.create_dataset("Types").with_u8_data(&types);
    types.len()
}
