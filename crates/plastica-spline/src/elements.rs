//! The energy as a sum over small groups of nodes: K = Σ w dᵀd, symmetric and positive semidefinite by construction, also with
//! weights that cuts have made zero.

use crate::lattice::{Fibres, Lattice};
use plastica_linear::{Block, SparseMatrix};
use rayon::prelude::*;

/// Which difference a group of nodes takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A node itself: order 0.
    Node,
    /// A fibre (from, to): ∂/∂u_a.
    Fibre(u8),
    /// Three in a row (before, centre, behind), and in a surface those beside the centre: ∂²/∂u_a².
    Triple(u8),
    /// A cell (corner, next a, next b, both): ∂²/∂u_a∂u_b.
    Quad(u8, u8),
    /// A cell as well, for ∂x/∂u_a · ∂x/∂u_b.
    Shear(u8, u8),
}

/// A group of up to five nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    pub(crate) nodes: [u32; 5],
    pub(crate) count: u8,
    pub(crate) kind: Kind,
    /// Material measure: what the sum over elements takes for du.
    pub(crate) measure: f64,
}

impl Element {
    /// Its measure takes whole cells along some axes and the share of its first node, or of its centre, along the others.
    fn new(lattice: &Lattice, kind: Kind, nodes: &[usize], whole: &[usize]) -> Self {
        let mut all = [0; 5];
        for (to, &node) in all.iter_mut().zip(nodes) {
            *to = node as u32;
        }
        let node = match kind {
            Kind::Triple(_) => nodes[1],
            _ => nodes[0],
        };
        let along = |axis: usize| {
            if whole.contains(&axis) {
                lattice.spacing[axis]
            } else {
                lattice.share(axis, node)
            }
        };
        Element {
            nodes: all,
            count: nodes.len() as u8,
            kind,
            measure: (0..3).map(along).product(),
        }
    }

    /// Its nodes.
    pub(crate) fn nodes(&self) -> &[u32] {
        &self.nodes[..self.count as usize]
    }

    /// The difference it takes, by node; dividing by [`Element::step`] makes it a derivative.
    pub(crate) fn difference(&self) -> &'static [f64] {
        match self.kind {
            Kind::Node => &[1.0],
            Kind::Fibre(_) => &[-1.0, 1.0],
            Kind::Triple(_) => &[1.0, -2.0, 1.0],
            Kind::Quad(..) | Kind::Shear(..) => &[1.0, -1.0, -1.0, 1.0],
        }
    }

    /// What the difference is divided by.
    pub(crate) fn step(&self, lattice: &Lattice) -> f64 {
        let h = |axis: u8| lattice.spacing[axis as usize];
        match self.kind {
            Kind::Node => 1.0,
            Kind::Fibre(a) => h(a),
            Kind::Triple(a) => h(a) * h(a),
            Kind::Quad(a, b) | Kind::Shear(a, b) => h(a) * h(b),
        }
    }

    /// m!/j₁!…j_d! [TF88, Eq. 4]: mixed derivatives occur twice.
    pub(crate) fn multiplicity(&self) -> f64 {
        match self.kind {
            Kind::Quad(..) | Kind::Shear(..) => 2.0,
            _ => 1.0,
        }
    }

    /// Whether all fibres it spans hold.
    pub(crate) fn is_whole(&self, lattice: &Lattice, fibres: &Fibres) -> bool {
        let holds = |axis: u8, node: u32| fibres.intact[axis as usize][node as usize];
        let n = &self.nodes;
        match self.kind {
            Kind::Node => true,
            Kind::Fibre(a) => holds(a, n[0]),
            Kind::Triple(a) => {
                let beside = |&node: &u32| {
                    let centre = n[1] as usize;
                    let other = lattice.axes().find(|&axis| axis != a as usize);
                    other.is_none_or(|axis| {
                        let behind = lattice.next(axis, centre) == Some(node as usize);
                        holds(axis as u8, if behind { n[1] } else { node })
                    })
                };
                holds(a, n[0]) && holds(a, n[1]) && n[3..self.count as usize].iter().all(beside)
            }
            Kind::Quad(a, b) | Kind::Shear(a, b) => {
                holds(a, n[0]) && holds(b, n[0]) && holds(a, n[2]) && holds(b, n[1])
            }
        }
    }
}

/// All groups of a lattice, and which of them each node is in.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    pub(crate) list: Vec<Element>,
    /// Groups of node i: `members[first[i]..first[i + 1]]`.
    first: Vec<usize>,
    members: Vec<u32>,
}

/// Which kinds are wanted.
pub(crate) struct Wanted<'a> {
    pub(crate) kinds: &'a dyn Fn(Kind) -> bool,
    /// Whether a triple of a surface also needs the nodes beside its centre.
    pub(crate) beside: bool,
}

impl Elements {
    pub(crate) fn new(lattice: &Lattice, wanted: &Wanted<'_>) -> Self {
        let mut list = Vec::new();
        for i in 0..lattice.len() {
            if (wanted.kinds)(Kind::Node) {
                list.push(Element::new(lattice, Kind::Node, &[i], &[]));
            }
            for axis in lattice.axes() {
                push_along(lattice, wanted, i, axis, &mut list);
            }
            for (a, b) in pairs(lattice) {
                push_cell(lattice, wanted, i, (a, b), &mut list);
            }
        }
        let mut first = vec![0; lattice.len() + 1];
        for &i in list.iter().flat_map(Element::nodes) {
            first[i as usize + 1] += 1;
        }
        for i in 0..lattice.len() {
            first[i + 1] += first[i];
        }
        let mut next = first.clone();
        let mut members = vec![0; first[lattice.len()]];
        for (k, element) in list.iter().enumerate() {
            for &i in element.nodes() {
                members[next[i as usize]] = k as u32;
                next[i as usize] += 1;
            }
        }
        Elements {
            list,
            first,
            members,
        }
    }

    /// Groups of a node, with its place in each.
    pub(crate) fn of(&self, node: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let members = &self.members[self.first[node]..self.first[node + 1]];
        members.iter().map(move |&k| {
            let nodes = self.list[k as usize].nodes();
            let place = nodes.iter().position(|&i| i as usize == node);
            (k as usize, place.unwrap_or(0))
        })
    }

    /// A matrix with a place for every two nodes of a group and for the diagonal, all zero.
    pub(crate) fn pattern<B: Block>(&self, nodes: usize) -> SparseMatrix<B> {
        let row = |i: usize| {
            let mut row: Vec<u32> = vec![i as u32];
            for (k, _) in self.of(i) {
                row.extend(self.list[k].nodes());
            }
            row.sort_unstable();
            row.dedup();
            row.into_iter().map(|j| (j, B::ZERO)).collect()
        };
        SparseMatrix::from_rows((0..nodes).into_par_iter().map(row).collect())
    }

    /// Fills a matrix of that pattern: `part(group, p, q)` is what the q-th node of a group does to the p-th.
    pub(crate) fn assemble<B: Block>(
        &self,
        matrix: &mut SparseMatrix<B>,
        part: impl Fn(usize, usize, usize) -> B + Sync,
    ) {
        let SparseMatrix {
            first,
            columns,
            values,
        } = matrix;
        let mut rows: Vec<(usize, &mut [B])> = Vec::with_capacity(first.len() - 1);
        let mut rest = values.as_mut_slice();
        for i in 0..first.len() - 1 {
            let (row, more) = rest.split_at_mut(first[i + 1] - first[i]);
            rows.push((i, row));
            rest = more;
        }
        rows.into_par_iter().with_min_len(256).for_each(|(i, row)| {
            row.fill(B::ZERO);
            let columns = &columns[first[i]..first[i + 1]];
            for (k, p) in self.of(i) {
                for (q, j) in self.list[k].nodes().iter().enumerate() {
                    if let Ok(at) = columns.binary_search(j) {
                        row[at] = row[at].add(part(k, p, q));
                    }
                }
            }
        });
    }
}

/// Pairs of axes.
fn pairs(lattice: &Lattice) -> impl Iterator<Item = (usize, usize)> + '_ {
    let pairs = (lattice.axes()).flat_map(|a| lattice.axes().map(move |b| (a, b)));
    pairs.filter(|(a, b)| a < b)
}

/// The fibre from a node along an axis, and the three in a row about it.
fn push_along(
    lattice: &Lattice,
    wanted: &Wanted<'_>,
    i: usize,
    axis: usize,
    to: &mut Vec<Element>,
) {
    let (fibre, triple) = (Kind::Fibre(axis as u8), Kind::Triple(axis as u8));
    let Some(next) = lattice.next(axis, i) else {
        return;
    };
    if (wanted.kinds)(fibre) {
        to.push(Element::new(lattice, fibre, &[i, next], &[axis]));
    }
    let Some(before) = lattice.before(axis, i) else {
        return;
    };
    if (wanted.kinds)(triple) {
        let mut nodes = vec![before, i, next];
        if wanted.beside {
            for other in lattice.axes().filter(|&other| other != axis) {
                nodes.extend(lattice.before(other, i));
                nodes.extend(lattice.next(other, i));
            }
        }
        to.push(Element::new(lattice, triple, &nodes, &[axis]));
    }
}

/// The differences of a cell at its first corner.
fn push_cell(
    lattice: &Lattice,
    wanted: &Wanted<'_>,
    i: usize,
    (a, b): (usize, usize),
    to: &mut Vec<Element>,
) {
    if let (Some(j), Some(k)) = (lattice.next(a, i), lattice.next(b, i))
        && let Some(l) = lattice.next(b, j)
    {
        let (p, q) = (a as u8, b as u8);
        for kind in [Kind::Quad(p, q), Kind::Shear(p, q)] {
            if (wanted.kinds)(kind) {
                to.push(Element::new(lattice, kind, &[i, j, k, l], &[a, b]));
            }
        }
    }
}
