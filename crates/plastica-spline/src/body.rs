//! What a body is made of: its lattice, its shape, and how it resists deformation.

use crate::fracture::Fracture;
use crate::inelastic::{Creep, Yield};
use crate::lattice::Lattice;
use crate::local::{Local, Sites};
use crate::shape::Places;
use crate::topology::Topology;
use plastica_material::Value;
use plastica_tensor::Vec3;

/// A body before it moves. Values that vary in space are taken at places of the shape as given.
#[derive(Clone, Debug)]
pub struct Body {
    /// What to call it.
    pub name: String,
    /// What to call its material.
    pub material: String,
    /// Its nodes in material coordinates.
    pub lattice: Lattice,
    /// Where they are at rest, node by node [m].
    pub shape: Places,
    /// How they move at the start [m/s]; empty for a body at rest.
    pub velocities: Vec<Vec3<f64>>,
    /// Fibres that are cut from the start: axis and node of each.
    pub cuts: Vec<(usize, usize)>,
    /// μ: mass per material measure.
    pub density: Local,
    /// γ/μ: rate of the damping force [1/s].
    pub damping: Value,
    /// How it resists deformation.
    pub formulation: Formulation,
    /// Delay of the elastic answer [s]: a viscous force beside the elastic one (Kelvin, Voigt).
    pub viscous_time: Value,
    /// Flow of the natural shape with time.
    pub creep: Option<Creep>,
    /// Flow of the natural shape beyond a limit.
    pub plastic: Option<Yield>,
    /// When it tears.
    pub fracture: Option<Fracture>,
    /// Acceleration beside gravity [m/s²].
    pub acceleration: [Value; 3],
}

impl Body {
    /// An elastic body at rest.
    pub fn new(name: &str, lattice: Lattice, shape: Places, formulation: Formulation) -> Self {
        Body {
            name: name.into(),
            material: name.into(),
            lattice,
            shape,
            velocities: Vec::new(),
            cuts: Vec::new(),
            density: 1.0.into(),
            damping: Value::Constant(0.0),
            formulation,
            viscous_time: Value::Constant(0.0),
            creep: None,
            plastic: None,
            fracture: None,
            acceleration: [0.0; 3].map(Value::Constant),
        }
    }

    /// Mean length of fibres that are not cut, at rest [m]; infinite if they have none.
    pub(crate) fn spacing(&self) -> f64 {
        let fibres = Topology::new(&self.lattice, &self.cuts).fibres;
        let lengths: Vec<f64> = (fibres.each(&self.lattice))
            .map(|(_, i, j)| (self.shape[j] - self.shape[i]).norm())
            .collect();
        let mean = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
        if mean > 0.0 { mean } else { f64::INFINITY }
    }

    /// Where its nodes are.
    pub(crate) fn sites(&self) -> Sites<'_> {
        Sites {
            lattice: &self.lattice,
            places: &self.shape,
        }
    }
}

/// How deformation is measured.
#[derive(Clone, Debug)]
pub enum Formulation {
    /// Away from a reference shape in a frame that goes along with the body: linear forces [TF88, Eqs. 2–8].
    Hybrid {
        /// Weights of the spline.
        weights: Box<Weights>,
        /// What the frame does.
        frame: FrameMotion,
    },
    /// By metric and curvature tensors: free motion without a frame, forces that are not linear [TF88, Eq. 9].
    Primary(Box<Tensors>),
}

impl Formulation {
    /// A spline in a free frame.
    pub fn hybrid(weights: Weights) -> Self {
        Formulation::Hybrid {
            weights: Box::new(weights),
            frame: FrameMotion::Free,
        }
    }

    /// A spline in a frame that stays where it is.
    pub fn fixed(weights: Weights) -> Self {
        Formulation::Hybrid {
            weights: Box::new(weights),
            frame: FrameMotion::Fixed,
        }
    }

    /// All weights of its energy.
    pub(crate) fn weights(&self) -> Box<dyn Iterator<Item = &Local> + '_> {
        match self {
            Formulation::Hybrid { weights, .. } => Box::new(weights.all()),
            Formulation::Primary(tensors) => Box::new(tensors.all()),
        }
    }
}

/// What the frame of a hybrid body does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FrameMotion {
    /// It goes along with each piece of the body.
    Free,
    /// It stays: the body is held to its place by w₀, and turning it deforms it.
    Fixed,
    /// It stays until a time [s], and then goes along.
    FixedUntil(f64),
}

impl FrameMotion {
    /// What it does in a step that starts at a time [s]: `Free` or `Fixed`. A step that starts at the time itself, give
    /// or take rounding, is free.
    pub(crate) fn at(self, time: f64) -> FrameMotion {
        match self {
            FrameMotion::FixedUntil(end) if time < end - 1e-9 * end.abs() => FrameMotion::Fixed,
            FrameMotion::FixedUntil(_) => FrameMotion::Free,
            always => always,
        }
    }
}

/// Weights w_j of a spline energy [TF88, Eq. 4], each a function of place and time or a map. Axes that the lattice lacks do not count.
#[derive(Clone, Debug)]
pub struct Weights {
    /// w₀: of the displacement itself.
    pub position: Local,
    /// Of first derivatives along each axis.
    pub first: [Local; 3],
    /// Of second derivatives along each axis.
    pub second: [Local; 3],
    /// Of mixed derivatives along axes 1 and 2, 2 and 3, 1 and 3; the sum counts them twice.
    pub mixed: [Local; 3],
}

impl Weights {
    /// The same along all axes, for the three orders.
    pub fn uniform([w0, w1, w2]: [f64; 3]) -> Self {
        let all = |w: f64| [w; 3].map(Local::from);
        Weights {
            position: w0.into(),
            first: all(w1),
            second: all(w2),
            mixed: all(w2),
        }
    }

    fn all(&self) -> impl Iterator<Item = &Local> {
        let lists = [&self.first, &self.second, &self.mixed];
        std::iter::once(&self.position).chain(lists.into_iter().flatten())
    }
}

/// Weights of the primary energy ½∫ Σ w (G − G⁰)² + Σ w (B − B⁰)². Off-diagonal terms count twice.
#[derive(Clone, Debug)]
pub struct Tensors {
    /// Of the metric along each axis, G_aa: fibres.
    pub stretch: [Local; 3],
    /// Of G₁₂, G₂₃, G₁₃: angles between fibres; zero for a net.
    pub shear: [Local; 3],
    /// Of the curvature along each axis of a curve or surface, B_aa.
    pub bend: [Local; 3],
    /// Of B₁₂ of a surface.
    pub twist: Local,
}

impl Tensors {
    /// Fibres that resist stretching alone.
    pub fn net(stretch: f64) -> Self {
        let zero = || [0.0; 3].map(Local::from);
        Tensors {
            stretch: [stretch; 3].map(Local::from),
            shear: zero(),
            bend: zero(),
            twist: 0.0.into(),
        }
    }

    /// A curve, sheet or solid: metric and curvature alike in all directions.
    pub fn sheet(metric: f64, curvature: f64) -> Self {
        let all = |w: f64| [w; 3].map(Local::from);
        Tensors {
            stretch: all(metric),
            shear: all(metric),
            bend: all(curvature),
            twist: curvature.into(),
        }
    }

    fn all(&self) -> impl Iterator<Item = &Local> {
        let lists = [&self.stretch, &self.shear, &self.bend];
        lists.into_iter().flatten().chain([&self.twist])
    }
}

/// Which of three values stands for a pair of axes.
pub(crate) fn pair(a: u8, b: u8) -> usize {
    match (a, b) {
        (0, 1) => 0,
        (1, 2) => 1,
        _ => 2,
    }
}
