//! What an element of the primary formulation measures: an entry of the metric or curvature tensor, with its gradient.

use crate::elements::{Element, Kind};
use crate::lattice::Lattice;
use plastica_tensor::Vec3;

/// A number of the shape, and how it changes when nodes move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strain {
    pub(super) value: f64,
    /// By the nodes of the element.
    pub(super) gradient: [Vec3<f64>; 5],
}

/// The strain that an element measures at given positions.
pub(super) fn strain(element: &Element, lattice: &Lattice, x: &[Vec3<f64>]) -> Strain {
    match element.kind {
        Kind::Node => Strain {
            value: 0.0,
            gradient: [Vec3::zero(); 5],
        },
        Kind::Fibre(a) => stretch(element, lattice.spacing[a as usize], x),
        Kind::Shear(a, b) => shear(element, spacings(lattice, a, b), x),
        Kind::Quad(a, b) => twist(element, spacings(lattice, a, b), x),
        Kind::Triple(a) if lattice.axes().count() == 1 => {
            bend_curve(element, lattice.spacing[a as usize], x)
        }
        Kind::Triple(a) => bend_surface(element, lattice, a, x),
    }
}

fn spacings(lattice: &Lattice, a: u8, b: u8) -> (f64, f64) {
    (lattice.spacing[a as usize], lattice.spacing[b as usize])
}

/// G_aa = |∂x/∂u_a|² of a fibre.
fn stretch(element: &Element, h: f64, x: &[Vec3<f64>]) -> Strain {
    let [i, j] = [element.nodes[0] as usize, element.nodes[1] as usize];
    let mut gradient = [Vec3::zero(); 5];
    let d = (x[j] - x[i]).scale(1.0 / h);
    let g = d.scale(2.0 / h);
    (gradient[0], gradient[1]) = (-g, g);
    Strain {
        value: d.norm_squared(),
        gradient,
    }
}

/// G_ab = ∂x/∂u_a · ∂x/∂u_b of a cell.
fn shear(element: &Element, h: (f64, f64), x: &[Vec3<f64>]) -> Strain {
    let mut gradient = [Vec3::zero(); 5];
    let (along, across) = cell_tangents(element, x, h);
    for (k, gradient) in gradient.iter_mut().enumerate().take(4) {
        let (p, q) = cell_shares(k, h);
        *gradient = across.scale(p) + along.scale(q);
    }
    Strain {
        value: along.dot(across),
        gradient,
    }
}

/// B_ab = n · ∂²x/∂u_a∂u_b of a cell.
fn twist(element: &Element, h: (f64, f64), x: &[Vec3<f64>]) -> Strain {
    let at = |k: usize| x[element.nodes[k] as usize];
    let bent = (at(0) - at(1) - at(2) + at(3)).scale(1.0 / (h.0 * h.1));
    let (along, across) = cell_tangents(element, x, h);
    let curvature = Curvature::new(bent, along, across);
    let mut gradient = [Vec3::zero(); 5];
    for (k, gradient) in gradient.iter_mut().enumerate().take(4) {
        let (p, q) = cell_shares(k, h);
        let share = element.difference()[k] / (h.0 * h.1);
        *gradient = curvature.gradient(share, p, q);
    }
    Strain {
        value: curvature.value,
        gradient,
    }
}

/// ∂²x/∂u_a² at the middle of three nodes.
fn second_derivative(element: &Element, h: f64, x: &[Vec3<f64>]) -> Vec3<f64> {
    let at = |k: usize| x[element.nodes[k] as usize];
    (at(0) - at(1).scale(2.0) + at(2)).scale(1.0 / (h * h))
}

/// What a node contributes to it.
fn second_derivative_share(element: &Element, h: f64, k: usize) -> f64 {
    element.difference().get(k).copied().unwrap_or(0.0) / (h * h)
}

/// |∂²x/∂u²| of a curve: a straight piece bends in any direction.
fn bend_curve(element: &Element, h: f64, x: &[Vec3<f64>]) -> Strain {
    let bent = second_derivative(element, h, x);
    let size = bent.norm();
    let direction = if size > 0.0 {
        bent.scale(1.0 / size)
    } else {
        Vec3::zero()
    };
    let mut gradient = [Vec3::zero(); 5];
    for (k, gradient) in gradient.iter_mut().enumerate().take(3) {
        *gradient = direction.scale(second_derivative_share(element, h, k));
    }
    Strain {
        value: size,
        gradient,
    }
}

/// B_aa = n · ∂²x/∂u_a² of a surface.
fn bend_surface(element: &Element, lattice: &Lattice, a: u8, x: &[Vec3<f64>]) -> Strain {
    let at = |k: usize| x[element.nodes[k] as usize];
    let h = lattice.spacing[a as usize];
    let other = lattice.axes().find(|&axis| axis != a as usize).unwrap_or(0);
    let bent = second_derivative(element, h, x);
    let along = (at(2) - at(0)).scale(0.5 / h);
    let shares = across_shares(element, lattice, other);
    let mut across = Vec3::zero();
    for k in [1, 3, 4] {
        across = across + at(k.min(element.count as usize - 1)).scale(shares[k]);
    }
    // The normal is that of the first axis and the second, in this order.
    let sign = if a as usize > other { -1.0 } else { 1.0 };
    let curvature = Curvature::new(bent.scale(sign), along, across);
    let mut gradient = [Vec3::zero(); 5];
    for k in 0..element.count as usize {
        let p = [-0.5 / h, 0.0, 0.5 / h, 0.0, 0.0][k];
        let share = second_derivative_share(element, h, k);
        gradient[k] = curvature.gradient(sign * share, p, shares[k]);
    }
    Strain {
        value: curvature.value,
        gradient,
    }
}

/// What nodes contribute to the tangent across three in a row: central differences of those beside the middle; at a border
/// there is only one, and the middle stands for the other.
fn across_shares(element: &Element, lattice: &Lattice, other: usize) -> [f64; 5] {
    let ahead = lattice.next(other, element.nodes[1] as usize);
    let h = lattice.spacing[other];
    let beside = element.count as usize - 3;
    let span = if beside == 2 { 2.0 * h } else { h };
    let mut shares = [0.0; 5];
    for k in 3..element.count as usize {
        let is_ahead = ahead == Some(element.nodes[k] as usize);
        let sign = if is_ahead { 1.0 } else { -1.0 };
        shares[k] = sign / span;
        if beside == 1 {
            shares[1] = -sign / span;
        }
    }
    shares
}

/// Mean tangents of a cell.
fn cell_tangents(element: &Element, x: &[Vec3<f64>], h: (f64, f64)) -> (Vec3<f64>, Vec3<f64>) {
    (0..4).fold((Vec3::zero(), Vec3::zero()), |(a, b), k| {
        let (p, q) = cell_shares(k, h);
        let at = x[element.nodes[k] as usize];
        (a + at.scale(p), b + at.scale(q))
    })
}

/// What a corner contributes to them.
fn cell_shares(corner: usize, h: (f64, f64)) -> (f64, f64) {
    let sign = |positive: bool| if positive { 0.5 } else { -0.5 };
    (sign(corner % 2 == 1) / h.0, sign(corner >= 2) / h.1)
}

/// n·X with the unit normal n of two tangents, and what it takes to differentiate it:
/// δ(n·X) = n·δX + (t₂×X_t)·δt₁/|t₁×t₂| + (X_t×t₁)·δt₂/|t₁×t₂|, X_t the tangential part of X.
struct Curvature {
    value: f64,
    normal: Vec3<f64>,
    first: Vec3<f64>,
    second: Vec3<f64>,
}

impl Curvature {
    fn new(bent: Vec3<f64>, along: Vec3<f64>, across: Vec3<f64>) -> Self {
        let normal = along.cross(across);
        let size = normal.norm();
        if !(size > 0.0) {
            return Curvature {
                value: 0.0,
                normal: Vec3::zero(),
                first: Vec3::zero(),
                second: Vec3::zero(),
            };
        }
        let normal = normal.scale(1.0 / size);
        let value = normal.dot(bent);
        let flat = bent - normal.scale(value);
        Curvature {
            value,
            normal,
            first: across.cross(flat).scale(1.0 / size),
            second: flat.cross(along).scale(1.0 / size),
        }
    }

    /// By a node that has these shares in X and both tangents.
    fn gradient(&self, bent: f64, along: f64, across: f64) -> Vec3<f64> {
        self.normal.scale(bent) + self.first.scale(along) + self.second.scale(across)
    }
}
