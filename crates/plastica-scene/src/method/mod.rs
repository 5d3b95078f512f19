//! What a method says of itself, once, in its own crate: a [`MethodKind`]. The list of kinds gives scenes their words and
//! tables, `check` and `bench` their subjects, and frames their names; nothing else asks which method it is.

pub mod bench;
mod body;
mod build_error;
mod forecast;

pub use body::{BodySpec, Role};
pub use build_error::{BuildError, BuildProblem};
pub use forecast::Forecast;

use crate::grip::Grip;
use crate::reader::Table;
use bench::Bench;
use plastica_core::{Method, Precision, World};
use plastica_geometry::sample::Layout;
use std::any::Any;
use std::fmt::{self, Debug};

/// A kind of method.
pub struct MethodKind {
    /// What scenes call it.
    pub name: &'static str,
    /// What it is good for, in a sentence.
    pub doc: &'static str,
    /// How it takes what `[[body]]` and `[[emitter]]` describe; `None` if its bodies stand in tables of its own.
    pub takes: Option<Takes>,
    /// Asks the root of a scene for the tables of the method, with ranges and defaults.
    pub read: fn(&mut Table<'_>) -> Option<Box<dyn MethodScene>>,
    /// What may help when its steps fail.
    pub advice: &'static str,
    /// What it can be measured on.
    pub benches: &'static [Bench],
}

impl Debug for MethodKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "method {:?}", self.name)
    }
}

/// How a method takes a region of material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Filled with particles, laid out like this unless the scene says otherwise.
    Particles {
        /// How particles are laid out.
        sampling: Layout,
        /// Whether `resolution` is the size of a cell of several particles, rather than their distance.
        per_cell: bool,
    },
    /// As a region, which it meshes or lays out itself.
    Region,
}

/// What a scene says for one method: its options, and the bodies of its own tables.
pub trait MethodScene: Debug + Send + Sync {
    /// A copy.
    fn boxed(&self) -> Box<dyn MethodScene>;

    /// What scenes call the method.
    fn name(&self) -> &'static str;

    /// The options, for those who know the method.
    fn as_any(&self) -> &dyn Any;

    /// Names of the bodies in tables of its own.
    fn own_bodies(&self) -> Vec<String> {
        Vec::new()
    }

    /// Makes the bodies of its own tables coarser by a factor above 1.
    fn coarsen(&mut self, factor: f64) {
        let _ = factor;
    }

    /// Why a grip that closes at the start would hold nothing of the bodies in tables of its own, and what to do; `None` if
    /// it does hold something, or closes later.
    fn grip_fault(&self, grip: &Grip) -> Option<(String, &'static str)> {
        let _ = grip;
        None
    }

    /// What bodies will take, before anything is built.
    fn forecast(&self, plan: &Plan<'_>) -> Result<Vec<Forecast>, BuildError>;

    /// The method with its bodies.
    fn build(&self, plan: &Plan<'_>) -> Result<Box<dyn Method>, BuildError>;
}

impl Clone for Box<dyn MethodScene> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// The name of the k-th of a kind of thing, or a number for one without a name.
pub fn label(kind: &str, name: Option<&String>, k: usize) -> String {
    name.cloned().unwrap_or_else(|| format!("{kind} {}", k + 1))
}

/// What a method is built from.
pub struct Plan<'a> {
    /// Bodies and emitters that name the method, bodies first.
    pub bodies: &'a [BodySpec],
    /// What surrounds them.
    pub world: &'a World,
    /// Digits to compute with; `None` where the method is to choose what its bodies need.
    pub precision: Option<Precision>,
    /// How long the scene lasts [s].
    pub duration: f64,
}
