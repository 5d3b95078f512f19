//! Grips: particles that are held move with the grip, and so do the nodes that are mostly theirs.

use crate::chunk::{MASS, MATTER, POSITION};
use crate::gather::in_space;
use crate::grid::{BLOCK, Grid, NODES, node_offset};
use crate::group::Group;
use crate::quad::Quad;
use crate::spline::Spline;
use plastica_core::{Hold, World};
use plastica_tensor::{Scalar, Vec3};

/// Takes hold of what lies in a grip that has just closed and lets go of what one that has just
/// opened has held.
pub(crate) fn close_and_open<S: Scalar>(
    world: &World,
    time: f64,
    closed: &mut Vec<bool>,
    groups: &mut [Group<S>],
    grid: &Grid<S>,
) {
    closed.resize(world.grips.len(), false);
    for (k, grip) in world.grips.iter().enumerate() {
        if grip.is_closed(time) == closed[k] {
            continue;
        }
        closed[k] = !closed[k];
        let mark = k as u32 + 1;
        let pose = grip.motion.pose(time);
        for group in groups.iter_mut() {
            if !closed[k] {
                let let_go = |by: &mut u32| {
                    if *by == mark {
                        *by = 0;
                    }
                };
                group.holds.iter_mut().for_each(let_go);
            } else if grip.holds(&group.name) {
                for chunk in group.chunks.clone() {
                    let origin = grid.origin(chunk.block);
                    for i in 0..chunk.count {
                        let columns = group.table(MATTER, &chunk);
                        let local = std::array::from_fn(|k| columns.get(POSITION + k, i));
                        let place = in_space(origin, grid.cell, local);
                        if grip.shape.contains(pose.to_local(place)) {
                            group.holds.resize(group.ids.len(), 0);
                            group.holds[chunk.start + i] = mark;
                        }
                    }
                }
            }
        }
    }
}

/// Gives nodes of which held particles are at least half the mass the velocity of the grip. Returns the
/// impulses on the grips [N s] and the speed of the fastest held particle [m/s].
pub(crate) fn hold_nodes<S: Scalar, K: Spline>(
    groups: &[Group<S>],
    grid: &mut Grid<S>,
    holds: &[Hold],
) -> (Vec<Vec3<f64>>, f64) {
    let mut impulses = vec![Vec3::zero(); holds.len()];
    let mut fastest = 0f64;
    let is_free = |group: &Group<S>| group.holds.iter().all(|by| *by == 0);
    if groups.iter().all(is_free) {
        return (impulses, fastest);
    }
    // Held mass by node, and the grip that is the last to add to it.
    let mut held: Vec<(f64, u32)> = vec![(0.0, 0); grid.velocities.len()];
    for group in groups.iter().filter(|group| !group.holds.is_empty()) {
        for chunk in &group.chunks {
            let columns = group.table(MATTER, chunk);
            let around = &grid.around[chunk.block as usize];
            for i in 0..chunk.count {
                let by = group.holds[chunk.start + i];
                if by == 0 {
                    continue;
                }
                let mass = columns.get(MASS, i).to_f64();
                let local = std::array::from_fn(|k| columns.get(POSITION + k, i));
                let place = in_space(grid.origin(chunk.block), grid.cell, local);
                fastest = fastest.max(holds[by as usize - 1].velocity(place).norm());
                let at: [(i32, [f64; 4]); 3] = std::array::from_fn(|axis| {
                    let (first, _, weights) = K::weights(columns.get(POSITION + axis, i));
                    (first.to_f64() as i32, weights.map(|w| w.to_f64()))
                });
                for n in 0..K::WIDTH.pow(3) {
                    let step = [n / K::WIDTH.pow(2), n / K::WIDTH % K::WIDTH, n % K::WIDTH];
                    let weight: f64 = (0..3).map(|axis| at[axis].1[step[axis]]).product();
                    let node = node_index(
                        around,
                        std::array::from_fn(|axis| at[axis].0 + step[axis] as i32),
                    );
                    held[node].0 += weight * mass;
                    held[node].1 = by;
                }
            }
        }
    }
    for (node, (mass, by)) in held.into_iter().enumerate() {
        let total = grid.velocities[node][3].to_f64();
        if by == 0 || mass < 0.5 * total {
            continue;
        }
        let hold = &holds[by as usize - 1];
        let offset = node_offset(node % NODES).map(|n| n as f64 * grid.cell);
        let place = grid.origin((node / NODES) as u32) + Vec3(offset);
        let carried = hold.velocity(place);
        let value: &mut Quad<S> = &mut grid.velocities[node];
        let free = Vec3([value[0], value[1], value[2]].map(|v| v.to_f64()));
        let impulse = &mut impulses[by as usize - 1];
        *impulse = *impulse + (free - carried).scale(total);
        for k in 0..3 {
            value[k] = S::from_f64(carried[k]);
        }
    }
    (impulses, fastest)
}

/// The node of the grid at a place counted from the first node of a block.
fn node_index(around: &[u32; 27], at: [i32; 3]) -> usize {
    let n = BLOCK as i32;
    let mut block = 0;
    let mut node = 0;
    for axis in 0..3 {
        block = block * 3 + (at[axis].div_euclid(n) + 1) as usize;
        node = node * BLOCK + at[axis].rem_euclid(n) as usize;
    }
    around[block] as usize * NODES + node
}
