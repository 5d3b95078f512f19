//! Shapes: primitives, their combinations, swept outlines and meshes.

mod build;
mod keys;

pub use build::build;
pub use keys::{bounded_shape, shape};

use crate::assets::MeshFile;
use crate::placement::Placement;
use crate::profile::{Profile, Star};
use plastica_geometry::figure::Figure;

/// A region of space.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The region about its own origin.
    pub form: Form,
    /// Where it stands.
    pub placement: Placement,
}

/// A region about its own origin; y is up.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A box along the axes, centred.
    Box {
        /// Its sides [m].
        size: [f64; 3],
    },
    /// A ball.
    Sphere {
        /// Its radius [m].
        radius: f64,
    },
    /// A cylinder along y, centred.
    Cylinder {
        /// Its radius [m].
        radius: f64,
        /// Its length [m].
        height: f64,
    },
    /// A cylinder along y with a half ball at each end, centred.
    Capsule {
        /// Its radius [m].
        radius: f64,
        /// Its length without the half balls [m].
        height: f64,
    },
    /// A cone along y, its base at y = 0.
    Cone {
        /// Radius of the base [m].
        radius: f64,
        /// Radius of the top [m], 0 for a tip.
        top_radius: f64,
        /// Its height [m].
        height: f64,
    },
    /// A ring about y.
    Torus {
        /// From the centre to the middle of the tube [m].
        radius: f64,
        /// Radius of the tube [m].
        tube_radius: f64,
    },
    /// A ball stretched along the axes.
    Ellipsoid {
        /// Half its extent along each axis [m].
        radii: [f64; 3],
    },
    /// Everything on one side of a plane: n·x ≤ offset.
    HalfSpace {
        /// Unit vector n that points out of it.
        normal: [f64; 3],
        /// Distance of the plane from the origin along n [m].
        offset: f64,
    },
    /// A flat star in the x–y plane, centred.
    Star {
        /// The outline.
        star: Star,
        /// Its extent along z [m].
        thickness: f64,
    },
    /// What lies in any of several.
    Union(Vec<Shape>),
    /// What lies in all of several.
    Intersection(Vec<Shape>),
    /// What lies in the first and in none of the others.
    Difference(Vec<Shape>),
    /// What lies in any of several, seams rounded.
    SmoothUnion {
        /// The shapes.
        shapes: Vec<Shape>,
        /// Radius of the rounding [m].
        radius: f64,
    },
    /// An outline drawn out along z, centred.
    Extrude {
        /// The outline.
        profile: Profile,
        /// Its length [m].
        height: f64,
    },
    /// An outline turned about y.
    Lathe {
        /// The outline; only its part at x ≥ 0 counts.
        profile: Profile,
    },
    /// An outline moved along a path, square to it.
    Sweep {
        /// The outline.
        profile: Profile,
        /// Points of the path [m], at least 2; the path is a smooth curve through them.
        path: Vec<[f64; 3]>,
    },
    /// The inside of a triangle mesh.
    Mesh(MeshFile),
    /// A character that comes with the program, standing on y = 0.
    Figure {
        /// Which.
        name: Figure,
        /// Its height [m].
        height: f64,
    },
    /// A line of capital letters and digits in the x–y plane, standing on y = 0, centred in x and
    /// z, a quarter as thick as high.
    Letters {
        /// What it says.
        text: String,
        /// Height of the letters [m].
        height: f64,
    },
}

impl Shape {
    /// Whether it has an end in every direction.
    pub fn is_bounded(&self) -> bool {
        match &self.form {
            Form::HalfSpace { .. } => false,
            Form::Union(shapes) | Form::SmoothUnion { shapes, .. } => {
                shapes.iter().all(Shape::is_bounded)
            }
            Form::Intersection(shapes) => shapes.iter().any(Shape::is_bounded),
            Form::Difference(shapes) => shapes.first().is_some_and(Shape::is_bounded),
            _ => true,
        }
    }
}
