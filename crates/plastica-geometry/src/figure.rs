//! Figures to play with, each of unit height and standing on y = 0: stand-ins for the scans in the
//! papers, made of smooth unions of simple solids.

mod bust;
mod letters;
mod rabbit;

pub use bust::bust;
pub use letters::letters;
pub use rabbit::rabbit;

use crate::{Placement, Shape};
use plastica_tensor::Vec3;

/// A figure by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Figure {
    /// A sitting rabbit that looks along x.
    Rabbit,
    /// A human bust on a pedestal that looks along z.
    Bust,
}

impl Figure {
    /// The figure, 1 m high.
    pub fn shape(self) -> Shape {
        match self {
            Figure::Rabbit => rabbit(),
            Figure::Bust => bust(),
        }
    }
}

/// An ellipsoid about a point.
fn egg(centre: [f64; 3], radii: [f64; 3]) -> Shape {
    Shape::ellipsoid(Vec3(radii)).placed(Placement::at(Vec3(centre)))
}

/// An ellipsoid about a point, turned about x, y and z in that order [degrees].
fn turned_egg(centre: [f64; 3], radii: [f64; 3], degrees: [f64; 3]) -> Shape {
    Shape::ellipsoid(Vec3(radii)).placed(turned(centre, degrees))
}

fn turned(centre: [f64; 3], degrees: [f64; 3]) -> Placement {
    let mut placement = Placement::at(Vec3(centre));
    for (axis, angle) in degrees.into_iter().enumerate() {
        let mut direction = Vec3::zero();
        direction[axis] = 1.0;
        placement = placement.turned(direction, angle.to_radians());
    }
    placement
}

/// A capsule from one point to another.
fn limb(from: [f64; 3], to: [f64; 3], radius: f64) -> Shape {
    let (from, to) = (Vec3(from), Vec3(to));
    let along = to - from;
    let length = along.norm();
    let up = Vec3::new(0.0, 1.0, 0.0);
    let mut placement = Placement::at((from + to).scale(0.5));
    let axis = up.cross(along);
    if axis.norm() > 1e-9 * length {
        placement = placement.turned(axis, (along[1] / length).clamp(-1.0, 1.0).acos());
    }
    Shape::capsule(radius, length).placed(placement)
}

/// The same on both sides of the plane z = 0.
fn both_z(make: impl Fn(f64) -> Shape) -> [Shape; 2] {
    [make(1.0), make(-1.0)]
}

/// The figure made 1 m high from `height` [m], inside a box that cuts it off at y = 0 and otherwise
/// only touches it; `low` and `high` are the corners of the box in x and z.
fn stood(figure: &Shape, height: f64, low: [f64; 2], high: [f64; 2]) -> Shape {
    let scaled = figure.placed(Placement::identity().scaled(1.0 / height));
    let low = Vec3::new(low[0], 0.0, low[1]);
    let high = Vec3::new(high[0], 1.0, high[1]);
    let room = Shape::block(high - low).placed(Placement::at((low + high).scale(0.5)));
    Shape::intersection(vec![scaled, room])
}
