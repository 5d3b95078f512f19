//! A region of space that knows how far away it is.

mod build;
mod combine;
mod lathe;
pub(crate) mod normal;
mod solid;
mod sweep;
mod volume;

use crate::profile::Region;
use crate::{Bounds, Placement, SampledDistance, VolumeError};
use lathe::Lathe;
use plastica_tensor::Vec3;
use std::sync::{Arc, OnceLock};
use sweep::Sweep;

/// A region of space. Cheap to clone: clones share what they are made of.
///
/// | | [`distance`](Shape::distance) |
/// |---|---|
/// | solids, half spaces, extrusions, lathes | exact |
/// | meshes | exact near the surface, see [`SampledDistance`] |
/// | sweeps | exact for a tube whose radius is below the path's radius of curvature, as long as other parts of the path stay away |
/// | combinations | a bound: right sign, never farther than the truth outside, slope at most 1 |
/// | placed shapes | as what is placed |
///
/// Curves are drawn as straight pieces, and distances are to those.
#[derive(Clone, Debug)]
pub struct Shape {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    form: Form,
    bounds: Option<Bounds>,
    /// A length typical of it [m].
    size: f64,
    /// Once it has been asked for.
    volume: OnceLock<Result<f64, VolumeError>>,
}

#[derive(Debug)]
enum Form {
    Block { half: Vec3<f64> },
    Sphere { radius: f64 },
    Cylinder { radius: f64, half: f64 },
    Capsule { radius: f64, half: f64 },
    Cone { radius: f64, top: f64, height: f64 },
    Torus { radius: f64, tube: f64 },
    Ellipsoid { radii: Vec3<f64> },
    HalfSpace { normal: Vec3<f64>, offset: f64 },
    Union(Vec<Shape>),
    Intersection(Vec<Shape>),
    Difference(Vec<Shape>),
    SmoothUnion { shapes: Vec<Shape>, radius: f64 },
    Extrude { region: Region, half: f64 },
    Lathe(Lathe),
    Sweep(Sweep),
    Mesh(SampledDistance),
    Placed { shape: Shape, placement: Placement },
}

/// How a mesh is asked for its distance.
type MeshDistance = fn(&SampledDistance, Vec3<f64>) -> f64;

impl Shape {
    fn new(form: Form, bounds: Option<Bounds>) -> Shape {
        let size = match &bounds {
            Some(bounds) if !bounds.is_empty() => bounds.size().norm(),
            _ => 1.0,
        };
        Shape {
            inner: Arc::new(Inner {
                form,
                bounds,
                size,
                volume: OnceLock::new(),
            }),
        }
    }

    /// Signed distance of a point [m], negative inside. The table above says where it is exact and
    /// where a bound; a combination of nothing is infinitely far away.
    pub fn distance(&self, x: Vec3<f64>) -> f64 {
        self.ask(x, SampledDistance::distance)
    }

    /// The same with meshes asked exactly, which builds no grid: nowhere farther than the truth.
    pub(crate) fn true_distance(&self, x: Vec3<f64>) -> f64 {
        self.ask(x, SampledDistance::exact_distance)
    }

    /// The distance, with meshes asked by a function.
    fn ask(&self, x: Vec3<f64>, mesh_distance: MeshDistance) -> f64 {
        let of = |shape: &Shape, x: Vec3<f64>| shape.ask(x, mesh_distance);
        match &self.inner.form {
            Form::Block { half } => solid::block(*half, x),
            Form::Sphere { radius } => x.norm() - radius,
            Form::Cylinder { radius, half } => solid::cylinder(*radius, *half, x),
            Form::Capsule { radius, half } => solid::capsule(*radius, *half, x),
            Form::Cone {
                radius,
                top,
                height,
            } => solid::cone(*radius, *top, *height, x),
            Form::Torus { radius, tube } => solid::torus(*radius, *tube, x),
            Form::Ellipsoid { radii } => solid::ellipsoid(*radii, x),
            Form::HalfSpace { normal, offset } => normal.dot(x) - offset,
            Form::Union(shapes) => combine::union(shapes, x, of).0,
            Form::Intersection(shapes) => combine::intersection(shapes, x, of).0,
            Form::Difference(shapes) => combine::difference(shapes, x, of).0,
            Form::SmoothUnion { shapes, radius } => combine::smooth_union(shapes, *radius, x, of),
            Form::Extrude { region, half } => {
                solid::drawn_out(region.distance([x[0], x[1]]), x[2].abs() - half)
            }
            Form::Lathe(lathe) => lathe.distance(x),
            Form::Sweep(sweep) => sweep.distance(x),
            Form::Mesh(mesh) => mesh_distance(mesh, x),
            Form::Placed { shape, placement } => of(shape, placement.inward(x)) * placement.scale,
        }
    }

    /// Whether a point lies inside or on the surface.
    pub fn contains(&self, x: Vec3<f64>) -> bool {
        if let Some(bounds) = &self.inner.bounds
            && !bounds.contains(x)
        {
            return false;
        }
        self.distance(x) <= 0.0
    }

    /// A box around it, not always the smallest; `None` when it is unbounded. The box of solids,
    /// extrusions, lathes and meshes that are not turned is the smallest.
    pub fn bounds(&self) -> Option<Bounds> {
        self.inner.bounds
    }
}
