//! The points whose triangulation becomes the mesh.

use super::Options;
use super::samples::onto;
use crate::tree::Tree;
use crate::{Bounds, Shape, TetMesh, random};
use plastica_tensor::Vec3;
use std::collections::HashMap;

/// Edges of a body-centred lattice are, on average, so much longer than half the side of its cubes: eight of √3 and six of 2.
const EDGE: f64 = 1.847;

/// Sites start so far inside, in sizes.
const MARGIN: f64 = 0.1;

/// Sites start so far off their lattice, in sizes, for the sake of its ties.
const JITTER: f64 = 0.02;

#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub place: Vec3<f64>,
    /// On the surface, where it stays.
    on: bool,
}

pub(super) struct Sites<'a> {
    shape: &'a Shape,
    options: Options,
    sites: Vec<Site>,
}

impl<'a> Sites<'a> {
    /// As dense as the sizing field asks: places of a body-centred lattice, of which each takes its share of a site and
    /// leaves the rest to the next.
    pub fn inside(shape: &'a Shape, bounds: &Bounds, options: &Options) -> Sites<'a> {
        let mut sites = Sites {
            shape,
            options: *options,
            sites: Vec::new(),
        };
        let half = options.size / EDGE;
        let [nx, ny, nz] = (bounds.size())
            .map(|side| (side / half).floor() + 1.0)
            .0
            .map(|n| n as u64);
        let mut share = 0.0;
        for row in 0..ny * nz {
            let (y, z) = (row % ny, row / ny);
            for x in 0..nx {
                // Back and forth, so that what is left stays near. All even or all odd.
                let x = if row % 2 == 0 { x } else { nx - 1 - x };
                if x % 2 != y % 2 || y % 2 != z % 2 {
                    continue;
                }
                let number = row * nx + x;
                let jitter = |k: u64| JITTER * options.size * (random::unit(7, number, k) - 0.5);
                let at = Vec3([x, y, z].map(|n| n as f64 * half));
                let place = bounds.low + at + Vec3::new(jitter(0), jitter(1), jitter(2));
                if shape.distance(place) > -MARGIN * options.size {
                    continue;
                }
                share += (options.size / sites.size(place)).powi(3);
                if share >= 1.0 {
                    share -= 1.0;
                    sites.sites.push(Site { place, on: false });
                }
            }
        }
        sites
    }

    pub fn all(&self) -> &[Site] {
        &self.sites
    }

    /// The sizing field [m]: it grows linearly from the surface.
    fn size(&self, x: Vec3<f64>) -> f64 {
        let Options { size, grading, .. } = self.options;
        match grading {
            0.0 => size,
            _ => size + grading * (-self.shape.distance(x)).max(0.0),
        }
    }

    /// Sites that are nearest to samples of the surface, of all sites, move to the mean of these and onto the surface; but
    /// only if they are not there yet, else a surface that is meshed again and again is smoothed away. [BW07, section 4.1]
    pub fn snap(&mut self, samples: &[Vec3<f64>]) {
        let Options { size, crowding, .. } = self.options;
        let means = self.means(samples);
        let near = (crowding * size).max(f64::MIN_POSITIVE);
        let cell = |x: Vec3<f64>| x.map(|c| (c / near).floor()).0.map(|c| c as i64);
        let mut taken: HashMap<[i64; 3], Vec<Vec3<f64>>> = HashMap::new();
        for site in self.sites.iter().filter(|site| site.on) {
            taken.entry(cell(site.place)).or_default().push(site.place);
        }
        let shape = self.shape;
        let mut means = means.into_iter();
        self.sites.retain_mut(|site| {
            let Some(mean) = means.next().flatten().filter(|_| !site.on) else {
                return true;
            };
            let place = onto(shape, mean, size).unwrap_or(mean);
            let home = cell(place);
            let crowded = crowding > 0.0
                && (0..27).any(|k| {
                    let at = [0, 1, 2].map(|axis| home[axis] + k / 3_i64.pow(axis as u32) % 3 - 1);
                    let mut there = taken.get(&at).into_iter().flatten();
                    there.any(|other| (*other - place).norm() < near)
                });
            if !crowded {
                taken.entry(home).or_default().push(place);
                *site = Site { place, on: true };
            }
            !crowded
        });
    }

    /// For each site the mean of the samples to which it is nearest.
    fn means(&self, samples: &[Vec3<f64>]) -> Vec<Option<Vec3<f64>>> {
        let boxes: Vec<Bounds> = (self.sites.iter())
            .map(|site| Bounds::around([site.place]))
            .collect();
        let tree = Tree::new(&boxes);
        let mut sums = vec![(Vec3::zero(), 0.0); self.sites.len()];
        for sample in samples {
            let mut nearest = (f64::INFINITY, None);
            tree.nearest(*sample, f64::INFINITY, |place| {
                let site = tree.order[place] as usize;
                let square = (self.sites[site].place - *sample).norm_squared();
                if square < nearest.0 {
                    nearest = (square, Some(site));
                }
                nearest.0
            });
            if let Some(site) = nearest.1 {
                sums[site] = (sums[site].0 + *sample, sums[site].1 + 1.0);
            }
        }
        let mean = |(sum, count): (Vec3<f64>, f64)| (count > 0.0).then(|| sum.scale(1.0 / count));
        sums.into_iter().map(mean).collect()
    }

    /// Sites inside move to where the triangulation they have is optimal: the mean of the centres of their elements'
    /// spheres, weighted by volume over the cube of the size wanted there. [ASYD05]
    pub fn improve(&mut self, mesh: &TetMesh) {
        let mut sums = vec![(Vec3::zero(), 0.0); self.sites.len()];
        for (element, corners) in mesh.elements.iter().enumerate() {
            if corners.iter().all(|v| self.sites[*v as usize].on) {
                continue;
            }
            let [a, b, c, d] = mesh.corners(element);
            let (b, c, d) = (b - a, c - a, d - a);
            let middle = (b + c + d).scale(0.25);
            let sixfold = d.dot(b.cross(c));
            let lifted = c.cross(d).scale(b.norm_squared())
                + d.cross(b).scale(c.norm_squared())
                + b.cross(c).scale(d.norm_squared());
            let centre = lifted.scale(0.5 / sixfold.max(f64::MIN_POSITIVE));
            let size = self.size(a + middle);
            // Slivers and elements across the outside have their centres far away.
            let centre = match (centre - middle).norm() < size {
                true => centre,
                false => middle,
            };
            let weight = sixfold / size.powi(3);
            for v in corners {
                let (sum, weights) = &mut sums[*v as usize];
                *sum = *sum + (a + centre).scale(weight);
                *weights += weight;
            }
        }
        for (site, (sum, weights)) in self.sites.iter_mut().zip(sums) {
            if !site.on && weights > 0.0 {
                site.place = sum.scale(1.0 / weights);
            }
        }
    }
}
