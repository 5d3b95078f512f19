//! What methods see of a scene: gravity, obstacles, grips, the edge of space.

use crate::bad_value::{BadValue, Owner};
use crate::motion::{Motion, Window};
use plastica_geometry::{Bounds, Shape};
use plastica_material::Value;

/// What surrounds the material.
#[derive(Clone, Debug)]
pub struct World {
    /// Acceleration of everything [m/s²], a function of place and time.
    pub gravity: [Value; 3],
    /// Obstacles.
    pub colliders: Vec<Collider>,
    /// Regions of bodies that are held or moved.
    pub grips: Vec<Grip>,
    /// The box outside which material is dropped.
    pub domain: Option<Bounds>,
}

impl World {
    /// Gravity at a place [m/s²], if that is a number.
    pub fn gravity_at(&self, x: [f64; 3], time: f64) -> Result<[f64; 3], Box<BadValue>> {
        let mut gravity = [0.0; 3];
        for (g, value) in gravity.iter_mut().zip(&self.gravity) {
            let of = (|| Owner::Scene, "gravity");
            *g = BadValue::check(value, of, x, time, |_| true)?;
        }
        Ok(gravity)
    }

    /// Nothing but gravity.
    pub fn empty(gravity: [f64; 3]) -> Self {
        World {
            gravity: gravity.map(Value::Constant),
            colliders: Vec::new(),
            grips: Vec::new(),
            domain: None,
        }
    }
}

/// An obstacle.
#[derive(Clone, Debug)]
pub struct Collider {
    /// What to call it.
    pub name: String,
    /// The region material is kept out of, about its own origin.
    pub shape: Shape,
    /// Where it is over time.
    pub motion: Motion,
    /// How material meets it.
    pub contact: Contact,
    /// Coulomb friction coefficient.
    pub friction: f64,
    /// When it is there; `None` for always.
    pub window: Option<Window>,
}

impl Collider {
    /// One that stays where its shape is, always.
    pub fn still(name: &str, shape: Shape, contact: Contact, friction: f64) -> Self {
        Collider {
            name: name.into(),
            shape,
            motion: Motion::at_rest([0.0; 3]),
            contact,
            friction,
            window: None,
        }
    }

    /// Whether it is there.
    pub fn is_present(&self, time: f64) -> bool {
        self.window.is_none_or(|window| window.contains(time))
    }
}

/// How material meets an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contact {
    /// Takes on its velocity.
    Sticky,
    /// Slides along it with friction and may leave.
    Separating,
    /// Slides along it with friction and never leaves.
    Sliding,
}

/// A region that is held or moved: what lies in it when the grip closes follows its motion.
#[derive(Clone, Debug)]
pub struct Grip {
    /// What to call it.
    pub name: String,
    /// Name of the body it holds; `None` for all.
    pub body: Option<String>,
    /// The region, about its own origin.
    pub shape: Shape,
    /// Where it is over time.
    pub motion: Motion,
    /// When it is closed; `None` for always.
    pub window: Option<Window>,
}

impl Grip {
    /// Whether it may hold matter of a body.
    pub fn holds(&self, body: &str) -> bool {
        self.body.as_ref().is_none_or(|only| only == body)
    }

    /// Whether it is closed.
    pub fn is_closed(&self, time: f64) -> bool {
        self.window.is_none_or(|window| window.contains(time))
    }
}
