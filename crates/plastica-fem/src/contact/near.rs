//! Pairs of features that may come near each other before they are looked for again.
//!
//! What is not listed was farther apart than the reach when the list was made. Two places approach by no more than the
//! diagonal of the box around all displacements, since then and within the step, whatever the bodies do together: as long
//! as the reach less that is enough, the list is complete, and a listed pair that was farther apart than that need not be
//! looked at. What becomes of a step does not depend on when the list was made.

use plastica_geometry::Bounds;
use plastica_geometry::collide::{FeaturePair, Features, Hierarchy};
use plastica_tensor::Vec3;
use rayon::prelude::*;
use std::collections::HashSet;

/// How much farther pairs are listed than is needed at once [edges].
const SKIN: f64 = 0.1;
/// The least and the most of it, as a multiple.
const SKINS: (f64, f64) = (0.25, 16.0);
/// Lists between trees that are built anew, for a tree that is only fitted gets slower as parts mingle.
const FITTED: u32 = 64;
/// Pairs of a piece of work.
const BLOCK: usize = 256;

/// Pairs that may come near.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearPairs {
    /// Those that are listed, in their order.
    pairs: Vec<NearPair>,
    /// How far apart those were that are not [m].
    reach: f64,
    /// By how much two places may have come nearer since, until the end of the step [m].
    approach: f64,
    /// What comes nearer than this counts [m].
    needed: f64,
    /// Where vertices were when the list was made, in the order of features.
    places: Vec<Vec3<f64>>,
    /// How much farther than needed this list reaches, as a multiple of the usual.
    skins: f64,
    hierarchy: Option<Hierarchy>,
    boxes: Vec<Bounds>,
    lists: u32,
    edges: HashSet<[u32; 2]>,
}

/// Two features that may come near.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NearPair {
    pub(crate) features: FeaturePair,
    /// Whether an edge leads from one to the other: they are near at rest.
    pub(crate) linked: bool,
    /// How far apart they were when they were listed [m].
    distance: f64,
}

/// Where vertices are as a step begins and as it ends [m], by number.
#[derive(Clone, Copy)]
pub(crate) struct Path<'a> {
    pub(crate) before: &'a [Vec3<f64>],
    pub(crate) after: &'a [Vec3<f64>],
}

#[cfg(test)]
impl NearPair {
    /// One that no edge joins.
    pub(crate) fn unlinked(features: FeaturePair) -> Self {
        NearPair {
            features,
            linked: false,
            distance: 0.0,
        }
    }
}

impl Path<'_> {
    /// Of four vertices.
    pub(crate) fn of(&self, vertices: [u32; 4]) -> [[Vec3<f64>; 4]; 2] {
        [self.before, self.after].map(|places| vertices.map(|v| places[v as usize]))
    }
}

impl NearPairs {
    /// Sees to it that all pairs are listed that come nearer than `needed` [m] within a step, of surfaces with edges of a
    /// length [m].
    pub(crate) fn update(&mut self, features: &Features, path: Path<'_>, needed: f64, edge: f64) {
        let in_step = spread(features, |v| path.after[v] - path.before[v]);
        self.needed = needed;
        if self.places.len() == features.vertices.len() {
            let mut places = self.places.iter();
            let since = |v: usize| path.before[v] - *places.next().unwrap_or(&path.before[v]);
            self.approach = spread(features, since) + in_step;
            if self.reach - self.approach >= needed {
                return;
            }
        }
        self.adapt(features);
        let before = features.vertices.iter().map(|v| path.before[*v as usize]);
        self.places.clear();
        self.places.extend(before);
        self.approach = in_step;
        self.reach = needed + in_step + (SKIN * self.skins * edge).max(4.0 * in_step);
        self.list(features, path.before);
    }

    /// Those that may come near in this step.
    pub(crate) fn in_step(&self) -> impl ParallelIterator<Item = &NearPair> {
        let least = self.needed + self.approach;
        let pairs = self.pairs.par_iter().with_min_len(BLOCK);
        pairs.filter(move |pair| pair.distance <= least)
    }

    /// Reaches farther while few pairs are listed, so that lists are made less often, and less far when there are many.
    fn adapt(&mut self, features: &Features) {
        if self.skins == 0.0 {
            self.skins = 1.0;
            let edges = features.edges.iter().copied();
            self.edges = edges.collect();
        } else if self.pairs.len() < features.triangles.len() / 4 {
            self.skins = (2.0 * self.skins).min(SKINS.1);
        } else if self.pairs.len() > features.triangles.len() {
            self.skins = (0.5 * self.skins).max(SKINS.0);
        }
    }

    fn list(&mut self, features: &Features, places: &[Vec3<f64>]) {
        let NearPairs {
            pairs,
            reach,
            hierarchy,
            boxes,
            lists,
            edges,
            ..
        } = self;
        boxes.clear();
        let boxed = |triangle: &[u32; 3]| {
            Bounds::around(triangle.map(|v| places[v as usize])).grown(0.5 * *reach)
        };
        boxes.extend(features.triangles.iter().map(boxed));
        match hierarchy {
            Some(fitted) if *lists % FITTED != 0 => fitted.refit(boxes),
            _ => *hierarchy = Some(Hierarchy::new(boxes)),
        }
        *lists += 1;
        pairs.clear();
        let Some(hierarchy) = hierarchy else { return };
        hierarchy.self_pairs(|a, b| {
            features.pairs_of_triangles(a, b, |features| {
                let points = features.vertices.map(|v| places[v as usize]);
                let distance = features.kind.nearest(&points).distance();
                // In this form a distance that is no number is near.
                if !(distance > *reach) {
                    pairs.push(NearPair {
                        features,
                        linked: is_linked(&features, edges),
                        distance,
                    });
                }
            });
        });
        pairs.sort_unstable_by_key(|pair| pair.features);
    }
}

/// The diagonal of the box around what is told of the vertices of a surface [m].
fn spread(features: &Features, way: impl FnMut(usize) -> Vec3<f64>) -> f64 {
    let vertices = features.vertices.iter().map(|v| *v as usize);
    Bounds::around(vertices.map(way)).size().norm()
}

/// Whether an edge leads from one feature to the other.
fn is_linked(pair: &FeaturePair, edges: &HashSet<[u32; 2]>) -> bool {
    let (first, second) = pair.vertices.split_at(pair.kind.size_of_first());
    let joined = |a: u32, b: u32| edges.contains(&[a.min(b), a.max(b)]);
    (first.iter()).any(|a| second.iter().any(|b| joined(*a, *b)))
}
