//! A body as the scene means it, before a method fills or meshes it.

use crate::fibre::Fibre;
use plastica_core::Window;
use plastica_geometry::sample::Layout;
use plastica_geometry::{Curve, Shape};
use plastica_material::{Recipe, Value};
use plastica_tensor::{Mat3, Vec3};

/// A body or emitter as the scene means it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BodySpec {
    /// What to call it.
    pub name: String,
    /// The region it fills, where it stands.
    pub region: Shape,
    /// What it is made of.
    pub recipe: Recipe,
    /// Size of a grid cell, particle or element [m].
    pub resolution: f64,
    /// Particles per grid cell.
    pub particles_per_cell: u32,
    /// How particles are laid out.
    pub sampling: Layout,
    /// Direction of the material's z axis.
    pub fibre: Fibre,
    /// Direction that the material's x axis comes nearest to; `None` for any.
    pub across: Option<[Value; 3]>,
    /// Seed of its own random numbers.
    pub seed: u64,
    /// Whether it is there from the start or comes with time.
    pub role: Role,
}

/// Whether material is there from the start or comes with time.
#[derive(Clone, Debug)]
pub enum Role {
    /// A body.
    Body {
        /// Initial velocity [m/s], a function of place.
        velocity: [Value; 3],
        /// Initial angular velocity about the centre of mass [rad/s], a function of place.
        angular_velocity: [Value; 3],
        /// Acceleration beside gravity [m/s²], a function of place and time.
        acceleration: [Value; 3],
    },
    /// A source of new material.
    Emitter {
        /// Velocity of new material [m/s], a function of place and time.
        velocity: [Value; 3],
        /// Volume per time [m³/s], a function of time.
        rate: Value,
        /// When it is on; `None` for always.
        active: Option<Window>,
    },
}

impl BodySpec {
    /// A body of a material at rest in a region, with the usual choices for the rest.
    pub fn new(name: &str, region: Shape, recipe: Recipe, resolution: f64) -> Self {
        let zero = || [0.0; 3].map(Value::Constant);
        BodySpec {
            name: name.into(),
            region,
            recipe,
            resolution,
            particles_per_cell: 8,
            sampling: Layout::Loose,
            fibre: Fibre::Formula([0.0, 0.0, 1.0].map(Value::Constant)),
            across: None,
            seed: 0,
            role: Role::Body {
                velocity: zero(),
                angular_velocity: zero(),
                acceleration: zero(),
            },
        }
    }

    /// The material's axes over it.
    pub fn axes(&self) -> Result<Axes<'_>, String> {
        let curve = match &self.fibre {
            Fibre::Along { points } => {
                Some(Curve::new(points).map_err(|error| format!("`fibre`: {error}"))?)
            }
            _ => None,
        };
        Ok(Axes { spec: self, curve })
    }

    /// The axes of all that an emitter makes.
    pub fn uniform_axes(&self) -> Result<Mat3<f64>, String> {
        let mut across = self.across.iter().flatten();
        if !self.fibre.is_uniform() || across.any(Value::varies_in_space) {
            return Err(
                "what an emitter makes has the same axes everywhere: give `fibre` and `across` as constants"
                    .into(),
            );
        }
        self.axes()?.at([0.0; 3])
    }
}

/// The material's axes over a body: z along the fibre, x as near to `across` as can be.
pub struct Axes<'a> {
    spec: &'a BodySpec,
    /// The curve that fibres follow, if there is one.
    curve: Option<Curve>,
}

impl Axes<'_> {
    /// The axes at a place [m], as columns.
    pub fn at(&self, place: [f64; 3]) -> Result<Mat3<f64>, String> {
        let z = unit(self.fibre(Vec3(place))).ok_or_else(|| nowhere("fibre", place))?;
        let across = match &self.spec.across {
            Some(across) => Vec3(std::array::from_fn(|k| across[k].at(place, 0.0))),
            // Any direction that is not that of the fibre.
            None if z[0].abs() < 0.9 => Vec3::new(1.0, 0.0, 0.0),
            None => Vec3::new(0.0, 1.0, 0.0),
        };
        let across = unit(across - z.scale(across.dot(z)));
        let x = across.ok_or_else(|| nowhere("across", place))?;
        Ok(Mat3::from_columns([x, z.cross(x), z]))
    }

    /// Direction of the fibre, of any length; 0 where it has none.
    fn fibre(&self, place: Vec3<f64>) -> Vec3<f64> {
        match &self.spec.fibre {
            Fibre::Formula(values) => Vec3(std::array::from_fn(|k| values[k].at(place.0, 0.0))),
            Fibre::Around { axis, through } => Vec3(*axis).cross(place - Vec3(*through)),
            Fibre::Along { .. } => {
                let tangent = self.curve.as_ref().and_then(|curve| curve.tangent(place));
                tangent.unwrap_or(Vec3::zero())
            }
            Fibre::Normal => self.spec.region.normal(place),
        }
    }
}

fn unit(v: Vec3<f64>) -> Option<Vec3<f64>> {
    let length = v.norm();
    (length > 1e-12 && length.is_finite()).then(|| v.scale(1.0 / length))
}

fn nowhere(key: &str, [x, y, z]: [f64; 3]) -> String {
    format!("`{key}` has no direction at ({x}, {y}, {z})")
}
