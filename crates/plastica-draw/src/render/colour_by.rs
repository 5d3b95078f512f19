//! Colouring by a quantity of the points.

use crate::DrawError;
use plastica_core::{Attribute, Frame};

/// The number made of an attribute's numbers at a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// The number itself, the magnitude of a vector, the von Mises value of a tensor.
    #[default]
    Natural,
    /// One of the numbers, from 0.
    Component(usize),
    /// The root of the sum of squares, each off-diagonal entry of a tensor counted twice.
    Magnitude,
    /// √(3/2 s:s) of the deviator s of a symmetric tensor.
    VonMises,
    /// Minus a third of the trace of a symmetric tensor: positive in compression.
    Pressure,
}

/// Which quantity gives the colour, and the range that the colours span.
#[derive(Clone, Debug, PartialEq)]
pub struct ColourBy {
    /// Name of the attribute.
    pub attribute: String,
    /// What is shown of it.
    pub measure: Measure,
    /// Values with the first and the last colour, in the attribute's unit; `None` for what the frame
    /// has, without its outermost hundredths.
    pub range: Option<(f64, f64)>,
}

/// The values of a frame's points, with what a legend says about them.
pub(crate) struct Measured {
    /// One per point; NaN where the attribute is not finite.
    pub(crate) values: Vec<f64>,
    pub(crate) label: String,
    pub(crate) unit: String,
    pub(crate) range: (f64, f64),
}

impl ColourBy {
    /// The attribute's natural measure, over the range of each frame by itself.
    pub fn attribute(name: impl Into<String>) -> Self {
        ColourBy {
            attribute: name.into(),
            measure: Measure::Natural,
            range: None,
        }
    }

    /// Another measure.
    pub fn measure(mut self, measure: Measure) -> Self {
        self.measure = measure;
        self
    }

    /// The same colours for the same values in all of these frames. Frames without the attribute
    /// are left out.
    pub fn over<'a>(mut self, frames: impl IntoIterator<Item = &'a Frame>) -> Self {
        let frames = frames.into_iter();
        self.range = frames
            .filter_map(|frame| inner_range(&self.values(frame).ok()?.1))
            .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        self
    }

    pub(crate) fn measured(&self, frame: &Frame) -> Result<Measured, DrawError> {
        let (measure, values) = self.values(frame)?;
        let given = self
            .range
            .filter(|(low, high)| low.is_finite() && high.is_finite());
        let range = given.or_else(|| inner_range(&values)).unwrap_or((0.0, 1.0));
        let attribute = self.found(frame)?;
        Ok(Measured {
            range: widened(range),
            label: label(measure, attribute),
            unit: attribute.unit.to_string(),
            values,
        })
    }

    fn found<'a>(&self, frame: &'a Frame) -> Result<&'a Attribute, DrawError> {
        frame
            .attribute(&self.attribute)
            .ok_or_else(|| DrawError::NoAttribute {
                name: self.attribute.clone(),
                known: frame.attributes.iter().map(|a| a.name.clone()).collect(),
            })
    }

    /// What is measured, and its value at each point; NaN where it is not finite.
    fn values(&self, frame: &Frame) -> Result<(Measure, Vec<f64>), DrawError> {
        let attribute = self.found(frame)?;
        let measure = concrete(self.measure, attribute)?;
        let points = frame
            .positions
            .len()
            .min(attribute.values.len() / attribute.components);
        let values = (0..points)
            .map(|point| value(measure, attribute, point))
            .map(|v| if v.is_finite() { v } else { f64::NAN });
        Ok((measure, values.collect()))
    }
}

/// A measure that the attribute has.
fn concrete(measure: Measure, attribute: &Attribute) -> Result<Measure, DrawError> {
    let components = attribute.components;
    let fits = match measure {
        Measure::Natural => match components {
            1 => return Ok(Measure::Component(0)),
            6 => return Ok(Measure::VonMises),
            _ => return Ok(Measure::Magnitude),
        },
        Measure::Component(k) => k < components,
        Measure::Magnitude => components > 0,
        Measure::VonMises | Measure::Pressure => components == 6,
    };
    if fits {
        Ok(measure)
    } else {
        Err(DrawError::BadMeasure {
            name: attribute.name.clone(),
            components,
        })
    }
}

fn value(measure: Measure, attribute: &Attribute, point: usize) -> f64 {
    let n = attribute.components;
    let at = |k: usize| attribute.values.at(point * n + k);
    // Order of a tensor: xx, yy, zz, xy, yz, xz.
    match measure {
        Measure::Component(k) => at(k),
        Measure::Pressure => -(at(0) + at(1) + at(2)) / 3.0,
        Measure::VonMises => {
            let (x, y, z) = (at(0) - at(1), at(1) - at(2), at(2) - at(0));
            let shear = at(3).powi(2) + at(4).powi(2) + at(5).powi(2);
            (0.5 * (x * x + y * y + z * z) + 3.0 * shear).sqrt()
        }
        Measure::Magnitude | Measure::Natural => {
            let weight = |k: usize| if n == 6 && k >= 3 { 2.0 } else { 1.0 };
            let squares = (0..n).map(|k| weight(k) * at(k).powi(2));
            squares.sum::<f64>().sqrt()
        }
    }
}

fn label(measure: Measure, attribute: &Attribute) -> String {
    const AXES: [&str; 6] = ["xx", "yy", "zz", "xy", "yz", "xz"];
    let name = attribute.name.replace('_', " ");
    match (measure, attribute.components) {
        (Measure::Component(k), 6) => format!("{name}_{{{}}}", AXES[k]),
        (Measure::Component(k), 3) => format!("{name}_{{{}}}", ["x", "y", "z"][k]),
        (Measure::Component(_), _) => name,
        (Measure::Pressure, _) => "pressure".to_string(),
        (Measure::VonMises, _) => format!("von Mises {name}"),
        (Measure::Magnitude | Measure::Natural, _) if name == "velocity" => "speed".to_string(),
        (Measure::Magnitude | Measure::Natural, _) => format!("|{name}|"),
    }
}

/// The range of all but the outermost hundredths, so that one wild point does not flatten the rest; `None` without values.
fn inner_range(values: &[f64]) -> Option<(f64, f64)> {
    let mut finite: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
    let last = finite.len().checked_sub(1)?;
    let skip = finite.len() / 100;
    let low = *finite.select_nth_unstable_by(skip, f64::total_cmp).1;
    let high = *finite.select_nth_unstable_by(last - skip, f64::total_cmp).1;
    Some((low, high))
}

/// A range that can be divided by: a single value stands in its middle; zero, below which many quantities cannot be, at
/// its foot.
fn widened((low, high): (f64, f64)) -> (f64, f64) {
    let least = 1e-9 * low.abs().max(high.abs());
    if high - low > least {
        (low, high)
    } else if low == 0.0 {
        (0.0, 1.0)
    } else {
        (low - 0.05 * low.abs(), low + 0.05 * low.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plastica_core::Values;

    fn frame(name: &str, components: usize, values: Vec<f64>) -> Frame {
        Frame {
            positions: vec![[0.0; 3]; values.len() / components],
            attributes: vec![Attribute {
                name: name.into(),
                unit: "Pa".into(),
                components,
                values: Values::F64(values),
            }],
            ..Frame::default()
        }
    }

    fn first(measure: Measure, components: usize, values: &[f64]) -> f64 {
        let frame = frame("stress", components, values.to_vec());
        let by = ColourBy::attribute("stress").measure(measure);
        by.measured(&frame).unwrap().values[0]
    }

    #[test]
    fn tensors_are_measured_as_textbooks_say() {
        // Uniaxial: the von Mises value is the stress; pure shear: √3 times the shear.
        let uniaxial = [3.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(first(Measure::Natural, 6, &uniaxial), 3.0);
        assert_eq!(first(Measure::Pressure, 6, &uniaxial), -1.0);
        let shear = first(Measure::VonMises, 6, &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0]);
        assert!((shear - 2.0 * 3f64.sqrt()).abs() < 1e-12);
        assert_eq!(first(Measure::Natural, 3, &[3.0, 4.0, 12.0]), 13.0);
        assert_eq!(first(Measure::Component(1), 3, &[3.0, 4.0, 12.0]), 4.0);
    }

    #[test]
    fn what_is_not_there_is_said() {
        let frame = frame("speed", 1, vec![1.0]);
        let missing = ColourBy::attribute("stress").measured(&frame);
        assert!(matches!(missing, Err(DrawError::NoAttribute { known, .. }) if known == ["speed"]));
        let wrong = ColourBy::attribute("speed").measure(Measure::VonMises);
        assert!(matches!(
            wrong.measured(&frame),
            Err(DrawError::BadMeasure { .. })
        ));
    }

    #[test]
    fn ranges_leave_wild_values_out_and_are_never_empty() {
        let mut values: Vec<f64> = (0..1000).map(f64::from).collect();
        values[500] = 1e30;
        values[501] = f64::NAN;
        let many = frame("a", 1, values);
        let (low, high) = ColourBy::attribute("a").measured(&many).unwrap().range;
        assert!(
            low < 20.0 && (980.0..1000.0).contains(&high),
            "{low} {high}"
        );
        for value in [0.0, -7.0, f64::INFINITY] {
            let one = frame("a", 1, vec![value]);
            let (low, high) = ColourBy::attribute("a").measured(&one).unwrap().range;
            assert!(low < high);
        }
        let frames = [frame("a", 1, vec![1.0, 2.0]), frame("a", 1, vec![5.0, 3.0])];
        let over = ColourBy::attribute("a").over(&frames);
        assert_eq!(over.range, Some((1.0, 5.0)));
        // At rest at first: nothing is slower than that.
        let frames = [
            frame("a", 3, vec![0.0; 6]),
            frame("a", 3, vec![0.0, 3.0, 4.0]),
        ];
        let over = ColourBy::attribute("a").over(&frames);
        assert_eq!(over.range, Some((0.0, 5.0)));
        let at_rest = ColourBy::attribute("a").over(&frames[..1]);
        assert_eq!(at_rest.measured(&frames[0]).unwrap().range, (0.0, 1.0));
    }
}
