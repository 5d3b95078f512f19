//! A density on a sparse grid: cubes of 8 x 8 x 8 nodes where there are points.

use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// Nodes along the side of a brick.
pub(super) const SIDE: usize = 8;
/// Nodes along the side of a brick with the first ones of the bricks that follow.
pub(super) const PADDED: usize = SIDE + 1;
/// Where the surface is: half the density inside.
pub(super) const LEVEL: f32 = 0.5;

/// Node distance over the points' spacing, and radius of a point's kernel over it. The radius is
/// the smallest at which a lattice leaves no ripples on a flat face (see the test); more would eat
/// thin sheets.
const NODE_DISTANCE: f64 = 0.7;
const KERNEL_RADIUS: f64 = 2.4;

/// The smeared points.
pub(super) struct Field {
    /// Distance of nodes [m].
    pub(super) cell: f64,
    /// Bricks in rising order of their place.
    pub(super) bricks: Vec<Brick>,
    index: HashMap<[i32; 3], u32>,
}

/// A cube of nodes.
pub(super) struct Brick {
    /// Its place, counted in bricks.
    pub(super) at: [i32; 3],
    /// Density over that of a filled space.
    density: Box<[f32]>,
    /// Density times the points' values.
    weighted: Box<[f32]>,
}

/// Points of one brick, with places in nodes from the brick's first one.
struct Bin {
    at: [i32; 3],
    points: Vec<([f32; 3], f32)>,
}

/// The nodes of a brick's cells.
pub(super) struct Padded {
    pub(super) density: Vec<f32>,
    pub(super) weighted: Vec<f32>,
}

impl Field {
    /// The world's origin is a node, so the grid stands still while the points move.
    pub(super) fn new(points: &[[f64; 3]], values: &[f32], spacing: f64) -> Self {
        let cell = NODE_DISTANCE * spacing;
        let bins = binned(points, values, cell);
        let bin_of: HashMap<[i32; 3], usize> = bins
            .iter()
            .enumerate()
            .map(|(k, bin)| (bin.at, k))
            .collect();
        let places = touched(&bins, &bin_of);
        let bricks: Vec<Brick> = places
            .into_par_iter()
            .map(|at| {
                let near = neighbours(at).filter_map(|n| bin_of.get(&n).map(|&k| &bins[k]));
                Brick::gather(at, near)
            })
            .collect();
        let index = bricks.iter().enumerate().map(|(k, b)| (b.at, k as u32));
        Field {
            cell,
            index: index.collect(),
            bricks,
        }
    }

    /// The number of the brick at a place.
    pub(super) fn find(&self, at: [i32; 3]) -> Option<usize> {
        self.index.get(&at).map(|&k| k as usize)
    }

    /// A brick with the nodes that its cells share with the following bricks.
    pub(super) fn padded(&self, brick: &Brick) -> Padded {
        let mut padded = Padded {
            density: vec![0.0; PADDED.pow(3)],
            weighted: vec![0.0; PADDED.pow(3)],
        };
        for corner in 0..8 {
            let step: [usize; 3] = std::array::from_fn(|k| corner >> k & 1);
            let at = std::array::from_fn(|k| brick.at[k] + step[k] as i32);
            let Some(source) = self.find(at).map(|k| &self.bricks[k]) else {
                continue;
            };
            let count = |k: usize| if step[k] == 0 { SIDE } else { 1 };
            for x in 0..count(0) {
                for y in 0..count(1) {
                    for z in 0..count(2) {
                        let from = (x * SIDE + y) * SIDE + z;
                        let [i, j, k] = [x, y, z];
                        let to = padded_index(
                            i + step[0] * SIDE,
                            j + step[1] * SIDE,
                            k + step[2] * SIDE,
                        );
                        padded.density[to] = source.density[from];
                        padded.weighted[to] = source.weighted[from];
                    }
                }
            }
        }
        padded
    }

    /// Points well outside of the surface.
    pub(super) fn crumbs(&self, points: &[[f64; 3]]) -> Vec<u32> {
        // A point in the outermost layer of a body is at 0.6 or more. One that sticks out by less
        // than its own size is no crumb: as a wart it would look worse than not at all.
        const OUTSIDE: f32 = 0.2;
        let is_crumb = |point: &[f64; 3]| {
            let (at, local) = place(point, self.cell);
            let Some(brick) = self.find(at).map(|k| &self.bricks[k]) else {
                return true;
            };
            // The nearest node of the brick will do: it is within the smoothing length.
            let nearest = local.map(|x| (x.round() as usize).min(SIDE - 1));
            brick.density[(nearest[0] * SIDE + nearest[1]) * SIDE + nearest[2]] < OUTSIDE
        };
        let numbered = points.par_iter().enumerate();
        numbered
            .filter(|(_, p)| is_crumb(p))
            .map(|(i, _)| i as u32)
            .collect()
    }
}

pub(super) fn padded_index(x: usize, y: usize, z: usize) -> usize {
    (x * PADDED + y) * PADDED + z
}

/// The brick of a point and its place in it, in nodes.
fn place(point: &[f64; 3], cell: f64) -> ([i32; 3], [f32; 3]) {
    let side = SIDE as f64;
    let nodes = point.map(|x| x / cell);
    // Beyond ±2^31 bricks all points share one brick, which is far outside of any picture.
    let at = nodes.map(|x| (x / side).floor() as i32);
    let local = std::array::from_fn(|k| (nodes[k] - f64::from(at[k]) * side) as f32);
    (at, local)
}

fn binned(points: &[[f64; 3]], values: &[f32], cell: f64) -> Vec<Bin> {
    let mut placed: Vec<([i32; 3], u32, [f32; 3])> = points
        .par_iter()
        .enumerate()
        .map(|(i, point)| {
            let (at, local) = place(point, cell);
            (at, i as u32, local)
        })
        .collect();
    placed.par_sort_unstable_by_key(|&(at, i, _)| (at, i));
    placed
        .chunk_by(|a, b| a.0 == b.0)
        .map(|bin| Bin {
            at: bin[0].0,
            points: bin
                .iter()
                .map(|&(_, i, local)| (local, values[i as usize]))
                .collect(),
        })
        .collect()
}

/// Places of the bricks that kernels reach. Points with hardly a neighbour make no surface and get
/// no brick, so that spray costs no memory.
fn touched(bins: &[Bin], bin_of: &HashMap<[i32; 3], usize>) -> BTreeSet<[i32; 3]> {
    const LONELY: usize = 4;
    // One node more than the kernel: the cell below a node needs its brick, too.
    let reach = (KERNEL_RADIUS / NODE_DISTANCE) as f32 + 1.0;
    let mut places = BTreeSet::new();
    for bin in bins {
        let near = neighbours(bin.at).filter_map(|n| bin_of.get(&n));
        if near.map(|&k| bins[k].points.len()).sum::<usize>() < LONELY {
            continue;
        }
        // Which of the 27 neighbours any point of the bin reaches, as bits per axis.
        let mut seen = [false; 27];
        for (local, _) in &bin.points {
            let span = local.map(|x| {
                let low = i32::from(x >= reach);
                let high = 1 + i32::from(x + reach >= SIDE as f32);
                low..=high
            });
            for i in span[0].clone() {
                for j in span[1].clone() {
                    for k in span[2].clone() {
                        seen[(i * 9 + j * 3 + k) as usize] = true;
                    }
                }
            }
        }
        let reached = neighbours(bin.at).zip(seen).filter(|(_, seen)| *seen);
        places.extend(reached.map(|(at, _)| at));
    }
    places
}

/// A brick's place and those around it, in the order x, y, z.
fn neighbours(at: [i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    (0..27).map(move |n| {
        let step = [n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1];
        std::array::from_fn(|k| at[k].saturating_add(step[k]))
    })
}

impl Brick {
    /// Sums the kernels of the points around, in their order.
    fn gather<'a>(at: [i32; 3], bins: impl Iterator<Item = &'a Bin>) -> Self {
        let mut brick = Brick {
            at,
            density: vec![0.0; SIDE.pow(3)].into(),
            weighted: vec![0.0; SIDE.pow(3)].into(),
        };
        for bin in bins {
            let offset: [f32; 3] =
                std::array::from_fn(|k| (bin.at[k].wrapping_sub(at[k]) * SIDE as i32) as f32);
            for (local, value) in &bin.points {
                brick.add(std::array::from_fn(|k| local[k] + offset[k]), *value);
            }
        }
        brick
    }

    fn add(&mut self, centre: [f32; 3], value: f32) {
        const RADIUS: f32 = (KERNEL_RADIUS / NODE_DISTANCE) as f32;
        // (1 - q²)³ integrates to 4π 16/315 R³; one point per spacing³ makes 1.
        const INTEGRAL: f64 = 4.0 * std::f64::consts::PI * 16.0 / 315.0;
        const SCALE: f32 =
            (1.0 / (INTEGRAL * KERNEL_RADIUS * KERNEL_RADIUS * KERNEL_RADIUS)) as f32;
        let range = centre.map(|c| {
            let first = (c - RADIUS).ceil().max(0.0) as usize;
            let end = ((c + RADIUS).floor() + 1.0).clamp(0.0, SIDE as f32) as usize;
            first..end
        });
        for x in range[0].clone() {
            let dx = (x as f32 - centre[0]).powi(2);
            for y in range[1].clone() {
                let dxy = dx + (y as f32 - centre[1]).powi(2);
                for z in range[2].clone() {
                    let squared = dxy + (z as f32 - centre[2]).powi(2);
                    let inside = (1.0 - squared * (1.0 / (RADIUS * RADIUS))).max(0.0);
                    let weight = SCALE * inside * inside * inside;
                    let node = (x * SIDE + y) * SIDE + z;
                    self.density[node] += weight;
                    self.weighted[node] += weight * value;
                }
            }
        }
    }
}
