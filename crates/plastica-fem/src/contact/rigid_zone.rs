//! The fail-safe: vertices whose impulses do not settle move as rigid bodies for a step [BFA02, section 7.3].
//!
//! A zone keeps its momentum and its angular momentum. No two of its vertices come nearer: x + Δt (v + ω × r) stretches lengths by
//! √(1 + Δt² ω²) across ω and not at all along it. So zones that grow by what they meet end at the latest when all that can meet is one.

use plastica_tensor::{Mat3, Vec3};
use std::collections::BTreeMap;

/// The vertices of a zone stand in a line when the determinant of their inertia is less than this part of what it can be.
const IN_LINE: f64 = 1e-9;

/// Vertices that move together.
#[derive(Clone, Debug, Default)]
pub(crate) struct RigidZones {
    parents: BTreeMap<u32, u32>,
}

/// What moves.
#[derive(Clone, Copy)]
pub(crate) struct Vertex {
    pub(crate) place: Vec3<f64>,
    pub(crate) mass: f64,
    /// Moved by what holds it.
    pub(crate) held: bool,
}

impl RigidZones {
    /// Makes vertices part of one zone, with all that they were together with.
    pub(crate) fn join(&mut self, vertices: [u32; 4]) {
        for vertex in vertices {
            self.parents.entry(vertex).or_insert(vertex);
        }
        let [first, rest @ ..] = vertices;
        for other in rest {
            let (a, b) = (self.root(first), self.root(other));
            self.parents.insert(a.max(b), a.min(b));
        }
    }

    fn root(&self, mut vertex: u32) -> u32 {
        while let Some(&parent) = self.parents.get(&vertex)
            && parent != vertex
        {
            vertex = parent;
        }
        vertex
    }

    /// Whether a vertex is in a zone.
    pub(crate) fn contains(&self, vertex: u32) -> bool {
        self.parents.contains_key(&vertex)
    }

    /// Gives all zones rigid velocities: with what holds some of their vertices, else with the momenta they have.
    pub(crate) fn stiffen(&self, vertex: impl Fn(u32) -> Vertex, velocities: &mut [Vec3<f64>]) {
        let mut zones: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &member in self.parents.keys() {
            zones.entry(self.root(member)).or_default().push(member);
        }
        for members in zones.values() {
            let held: Vec<u32> = { members.iter() }
                .copied()
                .filter(|v| vertex(*v).held)
                .collect();
            let leading = if held.is_empty() { members } else { &held };
            let motion = Rigid::of(leading, &vertex, velocities);
            for member in members {
                let Vertex { place, held, .. } = vertex(*member);
                if !held {
                    velocities[*member as usize] = motion.at(place);
                }
            }
        }
    }
}

/// A rigid motion.
struct Rigid {
    centre: Vec3<f64>,
    velocity: Vec3<f64>,
    turning: Vec3<f64>,
}

impl Rigid {
    /// With the momentum and the angular momentum of vertices. Those in a line do not turn.
    fn of(members: &[u32], vertex: impl Fn(u32) -> Vertex, velocities: &[Vec3<f64>]) -> Rigid {
        let sum = |of: &dyn Fn(Vec3<f64>, Vec3<f64>) -> Vec3<f64>| {
            let add = |sum: Vec3<f64>, v: &u32| {
                let Vertex { place, mass, .. } = vertex(*v);
                sum + of(place, velocities[*v as usize]).scale(mass)
            };
            members.iter().fold(Vec3::zero(), add)
        };
        let mass: f64 = members.iter().map(|v| vertex(*v).mass).sum();
        let origin = vertex(members[0]).place;
        let centre = origin + sum(&|x, _| x - origin).scale(1.0 / mass);
        let velocity = sum(&|_, v| v).scale(1.0 / mass);
        let spin = sum(&|x, v| (x - centre).cross(v - velocity));
        let mut inertia = Mat3([[0.0; 3]; 3]);
        for member in members {
            let Vertex { place, mass, .. } = vertex(*member);
            let r = place - centre;
            let square = r.norm_squared();
            let part = |i: usize, j: usize| {
                let own = if i == j { square } else { 0.0 };
                own - r[i] * r[j]
            };
            inertia = inertia + Mat3::from_fn(part).scale(mass);
        }
        let largest = (inertia.trace() / 3.0).powi(3);
        let turning = if inertia.determinant() > IN_LINE * largest {
            inertia.inverse().mul_vec(spin)
        } else {
            Vec3::zero()
        };
        Rigid {
            centre,
            velocity,
            turning,
        }
    }

    fn at(&self, place: Vec3<f64>) -> Vec3<f64> {
        self.velocity + self.turning.cross(place - self.centre)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plastica_tensor::random::Random;

    fn some(random: &mut Random, count: usize) -> (Vec<Vertex>, Vec<Vec3<f64>>) {
        let mut number = |low: f64, high: f64| low + (high - low) * random.unit();
        let mut point = || Vec3([0; 3].map(|_| number(-1.0, 1.0)));
        let places: Vec<Vec3<f64>> = (0..count).map(|_| point()).collect();
        let velocities = (0..count).map(|_| point()).collect();
        let vertex = |place| Vertex {
            place,
            mass: number(0.5, 2.0),
            held: false,
        };
        (places.into_iter().map(vertex).collect(), velocities)
    }

    fn momenta(vertices: &[Vertex], velocities: &[Vec3<f64>]) -> [Vec3<f64>; 2] {
        let pushes = vertices.iter().zip(velocities);
        pushes.fold([Vec3::zero(); 2], |[p, l], (vertex, v)| {
            let push = v.scale(vertex.mass);
            [p + push, l + vertex.place.cross(push)]
        })
    }

    #[test]
    fn zones_keep_momenta_and_distances() {
        let mut random = Random::new(21);
        let (vertices, mut velocities) = some(&mut random, 9);
        let before = momenta(&vertices, &velocities);
        let free = velocities[8];
        let mut zones = RigidZones::default();
        zones.join([0, 1, 2, 3]);
        zones.join([4, 5, 6, 7]);
        // One zone by the vertices that two have in common.
        zones.join([3, 4, 0, 5]);
        zones.stiffen(|v| vertices[v as usize], &mut velocities);
        let after = momenta(&vertices, &velocities);
        for k in 0..2 {
            assert!((after[k] - before[k]).norm() < 1e-13);
        }
        assert_eq!(velocities[8], free);
        assert!(zones.contains(7) && !zones.contains(8));
        for a in 0..8 {
            for b in 0..a {
                let (x, v) = (
                    vertices[a].place - vertices[b].place,
                    velocities[a] - velocities[b],
                );
                assert!(x.dot(v).abs() < 1e-13);
                assert!((x + v.scale(0.3)).norm() >= x.norm() * (1.0 - 1e-14));
            }
        }
    }

    #[test]
    fn zones_go_with_what_is_held() {
        let mut random = Random::new(22);
        let (mut vertices, mut velocities) = some(&mut random, 4);
        vertices[2].held = true;
        let held = velocities[2];
        let mut zones = RigidZones::default();
        zones.join([0, 1, 2, 3]);
        zones.stiffen(|v| vertices[v as usize], &mut velocities);
        assert!(velocities.iter().all(|v| (*v - held).norm() < 1e-14));
    }
}
