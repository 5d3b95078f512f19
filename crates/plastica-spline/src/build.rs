//! Bodies into a method.

use crate::attachment::{Attachment, AttachmentKind, End, Pinch, Spring};
use crate::body::Body;
use crate::deformable_body::DeformableBody;
use crate::inelastic::Nonlinear;
use crate::lattice::Fibres;
use crate::local::Local;
use crate::options::Options;
use crate::step::Splines;
use std::fmt;

/// Why a body cannot be simulated. Bodies, springs and pinches are given by index.
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
    /// A spring or pinch for a body that does not exist.
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
            BuildError::NoBody { body } => write!(f, "there is no body {body} to attach to"),
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

/// A method for some bodies, with what is attached to them.
pub fn build(
    bodies: Vec<Body>,
    springs: Vec<Spring>,
    pinches: Vec<Pinch>,
    options: Options,
) -> Result<Splines, BuildError> {
    check_options(&options)?;
    for (index, body) in bodies.iter().enumerate() {
        check_body(index, body)?;
    }
    for spring in &springs {
        check_spring(spring, &bodies)?;
    }
    for pinch in &pinches {
        check_pinch(pinch, &bodies)?;
    }
    let springs = springs.into_iter().map(AttachmentKind::Spring);
    let attachments = springs.chain(pinches.into_iter().map(AttachmentKind::Pinch));
    let bodies = bodies.into_iter();
    Ok(Splines::new(
        bodies
            .map(|body| DeformableBody::new(body, options))
            .collect(),
        attachments.map(Attachment::new).collect(),
        options,
    ))
}

fn check_spring(spring: &Spring, bodies: &[Body]) -> Result<(), BuildError> {
    let body = spring.body;
    let nodes = bodies.get(body).map(|body| body.lattice.len());
    let nodes = nodes.ok_or(BuildError::NoBody { body })?;
    if let End::Node(node) = spring.end
        && node >= nodes
    {
        return Err(BuildError::NoNode { body, node });
    }
    number(None, "stiffness of a spring", spring.stiffness, |v| {
        v >= 0.0
    })?;
    number(None, "length of a spring", spring.rest_length, |v| v >= 0.0)
}

fn check_pinch(pinch: &Pinch, bodies: &[Body]) -> Result<(), BuildError> {
    if let Some(body) = pinch.body.filter(|&body| body >= bodies.len()) {
        return Err(BuildError::NoBody { body });
    }
    number(None, "radius of a pinch", pinch.radius, |v| v > 0.0)?;
    let stiffness = pinch.stiffness.unwrap_or(0.0);
    number(None, "stiffness of a pinch", stiffness, |v| v >= 0.0)
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
    if value.is_finite() && fits(value) {
        Ok(())
    } else {
        Err(BuildError::Number { body, what, value })
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
    let checked = Checked { index, body };
    checked.nodes()?;
    checked.material()?;
    checked.weights()?;
    checked.creep()?;
    checked.yielding()?;
    checked.fracture()?;
    checked.cuts()
}

/// A body that is being checked.
struct Checked<'a> {
    index: usize,
    body: &'a Body,
}

impl Checked<'_> {
    fn number(
        &self,
        what: &'static str,
        value: f64,
        fits: impl Fn(f64) -> bool,
    ) -> Result<(), BuildError> {
        number(Some(self.index), what, value, fits)
    }

    /// Checks a value where the body is at the start.
    fn everywhere(
        &self,
        what: &'static str,
        local: &Local,
        fits: impl Fn(f64) -> bool,
    ) -> Result<(), BuildError> {
        let count = if local.varies_in_space() {
            self.body.lattice.len()
        } else {
            1
        };
        let sites = self.body.sites();
        (0..count).try_for_each(|i| self.number(what, sites.at(local, i, 0.0), &fits))
    }

    /// Places and velocities: one for each node, and finite.
    fn nodes(&self) -> Result<(), BuildError> {
        let body = self.body;
        let nodes = body.lattice.len();
        let wrong = |given: usize| BuildError::Count {
            body: self.index,
            given,
            nodes,
        };
        if body.shape.len() != nodes {
            return Err(wrong(body.shape.len()));
        }
        if !body.velocities.is_empty() && body.velocities.len() != nodes {
            return Err(wrong(body.velocities.len()));
        }
        let vectors = body.shape.iter().chain(&body.velocities);
        let mut values = vectors.flat_map(|v| v.0);
        values.try_for_each(|value| self.number("a place or velocity", value, |_| true))
    }

    fn material(&self) -> Result<(), BuildError> {
        let body = self.body;
        self.everywhere("density", &body.density, |v| v > 0.0)?;
        let uniform = [
            ("damping", &body.damping),
            ("viscous time", &body.viscous_time),
        ];
        for (what, value) in uniform {
            if value.varies_in_space() {
                let body = self.index;
                return Err(BuildError::Varies { body, what });
            }
            self.number(what, value.at([0.0; 3], 0.0), |v| v >= 0.0)?;
        }
        Ok(())
    }

    fn weights(&self) -> Result<(), BuildError> {
        let (sites, formulation) = (self.body.sites(), &self.body.formulation);
        for weight in formulation.weights() {
            self.everywhere("a weight", weight, |v| v >= 0.0)?;
        }
        // One that is 0 at the start may grow.
        let nothing = |weight: &Local| {
            let mut nodes = 0..self.body.lattice.len();
            !weight.varies_in_time() && nodes.all(|i| sites.at(weight, i, 0.0) == 0.0)
        };
        if formulation.weights().all(nothing) {
            return Err(BuildError::NoWeights { body: self.index });
        }
        Ok(())
    }

    fn creep(&self) -> Result<(), BuildError> {
        let Some(creep) = &self.body.creep else {
            return Ok(());
        };
        self.everywhere("creep rate", &creep.rate, |_| true)?;
        if let Some(delayed) = creep.delayed {
            self.number("retardation time", delayed.time, |v| v > 0.0)?;
            self.number("delayed compliance", delayed.compliance, |v| v >= 0.0)?;
        }
        if let Some(nonlinear) = creep.nonlinear {
            let Nonlinear { exponent, length } = nonlinear;
            self.number("exponent of the viscosity", exponent, |v| v >= 1.0)?;
            self.number("length of the viscosity", length, |v| v > 0.0)?;
        }
        Ok(())
    }

    fn yielding(&self) -> Result<(), BuildError> {
        let Some(rule) = &self.body.plastic else {
            return Ok(());
        };
        self.everywhere("yield limit", &rule.limit, |v| v >= 0.0)?;
        let tangent = 0.0..1.0;
        self.number("slope after yield", rule.tangent, |v| tangent.contains(&v))
    }

    fn fracture(&self) -> Result<(), BuildError> {
        let Some(fracture) = &self.body.fracture else {
            return Ok(());
        };
        self.everywhere("fracture limit", &fracture.limit, |v| v > 0.0)?;
        self.number("spread of limits", fracture.spread, |v| v >= 0.0)
    }

    /// Cuts: each of a fibre that exists, once, and not of all.
    fn cuts(&self) -> Result<(), BuildError> {
        let body = self.index;
        let mut fibres = Fibres::all(&self.body.lattice);
        let all = fibres.count();
        for &(axis, node) in &self.body.cuts {
            let fibre = (fibres.intact.get_mut(axis)).and_then(|list| list.get_mut(node));
            match fibre {
                Some(holds) if *holds => *holds = false,
                _ => return Err(BuildError::Cut { body, axis, node }),
            }
        }
        if all > 0 && fibres.count() == 0 {
            return Err(BuildError::AllCut { body });
        }
        Ok(())
    }
}
