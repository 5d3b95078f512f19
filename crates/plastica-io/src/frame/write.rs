//! From a frame to a file.

use super::LONGEST_UNIT;
use super::cells::{Grid, grid};
use crate::atomic::write_whole;
use crate::error::IoError;
use hdf5_pure::{
    AttrValue, CharacterSet, DatasetBuilder, Datatype, FileBuilder, GroupBuilder, StringPadding,
    make_u8_type,
};
use plastica_core::{Attribute, Frame, Values};
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
        file.finish_to(to).map_err(|e| match e {
            hdf5_pure::Error::Io(e) => e,
            other => io::Error::other(other),
        })
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
    let mut names = BTreeSet::new();
    for attribute in &frame.attributes {
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
                "attribute `{name}` has {count} numbers for {points} points of {components} components"
            ));
        }
        if unit.is_empty() || unit.len() > LONGEST_UNIT || unit.contains('\0') {
            return Err(format!("`{unit}` cannot be the unit of attribute `{name}`"));
        }
    }
    match frame
        .materials
        .iter()
        .chain(&frame.bodies)
        .find(|name| name.contains('\0'))
    {
        Some(name) => Err(format!("{name:?} cannot be the name of a material or body")),
        None => Ok(()),
    }
}

fn file(frame: &Frame) -> FileBuilder {
    let mut file = FileBuilder::new();
    let mut root = file.create_group("VTKHDF");
    root.set_attr("Version", AttrValue::I64Array(vec![2, 0]));
    root.set_attr("Type", AttrValue::AsciiString("UnstructuredGrid".into()));
    let version = if frame.cells.is_empty() { 1 } else { 2 };
    root.set_attr("plastica_frame", AttrValue::U32(version));
    geometry(&mut root, frame);

    let mut point_data = root.create_group("PointData");
    for (order, attribute) in frame.attributes.iter().enumerate() {
        let set = point_data.create_dataset(&attribute.name);
        match &attribute.values {
            Values::F32(values) => set.with_f32_data(values),
            Values::F64(values) => set.with_f64_data(values),
            Values::U32(values) => set.with_u32_data(values),
        };
        let points = frame.positions.len() as u64;
        match attribute.components {
            1 => set.with_shape(&[points]),
            many => set.with_shape(&[points, many as u64]),
        };
        unit(set, attribute.unit);
        set.set_attr("order", AttrValue::U64(order as u64));
    }
    root.add_group(point_data.finish());

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
    for (name, texts) in [
        ("material_names", &frame.materials),
        ("body_names", &frame.bodies),
    ] {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        // VTK cannot read a list of no texts.
        if texts.is_empty() {
            continue;
        }
        field_data
            .create_dataset(name)
            .with_vlen_strings(&texts)
            .with_dtype(text_type());
    }
    root.add_group(field_data.finish());
    file.add_group(root.finish());
    file
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

/// Points, and the cells between them.
fn geometry(root: &mut GroupBuilder, frame: &Frame) {
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
}
