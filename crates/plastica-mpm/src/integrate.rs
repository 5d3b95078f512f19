//! Velocities of the nodes from their momenta, and gravity.

use crate::grid::{Grid, NODES, node_offset};
use plastica_material::Value;
use plastica_particles::{Quad, add};
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;

/// v = p / m + Δt g, slowed by the factor exp(-damping Δt).
pub(crate) fn integrate<S: Scalar>(
    grid: &mut Grid<S>,
    gravity: &[Value; 3],
    damping: f64,
    time: f64,
    dt: f64,
) {
    let uniform = !gravity.iter().any(Value::varies_in_space);
    let at = |x: [f64; 3]| Vec3(std::array::from_fn::<f64, 3, _>(|k| gravity[k].at(x, time)));
    let everywhere = at([0.0; 3]);
    let keep = S::from_f64((-damping * dt).exp());
    let least = least_mass();
    let (cell, places) = (grid.cell, &grid.places);
    let blocks = grid
        .momenta
        .par_chunks(NODES)
        .zip(grid.velocities.par_chunks_mut(NODES));
    blocks
        .enumerate()
        .with_min_len(16)
        .for_each(|(block, (momenta, velocities))| {
            for (node, (p, v)) in momenta.iter().zip(velocities).enumerate() {
                if !(p[3] > least) {
                    *v = [S::zero(); 4];
                    continue;
                }
                let g = if uniform {
                    everywhere
                } else {
                    at(node_position(places[block], node, cell).0)
                };
                let per_mass = p[3].recip();
                for k in 0..3 {
                    v[k] = (p[k] * per_mass + S::from_f64(g[k] * dt)) * keep;
                }
                v[3] = p[3];
            }
        });
}

/// Velocities before anything acts, where impulses are kept apart: these are added to the momenta.
pub(crate) fn add_impulses<S: Scalar>(grid: &mut Grid<S>) {
    if !grid.keeps_impulses_apart() {
        return;
    }
    let least = least_mass();
    let momenta = grid.momenta.par_chunks_mut(NODES);
    let impulses = grid.impulses.par_chunks(NODES);
    let before = grid.before.par_chunks_mut(NODES);
    let blocks = momenta.zip(impulses).zip(before).with_min_len(16);
    blocks.for_each(|((momenta, impulses), before)| {
        for ((p, impulse), v) in momenta.iter_mut().zip(impulses).zip(before) {
            let is_empty = !(p[3] > least);
            let per_mass = if is_empty { S::zero() } else { p[3].recip() };
            *v = p.map(|p| p * per_mass);
            *p = add(*p, *impulse);
        }
    });
}

/// A mass with few digits left makes a velocity of nothing but rounding. No particle would notice: to
/// it the weight of the node is as small.
fn least_mass<S: Scalar>() -> S {
    S::from_f64(S::TINY / S::EPSILON)
}

/// Where a node is [m].
pub(crate) fn node_position(place: [i32; 3], node: usize, cell: f64) -> Vec3<f64> {
    let offset = node_offset(node);
    Vec3(std::array::from_fn(|k| {
        (f64::from(place[k]) * crate::grid::BLOCK as f64 + offset[k] as f64) * cell
    }))
}

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

/// The fastest node [m/s] and where it is; not a number if any velocity is not one.
pub(crate) fn fastest<S: Scalar>(grid: &Grid<S>) -> (f64, usize) {
    let of_block = |(block, nodes): (usize, &[Quad<S>])| {
        let mut best = (0.0, usize::MAX);
        for (node, v) in nodes.iter().enumerate() {
            let square = finite((v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).to_f64());
            if square > best.0 {
                best = (square, block * NODES + node);
            }
        }
        best
    };
    let speeds = grid
        .velocities
        .par_chunks(NODES)
        .enumerate()
        .with_min_len(64)
        .map(of_block);
    // The larger, and of equals the first: the same on any number of threads.
    let larger = |a: (f64, usize), b: (f64, usize)| {
        if b.0 > a.0 || (b.0 == a.0 && b.1 < a.1) {
            b
        } else {
            a
        }
    };
    let (square, node) = speeds.reduce(|| (0.0, usize::MAX), larger);
    (square.sqrt(), node)
}
