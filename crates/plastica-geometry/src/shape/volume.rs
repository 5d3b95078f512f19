//! Volumes of shapes: in closed form where there is one, else measured by the distance.

use super::{Form, Shape};
use crate::measure::{TOLERANCE, Unsettled, measure};
use crate::{Bounds, VolumeError};
use plastica_tensor::Vec3;
use std::f64::consts::{PI, TAU};

impl Shape {
    /// Its volume [m³]. In closed form, exact to rounding, for solids, for extrusions, lathes, sweeps and meshes that do
    /// not cross themselves, and for unions and differences of parts that do not meet; else measured to better than
    /// 5e-3 of it. Costs nothing when asked again.
    pub fn volume(&self) -> Result<f64, VolumeError> {
        let settled = self.inner.volume.get_or_init(|| {
            let bounds = self.bounds().ok_or(VolumeError::Unbounded)?;
            self.closed_form()?
                .map_or_else(|| self.measured(&bounds), Ok)
        });
        settled.clone()
    }

    fn measured(&self, bounds: &Bounds) -> Result<f64, VolumeError> {
        if bounds.is_empty() {
            return Ok(0.0);
        }
        Ok(measure(
            |x: Vec3<f64>| self.true_distance(x),
            bounds,
            TOLERANCE,
        )?)
    }

    /// The volume, where it takes no measuring of the whole.
    fn closed_form(&self) -> Result<Option<f64>, VolumeError> {
        Ok(match &self.inner.form {
            Form::Block { half } => Some(8.0 * half.product()),
            Form::Sphere { radius } => Some(ball(*radius)),
            Form::Cylinder { radius, half } => Some(TAU * radius * radius * half),
            Form::Capsule { radius, half } => Some(TAU * radius * radius * half + ball(*radius)),
            Form::Cone {
                radius,
                top,
                height,
            } => Some(PI / 3.0 * height * (radius * radius + radius * top + top * top)),
            Form::Torus { radius, tube } => Some(turned_disc(*radius, *tube)),
            Form::Ellipsoid { radii } => Some(ball(1.0) * radii.product()),
            Form::HalfSpace { .. } => None,
            Form::Union(shapes) => apart(shapes, 0.0, Shape::union)?,
            // Surfaces swell by less than the radius, and only within the radius of others.
            Form::SmoothUnion { shapes, radius } => apart(shapes, 2.0 * radius, |group| {
                Shape::smooth_union(group, *radius)
            })?,
            Form::Difference(shapes) => without(shapes)?,
            Form::Intersection(shapes) => match shapes.as_slice() {
                [only] => Some(only.volume()?),
                _ => None,
            },
            Form::Extrude { region, half } => Some(2.0 * half * region.area()?),
            Form::Lathe(lathe) => lathe.volume(),
            Form::Sweep(sweep) => sweep.volume(),
            Form::Mesh(mesh) => Some(mesh.volume()?),
            Form::Placed { shape, placement } => Some(placement.scale.powi(3) * shape.volume()?),
        })
    }

    /// Whether the line between any two of its points lies in it, as far as its kind tells.
    fn is_convex(&self) -> bool {
        match &self.inner.form {
            Form::Block { .. }
            | Form::Sphere { .. }
            | Form::Cylinder { .. }
            | Form::Capsule { .. }
            | Form::Cone { .. }
            | Form::Ellipsoid { .. }
            | Form::HalfSpace { .. } => true,
            Form::Placed { shape, .. } => shape.is_convex(),
            _ => false,
        }
    }

    /// Whether it surely holds a box.
    fn holds(&self, bounds: &Bounds) -> bool {
        let corner =
            |k: usize| Vec3([0, 1, 2].map(|a| [bounds.low[a], bounds.high[a]][k >> a & 1]));
        self.is_convex() && (0..8).all(|k| self.contains(corner(k)))
    }
}

fn ball(radius: f64) -> f64 {
    4.0 / 3.0 * PI * radius.powi(3)
}

/// Volume of the part at x ≥ 0 of a disc about (`centre`, 0), turned about y: ∫ 2πx · 2√(r² − (x − c)²) dx over x ≥ 0.
/// Where the disc lies wholly there, its area times the way of its middle (Pappus).
pub(super) fn turned_disc(centre: f64, radius: f64) -> f64 {
    if centre >= radius {
        return TAU * centre * PI * radius * radius;
    }
    if centre <= -radius {
        return 0.0;
    }
    // With x = c + u: 4π ∫ (c + u) √(r² − u²) du from −c to r.
    let square = radius * radius - centre * centre;
    let segment = 0.5 * radius * radius * (0.5 * PI + (centre / radius).asin())
        + 0.5 * centre * square.sqrt();
    4.0 * PI * (centre * segment + square.powf(1.5) / 3.0)
}

/// Volume of a union of groups of shapes that do not meet, `gap` [m] or more apart; `None` where all are one group.
fn apart(
    shapes: &[Shape],
    gap: f64,
    join: impl Fn(Vec<Shape>) -> Shape,
) -> Result<Option<f64>, VolumeError> {
    let groups = match groups(shapes, gap) {
        Some(groups) if groups.len() != 1 || shapes.len() == 1 => groups,
        _ => return Ok(None),
    };
    let mut sum = 0.0;
    for group in groups {
        sum += match group.as_slice() {
            [only] => only.volume()?,
            _ => join(group).volume()?,
        };
    }
    Ok(Some(sum))
}

/// Shapes by groups whose boxes, grown by half a gap, hang together; `None` with one that has no end.
fn groups(shapes: &[Shape], gap: f64) -> Option<Vec<Vec<Shape>>> {
    let mut groups: Vec<(Bounds, Vec<usize>)> = Vec::new();
    for (i, shape) in shapes.iter().enumerate() {
        let bounds = shape.bounds()?.grown(0.5 * gap);
        if bounds.is_empty() {
            continue;
        }
        let mut joined = (bounds, vec![i]);
        // A group that grows may come to meet others.
        while let Some(met) = groups.iter().position(|g| !g.0.meet(&joined.0).is_empty()) {
            let (bounds, members) = groups.swap_remove(met);
            joined.0 = joined.0.join(&bounds);
            joined.1.extend(members);
        }
        groups.push(joined);
    }
    for (_, members) in &mut groups {
        members.sort_unstable();
    }
    groups.sort_by_key(|group| group.1[0]);
    let shapes_of = |members: Vec<usize>| members.into_iter().map(|i| shapes[i].clone()).collect();
    Some(
        groups
            .into_iter()
            .map(|(_, members)| shapes_of(members))
            .collect(),
    )
}

/// Volume of the first of some shapes without the others, where each of them lies wholly in it or does not meet it, and
/// none meets another.
fn without(shapes: &[Shape]) -> Result<Option<f64>, VolumeError> {
    let Some((first, others)) = shapes.split_first() else {
        return Ok(Some(0.0));
    };
    let Some(bounds) = first.bounds() else {
        return Ok(None);
    };
    let mut cut = Vec::new();
    for other in others {
        let Some(box_of_other) = other.bounds() else {
            return Ok(None);
        };
        if box_of_other.is_empty() || bounds.meet(&box_of_other).is_empty() {
            continue;
        }
        if !first.holds(&box_of_other) {
            return Ok(None);
        }
        cut.push(other.clone());
    }
    Ok(Some(first.volume()? - Shape::union(cut).volume()?))
}

impl From<Unsettled> for VolumeError {
    fn from(Unsettled { low, high }: Unsettled) -> Self {
        VolumeError::Unsettled { low, high }
    }
}
