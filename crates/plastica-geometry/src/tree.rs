//! A tree of boxes: the nearest of many things without asking all of them.

use crate::Bounds;
use plastica_tensor::Vec3;

/// Most items of a leaf.
const LEAF: usize = 4;

/// A binary tree over items with boxes. Node 0 is the root.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// Item numbers, leaf by leaf.
    pub(crate) order: Vec<u32>,
}

/// A box around items.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) bounds: Bounds,
    /// The first of two children next to each other, or the first place in `order`.
    pub(crate) first: u32,
    /// How many items, 0 for a node with children.
    pub(crate) count: u32,
}

impl Tree {
    pub(crate) fn new(boxes: &[Bounds]) -> Tree {
        let mut tree = Tree {
            nodes: vec![Node {
                bounds: Bounds::EMPTY,
                first: 0,
                count: 0,
            }],
            order: (0..boxes.len() as u32).collect(),
        };
        let mut todo = vec![(0, 0, boxes.len())];
        while let Some((node, start, end)) = todo.pop() {
            let items = &mut tree.order[start..end];
            let join = |all: Bounds, i: &u32| all.join(&boxes[*i as usize]);
            let bounds = items.iter().fold(Bounds::EMPTY, join);
            if items.len() <= LEAF {
                tree.nodes[node] = Node {
                    bounds,
                    first: start as u32,
                    count: items.len() as u32,
                };
                continue;
            }
            let centre = |i: u32| boxes[i as usize].centre();
            let spread = Bounds::around(items.iter().map(|i| centre(*i))).size();
            let axis = (0..3).max_by(|a, b| spread[*a].total_cmp(&spread[*b]));
            let axis = axis.unwrap_or(0);
            let middle = items.len() / 2;
            // Ties are broken by number, so that the tree does not depend on the sort.
            items.select_nth_unstable_by(middle, |a, b| {
                centre(*a)[axis].total_cmp(&centre(*b)[axis]).then(a.cmp(b))
            });
            let first = tree.nodes.len();
            tree.nodes[node] = Node {
                bounds,
                first: first as u32,
                count: 0,
            };
            tree.nodes.extend([tree.nodes[node]; 2]);
            todo.push((first, start, start + middle));
            todo.push((first + 1, start + middle, end));
        }
        tree
    }

    /// Calls `visit` with the places in `order` of items whose boxes' squared distance from x is
    /// below a limit, nearer boxes first; `visit` returns the new limit.
    #[inline]
    pub(crate) fn nearest(
        &self,
        x: Vec3<f64>,
        mut limit: f64,
        mut visit: impl FnMut(usize) -> f64,
    ) {
        // A tree over 2³² items is 31 levels deep; each adds at most one node to the stack.
        let mut stack = [(0_u32, 0.0_f64); 64];
        let mut depth = 1;
        stack[0] = (0, self.nodes[0].bounds.distance_squared(x));
        while depth > 0 {
            depth -= 1;
            let (index, distance) = stack[depth];
            if distance >= limit {
                continue;
            }
            let node = &self.nodes[index as usize];
            if node.count > 0 {
                for place in node.first..node.first + node.count {
                    limit = visit(place as usize);
                }
                continue;
            }
            let child = |i: u32| (i, self.nodes[i as usize].bounds.distance_squared(x));
            let (a, b) = (child(node.first), child(node.first + 1));
            let (near, far) = if a.1 <= b.1 { (a, b) } else { (b, a) };
            stack[depth] = far;
            stack[depth + 1] = near;
            depth += 2;
        }
    }

    /// Calls `visit` with the places in `order` of items in leaves whose boxes, and all around them, are entered.
    pub(crate) fn visit(&self, enter: impl Fn(&Bounds) -> bool, mut visit: impl FnMut(usize)) {
        let mut stack = [0_u32; 64];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let node = &self.nodes[stack[depth] as usize];
            if !enter(&node.bounds) {
                continue;
            }
            if node.count > 0 {
                (node.first..node.first + node.count).for_each(|place| visit(place as usize));
                continue;
            }
            stack[depth] = node.first;
            stack[depth + 1] = node.first + 1;
            depth += 2;
        }
    }
}
