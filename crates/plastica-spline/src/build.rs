//! Bodies into a method.

use crate::attachment::{Attachment, AttachmentKind, End, Pinch, Spring};
use crate::body::Body;
use crate::build_error::BuildError;
use crate::check_body::check_body;
use crate::deformable_body::DeformableBody;
use crate::options::Options;
use crate::step::Splines;

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
    let numbered = |kind: AttachmentKind, index: usize| Attachment::new(kind, index + 1);
    let springs = (springs.into_iter().enumerate())
        .map(|(index, spring)| numbered(AttachmentKind::Spring(spring), index));
    let pinches = (pinches.into_iter().enumerate())
        .map(|(index, pinch)| numbered(AttachmentKind::Pinch(pinch), index));
    let made = bodies.into_iter().enumerate().map(|(index, body)| {
        DeformableBody::new(body, options).map_err(|bad| BuildError::Value { body: index, bad })
    });
    Ok(Splines::new(
        made.collect::<Result<_, _>>()?,
        springs.chain(pinches).collect(),
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

pub(crate) fn number(
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
