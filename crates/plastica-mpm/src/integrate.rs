//! Velocities of the nodes from their momenta, and gravity.

use crate::grid::{Grid, NODES, node_offset};
use plastica_material::Value;
use plastica_particles::add;
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
