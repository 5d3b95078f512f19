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

use crate::bonds::{Bonds, offset};
use crate::fit::FEWEST;
use crate::options::Options;
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
pub(crate) struct SurfacePoint {
    /// How far the surface is from the centre [m].
    pub(crate) radius: f64,
    /// The farthest point that the neighbours determine [m].
    pub(crate) farthest: f64,
    place: u32,
    /// Neighbours, and what they have of c at 1 m.
    slopes: Vec<(u32, f64)>,
}

impl SurfacePoint {
    /// Particles that move the point at a distance from the centre, no more than the farthest, and their shares c. The
    /// particle itself is the first.
    pub(crate) fn stencil(&self, distance: f64) -> impl Iterator<Item = (u32, f64)> + '_ {
        let own = 1.0 - distance * self.slopes.iter().map(|(_, slope)| slope).sum::<f64>();
        let others = self.slopes.iter();
        std::iter::once((self.place, own))
            .chain(others.map(move |(place, slope)| (*place, distance * slope)))
    }
}

/// What surface points are found from.
pub(crate) struct SurfacePoints<'a, S> {
    pub(crate) particles: &'a Particles<S>,
    pub(crate) bonds: &'a Bonds<S>,
    pub(crate) options: &'a Options,
}

impl<S: Scalar> SurfacePoints<'_, S> {
    /// The surface point of the particle in a place toward what lies against a normal.
    pub(crate) fn toward(&self, place: usize, normal: Vec3<f64>) -> SurfacePoint {
        let Self {
            particles,
            bonds,
            options,
        } = *self;
        let d = options.spacing;
        let mut surface = SurfacePoint {
            radius: 0.5 * d,
            farthest: 0.0,
            place: place as u32,
            slopes: Vec::new(),
        };
        if bonds.counts[place] < FEWEST {
            return surface;
        }
        let weight = |rest: Vec3<f64>| {
            let gap = 1.0 - rest.norm_squared() / options.support_radius.powi(2);
            gap.max(0.0).powi(3)
        };
        let (mut moments, mut cross) = (Sym3::zero(), Mat3::zero());
        for neighbour in bonds.of(place) {
            let rest = Vec3(neighbour.reference);
            let x = offset(&particles.positions, place, neighbour.place as usize, d);
            let w = weight(rest);
            moments = moments + Sym3::from_fn(|i, j| w * rest[i] * rest[j]);
            cross = cross + Mat3::from_fn(|i, j| w * x[i] * rest[j]);
        }
        let size = moments.trace() / 3.0;
        let inverse = moments.inverse();
        let deformation = cross * inverse.to_mat();
        let well_determined =
            moments.determinant() > FLAT * size.powi(3) && deformation.determinant() > FLAT;
        if !well_determined {
            return surface;
        }
        let thick = deformation.transpose().mul_vec(normal).norm();
        surface.radius *= thick.clamp(THINNEST, THICKEST);
        let slope = inverse.mul_vec(deformation.inverse().mul_vec(normal));
        let slopes = bonds.of(place).map(|neighbour| {
            let rest = Vec3(neighbour.reference);
            (neighbour.place, -weight(rest) * rest.dot(slope) / d)
        });
        surface.slopes = slopes.collect();
        let own = -surface.slopes.iter().map(|(_, slope)| slope).sum::<f64>();
        if own > 0.0 {
            surface.farthest = MOST / own;
        }
        surface
    }
}
