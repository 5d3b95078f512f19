//! Delaunay's triangulation of points in space: tetrahedra with no point inside their spheres.
//!
//! Every sign is exact, so that lattices, points on spheres and thin slabs come out as valid as points at random; ties are
//! broken by one rule ([`complex`]). Points are inserted one by one ([`insert`]) in a good order ([`order`]).

mod complex;
mod error;
mod insert;
mod order;
mod remove;
mod signs;
#[cfg(test)]
mod tests;
mod wide;

pub use error::{DelaunayError, Flat};

use crate::{Bounds, TetMesh};
use complex::{Complex, INFINITE};
use insert::{Digger, Refusal};
use plastica_tensor::Vec3;

/// Where a vertex has no point.
const GONE: u32 = u32::MAX;

/// The Delaunay triangulation of points, which keep the numbers they had in the input.
///
/// ```
/// use plastica_geometry::Delaunay;
///
/// let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.2, 0.2, 0.2]];
/// let triangulation = Delaunay::new(&points).unwrap();
/// assert_eq!(triangulation.elements().count(), 4);
/// assert!((triangulation.mesh().volume() - 1.0 / 6.0).abs() < 1e-15);
/// ```
#[derive(Clone, Debug)]
pub struct Delaunay {
    complex: Complex,
    /// A power of 2 that brings all coordinates to [−1, 1].
    scale: f64,
    /// By vertex: the first of the points at its place, or [`GONE`].
    points: Vec<u32>,
    /// By point: the vertex at its place.
    vertices: Vec<u32>,
}

/// Where a place lies in a triangulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Location {
    /// In or on an element between these points.
    Inside([u32; 4]),
    /// Outside, in front of a face of the hull between these points, counter-clockwise when seen from there.
    Outside([u32; 3]),
}

impl Delaunay {
    /// The triangulation of points that span space.
    pub fn new(points: &[[f64; 3]]) -> Result<Delaunay, DelaunayError> {
        let scale = error::check(points)?;
        let scaled: Vec<_> = points.iter().map(|p| Vec3(*p).scale(scale)).collect();
        let bounds = Bounds::around(scaled.iter().copied());
        let order = order::order(&scaled, &bounds);
        let mut places = vec![Vec3::zero()];
        places.extend(order.iter().map(|i| scaled[*i as usize]));
        let (complex, first) = Complex::new(places, signs::step(&scaled))?;
        let mut vertices = vec![INFINITE; points.len()];
        for (vertex, point) in (1..).zip(&order) {
            vertices[*point as usize] = vertex;
        }
        let mut triangulation = Delaunay {
            complex,
            scale,
            points: vec![GONE; points.len() + 1],
            vertices,
        };
        triangulation.insert_all(first, &order)?;
        for (point, vertex) in triangulation.vertices.iter().enumerate() {
            let name = &mut triangulation.points[*vertex as usize];
            *name = (*name).min(point as u32);
        }
        Ok(triangulation)
    }

    fn insert_all(&mut self, first: [u32; 4], order: &[u32]) -> Result<(), DelaunayError> {
        let mut digger = Digger::new(&self.complex);
        for (vertex, point) in (1..).zip(order) {
            if first.contains(&vertex) {
                continue;
            }
            match digger.insert(&mut self.complex, vertex) {
                Ok(()) => {}
                Err(Refusal::Twin(twin)) => self.vertices[*point as usize] = twin,
                Err(Refusal::Full) => return Err(DelaunayError::TooMany),
            }
        }
        Ok(())
    }

    /// The corners of each element in positive order, by the numbers of points.
    pub fn elements(&self) -> impl Iterator<Item = [u32; 4]> + '_ {
        let finite = |cell: &&complex::Cell| !cell.is_free() && cell.infinite().is_none();
        (self.complex.cells.iter().filter(finite)).map(|cell| cell.corners.map(|v| self.point(v)))
    }

    /// The triangulation as a mesh with all points of the input as vertices, whether elements use them or not.
    pub fn mesh(&self) -> TetMesh {
        let place = |v: &u32| self.complex.place(*v).map(|x| x / self.scale).0;
        TetMesh {
            vertices: self.vertices.iter().map(place).collect(),
            elements: self.elements().collect(),
        }
    }

    /// The first of the points at the place of a point: itself unless it repeats an earlier one. None if there is no such
    /// point, or it has been removed.
    pub fn first_at(&self, point: u32) -> Option<u32> {
        let vertex = *self.vertices.get(point as usize)?;
        Some(self.point(vertex)).filter(|first| *first != GONE)
    }

    /// Where a place lies, found by walking from where the last change was. None if its coordinates, in units of the
    /// largest of the points, are not finite.
    pub fn locate(&self, place: [f64; 3]) -> Option<Location> {
        let place = Vec3(place).scale(self.scale);
        if !place.0.iter().all(|x| x.is_finite()) {
            return None;
        }
        let cell = &self.complex.cells[self.complex.walk(place) as usize];
        Some(match cell.infinite() {
            None => Location::Inside(cell.corners.map(|v| self.point(v))),
            // From the corner at infinity its face is seen as from outside.
            Some(corner) => Location::Outside(cell.face(corner).map(|v| self.point(v))),
        })
    }

    /// Takes out a point, and with it all others at its place. The others keep their numbers. Fails without any change
    /// if they would not span space.
    pub fn remove(&mut self, point: u32) -> Result<(), DelaunayError> {
        let vertex = match self.vertices.get(point as usize) {
            Some(&vertex) if self.points[vertex as usize] != GONE => vertex,
            _ => return Err(DelaunayError::NoPoint { point }),
        };
        remove::remove(&mut self.complex, vertex)?;
        self.points[vertex as usize] = GONE;
        Ok(())
    }

    fn point(&self, vertex: u32) -> u32 {
        self.points[vertex as usize]
    }
}
