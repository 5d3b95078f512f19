//! Lines and triangles by which a body is drawn. What has torn is left out.

use crate::lattice::{Fibres, Lattice};
use plastica_core::Cells;
use std::collections::HashSet;

/// Lines of curves and nets, triangles of surfaces and of the outside of solids.
pub(crate) fn cells(lattice: &Lattice, fibres: &Fibres, net: bool) -> Cells {
    let axes: Vec<usize> = lattice.axes().collect();
    let mut cells = Cells::default();
    match axes[..] {
        [a, b] if !net => {
            for i in 0..lattice.len() {
                quad(lattice, fibres, (a, b), i, false, &mut cells.triangles);
            }
            cells.lines = frayed(lattice, fibres, &cells.triangles);
        }
        [_, _, _] => solid(lattice, fibres, &mut cells.triangles),
        _ => {
            let lines = fibres.each(lattice).map(|(_, i, j)| [i as u32, j as u32]);
            cells.lines.extend(lines);
        }
    }
    cells
}

/// Fibres that hold between torn cells.
fn frayed(lattice: &Lattice, fibres: &Fibres, triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let sides = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let ordered = |[i, j]: [u32; 2]| [i.min(j), i.max(j)];
    let covered: HashSet<[u32; 2]> = triangles.iter().flat_map(sides).map(ordered).collect();
    (fibres.each(lattice))
        .map(|(_, i, j)| [i as u32, j as u32])
        .filter(|line| !covered.contains(&ordered(*line)))
        .collect()
}

/// Two triangles of a whole cell; of one with a single cut fibre, the triangle that does without it.
fn quad(
    lattice: &Lattice,
    fibres: &Fibres,
    (a, b): (usize, usize),
    i: usize,
    turned: bool,
    to: &mut Vec<[u32; 3]>,
) {
    let (Some(j), Some(k)) = (lattice.next(a, i), lattice.next(b, i)) else {
        return;
    };
    let Some(l) = lattice.next(b, j) else { return };
    let holds = [
        fibres.intact[a][i],
        fibres.intact[b][j],
        fibres.intact[a][k],
        fibres.intact[b][i],
    ];
    let [i, j, k, l] = [i, j, k, l].map(|n| n as u32);
    let mut push = |t: [u32; 3]| to.push(if turned { [t[0], t[2], t[1]] } else { t });
    match holds {
        [true, true, true, true] => {
            push([i, j, l]);
            push([i, l, k]);
        }
        [true, true, false, true] | [true, true, true, false] => push([i, j, l]),
        [false, true, true, true] | [true, false, true, true] => push([i, l, k]),
        _ => {}
    }
}

/// Faces of whole cells that no other whole cell shares.
fn solid(lattice: &Lattice, fibres: &Fibres, to: &mut Vec<[u32; 3]>) {
    let whole: Vec<bool> = (0..lattice.len())
        .map(|i| cell(lattice, fibres, i).is_some())
        .collect();
    for i in (0..lattice.len()).filter(|&i| whole[i]) {
        for axis in 0..3 {
            let (a, b) = [(1, 2), (2, 0), (0, 1)][axis];
            let open = |other: Option<usize>| !other.is_some_and(|j| whole[j]);
            if open(lattice.before(axis, i)) {
                quad(lattice, fibres, (a, b), i, true, to);
            }
            if open(lattice.next(axis, i))
                && let Some(j) = lattice.next(axis, i)
            {
                quad(lattice, fibres, (a, b), j, false, to);
            }
        }
    }
}

/// The far corner of a cell whose twelve fibres all hold.
fn cell(lattice: &Lattice, fibres: &Fibres, i: usize) -> Option<usize> {
    let step = |axis: usize, from: usize| {
        lattice
            .next(axis, from)
            .filter(|_| fibres.intact[axis][from])
    };
    let mut far = None;
    for [a, b, c] in [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
    ] {
        far = Some(step(c, step(b, step(a, i)?)?)?);
    }
    far
}
