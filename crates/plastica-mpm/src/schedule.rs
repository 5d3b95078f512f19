//! Which blocks are worked on together, and in which order, so that every node sums its particles in
//! the same order on any number of threads.

use crate::grid::Place;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// Blocks per axis of a cluster: neighbours share most of their nodes, which then stay in the cache.
const CLUSTER: i32 = 2;

/// Clusters of blocks, coloured so that no two neighbours have the same of eight colours. Those of a
/// later colour wait for their neighbours of earlier ones, and for no others: with a barrier after each
/// colour, the last cluster of a colour would leave all threads but one without work.
#[derive(Debug, Default)]
pub(crate) struct Schedule {
    /// The blocks of each cluster. The clusters that wait for none come first.
    pub(crate) clusters: Vec<Vec<u32>>,
    /// For each cluster the neighbours that wait for it.
    successors: Vec<Vec<u32>>,
    /// For each cluster how many neighbours it waits for.
    waits: Vec<u32>,
}

impl Schedule {
    /// The blocks at these places, in this order.
    pub(crate) fn new(places: &[Place]) -> Self {
        let mut clusters: BTreeMap<(u8, Place), Vec<u32>> = BTreeMap::new();
        for (block, place) in places.iter().enumerate() {
            let cluster = place.map(|p| p.div_euclid(CLUSTER));
            let key = (colour(cluster), cluster);
            clusters.entry(key).or_default().push(block as u32);
        }
        let index: BTreeMap<Place, usize> = clusters.keys().map(|key| key.1).zip(0..).collect();
        let mut successors = vec![Vec::new(); clusters.len()];
        let mut waits = vec![0; clusters.len()];
        for (place, earlier) in &index {
            for near in neighbours(*place).filter(|near| colour(*near) > colour(*place)) {
                if let Some(successor) = index.get(&near) {
                    successors[*earlier].push(*successor as u32);
                    waits[*successor] += 1;
                }
            }
        }
        Schedule {
            clusters: clusters.into_values().collect(),
            successors,
            waits,
        }
    }

    /// Does the work of every cluster, given by its index, once. When a cluster is at work, none of its
    /// neighbours is, and what those of earlier colours have written can be read.
    pub(crate) fn run(&self, work: impl Fn(usize) + Sync) {
        let waits: Vec<AtomicU32> = self.waits.iter().map(|n| AtomicU32::new(*n)).collect();
        let run = Run {
            schedule: self,
            waits: &waits,
            work: &work,
        };
        rayon::scope_fifo(|scope| {
            for cluster in (0..self.clusters.len()).filter(|cluster| self.waits[*cluster] == 0) {
                scope.spawn_fifo(move |scope| run.go(scope, cluster));
            }
        });
    }
}

/// A run under way.
struct Run<'a, W> {
    schedule: &'a Schedule,
    /// How many neighbours each cluster still waits for.
    waits: &'a [AtomicU32],
    work: &'a W,
}

impl<W> Clone for Run<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Run<'_, W> {}

impl<'a, W: Fn(usize) + Sync> Run<'a, W> {
    /// Does the work of a cluster, and starts those that waited for it alone.
    fn go(self, scope: &rayon::ScopeFifo<'a>, cluster: usize) {
        (self.work)(cluster);
        for &successor in &self.schedule.successors[cluster] {
            let successor = successor as usize;
            // Acquired by the last to arrive: what all before it have written.
            if self.waits[successor].fetch_sub(1, Ordering::AcqRel) == 1 {
                scope.spawn_fifo(move |scope| self.go(scope, successor));
            }
        }
    }
}

/// One of eight, different for neighbours.
fn colour(cluster: Place) -> u8 {
    let [x, y, z] = cluster.map(|p| p.rem_euclid(2) as u8);
    (x * 2 + y) * 2 + z
}

/// The 26 places around one.
fn neighbours([x, y, z]: Place) -> impl Iterator<Item = Place> {
    (0..27)
        .filter(|n| *n != 13)
        .map(move |n| [x + n / 9 - 1, y + n / 3 % 3 - 1, z + n % 3 - 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A ragged heap of blocks, some at negative places.
    fn heap() -> Vec<Place> {
        (0..9 * 9 * 9)
            .map(|n| [n / 81 - 4, n / 9 % 9 - 4, n % 9 - 4])
            .filter(|[x, y, z]| x * x + y * y + z * z < 18 && (x + 2 * y + 3 * z) % 5 != 0)
            .collect()
    }

    /// Blocks share nodes with the 26 around them.
    #[test]
    fn blocks_that_share_nodes_are_never_at_work_together() {
        let places = heap();
        let schedule = Schedule::new(&places);
        let at_work: Vec<AtomicU32> = schedule
            .clusters
            .iter()
            .map(|_| AtomicU32::new(0))
            .collect();
        let blocks = |cluster: usize| {
            schedule.clusters[cluster]
                .iter()
                .map(|b| places[*b as usize])
        };
        let touch = |a: usize, b: usize| {
            let near = |p: Place, q: Place| (0..3).all(|axis| (p[axis] - q[axis]).abs() <= 2);
            blocks(a).any(|p| blocks(b).any(|q| near(p, q)))
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(8)
            .build()
            .unwrap();
        for _ in 0..20 {
            pool.install(|| {
                schedule.run(|cluster| {
                    at_work[cluster].store(1, Ordering::SeqCst);
                    for _ in 0..10 {
                        std::thread::yield_now();
                        for other in (0..at_work.len()).filter(|other| *other != cluster) {
                            let both = at_work[other].load(Ordering::SeqCst) == 1;
                            assert!(!both || !touch(cluster, other), "{cluster} and {other}");
                        }
                    }
                    at_work[cluster].store(0, Ordering::SeqCst);
                });
            });
        }
    }

    #[test]
    fn neighbours_follow_each_other_in_the_order_of_their_colours() {
        let places = heap();
        let schedule = Schedule::new(&places);
        let order = Mutex::new(Vec::new());
        schedule.run(|cluster| order.lock().unwrap().push(cluster));
        let order = order.into_inner().unwrap();
        let mut done = order.clone();
        done.sort_unstable();
        assert_eq!(done, (0..schedule.clusters.len()).collect::<Vec<_>>());
        let of = |cluster: usize| {
            places[schedule.clusters[cluster][0] as usize].map(|p| p.div_euclid(CLUSTER))
        };
        for (at, &late) in order.iter().enumerate() {
            for &early in &order[..at] {
                let (a, b) = (of(early), of(late));
                let apart = (0..3).map(|axis| (a[axis] - b[axis]).abs()).max();
                assert!(
                    apart > Some(1) || colour(a) < colour(b),
                    "{a:?} before {b:?}"
                );
            }
        }
        let mut blocks: Vec<u32> = schedule.clusters.into_iter().flatten().collect();
        blocks.sort_unstable();
        assert!(blocks.iter().copied().eq(0..places.len() as u32));
    }
}
