//! From the description of a shape to one that can be asked for distances.

use super::{Form, Shape as Description};
use crate::assets::MeshFile;
use crate::{placement, profile};
use plastica_geometry::{Outline, Placement, Profile, Shape, ShapeError, TriangleMesh, figure};
use plastica_tensor::Vec3;

/// The shape that a scene describes, where it stands.
/// A mistake in a mesh names the file it is in.
pub fn build(description: &Description) -> Result<Shape, String> {
    let form = form(&description.form)?;
    let placement = placement(&description.placement);
    if placement == Placement::identity() {
        return Ok(form);
    }
    Ok(form.placed(placement))
}

/// Scaled first, then turned, then moved.
fn placement(description: &placement::Placement) -> Placement {
    let rotation = &description.rotation;
    Placement::at(Vec3(description.position))
        .turned(Vec3(rotation.axis), rotation.angle)
        .scaled(description.scale)
}

fn form(form: &Form) -> Result<Shape, String> {
    let in_words = |error: ShapeError| error.to_string();
    let all = |shapes: &[Description]| -> Result<Vec<Shape>, String> {
        shapes.iter().map(build).collect()
    };
    Ok(match form {
        Form::Box { size } => Shape::block(Vec3(*size)),
        Form::Sphere { radius } => Shape::sphere(*radius),
        Form::Cylinder { radius, height } => Shape::cylinder(*radius, *height),
        Form::Capsule { radius, height } => Shape::capsule(*radius, *height),
        Form::Cone {
            radius,
            top_radius,
            height,
        } => Shape::cone(*radius, *top_radius, *height),
        Form::Torus {
            radius,
            tube_radius,
        } => Shape::torus(*radius, *tube_radius),
        Form::Ellipsoid { radii } => Shape::ellipsoid(Vec3(*radii)),
        Form::HalfSpace { normal, offset } => Shape::half_space(Vec3(*normal), *offset),
        Form::Star { star, thickness } => {
            Shape::star(star.points, star.radius, star.inner, *thickness).map_err(in_words)?
        }
        Form::Union(shapes) => Shape::union(all(shapes)?),
        Form::Intersection(shapes) => Shape::intersection(all(shapes)?),
        Form::Difference(shapes) => Shape::difference(all(shapes)?),
        Form::SmoothUnion { shapes, radius } => Shape::smooth_union(all(shapes)?, *radius),
        Form::Extrude {
            profile: outline,
            height,
        } => Shape::extrude(&profile(outline), *height).map_err(in_words)?,
        Form::Lathe { profile: outline } => Shape::lathe(&profile(outline)).map_err(in_words)?,
        Form::Sweep {
            profile: outline,
            path,
        } => Shape::sweep(&profile(outline), path).map_err(in_words)?,
        Form::Mesh(MeshFile { file, mesh }) => {
            let in_file = |reason: String| format!("{}: {reason}", file.display());
            Shape::mesh(TriangleMesh::clone(mesh)).map_err(|error| in_file(error.to_string()))?
        }
        Form::Figure { name, height } => high(&name.shape(), *height),
        Form::Letters { text, height } => high(&figure::letters(text).map_err(in_words)?, *height),
    })
}

/// A shape of unit height made `height` [m] high.
fn high(shape: &Shape, height: f64) -> Shape {
    shape.placed(Placement::identity().scaled(height))
}

fn profile(description: &profile::Profile) -> Profile {
    let outline = match &description.outline {
        profile::Outline::Circle { radius } => Outline::Circle { radius: *radius },
        profile::Outline::Rectangle { size } => Outline::Rectangle { size: *size },
        profile::Outline::Polygon { points } => Outline::Polygon {
            points: points.clone(),
        },
        profile::Outline::Curve { points } => Outline::Curve {
            points: points.clone(),
        },
        profile::Outline::Star(star) => Outline::Star {
            points: star.points,
            radius: star.radius,
            inner: star.inner,
        },
    };
    Profile {
        outline,
        offset: description.offset,
    }
}
