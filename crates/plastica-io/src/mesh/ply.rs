//! PLY, text and binary of either order of bytes.

use super::{Broken, polygon};
use plastica_geometry::TriangleMesh;
use ply_rs_bw::parser::{Parser, Reader};
use ply_rs_bw::ply::{Property, PropertyAccess, PropertyAccessResult};

/// What is kept of an element, be it a vertex or a face.
struct Element {
    place: [f64; 3],
    corners: Vec<i64>,
}

impl PropertyAccess for Element {
    fn new() -> Self {
        Element {
            place: [f64::NAN; 3],
            corners: Vec::new(),
        }
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        let axis = ["x", "y", "z"].iter().position(|axis| *axis == name);
        if let (Some(axis), Some(value)) = (axis, number(&property)) {
            self.place[axis] = value;
        } else if ["vertex_indices", "vertex_index"].contains(&name) {
            match whole_numbers(property) {
                Some(corners) => self.corners = corners,
                None => return PropertyAccessResult::UnsupportedType,
            }
        } else {
            return PropertyAccessResult::Ignored;
        }
        PropertyAccessResult::Set
    }
}

fn number(property: &Property) -> Option<f64> {
    Some(match *property {
        Property::Char(v) => f64::from(v),
        Property::UChar(v) => f64::from(v),
        Property::Short(v) => f64::from(v),
        Property::UShort(v) => f64::from(v),
        Property::Int(v) => f64::from(v),
        Property::UInt(v) => f64::from(v),
        Property::Float(v) => f64::from(v),
        Property::Double(v) => v,
        _ => return None,
    })
}

fn whole_numbers(property: Property) -> Option<Vec<i64>> {
    Some(match property {
        Property::ListChar(v) => v.into_iter().map(i64::from).collect(),
        Property::ListUChar(v) => v.into_iter().map(i64::from).collect(),
        Property::ListShort(v) => v.into_iter().map(i64::from).collect(),
        Property::ListUShort(v) => v.into_iter().map(i64::from).collect(),
        Property::ListInt(v) => v.into_iter().map(i64::from).collect(),
        Property::ListUInt(v) => v.into_iter().map(i64::from).collect(),
        _ => return None,
    })
}

pub(super) fn parse(bytes: &[u8]) -> Result<TriangleMesh, Broken> {
    let parser = Parser::<Element>::new();
    let mut reader = Reader::new(bytes);
    let header = parser.read_header(&mut reader).map_err(Broken::because)?;
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for (name, element) in &header.elements {
        // Every element takes at least a byte, unless it has no properties.
        if element.count > bytes.len() {
            let count = element.count;
            return Err(Broken::because(format!(
                "it cannot hold the {count} `{name}` it claims"
            )));
        }
        let elements = parser
            .read_payload_for_element(&mut reader, element, &header)
            .map_err(Broken::because)?;
        match name.as_str() {
            "vertex" => vertices = elements.into_iter().map(|e| e.place).collect(),
            "face" => faces = elements,
            _ => {}
        }
    }
    let mut mesh = TriangleMesh {
        vertices,
        triangles: Vec::new(),
    };
    for face in faces {
        let corner = |v: &i64| {
            u32::try_from(*v)
                .ok()
                .filter(|v| (*v as usize) < mesh.vertices.len())
        };
        let corners: Option<Vec<u32>> = face.corners.iter().map(corner).collect();
        let corners =
            corners.ok_or_else(|| Broken::because("a face names a corner that is not there"))?;
        polygon::cut(&mesh.vertices, &corners, &mut mesh.triangles);
    }
    Ok(mesh)
}
