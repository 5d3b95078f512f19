//! A first mesh: a lattice cut along the surface. [F. Labelle and J. R. Shewchuk, "Isosurface stuffing", 2007]
//!
//! Points of the lattice that are too close to where an edge crosses the surface are moved there; the elements that the
//! surface still crosses are cut. The angles of what comes out are between 10.7° and 164.8° for any surface.

use super::lattice::{Lattice, POINTS, Point};
use super::quality::volume;
use super::{TetMesh, lattice};
use plastica_tensor::Vec3;
use std::collections::HashMap;

/// Points closer to a crossing than this share of an edge are moved onto it: long edges, along the axes, and short ones.
/// Both from the paper's table for the best angles.
const LONG: f64 = 0.24999;
const SHORT: f64 = 0.41189;

/// No vertex yet.
const NONE: u32 = u32::MAX;

/// The lattice cut along the surface.
pub(super) fn stuff(lattice: &mut Lattice) -> TetMesh {
    let moved = warp(lattice);
    let mut cutter = Cutter {
        numbers: vec![NONE; lattice.distances.len()],
        lattice,
        moved,
        cuts: HashMap::new(),
        mesh: TetMesh::default(),
    };
    for block in 0..lattice.blocks.len() {
        for place in POINTS / 2..POINTS {
            let middle = (block * POINTS + place) as Point;
            let (_, cell) = lattice.cell_of(middle);
            for axis in 0..3 {
                cutter.square(middle, cell, axis);
            }
        }
    }
    cutter.mesh
}

/// Moves points of the lattice that are too close to a crossing onto it. Returns where they are now; their distance is 0.
fn warp(lattice: &mut Lattice) -> HashMap<Point, Vec3<f64>> {
    let mut moved = HashMap::new();
    let reach = 0.5 * lattice.cell[0].max(lattice.cell[1]).max(lattice.cell[2]);
    for point in 0..lattice.distances.len() as Point {
        let here = lattice.distance(point);
        if here.abs() > reach || here == 0.0 {
            continue;
        }
        let x = lattice.position(point);
        let mut best = (f64::INFINITY, x);
        let mut test = |other: Option<Point>, most: f64| {
            let Some(other) = other else { return };
            let there = lattice.distance(other);
            if here * there < 0.0 {
                let share = here / (here - there);
                let step = (lattice.position(other) - x).scale(share);
                if share < most && step.norm() < best.0 {
                    best = (step.norm(), x + step);
                }
            }
        };
        for (k, other) in lattice.neighbours(point).enumerate() {
            test(other, if k < 6 { LONG } else { SHORT });
        }
        if best.0 < f64::INFINITY {
            moved.insert(point, best.1);
            lattice.distances[point as usize] = 0.0;
        }
    }
    moved
}

/// Cuts elements and names vertices.
struct Cutter<'a> {
    lattice: &'a Lattice,
    moved: HashMap<Point, Vec3<f64>>,
    /// Vertices of points, and on edges between points inside and outside.
    numbers: Vec<u32>,
    cuts: HashMap<[Point; 2], u32>,
    mesh: TetMesh,
}

impl Cutter<'_> {
    /// The four elements around the long edge from the middle of a cell to that of the next along an axis.
    fn square(&mut self, middle: Point, cell: [usize; 3], axis: usize) {
        let mut next = cell;
        next[axis] += 1;
        let corner = |u: usize, v: usize| {
            let mut at = next;
            at[(axis + 1) % 3] += u;
            at[(axis + 2) % 3] += v;
            self.lattice.point(false, at)
        };
        let ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        let Some(other) = self.lattice.point(true, next) else {
            return;
        };
        for k in 0..4 {
            // Without a block a corner is farther outside than an edge is long: none of the four points is inside.
            if let (Some(a), Some(b)) = (ring[k], ring[(k + 1) % 4]) {
                self.cut([middle, other, a, b]);
            }
        }
    }

    /// The part of an element that is inside.
    fn cut(&mut self, points: [Point; 4]) {
        let (mut inside, mut on, mut outside) = (Group::new(), Group::new(), Group::new());
        for point in points {
            match self.lattice.distance(point) {
                d if d < 0.0 => inside.push(point),
                d if d > 0.0 => outside.push(point),
                _ => on.push(point),
            }
        }
        match (inside.get(), on.get(), outside.get()) {
            ([], _, _) => {}
            (_, _, []) => {
                let element = points.map(|p| self.vertex(p));
                self.push(element);
            }
            ([a], on, outside) => {
                let mut element = [self.vertex(*a); 4];
                for (k, p) in on.iter().enumerate() {
                    element[1 + k] = self.vertex(*p);
                }
                for (k, p) in outside.iter().enumerate() {
                    element[1 + on.len() + k] = self.crossing(*a, *p);
                }
                self.push(element);
            }
            ([a, b], [o], [p]) => {
                let (mut a, mut b) = (*a, *b);
                if !self.starts_at_first(a, b, *p) {
                    std::mem::swap(&mut a, &mut b);
                }
                let (at_a, at_b) = (self.crossing(a, *p), self.crossing(b, *p));
                let [a, b, o] = [a, b, *o].map(|p| self.vertex(p));
                self.push([a, b, at_b, o]);
                self.push([a, at_b, at_a, o]);
            }
            ([a, b, c], _, [p]) => {
                let starts =
                    [[a, b], [b, c], [c, a]].map(|[s, t]| self.starts_at_first(*s, *t, *p));
                let cuts = [a, b, c].map(|s| self.crossing(*s, *p));
                let inner = [a, b, c].map(|s| self.vertex(*s));
                self.prism(inner, cuts, starts);
            }
            ([a, b], _, [p, q]) => {
                let (a, b, p, q) = (*a, *b, *p, *q);
                let top = [self.vertex(a), self.crossing(a, p), self.crossing(a, q)];
                let bottom = [self.vertex(b), self.crossing(b, p), self.crossing(b, q)];
                let first = self.starts_at_first(a, b, p);
                let last = !self.starts_at_first(a, b, q);
                // The square between the crossings is no other element's: the shorter diagonal, unless all three
                // would go round.
                let length = |s: u32, t: u32| {
                    let [s, t] = [s, t].map(|v| Vec3(self.mesh.vertices[v as usize]));
                    (s - t).norm_squared()
                };
                let shorter = length(top[1], bottom[2]) < length(top[2], bottom[1]);
                let between = if first == last { !first } else { shorter };
                self.prism(top, bottom, [first, between, last]);
            }
            _ => {}
        }
    }

    /// Whether on the face of points a and b inside and p outside the diagonal of the square between goes from a to the
    /// crossing towards b. It ends at the crossing of the long edge; between two short edges, and so the same for both
    /// elements of the face, it starts at the lower point.
    fn starts_at_first(&self, a: Point, b: Point, p: Point) -> bool {
        let is_middle = |p: Point| p as usize % lattice::POINTS >= lattice::POINTS / 2;
        if is_middle(a) == is_middle(p) {
            false
        } else if is_middle(b) == is_middle(p) {
            true
        } else {
            a < b
        }
    }

    /// A prism between two triangles. `starts[i]`: the diagonal of the side from i to i + 1 starts at `top[i]`, not at
    /// `top[i + 1]`. Not all three go round.
    fn prism(&mut self, top: [u32; 3], bottom: [u32; 3], starts: [bool; 3]) {
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            if starts[i] && !starts[k] {
                self.push([top[i], bottom[i], bottom[j], bottom[k]]);
                if starts[j] {
                    self.push([top[i], top[j], top[k], bottom[k]]);
                    self.push([top[i], top[j], bottom[k], bottom[j]]);
                } else {
                    self.push([top[i], top[j], top[k], bottom[j]]);
                    self.push([top[i], top[k], bottom[k], bottom[j]]);
                }
                return;
            }
        }
    }

    fn vertex(&mut self, point: Point) -> u32 {
        let number = &mut self.numbers[point as usize];
        if *number == NONE {
            *number = self.mesh.vertices.len() as u32;
            let place = self.moved.get(&point).copied();
            let place = place.unwrap_or_else(|| self.lattice.position(point));
            self.mesh.vertices.push(place.0);
        }
        *number
    }

    /// The vertex where the edge between a point inside and one outside crosses the surface.
    fn crossing(&mut self, inside: Point, outside: Point) -> u32 {
        let (lattice, mesh) = (self.lattice, &mut self.mesh);
        *self.cuts.entry([inside, outside]).or_insert_with(|| {
            let (a, b) = (lattice.distance(inside), lattice.distance(outside));
            let [from, to] = [inside, outside].map(|p| lattice.position(p));
            mesh.vertices
                .push((from + (to - from).scale(a / (a - b))).0);
            mesh.vertices.len() as u32 - 1
        })
    }

    /// Adds an element, turned so that its volume is positive.
    fn push(&mut self, mut element: [u32; 4]) {
        let corners = element.map(|v| Vec3(self.mesh.vertices[v as usize]));
        if volume(corners) < 0.0 {
            element.swap(0, 1);
        }
        self.mesh.elements.push(element);
    }
}

/// Up to four points.
struct Group {
    points: [Point; 4],
    count: usize,
}

impl Group {
    fn new() -> Self {
        Group {
            points: [0; 4],
            count: 0,
        }
    }

    fn push(&mut self, point: Point) {
        self.points[self.count] = point;
        self.count += 1;
    }

    fn get(&self) -> &[Point] {
        &self.points[..self.count]
    }
}
