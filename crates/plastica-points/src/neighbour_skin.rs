//! Skin of the neighbour list: how much nearer any two particles may have come since it was made.
//!
//! Particles near each other move alike, so the displacement of one says little: a body may fall, turn and be pressed without
//! any new neighbours. Particles that follow each other in memory stand close together. For each block of them the
//! displacements since then lie in a box, and two of different blocks have approached by no more than those boxes are apart at
//! their farthest; blocks that stood far from each other matter only once they have gone that way.

use crate::options::Options;
use crate::particles::EMPTY;
use plastica_geometry::Bounds;
use plastica_particles::Quad;
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// How far any two particles may approach each other before the list is made again [spacings].
pub(crate) const SKIN: f64 = 0.4;
/// Places of a block: four particles along an edge.
const BLOCK: usize = 64;
/// Blocks this far beyond the support radius of each other are not looked at one by one [spacings].
const ROOM: f64 = 4.0;

/// Where particles stood, and which blocks were near each other.
#[derive(Clone, Debug)]
pub(crate) struct NeighbourSkin {
    /// By place [m].
    pub(crate) anchors: Vec<Quad<f64>>,
    near: Vec<(u32, u32)>,
}

/// Boxes around something of the particles of each block.
fn boxes(ids: &[u32], of: impl Fn(usize) -> Vec3<f64> + Sync) -> Vec<Bounds> {
    let block = |(block, ids): (usize, &[u32])| {
        let present = (0..ids.len()).filter(|k| ids[*k] != EMPTY);
        Bounds::around(present.map(|k| of(block * BLOCK + k)))
    };
    ids.par_chunks(BLOCK).enumerate().map(block).collect()
}

/// How far any points of two boxes are apart.
fn farthest(a: &Bounds, b: &Bounds) -> f64 {
    let along = |k: usize| (a.high[k] - b.low[k]).max(b.high[k] - a.low[k]);
    // There is no way between points that are not there.
    Vec3([0, 1, 2].map(|k| along(k).max(0.0))).norm()
}

impl NeighbourSkin {
    /// A list has just been made for particles in these positions.
    pub(crate) fn new(anchors: Vec<Quad<f64>>, ids: &[u32], options: &Options) -> Self {
        let blocks = boxes(ids, |at| point(&anchors[at]));
        let gap = (options.support_radius + SKIN + ROOM) * options.spacing;
        let mut order: Vec<(u32, Bounds)> = (0..).zip(blocks).collect();
        order.retain(|(_, bounds)| !bounds.is_empty());
        order.sort_by(|(_, a), (_, b)| a.low[0].total_cmp(&b.low[0]));
        let near = (0..order.len())
            .into_par_iter()
            .flat_map_iter(|first| {
                let (block, bounds) = &order[first];
                let around = bounds.grown(gap);
                (order[first..].iter())
                    .take_while(move |(_, other)| other.low[0] < around.high[0])
                    .filter(move |(_, other)| !other.meet(&around).is_empty())
                    .map(|(other, _)| (*block, *other))
            })
            .collect();
        NeighbourSkin { anchors, near }
    }

    /// How much nearer any two may have come [spacings].
    pub(crate) fn max_relative_displacement(
        &self,
        positions: &[Quad<f64>],
        ids: &[u32],
        options: &Options,
    ) -> f64 {
        let moved = |at: usize| point(&positions[at]) - point(&self.anchors[at]);
        let blocks = boxes(ids, moved);
        let near = (self.near.par_iter())
            .map(|(a, b)| farthest(&blocks[*a as usize], &blocks[*b as usize]))
            .reduce(|| 0.0, f64::max);
        let all = (blocks.iter()).fold(Bounds::EMPTY, |all, block| all.join(block));
        near.max(farthest(&all, &all) - ROOM * options.spacing) / options.spacing
    }
}

fn point(x: &Quad<f64>) -> Vec3<f64> {
    Vec3([x[0], x[1], x[2]])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of 8 × 8 × 8 particles a spacing of 1 m apart and one of 4 × 4 × 4 at a distance, moved by a function.
    fn scene() -> (Vec<Quad<f64>>, Vec<u32>, Options) {
        let lattice = |n: usize, from: f64| {
            (0..n * n * n).map(move |k| [k / (n * n), k / n % n, k % n].map(|i| from + i as f64))
        };
        let places = lattice(8, 0.0).chain(lattice(4, 30.0));
        let places: Vec<Quad<f64>> = places.map(|[x, y, z]| [x, y, z, 0.0]).collect();
        let ids = (0..places.len() as u32).collect();
        (places, ids, Options::new(1.0))
    }

    fn moved(to: impl Fn(Vec3<f64>) -> Vec3<f64>) -> (f64, f64) {
        let (anchors, ids, options) = scene();
        let skin = NeighbourSkin::new(anchors.clone(), &ids, &options);
        let after: Vec<Vec3<f64>> = anchors.iter().map(|x| to(point(x))).collect();
        let positions: Vec<Quad<f64>> = after.iter().map(|x| [x[0], x[1], x[2], 0.0]).collect();
        let mut most = 0f64;
        for (i, a) in after.iter().enumerate() {
            for (j, b) in after.iter().enumerate().skip(i + 1) {
                let before = (point(&anchors[i]) - point(&anchors[j])).norm();
                // Only what comes within the support radius matters.
                if (*a - *b).norm() < options.support_radius {
                    most = most.max(before - (*a - *b).norm());
                }
            }
        }
        (
            skin.max_relative_displacement(&positions, &ids, &options),
            most,
        )
    }

    #[test]
    fn no_pair_comes_nearer_unnoticed() {
        let squeezed = |x: Vec3<f64>| Vec3([0.9 * x[0], x[1] + 0.1 * (3.0 * x[2]).sin(), x[2]]);
        let thrown = |x: Vec3<f64>| {
            if x[0] > 20.0 {
                Vec3([x[0] - 22.5, x[1] - 30.0, x[2] - 30.0])
            } else {
                x
            }
        };
        for way in [&squeezed as &dyn Fn(Vec3<f64>) -> Vec3<f64>, &thrown] {
            let (noticed, most) = moved(way);
            assert!(most > 0.05 && noticed >= most.min(SKIN), "{noticed} {most}");
        }
    }

    #[test]
    fn what_moves_together_does_not_count() {
        let (noticed, _) = moved(|x| x + Vec3([5.0, -3.0, 1.0]));
        assert!(noticed < 1e-12, "{noticed}");
        // Turned by a hundredth: particles 14 spacings apart move by 0.14, those of neighbouring blocks by less.
        let (noticed, _) = moved(|x| {
            if x[0] > 20.0 {
                x
            } else {
                Vec3([x[0] - 0.01 * x[1], x[1] + 0.01 * x[0], x[2]])
            }
        });
        assert!(noticed < 0.2, "{noticed}");
        // Two bodies that pass far from each other.
        let (noticed, _) = moved(|x| {
            if x[0] > 20.0 {
                x + Vec3([0.0, 3.0, 0.0])
            } else {
                x
            }
        });
        assert!(noticed < 1e-12, "{noticed}");
    }
}
