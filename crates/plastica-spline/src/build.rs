//! Bodies into a method.

use crate::body::{Body, Formulation};
use crate::lattice::Fibres;
use crate::local::Local;
use crate::model::Model;
use crate::options::Options;
use crate::step::Splines;
use crate::tether::{End, Finger, Spring, Tether, What};
use std::fmt;

/// Why a body cannot be simulated. Bodies, springs and fingers are given by index.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BuildError {
    /// The number of places or velocities is not that of the nodes.
    Count {
        /// Which body.
        body: usize,
        /// How many are given.
        given: usize,
        /// How many nodes there are.
        nodes: usize,
    },
    /// A number is outside what it can be.
    Number {
        /// Which body; `None` for options.
        body: Option<usize>,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A value varies in space that must be the same all over.
    Varies {
        /// Which body.
        body: usize,
        /// Which value.
        what: &'static str,
    },
    /// All weights are zero: nothing holds the body together.
    NoWeights {
        /// Which body.
        body: usize,
    },
    /// A cut of a fibre that does not exist.
    Cut {
        /// Which body.
        body: usize,
        /// Along which axis.
        axis: usize,
        /// From which node.
        node: usize,
    },
    /// Cuts leave no fibre.
    AllCut {
        /// Which body.
        body: usize,
    },
    /// A spring or finger for a body that does not exist.
    NoBody {
        /// Which body was asked for.
        body: usize,
    },
    /// A spring to a node that does not exist.
    NoNode {
        /// Which body.
        body: usize,
        /// Which node was asked for.
        node: usize,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Count { body, given, nodes } => {
                write!(
                    f,
                    "body {body} has {nodes} nodes but {given} places or velocities"
                )
            }
            BuildError::Number { body, what, value } => match body {
                Some(body) => write!(f, "body {body}: {what} cannot be {value}"),
                None => write!(f, "{what} cannot be {value}"),
            },
            BuildError::Varies { body, what } => {
                write!(f, "{what} of body {body} must be the same all over")
            }
            BuildError::NoWeights { body } => write!(f, "all weights of body {body} are zero"),
            BuildError::Cut { body, axis, node } => write!(
                f,
                "body {body} has no fibre along axis {axis} at node {node} that could be cut"
            ),
            BuildError::AllCut { body } => write!(f, "all fibres of body {body} are cut"),
            BuildError::NoBody { body } => write!(f, "there is no body {body} to pull at"),
            BuildError::NoNode { body, node } => write!(f, "body {body} has no node {node}"),
        }
    }
}

impl std::error::Error for BuildError {}

impl BuildError {
    /// The body at fault, if it is one.
    pub fn body(&self) -> Option<usize> {
        match self {
            BuildError::Number { body, .. } => *body,
            BuildError::Count { body, .. }
            | BuildError::Varies { body, .. }
            | BuildError::NoWeights { body }
            | BuildError::Cut { body, .. }
            | BuildError::AllCut { body }
            | BuildError::NoNode { body, .. } => Some(*body),
            BuildError::NoBody { .. } => None,
        }
    }
}

/// A method for some bodies, with what pulls at them.
pub fn build(
    bodies: Vec<Body>,
    springs: Vec<Spring>,
    fingers: Vec<Finger>,
    options: Options,
) -> Result<Splines, BuildError> {
    check_options(&options)?;
    for (index, body) in bodies.iter().enumerate() {
        check_body(index, body)?;
    }
    for spring in &springs {
        let nodes = bodies.get(spring.body).map(|body| body.lattice.len());
        let nodes = nodes.ok_or(BuildError::NoBody { body: spring.body })?;
        if let End::Node(node) = spring.end
            && node >= nodes
        {
            return Err(BuildError::NoNode {
                body: spring.body,
                node,
            });
        }
        number(None, "stiffness of a spring", spring.stiffness, |v| {
            v >= 0.0
        })?;
        number(None, "length of a spring", spring.rest_length, |v| v >= 0.0)?;
    }
    for finger in &fingers {
        if let Some(body) = finger.body.filter(|&body| body >= bodies.len()) {
            return Err(BuildError::NoBody { body });
        }
        number(None, "radius of a finger", finger.radius, |v| v > 0.0)?;
        let stiffness = finger.stiffness.unwrap_or(0.0);
        number(None, "stiffness of a finger", stiffness, |v| v >= 0.0)?;
    }
    let springs = springs.into_iter().map(What::Spring);
    let tethers = springs.chain(fingers.into_iter().map(What::Finger));
    let models = bodies.into_iter().map(Model::new).collect();
    Ok(Splines::new(
        models,
        tethers.map(Tether::new).collect(),
        options,
    ))
}

/// Whether a body can be simulated; errors call it body 0.
pub fn check(body: &Body) -> Result<(), BuildError> {
    check_body(0, body)
}

fn number(
    body: Option<usize>,
    what: &'static str,
    value: f64,
    fits: impl Fn(f64) -> bool,
) -> Result<(), BuildError> {
    match value.is_finite() && fits(value) {
        true => Ok(()),
        false => Err(BuildError::Number { body, what, value }),
    }
}

fn check_options(options: &Options) -> Result<(), BuildError> {
    number(None, "time step", options.time_step, |v| v > 0.0)?;
    number(None, "implicitness", options.implicitness, |v| {
        (0.5..=1.0).contains(&v)
    })?;
    number(None, "tolerance", options.tolerance, |v| v > 0.0 && v < 1.0)?;
    number(None, "place tolerance", options.place_tolerance, |v| {
        v >= 0.0
    })?;
    number(None, "courant number", options.courant, |v| v > 0.0)?;
    number(None, "thickness", options.thickness, |v| v >= 0.0)
}

fn check_body(index: usize, body: &Body) -> Result<(), BuildError> {
    let nodes = body.lattice.len();
    let counts = [body.shape.len(), body.velocities.len()];
    if counts[0] != nodes || counts[1] != 0 && counts[1] != nodes {
        let given = counts[usize::from(counts[0] == nodes)];
        return Err(BuildError::Count {
            body: index,
            given,
            nodes,
        });
    }
    let places = body.shape.iter().chain(&body.velocities);
    for value in places.flat_map(|v| v.0) {
        number(Some(index), "a place or velocity", value, |_| true)?;
    }
    let here = Some(index);
    // Values are looked at where the body is at the start.
    let everywhere = |what, local: &Local, fits: &dyn Fn(f64) -> bool| {
        let nodes = if local.varies_in_space() { nodes } else { 1 };
        (0..nodes).try_for_each(|i| number(here, what, body.sites().at(local, i, 0.0), fits))
    };
    everywhere("density", &body.density, &|v| v > 0.0)?;
    let uniform = [
        ("damping", &body.damping),
        ("viscous time", &body.viscous_time),
    ];
    for (what, value) in uniform {
        if value.varies_in_space() {
            return Err(BuildError::Varies { body: index, what });
        }
        number(here, what, value.at([0.0; 3], 0.0), |v| v >= 0.0)?;
    }
    let weights: Vec<&Local> = match &body.formulation {
        Formulation::Hybrid { weights, .. } => weights.all().collect(),
        Formulation::Primary(tensors) => tensors.all().collect(),
    };
    for weight in &weights {
        everywhere("a weight", weight, &|v| v >= 0.0)?;
    }
    // One that is 0 at the start may grow.
    let nothing = |weight: &&Local| {
        !weight.varies_in_time() && (0..nodes).all(|i| body.sites().at(weight, i, 0.0) == 0.0)
    };
    if weights.iter().all(nothing) {
        return Err(BuildError::NoWeights { body: index });
    }
    if let Some(creep) = &body.creep {
        everywhere("creep rate", &creep.rate, &|_| true)?;
        if let Some(delayed) = creep.delayed {
            number(here, "retardation time", delayed.time, |v| v > 0.0)?;
            number(here, "delayed compliance", delayed.compliance, |v| v >= 0.0)?;
        }
        if let Some(nonlinear) = creep.nonlinear {
            number(here, "exponent of the viscosity", nonlinear.exponent, |v| {
                v >= 1.0
            })?;
            number(here, "length of the viscosity", nonlinear.length, |v| {
                v > 0.0
            })?;
        }
    }
    if let Some(rule) = &body.plastic {
        everywhere("yield limit", &rule.limit, &|v| v >= 0.0)?;
        number(here, "slope after yield", rule.tangent, |v| {
            (0.0..1.0).contains(&v)
        })?;
    }
    if let Some(fracture) = &body.fracture {
        everywhere("fracture limit", &fracture.limit, &|v| v > 0.0)?;
        number(here, "spread of limits", fracture.spread, |v| v >= 0.0)?;
    }
    let mut fibres = Fibres::all(&body.lattice);
    let all = fibres.count();
    for &(axis, node) in &body.cuts {
        let fibre = (fibres.intact.get_mut(axis)).and_then(|list| list.get_mut(node));
        match fibre {
            Some(holds) if *holds => *holds = false,
            _ => {
                return Err(BuildError::Cut {
                    body: index,
                    axis,
                    node,
                });
            }
        }
    }
    match all > 0 && fibres.count() == 0 {
        true => Err(BuildError::AllCut { body: index }),
        false => Ok(()),
    }
}
