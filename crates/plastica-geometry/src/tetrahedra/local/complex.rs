//! Tetrahedra that can be exchanged for others.

use super::super::quality::{Corners, volume, volume_length};
use super::super::{FACES, TetMesh};
use plastica_tensor::Vec3;

/// No element, no vertex.
pub const NONE: u32 = u32::MAX;

/// How freely a vertex may move. In the order of freedom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Anywhere.
    Inner,
    /// On the boundary, where it is smooth.
    Sheet,
    /// On an edge of the boundary.
    Crease,
    /// Where edges of the boundary end or meet.
    Corner,
}

/// Elements with lists of those at each vertex. What is removed leaves a gap that the next new element fills.
#[derive(Clone, Debug)]
pub struct Complex {
    /// Where vertices are [m].
    pub places: Vec<Vec3<f64>>,
    pub(super) kinds: Vec<Kind>,
    pub(super) elements: Vec<[u32; 4]>,
    /// Elements at each vertex, in no order.
    pub(super) stars: Vec<Vec<u32>>,
    /// 6√2 V/l³ of each element.
    pub(super) quality: Vec<f64>,
    /// The element of the mesh it was made from that each still is, untouched, or [`NONE`].
    pub(super) origins: Vec<u32>,
    free: Vec<u32>,
}

/// Vertices around an edge from a to b. Elements are (a, b, around[i], around[i + 1]) with positive volume; when closed
/// the last is followed by the first.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) elements: Vec<u32>,
    pub(super) around: Vec<u32>,
    pub(super) is_closed: bool,
}

impl Complex {
    /// A mesh, its vertices on the boundary taken as [`Kind::Sheet`].
    pub fn new(mesh: &TetMesh) -> Self {
        let mut complex = Complex {
            places: mesh.vertices.iter().map(|v| Vec3(*v)).collect(),
            kinds: vec![Kind::Inner; mesh.vertices.len()],
            elements: mesh.elements.clone(),
            stars: vec![Vec::new(); mesh.vertices.len()],
            quality: (0..mesh.elements.len())
                .map(|e| volume_length(mesh.corners(e)))
                .collect(),
            origins: (0..mesh.elements.len() as u32).collect(),
            free: Vec::new(),
        };
        for (number, element) in mesh.elements.iter().enumerate() {
            for v in element {
                complex.stars[*v as usize].push(number as u32);
            }
        }
        for face in complex.boundary() {
            for v in face {
                complex.kinds[v as usize] = Kind::Sheet;
            }
        }
        complex
    }

    /// The elements that are left as a mesh, vertices without elements dropped; for each element the one of the first
    /// mesh that it is, untouched, or [`NONE`]; for each vertex its number before.
    pub fn finish(self) -> (TetMesh, Vec<u32>, Vec<u32>) {
        let mut mesh = TetMesh::default();
        let (mut origins, mut before) = (Vec::new(), Vec::new());
        let mut names = vec![NONE; self.places.len()];
        for (number, element) in self.elements.iter().enumerate() {
            if element[0] == NONE {
                continue;
            }
            mesh.elements.push(element.map(|v| {
                let name = &mut names[v as usize];
                if *name == NONE {
                    *name = before.len() as u32;
                    before.push(v);
                    mesh.vertices.push(self.places[v as usize].0);
                }
                *name
            }));
            origins.push(self.origins[number]);
        }
        (mesh, origins, before)
    }

    /// How freely a vertex may move.
    pub fn kind(&self, v: u32) -> Kind {
        self.kinds[v as usize]
    }

    /// Whether a vertex has elements.
    pub fn is_used(&self, v: u32) -> bool {
        !self.stars[v as usize].is_empty()
    }

    /// Makes a vertex of the boundary one of an edge or a corner.
    pub fn mark(&mut self, v: u32, kind: Kind) {
        self.kinds[v as usize] = kind;
    }

    /// Whether an element has not been removed.
    #[inline]
    pub(super) fn is_alive(&self, element: u32) -> bool {
        self.elements[element as usize][0] != NONE
    }

    #[inline]
    pub(crate) fn place(&self, v: u32) -> Vec3<f64> {
        self.places[v as usize]
    }

    #[inline]
    pub(super) fn corners(&self, element: [u32; 4]) -> Corners {
        element.map(|v| self.place(v))
    }

    #[inline]
    pub(super) fn shape(&self, element: [u32; 4]) -> f64 {
        volume_length(self.corners(element))
    }

    #[inline]
    pub(super) fn has(&self, element: u32, v: u32) -> bool {
        self.elements[element as usize].contains(&v)
    }

    /// Whether two vertices share an element.
    pub fn are_joined(&self, a: u32, b: u32) -> bool {
        self.stars[a as usize].iter().any(|e| self.has(*e, b))
    }

    pub(super) fn add(&mut self, element: [u32; 4]) {
        let quality = self.shape(element);
        let number = match self.free.pop() {
            Some(number) => {
                self.elements[number as usize] = element;
                self.quality[number as usize] = quality;
                number
            }
            None => {
                self.elements.push(element);
                self.quality.push(quality);
                self.origins.push(NONE);
                self.elements.len() as u32 - 1
            }
        };
        for v in element {
            self.stars[v as usize].push(number);
        }
    }

    pub(super) fn remove(&mut self, number: u32) {
        for v in self.elements[number as usize] {
            let star = &mut self.stars[v as usize];
            if let Some(place) = star.iter().position(|e| *e == number) {
                star.swap_remove(place);
            }
        }
        self.elements[number as usize] = [NONE; 4];
        self.origins[number as usize] = NONE;
        self.free.push(number);
    }

    /// A new vertex without elements.
    pub(super) fn add_vertex(&mut self, place: Vec3<f64>, kind: Kind) -> u32 {
        self.places.push(place);
        self.kinds.push(kind);
        self.stars.push(Vec::new());
        self.places.len() as u32 - 1
    }

    /// Moves a vertex.
    pub(super) fn put(&mut self, v: u32, place: Vec3<f64>) {
        self.places[v as usize] = place;
        for k in 0..self.stars[v as usize].len() {
            let number = self.stars[v as usize][k] as usize;
            self.quality[number] = self.shape(self.elements[number]);
            self.origins[number] = NONE;
        }
    }

    /// The least quality of the elements at a vertex.
    pub(crate) fn worst_at(&self, v: u32) -> f64 {
        let star = self.stars[v as usize].iter();
        star.map(|e| self.quality[*e as usize])
            .fold(f64::INFINITY, f64::min)
    }

    /// The least quality of the elements at a vertex if it were elsewhere; not told exactly once it is below `enough`.
    pub(super) fn worst_if(&self, v: u32, place: Vec3<f64>, enough: f64) -> f64 {
        let mut worst = f64::INFINITY;
        for e in &self.stars[v as usize] {
            let element = self.elements[*e as usize];
            let corners = element.map(|w| if w == v { place } else { self.place(w) });
            worst = worst.min(volume_length(corners));
            if worst <= enough {
                break;
            }
        }
        worst
    }

    /// Moves a vertex if all its elements stay at least so good.
    pub fn try_put(&mut self, v: u32, place: Vec3<f64>, least: f64) -> bool {
        let fits = self.worst_if(v, place, least - 1e-12) >= least;
        if fits {
            self.put(v, place);
        }
        fits
    }

    /// The vertices around an edge; `None` where elements do not make one fan there.
    pub(super) fn link(&self, a: u32, b: u32) -> Option<Link> {
        let mut elements = Vec::with_capacity(8);
        let mut steps = Vec::with_capacity(8);
        for &number in &self.stars[a as usize] {
            let element = self.elements[number as usize];
            if let Some(step) = step_around(element, a, b) {
                elements.push(number);
                steps.push(step);
            }
        }
        let first = steps.iter().find(|s| !steps.iter().any(|t| t[1] == s[0]));
        let is_closed = first.is_none();
        let start = first.or(steps.first())?[0];
        let mut around = Vec::with_capacity(steps.len() + 1);
        around.push(start);
        let mut at = start;
        for _ in 0..steps.len() {
            at = steps.iter().find(|s| s[0] == at)?[1];
            around.push(at);
        }
        if is_closed && around.pop() != Some(start) {
            return None;
        }
        let is_simple = (1..around.len()).all(|i| !around[..i].contains(&around[i]));
        is_simple.then_some(Link {
            elements,
            around,
            is_closed,
        })
    }

    /// Faces of the boundary at a vertex, outward, the vertex first.
    pub(crate) fn fan(&self, v: u32) -> Vec<[u32; 3]> {
        let mut faces: Vec<[u32; 3]> = Vec::with_capacity(3 * self.stars[v as usize].len());
        for &number in &self.stars[v as usize] {
            let element = self.elements[number as usize];
            for face in FACES.map(|f| f.map(|k| element[k])) {
                if let Some(k) = face.iter().position(|w| *w == v) {
                    let face = [v, face[(k + 1) % 3], face[(k + 2) % 3]];
                    match faces
                        .iter()
                        .position(|f| f[1] == face[2] && f[2] == face[1])
                    {
                        Some(twin) => drop(faces.swap_remove(twin)),
                        None => faces.push(face),
                    }
                }
            }
        }
        faces
    }

    /// Faces of single elements, outward, in the order of elements.
    pub fn boundary(&self) -> Vec<[u32; 3]> {
        let mut faces = Vec::new();
        for (number, element) in self.elements.iter().enumerate() {
            if element[0] == NONE {
                continue;
            }
            for face in FACES.map(|f| f.map(|k| element[k])) {
                if self.beyond(number as u32, face).is_none() {
                    faces.push(face);
                }
            }
        }
        faces
    }

    /// The element on the other side of a face.
    pub(super) fn beyond(&self, number: u32, [a, b, c]: [u32; 3]) -> Option<u32> {
        let star = self.stars[a as usize].iter().copied();
        star.filter(|e| *e != number)
            .find(|e| self.has(*e, b) && self.has(*e, c))
    }

    /// Twice the area of a face along its normal.
    pub(crate) fn area(&self, [a, b, c]: [u32; 3]) -> Vec3<f64> {
        let a = self.place(a);
        (self.place(b) - a).cross(self.place(c) - a)
    }

    /// The signed volume of an element [m³].
    pub(super) fn volume(&self, number: u32) -> f64 {
        volume(self.corners(self.elements[number as usize]))
    }

    /// The sum of the volumes [m³].
    pub fn total_volume(&self) -> f64 {
        let alive = self.elements.iter().filter(|e| e[0] != NONE);
        alive.map(|e| volume(self.corners(*e))).sum()
    }

    /// Edges between living vertices, the lower first, in order.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let mut edges = Vec::with_capacity(2 * self.elements.len());
        let mut others: Vec<u32> = Vec::new();
        for (a, star) in self.stars.iter().enumerate() {
            others.clear();
            for e in star {
                others.extend(
                    self.elements[*e as usize]
                        .iter()
                        .filter(|b| **b as usize > a),
                );
            }
            others.sort_unstable();
            others.dedup();
            edges.extend(others.iter().map(|b| [a as u32, *b]));
        }
        edges
    }
}

/// The other two corners of an element with the edge from a to b, in the order that makes (a, b, c, d) positive.
#[inline]
fn step_around(element: [u32; 4], a: u32, b: u32) -> Option<[u32; 2]> {
    let i = element.iter().position(|v| *v == a)?;
    let j = element.iter().position(|v| *v == b)?;
    let [c, d] = match (i, j) {
        (0, 1) | (1, 0) => [2, 3],
        (0, 2) | (2, 0) => [3, 1],
        (0, 3) | (3, 0) => [1, 2],
        (1, 2) | (2, 1) => [0, 3],
        (1, 3) | (3, 1) => [2, 0],
        _ => [0, 1],
    };
    Some(if i < j {
        [element[c], element[d]]
    } else {
        [element[d], element[c]]
    })
}
