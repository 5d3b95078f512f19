//! Constructors of shapes.

use super::lathe::Lathe;
use super::sweep::Sweep;
use super::{Form, Shape, combine};
use crate::error::{ShapeError, positive};
use crate::profile::Region;
use crate::{Bounds, Outline, Placement, Profile, SampledDistance, TriangleMesh};
use plastica_tensor::Vec3;

/// Lengths are to be positive.
impl Shape {
    /// A box along the axes, centred, with the given sides [m].
    pub fn block(size: Vec3<f64>) -> Shape {
        let half = size.scale(0.5);
        Shape::centred(Form::Block { half }, half)
    }
    /// A ball about the origin with the given radius [m].
    pub fn sphere(radius: f64) -> Shape {
        Shape::centred(Form::Sphere { radius }, Vec3::splat(radius))
    }
    /// A cylinder along y, centred; radius and height in metres.
    pub fn cylinder(radius: f64, height: f64) -> Shape {
        let half = height / 2.0;
        let form = Form::Cylinder { radius, half };
        Shape::centred(form, Vec3::new(radius, half, radius))
    }
    /// A cylinder along y with a half ball at each end, centred; `height` is without the half
    /// balls; both in metres.
    pub fn capsule(radius: f64, height: f64) -> Shape {
        let half = height / 2.0;
        let form = Form::Capsule { radius, half };
        Shape::centred(form, Vec3::new(radius, half + radius, radius))
    }
    /// A cone along y with its base at y = 0; `top_radius` 0 gives a tip; all in metres.
    pub fn cone(radius: f64, top_radius: f64, height: f64) -> Shape {
        let widest = radius.max(top_radius);
        let bounds = Bounds {
            low: Vec3::new(-widest, 0.0, -widest),
            high: Vec3::new(widest, height, widest),
        };
        let form = Form::Cone {
            radius,
            top: top_radius,
            height,
        };
        Shape::new(form, Some(bounds))
    }
    /// A ring about y: `radius` to the middle of the tube, `tube_radius` of the tube, in metres.
    pub fn torus(radius: f64, tube_radius: f64) -> Shape {
        let out = radius + tube_radius;
        let form = Form::Torus {
            radius,
            tube: tube_radius,
        };
        Shape::centred(form, Vec3::new(out, tube_radius, out))
    }
    /// A ball stretched along the axes; half its extents [m].
    pub fn ellipsoid(radii: Vec3<f64>) -> Shape {
        Shape::centred(Form::Ellipsoid { radii }, radii)
    }
    /// Everything with n·x ≤ `offset` [m]; the normal may have any length but 0 and is made a unit
    /// vector.
    pub fn half_space(normal: Vec3<f64>, offset: f64) -> Shape {
        let normal = normal.scale(1.0 / normal.norm());
        Shape::new(Form::HalfSpace { normal, offset }, None)
    }
    /// A flat star in the x–y plane with a tip on the y axis, centred: tips, distance of the tips
    /// [m], of the notches as a fraction of that, thickness along z [m].
    pub fn star(points: u32, radius: f64, inner: f64, thickness: f64) -> Result<Shape, ShapeError> {
        let outline = Outline::Star {
            points,
            radius,
            inner,
        };
        Shape::extrude(&outline.into(), thickness)
    }
    /// What lies in any of several.
    pub fn union(shapes: Vec<Shape>) -> Shape {
        let bounds = combine::joined_bounds(&shapes);
        Shape::new(Form::Union(shapes), bounds)
    }
    /// What lies in all of several.
    pub fn intersection(shapes: Vec<Shape>) -> Shape {
        let bounds = combine::common_bounds(&shapes);
        Shape::new(Form::Intersection(shapes), bounds)
    }
    /// What lies in the first and in none of the others.
    pub fn difference(shapes: Vec<Shape>) -> Shape {
        let bounds = match shapes.first() {
            Some(first) => first.bounds(),
            None => Some(Bounds::EMPTY),
        };
        Shape::new(Form::Difference(shapes), bounds)
    }
    /// What lies in any of several, seams filled: between two walls that meet at a right angle the
    /// filling begins `radius` [m] from the seam on either side, as a circular fillet of that
    /// radius does. Surfaces that nearly coincide swell by up to a quarter of it.
    pub fn smooth_union(shapes: Vec<Shape>, radius: f64) -> Shape {
        let bounds = combine::swollen_bounds(&shapes, radius);
        Shape::new(Form::SmoothUnion { shapes, radius }, bounds)
    }
    /// An outline drawn out along z, centred, `height` [m] long.
    pub fn extrude(profile: &Profile, height: f64) -> Result<Shape, ShapeError> {
        let half = positive("height", height)? / 2.0;
        Ok(Shape::drawn_out(Region::new(profile)?, half))
    }
    /// The part of an outline at x ≥ 0, turned about y.
    pub fn lathe(profile: &Profile) -> Result<Shape, ShapeError> {
        let lathe = Lathe::new(profile)?;
        let bounds = lathe.bounds();
        Ok(Shape::new(Form::Lathe(lathe), Some(bounds)))
    }
    /// An outline moved along a smooth path through points [m], square to it and without twist.
    ///
    /// At the start the outline's y axis is as upright as it can be (for a path that starts along
    /// y, it points against z), and its x axis lies to the left of who travels, so that a path
    /// along z leaves the outline as it is drawn.
    pub fn sweep(profile: &Profile, path: &[[f64; 3]]) -> Result<Shape, ShapeError> {
        let sweep = Sweep::new(profile, path)?;
        let bounds = sweep.bounds();
        Ok(Shape::new(Form::Sweep(sweep), Some(bounds)))
    }
    /// The inside of a closed triangle mesh. Vertices closer than 1e-7 of its size are made one,
    /// triangles without three corners dropped, faces turned outwards.
    pub fn mesh(mesh: TriangleMesh) -> Result<Shape, ShapeError> {
        let sampled = SampledDistance::new(mesh.into_solid()?);
        let bounds = sampled.bounds();
        Ok(Shape::new(Form::Mesh(sampled), Some(bounds)))
    }
    /// The shape scaled, then turned, then moved.
    pub fn placed(&self, placement: Placement) -> Shape {
        let bounds = self
            .bounds()
            .map(|bounds| placed_bounds(&bounds, &placement));
        let form = Form::Placed {
            shape: self.clone(),
            placement,
        };
        Shape::new(form, bounds)
    }
    /// The shape moved [m].
    pub fn at(&self, x: f64, y: f64, z: f64) -> Shape {
        self.placed(Placement::at(Vec3::new(x, y, z)))
    }

    /// What a round pen of radius `pen` covers along lines of the x–y plane, drawn out along z.
    pub(crate) fn strokes(lines: &[Vec<[f64; 2]>], pen: f64, height: f64) -> Shape {
        Shape::drawn_out(Region::strokes(lines, pen), 0.5 * height)
    }

    fn drawn_out(region: Region, half: f64) -> Shape {
        let [low, high] = region.bounds();
        let bounds = Bounds {
            low: Vec3::new(low[0], low[1], -half),
            high: Vec3::new(high[0], high[1], half),
        };
        Shape::new(Form::Extrude { region, half }, Some(bounds))
    }

    fn centred(form: Form, half: Vec3<f64>) -> Shape {
        Shape::new(form, Some(Bounds::centred(Vec3::zero(), half)))
    }
}

/// The box around a turned box: half extents add up by the magnitudes of the rotation's entries.
fn placed_bounds(bounds: &Bounds, placement: &Placement) -> Bounds {
    if bounds.is_empty() {
        return Bounds::EMPTY;
    }
    let half = placement
        .rotation
        .map(f64::abs)
        .mul_vec(bounds.size().scale(0.5 * placement.scale));
    Bounds::centred(placement.outward(bounds.centre()), half)
}
