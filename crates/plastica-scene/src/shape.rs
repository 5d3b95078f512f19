//! Shapes: primitives, their combinations, swept outlines and meshes, each in a file of its own.

mod block;
mod capsule;
mod cone;
mod cylinder;
mod difference;
mod ellipsoid;
mod extrude;
mod figure;
mod half_space;
mod intersection;
mod lathe;
mod letters;
mod mesh;
mod smooth_union;
mod sphere;
mod star;
mod sweep;
mod torus;
mod union;

use crate::diagnostics::Problem;
use crate::placement::{Placement, placement};
use crate::reader::{
    Book, Context, Form as Description, Kind, List, Named, Node, Number, Variant, list, nested,
    number, table,
};
use crate::units::Quantity;
use plastica_geometry::ShapeError;
use plastica_tensor::Vec3;
use std::fmt::Debug;
use std::sync::Arc;

/// All shapes, in the order of the reference page.
fn forms() -> Vec<Variant<Arc<dyn Form>>> {
    vec![
        block::variant(),
        sphere::variant(),
        cylinder::variant(),
        capsule::variant(),
        cone::variant(),
        torus::variant(),
        ellipsoid::variant(),
        half_space::variant(),
        star::variant(),
        union::variant(),
        intersection::variant(),
        difference::variant(),
        smooth_union::variant(),
        extrude::variant(),
        lathe::variant(),
        sweep::variant(),
        mesh::variant(),
        figure::variant(),
        letters::variant(),
    ]
}

/// A region about its own origin, as a scene describes it; y is up.
pub trait Form: Debug + Send + Sync {
    /// The shape that can be asked for distances, or why there is none.
    fn build(&self) -> Result<plastica_geometry::Shape, String>;

    /// Whether it has an end in every direction.
    fn is_bounded(&self) -> bool {
        true
    }

    /// Outward normal n and offset \[m\] of the plane n·x = offset, if it is all that lies on one side of it.
    fn plane(&self) -> Option<([f64; 3], f64)> {
        None
    }
}

/// A region of space.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The region about its own origin.
    pub form: Arc<dyn Form>,
    /// Where it stands.
    pub placement: Placement,
}

/// A shape made in code describes itself.
impl Form for plastica_geometry::Shape {
    fn build(&self) -> Result<plastica_geometry::Shape, String> {
        Ok(self.clone())
    }
    fn is_bounded(&self) -> bool {
        self.bounds().is_some()
    }
}

impl<F: Form + 'static> From<F> for Shape {
    fn from(form: F) -> Self {
        Shape {
            form: Arc::new(form),
            placement: Placement::default(),
        }
    }
}

impl Shape {
    /// All that lies below a plane: outward normal n and offset \[m\], n·x ≤ offset.
    pub fn half_space(normal: [f64; 3], offset: f64) -> Self {
        half_space::HalfSpace { normal, offset }.into()
    }

    /// Whether it has an end in every direction.
    pub fn is_bounded(&self) -> bool {
        self.form.is_bounded()
    }
}

/// The shape that a scene describes, where it stands.
pub fn build(description: &Shape) -> Result<plastica_geometry::Shape, String> {
    let form = description.form.build()?;
    let rotation = &description.placement.rotation;
    // Scaled first, then turned, then moved.
    let placement = plastica_geometry::Placement::at(Vec3(description.placement.position))
        .turned(Vec3(rotation.axis), rotation.angle)
        .scaled(description.placement.scale);
    if placement == plastica_geometry::Placement::identity() {
        return Ok(form);
    }
    Ok(form.placed(placement))
}

fn build_all(descriptions: &[Shape]) -> Result<Vec<plastica_geometry::Shape>, String> {
    descriptions.iter().map(build).collect()
}

/// A shape of unit height made `height` \[m\] high.
fn high(shape: &plastica_geometry::Shape, height: f64) -> plastica_geometry::Shape {
    shape.placed(plastica_geometry::Placement::identity().scaled(height))
}

fn in_words(error: ShapeError) -> String {
    error.to_string()
}

const LENGTH: Number = number(Quantity::Length).positive();

/// A shape of any kind, which may contain others.
pub fn shape() -> Named<impl Kind<Out = Shape>> {
    nested("shape", || {
        table("shape", |t| {
            let placement = placement(t);
            let form = t.variant("shape", forms());
            Some(Shape {
                form: form?,
                placement: placement?,
            })
        })
    })
}

fn shapes() -> List<impl Kind<Out = Shape>> {
    list(shape(), 1, "shapes")
}

/// A shape that material can fill.
pub fn bounded_shape() -> impl Kind<Out = Shape> {
    Bounded(shape())
}

struct Bounded<K>(K);

impl<K: Kind<Out = Shape>> Kind for Bounded<K> {
    type Out = Shape;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Shape> {
        let span = node.span.clone();
        let shape = self.0.read(cx, node)?;
        if !shape.is_bounded() {
            cx.report(span, Problem::Unbounded);
            return None;
        }
        Some(shape)
    }

    fn form(&self, book: &mut Book) -> Description {
        self.0.form(book)
    }
}
