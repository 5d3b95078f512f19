//! Where material that flows lets go.
//!
//! A bond ends where its two ends are farther apart than matter between them can be: beyond the support radius in the
//! elastic rest space, |F_e⁻¹x| > 1.25 R, its stretch is no deformation of the particle but a gap. What only springs hold
//! (`bonded`) gives way where the material would: the reference length follows so that a spring is never strained by more
//! than the material can be, and has no weight any more once it is as long as the support radius. So threads thin, part
//! and fall. Bodies without a flow rule never tear.

use crate::bonds::{Bond, Bonds, offset};
use crate::options::Options;
use crate::particles::{EMPTY, Group, Particles};
use crate::recall::{keep_deformation, lead_back};
use plastica_material::{Increment, Material};
use plastica_tensor::{Mat3, Scalar};
use rayon::prelude::*;

/// How much farther than the support radius the ends of a bond may be in the elastic rest space.
const APART: f64 = 1.25;
/// How far and in what time a material is drawn to see what it bears [s].
const DRAWN: f64 = 1.5;
const TIME: f64 = 0.1;
const STEPS: u32 = 300;

/// Ends bonds of material that flows across gaps. Returns whether any was there.
pub(crate) fn part<S: Scalar>(
    particles: &Particles<S>,
    bonds: &mut Bonds<S>,
    groups: &[Group],
    options: &Options,
) -> bool {
    let near = options.support_radius.powi(2);
    let far = APART * APART * near;
    let known = &*bonds;
    let torn = |place: usize| -> Option<(u32, Vec<Bond>)> {
        let group = &groups[particles.body(place)];
        if particles.ids[place] == EMPTY || group.elastic_limit.is_infinite() {
            return None;
        }
        let back = holding(&lead_back(particles, &group.body.layout, place));
        let holds = |bond: &Bond| {
            let x = offset(
                &particles.positions,
                place,
                bond.place as usize,
                options.spacing,
            );
            // What is pressed flat strains the least offset that it does not explain by much: its ends are not apart for that.
            x.norm_squared() < near || back.mul_vec(x).norm_squared() < far
        };
        if known.of(place).all(|bond| holds(&bond)) {
            return None;
        }
        let before: Vec<Bond> = known.of(place).collect();
        let mut left: Vec<Bond> = before.iter().filter(|bond| holds(bond)).copied().collect();
        keep_deformation(particles, place, &before, &mut left, options);
        Some((place as u32, left))
    };
    let torn: Vec<(u32, Vec<Bond>)> = (0..particles.places())
        .into_par_iter()
        .filter_map(torn)
        .collect();
    let any = !torn.is_empty();
    if any {
        bonds.set(torn);
    }
    any
}

/// The map into the elastic rest space for distances across which matter holds: it may be drawn out by much, but flows until it fills
/// no more room than it needs. Were an expansion taken for strain, a liquid that is blown up would never part.
pub(crate) fn holding(back: &Mat3<f64>) -> Mat3<f64> {
    let shrunk = back.determinant();
    if shrunk > 0.0 && shrunk < 1.0 {
        back.scale(shrunk.cbrt().recip())
    } else {
        *back
    }
}

/// The elastic strain that a material keeps when it is drawn out along an axis at constant volume; infinite if it has no
/// flow rule.
pub(crate) fn elastic_limit(material: &Material<f64>, flows: bool) -> f64 {
    if !flows {
        return f64::INFINITY;
    }
    let rate = DRAWN.ln() / f64::from(STEPS);
    let mut gradient = Mat3::identity().scale(-0.5 * rate);
    gradient[(0, 0)] = rate;
    let mut state = material.rest();
    let mut most = 0f64;
    for _ in 0..STEPS {
        let increment = Increment {
            trial: (Mat3::identity() + gradient) * state.deformation,
            gradient,
            dt: TIME / f64::from(STEPS),
        };
        material.advance(&mut state, &increment);
        let stretch = (state.deformation * state.deformation.transpose())[(0, 0)].sqrt();
        most = most.max(stretch - 1.0);
    }
    // What flows at once still has to hold its own weight for a moment.
    most.max(0.01)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An expansion by any factor brings ends no nearer, drawing out at constant volume does, and so does pressing.
    #[test]
    fn expansions_do_not_hold() {
        let blown_up = Mat3::<f64>::identity().scale(20.0);
        let drawn = Mat3::from_rows([[4.0, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.5]]);
        let pressed = Mat3::<f64>::identity().scale(0.5);
        let same = Mat3::identity();
        for (deformation, holds) in [
            (blown_up, same),
            (blown_up * drawn, drawn.inverse()),
            (pressed, pressed.inverse()),
        ] {
            let off = (holding(&deformation.inverse()) - holds).max_abs();
            assert!(off < 1e-12, "{off}");
        }
    }
}
