//! What a particle remembers through a change of its neighbours.
//!
//! Its deformation is read from the neighbours of the moment. Other neighbours, or other weights of them, would tell another
//! one, for where matter has splashed no motion is affine: energy from nothing, or lost. So reference vectors are mapped,
//! ξ := G⁻¹G′ξ with G told by the neighbours before and G′ by those after, until these tell G too.
//!
//! A particle whose neighbours tell no deformation is held by springs, whose reference lengths give way on their own
//! (`tearing`): they are no memory of a shape. While its law waits, material that flows relaxes on; it begins
//! anew where neighbours tell a deformation again: ξ := x/s, so that they tell F_e = s I with s³ the volume ratio that it waits with,
//! no less than a half. (With the F_e of the moment at which it began to wait, energy that was long gone came back.)

use crate::bonds::{self, Bond, SLOTS, offset};
use crate::fit::{FEWEST, FLAT, Fit, Moments, weight};
use crate::force::{BundleMut, CRUSHED, Register, Relative};
use crate::increment::elastic;
use crate::law::PLASTIC_FRACTION;
use crate::options::{Options, Surface};
use crate::particles::Particles;
use plastica_particles::law::Law;
use plastica_particles::{BUNDLE, Layout, Quad};
use plastica_tensor::{Mask, Mat3, Real, Scalar, Sym3, Vec3};

/// In the column of the plastic fraction: the law of the particle waits.
pub(crate) const WAITING: f64 = -1.0;
/// Neighbours that tell a deformation again lie less flat than those that do so still, by this factor.
const SURELY: f64 = 2.0;
/// Weights depend on reference vectors, so that a map is not exact.
const ROUNDS: usize = 4;
/// The least volume ratio with which material begins anew.
const DENSEST: f64 = 0.5;
const EXACT: f64 = 1e-7;

/// A neighbour: reference vector, offset now [spacings] and weight.
pub(crate) struct Neighbour {
    pub(crate) reference: Vec3<f64>,
    pub(crate) x: Vec3<f64>,
    pub(crate) w: f64,
}

impl Neighbour {
    pub(crate) fn new(
        positions: &[Quad<f64>],
        place: usize,
        bond: &Bond,
        options: &Options,
    ) -> Self {
        let reference = Vec3(bond.reference);
        Neighbour {
            reference,
            x: offset(positions, place, bond.place as usize, options.spacing),
            w: weight(reference, options.support_radius.powi(-2)),
        }
    }
}

/// The deformation around a particle, and whether it is believed.
pub(crate) fn fit(neighbours: &[Neighbour], surface: Surface) -> (Fit<f64>, bool) {
    let mut moments = Moments::zero();
    for n in neighbours {
        moments.add(n.w, n.reference, n.x, Vec3::zero());
        if surface == Surface::Curved {
            moments.add_curvature(n.w, n.reference, n.x);
        }
    }
    let fit = match surface {
        Surface::Plain => moments.solve(),
        Surface::Curved => moments.solve_curved(),
    };
    let enough = neighbours.len() >= FEWEST as usize;
    let valid = fit.well_determined && enough && fit.deformation.determinant() > CRUSHED;
    (fit, valid)
}

/// Whether the law of a particle waits until neighbours tell a deformation again.
pub(crate) fn waits<S: Scalar>(particles: &Particles<S>, place: usize) -> bool {
    (particles.law_state().get(PLASTIC_FRACTION, place)).to_f64() < 0.0
}

/// From offsets now into the elastic rest space, F_e⁻¹. What waits has no shape, but for how dense it is.
pub(crate) fn lead_back<S: Scalar>(
    particles: &Particles<S>,
    layout: &Layout,
    place: usize,
) -> Mat3<f64> {
    let elastic = bonds::elastic(particles, layout, place);
    if waits(particles, place) {
        let volume = elastic.determinant().clamp(DENSEST, 1.0);
        return Mat3::identity().scale(volume.cbrt().recip());
    }
    elastic.inverse()
}

/// Maps the reference vectors of new bonds so that they tell the deformation that the bonds before told.
pub(crate) fn keep_deformation<S: Scalar>(
    particles: &Particles<S>,
    place: usize,
    before: &[Bond],
    after: &mut [Bond],
    options: &Options,
) {
    if waits(particles, place) {
        return;
    }
    let told = |bonds: &[Bond]| {
        let of = |bond| Neighbour::new(&particles.positions, place, bond, options);
        let neighbours: Vec<Neighbour> = bonds.iter().map(of).collect();
        let (fit, valid) = fit(&neighbours, options.surface);
        valid.then_some(fit.deformation)
    };
    let Some(kept) = told(before) else {
        return;
    };
    for _ in 0..ROUNDS {
        let Some(now) = told(after) else {
            return;
        };
        let map = kept.inverse() * now;
        if (map - Mat3::identity()).max_abs() < EXACT {
            return;
        }
        for bond in &mut *after {
            bond.reference = map.mul_vec(Vec3(bond.reference)).0;
        }
    }
}

impl<S: Scalar> Register<'_, '_, S> {
    /// Begins anew what has waited and is told a deformation again. Returns where the law waits on.
    #[inline(always)]
    pub(crate) fn recall<R: Real<Scalar = S>>(
        &self,
        law: &Law<'_>,
        to: &mut BundleMut<'_, S>,
        relatives: &[Relative<R>; SLOTS],
    ) -> R::Mask {
        let fraction: R = to.law_state.read().load(PLASTIC_FRACTION, self.at);
        let waits = fraction.lt(R::zero());
        if !waits.any() {
            return waits;
        }
        let options = self.shared.options;
        let closer = R::constant(1.0 / (options.support_radius * options.support_radius));
        let deformation = elastic::<R>(law, &to.law_state, self.at);
        let volume = deformation
            .determinant()
            .clamp(R::constant(DENSEST), R::one());
        let longer = volume.ln().times(-1.0 / 3.0).exp();
        let mut spread = Sym3::zero();
        for neighbour in &relatives[..self.slots] {
            let xi = neighbour.x.scale(longer);
            let wx = xi.scale(weight(xi, closer));
            spread = spread
                + Sym3::from_fn(
                    #[inline(always)]
                    |i, j| wx[i] * xi[j],
                );
        }
        let size = spread.trace().times(1.0 / 3.0).max(R::tiny());
        let flat = size * size * size * R::constant(SURELY * FLAT);
        let begins = waits
            & self.counts::<R>().ge(R::constant(f64::from(FEWEST)))
            & spread.determinant().gt(flat);
        if !begins.any() {
            return waits;
        }
        for (slot, neighbour) in relatives[..self.slots].iter().enumerate() {
            let before = to.references.load::<R>(slot, self.at);
            let anew = begins & neighbour.x.norm_squared().gt(R::tiny());
            let after = Vec3::select(anew, neighbour.x.scale(longer), before);
            to.references.store(slot, self.at, after);
        }
        waits & !begins
    }

    /// How many neighbours each has.
    #[inline(always)]
    pub(crate) fn counts<R: Real<Scalar = S>>(&self) -> R {
        let first = self.bundle * BUNDLE + self.at;
        let counts = &self.shared.counts[first..first + R::LANES];
        R::from_fn(
            #[inline(always)]
            |lane| S::from_f64(f64::from(counts[lane])),
        )
    }
}
