//! `[[spline]]`, `[[spring]]`, `[[pinch]]` and `[spline_solver]`: deformable curves, surfaces and solids.

mod arc;
mod attachment;
mod body;
mod build;
mod check;
mod energy;
mod image;
mod inelastic;
mod kind;
mod nodes;
mod reach;
mod settings;

pub use kind::{KIND, SplineScene};

use crate::{Creep, Formulation, Fracture, Local, Yield};
use plastica_core::{Motion, Window};
use plastica_material::Value;
use plastica_scene::placement::Placement;

/// A deformable curve, surface or solid.
#[derive(Clone, Debug)]
pub struct Spline {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its nodes at rest, before it is placed.
    pub shape: SplineShape,
    /// Where a node goes that the shape puts at x, y, z [m].
    pub warp: [Value; 3],
    /// Where it stands at the start.
    pub placement: Placement,
    /// Initial velocity [m/s], a function of place.
    pub velocity: [Value; 3],
    /// Initial angular velocity about the centre of mass [rad/s].
    pub angular_velocity: [f64; 3],
    /// Mass per length, area or volume.
    pub density: Local,
    /// Rate of the damping force [1/s].
    pub damping: Value,
    /// How it resists deformation.
    pub formulation: Formulation,
    /// Delay of the elastic answer [s].
    pub viscous_time: Value,
    /// Flow of the natural shape with time.
    pub creep: Option<Creep>,
    /// Flow of the natural shape beyond a limit.
    pub plastic: Option<Yield>,
    /// When it tears.
    pub fracture: Option<Fracture>,
    /// Fibres that are cut from the start: axis, and number of the node along each axis.
    pub cuts: Vec<[usize; 4]>,
    /// Acceleration beside gravity [m/s²], a function of place and time.
    pub acceleration: [Value; 3],
}

/// Nodes of a spline about their own origin.
#[derive(Clone, Debug)]
pub enum SplineShape {
    /// A straight thread.
    Line {
        /// Its ends [m].
        ends: [[f64; 3]; 2],
        /// How many nodes.
        nodes: usize,
        /// Whether the last node is joined to the first.
        closed: bool,
    },
    /// A closed thread in the x–y plane.
    Circle {
        /// Its radius [m].
        radius: f64,
        /// How many nodes.
        nodes: usize,
    },
    /// A rectangle across y, centred.
    Sheet {
        /// Its sides along x and z [m].
        size: [f64; 2],
        /// Nodes along x and z.
        nodes: [usize; 2],
        /// Its height, a function of x and z or a picture [m].
        height: Local,
        /// Whether the last nodes along x and z are joined to the first.
        closed: [bool; 2],
    },
    /// An open profile turned about y.
    Lathe {
        /// Points of the profile: radius and height [m].
        profile: Vec<[f64; 2]>,
        /// How they are joined.
        joint: Joint,
        /// Nodes around and along.
        nodes: [usize; 2],
    },
    /// A box along the axes, centred.
    Block {
        /// Its sides [m].
        size: [f64; 3],
        /// Nodes along each.
        nodes: [usize; 3],
    },
}

/// How the points of a profile are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// By straight lines.
    Lines,
    /// By a smooth curve.
    Curve,
}

impl Spline {
    /// What it does, in words.
    pub fn laws(&self) -> String {
        let energy = match &self.formulation {
            Formulation::Hybrid { .. } => "hybrid",
            Formulation::Primary(_) => "primary",
        };
        let others = [
            ("creep", self.creep.is_some()),
            ("yield", self.plastic.is_some()),
            ("fracture", self.fracture.is_some()),
        ];
        let others = others.iter().filter(|(_, has)| *has);
        let words = std::iter::once(energy).chain(others.map(|(word, _)| *word));
        words.collect::<Vec<_>>().join(" + ")
    }
}

impl SplineShape {
    /// How many nodes it has.
    pub fn nodes(&self) -> usize {
        match self {
            SplineShape::Line { nodes, .. } | SplineShape::Circle { nodes, .. } => *nodes,
            SplineShape::Sheet { nodes, .. } | SplineShape::Lathe { nodes, .. } => {
                nodes.iter().product()
            }
            SplineShape::Block { nodes, .. } => nodes.iter().product(),
        }
    }

    /// Takes fewer nodes for the same shape.
    fn coarsen(&mut self, factor: f64) {
        let fewer = |nodes: &mut usize| *nodes = ((*nodes as f64 / factor).round() as usize).max(3);
        match self {
            SplineShape::Line { nodes, .. } | SplineShape::Circle { nodes, .. } => fewer(nodes),
            SplineShape::Sheet { nodes, .. } | SplineShape::Lathe { nodes, .. } => {
                nodes.iter_mut().for_each(fewer);
            }
            SplineShape::Block { nodes, .. } => nodes.iter_mut().for_each(fewer),
        }
    }
}

/// A spring from a node to a place that moves.
#[derive(Clone, Debug)]
pub struct Spring {
    /// The name of the spline it pulls at.
    pub body: String,
    /// It is fastened to the node nearest to this place when it comes [m].
    pub at: [f64; 3],
    /// Its stiffness [N/m].
    pub stiffness: f64,
    /// Its length without force [m].
    pub length: f64,
    /// Where its other end is.
    pub motion: Motion,
    /// When it is there; `None` for always.
    pub window: Option<Window>,
}

/// A pinch: nodes within reach when it closes go along with it until it opens.
#[derive(Clone, Debug)]
pub struct Pinch {
    /// The name of the spline it holds; `None` for all.
    pub body: Option<String>,
    /// How far it reaches [m].
    pub radius: f64,
    /// Stiffness of its hold on each node [N/m]; `None` for a firm one.
    pub stiffness: Option<f64>,
    /// Where its centre is.
    pub motion: Motion,
    /// When it is closed; `None` for always.
    pub window: Option<Window>,
}
