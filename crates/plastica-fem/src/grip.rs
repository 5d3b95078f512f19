//! Grips: nodes that are held move with the grip.

use crate::elements::MeshGroup;
use crate::nodes::Nodes;
use plastica_core::World;
use plastica_particles::grips;

/// Takes hold of nodes that lie in a grip which has just closed, and lets go of those of one that has just opened.
pub(crate) fn close_and_open(
    world: &World,
    time: f64,
    closed: &mut Vec<bool>,
    nodes: &mut Nodes,
    groups: &[MeshGroup],
) {
    for change in grips::changes(world, time, closed) {
        change.release(&mut nodes.grip_of);
        let concerned = groups.iter().filter(|g| change.concerns(&g.body.name));
        for node in concerned.flat_map(|group| group.nodes.clone()) {
            if change.contains(nodes.position(node)) {
                nodes.grip_of[node] = change.mark;
            }
        }
    }
}
