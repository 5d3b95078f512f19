//! The sparse grid: blocks of 4×4×4 nodes around the particles.

use crate::aligned_vec::AlignedVec;
use crate::schedule::Schedule;
use plastica_particles::Quad;
use plastica_tensor::{Scalar, Vec3};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::AtomicU32;

/// Nodes per axis of a block.
pub(crate) const BLOCK: usize = 4;
/// Nodes of a block.
pub(crate) const NODES: usize = BLOCK * BLOCK * BLOCK;

/// Which block, counted from the one whose first node is the origin.
pub(crate) type Place = [i32; 3];

type Index = HashMap<Place, u32, BuildHasherDefault<PlaceHasher>>;

/// The blocks that particles can reach until they are sorted again.
#[derive(Debug)]
pub(crate) struct Grid<S: Scalar> {
    /// Distance between nodes [m].
    pub(crate) cell: f64,
    /// Blocks that hold particles come first, in lexicographic order; then their surroundings.
    pub(crate) places: Vec<Place>,
    /// How many blocks hold particles.
    pub(crate) occupied: usize,
    /// The index of the block at a place.
    index: Index,
    /// For each occupied block the indices of the 27 blocks around it, z fastest.
    pub(crate) around: Vec<[u32; 27]>,
    /// For each occupied block the rows that its particles have added to, as in [`Touched`](crate::tile::Touched).
    pub(crate) touched: Vec<AtomicU32>,
    /// In which order occupied blocks are worked on.
    pub(crate) schedule: Schedule,
    /// Momentum [kg m/s] and mass [kg] of each node.
    pub(crate) momenta: AlignedVec<Quad<S>>,
    /// Impulses on each node [N s] by stress and body forces, where they are kept apart from momenta; else empty.
    pub(crate) impulses: AlignedVec<Quad<S>>,
    /// Whether they are.
    apart: bool,
    /// Velocity [m/s] and mass [kg] of each node.
    pub(crate) velocities: AlignedVec<Quad<S>>,
    /// The same before anything acted, where impulses are kept apart; else empty.
    pub(crate) before: AlignedVec<Quad<S>>,
}

impl<S: Scalar> Grid<S> {
    /// A grid without nodes. `apart` says whether it keeps impulses apart from momenta.
    pub(crate) fn new(cell: f64, apart: bool) -> Self {
        Grid {
            cell,
            apart,
            impulses: AlignedVec::default(),
            places: Vec::new(),
            occupied: 0,
            index: Index::default(),
            around: Vec::new(),
            touched: Vec::new(),
            schedule: Schedule::default(),
            momenta: AlignedVec::default(),
            velocities: AlignedVec::default(),
            before: AlignedVec::default(),
        }
    }

    /// Makes room around occupied blocks, given in lexicographic order without repetition.
    pub(crate) fn surround(&mut self, occupied: Vec<Place>) {
        self.occupied = occupied.len();
        self.index.clear();
        for (k, place) in occupied.iter().enumerate() {
            self.index.insert(*place, k as u32);
        }
        self.places = occupied;
        self.around.clear();
        self.touched.resize_with(self.occupied, AtomicU32::default);
        for k in 0..self.occupied {
            let place = self.places[k];
            let mut around = [0; 27];
            for (n, slot) in around.iter_mut().enumerate() {
                let step = [n as i32 / 9 - 1, n as i32 / 3 % 3 - 1, n as i32 % 3 - 1];
                let neighbour: Place = std::array::from_fn(|axis| place[axis] + step[axis]);
                *slot = *self.index.entry(neighbour).or_insert_with(|| {
                    self.places.push(neighbour);
                    self.places.len() as u32 - 1
                });
            }
            self.around.push(around);
        }
        self.schedule = Schedule::new(&self.places[..self.occupied]);
        let nodes = self.places.len() * NODES;
        self.momenta.make_room(nodes);
        self.velocities.make_room(nodes);
        self.velocities.fill([S::zero(); 4]);
        if self.apart {
            self.impulses.make_room(nodes);
            self.before.make_room(nodes);
        }
        self.clear();
    }

    /// Whether what acts on nodes is not added to their momenta, so that velocities before it are known.
    pub(crate) fn keeps_impulses_apart(&self) -> bool {
        self.apart
    }

    /// Takes all mass, momentum and impulse off the nodes.
    pub(crate) fn clear(&mut self) {
        self.momenta.fill([S::zero(); 4]);
        self.impulses.fill([S::zero(); 4]);
    }

    /// The node that many cells along an axis from a node of a block, if particles can reach it.
    pub(crate) fn along(
        &self,
        block: usize,
        node: usize,
        axis: usize,
        cells: i32,
    ) -> Option<usize> {
        let mut at = node_offset(node);
        let mut place = self.places[block];
        let moved = at[axis] as i32 + cells;
        let crossed = moved.div_euclid(BLOCK as i32);
        at[axis] = moved.rem_euclid(BLOCK as i32) as usize;
        place[axis] += crossed;
        let block = match crossed {
            0 => block,
            _ => *self.index.get(&place)? as usize,
        };
        Some(block * NODES + (at[0] * BLOCK + at[1]) * BLOCK + at[2])
    }

    /// Where the first node of a block is [m].
    pub(crate) fn origin(&self, block: u32) -> Vec3<f64> {
        origin(self.places[block as usize], self.cell)
    }
}

/// Blocks are no farther from the origin than this along any axis, so that places of their neighbours, and of the clusters
/// of these, are far from the ends of their type: blocks that share nodes are then always known as neighbours.
const FARTHEST: i32 = 1 << 30;

/// Whether a block may hold particles.
pub(crate) fn is_within_limits(place: Place) -> bool {
    place.iter().all(|p| (-FARTHEST..=FARTHEST).contains(p))
}

/// How far from the origin particles may be along any axis [m].
pub(crate) fn farthest(cell: f64) -> f64 {
    f64::from(FARTHEST) * BLOCK as f64 * cell
}

/// Where the first node of a block is [m].
pub(crate) fn origin(place: Place, cell: f64) -> Vec3<f64> {
    Vec3(place.map(|p| f64::from(p) * BLOCK as f64 * cell))
}

/// Where a particle is in space [m].
pub(crate) fn in_space<S: Scalar>(origin: Vec3<f64>, cell: f64, local: [S; 3]) -> Vec3<f64> {
    origin + Vec3(local.map(|x| x.to_f64() * cell))
}

/// Where a node is in its block, in cells.
pub(crate) fn node_offset(node: usize) -> [usize; 3] {
    [node / (BLOCK * BLOCK), node / BLOCK % BLOCK, node % BLOCK]
}

/// A quick hash of three small integers; the order of blocks never follows from it.
#[derive(Default)]
pub(crate) struct PlaceHasher(u64);

impl Hasher for PlaceHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }
    fn write_i32(&mut self, value: i32) {
        self.write_u32(value as u32);
    }
    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0.rotate_left(21) ^ u64::from(value)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    fn write_usize(&mut self, _: usize) {}
}
