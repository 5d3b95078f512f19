//! The triangulation itself: cells between numbered vertices, and ghosts around them.
//!
//! Space outside of the hull is filled by ghosts, cells between a face of the hull and vertex 0 at infinity, so that every
//! face has two sides. It is *the* Delaunay triangulation of its vertices: where five or more lie on a sphere, a vertex of
//! higher number counts as infinitely little farther out, and more so than all lower ones together (a regular
//! triangulation of heights raised by ε₁ ≪ ε₂ ≪ …). So it does not depend on the order of insertion, and what fills the
//! hole of a vertex fits.

use super::Flat;
use super::signs::{self, Doubt};
use crate::Bounds;
use plastica_tensor::Vec3;

/// The vertex at infinity.
pub(super) const INFINITE: u32 = 0;

/// Corners of the face opposite to each corner, seen from that corner in positive order.
pub(super) const FACE: [[usize; 3]; 4] = [[1, 3, 2], [0, 2, 3], [0, 3, 1], [0, 1, 2]];

/// Faces are numbered by four times the cell and the corner opposite.
pub(super) const MOST_CELLS: usize = 1 << 30;

/// In one line of the cache.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// In positive order. All alike in a cell that is free.
    pub corners: [u32; 4],
    /// The face on the other side of the one opposite to each corner.
    pub across: [u32; 4],
    /// Its sphere about the first corner, as in [`signs::sphere`]; not a number for ghosts.
    sphere: [f64; 4],
}

const FREE: Cell = Cell {
    corners: [INFINITE; 4],
    across: [0; 4],
    sphere: [f64::NAN; 4],
};

impl Cell {
    pub fn is_free(&self) -> bool {
        self.corners[0] == self.corners[1]
    }

    /// The corner at infinity, of a ghost.
    #[inline]
    pub fn infinite(&self) -> Option<usize> {
        self.corners.iter().position(|v| *v == INFINITE)
    }

    /// The face opposite to a corner, seen from there in positive order.
    #[inline]
    pub fn face(&self, corner: usize) -> [u32; 3] {
        // Not by `map`, which stays a call of its own.
        let [a, b, c] = FACE[corner];
        [self.corners[a], self.corners[b], self.corners[c]]
    }
}

#[derive(Clone, Debug)]
pub(super) struct Complex {
    /// Places of vertices in [−1, 1]³, from 1 on.
    pub places: Vec<Vec3<f64>>,
    pub cells: Vec<Cell>,
    pub free: Vec<u32>,
    doubt: Doubt,
    /// A cell where the last change was.
    pub recent: u32,
}

impl Complex {
    /// The triangulation of the first four vertices that span space, which are returned too.
    pub fn new(places: Vec<Vec3<f64>>, step: f64) -> Result<(Complex, [u32; 4]), Flat> {
        let bounds = Bounds::around(places[1..].iter().copied());
        let mut complex = Complex {
            doubt: Doubt::new(bounds.size(), step),
            cells: Vec::with_capacity(8 * places.len()),
            free: Vec::new(),
            recent: 0,
            places,
        };
        let first = complex.spanning(1..complex.places.len() as u32)?;
        complex.surround(first);
        Ok((complex, first))
    }

    /// The first four of some vertices that span space, in positive order, or what they do span.
    pub fn spanning(&self, vertices: impl Iterator<Item = u32> + Clone) -> Result<[u32; 4], Flat> {
        let find =
            |wanted: &dyn Fn(Vec3<f64>) -> bool| vertices.clone().find(|v| wanted(self.place(*v)));
        let a = find(&|_| true).ok_or(Flat::Nothing)?;
        let x = self.place(a);
        let b = find(&|p| p != x).ok_or(Flat::Point)?;
        let y = self.place(b);
        let c = find(&|p| !signs::on_a_line([x, y, p])).ok_or(Flat::Line)?;
        let z = self.place(c);
        let side = |p| signs::side(self.doubt, [x, y, z, p]);
        let d = find(&|p| side(p) != 0.0).ok_or(Flat::Plane)?;
        Ok(if side(self.place(d)) > 0.0 {
            [a, b, c, d]
        } else {
            [b, a, c, d]
        })
    }

    /// One cell, and a ghost on each of its faces.
    fn surround(&mut self, corners: [u32; 4]) {
        let cell = self.add(corners);
        let ghosts = [0, 1, 2, 3].map(|corner| {
            let [a, b, c] = self.cells[cell as usize].face(corner);
            self.add([a, c, b, INFINITE])
        });
        for (corner, ghost) in ghosts.into_iter().enumerate() {
            self.join(4 * cell + corner as u32, 4 * ghost + 3);
            // Two ghosts meet where the edge of their faces lacks the corner under the other.
            for k in 0..3 {
                let missing = self.cells[ghost as usize].corners[k];
                let other = corners.iter().position(|v| *v == missing);
                let other = ghosts[other.expect("corners of its own cell")];
                let there = self.cells[other as usize].corners;
                let back = (there.iter()).position(|v| *v == corners[corner]);
                let back = back.expect("the corner over this ghost is on all others");
                self.cells[ghost as usize].across[k] = 4 * other + back as u32;
            }
        }
        self.recent = cell;
    }

    #[inline]
    pub fn place(&self, vertex: u32) -> Vec3<f64> {
        self.places[vertex as usize]
    }

    /// A new cell, not joined to any.
    #[inline]
    pub fn add(&mut self, corners: [u32; 4]) -> u32 {
        let sphere = if corners.contains(&INFINITE) {
            [0.0, 0.0, 0.0, f64::NAN]
        } else {
            let [a, b, c, d] = corners;
            signs::sphere([self.place(a), self.place(b), self.place(c), self.place(d)])
        };
        let cell = Cell {
            corners,
            across: [0; 4],
            sphere,
        };
        if let Some(number) = self.free.pop() {
            self.cells[number as usize] = cell;
            return number;
        }
        self.cells.push(cell);
        self.cells.len() as u32 - 1
    }

    pub fn release(&mut self, cell: u32) {
        self.cells[cell as usize] = FREE;
        self.free.push(cell);
    }

    #[inline]
    pub fn join(&mut self, a: u32, b: u32) {
        self.cells[(a >> 2) as usize].across[(a & 3) as usize] = b;
        self.cells[(b >> 2) as usize].across[(b & 3) as usize] = a;
    }

    /// A cell that a place lies in or on, or a ghost whose face sees it from outside. Goes from cell to cell through faces
    /// that have the place behind them; in a regular triangulation this does not go round in circles.
    pub fn walk(&self, place: Vec3<f64>) -> u32 {
        let mut at = self.recent;
        if let Some(corner) = self.cells[at as usize].infinite() {
            at = self.cells[at as usize].across[corner] >> 2;
        }
        let mut entered = 4;
        loop {
            let cell = &self.cells[at as usize];
            let behind = |corner: usize| {
                let [a, b, c] = cell.face(corner);
                let corners = [self.place(a), self.place(b), self.place(c), place];
                signs::side(self.doubt, corners) < 0.0
            };
            let Some(corner) = (0..4).find(|&corner| corner != entered && behind(corner)) else {
                return at;
            };
            let face = cell.across[corner];
            (at, entered) = (face >> 2, (face & 3) as usize);
            if self.cells[at as usize].infinite().is_some() {
                return at;
            }
        }
    }

    /// Whether a vertex lies within the sphere of a cell.
    #[inline]
    pub fn conflicts(&self, cell: u32, vertex: u32, place: Vec3<f64>) -> bool {
        let Cell {
            corners, sphere, ..
        } = &self.cells[cell as usize];
        let x = place - self.place(corners[0]);
        let [mx, my, mz, d] = *sphere;
        let depth = x.dot(Vec3([mx, my, mz])) - x.norm_squared() * d;
        // Not for ghosts either, whose sphere is not a number.
        if depth.abs() > self.doubt.sphere {
            return depth > 0.0;
        }
        self.conflicts_in_doubt(cell, vertex, place, depth)
    }

    #[inline(never)]
    fn conflicts_in_doubt(&self, cell: u32, vertex: u32, place: Vec3<f64>, depth: f64) -> bool {
        let Cell {
            corners, across, ..
        } = self.cells[cell as usize];
        let mut places = corners.map(|v| self.place(v));
        if let Some(corner) = self.cells[cell as usize].infinite() {
            // The sphere of a ghost is the half of space in front of its face. In the plane of the face it is the circle
            // around it, as of the cell behind.
            places[corner] = place;
            let side = signs::side(self.doubt, places);
            let behind = across[corner] >> 2;
            return side > 0.0 || side == 0.0 && self.conflicts(behind, vertex, place);
        }
        let sign = signs::depth_in_doubt(places, place, depth);
        sign > 0.0 || sign == 0.0 && self.conflicts_on_the_sphere(corners, vertex, place)
    }

    /// The vertex of highest number has moved out. If it is the new one, it is outside; if it is a corner, the sphere has
    /// moved away from it, and grown over what lies with it on one side of the opposite face.
    fn conflicts_on_the_sphere(&self, corners: [u32; 4], vertex: u32, place: Vec3<f64>) -> bool {
        let mut order = [0, 1, 2, 3];
        order.sort_unstable_by_key(|k| std::cmp::Reverse(corners[*k]));
        for corner in order {
            if vertex > corners[corner] {
                return false;
            }
            let mut places = corners.map(|v| self.place(v));
            places[corner] = place;
            let side = signs::side(self.doubt, places);
            if side != 0.0 {
                return side > 0.0;
            }
        }
        false
    }
}
