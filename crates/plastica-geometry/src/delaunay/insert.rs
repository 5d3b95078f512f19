//! A new vertex: cells whose spheres hold it make room, and it is joined to the faces around them. [A. Bowyer, "Computing
//! Dirichlet tessellations", 1981; D. F. Watson, 1981]
//!
//! Along a ray from the vertex its power with respect to the spheres of the cells passed only grows, for each face lies in
//! the plane where those of its two cells are equal. So the cells to remove are seen from it entirely.

use super::complex::{Complex, INFINITE, MOST_CELLS};
use plastica_tensor::Vec3;

/// With so many vertices around a hole its edges are found in a square table of these.
const TABLE: usize = 256;

/// A face around a hole.
#[derive(Clone, Copy, Debug)]
struct Rim {
    /// Its other side.
    outside: u32,
    corners: [u32; 3],
    /// Its corners as counted around this hole.
    local: [u32; 3],
}

/// What insertion needs to remember, kept from vertex to vertex.
#[derive(Debug)]
pub(super) struct Digger {
    /// Cells of this hole carry the number of its vertex.
    hole_of: Vec<u32>,
    hole: Vec<u32>,
    rim: Vec<Rim>,
    /// By vertex: the hole it was last seen around, and its number there.
    seen: Vec<[u32; 2]>,
    around: u32,
    filling: Vec<u32>,
    /// By two vertices around the hole: the face between the edge from one to the other and the new vertex.
    table: Vec<u32>,
}

/// Why a vertex was not inserted.
#[derive(Debug, PartialEq)]
pub(super) enum Refusal {
    /// There is a vertex at its place.
    Twin(u32),
    /// There would be too many cells.
    Full,
}

impl Digger {
    pub fn new(complex: &Complex) -> Digger {
        Digger {
            hole_of: Vec::with_capacity(complex.cells.capacity()),
            hole: Vec::new(),
            rim: Vec::new(),
            seen: vec![[0; 2]; complex.places.len()],
            around: 0,
            filling: Vec::new(),
            table: Vec::new(),
        }
    }

    /// Each vertex once.
    pub fn insert(&mut self, complex: &mut Complex, vertex: u32) -> Result<(), Refusal> {
        let place = complex.place(vertex);
        let start = complex.walk(place);
        let corners = complex.cells[start as usize].corners;
        let twin = |v: &u32| *v != INFINITE && complex.place(*v) == place;
        if let Some(twin) = corners.into_iter().find(twin) {
            return Err(Refusal::Twin(twin));
        }
        self.dig(complex, start, vertex, place);
        if complex.cells.len() + self.rim.len() > MOST_CELLS {
            return Err(Refusal::Full);
        }
        self.fill(complex, vertex);
        Ok(())
    }

    /// Finds the cells to remove, all joined to the first, and the faces around them.
    fn dig(&mut self, complex: &Complex, start: u32, vertex: u32, place: Vec3<f64>) {
        self.hole_of.resize(complex.cells.len(), 0);
        self.hole.clear();
        self.rim.clear();
        self.around = 0;
        self.hole.push(start);
        self.hole_of[start as usize] = vertex;
        let mut next = 0;
        while next < self.hole.len() {
            let cell = &complex.cells[self.hole[next] as usize];
            next += 1;
            for corner in 0..4 {
                let outside = cell.across[corner];
                let neighbour = outside >> 2;
                if self.hole_of[neighbour as usize] == vertex {
                    continue;
                }
                if complex.conflicts(neighbour, vertex, place) {
                    self.hole_of[neighbour as usize] = vertex;
                    self.hole.push(neighbour);
                } else {
                    let corners = cell.face(corner);
                    let mut count = |corner: usize| self.count(corners[corner], vertex);
                    let local = [count(0), count(1), count(2)];
                    self.rim.push(Rim {
                        outside,
                        corners,
                        local,
                    });
                }
            }
        }
    }

    /// The number of a vertex around the hole.
    #[inline]
    fn count(&mut self, vertex: u32, hole: u32) -> u32 {
        let seen = &mut self.seen[vertex as usize];
        if seen[0] != hole {
            *seen = [hole, self.around];
            self.around += 1;
        }
        seen[1]
    }

    /// Joins the vertex to each face around the hole.
    fn fill(&mut self, complex: &mut Complex, vertex: u32) {
        complex.free.extend_from_slice(&self.hole);
        self.filling.clear();
        for Rim {
            outside,
            corners: [a, b, c],
            ..
        } in &self.rim
        {
            let cell = complex.add([*a, *b, *c, vertex]);
            complex.join(4 * cell + 3, *outside);
            self.filling.push(cell);
        }
        complex.recent = self.filling[0];
        // A filling of fewer cells than there were leaves some behind.
        let left = self.hole.len().saturating_sub(self.filling.len());
        for cell in complex.free.split_off(complex.free.len() - left) {
            complex.release(cell);
        }
        if self.around as usize <= TABLE {
            self.join_by_table(complex);
        } else {
            self.join_by_sorting(complex);
        }
    }

    /// Face k of a new cell holds the edge from corner k + 1 to corner k + 2 of its face on the rim, which the neighbour
    /// passes the other way.
    fn join_by_table(&mut self, complex: &mut Complex) {
        let width = self.around as usize;
        if self.table.len() < width * width {
            self.table.resize(width * width, 0);
        }
        let edge = |rim: &Rim, k: usize| {
            let (a, b) = (rim.local[(k + 1) % 3], rim.local[(k + 2) % 3]);
            (a as usize, b as usize)
        };
        for (rim, cell) in self.rim.iter().zip(&self.filling) {
            for k in 0..3 {
                let (a, b) = edge(rim, k);
                self.table[a * width + b] = 4 * cell + k as u32;
            }
        }
        for (rim, cell) in self.rim.iter().zip(&self.filling) {
            for k in 0..3 {
                let (a, b) = edge(rim, k);
                complex.cells[*cell as usize].across[k] = self.table[b * width + a];
            }
        }
    }

    /// The same for a hole with very many corners.
    fn join_by_sorting(&self, complex: &mut Complex) {
        let mut edges = Vec::with_capacity(3 * self.rim.len());
        for (rim, cell) in self.rim.iter().zip(&self.filling) {
            for k in 0..3 {
                let (a, b) = (rim.local[(k + 1) % 3], rim.local[(k + 2) % 3]);
                edges.push((a.min(b), a.max(b), 4 * cell + k as u32));
            }
        }
        edges.sort_unstable();
        for pair in edges.chunks_exact(2) {
            complex.join(pair[0].2, pair[1].2);
        }
    }
}
