//! Bodies, obstacles and a plain run loop for experiments.

use crate::method_under_test::MethodUnderTest;
use plastica_core::{
    Body, Collider, Contact, Grip, Method, Motion, Seed, Step, StepError, StepReport, Window, World,
};
use plastica_geometry::Shape;
use plastica_material::spec::Slot;
use plastica_material::{LawRecipe, Recipe, Value, catalogue};
use plastica_tensor::random::Random;
use plastica_tensor::{Mat3, Vec3};

/// A law with its numbers.
///
/// # Panics
/// If there is no such law or parameter: a mistake in a case.
pub fn law(slot: Slot, name: &str, numbers: &[(&str, f64)]) -> LawRecipe {
    let spec = catalogue::law(slot, name).unwrap_or_else(|| panic!("no law {name}"));
    let mut law = LawRecipe::new(spec);
    for (parameter, value) in numbers {
        law.set(parameter, &[Value::Constant(*value)]);
    }
    law
}

/// An elastic material.
pub fn elastic(name: &str, density: f64, young_modulus: f64, poisson_ratio: f64) -> Recipe {
    let numbers = [
        ("young_modulus", young_modulus),
        ("poisson_ratio", poisson_ratio),
    ];
    Recipe {
        name: name.into(),
        density: density.into(),
        elastic: law(Slot::Elastic, name, &numbers),
        flow: None,
        viscosity: None,
        map: None,
    }
}

/// The same material with a flow rule.
pub fn flowing(elastic: &Recipe, name: &str, numbers: &[(&str, f64)]) -> Recipe {
    Recipe {
        flow: Some(law(Slot::Flow, name, numbers)),
        ..elastic.clone()
    }
}

/// Particles on a lattice.
#[derive(Clone, Debug)]
pub struct Specimen {
    /// Where they are [m].
    pub places: Vec<[f64; 3]>,
    /// Volume of each [m³].
    pub volume: f64,
    velocity: [f64; 3],
}

impl Specimen {
    /// A box filled with about one particle per pitch³; the pitch is fitted to each side.
    pub fn block(low: [f64; 3], high: [f64; 3], pitch: f64) -> Self {
        let count: [usize; 3] =
            std::array::from_fn(|k| (((high[k] - low[k]) / pitch).round() as usize).max(1));
        let step: [f64; 3] = std::array::from_fn(|k| (high[k] - low[k]) / count[k] as f64);
        let at = |k: usize, i: usize| low[k] + step[k] * (i as f64 + 0.5);
        let mut places = Vec::new();
        for i in 0..count[0] {
            for j in 0..count[1] {
                for k in 0..count[2] {
                    places.push([at(0, i), at(1, j), at(2, k)]);
                }
            }
        }
        Specimen {
            places,
            volume: step.iter().product(),
            velocity: [0.0; 3],
        }
    }

    /// A sheet of one layer of particles across z, from z = 0 to z = pitch. Between [`slab_walls`] that
    /// stand a cell apart, at 0 and at one cell, it moves in plane strain to rounding: every node that
    /// it reaches is on a wall or behind it, and all layers of nodes get the same velocities.
    pub fn sheet(low: [f64; 2], high: [f64; 2], pitch: f64) -> Self {
        Self::block([low[0], low[1], 0.0], [high[0], high[1], pitch], pitch)
    }

    /// The quarter x, z ≥ 0 of a cylinder that stands along y on y = 0, in layers of rings: ring i of a
    /// layer has 2i + 1 particles, so all have the same volume, their sum is exact, and particle k of a
    /// layer is in ring ⌊√k⌋.
    pub fn quarter_cylinder(radius: f64, height: f64, pitch: f64) -> Self {
        Self::sector(1, radius, height, pitch)
    }

    /// A quarter of a cylinder where a method takes walls for planes of symmetry, all of it elsewhere; and how many
    /// quarters q that is. Ring i has q (2i + 1) particles, and particle k of a layer is in ring ⌊√(k/q)⌋.
    pub fn quarters(radius: f64, height: f64, tested: &MethodUnderTest) -> (Self, usize) {
        let quarters = if tested.mirrors { 1 } else { 4 };
        let specimen = Self::sector(quarters, radius, height, tested.pitch);
        (specimen, quarters)
    }

    fn sector(quarters: usize, radius: f64, height: f64, pitch: f64) -> Self {
        let quarter = std::f64::consts::FRAC_PI_4;
        let rings = ((radius * quarter.sqrt() / pitch).round() as usize).max(1);
        let layers = ((height / pitch).round() as usize).max(1);
        let (across, along) = (radius / rings as f64, height / layers as f64);
        let mut places = Vec::new();
        for layer in 0..layers {
            for ring in 0..rings {
                let r = across * (ring as f64 + 0.5);
                let count = 2 * ring + 1;
                for k in 0..quarters * count {
                    let angle = 2.0 * quarter * (k as f64 + 0.5) / count as f64;
                    places.push([
                        r * angle.cos(),
                        along * (layer as f64 + 0.5),
                        r * angle.sin(),
                    ]);
                }
            }
        }
        Specimen {
            places,
            volume: quarter * across * across * along,
            velocity: [0.0; 3],
        }
    }

    /// Only what lies in a region.
    pub fn keep(mut self, inside: impl Fn([f64; 3]) -> bool) -> Self {
        self.places.retain(|place| inside(*place));
        self
    }

    /// With every place moved at random by up to a share of the pitch along each axis.
    pub fn jittered(mut self, share: f64) -> Self {
        let by = share * self.volume.cbrt();
        let mut random = Random::new(0);
        for x in self.places.iter_mut().flatten() {
            *x += by * (2.0 * random.unit() - 1.0);
        }
        self
    }

    /// With an initial velocity [m/s].
    pub fn moving(mut self, velocity: [f64; 3]) -> Self {
        self.velocity = velocity;
        self
    }

    /// As a body of a material.
    pub fn of(&self, recipe: &Recipe) -> Body {
        let velocity = self.velocity;
        self.with(recipe, |_| (velocity, Mat3::zero()))
    }

    /// As a body of a material, with velocity [m/s] and its gradient [1/s] by place.
    pub fn with(
        &self,
        recipe: &Recipe,
        motion: impl Fn([f64; 3]) -> ([f64; 3], Mat3<f64>),
    ) -> Body {
        let seed = |place: &[f64; 3]| {
            let (velocity, gradient) = motion(*place);
            Seed {
                position: *place,
                velocity,
                gradient,
                axes: Mat3::identity(),
                volume: self.volume,
                density: recipe.density.at(*place, 0.0),
            }
        };
        Body {
            name: recipe.name.clone(),
            recipe: recipe.clone(),
            seeds: self.places.iter().map(seed).collect(),
            acceleration: [0.0; 3].map(Value::Constant),
        }
    }
}

/// Holds what lies in a shape, and moves it.
pub fn grip(shape: Shape, motion: Motion, window: Option<Window>) -> Grip {
    Grip {
        name: "grip".into(),
        body: None,
        shape,
        motion,
        window,
    }
}

/// Everything with n·x ≤ offset [m].
pub fn side(normal: [f64; 3], offset: f64) -> Shape {
    Shape::half_space(Vec3(normal), offset)
}

/// An obstacle that fills one side of a plane: everything with n·x ≤ offset [m].
pub fn wall(normal: [f64; 3], offset: f64, contact: Contact, friction: f64) -> Collider {
    Collider::still("wall", side(normal, offset), contact, friction)
}

/// Two smooth walls across an axis that never let go: between them nothing moves along the axis.
///
/// Where they are one cell apart and on nodes, every node that material reaches lies in one of them, and
/// the motion is exactly that of one dimension less.
pub fn walls_across(axis: usize, low: f64, high: f64) -> [Collider; 2] {
    let mut normal = [0.0; 3];
    normal[axis] = 1.0;
    [
        wall(normal, low, Contact::Sliding, 0.0),
        wall(normal.map(|n| -n), -high, Contact::Sliding, 0.0),
    ]
}

/// Two smooth walls across z, so that a slab between them is in plane strain.
pub fn slab_walls(low: f64, high: f64) -> [Collider; 2] {
    walls_across(2, low, high)
}

/// The two smooth walls x = 0 and z = 0 of a quarter of a body.
pub fn quarter_walls() -> [Collider; 2] {
    [
        wall([1.0, 0.0, 0.0], 0.0, Contact::Sliding, 0.0),
        wall([0.0, 0.0, 1.0], 0.0, Contact::Sliding, 0.0),
    ]
}

/// A value that is linear between `(time, value)` keys.
pub fn keyframes(keys: &[(f64, f64)]) -> Value {
    Value::Keyframes(keys.into())
}

/// Places by id.
pub fn places(method: &dyn Method) -> Vec<[f64; 3]> {
    method.observed().snapshot().positions
}

/// One step that was taken.
#[derive(Clone, Copy, Debug)]
pub struct Taken<'a> {
    /// Its end [s].
    pub time: f64,
    /// Its length [s].
    pub dt: f64,
    /// What it did.
    pub report: &'a StepReport,
}

/// Runs from a start to an end [s] with the steps that the method allows. `observe` is called after each step and ends
/// the run by returning false.
///
/// # Panics
/// If a step cannot be taken at all.
pub fn run_until(
    method: &mut dyn Method,
    world: &World,
    span: [f64; 2],
    observe: impl FnMut(&Taken<'_>, &dyn Method) -> bool,
) {
    run_in_steps(method, world, span, f64::INFINITY, observe);
}

/// The same with steps that are `longest` [s] at most.
///
/// # Panics
/// If a step cannot be taken at all.
pub fn run_in_steps(
    method: &mut dyn Method,
    world: &World,
    [start, end]: [f64; 2],
    longest: f64,
    mut observe: impl FnMut(&Taken<'_>, &dyn Method) -> bool,
) {
    let mut time = start;
    while time < end - 1e-12 * end.abs() {
        let mut dt = method
            .stable_step(world, time)
            .dt
            .min(longest)
            .min(end - time);
        let report = loop {
            match method.step(world, Step::new(time, dt)) {
                Ok(report) => break report,
                Err(StepError::TooLong(_)) if dt > 1e-15 => dt *= 0.5,
                Err(why) => panic!("{why}"),
            }
        };
        time += dt;
        if !observe(
            &Taken {
                time,
                dt,
                report: &report,
            },
            method,
        ) {
            return;
        }
    }
}
