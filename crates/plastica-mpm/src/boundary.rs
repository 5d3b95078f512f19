//! Which nodes meet an obstacle, and the image of each of them.

use crate::grid::{BLOCK, Grid, NODES};
use crate::integrate::node_position;
use plastica_core::{Contact, Obstacle};
use plastica_tensor::{Scalar, Vec3};

/// Nodes this close to an obstacle's surface meet it [cells]. Images are not closer, so that a ghost
/// moves at most three times as fast (four with the cubic kernel), and a thin plate between two nodes is
/// not missed.
const NEAR: f64 = 0.5;
/// Images are at most this many nodes away: a surface lies at most two and a half cells from the nodes
/// that count, and the axis nearest to a normal makes at most 55° with it.
const FARTHEST_IMAGE: i32 = 4;

/// A node that meets an obstacle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundaryNode {
    /// Which of the obstacles, in the order in which they act.
    pub(crate) rank: usize,
    /// When it is resolved: with that obstacle.
    pub(crate) turn: usize,
    /// Its image, or itself.
    pub(crate) image: usize,
    pub(crate) node: usize,
    /// Its distance from the surface over that of its image.
    pub(crate) ratio: f64,
    /// Distance of its image from the surface [m]; without an image, infinite.
    pub(crate) image_distance: f64,
    /// Out of the obstacle.
    pub(crate) normal: Vec3<f64>,
}

impl BoundaryNode {
    /// Whether it takes its velocity from another node.
    pub(crate) fn has_image(&self) -> bool {
        self.image != self.node
    }
    /// The axis along which its image lies, and which way leads out along it; in from the other side with a negative sign.
    pub(crate) fn outward(&self, sign: f64) -> (usize, i32) {
        outward(self.normal.scale(sign))
    }
}

/// A node that can meet an obstacle.
#[derive(Clone, Copy)]
struct Spot {
    block: usize,
    node: usize,
    x: Vec3<f64>,
    distance: f64,
    normal: Vec3<f64>,
}

/// The nodes with mass of a block that meet obstacles. Kernels of particles reach less than
/// `reach` [m] along each axis.
pub(crate) fn boundary_nodes<S: Scalar>(
    obstacles: &[Obstacle<'_>],
    grid: &Grid<S>,
    reach: f64,
    block: usize,
) -> Vec<BoundaryNode> {
    let mut boundary_nodes = Vec::new();
    let nodes = &grid.velocities[block * NODES..(block + 1) * NODES];
    if nodes.iter().all(|node| !(node[3] > S::zero())) {
        return boundary_nodes;
    }
    let near = NEAR * grid.cell * (1.0 - 1e-9);
    // From the middle of the block to its farthest node.
    let half = 0.5 * (BLOCK - 1) as f64 * grid.cell;
    let radius = half * 3f64.sqrt() * (1.0 + 1e-9);
    let middle = grid.origin(block as u32) + Vec3::splat(half);
    let away = |obstacle: &Obstacle<'_>| obstacle.distance(middle) - radius - near;
    let apart: Vec<f64> = obstacles.iter().map(away).collect();
    for (rank, obstacle) in obstacles.iter().enumerate() {
        if apart[rank] > 0.0 {
            continue;
        }
        // Those that an image can meet too.
        let others: Vec<&Obstacle<'_>> = (0..obstacles.len())
            .filter(|&other| other != rank && apart[other] < f64::from(FARTHEST_IMAGE) * grid.cell)
            .map(|other| &obstacles[other])
            .collect();
        for (node, value) in nodes.iter().enumerate() {
            if !(value[3] > S::zero()) {
                continue;
            }
            let x = node_position(grid.places[block], node, grid.cell);
            let distance = obstacle.distance(x);
            if distance > near {
                continue;
            }
            let spot = Spot {
                block,
                node,
                x,
                distance,
                normal: obstacle.normal(x),
            };
            let itself = block * NODES + node;
            let found = image(obstacle, &others, grid, near, reach, &spot);
            let (image, image_distance) = found.unwrap_or((itself, f64::INFINITY));
            boundary_nodes.push(BoundaryNode {
                rank,
                turn: rank,
                image,
                node: itself,
                ratio: distance / image_distance,
                image_distance,
                normal: spot.normal,
            });
        }
    }
    boundary_nodes
}

/// The image of a node, and how far that is from the surface [m].
fn image<S: Scalar>(
    obstacle: &Obstacle<'_>,
    others: &[&Obstacle<'_>],
    grid: &Grid<S>,
    near: f64,
    reach: f64,
    spot: &Spot,
) -> Option<(usize, f64)> {
    // Something clamped stays where it is, and what is deeper than particles reach from outside is
    // not next to a free surface.
    if obstacle.collider.contact == Contact::Sticky || spot.distance < -reach {
        return None;
    }
    // At edges and in plates, where no ball of that size touches the surface from inside, nodes
    // behind it are reached from another side. The distance inside may be a bound.
    let centre = spot.x - spot.normal.scale(spot.distance + reach);
    if obstacle.distance(centre) > -0.9 * reach {
        return None;
    }
    let (axis, sign) = outward(spot.normal);
    let (cells, at, distance) = (1..=FARTHEST_IMAGE).map(|k| sign * k).find_map(|cells| {
        let mut at = spot.x;
        at[axis] += f64::from(cells) * grid.cell;
        let distance = obstacle.distance(at);
        (distance > near).then_some((cells, at, distance))
    })?;
    let image = grid.along(spot.block, spot.node, axis, cells)?;
    if !(grid.velocities[image][3] > S::zero()) {
        return None;
    }
    // In a gap of a cell the image of one side meets the other.
    let pinched = others
        .iter()
        .any(|other| other.distance(at) <= near && other.normal(at).dot(spot.normal) < -0.5);
    (!pinched).then_some((image, distance))
}

/// The axis nearest to a normal, and its sign along it.
fn outward(normal: Vec3<f64>) -> (usize, i32) {
    let longer = |best: usize, axis: usize| {
        if normal[axis].abs() > normal[best].abs() {
            axis
        } else {
            best
        }
    };
    let axis = (1..3).fold(0, longer);
    (axis, if normal[axis] > 0.0 { 1 } else { -1 })
}
