//! Which nodes would enter obstacles.

use plastica_core::{Contact, Obstacle};
use plastica_tensor::Vec3;

/// Distances of nodes from obstacles where they were measured last. A distance changes by no more than a node moves, so that
/// most need not be measured again.
#[derive(Debug)]
pub(super) struct Search {
    measured_at: Vec<Vec3<f64>>,
    /// The least gap to any obstacle there [m].
    gaps: Vec<f64>,
}

impl Search {
    pub(super) fn new(count: usize) -> Self {
        Search {
            measured_at: vec![Vec3::zero(); count],
            gaps: vec![f64::NEG_INFINITY; count],
        }
    }

    /// Visits nodes at their places with the obstacles that they are in, or that hold on to them from `reach` away, measured
    /// from `thickness` off their surfaces.
    pub(super) fn visit(
        &mut self,
        obstacles: &[Obstacle<'_>],
        places: impl Iterator<Item = (usize, Vec3<f64>)>,
        thickness: f64,
        reach: f64,
        mut visit: impl FnMut(usize, &Obstacle<'_>),
    ) {
        for (i, x) in places {
            if (x - self.measured_at[i]).norm() < self.gaps[i] {
                continue;
            }
            self.measured_at[i] = x;
            self.gaps[i] = f64::INFINITY;
            for obstacle in obstacles {
                let reach = match obstacle.collider.contact {
                    Contact::Sliding => reach,
                    _ => 0.0,
                };
                let gap = obstacle.distance_then(x) - thickness - reach;
                self.gaps[i] = self.gaps[i].min(gap);
                if gap < 0.0 {
                    visit(i, obstacle);
                }
            }
        }
    }
}
