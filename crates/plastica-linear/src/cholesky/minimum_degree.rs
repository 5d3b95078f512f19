//! Approximate minimum degree ordering [ADD96]: which node to eliminate next so that the factor stays sparse.
//!
//! Eliminating a node makes its neighbours a clique. The clique is kept as one *element*, a list of its nodes, so the graph never
//! grows: each node has a list of elements and a list of nodes, and both only shrink. Nodes with equal lists are merged. Degrees are
//! bounded from above, by the sizes of a node's elements without what they share with the newest one.

use std::ops::Range;

/// No node, or the end of a list.
const NONE: u32 = u32::MAX;

/// The nodes of a graph in an order of elimination; `lists` has the neighbours of node i from `first[i]` to `first[i + 1]`, without
/// i itself.
pub(super) fn minimum_degree(first: &[usize], lists: Vec<u32>) -> Vec<u32> {
    let count = first.len() - 1;
    let mut graph = Quotient::new(first, lists);
    let mut order = Vec::with_capacity(count);
    while let Some(pivot) = graph.buckets.take_least() {
        graph.eliminate(pivot);
        let mut node = pivot;
        while node != NONE {
            order.push(node);
            node = graph.merged[node as usize];
        }
    }
    order
}

/// A graph of nodes and elements.
struct Quotient {
    /// Where the list of each node begins: elements first, then nodes.
    start: Vec<usize>,
    /// How many of the list are elements, and how many nodes.
    elements: Vec<u32>,
    nodes: Vec<u32>,
    lists: Vec<u32>,
    /// Where the nodes of each element are.
    members: Vec<Range<usize>>,
    member: Vec<u32>,
    /// How many nodes a node stands for; negative while it is in the newest element, 0 once merged or eliminated.
    weight: Vec<i32>,
    /// Nodes that go with a node, as a list; and the end of that list.
    merged: Vec<u32>,
    last: Vec<u32>,
    /// Of nodes: a bound of the degree. Of elements: the weight of their nodes, 0 once they are part of another.
    degree: Vec<u32>,
    /// Of elements: mark + weight of what they have beyond the newest one. Of nodes: marks.
    seen: Vec<u32>,
    mark: u32,
    buckets: Buckets,
    /// Nodes that are not eliminated.
    left: u32,
    /// Nodes of the newest element by a sum over their lists, to find equal ones.
    hashes: Vec<(u32, u32)>,
    scratch: Vec<u32>,
}

impl Quotient {
    fn new(first: &[usize], lists: Vec<u32>) -> Self {
        let count = first.len() - 1;
        let nodes: Vec<u32> = (0..count)
            .map(|i| (first[i + 1] - first[i]) as u32)
            .collect();
        let mut buckets = Buckets::new(count);
        for (i, &degree) in nodes.iter().enumerate().rev() {
            buckets.insert(i as u32, degree);
        }
        Quotient {
            start: first[..count].to_vec(),
            elements: vec![0; count],
            degree: nodes.clone(),
            nodes,
            lists,
            members: vec![0..0; count],
            member: Vec::new(),
            weight: vec![1; count],
            merged: vec![NONE; count],
            last: (0..count as u32).collect(),
            seen: vec![0; count],
            mark: 1,
            buckets,
            left: count as u32,
            hashes: Vec::new(),
            scratch: Vec::new(),
        }
    }

    fn elements_of(&self, i: usize) -> Range<usize> {
        self.start[i]..self.start[i] + self.elements[i] as usize
    }

    fn nodes_of(&self, i: usize) -> Range<usize> {
        let begin = self.elements_of(i).end;
        begin..begin + self.nodes[i] as usize
    }

    /// Turns a node into an element.
    fn eliminate(&mut self, pivot: u32) {
        let p = pivot as usize;
        self.left -= self.weight[p] as u32;
        self.weight[p] = 0;
        self.gather(p);
        self.subtract(p);
        self.hashes.clear();
        for at in self.members[p].clone() {
            let i = self.member[at] as usize;
            if !self.renew(i, pivot) {
                // Only the pivot's clique is left around it: it goes at once, without more fill.
                let own = -self.weight[i] as u32;
                self.degree[p] -= own;
                self.left -= own;
                self.absorb(i, p);
            }
        }
        self.advance_mark();
        self.merge_equal();
        self.close(p);
    }

    /// Marks that are given from now on are new.
    fn advance_mark(&mut self) {
        self.mark = match self.mark.checked_add(self.seen.len() as u32 + 1) {
            Some(mark) if mark < u32::MAX / 2 => mark,
            _ => {
                self.seen.fill(0);
                1
            }
        };
    }

    /// Lists the nodes around a pivot as its element; older elements that touch it are part of it now.
    fn gather(&mut self, p: usize) {
        let begin = self.member.len();
        let mut size = 0;
        for at in self.elements_of(p) {
            let e = self.lists[at] as usize;
            if self.degree[e] == 0 {
                continue;
            }
            for k in self.members[e].clone() {
                size += self.join(self.member[k]);
            }
            self.degree[e] = 0;
        }
        for at in self.nodes_of(p) {
            size += self.join(self.lists[at]);
        }
        self.members[p] = begin..self.member.len();
        self.degree[p] = size;
    }

    /// A node joins the newest element; its weight, or 0 if it is there already.
    fn join(&mut self, node: u32) -> u32 {
        let i = node as usize;
        let weight = self.weight[i];
        if weight <= 0 {
            return 0;
        }
        self.weight[i] = -weight;
        self.buckets.remove(node, self.degree[i]);
        self.member.push(node);
        weight as u32
    }

    /// For every element that shares nodes with the newest one: what it has beyond them.
    fn subtract(&mut self, p: usize) {
        for at in self.members[p].clone() {
            let i = self.member[at] as usize;
            let own = -self.weight[i] as u32;
            for &e in &self.lists[self.start[i]..self.start[i] + self.elements[i] as usize] {
                let e = e as usize;
                if self.degree[e] == 0 {
                    continue;
                }
                if self.seen[e] < self.mark {
                    self.seen[e] = self.mark + self.degree[e];
                }
                self.seen[e] -= own;
            }
        }
    }

    /// Lists of a node of the newest element without what that element covers, and a bound of the degree; false if
    /// nothing is left.
    fn renew(&mut self, i: usize, pivot: u32) -> bool {
        let (mut beyond, mut hash) = (0u32, pivot);
        self.scratch.clear();
        self.scratch.push(pivot);
        for at in self.elements_of(i) {
            let e = self.lists[at];
            if self.degree[e as usize] == 0 {
                continue;
            }
            let more = self.seen[e as usize] - self.mark;
            if more == 0 {
                // All of it is in the newest element.
                self.degree[e as usize] = 0;
                continue;
            }
            beyond += more;
            hash = hash.wrapping_add(e);
            self.scratch.push(e);
        }
        let elements = self.scratch.len();
        for at in self.nodes_of(i) {
            let j = self.lists[at];
            let weight = self.weight[j as usize];
            if weight > 0 {
                beyond += weight as u32;
                hash = hash.wrapping_add(j);
                self.scratch.push(j);
            }
        }
        let start = self.start[i];
        self.lists[start..start + self.scratch.len()].copy_from_slice(&self.scratch);
        self.elements[i] = elements as u32;
        self.nodes[i] = (self.scratch.len() - elements) as u32;
        self.degree[i] = self.degree[i].min(beyond);
        if beyond > 0 {
            self.hashes.push((hash, i as u32));
        }
        beyond > 0
    }

    /// Node i goes with node j from now on.
    fn absorb(&mut self, i: usize, j: usize) {
        self.weight[i] = 0;
        self.merged[self.last[j] as usize] = i as u32;
        self.last[j] = self.last[i];
    }

    /// Merges nodes of the newest element that have the same lists.
    fn merge_equal(&mut self) {
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.sort_unstable();
        for group in hashes.chunk_by(|a, b| a.0 == b.0).filter(|g| g.len() > 1) {
            for (k, &(_, i)) in group.iter().enumerate() {
                let i = i as usize;
                if self.weight[i] == 0 {
                    continue;
                }
                let (elements, nodes) = (self.elements[i], self.nodes[i]);
                let list = self.start[i]..self.nodes_of(i).end;
                self.mark += 1;
                for at in list {
                    self.seen[self.lists[at] as usize] = self.mark;
                }
                for &(_, j) in &group[k + 1..] {
                    let j = j as usize;
                    let same = self.weight[j] != 0
                        && (self.elements[j], self.nodes[j]) == (elements, nodes)
                        && (self.lists[self.start[j]..self.nodes_of(j).end].iter())
                            .all(|&l| self.seen[l as usize] == self.mark);
                    if same {
                        self.weight[i] += self.weight[j];
                        self.absorb(j, i);
                    }
                }
                if self.mark > u32::MAX / 2 {
                    self.advance_mark();
                }
            }
        }
        self.hashes = hashes;
        self.advance_mark();
    }

    /// The newest element is complete: its nodes get their degrees.
    fn close(&mut self, p: usize) {
        let range = self.members[p].clone();
        let mut end = range.start;
        for at in range.clone() {
            let node = self.member[at];
            let i = node as usize;
            let own = -self.weight[i];
            if own <= 0 {
                continue;
            }
            self.weight[i] = own;
            let own = own as u32;
            let bound = (self.degree[i] + self.degree[p] - own).min(self.left - own);
            self.degree[i] = bound;
            self.buckets.insert(node, bound);
            self.member[end] = node;
            end += 1;
        }
        self.member.truncate(end);
        self.members[p] = range.start..end;
    }
}

/// Nodes by degree, in doubly linked lists.
struct Buckets {
    head: Vec<u32>,
    next: Vec<u32>,
    before: Vec<u32>,
    least: usize,
}

impl Buckets {
    fn new(count: usize) -> Self {
        Buckets {
            head: vec![NONE; count + 1],
            next: vec![NONE; count],
            before: vec![NONE; count],
            least: 0,
        }
    }

    fn insert(&mut self, node: u32, degree: u32) {
        let head = self.head[degree as usize];
        self.next[node as usize] = head;
        self.before[node as usize] = NONE;
        if head != NONE {
            self.before[head as usize] = node;
        }
        self.head[degree as usize] = node;
        self.least = self.least.min(degree as usize);
    }

    fn remove(&mut self, node: u32, degree: u32) {
        let (next, before) = (self.next[node as usize], self.before[node as usize]);
        if next != NONE {
            self.before[next as usize] = before;
        }
        if before != NONE {
            self.next[before as usize] = next;
        } else {
            self.head[degree as usize] = next;
        }
    }

    fn take_least(&mut self) -> Option<u32> {
        while *self.head.get(self.least)? == NONE {
            self.least += 1;
        }
        let node = self.head[self.least];
        self.remove(node, self.least as u32);
        Some(node)
    }
}
