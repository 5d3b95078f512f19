//! What the grains of a body are like.

use crate::render::Mesh;

/// Grains that fill one or more bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct GrainSet {
    /// Names of the bodies and emitters that they fill.
    pub bodies: Vec<String>,
    /// How many for each particle.
    pub per_particle: u32,
    /// What they look like.
    pub form: GrainForm,
    /// Full extents along their own axes [m]; `None` for as large as fills the material.
    pub size: Option<[f64; 3]>,
    /// How much their sizes differ, as a part of the size either way.
    pub variation: f64,
    /// How far they are turned from the axes of the material, at random [rad]: the standard deviation
    /// about each axis. `None` for as the material says, and any way round in one without directions.
    pub scatter: Option<f64>,
    /// Where there is less material than this part of the rest density, grains fly on their own.
    pub threshold: f64,
}

impl GrainSet {
    /// Ten grains per particle, that fly where there is less than half a percent of the material
    /// [SW20, Section 7: about ten, 0.1 % to 1 %].
    pub fn new(body: &str, form: GrainForm) -> Self {
        GrainSet {
            bodies: vec![body.into()],
            per_particle: 10,
            form,
            size: None,
            variation: 0.1,
            scatter: None,
            threshold: 0.005,
        }
    }
}

/// What grains look like. Their own z axis is that of the material: the fibre, or the normal of layers.
#[derive(Clone, Debug, PartialEq)]
pub enum GrainForm {
    /// A cylinder, long along z: straw, wood chips, needles.
    Rod,
    /// A box, thin along z: cards, slates.
    Card,
    /// A cylinder, flat along z: coins, chips.
    Disc,
    /// An ellipsoid: rice, lentils, sand.
    Grain,
    /// A mesh, brought to the size of the grain.
    Mesh(Mesh),
}

/// Part of the material's volume that grains of the usual size take up: that of a loose random packing.
const PACKING: f64 = 0.6;

impl GrainForm {
    /// Full extents [m] with which so many grains fill a particle's volume [m³].
    pub(super) fn usual_size(&self, volume: f64, per_particle: u32) -> [f64; 3] {
        use std::f64::consts::PI;
        // Extents relative to the first, and the part of their box that the form fills.
        let (extents, part) = match self {
            GrainForm::Rod => ([1.0, 1.0, 10.0], PI / 4.0),
            GrainForm::Card => ([1.0, 0.7, 0.06], 1.0),
            GrainForm::Disc => ([1.0, 1.0, 0.15], PI / 4.0),
            GrainForm::Grain => ([1.0, 0.8, 1.4], PI / 6.0),
            GrainForm::Mesh(mesh) => (mesh.size(), 0.5),
        };
        let own = part * extents.iter().product::<f64>();
        let wanted = PACKING * volume / f64::from(per_particle.max(1));
        let scale = (wanted / own.max(f64::MIN_POSITIVE)).cbrt();
        extents.map(|e| e * scale)
    }
}
