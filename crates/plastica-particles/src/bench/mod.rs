//! The reference scene of our comparisons: a cube of 0.5 m with n³ jittered particles touches the floor of a 1 m box at
//! 1 m/s, two particles to 1/n m along each axis. There is contact from the first steps on.

mod material;
pub mod options;

use material::DENSITY;
use options::{AFTER_MIXING, CELLS, MATERIAL, ORDER, PRECISION, SIMD};
use plastica_core::{Body, Collider, Contact, Precision, Seed, World};
use plastica_geometry::Shape;
use plastica_material::{Recipe, Value};
use plastica_scene::method::bench::{Asked, Effort};
use plastica_tensor::random::Random;
use plastica_tensor::simd::Level;
use plastica_tensor::{Mat3, Vec3};

/// Cells of size 1/n that belong to the walls.
const WALL: f64 = 3.0;
/// Steps before a measurement of material that has flowed.
const MIXING: u32 = 1000;

/// The cube as asked.
#[derive(Clone, Debug)]
pub struct Cube {
    /// Cells per metre; there are as many particles as its cube.
    pub cells: u32,
    /// Digits.
    pub precision: Precision,
    /// Registers.
    pub level: Level,
    recipe: Recipe,
    shuffled: bool,
    after_mixing: bool,
}

impl Cube {
    /// The cube of what was asked, or why this machine cannot do it.
    pub fn new(asked: &Asked) -> Result<Self, String> {
        let level = options::level(asked.word(SIMD.name));
        if !level.is_available() {
            return Err(format!(
                "this processor has no {level:?} registers: leave out --{}, or ask for portable",
                SIMD.name
            ));
        }
        Ok(Cube {
            cells: asked.count(CELLS.name),
            precision: options::precision(asked.word(PRECISION.name)),
            level,
            recipe: material::recipe(asked.word(MATERIAL.name)),
            shuffled: asked.word(ORDER.name) == options::SHUFFLED,
            after_mixing: asked.is_on(AFTER_MIXING.name),
        })
    }

    /// What it is made of.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// How many particles there are.
    pub fn particles(&self) -> u64 {
        u64::from(self.cells).pow(3)
    }

    /// Distance between particles [m].
    pub fn spacing(&self) -> f64 {
        0.5 / f64::from(self.cells)
    }

    /// Speed of the fastest wave at rest [m/s].
    pub fn wave_speed(&self) -> Result<f64, String> {
        let rest = self.recipe.material_at::<f64>([0.0; 3], 0.0);
        let rest = rest.map_err(|error| error.to_string())?;
        Ok((rest.p_wave_modulus(&rest.rest()) / DENSITY).sqrt())
    }

    /// Some 20 million steps of a particle in a repeat, or a share of them.
    pub fn effort(&self, share: u32) -> Effort {
        let steps = (20_000_000 / self.particles()).clamp(4, 200) as u32;
        Effort {
            warm_up: self.after_mixing.then_some(MIXING),
            ..Effort::steps(steps.div_ceil(share))
        }
    }

    /// The body, with particles spread about the points of a lattice by a share of their distance.
    pub fn body(&self, jitter: f64) -> Body {
        let n = f64::from(self.cells);
        let pitch = self.spacing();
        let corner = [0.25, (WALL - 0.4) / n, 0.25];
        let mut random = Random::new(1);
        let mut seeds = Vec::with_capacity((self.cells as usize).pow(3));
        for i in 0..self.cells {
            for j in 0..self.cells {
                for k in 0..self.cells {
                    let at = [i, j, k];
                    let position = std::array::from_fn(|axis| {
                        let spread = jitter * (random.unit() - 0.5);
                        corner[axis] + (f64::from(at[axis]) + 0.5 + spread) * pitch
                    });
                    seeds.push(Seed {
                        position,
                        velocity: [0.0, -1.0, 0.0],
                        gradient: Mat3::zero(),
                        axes: Mat3::identity(),
                        volume: pitch.powi(3),
                        density: DENSITY,
                    });
                }
            }
        }
        if self.shuffled {
            random.shuffle(&mut seeds);
        }
        Body {
            name: "cube".into(),
            recipe: self.recipe.clone(),
            seeds,
            acceleration: [0.0; 3].map(Value::Constant),
        }
    }

    /// The box around it: a rough floor, smooth walls.
    pub fn world(&self) -> World {
        let inside = (WALL - 1.0) / f64::from(self.cells);
        let mut world = World::empty([0.0, -9.81, 0.0]);
        let mut wall = |normal: [f64; 3], offset: f64, friction: f64| {
            let shape = Shape::half_space(Vec3(normal), offset);
            let wall = Collider::still("wall", shape, Contact::Separating, friction);
            world.colliders.push(wall);
        };
        wall([0.0, 1.0, 0.0], inside, 1e6);
        for axis in 0..3 {
            let mut normal = [0.0; 3];
            normal[axis] = 1.0;
            if axis != 1 {
                wall(normal, inside, 0.0);
            }
            wall(normal.map(|n| -n), inside - 1.0, 0.0);
        }
        world
    }
}
