//! Averaged volumes, against locking [BB98].
//!
//! A linear tetrahedron whose volume is to stay has hardly a motion left: where flow keeps volume, a mesh of them is too
//! stiff. So the volume ratios of elements are averaged at nodes, J_n = Σ V/Σ V_rest over the elements there, and an element
//! takes a share w of the mean of those at its corners:
//!
//! ln J̄ = (1 − w) ln J + w ¼ Σ ln J_n, F̄ = (J̄/J)^{1/3} F.
//!
//! The law sees F̄, whichever it is. Forces are the gradient of Σ V₀ ψ(F̄), so that energy and both momenta are kept: with
//! the pressure p = ⅓ tr τ of each element, its stress τ − w p I acts as ever, and nodes press with
//! π_n = Σ ¼ w V₀ p / Σ V on the volumes of all their elements.

use crate::elements::REST;
use plastica_particles::Columns;
use plastica_tensor::Real;

/// The least volume ratio that an element counts with: flatter and inverted ones do not take part.
pub(crate) const LEAST: f64 = 0.1;

/// Volumes now and at rest of the elements at a node.
#[inline]
pub(crate) fn volumes_at(
    corners: &[u32],
    columns: &Columns<'_, f64>,
    volumes: &[f64],
) -> (f64, f64) {
    let (mut now, mut rest) = (0.0, 0.0);
    for corner in corners {
        let place = *corner as usize / 4;
        let own = columns.get(REST, place);
        now += volumes[place].max(LEAST * own);
        rest += own;
    }
    (now, rest)
}

/// Below this volume ratio an element has all of its volume change for itself.
const ALONE: f64 = LEAST;
/// From here on it shares in the mean as the others do.
const SHARING: f64 = 0.3;

/// How an element takes part in the averages.
pub(crate) struct Average<R> {
    /// The share w.
    pub(crate) share: R,
    /// (J̄/J)^{1/3}.
    pub(crate) growth: R,
    /// What of d ln J̄/d ln J comes from w, which changes with J: dw/d ln J (¼ Σ ln J_n − ln J). Without it crushed elements made energy.
    pub(crate) fading: R,
}

impl<R: Real> Average<R> {
    /// Of an element that keeps its volume to itself.
    #[inline(always)]
    pub(crate) fn alone() -> Self {
        Average {
            share: R::zero(),
            growth: R::one(),
            fading: R::zero(),
        }
    }
}

/// Of an element with this volume ratio and this mean of the logarithms at its corners.
#[inline(always)]
pub(crate) fn average<R: Real>(weight: f64, ratio: R, mean_log: R) -> Average<R> {
    let slope = 1.0 / (SHARING - ALONE);
    let fade = (ratio - R::constant(ALONE)).times(slope);
    let share = fade.clamp(R::zero(), R::one()).times(weight);
    let own = ratio.max(R::constant(ALONE)).ln();
    let fades = fade.gt(R::zero()) & fade.lt(R::one());
    let fading = ratio * (mean_log - own);
    Average {
        share,
        growth: (share * (mean_log - own)).times(1.0 / 3.0).exp(),
        fading: R::select(fades, fading.times(weight * slope), R::zero()),
    }
}
