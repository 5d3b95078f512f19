//! Grains as a frame: instances with place, rotation and size.

use super::grain::Grain;
use plastica_core::{Attribute, Frame, Values};

/// The grains at the time of a frame of the material.
pub(super) fn frame(material: &Frame, grains: &[Grain]) -> Frame {
    let attribute = |name: &str, unit: &'static str, components, values| Attribute {
        name: name.into(),
        unit: unit.into(),
        components,
        values,
    };
    let whole = |name: &str, of: fn(&Grain) -> u32| {
        attribute(name, "1", 1, Values::U32(grains.iter().map(of).collect()))
    };
    fn real<const N: usize>(grains: &[Grain], of: impl Fn(&Grain) -> [f64; N]) -> Values {
        let numbers = grains.iter().flat_map(of);
        Values::F32(numbers.map(|x| x as f32).collect())
    }
    Frame {
        number: material.number,
        time: material.time,
        positions: grains.iter().map(|grain| grain.place.0).collect(),
        double: material.double,
        attributes: vec![
            whole("id", |grain| grain.id),
            whole("body", |grain| grain.body),
            whole("material", |grain| grain.material),
            whole("set", |grain| grain.set),
            whole("escaped", |grain| u32::from(grain.escaped)),
            attribute(
                "orientation",
                "1",
                4,
                real(grains, |grain| grain.turn.to_array()),
            ),
            attribute("scale", "m", 3, real(grains, |grain| grain.size)),
            attribute("velocity", "m/s", 3, real(grains, |grain| grain.velocity.0)),
        ],
        materials: material.materials.clone(),
        parts: material.parts.clone(),
        ..Frame::default()
    }
}
