//! Which elements a node belongs to.

use crate::elements::Elements;

/// Corners of elements, node by node in the order of elements: sums over them do not depend on threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Incidence {
    /// Where the corners of each node begin, and the end.
    first: Vec<u32>,
    /// 4 times the place of the element, plus the corner.
    corners: Vec<u32>,
}

impl Incidence {
    /// Of so many nodes.
    pub(crate) fn new(elements: &Elements, nodes: usize) -> Self {
        let real = |place: &usize| elements.is_element(*place);
        let mut first = vec![0u32; nodes + 1];
        for place in (0..elements.places()).filter(real) {
            for node in elements.corners[place] {
                first[node as usize + 1] += 1;
            }
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut corners = vec![0; first[nodes] as usize];
        for place in (0..elements.places()).filter(real) {
            for (corner, node) in elements.corners[place].into_iter().enumerate() {
                let at = &mut next[node as usize];
                corners[*at as usize] = (4 * place + corner) as u32;
                *at += 1;
            }
        }
        Incidence { first, corners }
    }

    /// The corners of elements at a node: 4 times the place of the element, plus the corner.
    #[inline]
    pub(crate) fn at(&self, node: usize) -> &[u32] {
        &self.corners[self.first[node] as usize..self.first[node + 1] as usize]
    }
}
