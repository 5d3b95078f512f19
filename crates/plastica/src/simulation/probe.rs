//! Time series of points, regions and forces.

use crate::build::{self, BuildError};
use crate::components::in_file_order;
use crate::scene::{Scene, Watch};
use plastica_core::{Method, Observe, Reader, RestoreError, Selection, StepReport, World, Writer};
use plastica_geometry::Shape;
use plastica_tensor::{Mat3, Sym3, Vec3};

/// The name of a probe and the heads of its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeTable {
    /// The name of the probe.
    pub name: String,
    /// Its columns, with units.
    pub columns: Vec<&'static str>,
}

/// New rows of one probe.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeRows {
    /// The name of the probe.
    pub name: String,
    /// The rows, in the order of the columns.
    pub rows: Vec<Vec<f64>>,
}

/// Columns of a point; stresses follow.
const POINT: [&str; 7] = [
    "time_s",
    "x_m",
    "y_m",
    "z_m",
    "vx_m_per_s",
    "vy_m_per_s",
    "vz_m_per_s",
];
/// Its stresses, or what a thread or a sheet has instead: forces, forces per length.
const STRESS: [&str; 6] = ["sxx_pa", "syy_pa", "szz_pa", "sxy_pa", "syz_pa", "sxz_pa"];
const TENSION: [&str; 6] = ["nxx_n", "nyy_n", "nzz_n", "nxy_n", "nyz_n", "nxz_n"];
const MEMBRANE: [&str; 6] = [
    "nxx_n_per_m",
    "nyy_n_per_m",
    "nzz_n_per_m",
    "nxy_n_per_m",
    "nyz_n_per_m",
    "nxz_n_per_m",
];
const REGION: &[&str] = &[
    "time_s",
    "mass_kg",
    "volume_m3",
    "vx_m_per_s",
    "vy_m_per_s",
    "vz_m_per_s",
    "sxx_pa",
    "syy_pa",
    "szz_pa",
    "sxy_pa",
    "syz_pa",
    "sxz_pa",
    "exx",
    "eyy",
    "ezz",
    "exy",
    "eyz",
    "exz",
];
const FORCE: &[&str] = &["time_s", "fx_n", "fy_n", "fz_n"];

enum Target {
    /// The point with an id, and what its stresses are called.
    Point(u32, [&'static str; 6]),
    Region {
        shape: Shape,
        body: Option<u32>,
    },
    /// A collider by index.
    Collider(usize),
    /// A grip by index.
    Grip(usize),
}

struct Probe {
    name: String,
    target: Target,
    interval: Option<f64>,
    /// When the last row was written [s].
    last: f64,
    /// Impulse since then [N s].
    impulse: Vec3<f64>,
    rows: Vec<Vec<f64>>,
}

/// All probes of a scene.
pub(super) struct Probes(Vec<Probe>);

impl Probes {
    pub(super) fn new(
        scene: &Scene,
        world: &World,
        points: &dyn Observe,
    ) -> Result<Self, BuildError> {
        let parts = points.parts();
        let mut probes = Vec::new();
        for probe in &scene.probes {
            let fail = |reason: String| BuildError::one(format!("probe {:?}", probe.name), reason);
            let body = |name: &Option<String>| {
                let name = name.as_ref()?;
                let place = parts.iter().position(|part| part.name == *name);
                place.map(|place| place as u32)
            };
            let target = match &probe.watch {
                Watch::Point {
                    position,
                    body: name,
                } => {
                    let id = nearest(points, Vec3(*position), body(name));
                    let id = id.ok_or_else(|| {
                        fail("there is no material point to follow at the start".into())
                    })?;
                    Target::Point(id, stress_columns(points, id))
                }
                Watch::Region {
                    shape,
                    placement,
                    body: name,
                } => Target::Region {
                    shape: build::region(shape, placement).map_err(fail)?,
                    body: body(name),
                },
                Watch::Force { on } => {
                    let collider = world
                        .colliders
                        .iter()
                        .position(|c| c.name == *on)
                        .map(Target::Collider);
                    let grip = world
                        .grips
                        .iter()
                        .position(|g| g.name == *on)
                        .map(Target::Grip);
                    collider
                        .or(grip)
                        .ok_or_else(|| fail(format!("there is no collider or grip {on:?}")))?
                }
            };
            probes.push(Probe {
                name: probe.name.clone(),
                target,
                interval: probe.interval,
                last: 0.0,
                impulse: Vec3::zero(),
                rows: Vec::new(),
            });
        }
        let mut probes = Probes(probes);
        for probe in &mut probes.0 {
            probe.write(0.0, points);
        }
        Ok(probes)
    }

    pub(super) fn tables(&self) -> Vec<ProbeTable> {
        let table = |probe: &Probe| ProbeTable {
            name: probe.name.clone(),
            columns: match &probe.target {
                Target::Point(_, stress) => POINT.iter().chain(stress).copied().collect(),
                Target::Region { .. } => REGION.to_vec(),
                Target::Collider(_) | Target::Grip(_) => FORCE.to_vec(),
            },
        };
        self.0.iter().map(table).collect()
    }

    /// The next time after `now` at which a row is due [s].
    pub(super) fn next_time(&self, now: f64) -> f64 {
        self.0
            .iter()
            .filter_map(|probe| probe.interval)
            .map(|interval| next_multiple(now, interval))
            .fold(f64::INFINITY, f64::min)
    }

    pub(super) fn add_impulses(&mut self, report: &StepReport) {
        for probe in &mut self.0 {
            let impulse = match probe.target {
                Target::Collider(k) => report.collider_impulses.get(k),
                Target::Grip(k) => report.grip_impulses.get(k),
                _ => None,
            };
            if let Some(impulse) = impulse {
                probe.impulse = probe.impulse + Vec3(*impulse);
            }
        }
    }

    /// Writes the rows that are due.
    pub(super) fn record(&mut self, now: f64, at_frame: bool, method: &dyn Method) {
        for probe in &mut self.0 {
            let due = match probe.interval {
                None => at_frame,
                Some(interval) => now >= next_multiple(probe.last, interval) * (1.0 - 1e-12),
            };
            if due {
                let points = method.observe();
                probe.write(now, points.expect("steps end unfused where a row is due"));
            }
        }
    }

    pub(super) fn take_rows(&mut self) -> Vec<ProbeRows> {
        let rows = |probe: &mut Probe| ProbeRows {
            name: probe.name.clone(),
            rows: std::mem::take(&mut probe.rows),
        };
        self.0.iter_mut().map(rows).collect()
    }

    pub(super) fn save(&self, to: &mut Writer) {
        to.u64(self.0.len() as u64);
        for probe in &self.0 {
            to.f64(probe.last);
            probe.impulse.0.iter().for_each(|i| to.f64(*i));
            to.u64(match probe.target {
                Target::Point(id, _) => u64::from(id),
                _ => 0,
            });
            to.scalars(&probe.rows.concat());
        }
    }

    pub(super) fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        let count = from.u64()?;
        // A changed scene may have other probes: theirs start anew.
        let same = count == self.0.len() as u64;
        for k in 0..count as usize {
            let last = from.f64()?;
            let impulse = Vec3([from.f64()?, from.f64()?, from.f64()?]);
            let id = from.u64()? as u32;
            let rows: Vec<f64> = from.scalars()?;
            if !same {
                continue;
            }
            let probe = &mut self.0[k];
            let width = match &mut probe.target {
                Target::Point(point, stress) => {
                    *point = id;
                    POINT.len() + stress.len()
                }
                Target::Region { .. } => REGION.len(),
                Target::Collider(_) | Target::Grip(_) => FORCE.len(),
            };
            probe.last = last;
            probe.impulse = impulse;
            probe.rows = rows.chunks(width).map(<[f64]>::to_vec).collect();
        }
        Ok(())
    }
}

/// The first multiple of an interval after a time.
fn next_multiple(after: f64, interval: f64) -> f64 {
    let k = (after / interval * (1.0 + 1e-12)).floor() + 1.0;
    k * interval
}

/// What the stresses of a point are called.
fn stress_columns(points: &dyn Observe, id: u32) -> [&'static str; 6] {
    let mut names = STRESS;
    points.visit(Selection::Id(id), &mut |point| {
        names = match point.resultant {
            None => STRESS,
            Some(resultant) if resultant.per_length => MEMBRANE,
            Some(_) => TENSION,
        };
    });
    names
}

fn nearest(points: &dyn Observe, place: Vec3<f64>, body: Option<u32>) -> Option<u32> {
    let mut best: Option<(f64, u32)> = None;
    points.visit(Selection::All, &mut |point| {
        if body.is_some_and(|body| body != point.body) {
            return;
        }
        let distance = (Vec3(point.position) - place).norm_squared();
        if best.is_none_or(|(least, id)| distance < least || (distance == least && point.id < id)) {
            best = Some((distance, point.id));
        }
    });
    best.map(|(_, id)| id)
}

impl Probe {
    fn write(&mut self, now: f64, points: &dyn Observe) {
        let mut row = vec![now];
        match &self.target {
            Target::Point(id, _) => {
                let mut values = [f64::NAN; 12];
                points.visit(Selection::Id(*id), &mut |point| {
                    values[..3].copy_from_slice(&point.position);
                    values[3..6].copy_from_slice(&point.velocity);
                    let resultant = point.resultant.map(|resultant| resultant.tensor);
                    if let Some(stress) = point.cauchy.or(resultant) {
                        values[6..].copy_from_slice(&in_file_order(stress));
                    }
                });
                row.extend(values);
            }
            Target::Region { shape, body } => row.extend(averages(points, shape, *body)),
            Target::Collider(_) | Target::Grip(_) => {
                let passed = now - self.last;
                let force = if passed > 0.0 {
                    self.impulse.scale(1.0 / passed)
                } else {
                    Vec3::zero()
                };
                row.extend(force.0);
            }
        }
        self.rows.push(row);
        self.last = now;
        self.impulse = Vec3::zero();
    }
}

/// A sum of tensors weighted by volume, over the points that have both.
struct Average {
    volume: f64,
    sum: Sym3<f64>,
}

impl Average {
    fn none() -> Self {
        Average {
            volume: 0.0,
            sum: Sym3::zero(),
        }
    }
    fn add(&mut self, volume: Option<f64>, tensor: Option<Sym3<f64>>) {
        if let (Some(volume), Some(tensor)) = (volume, tensor) {
            self.volume += volume;
            self.sum = self.sum + tensor.scale(volume);
        }
    }
    /// Not a number where no point had both.
    fn value(&self) -> [f64; 6] {
        if self.volume > 0.0 {
            in_file_order(self.sum.scale(1.0 / self.volume))
        } else {
            [f64::NAN; 6]
        }
    }
}

/// Mass, volume, and averages by volume of velocity (by mass), stress and elastic logarithmic strain. What is not there, or
/// what the method does not have, is no number.
fn averages(points: &dyn Observe, shape: &Shape, body: Option<u32>) -> [f64; 17] {
    let (mut mass, mut volume, mut momentum) = (0.0, None, Vec3::zero());
    let (mut stress, mut strain) = (Average::none(), Average::none());
    points.visit(Selection::All, &mut |point| {
        if body.is_some_and(|body| body != point.body) || !shape.contains(Vec3(point.position)) {
            return;
        }
        mass += point.mass;
        if let Some(own) = point.volume {
            *volume.get_or_insert(0.0) += own;
        }
        momentum = momentum + Vec3(point.velocity).scale(point.mass);
        stress.add(point.volume, point.cauchy);
        strain.add(point.volume, point.deformation.as_ref().map(hencky));
    });
    let mut values = [0.0; 17];
    values[0] = mass;
    if mass > 0.0 {
        values[1] = volume.unwrap_or(f64::NAN);
        values[2..5].copy_from_slice(&momentum.scale(1.0 / mass).0);
        values[5..11].copy_from_slice(&stress.value());
        values[11..17].copy_from_slice(&strain.value());
    }
    values
}

/// ½ log(F Fᵀ).
fn hencky(deformation: &Mat3<f64>) -> Sym3<f64> {
    let (values, axes) = plastica_tensor::eigen(&deformation.mul_transpose_self());
    axes.conjugate_diagonal(Vec3(values.0.map(|v| 0.5 * v.max(1e-300).ln())))
}
