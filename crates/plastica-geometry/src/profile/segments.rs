//! Many straight pieces in the plane: how near they are, without asking all of them.

use crate::Bounds;
use crate::tree::Tree;
use plastica_tensor::Vec3;

/// The ends of a straight piece. Both, so that pieces that meet do so to the last digit.
pub(crate) type Segment = [[f64; 2]; 2];

/// Straight pieces.
#[derive(Clone, Debug)]
pub(crate) struct Segments {
    tree: Tree,
    /// In the order of the tree.
    pieces: Vec<Segment>,
}

impl Segments {
    /// At least one.
    pub(crate) fn new(pieces: &[Segment]) -> Segments {
        let boxes: Vec<Bounds> = pieces.iter().map(around).collect();
        let tree = Tree::new(&boxes);
        Segments {
            pieces: tree.order.iter().map(|i| pieces[*i as usize]).collect(),
            tree,
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Segment> {
        self.pieces.iter()
    }

    /// Squared distance of a point from the nearest.
    pub(crate) fn distance_squared(&self, p: [f64; 2]) -> f64 {
        let mut nearest = f64::INFINITY;
        self.tree.nearest(flat(p), f64::INFINITY, |place| {
            nearest = nearest.min(to_segment(p, self.pieces[place]));
            nearest
        });
        nearest
    }

    /// Whether a ray from a point along x crosses an odd number of them.
    pub(crate) fn is_crossed_oddly(&self, p: [f64; 2]) -> bool {
        let mut odd = false;
        let ahead = |b: &Bounds| b.low[1] <= p[1] && p[1] <= b.high[1] && p[0] <= b.high[0];
        self.tree.visit(ahead, |place| {
            let [a, b] = self.pieces[place];
            let (from, edge) = (difference(p, a), difference(b, a));
            if (a[1] > p[1]) != (b[1] > p[1]) {
                let right = from[0] * edge[1] < edge[0] * from[1];
                odd ^= right == (edge[1] > 0.0);
            }
        });
        odd
    }

    /// Least and greatest coordinates.
    pub(crate) fn bounds(&self) -> ([f64; 2], [f64; 2]) {
        let Bounds { low, high } = self.tree.nodes[0].bounds;
        ([low[0], low[1]], [high[0], high[1]])
    }

    /// Whether two touch that do not share an end.
    pub(crate) fn touch(&self) -> bool {
        (0..self.pieces.len()).any(|i| {
            let piece = &self.pieces[i];
            let own = around(piece);
            let mut touches = false;
            self.tree.visit(
                |bounds| !own.meet(bounds).is_empty(),
                |j| touches |= touch(piece, &self.pieces[j]),
            );
            touches
        })
    }
}

fn flat([x, y]: [f64; 2]) -> Vec3<f64> {
    Vec3::new(x, y, 0.0)
}

fn difference(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn around(piece: &Segment) -> Bounds {
    Bounds::around(piece.map(flat))
}

/// Whether pieces without a common end have a common point.
fn touch(a: &Segment, b: &Segment) -> bool {
    if a.iter().any(|p| b.contains(p)) {
        return false;
    }
    let side = |s: &Segment, p: [f64; 2]| {
        let (edge, from) = (difference(s[1], s[0]), difference(p, s[0]));
        edge[0] * from[1] - edge[1] * from[0]
    };
    let parts = |s: &Segment, t: &Segment| side(s, t[0]) * side(s, t[1]) <= 0.0;
    parts(a, b) && parts(b, a) && !around(a).meet(&around(b)).is_empty()
}

/// Squared distance of a point from a piece.
#[inline]
pub(super) fn to_segment(p: [f64; 2], [a, b]: Segment) -> f64 {
    let (from, edge) = (difference(p, a), difference(b, a));
    let length = edge[0] * edge[0] + edge[1] * edge[1];
    let along = (from[0] * edge[0] + from[1] * edge[1]) / length;
    // A segment without length gives NaN, which clamps to its start.
    let along = if along > 0.0 { along.min(1.0) } else { 0.0 };
    let (x, y) = (from[0] - along * edge[0], from[1] - along * edge[1]);
    x * x + y * y
}
