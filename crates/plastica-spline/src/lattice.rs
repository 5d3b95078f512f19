//! Nodes on a regular grid of material coordinates, and the fibres between them.

use std::fmt;

/// A grid of nodes in one, two or three material coordinates u; an axis is open or closed to a ring.
#[derive(Clone, Debug, PartialEq)]
pub struct Lattice {
    /// Nodes along each axis; 1 along those that are not there.
    pub counts: [usize; 3],
    /// Whether the last node along an axis is joined to the first.
    pub closed: [bool; 3],
    /// Distance of nodes along each axis, in material coordinates.
    pub spacing: [f64; 3],
}

/// Why there is no such lattice.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LatticeError {
    /// One to three axes.
    Axes(usize),
    /// An axis has no nodes, or a ring fewer than three.
    Count {
        /// Which axis.
        axis: usize,
        /// How many nodes were asked for.
        count: usize,
        /// The fewest there can be.
        fewest: usize,
    },
    /// A length is not positive and finite.
    Length {
        /// Which axis.
        axis: usize,
        /// The length given.
        length: f64,
    },
    /// More nodes than can be numbered.
    TooMany,
}

impl fmt::Display for LatticeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LatticeError::Axes(count) => write!(f, "a lattice has 1 to 3 axes, not {count}"),
            LatticeError::Count {
                axis,
                count,
                fewest,
            } => write!(
                f,
                "axis {axis} has {count} nodes and needs at least {fewest}"
            ),
            LatticeError::Length { axis, length } => {
                write!(
                    f,
                    "axis {axis} has the length {length}, which is not positive"
                )
            }
            LatticeError::TooMany => {
                f.write_str("a lattice has fewer than 4 thousand million nodes")
            }
        }
    }
}

impl std::error::Error for LatticeError {}

impl Lattice {
    /// Axes as (nodes, closed), over the unit domain [TF88, section 3].
    pub fn new(axes: &[(usize, bool)]) -> Result<Self, LatticeError> {
        Lattice::with_lengths(axes, &[1.0; 3])
    }

    /// The same over a domain of given lengths.
    pub fn with_lengths(axes: &[(usize, bool)], lengths: &[f64]) -> Result<Self, LatticeError> {
        if axes.is_empty() || axes.len() > 3 || lengths.len() < axes.len() {
            return Err(LatticeError::Axes(axes.len()));
        }
        let mut lattice = Lattice {
            counts: [1; 3],
            closed: [false; 3],
            spacing: [1.0; 3],
        };
        for (axis, &(count, closed)) in axes.iter().enumerate() {
            let (fewest, length) = (if closed { 3 } else { 1 }, lengths[axis]);
            if count < fewest {
                return Err(LatticeError::Count {
                    axis,
                    count,
                    fewest,
                });
            }
            if !(length > 0.0 && length.is_finite()) {
                return Err(LatticeError::Length { axis, length });
            }
            lattice.counts[axis] = count;
            lattice.closed[axis] = closed;
            let fibres = if closed { count } else { (count - 1).max(1) };
            lattice.spacing[axis] = length / fibres as f64;
        }
        let total = lattice
            .counts
            .iter()
            .try_fold(1usize, |n, &c| n.checked_mul(c));
        match total {
            Some(total) if total < u32::MAX as usize => Ok(lattice),
            _ => Err(LatticeError::TooMany),
        }
    }

    /// How many nodes.
    pub fn len(&self) -> usize {
        self.counts.iter().product()
    }

    /// Never: a lattice has nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Axes with more than one node.
    pub fn axes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..3).filter(|&axis| self.counts[axis] > 1)
    }

    /// A node's number.
    pub fn index(&self, [i, j, k]: [usize; 3]) -> usize {
        i + self.counts[0] * (j + self.counts[1] * k)
    }

    /// A node's place in the grid.
    pub fn place(&self, node: usize) -> [usize; 3] {
        let [n, m, _] = self.counts;
        [node % n, node / n % m, node / (n * m)]
    }

    /// Difference of numbers of neighbours along an axis.
    pub fn stride(&self, axis: usize) -> usize {
        self.counts[..axis].iter().product()
    }

    /// The node behind, if there is one.
    pub fn next(&self, axis: usize, node: usize) -> Option<usize> {
        let (at, count, stride) = (self.place(node)[axis], self.counts[axis], self.stride(axis));
        if at + 1 < count {
            return Some(node + stride);
        }
        self.closed[axis].then(|| node - at * stride)
    }

    /// The node before, if there is one.
    pub fn before(&self, axis: usize, node: usize) -> Option<usize> {
        let (at, count, stride) = (self.place(node)[axis], self.counts[axis], self.stride(axis));
        if at > 0 {
            return Some(node - stride);
        }
        self.closed[axis].then(|| node + (count - 1) * stride)
    }

    /// Share of a cell that belongs to a node along an axis, in material coordinates: half of one at an open end.
    pub fn share(&self, axis: usize, node: usize) -> f64 {
        if self.counts[axis] == 1 {
            return 1.0;
        }
        let at = self.place(node)[axis];
        let end = !self.closed[axis] && (at == 0 || at + 1 == self.counts[axis]);
        self.spacing[axis] * if end { 0.5 } else { 1.0 }
    }

    /// Material measure of a node.
    pub fn measure(&self, node: usize) -> f64 {
        (0..3).map(|axis| self.share(axis, node)).product()
    }

    /// A node's material coordinates as parts of the way along each axis, from 0 to 1: the first and last nodes of an open axis
    /// are 0 and 1, a ring comes back to 0 after its last, and an axis that is not there is half-way.
    pub fn parts(&self, node: usize) -> [f64; 3] {
        let place = self.place(node);
        std::array::from_fn(|axis| match (self.counts[axis], self.closed[axis]) {
            (1, _) => 0.5,
            (count, true) => place[axis] as f64 / count as f64,
            (count, false) => place[axis] as f64 / (count - 1) as f64,
        })
    }

    /// Material coordinates of a node.
    pub fn coordinates(&self, node: usize) -> [f64; 3] {
        let place = self.place(node);
        std::array::from_fn(|axis| match self.counts[axis] {
            1 => 0.0,
            _ => place[axis] as f64 * self.spacing[axis],
        })
    }
}

/// Which fibres hold: `intact[axis][node]` is the one from a node to the next along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fibres {
    /// By axis and node; false where there is no fibre.
    pub intact: [Vec<bool>; 3],
}

impl Fibres {
    /// All of a lattice.
    pub fn all(lattice: &Lattice) -> Self {
        let exists = |axis| {
            let long = lattice.counts[axis] > 1;
            (0..lattice.len())
                .map(|node| long && lattice.next(axis, node).is_some())
                .collect()
        };
        Fibres {
            intact: [exists(0), exists(1), exists(2)],
        }
    }

    /// None of them.
    pub fn none(lattice: &Lattice) -> Self {
        Fibres {
            intact: std::array::from_fn(|_| vec![false; lattice.len()]),
        }
    }

    /// How many hold.
    pub fn count(&self) -> usize {
        self.intact.iter().flatten().filter(|holds| **holds).count()
    }

    /// Those that hold, as (axis, node, next node), axis after axis.
    pub fn each<'a>(
        &'a self,
        lattice: &'a Lattice,
    ) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
        (0..3).flat_map(move |axis| {
            let intact = self.intact[axis].iter().enumerate();
            let holding = intact.filter(|(_, holds)| **holds);
            holding.filter_map(move |(i, _)| Some((axis, i, lattice.next(axis, i)?)))
        })
    }

    /// Which piece each node belongs to, in the order of their first nodes, and how many pieces there are.
    pub fn pieces(&self, lattice: &Lattice) -> (Vec<u32>, usize) {
        let mut leader: Vec<u32> = (0..lattice.len() as u32).collect();
        fn find(leader: &mut [u32], mut i: u32) -> u32 {
            while leader[i as usize] != i {
                leader[i as usize] = leader[leader[i as usize] as usize];
                i = leader[i as usize];
            }
            i
        }
        for (_, i, j) in self.each(lattice) {
            let (a, b) = (find(&mut leader, i as u32), find(&mut leader, j as u32));
            leader[a.max(b) as usize] = a.min(b);
        }
        let mut number = vec![u32::MAX; lattice.len()];
        let mut count = 0;
        let pieces = (0..lattice.len() as u32)
            .map(|i| {
                let first = find(&mut leader, i) as usize;
                if number[first] == u32::MAX {
                    number[first] = count;
                    count += 1;
                }
                number[first]
            })
            .collect();
        (pieces, count as usize)
    }
}
