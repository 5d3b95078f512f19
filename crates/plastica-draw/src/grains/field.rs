//! How material moves at any place: particles seen through a grid of quadratic B-splines.
//!
//! A node keeps the mean velocity of the particles around it *and where their centre of mass is*. At a place
//! the velocity is the affine function that fits the nodes around best; with all 27 of them full of material it
//! is the interpolated velocity and its gradient C = 4/h² Σ w v (xᵢ − x)ᵀ of APIC. At the rim of a body the nodes
//! stand for material that lies farther inside than they do; fitted at its centre of mass, translation, rotation
//! and uniform strain are exact there too. The paper sets the velocity of nearly empty nodes to zero [SW20,
//! Section 7]; here they weigh as much as the mass they have.

use plastica_tensor::{Mat3, Sym3, Vec3};
use rayon::prelude::*;
use std::collections::HashMap;

/// What a particle brings to the grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) place: Vec3<f64>,
    /// What is carried [its unit]: a velocity, or a rotation vector.
    pub(super) value: Vec3<f64>,
    pub(super) mass: f64,
    pub(super) rest_volume: f64,
}

/// A node of the grid.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Density relative to that at rest.
    density: f64,
    mass: f64,
    /// Centre of the mass around the node.
    centre: Vec3<f64>,
    value: Vec3<f64>,
}

/// Nodes along the side of a block.
const SIDE: i32 = 4;
const NODES: usize = (SIDE * SIDE * SIDE) as usize;

/// Blocks of nodes where there is material.
pub(super) struct Field {
    cell: f64,
    blocks: HashMap<[i32; 3], u32>,
    nodes: Vec<Node>,
}

/// What the field is at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    /// Density relative to that at rest.
    pub(super) density: f64,
    pub(super) value: Vec3<f64>,
    pub(super) gradient: Mat3<f64>,
    /// Mean of the nodes around, and how far they differ from it (root mean square).
    mean: Vec3<f64>,
    spread: f64,
}

/// How far a value may be from the mean of the nodes around, relative to how much they differ. Three is too little
/// for rotations at the corner of a body.
const FARTHEST: f64 = 4.0;

impl Flow {
    /// A value no farther from those around than is likely. In tatters of material the slope between a few
    /// particles can be anything, and what lies beyond them would be shot away.
    pub(super) fn tamed(&self, value: Vec3<f64>) -> Vec3<f64> {
        let off = value - self.mean;
        let most = FARTHEST * self.spread;
        let length = off.norm();
        if length <= most {
            value
        } else {
            self.mean + off.scale(most / length)
        }
    }
}

/// The lowest of the three nodes per axis around a place, and their weights.
struct Stencil {
    base: [i32; 3],
    weights: [[f64; 3]; 3],
}

impl Stencil {
    fn new(place: Vec3<f64>, cell: f64) -> Self {
        let scaled = place.scale(1.0 / cell);
        let base = scaled.0.map(|x| (x - 0.5).floor());
        Stencil {
            base: base.map(|b| b as i32),
            weights: std::array::from_fn(|k| {
                let f = scaled[k] - base[k];
                [
                    0.5 * (1.5 - f).powi(2),
                    0.75 - (f - 1.0).powi(2),
                    0.5 * (f - 0.5).powi(2),
                ]
            }),
        }
    }

    fn home(&self) -> [i32; 3] {
        self.base.map(|b| b.div_euclid(SIDE))
    }

    fn weight(&self, [i, j, k]: [usize; 3]) -> f64 {
        self.weights[0][i] * self.weights[1][j] * self.weights[2][k]
    }
}

/// The eight corners of a unit cube.
fn octants() -> impl Iterator<Item = [i32; 3]> {
    (0..8).map(|o| [o & 1, o >> 1 & 1, o >> 2 & 1])
}

impl Field {
    /// Spreads samples over cells of a size [m].
    pub(super) fn new(samples: &[Sample], cell: f64) -> Self {
        // Samples by the block that their stencil starts in, each block's in their own order.
        let mut homes: Vec<([i32; 3], u32)> = samples
            .par_iter()
            .enumerate()
            .map(|(k, sample)| (Stencil::new(sample.place, cell).home(), k as u32))
            .collect();
        homes.par_sort_unstable();
        let mut start = 0;
        let mut at_home: HashMap<[i32; 3], &[([i32; 3], u32)]> = HashMap::new();
        for group in homes.chunk_by(|a, b| a.0 == b.0) {
            at_home.insert(group[0].0, &homes[start..start + group.len()]);
            start += group.len();
        }
        let mut active: Vec<[i32; 3]> = at_home
            .keys()
            .flat_map(|home| octants().map(|o| std::array::from_fn(|k| home[k] + o[k])))
            .collect();
        active.par_sort_unstable();
        active.dedup();
        let mut nodes = vec![Node::default(); active.len() * NODES];
        // A block takes what reaches it from itself and the seven before it, always in the same order:
        // the sums do not depend on threads.
        nodes
            .par_chunks_mut(NODES)
            .zip(&active)
            .for_each(|(nodes, block)| {
                for o in octants() {
                    let home: [i32; 3] = std::array::from_fn(|k| block[k] - o[k]);
                    for (_, index) in at_home.get(&home).copied().unwrap_or_default() {
                        spread(&samples[*index as usize], cell, *block, nodes);
                    }
                }
                let volume = cell.powi(3);
                for node in nodes.iter_mut().filter(|node| node.mass > 0.0) {
                    node.density /= volume;
                    node.centre = node.centre.scale(1.0 / node.mass);
                    node.value = node.value.scale(1.0 / node.mass);
                }
            });
        let blocks = active.into_iter().zip(0..).collect();
        Field {
            cell,
            blocks,
            nodes,
        }
    }

    /// Shows the nodes with mass around a place, with their weights.
    fn around(&self, place: Vec3<f64>, mut see: impl FnMut(f64, &Node)) {
        let stencil = Stencil::new(place, self.cell);
        let home = stencil.home();
        let mut found: [Option<Option<u32>>; 8] = [None; 8];
        for i in 0..3 {
            for j in 0..3 {
                for k in 0..3 {
                    let local: [i32; 3] = std::array::from_fn(|a| {
                        stencil.base[a] - SIDE * home[a] + [i, j, k][a] as i32
                    });
                    let over = local.map(|l| l / SIDE);
                    let octant = (over[0] + 2 * over[1] + 4 * over[2]) as usize;
                    let block = *found[octant].get_or_insert_with(|| {
                        let place = std::array::from_fn(|a| home[a] + over[a]);
                        self.blocks.get(&place).copied()
                    });
                    let Some(block) = block else { continue };
                    let node = &self.nodes[block as usize * NODES + index(local.map(|l| l % SIDE))];
                    if node.mass > 0.0 {
                        see(stencil.weight([i, j, k]), node);
                    }
                }
            }
        }
    }

    /// What the field is at a place; `None` where there is no material at all.
    pub(super) fn at(&self, place: Vec3<f64>) -> Option<Flow> {
        let (mut density, mut mass, mut squares) = (0.0, 0.0, 0.0);
        let (mut centre, mut value) = (Vec3::zero(), Vec3::zero());
        let mut spread = Sym3::zero();
        let mut slope = Mat3::<f64>::zero();
        self.around(place, |weight, node| {
            let m = weight * node.mass;
            let offset = node.centre - place;
            density += weight * node.density;
            mass += m;
            centre = centre + offset.scale(m);
            value = value + node.value.scale(m);
            squares += m * node.value.norm_squared();
            for i in 0..3 {
                for j in 0..3 {
                    slope[(i, j)] += m * node.value[i] * offset[j];
                }
            }
            spread = spread + Sym3::from_fn(|i, j| m * offset[i] * offset[j]);
        });
        if !(mass > 0.0) {
            return None;
        }
        let (centre, value) = (centre.scale(1.0 / mass), value.scale(1.0 / mass));
        let covariance = Sym3::from_fn(|i, j| centre[i] * centre[j]);
        let spread = spread.scale(1.0 / mass) - covariance;
        let slope = Mat3::from_fn(|i, j| slope[(i, j)] / mass - value[i] * centre[j]);
        let gradient = slope * self.tamed_inverse(&spread);
        let variance = (squares / mass - value.norm_squared()).max(0.0);
        Some(Flow {
            density,
            value: value - gradient.mul_vec(centre),
            gradient,
            mean: value,
            spread: variance.sqrt(),
        })
    }

    /// The mean of what is carried around a place.
    pub(super) fn mean_at(&self, place: Vec3<f64>) -> Option<Vec3<f64>> {
        let (mut mass, mut value) = (0.0, Vec3::zero());
        self.around(place, |weight, node| {
            mass += weight * node.mass;
            value = value + node.value.scale(weight * node.mass);
        });
        (mass > 0.0).then(|| value.scale(1.0 / mass))
    }

    /// M⁵ (M⁶ + ε⁶)⁻¹ with ε = h²/200: the inverse of M for the h²/4 of a full stencil and for the h²/50 at the
    /// corner of a body (to 2e-4), but nothing along directions in which there is no material to tell a slope.
    fn tamed_inverse(&self, m: &Sym3<f64>) -> Mat3<f64> {
        let scale = 1.0 / (self.cell * self.cell);
        let m = m.scale(scale);
        let square = m.mul_commuting(&m);
        let cube = square.mul_commuting(&m);
        let sixth = cube.mul_commuting(&cube);
        let inverse = sixth.add_isotropic(0.005_f64.powi(6)).inverse();
        let fifth = square.mul_commuting(&cube);
        fifth.mul_commuting(&inverse).to_mat().scale(scale)
    }
}

fn index([i, j, k]: [i32; 3]) -> usize {
    ((i * SIDE + j) * SIDE + k) as usize
}

/// Adds what a sample brings to the nodes of one block.
fn spread(sample: &Sample, cell: f64, block: [i32; 3], nodes: &mut [Node]) {
    let stencil = Stencil::new(sample.place, cell);
    let first: [i32; 3] = std::array::from_fn(|k| stencil.base[k] - SIDE * block[k]);
    let within = |k: usize| (0..3).filter(move |o| (0..SIDE).contains(&(first[k] + *o as i32)));
    for i in within(0) {
        for j in within(1) {
            for k in within(2) {
                let weight = stencil.weight([i, j, k]);
                let at = [
                    first[0] + i as i32,
                    first[1] + j as i32,
                    first[2] + k as i32,
                ];
                let node = &mut nodes[index(at)];
                let mass = weight * sample.mass;
                node.density += weight * sample.rest_volume;
                node.mass += mass;
                node.centre = node.centre + sample.place.scale(mass);
                node.value = node.value + sample.value.scale(mass);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::Dice;
    use super::*;

    /// A jittered block of n³ particles that move by an affine field.
    fn block(n: i32, spacing: f64, a: &Mat3<f64>, b: Vec3<f64>) -> Vec<Sample> {
        let mut dice = Dice::of(1, 2, 3);
        (0..n * n * n)
            .map(|i| {
                let jitter = dice.units();
                let corner = [i % n, i / n % n, i / (n * n)];
                let place = Vec3(std::array::from_fn(|k| {
                    (f64::from(corner[k]) + jitter[k]) * spacing - 0.3
                }));
                Sample {
                    place,
                    value: a.mul_vec(place) + b,
                    mass: 2.0,
                    rest_volume: spacing.powi(3),
                }
            })
            .collect()
    }

    #[test]
    fn affine_motion_is_exact_inside_and_at_the_rim() {
        let a = Mat3::from_rows([[0.1, -2.0, 0.3], [2.0, -0.2, 0.5], [-0.4, 0.1, 0.3]]);
        let b = Vec3([1.0, -2.0, 0.5]);
        let (n, spacing) = (12, 0.05);
        let field = Field::new(&block(n, spacing, &a, b), 2.0 * spacing);
        let side = f64::from(n) * spacing;
        for corner in [[0.5, 0.5, 0.5], [0.02, 0.5, 0.5], [0.0, 1.0, 0.5], [0.0; 3]] {
            let place = Vec3(corner.map(|c: f64| c * side - 0.3));
            let flow = field.at(place).unwrap();
            let off = (flow.value - (a.mul_vec(place) + b)).norm();
            assert!(off < 1e-3, "{corner:?}: {off}");
            let turned = (flow.gradient - a).max_abs();
            assert!(turned < 5e-3, "{corner:?}: {turned}");
        }
        let inside = field.at(Vec3([0.0; 3])).unwrap();
        assert!((inside.density - 1.0).abs() < 0.1, "{}", inside.density);
        assert!(field.at(Vec3([3.0, 0.0, 0.0])).is_none());
    }

    #[test]
    fn a_lone_particle_says_nothing_of_slopes() {
        let lone = Sample {
            place: Vec3([0.1, 0.2, 0.3]),
            value: Vec3([5.0, 0.0, 0.0]),
            mass: 1.0,
            rest_volume: 1e-3,
        };
        let flow = Field::new(&[lone], 0.2).at(Vec3([0.15, 0.2, 0.2])).unwrap();
        assert!((flow.value - lone.value).norm() < 1e-9);
        assert!(flow.gradient.max_abs() < 1e-9);
    }
}
