//! The curve and the surface that are stepped.

use crate::body::{Body, Formulation, Weights};
use crate::inelastic::Creep;
use crate::lattice::Lattice;
use crate::shape;
use plastica_tensor::Vec3;

/// The closed curve of 50 nodes [TF88, Fig. 1].
pub(super) fn curve() -> Result<Body, String> {
    let lattice = Lattice::new(&[(50, true)]).map_err(|error| error.to_string())?;
    let places = shape::circle(&lattice, [0.0, 1.0, 0.0], 0.2);
    let weights = Weights::uniform([100.0, 2.0, 0.02]);
    let mut ball = Body::new("ball", lattice, places, Formulation::hybrid(weights));
    ball.creep = Some(Creep::maxwell(0.2));
    ball.velocities = (ball.shape.iter())
        .map(|x| Vec3::new(x[1], 0.0, 0.0))
        .collect();
    Ok(ball)
}

/// A vase of 180 × 127 nodes, the size of the paper's bust, that creeps, hit from the side. It bends stiffly: the diagonal
/// of K is 1,500 times that of M/h².
pub(super) fn vase() -> Result<Body, String> {
    let lattice = Lattice::with_lengths(&[(180, true), (127, false)], &[1.0, 0.7]);
    let lattice = lattice.map_err(|error| error.to_string())?;
    let places = shape::lathed(&lattice, |t| [0.15 + 0.05 * (7.0 * t).sin(), 0.6 * t]);
    let mut body = Body::new("vase", lattice, places, Formulation::hybrid(vase_weights()));
    body.creep = Some(Creep::maxwell(1.0));
    body.velocities = (body.shape.iter())
        .map(|x| Vec3::new(2.0 * (-40.0 * (x[1] - 0.4).powi(2)).exp(), 0.0, 0.5 * x[0]))
        .collect();
    Ok(body)
}

pub(super) fn vase_weights() -> Weights {
    Weights::uniform([20.0, 5.0, 1e-3])
}
