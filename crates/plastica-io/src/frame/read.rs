//! From a file to a frame.

use super::cells::{Grid, cells};
use super::seal::{Seal, seal};
use super::{DRAWN, LONGEST_UNIT, SEALED, VERSION};
use crate::error::{Action, IoError, Kind};
use hdf5_pure::{AttrValue, DType, Dataset, File, Group};
use plastica_core::{Attribute, Cells, Drawn, Frame, Part, Tracers, Values};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Which frame a file holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameStamp {
    /// Number of the frame.
    pub number: u64,
    /// Its time [s].
    pub time: f64,
    /// How many points it has.
    pub points: u64,
}

/// Reads a frame written by [`write_frame`](super::write_frame), bit for bit.
pub fn read_frame(path: impl AsRef<Path>) -> Result<Frame, IoError> {
    read_whole(path.as_ref(), frame)
}

/// Whether a file is a frame as it was written; gives what it holds.
pub fn check_frame(path: impl AsRef<Path>) -> Result<FrameStamp, IoError> {
    read_whole(path.as_ref(), stamp)
}

/// Reads something of a frame after a look at its checksum.
fn read_whole<T>(
    path: &Path,
    read: impl FnOnce(&Group) -> Result<T, Trouble>,
) -> Result<T, IoError> {
    let bytes = std::fs::read(path).map_err(|e| IoError::system(path, Action::Read, e))?;
    if !hdf5_pure::is_hdf5_bytes(&bytes) {
        return Err(IoError::foreign(
            path,
            Kind::Frame,
            "it is not an HDF5 file",
        ));
    }
    let seal = seal(&bytes);
    guarded(path, || {
        if seal == Seal::Broken {
            return damaged("its checksum does not fit");
        }
        let file = File::from_bytes(bytes).map_err(told)?;
        let (root, version) = root(&file)?;
        if seal == Seal::Absent && version >= SEALED {
            return damaged("its end is missing");
        }
        read(&root)
    })
}

/// Number, time and count of points of a frame, without reading its points.
pub fn read_frame_stamp(path: impl AsRef<Path>) -> Result<FrameStamp, IoError> {
    let path = path.as_ref();
    if !hdf5_pure::is_hdf5(path).map_err(|e| IoError::system(path, Action::Read, e))? {
        return Err(IoError::foreign(
            path,
            Kind::Frame,
            "it is not an HDF5 file",
        ));
    }
    guarded(path, || {
        let file = File::open_streaming(path).map_err(told)?;
        stamp(&root(&file)?.0)
    })
}

/// Why a file was not understood.
enum Trouble {
    Foreign(&'static str),
    Newer(u32),
    Damaged(String),
}

fn told(error: hdf5_pure::Error) -> Trouble {
    Trouble::Damaged(error.to_string())
}

fn damaged<T>(reason: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Damaged(reason.into()))
}

/// Turns trouble, and panics of the HDF5 reader over broken bytes, into errors with the path.
fn guarded<T>(path: &Path, read: impl FnOnce() -> Result<T, Trouble>) -> Result<T, IoError> {
    let result = catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| damaged("its structure makes no sense"));
    result.map_err(|trouble| match trouble {
        Trouble::Foreign(reason) => IoError::foreign(path, Kind::Frame, reason),
        Trouble::Damaged(reason) => IoError::damaged(path, Kind::Frame, reason),
        Trouble::Newer(version) => IoError::Newer {
            path: path.to_owned(),
            kind: Kind::Frame,
            version,
            known: VERSION,
        },
    })
}

/// The group that holds the frame, if plastica wrote it, and the version of its layout.
fn root(file: &File) -> Result<(Group, u64), Trouble> {
    let groups = file.root().groups().map_err(told)?;
    if !groups.iter().any(|name| name == "VTKHDF") {
        return Err(Trouble::Foreign(
            "it is an HDF5 file without a group VTKHDF",
        ));
    }
    let root = file.group("VTKHDF").map_err(told)?;
    let attributes = root.attrs().map_err(told)?;
    match attributes.get("plastica_frame").and_then(AttrValue::as_u64) {
        None => Err(Trouble::Foreign("it is a VTKHDF file of another program")),
        Some(version) if version > u64::from(VERSION) => {
            Err(Trouble::Newer(u32::try_from(version).unwrap_or(u32::MAX)))
        }
        Some(version) => Ok((root, version)),
    }
}

fn one<T: Copy>(name: &str, values: Vec<T>) -> Result<T, Trouble> {
    match values[..] {
        [value] => Ok(value),
        _ => damaged(format!("`{name}` has {} values instead of 1", values.len())),
    }
}

fn stamp(root: &Group) -> Result<FrameStamp, Trouble> {
    let set = |name: &str| root.dataset(name).map_err(told);
    let points = one(
        "NumberOfPoints",
        set("NumberOfPoints")?.read_i64().map_err(told)?,
    )?;
    Ok(FrameStamp {
        number: one("frame", set("FieldData/frame")?.read_u64().map_err(told)?)?,
        time: one("time", set("FieldData/time")?.read_f64().map_err(told)?)?,
        points: u64::try_from(points)
            .map_err(|_| Trouble::Damaged(format!("it claims {points} points")))?,
    })
}

fn frame(root: &Group) -> Result<Frame, Trouble> {
    let FrameStamp {
        number,
        time,
        points,
    } = stamp(root)?;
    let set = |name: &str| root.dataset(name).map_err(told);
    let fields = root.group("FieldData").map_err(told)?;
    let present = fields.datasets().map_err(told)?;
    // Left out when there are none.
    let names = |name: &str| match present.iter().any(|n| n == name) {
        true => fields
            .dataset(name)
            .and_then(|set| set.read_string())
            .map_err(told),
        false => Ok(Vec::new()),
    };

    let (components, values) = numbers("Points", &set("Points")?, points)?;
    let (double, flat) = match values {
        Values::F32(values) => (false, values.into_iter().map(f64::from).collect()),
        Values::F64(values) => (true, values),
        Values::U32(_) => return damaged("its positions are whole numbers"),
    };
    if components != 3 {
        return damaged(format!("its positions have {components} components"));
    }
    let grid = grid(root)?;
    let cells = cells(&grid, points as usize).map_err(Trouble::Damaged)?;
    Ok(Frame {
        number,
        time,
        positions: flat.as_chunks::<3>().0.to_vec(),
        double,
        attributes: attributes(&root.group("PointData").map_err(told)?, points)?,
        cell_attributes: cell_attributes(root, grid.types.len() as u64, &cells)?,
        cells,
        materials: names("material_names")?,
        parts: parts(
            names("body_names")?,
            names("body_methods")?,
            &names("body_drawn_as")?,
            &reals(&fields, &present, "body_thickness")?,
        ),
        tracers: tracers(&fields, &present)?,
    })
}

/// Numbers of a field, none where it is not there.
fn reals(fields: &Group, present: &[String], name: &str) -> Result<Vec<f64>, Trouble> {
    if !present.iter().any(|n| n == name) {
        return Ok(Vec::new());
    }
    let set = fields.dataset(name).map_err(told)?;
    set.read_f64().map_err(told)
}

/// Bodies and emitters; files of earlier versions have nothing but their names.
fn parts(
    names: Vec<String>,
    methods: Vec<String>,
    drawn: &[String],
    thickness: &[f64],
) -> Vec<Part> {
    let mut methods = methods.into_iter();
    let part = |(k, name): (usize, String)| Part {
        name,
        method: methods.next().unwrap_or_default(),
        drawn: (DRAWN.iter())
            .find(|(_, word)| drawn.get(k).is_some_and(|d| d == word))
            .map_or(Drawn::Points, |(drawn, _)| *drawn),
        thickness: thickness.get(k).copied().filter(|t| t.is_finite()),
    };
    names.into_iter().enumerate().map(part).collect()
}

fn tracers(fields: &Group, present: &[String]) -> Result<Option<Tracers>, Trouble> {
    if !present.iter().any(|n| n == "tracer_id") {
        return Ok(None);
    }
    let whole = |name: &str| {
        let set = fields.dataset(name).map_err(told)?;
        set.read_u32().map_err(told)
    };
    let tracers = Tracers {
        ids: whole("tracer_id")?,
        parts: whole("tracer_body")?,
        positions: (reals(fields, present, "tracer_position")?
            .as_chunks::<3>()
            .0)
            .to_vec(),
    };
    let count = tracers.ids.len();
    if tracers.parts.len() != count || tracers.positions.len() != count {
        return damaged("its tracers have ids, positions and bodies of different number");
    }
    Ok(Some(tracers))
}

/// Attributes of cells, without the rows of vertex cells.
fn cell_attributes(root: &Group, rows: u64, cells: &Cells) -> Result<Vec<Attribute>, Trouble> {
    let groups = root.groups().map_err(told)?;
    if !groups.iter().any(|name| name == "CellData") {
        return Ok(Vec::new());
    }
    let mut found = attributes(&root.group("CellData").map_err(told)?, rows)?;
    for attribute in &mut found {
        let count = cells.len() * attribute.components;
        match &mut attribute.values {
            Values::F32(values) => values.truncate(count),
            Values::F64(values) => values.truncate(count),
            Values::U32(values) => values.truncate(count),
        }
    }
    Ok(found)
}

/// The lists of cells, as many as are told.
fn grid(root: &Group) -> Result<Grid, Trouble> {
    let set = |name: &str, kind: DType| {
        let set = root.dataset(name).map_err(told)?;
        let found = set.dtype().map_err(told)?;
        match found == kind {
            true => Ok(set),
            false => damaged(format!("`{name}` holds {found}")),
        }
    };
    let grid = Grid {
        connectivity: set("Connectivity", DType::I32)?.read_i32().map_err(told)?,
        offsets: set("Offsets", DType::I32)?.read_i32().map_err(told)?,
        types: set("Types", DType::U8)?.read_u8().map_err(told)?,
    };
    for (name, found) in [
        ("NumberOfCells", grid.types.len()),
        ("NumberOfConnectivityIds", grid.connectivity.len()),
    ] {
        let claimed = one(name, set(name, DType::I64)?.read_i64().map_err(told)?)?;
        if u64::try_from(claimed) != Ok(found as u64) {
            return damaged(format!("`{name}` is {claimed} where there are {found}"));
        }
    }
    Ok(grid)
}

/// All attributes in the order in which they were written.
fn attributes(group: &Group, points: u64) -> Result<Vec<Attribute>, Trouble> {
    let mut ordered = Vec::new();
    for name in group.datasets().map_err(told)? {
        let set = group.dataset(&name).map_err(told)?;
        let notes = set.attrs().map_err(told)?;
        let unit = match notes.get("unit").and_then(AttrValue::as_str) {
            Some(unit) if unit.len() <= LONGEST_UNIT => unit.to_owned().into(),
            _ => return damaged(format!("attribute `{name}` has no unit")),
        };
        let Some(order) = notes.get("order").and_then(AttrValue::as_u64) else {
            return damaged(format!("attribute `{name}` has no order"));
        };
        let (components, values) = numbers(&name, &set, points)?;
        ordered.push((
            order,
            Attribute {
                name,
                unit,
                components,
                values,
            },
        ));
    }
    ordered.sort_by_key(|(order, _)| *order);
    Ok(ordered
        .into_iter()
        .map(|(_, attribute)| attribute)
        .collect())
}

/// Components and numbers of an array with a row for every point.
fn numbers(name: &str, set: &Dataset, points: u64) -> Result<(usize, Values), Trouble> {
    let shape = set.shape().map_err(told)?;
    let components = match shape[..] {
        [rows] if rows == points => 1,
        [rows, components] if rows == points => components as usize,
        _ => {
            return damaged(format!(
                "`{name}` has the shape {shape:?} for {points} points"
            ));
        }
    };
    let values = match set.dtype().map_err(told)? {
        DType::F32 => Values::F32(set.read_f32().map_err(told)?),
        DType::F64 => Values::F64(set.read_f64().map_err(told)?),
        DType::U32 => Values::U32(set.read_u32().map_err(told)?),
        other => return damaged(format!("`{name}` holds {other}")),
    };
    if values.len() as u64 != points * components as u64 {
        return damaged(format!("`{name}` has {} numbers", values.len()));
    }
    Ok((components, values))
}
