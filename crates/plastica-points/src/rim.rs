//! Where matter ends: half a cell beyond the centre of a particle.
//!
//! The surface of a body lies half a spacing beyond its outermost particles, in their elastic rest space. A surface that
//! now has the normal n had the normal Fᵀn/|Fᵀn| there, and is ½d|Fᵀn| away from the centre: a body that is pressed has
//! thinner cells. The point of it that is next to the centre, x_i − a n with that distance a, is what touches, sticks
//! and slips.
//!
//! With the plain fit F = Σ w x ξᵀA⁻¹ such a point of the material, ξ = −a F⁻¹n, is a sum Σ c x over the particle and its
//! neighbours, c_j = −a w ξ·A⁻¹F⁻¹n and c_i = 1 − Σ c_j. So is its velocity, and an impulse there does c times its work
//! on each of them: on a flat surface of a lattice 1.5 on the first layer and −0.5 on the second, and just so do they
//! bear a uniform stress. The body gets the impulse, Σ c = 1, and its moment about the surface.

use crate::fit::FEWEST;
use crate::options::Options;
use crate::pairs::{Pairs, offset};
use crate::particles::Particles;
use plastica_tensor::{Mat3, Scalar, Sym3, Vec3};

/// How thin and how thick half a cell is taken to be, over half a spacing.
const THINNEST: f64 = 0.5;
pub(crate) const THICKEST: f64 = 1.5;
/// Below this ratio of determinants neighbours lie in a plane, or are crushed into one.
const FLAT: f64 = 0.01;
/// c_i − 1 is no more than this: half a cell is not extrapolated from a layer thinner than a cell.
const MOST: f64 = 0.75;

/// Points of a particle's matter toward an obstacle.
#[derive(Clone, Debug)]
pub(crate) struct Rim {
    /// How far the surface is from the centre [m].
    pub(crate) radius: f64,
    /// The farthest point that the neighbours tell [m].
    pub(crate) farthest: f64,
    place: u32,
    /// Neighbours, and what they have of c at 1 m.
    slopes: Vec<(u32, f64)>,
}

impl Rim {
    /// Who moves the point at a distance from the centre, no more than the farthest, and how much: c. The particle itself
    /// is the first.
    pub(crate) fn stencil(&self, distance: f64) -> impl Iterator<Item = (u32, f64)> + '_ {
        let own = 1.0 - distance * self.slopes.iter().map(|(_, slope)| slope).sum::<f64>();
        let others = self.slopes.iter();
        std::iter::once((self.place, own))
            .chain(others.map(move |(place, slope)| (*place, distance * slope)))
    }
}

/// What is needed to find rims.
pub(crate) struct Rims<'a, S> {
    pub(crate) particles: &'a Particles<S>,
    pub(crate) pairs: &'a Pairs<S>,
    pub(crate) options: &'a Options,
}

impl<S: Scalar> Rims<'_, S> {
    /// The rim of the particle in a place toward what lies against a normal.
    pub(crate) fn toward(&self, place: usize, normal: Vec3<f64>) -> Rim {
        let Self {
            particles,
            pairs,
            options,
        } = *self;
        let d = options.spacing;
        let mut rim = Rim {
            radius: 0.5 * d,
            farthest: 0.0,
            place: place as u32,
            slopes: Vec::new(),
        };
        if pairs.counts[place] < FEWEST {
            return rim;
        }
        let weight = |rest: Vec3<f64>| {
            let gap = 1.0 - rest.norm_squared() / options.reach.powi(2);
            gap.max(0.0).powi(3)
        };
        let (mut spread, mut cross) = (Sym3::zero(), Mat3::zero());
        for neighbour in pairs.neighbours(place) {
            let rest = Vec3(neighbour.remembered);
            let x = offset(&particles.positions, place, neighbour.place as usize, d);
            let w = weight(rest);
            spread = spread + Sym3::from_fn(|i, j| w * rest[i] * rest[j]);
            cross = cross + Mat3::from_fn(|i, j| w * x[i] * rest[j]);
        }
        let size = spread.trace() / 3.0;
        let inverse = spread.inverse();
        let deformation = cross * inverse.to_mat();
        let told = spread.determinant() > FLAT * size.powi(3) && deformation.determinant() > FLAT;
        if !told {
            return rim;
        }
        let thick = deformation.transpose().mul_vec(normal).norm();
        rim.radius *= thick.clamp(THINNEST, THICKEST);
        let slope = inverse.mul_vec(deformation.inverse().mul_vec(normal));
        let slopes = pairs.neighbours(place).map(|neighbour| {
            let rest = Vec3(neighbour.remembered);
            (neighbour.place, -weight(rest) * rest.dot(slope) / d)
        });
        rim.slopes = slopes.collect();
        let own = -rim.slopes.iter().map(|(_, slope)| slope).sum::<f64>();
        if own > 0.0 {
            rim.farthest = MOST / own;
        }
        rim
    }
}
