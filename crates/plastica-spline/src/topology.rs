//! How the nodes of a body are connected: fibres that hold, and the pieces they leave.

use crate::lattice::{Fibres, Lattice};

/// Fibres and pieces of a body; fracture changes them.
#[derive(Debug)]
pub(crate) struct Topology {
    /// Fibres that hold.
    pub(crate) fibres: Fibres,
    /// Fibres at the start.
    pub(crate) initial: Fibres,
    /// The piece of each node.
    pieces: Vec<u32>,
    pub(crate) piece_count: usize,
}

impl Topology {
    /// All fibres of a lattice but some that are cut: axis and node of each.
    pub(crate) fn new(lattice: &Lattice, cuts: &[(usize, usize)]) -> Self {
        let mut fibres = Fibres::all(lattice);
        for &(axis, node) in cuts {
            fibres.intact[axis][node] = false;
        }
        let (pieces, piece_count) = fibres.pieces(lattice);
        Topology {
            initial: fibres.clone(),
            fibres,
            pieces,
            piece_count,
        }
    }

    /// Finds the pieces again after fibres have changed. Returns those of the nodes before.
    pub(crate) fn find_pieces(&mut self, lattice: &Lattice) -> Vec<u32> {
        let (pieces, count) = self.fibres.pieces(lattice);
        self.piece_count = count;
        std::mem::replace(&mut self.pieces, pieces)
    }

    /// The piece of a node.
    pub(crate) fn piece(&self, node: usize) -> usize {
        self.pieces[node] as usize
    }

    /// Nodes with their pieces.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.pieces
            .iter()
            .enumerate()
            .map(|(i, &p)| (i, p as usize))
    }
}
