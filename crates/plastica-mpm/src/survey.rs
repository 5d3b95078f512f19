//! What nodes do at the end of a step, in one pass over them: the fastest, and works that follow from their velocities.

use crate::grid::{Grid, NODES};
use crate::integrate::node_position;
use plastica_material::Value;
use plastica_particles::Quad;
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;

/// What nodes do at the end of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Survey {
    /// The fastest node [m/s] and where it is; not a number if any velocity is not one.
    pub(crate) fastest: f64,
    pub(crate) node: usize,
    /// Work of gravity per time [W].
    pub(crate) gravity: f64,
    /// Σ m v² [J], if it was asked for.
    pub(crate) twice_kinetic: f64,
}

impl Survey {
    const NOTHING: Survey = Survey {
        fastest: 0.0,
        node: usize::MAX,
        gravity: 0.0,
        twice_kinetic: 0.0,
    };
}

/// Blocks that are surveyed by one thread.
const SURVEYED: usize = 64;

/// Looks at all nodes once their velocities are those of the end of a step that started at `time`; at their energy if motion
/// is damped.
pub(crate) fn survey<S: Scalar>(
    grid: &Grid<S>,
    gravity: &[Value; 3],
    damped: bool,
    time: f64,
) -> Survey {
    let uniform = !gravity.iter().any(Value::varies_in_space);
    let at = |x: [f64; 3]| Vec3(std::array::from_fn::<f64, 3, _>(|k| gravity[k].at(x, time)));
    let everywhere = at([0.0; 3]);
    let of_block = |block: usize, nodes: &[Quad<S>]| {
        // In f64 and by a branch that is seldom taken: a chain of selects would take twice as long.
        let mut best = (0.0, 0);
        for (node, v) in nodes.iter().enumerate() {
            let square = finite((v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).to_f64());
            if square > best.0 {
                best = (square, node);
            }
        }
        // Σ m (v, m) in four parts: sums of a block have digits enough, and wide registers take them at once.
        let mut parts = [[S::zero(); 4]; 4];
        for four in nodes.as_chunks::<4>().0 {
            for (part, v) in parts.iter_mut().zip(four) {
                for c in 0..4 {
                    part[c] += v[3] * v[c];
                }
            }
        }
        let sum = |c: usize| parts.iter().map(|part| part[c].to_f64()).sum::<f64>();
        let gravity = if uniform {
            Vec3([sum(0), sum(1), sum(2)]).dot(everywhere)
        } else {
            let of_node = |(node, v): (usize, &Quad<S>)| {
                let [x, y, z, mass] = v.map(|v| v.to_f64());
                let g = at(node_position(grid.places[block], node, grid.cell).0);
                mass * Vec3([x, y, z]).dot(g)
            };
            nodes.iter().enumerate().map(of_node).sum()
        };
        (best, gravity)
    };
    let of_blocks = |(first, nodes): (usize, &[Quad<S>])| {
        let mut survey = Survey::NOTHING;
        for (k, nodes) in nodes.chunks(NODES).enumerate() {
            let block = first * SURVEYED + k;
            let ((square, node), gravity) = of_block(block, nodes);
            survey.find(square, block * NODES + node);
            survey.gravity += gravity;
            if damped {
                survey.twice_kinetic += twice_kinetic(nodes);
            }
        }
        survey
    };
    let blocks = grid.velocities.par_chunks(SURVEYED * NODES);
    let parts: Vec<Survey> = blocks.enumerate().map(of_blocks).collect();
    // Part after part, so that the sums do not depend on threads.
    let joined = parts.into_iter().reduce(|mut all, part| {
        all.find(part.fastest, part.node);
        all.gravity += part.gravity;
        all.twice_kinetic += part.twice_kinetic;
        all
    });
    let mut all = joined.unwrap_or(Survey::NOTHING);
    all.fastest = all.fastest.sqrt();
    all
}

fn twice_kinetic<S: Scalar>(nodes: &[Quad<S>]) -> f64 {
    let of_node = |v: &Quad<S>| {
        let [x, y, z, mass] = v.map(|v| v.to_f64());
        mass * (x * x + y * y + z * z)
    };
    nodes.iter().map(of_node).sum()
}

impl Survey {
    /// The first of the fastest, by the square of the speed.
    fn find(&mut self, square: f64, node: usize) {
        if square > self.fastest {
            (self.fastest, self.node) = (square, node);
        }
    }
}

/// What is not a number is the fastest of all.
fn finite(square: f64) -> f64 {
    if square.is_finite() {
        square
    } else {
        f64::INFINITY
    }
}
