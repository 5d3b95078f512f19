//! Turning all triangles outwards.

use super::winding::solid_angle;
use super::{MeshProblem, TriangleMesh};
use crate::Bounds;

/// A part of the mesh whose triangles hang together by edges.
struct Part {
    triangles: Vec<u32>,
    bounds: Bounds,
    volume: f64,
}

impl TriangleMesh {
    /// Turns triangles so that neighbours agree, then whole parts so that they enclose a positive
    /// volume. A part inside another keeps its direction relative to that one: it may be a cavity.
    ///
    /// Every edge must have two triangles.
    pub(super) fn orient(&mut self) -> Result<(), MeshProblem> {
        let parts = self.agree()?;
        let inverted: Vec<bool> = parts.iter().map(|p| p.volume < 0.0).collect();
        for (i, part) in parts.iter().enumerate() {
            // The outermost part around this one decides; its own volume, when there is none.
            let around = (0..parts.len())
                .filter(|j| *j != i && self.encloses(&parts[*j], part))
                .max_by(|a, b| parts[*a].volume.abs().total_cmp(&parts[*b].volume.abs()));
            if inverted[around.unwrap_or(i)] {
                for &t in &part.triangles {
                    self.triangles[t as usize].swap(1, 2);
                }
            }
        }
        let size = self.bounds().size().norm();
        if !(self.volume() > 1e-12 * size.powi(3)) {
            return Err(MeshProblem::NoVolume);
        }
        Ok(())
    }

    /// Makes neighbours agree, part by part.
    fn agree(&mut self) -> Result<Vec<Part>, MeshProblem> {
        let edges = self.edges();
        // Neighbours over each edge, and whether the two face opposite ways.
        let mut neighbours = vec![[(0_u32, false); 3]; self.triangles.len()];
        let mut known = vec![0; self.triangles.len()];
        for sides in edges.values() {
            let [a, b] = [sides[0], sides[1]];
            let opposed = a.forward == b.forward;
            for (one, other) in [(a, b), (b, a)] {
                let slot = &mut known[one.triangle as usize];
                neighbours[one.triangle as usize][*slot] = (other.triangle, opposed);
                *slot += 1;
            }
        }
        let mut turned: Vec<Option<bool>> = vec![None; self.triangles.len()];
        let mut parts = Vec::new();
        for start in 0..self.triangles.len() {
            if turned[start].is_some() {
                continue;
            }
            turned[start] = Some(false);
            let mut members = vec![start as u32];
            let mut next = 0;
            while let Some(&t) = members.get(next) {
                next += 1;
                let own = turned[t as usize] == Some(true);
                for (other, opposed) in neighbours[t as usize] {
                    match turned[other as usize] {
                        None => {
                            turned[other as usize] = Some(own ^ opposed);
                            members.push(other);
                        }
                        Some(theirs) if theirs == own ^ opposed => {}
                        Some(_) => {
                            let place = self.corners(self.triangles[t as usize]);
                            let sum = place[0] + place[1] + place[2];
                            return Err(MeshProblem::OneSided {
                                place: sum.scale(1.0 / 3.0).0,
                            });
                        }
                    }
                }
            }
            for &t in &members {
                if turned[t as usize] == Some(true) {
                    self.triangles[t as usize].swap(1, 2);
                }
            }
            parts.push(self.part(members));
        }
        Ok(parts)
    }

    fn part(&self, triangles: Vec<u32>) -> Part {
        let corners = |t: &u32| self.corners(self.triangles[*t as usize]);
        let origin = corners(&triangles[0])[0];
        let volume = triangles.iter().map(|t| {
            let [a, b, c] = corners(t).map(|v| v - origin);
            a.dot(b.cross(c)) / 6.0
        });
        Part {
            volume: volume.sum(),
            bounds: Bounds::around(triangles.iter().flat_map(corners)),
            triangles,
        }
    }

    /// Whether one part goes around another: boxes first, then the winding number of one corner.
    fn encloses(&self, outer: &Part, inner: &Part) -> bool {
        if outer.bounds.join(&inner.bounds) != outer.bounds {
            return false;
        }
        let x = self.corners(self.triangles[inner.triangles[0] as usize])[0];
        let turns: f64 = outer
            .triangles
            .iter()
            .map(|t| solid_angle(self.corners(self.triangles[*t as usize]), x))
            .sum();
        turns.abs() > std::f64::consts::TAU
    }
}
