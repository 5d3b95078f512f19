//! The primary formulation: metric and curvature tensors of the body against those of its natural shape.
//!
//! Each group of nodes measures one number s of the shape: a squared stretch G_aa, an angle G_ab, a curvature B_aa or B_ab.
//! With the rest value s⁰, E = ½ Σ w (s − s⁰)². Forces are exact gradients, so they keep both momenta. A step solves
//! (M/h² + H) Δ = M u/h + f with H = Σ w ∇s ∇sᵀ and, for stretched fibres, the part that tension adds: positive
//! semidefinite whatever the shape.

use crate::body::{Tensors, pair};
use crate::carrier::Carrier;
use crate::elements::{Element, Elements, Kind, Wanted};
use crate::inelastic::Step;
use crate::lattice::{Fibres, Lattice};
use crate::load::Load;
use crate::local::{Local, Sites};
use crate::system::{Ground, System};
use plastica_linear::{Block, Field, NotPositiveDefinite, SparseMatrix};
use plastica_tensor::{Mat3, Vec3};
use rayon::prelude::*;

/// A body's tensors and their memory, group by group.
#[derive(Debug)]
pub(crate) struct Primary {
    pub(crate) tensors: Box<Tensors>,
    pub(crate) elements: Elements,
    /// Weight times measure, zero where cut.
    pub(crate) factors: Vec<f64>,
    /// s⁰.
    pub(crate) rest: Vec<f64>,
    /// s − s⁰.
    pub(crate) elastic: Vec<f64>,
    /// The delayed unit's part of s⁰.
    pub(crate) delayed: Vec<f64>,
    /// Centre of the elastic range.
    pub(crate) back: Vec<f64>,
    pub(crate) system: System<Mat3<f64>>,
    spacing: [f64; 3],
    is_curve: bool,
}

/// A number of the shape, and how it changes when nodes move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strain {
    pub(crate) value: f64,
    gradient: [Vec3<f64>; 5],
}

impl Primary {
    pub(crate) fn new(tensors: Box<Tensors>, lattice: &Lattice) -> Self {
        let present = |weight: &Local| !weight.is_zero();
        let thin = lattice.axes().count() < 3;
        let kinds = |kind: Kind| match kind {
            Kind::Node => false,
            Kind::Fibre(a) => present(&tensors.stretch[a as usize]),
            Kind::Triple(a) => thin && present(&tensors.bend[a as usize]),
            Kind::Quad(..) => thin && present(&tensors.twist),
            Kind::Shear(a, b) => present(&tensors.shear[pair(a, b)]),
        };
        let wanted = Wanted {
            kinds: &kinds,
            beside: true,
        };
        let elements = Elements::new(lattice, &wanted);
        let count = elements.list.len();
        let pattern = elements.pattern(lattice.len());
        Primary {
            tensors,
            factors: vec![0.0; count],
            rest: vec![0.0; count],
            elastic: vec![0.0; count],
            delayed: vec![0.0; count],
            back: vec![0.0; count],
            system: System::new(pattern),
            spacing: lattice.spacing,
            is_curve: lattice.axes().count() == 1,
            elements,
        }
    }

    /// Takes the present shape for the natural one.
    pub(crate) fn settle(&mut self, lattice: &Lattice, positions: &[Vec3<f64>]) {
        self.rest = (self.elements.list.iter())
            .map(|element| strain(element, lattice, positions).value)
            .collect();
    }

    /// Weights of a moment, zero for groups with a cut fibre.
    pub(crate) fn stiffen(
        &mut self,
        lattice: &Lattice,
        fibres: &Fibres,
        places: &[Vec3<f64>],
        time: f64,
    ) {
        let tensors = &self.tensors;
        self.factors = (self.elements.list.iter())
            .map(|element| {
                if !element.is_whole(lattice, fibres) {
                    return 0.0;
                }
                let weight = match element.kind {
                    Kind::Fibre(a) => &tensors.stretch[a as usize],
                    Kind::Triple(a) => &tensors.bend[a as usize],
                    Kind::Shear(a, b) => &tensors.shear[pair(a, b)],
                    Kind::Node | Kind::Quad(..) => &tensors.twist,
                };
                let weight = Sites { lattice, places }.over(weight, element.nodes(), time);
                weight * element.measure * element.multiplicity()
            })
            .collect();
    }

    /// ½ Σ w (s − s⁰)².
    pub(crate) fn energy(&self) -> f64 {
        let parts = self.factors.iter().zip(&self.elastic);
        parts.map(|(w, e)| 0.5 * w * e * e).sum()
    }

    /// Measures the shape.
    pub(crate) fn measure(&mut self, lattice: &Lattice, positions: &[Vec3<f64>]) {
        for (k, element) in self.elements.list.iter().enumerate() {
            self.elastic[k] = strain(element, lattice, positions).value - self.rest[k];
        }
    }

    /// Internal forces [N]: −Σ w (s − s⁰) ∇s.
    fn forces(&self, strains: &[Strain], nodes: usize) -> Field {
        let force = |i: usize| {
            self.elements.of(i).fold(Vec3::zero(), |sum, (k, p)| {
                let pull = self.factors[k] * (strains[k].value - self.rest[k]);
                sum - strains[k].gradient[p].scale(pull)
            })
        };
        (0..nodes)
            .into_par_iter()
            .with_min_len(512)
            .map(force)
            .collect()
    }

    /// One step: places and velocities change.
    pub(crate) fn step(
        &mut self,
        carrier: &Carrier<'_>,
        load: &Load,
        positions: &mut Field,
        velocities: &mut Field,
    ) -> Result<(), NotPositiveDefinite> {
        let (lattice, masses) = (carrier.lattice, carrier.masses);
        let h = carrier.options.implicitness * load.dt;
        let delay = load.viscous_time / h;
        let strains: Vec<Strain> = (self.elements.list.par_iter())
            .with_min_len(512)
            .map(|element| strain(element, lattice, positions))
            .collect();
        let mut right = self.forces(&strains, positions.len());
        for i in 0..positions.len() {
            let push = velocities[i].scale(1.0 / h) + load.accelerations[i];
            right[i] = right[i] + push.scale(masses[i]);
        }
        for &(i, spring, place) in &load.springs {
            right[i] = right[i] + (place - positions[i]).scale(spring);
        }
        let part = h / load.dt;
        let mut change: Field = velocities.iter().map(|v| v.scale(h)).collect();
        let fixed: Vec<(usize, Vec3<f64>)> = (load.targets.iter())
            .map(|&(i, target)| (i, (target - positions[i]).scale(part)))
            .collect();
        let hessian = self.hessian(&strains, delay);
        for &(j, way) in &fixed {
            for (i, a) in hessian.row(j).filter(|(i, _)| !load.held[*i]) {
                right[i] = right[i] - a.transposed().apply(way);
            }
        }
        for &(j, way) in &fixed {
            (right[j], change[j]) = (way, way);
        }
        let ground = Ground {
            lattice,
            fibres: carrier.fibres,
            held: &load.held,
            options: carrier.options,
        };
        self.system.change();
        self.system.prepare(ground, (h, 1.0), |matrix| {
            matrix.values.copy_from_slice(&hessian.values);
            let mut add = |i: usize, value: f64| {
                let row = matrix.first[i]..matrix.first[i + 1];
                if let Ok(at) = matrix.columns[row.clone()].binary_search(&(i as u32)) {
                    let entry = &mut matrix.values[row.start + at];
                    *entry = entry.add(Mat3::identity().scale(value));
                }
            };
            for (i, mass) in masses.iter().enumerate() {
                add(i, mass / (h * h));
            }
            for &(i, spring, _) in &load.springs {
                add(i, spring);
            }
        })?;
        let tolerance = carrier.tolerance(h);
        self.system.solve(&right, &mut change, tolerance);
        for i in 0..positions.len() {
            let moving = change[i].scale(1.0 / h);
            positions[i] = positions[i] + moving.scale(load.dt);
            velocities[i] = velocities[i] + (moving - velocities[i]).scale(load.dt / h);
        }
        for (i, target) in &load.targets {
            positions[*i] = *target;
        }
        Ok(())
    }

    /// Measures the shape and lets it flow. Returns the heat.
    pub(crate) fn remember(
        &mut self,
        lattice: &Lattice,
        positions: &[Vec3<f64>],
        load: &Load,
        flow: impl Fn(&Element, f64) -> Step,
    ) -> f64 {
        let before = self.elastic.clone();
        self.measure(lattice, positions);
        let rate = load.viscous_time / load.dt;
        let mut heat = 0.0;
        for k in 0..self.elastic.len() {
            let (w, e) = (self.factors[k], self.elastic[k]);
            heat += rate * w * (e - before[k]) * (e - before[k]);
            let flow = flow(&self.elements.list[k], e.abs());
            if flow != Step::default() {
                let (e, d) = (self.elastic[k], self.delayed[k]);
                let after = flow.elastic(e, e, d);
                self.delayed[k] = flow.delayed(d, e, after);
                heat += self.transfer(k, e - after);
            }
        }
        heat
    }

    /// The rest value takes what the elastic part gives. Returns the energy that is lost.
    pub(crate) fn transfer(&mut self, group: usize, amount: f64) -> f64 {
        let before = self.elastic[group];
        self.rest[group] += amount;
        self.elastic[group] -= amount;
        let after = self.elastic[group];
        0.5 * self.factors[group] * (before * before - after * after)
    }

    /// Force of the body on a node [N].
    pub(crate) fn force(
        &self,
        lattice: &Lattice,
        positions: &[Vec3<f64>],
        node: usize,
    ) -> Vec3<f64> {
        self.elements.of(node).fold(Vec3::zero(), |sum, (k, p)| {
            let strain = strain(&self.elements.list[k], lattice, positions);
            sum - strain.gradient[p].scale(self.factors[k] * self.elastic[k])
        })
    }

    fn hessian(&self, strains: &[Strain], delay: f64) -> SparseMatrix<Mat3<f64>> {
        let mut hessian = self.system.matrix.clone();
        self.elements.assemble(&mut hessian, |k, p, q| {
            let (strain, w) = (&strains[k], self.factors[k]);
            let (a, b) = (strain.gradient[p], strain.gradient[q]);
            let along = w * (1.0 + delay);
            let mut part = Mat3::from_fn(|i, j| along * a[i] * b[j]);
            let excess = (strain.value - self.rest[k]).max(0.0);
            let element = &self.elements.list[k];
            match element.kind {
                Kind::Fibre(axis) => {
                    let h = self.spacing[axis as usize];
                    let sign = if p == q { 2.0 } else { -2.0 };
                    part = part + Mat3::identity().scale(sign * w * excess / (h * h));
                }
                // A curve that is bent more than at rest resists bending aside as well, a straight one in all directions.
                Kind::Triple(axis) if self.is_curve => {
                    let share = match strain.value > 0.0 {
                        true => excess / strain.value,
                        false => f64::from(u8::from(self.rest[k] == 0.0)),
                    };
                    let (d, h) = (element.difference(), self.spacing[axis as usize]);
                    let both = d[p] * d[q] / h.powi(4);
                    let aside =
                        Mat3::from_fn(|i, j| f64::from(u8::from(i == j)) * both - a[i] * b[j]);
                    part = part + aside.scale(w * share);
                }
                _ => {}
            }
            part
        });
        hessian
    }
}

/// What a group of nodes measures.
pub(crate) fn strain(element: &Element, lattice: &Lattice, x: &[Vec3<f64>]) -> Strain {
    let at = |k: usize| x[element.nodes[k] as usize];
    let h = |axis: u8| lattice.spacing[axis as usize];
    let mut gradient = [Vec3::zero(); 5];
    let value = match element.kind {
        Kind::Node => 0.0,
        Kind::Fibre(a) => {
            let d = (at(1) - at(0)).scale(1.0 / h(a));
            let g = d.scale(2.0 / h(a));
            (gradient[0], gradient[1]) = (-g, g);
            d.norm_squared()
        }
        Kind::Shear(a, b) => {
            let (along, across) = cell_tangents(element, x, (h(a), h(b)));
            for k in 0..4 {
                let (p, q) = cell_shares(k, (h(a), h(b)));
                gradient[k] = across.scale(p) + along.scale(q);
            }
            along.dot(across)
        }
        Kind::Quad(a, b) => {
            let bent = (at(0) - at(1) - at(2) + at(3)).scale(1.0 / (h(a) * h(b)));
            let (along, across) = cell_tangents(element, x, (h(a), h(b)));
            let curvature = Curvature::new(bent, along, across);
            for k in 0..4 {
                let (p, q) = cell_shares(k, (h(a), h(b)));
                let share = element.difference()[k] / (h(a) * h(b));
                gradient[k] = curvature.gradient(share, p, q);
            }
            curvature.value
        }
        Kind::Triple(a) => {
            let step = h(a) * h(a);
            let bent = (at(0) - at(1).scale(2.0) + at(2)).scale(1.0 / step);
            let share = |k: usize| element.difference().get(k).copied().unwrap_or(0.0) / step;
            if lattice.axes().count() == 1 {
                // The curvature vector itself: a straight piece bends in any direction.
                let size = bent.norm();
                let direction = match size > 0.0 {
                    true => bent.scale(1.0 / size),
                    false => Vec3::zero(),
                };
                for (k, g) in gradient.iter_mut().enumerate().take(3) {
                    *g = direction.scale(share(k));
                }
                size
            } else {
                let along = (at(2) - at(0)).scale(0.5 / h(a));
                let other = lattice.axes().find(|&axis| axis != a as usize).unwrap_or(0) as u8;
                // Nodes beside the centre; at a border there is only one, and the centre stands for the other.
                let centre = element.nodes[1] as usize;
                let ahead = lattice.next(other as usize, centre);
                let (mut shares, mut across) = ([0.0; 5], Vec3::zero());
                let beside = element.count as usize - 3;
                let span = match beside {
                    2 => 2.0 * h(other),
                    _ => h(other),
                };
                for k in 3..element.count as usize {
                    let sign = match ahead == Some(element.nodes[k] as usize) {
                        true => 1.0,
                        false => -1.0,
                    };
                    shares[k] = sign / span;
                    if beside == 1 {
                        shares[1] = -sign / span;
                    }
                }
                for k in [1, 3, 4] {
                    across = across + at(k.min(element.count as usize - 1)).scale(shares[k]);
                }
                let flip = if a > other { -1.0 } else { 1.0 };
                let curvature = Curvature::new(bent.scale(flip), along, across);
                for k in 0..element.count as usize {
                    let p = [-0.5 / h(a), 0.0, 0.5 / h(a), 0.0, 0.0][k];
                    gradient[k] = curvature.gradient(flip * share(k), p, shares[k]);
                }
                curvature.value
            }
        }
    };
    Strain { value, gradient }
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
