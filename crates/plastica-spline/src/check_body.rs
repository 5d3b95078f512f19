//! Whether a body can be simulated.

use crate::body::Body;
use crate::build::number;
use crate::build_error::BuildError;
use crate::inelastic::Nonlinear;
use crate::lattice::Fibres;
use crate::local::Local;

/// Checks a body; errors call it by its index.
pub(crate) fn check_body(index: usize, body: &Body) -> Result<(), BuildError> {
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
