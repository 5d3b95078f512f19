//! The particles of a frame, as grains need them.

use super::turn::Turn;
use crate::surface::particle_spacing;
use plastica_core::{Attribute, Frame};
use plastica_tensor::Vec3;

/// One particle of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Particle {
    pub(super) id: u32,
    pub(super) body: u32,
    pub(super) material: u32,
    pub(super) place: Vec3<f64>,
    pub(super) velocity: Option<Vec3<f64>>,
    pub(super) mass: f64,
    pub(super) volume: f64,
    pub(super) rest_volume: f64,
    /// From the material's axes to space, for materials with directions.
    pub(super) turn: Option<Turn>,
    /// Eigenvalues of the orientation tensor along the material's axes.
    pub(super) alignment: [f64; 3],
}

/// The free particles of a frame that are anywhere, in the order of ids.
#[derive(Clone, Debug, Default)]
pub(super) struct Snapshot {
    pub(super) time: f64,
    pub(super) particles: Vec<Particle>,
}

impl Snapshot {
    pub(super) fn of(frame: &Frame) -> Self {
        let known = |name: &str, components: usize| {
            let whole = frame.positions.len() * components;
            frame
                .attribute(name)
                .filter(|a| a.components == components && a.values.len() == whole)
        };
        let number = |of: Option<&Attribute>, i: usize| of.map(|a| a.values.at(i));
        let three = |of: Option<&Attribute>, i: usize| {
            let values = of.map(|a| [0, 1, 2].map(|k| a.values.at(3 * i + k)));
            values.filter(|v| v.iter().all(|x| x.is_finite()))
        };
        let [id, body, material] = ["id", "body", "material"].map(|name| known(name, 1));
        let [mass, density, ratio] = ["mass", "density", "volume_ratio"].map(|name| known(name, 1));
        let [velocity, alignment] = ["velocity", "alignment"].map(|name| known(name, 3));
        let orientation = known("orientation", 4);
        // Without masses, all are as large as they are far apart.
        let free = frame.cells.free(frame.positions.len());
        let anywhere = |i: &usize| free[*i] && frame.positions[*i].iter().all(|x| x.is_finite());
        let finite: Vec<[f64; 3]> = (0..frame.positions.len())
            .filter(anywhere)
            .map(|i| frame.positions[i])
            .collect();
        let usual = match (mass, density) {
            (Some(_), Some(_)) => None,
            _ => particle_spacing(&finite).map(|s| s.powi(3)),
        };
        let positive = |x: f64| (x.is_finite() && x > 0.0).then_some(x);
        let seen = |i: usize| {
            let own = number(mass, i).zip(number(density, i)).map(|(m, d)| m / d);
            let volume = usual.or(own).and_then(positive)?;
            Some(Particle {
                id: id.map_or(i as u32, |a| a.values.at(i) as u32),
                body: number(body, i).unwrap_or(0.0) as u32,
                material: number(material, i).unwrap_or(0.0) as u32,
                place: Vec3(frame.positions[i]),
                velocity: three(velocity, i).map(Vec3),
                mass: number(mass, i).and_then(positive).unwrap_or(1.0),
                volume,
                rest_volume: volume / number(ratio, i).and_then(positive).unwrap_or(1.0),
                turn: orientation
                    .and_then(|a| Turn::from_array([0, 1, 2, 3].map(|k| a.values.at(4 * i + k)))),
                alignment: three(alignment, i)
                    .filter(|a| a.iter().all(|x| *x >= 0.0) && a.iter().sum::<f64>() > 0.0)
                    .unwrap_or([0.0, 0.0, 1.0]),
            })
        };
        let mut particles: Vec<Particle> = (0..frame.positions.len())
            .filter(anywhere)
            .filter_map(seen)
            .collect();
        particles.sort_by_key(|p| p.id);
        Snapshot {
            time: frame.time,
            particles,
        }
    }
}
