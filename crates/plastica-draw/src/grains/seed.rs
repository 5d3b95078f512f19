//! The grains of a particle.

use super::grain::Grain;
use super::random::Dice;
use super::set::GrainSet;
use super::snapshot::Particle;
use super::turn::Turn;
use plastica_tensor::Vec3;

/// Which particle's grains these are, and of which set.
pub(super) struct Origin<'a> {
    pub(super) set: &'a GrainSet,
    pub(super) index: u32,
    /// What all random numbers follow from.
    pub(super) seed: u64,
    /// Full extents [m].
    pub(super) size: [f64; 3],
}

/// Additive recurrence that fills a cube evenly for any number of points (Roberts 2018): powers of the
/// inverse of the root of x⁴ = x + 1.
const EVEN: [f64; 3] = [
    0.819_172_513_396_164_4,
    0.671_043_606_703_789_2,
    0.549_700_477_901_970_2,
];

/// Spread over the cube of the particle's volume, turned as its material is.
pub(super) fn seed(origin: &Origin<'_>, particle: &Particle, first_id: u32) -> Vec<Grain> {
    let Origin {
        set, index, seed, ..
    } = origin;
    let side = particle.volume.cbrt();
    let mut dice = Dice::of(*seed, u64::from(*index), u64::from(particle.id));
    let start = dice.units();
    (0..set.per_particle)
        .map(|k| {
            let within = std::array::from_fn(|a| {
                let along = start[a] + f64::from(k) * EVEN[a];
                (along - along.floor() - 0.5) * side
            });
            let vary = |u: f64| 1.0 + set.variation * (2.0 * u - 1.0);
            // Length and thickness vary by themselves; what is round stays round.
            let (across, along) = (vary(dice.unit()), vary(dice.unit()));
            let [x, y, z] = origin.size;
            Grain {
                id: first_id + k,
                set: *index,
                body: particle.body,
                material: particle.material,
                size: [x * across, y * across, z * along],
                place: particle.place + Vec3(within),
                velocity: particle.velocity.unwrap_or(Vec3::zero()),
                turn: orientation(set, particle, &mut dice),
                spin: Vec3::zero(),
                escaped: false,
            }
        })
        .collect()
}

fn orientation(set: &GrainSet, particle: &Particle, dice: &mut Dice) -> Turn {
    // The same numbers are drawn whatever they are used for.
    let (drawn, tilt) = (dice.normals(), dice.normals());
    let any = || {
        let [x, y, z] = drawn.0;
        // Four normal numbers are a random rotation; the fourth is one of the tilt's.
        Turn::from_array([x, y, z, tilt[0]]).unwrap_or(Turn::NONE)
    };
    let scatter = |axes: Turn, angle: f64| axes.after(Turn::from_vector(tilt.scale(angle)));
    match (particle.turn, set.scatter) {
        (None, None) => any(),
        (None, Some(angle)) => scatter(Turn::NONE, angle),
        (Some(axes), angle) => {
            let single = about_axes(particle.alignment, drawn);
            scatter(axes.after(single), angle.unwrap_or(0.0))
        }
    }
}

/// A grain's axes in those of the material: its z from the angular central Gaussian distribution whose
/// parameters are the eigenvalues of the orientation tensor.
fn about_axes(alignment: [f64; 3], drawn: Vec3<f64>) -> Turn {
    let axis = drawn.zip(Vec3(alignment), |x, eigenvalue| x * eigenvalue.sqrt());
    let length = axis.norm();
    if !(length > 0.0) {
        return Turn::NONE;
    }
    // An axis has no sense: the nearer one is taken.
    let sign = if axis[2] < 0.0 { -1.0 } else { 1.0 };
    let z = Vec3([0.0, 0.0, 1.0]);
    Turn::between(z, axis.scale(sign / length))
}
