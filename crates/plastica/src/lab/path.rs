//! Any path: velocity gradients or deformation gradients with times, from a CSV or TOML file.

use super::machine::{LabError, Machine};
use super::standard::{Axis, Curve, Settings, history_of};
use plastica_material::Recipe;
use plastica_tensor::Mat3;

/// Where a path goes by a certain time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Waypoint {
    /// Velocity gradient [1/s], held from the previous time until this one.
    VelocityGradient(Mat3<f64>),
    /// Total deformation gradient reached at this time, linear in between.
    Deformation(Mat3<f64>),
}

/// A sequence of waypoints with rising times [s].
#[derive(Clone, Debug, PartialEq)]
pub struct Path(Vec<(f64, Waypoint)>);

fn at(line: usize, reason: impl Into<String>) -> LabError {
    LabError::Path {
        line,
        reason: reason.into(),
    }
}

impl Path {
    /// From CSV with the header `t,L11,L12,…,L33` or `t,F11,…,F33`.
    pub fn from_csv(text: &str) -> Result<Self, LabError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty());
        let (_, header) = lines.next().ok_or_else(|| {
            at(
                1,
                "the file is empty; it starts with a header t,L11,…,L33 or t,F11,…,F33",
            )
        })?;
        let columns: Vec<&str> = header.split(',').map(str::trim).collect();
        let named = |letter: char| -> Vec<String> {
            let entries = (1..=3).flat_map(|i| (1..=3).map(move |j| format!("{letter}{i}{j}")));
            std::iter::once("t".to_string()).chain(entries).collect()
        };
        let is_gradient = match columns {
            _ if columns == named('L') => true,
            _ if columns == named('F') => false,
            _ => {
                return Err(at(
                    1,
                    format!(
                        "the header is {header:?}; it must be t,L11,L12,L13,L21,…,L33 (velocity gradient) or t,F11,…,F33 (deformation gradient)"
                    ),
                ));
            }
        };
        let mut rows = Vec::new();
        for (line, text) in lines {
            let numbers = text
                .split(',')
                .map(|cell| {
                    cell.trim()
                        .parse::<f64>()
                        .ok()
                        .filter(|x| x.is_finite())
                        .ok_or_else(|| {
                            at(line, format!("{:?} is not a finite number", cell.trim()))
                        })
                })
                .collect::<Result<Vec<f64>, _>>()?;
            if numbers.len() != 10 {
                return Err(at(
                    line,
                    format!("{} numbers; a time and nine entries are ten", numbers.len()),
                ));
            }
            let matrix = Mat3::from_fn(|i, j| numbers[1 + 3 * i + j]);
            rows.push((
                line,
                numbers[0],
                if is_gradient {
                    Waypoint::VelocityGradient(matrix)
                } else {
                    Waypoint::Deformation(matrix)
                },
            ));
        }
        Self::checked(rows)
    }

    /// From TOML: `[[step]]` tables with `time` and either `velocity_gradient` or
    /// `deformation_gradient` as three rows of three.
    pub fn from_toml(text: &str) -> Result<Self, LabError> {
        let line_of = |span: Option<std::ops::Range<usize>>| {
            1 + text[..span.map_or(0, |s| s.start.min(text.len()))]
                .matches('\n')
                .count()
        };
        let document: toml::Table = toml::from_str(text)
            .map_err(|error| at(line_of(error.span()), error.message().to_string()))?;
        let steps = document
            .get("step")
            .and_then(toml::Value::as_array)
            .ok_or_else(|| at(1, "no [[step]]; a path is a list of [[step]] tables with time and velocity_gradient or deformation_gradient"))?;
        let mut rows = Vec::new();
        for (k, step) in steps.iter().enumerate() {
            // The parser keeps no positions of values: the k-th header is found in the text.
            let line = text
                .match_indices("[[step]]")
                .nth(k)
                .map_or(1, |(byte, _)| line_of(Some(byte..byte)));
            let number = |value: &toml::Value| {
                value
                    .as_float()
                    .or(value.as_integer().map(|i| i as f64))
                    .filter(|x| x.is_finite())
            };
            let time = step
                .get("time")
                .and_then(number)
                .ok_or_else(|| at(line, "this step has no time (a number in seconds)"))?;
            let matrix = |key: &str| -> Result<Option<Mat3<f64>>, LabError> {
                let Some(value) = step.get(key) else {
                    return Ok(None);
                };
                let entries: Option<Vec<f64>> = value.as_array().and_then(|rows| {
                    rows.iter()
                        .map(|row| row.as_array().filter(|r| r.len() == 3))
                        .collect::<Option<Vec<_>>>()?
                        .into_iter()
                        .flatten()
                        .map(number)
                        .collect()
                });
                match entries.filter(|e| e.len() == 9) {
                    Some(e) => Ok(Some(Mat3::from_fn(|i, j| e[3 * i + j]))),
                    None => Err(at(
                        line,
                        format!("{key} is not three rows of three finite numbers"),
                    )),
                }
            };
            let waypoint = match (
                matrix("velocity_gradient")?,
                matrix("deformation_gradient")?,
            ) {
                (Some(l), None) => Waypoint::VelocityGradient(l),
                (None, Some(f)) => Waypoint::Deformation(f),
                _ => {
                    return Err(at(
                        line,
                        "a step has either velocity_gradient or deformation_gradient",
                    ));
                }
            };
            rows.push((line, time, waypoint));
        }
        Self::checked(rows)
    }

    /// Times rise, bodies keep a positive volume.
    fn checked(rows: Vec<(usize, f64, Waypoint)>) -> Result<Self, LabError> {
        let mut previous = 0.0;
        for (k, &(line, time, waypoint)) in rows.iter().enumerate() {
            let starts = k == 0 && time == 0.0;
            if !(time > previous || starts) {
                return Err(at(
                    line,
                    format!("time {time} s does not come after {previous} s"),
                ));
            }
            if let Waypoint::Deformation(f) = waypoint {
                let det = f.determinant();
                if !(det > 0.0) {
                    return Err(at(
                        line,
                        format!("det F = {det}; a body has a positive volume"),
                    ));
                }
            }
            previous = time;
        }
        if rows.is_empty() || previous == 0.0 {
            return Err(at(1, "the path has no step after t = 0"));
        }
        Ok(Path(
            rows.into_iter()
                .map(|(_, time, waypoint)| (time, waypoint))
                .collect(),
        ))
    }
}

/// Takes a specimen along a path.
pub fn run_path(recipe: &Recipe, path: &Path, settings: &Settings) -> Result<Curve, LabError> {
    let mut machine = Machine::turned(recipe, &settings.rotation)?;
    let mut moments = vec![*machine.now()];
    for &(until, waypoint) in &path.0 {
        let start = machine.now().time;
        if until <= start {
            // A first row at t = 0 may only say that the body is at rest.
            if waypoint != Waypoint::Deformation(Mat3::identity()) {
                return Err(LabError::Request(
                    "the row at t = 0 must be F = I: a specimen starts at rest".into(),
                ));
            }
            continue;
        }
        let steps = match settings.dt {
            Some(_) => settings.steps(until - start)?,
            None => 100,
        };
        let dt = (until - start) / steps as f64;
        let from = machine.deformation();
        for k in 1..=steps {
            match waypoint {
                Waypoint::VelocityGradient(l) => machine.drive(&l, dt)?,
                Waypoint::Deformation(to) => {
                    machine.deform_to(&(from + (to - from).scale(k as f64 / steps as f64)), dt)?
                }
            };
            moments.push(*machine.now());
        }
    }
    let equivalent =
        |cauchy: &plastica_tensor::Sym3<f64>| (1.5 * cauchy.deviator().norm_squared()).sqrt();
    Ok(Curve {
        material: recipe.name.clone(),
        test: "path",
        points: moments
            .iter()
            .map(|m| (m.time, equivalent(&m.cauchy)))
            .collect(),
        moments,
        x: Axis {
            label: "time",
            unit: "s",
        },
        y: Axis {
            label: "von Mises stress",
            unit: "Pa",
        },
        history: history_of(recipe),
    })
}
