//! A tree of boxes around things that move: which boxes overlap.

use crate::Bounds;
use crate::tree::{Node, Tree};

/// A tree over boxes that can be fitted again when they have moved. Pairs come in an order that follows from the boxes alone;
/// after it is built, nothing is allocated.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    tree: Tree,
    /// The boxes, leaf by leaf.
    boxes: Vec<Bounds>,
}

impl Hierarchy {
    /// A tree over boxes as they stand.
    pub fn new(boxes: &[Bounds]) -> Self {
        let tree = Tree::new(boxes);
        Hierarchy {
            boxes: tree.order.iter().map(|i| boxes[*i as usize]).collect(),
            tree,
        }
    }

    /// How many boxes there are.
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// Takes the boxes where they are now. The tree stays as it is, and gets slower when things have mingled.
    pub fn refit(&mut self, boxes: &[Bounds]) {
        for (place, item) in self.boxes.iter_mut().zip(&self.tree.order) {
            *place = boxes[*item as usize];
        }
        // Children come after their parents.
        for index in (0..self.tree.nodes.len()).rev() {
            let Node { first, count, .. } = self.tree.nodes[index];
            let first = first as usize;
            self.tree.nodes[index].bounds = if count == 0 && !self.is_empty() {
                let [a, b] = [first, first + 1].map(|child| self.tree.nodes[child].bounds);
                a.join(&b)
            } else {
                let items = &self.boxes[first..first + count as usize];
                items.iter().fold(Bounds::EMPTY, |all, item| all.join(item))
            };
        }
    }

    /// Calls `visit` once with every two items whose boxes overlap or touch.
    pub fn self_pairs(&self, mut visit: impl FnMut(u32, u32)) {
        self.pairs_within(0, &mut visit);
    }

    /// Calls `visit` with every item of this tree and one of another whose boxes overlap or touch.
    pub fn pairs(&self, other: &Hierarchy, mut visit: impl FnMut(u32, u32)) {
        self.pairs_between(0, other, 0, &mut visit);
    }

    fn pairs_within(&self, index: usize, visit: &mut impl FnMut(u32, u32)) {
        let node = self.tree.nodes[index];
        let first = node.first as usize;
        if node.count == 0 && !self.is_empty() {
            self.pairs_within(first, visit);
            self.pairs_within(first + 1, visit);
            self.pairs_between(first, self, first + 1, visit);
            return;
        }
        let places = first..first + node.count as usize;
        for place in places.clone() {
            for other in place + 1..places.end {
                if self.boxes[place].overlaps(&self.boxes[other]) {
                    visit(self.tree.order[place], self.tree.order[other]);
                }
            }
        }
    }

    fn pairs_between(
        &self,
        mine: usize,
        other: &Hierarchy,
        theirs: usize,
        visit: &mut impl FnMut(u32, u32),
    ) {
        let (a, b) = (&self.tree.nodes[mine], &other.tree.nodes[theirs]);
        if !a.bounds.overlaps(&b.bounds) {
            return;
        }
        let (first_a, first_b) = (a.first as usize, b.first as usize);
        let splits_a = a.count == 0
            && (b.count > 0 || a.bounds.size().norm_squared() >= b.bounds.size().norm_squared());
        if splits_a {
            self.pairs_between(first_a, other, theirs, visit);
            self.pairs_between(first_a + 1, other, theirs, visit);
        } else if b.count == 0 {
            self.pairs_between(mine, other, first_b, visit);
            self.pairs_between(mine, other, first_b + 1, visit);
        } else {
            for i in first_a..first_a + a.count as usize {
                for j in first_b..first_b + b.count as usize {
                    if self.boxes[i].overlaps(&other.boxes[j]) {
                        visit(self.tree.order[i], other.tree.order[j]);
                    }
                }
            }
        }
    }
}
