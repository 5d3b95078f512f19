//! A region of space that knows how far away it is.

mod build;
mod combine;
mod lathe;
pub(crate) mod normal;
mod solid;
mod sweep;

use crate::profile::Region;
use crate::{Bounds, Placement, SampledDistance};
use lathe::Lathe;
use plastica_tensor::Vec3;
use std::sync::Arc;
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

impl Shape {
    fn new(form: Form, bounds: Option<Bounds>) -> Shape {
        let size = match &bounds {
            Some(bounds) if !bounds.is_empty() => bounds.size().norm(),
            _ => 1.0,
        };
        Shape {
            inner: Arc::new(Inner { form, bounds, size }),
        }
    }

    /// Signed distance of a point [m], negative inside. The table above says where it is exact and
    /// where a bound; a combination of nothing is infinitely far away.
    pub fn distance(&self, x: Vec3<f64>) -> f64 {
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
            Form::Union(shapes) => combine::union(shapes, x).0,
            Form::Intersection(shapes) => combine::intersection(shapes, x).0,
            Form::Difference(shapes) => combine::difference(shapes, x).0,
            Form::SmoothUnion { shapes, radius } => combine::smooth_union(shapes, *radius, x),
            Form::Extrude { region, half } => {
                solid::drawn_out(region.distance([x[0], x[1]]), x[2].abs() - half)
            }
            Form::Lathe(lathe) => lathe.distance(x),
            Form::Sweep(sweep) => sweep.distance(x),
            Form::Mesh(mesh) => mesh.distance(x),
            Form::Placed { shape, placement } => {
                shape.distance(placement.inward(x)) * placement.scale
            }
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

    /// Its volume [m³], or `None` when it is unbounded: counted on cells of a `cells`-th of its
    /// longest side, each refined where the surface passes. With 64 cells the error of a ball is
    /// below 1e-4 of its volume; a box along the axes is exact.
    pub fn volume_estimate(&self, cells: usize) -> Option<f64> {
        Some(crate::volume::volume(self, &self.bounds()?, cells))
    }
}
