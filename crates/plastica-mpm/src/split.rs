//! Particles that have grown too long for the grid are split in two.
//!
//! A particle stands for the material of a parallelepiped, its *domain*: a cube at the start, that deforms with it. If neighbours come to lie
//! a cell apart along a line, nodes no longer feel the gradient between them and the body parts for no reason of its own
//! (numerical fracture). Before that each is replaced by two halves of its domain, if it is pulled along it.
//!
//! The same lattice of particles has many domains: sheared by a whole spacing, it is as even as it was. Edges are therefore
//! reduced first, by taking off one what makes it shorter of another (Lagrange's reduction, pair by pair).

use crate::b_spline::BSpline;
use crate::grid::{Grid, in_space};
use crate::group::{Chunk, Group};
use crate::sort::{Newcomers, locate};
use crate::tables::{
    AFFINE, GEOMETRY, LAW_STATE, MASS, POSITION, RARE, STRESS, Tables, VELOCITY, VOLUME,
    column_counts,
};
use plastica_material::{Increment, Recipe, RecipeError};
use plastica_particles::columns::index;
use plastica_particles::{Columns, Extra, Layout};
use plastica_tensor::{Mat3, Scalar, Sym3, Vec3};
use rayon::prelude::*;

/// Domains longer than this are split [cells].
const LONGEST: f64 = 0.7;
/// Nor are those split that are hardly longer than at the start, if there are few in a cell: this many times as long.
const STRETCHED: f64 = 1.2;
/// Halves are no farther from the middle of the whole than this [cells]: a particle that was pressed flat over many cells before it is
/// pulled stands for no parallelepiped of that length, and would be thrown across the grid.
const FARTHEST: f64 = 0.5 * LONGEST;
/// Particles with less than this share of a cell are not split: a thread of them is finer than the grid can carry, and parts.
const SMALLEST: f64 = 1.0 / 64.0;

/// How particles of a material know their domain, if they need one. That of an elastic one follows from its deformation, others
/// carry it along; what cannot be drawn never grows long in one piece.
pub(crate) fn domain(recipe: &Recipe, at: [f64; 3]) -> Result<Option<Extra>, RecipeError> {
    let material = recipe.material_at::<f64>(at, 0.0)?;
    if recipe.flow.is_none() && recipe.map.is_none() && material.keeps().deformation {
        return Ok(Some(Extra::RestDomain));
    }
    // A small stretch, fast.
    let (stretch, dt) = (1e-4, 1e-9);
    let mut state = material.rest();
    let gradient = Mat3::identity().scale(stretch);
    let modulus = material.p_wave_modulus(&state);
    let step = Increment::from_gradient(&state, gradient, dt);
    let pull = material.advance(&mut state, &step).kirchhoff.trace();
    Ok((pull > 0.1 * stretch * modulus).then_some(Extra::Domain))
}

/// Splits particles of a group that have grown too long, in the order of their places.
pub(crate) fn split<S: Scalar, K: BSpline>(
    group: &mut Group<S>,
    grid: &Grid<S>,
    next_id: &mut u32,
    new: &mut Newcomers<S>,
) {
    let Some(kept) = Kept::of(&group.body.layout) else {
        return;
    };
    let long: Vec<(usize, usize, Halving)> = (0..group.chunks.len())
        .into_par_iter()
        .with_min_len(8)
        .flat_map_iter(|c| {
            let chunk = &group.chunks[c];
            let domains = Domains::new(group, chunk, kept);
            let (start, grip_of) = (chunk.start, &group.grip_of);
            (0..chunk.count)
                .filter(move |i| grip_of.get(start + i).is_none_or(|by| *by == 0))
                .filter_map(move |i| Some((c, i, domains.halving(i, grid.cell)?)))
        })
        .collect();
    for (c, i, halving) in long {
        let chunk = group.chunks[c];
        let mut halves = [-1.0, 1.0].map(|sign| {
            let mut row = Row::of(group, chunk.start + i);
            row.halve::<K>(&halving, sign, kept, grid.cell);
            row
        });
        halves[0].write(group, chunk.start + i);
        let origin = grid.origin(chunk.block);
        let local = std::array::from_fn(|k| halves[1].0[GEOMETRY][POSITION + k]);
        let (place, local) = locate::<S, K>(in_space(origin, grid.cell, local), grid.cell);
        halves[1].0[GEOMETRY][POSITION..POSITION + 3].copy_from_slice(&local);
        for (rows, row) in new.rows.iter_mut().zip(&halves[1].0) {
            rows.extend(row);
        }
        new.places.push(place);
        new.ids.push(*next_id);
        *next_id += 1;
    }
}

/// Where edges are kept: table and first column.
#[derive(Clone, Copy)]
struct Kept {
    table: usize,
    first: usize,
}

impl Kept {
    fn of(layout: &Layout) -> Option<Self> {
        [(Extra::RestDomain, RARE), (Extra::Domain, LAW_STATE)]
            .into_iter()
            .find_map(|(kind, table)| {
                let first = layout.first(kind)?;
                Some(Kept { table, first })
            })
    }
}

/// Domains of the particles of a chunk.
struct Domains<'a, S> {
    geometry: Columns<'a, S>,
    law: Columns<'a, S>,
    stress: Columns<'a, S>,
    edges: Columns<'a, S>,
    layout: &'a Layout,
    first: usize,
}

/// How a particle is cut: its edges as they are kept, reduced and with one of them halved, and the way from its middle to those
/// of its halves [cells].
struct Halving {
    kept_edges: Mat3<f64>,
    way: Vec3<f64>,
}

impl<'a, S: Scalar> Domains<'a, S> {
    fn new(group: &'a Group<S>, chunk: &Chunk, kept: Kept) -> Self {
        Domains {
            geometry: group.table(GEOMETRY, chunk),
            law: group.table(LAW_STATE, chunk),
            stress: group.table(STRESS, chunk),
            edges: group.table(kept.table, chunk),
            layout: &group.body.layout,
            first: kept.first,
        }
    }

    /// How to halve a particle, if it is too long and drawn: what is flattened only comes nearer to its neighbours.
    fn halving(&self, i: usize, cell: f64) -> Option<Halving> {
        let volume = self.geometry.get(VOLUME, i).to_f64() / cell.powi(3);
        if volume < SMALLEST {
            return None;
        }
        let limit = LONGEST.max(STRETCHED * volume.cbrt());
        let entry = |r: usize, c: usize| self.edges.get(self.first + 3 * r + c, i).to_f64();
        let mut kept = Mat3::from_fn(entry);
        let deformation = match self.layout.first(Extra::Domain) {
            Some(_) => Mat3::identity(),
            None => self.layout.state(&self.law, i).deformation,
        };
        let longest = |edges: &Mat3<f64>| {
            let square = |k: usize| edge(edges, k).dot(edge(edges, k));
            let longer = |a: usize, b: usize| if square(b) > square(a) { b } else { a };
            let longest = longer(longer(0, 1), 2);
            (square(longest) > limit * limit).then_some(longest)
        };
        longest(&(deformation * kept))?;
        reduce(&mut kept, &deformation);
        let edges = deformation * kept;
        let k = longest(&edges)?;
        let long = edge(&edges, k);
        let stress: Sym3<S> = self.stress.symmetric(0, i);
        let stress = Sym3::from_array(stress.to_array().map(|s| s.to_f64()));
        if stress.mul_vec(long).dot(long) <= 0.0 {
            return None;
        }
        for r in 0..3 {
            kept[(r, k)] *= 0.5;
        }
        Some(Halving {
            kept_edges: kept,
            way: long.scale(f64::min(0.25, FARTHEST / long.norm())),
        })
    }
}

/// An edge: a column of the matrix of edges.
fn edge(edges: &Mat3<f64>, k: usize) -> Vec3<f64> {
    Vec3(std::array::from_fn(|r| edges[(r, k)]))
}

/// Shortens edges, as they are now, by whole multiples of others.
fn reduce(kept: &mut Mat3<f64>, deformation: &Mat3<f64>) {
    // Each round that changes something makes the lattice's edges shorter; few do.
    for _ in 0..8 {
        let edges = *deformation * *kept;
        let mut is_reduced = true;
        for (a, b) in [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)] {
            let (of, by) = (edge(&edges, a), edge(&edges, b));
            let share = of.dot(by) / by.dot(by);
            // At a half nothing is gained, and the two would take turns.
            if share.abs() > 0.5 + 1e-9 {
                let times = share.round();
                for r in 0..3 {
                    kept[(r, a)] -= times * kept[(r, b)];
                }
                is_reduced = false;
                break;
            }
        }
        if is_reduced {
            return;
        }
    }
}

/// All numbers of a particle, table by table.
struct Row<S>(Tables<Vec<S>>);

impl<S: Scalar> Row<S> {
    fn of(group: &Group<S>, slot: usize) -> Self {
        let counts = column_counts(&group.body.layout);
        Row(std::array::from_fn(|t| {
            let count = counts[t];
            let table = &group.tables[t];
            (0..count).map(|c| table[index(count, c, slot)]).collect()
        }))
    }

    fn write(&self, group: &mut Group<S>, slot: usize) {
        for (row, table) in self.0.iter().zip(&mut group.tables) {
            for (c, number) in row.iter().enumerate() {
                table[index(row.len(), c, slot)] = *number;
            }
        }
    }

    /// Makes it the half on one side: half the mass and volume, moving as the whole did there. What the ways apart carry of the first
    /// moment of momentum, C e eᵀ, is taken off the affine motion, which keeps the sum m (C d): angular momentum
    /// does not change.
    fn halve<K: BSpline>(&mut self, halving: &Halving, sign: f64, kept: Kept, cell: f64) {
        let way = halving.way.scale(sign);
        let [geometry, _, motion, ..] = &mut self.0;
        for column in [MASS, VOLUME] {
            geometry[column] = geometry[column] * S::from_f64(0.5);
        }
        let affine = Mat3::from_fn(|r, c| motion[AFFINE + 3 * r + c].to_f64());
        let drift = affine.mul_vec(way);
        for r in 0..3 {
            geometry[POSITION + r] += S::from_f64(way[r]);
            motion[VELOCITY + r] += S::from_f64(drift[r] * cell);
            for c in 0..3 {
                let carried = drift[r] * way[c] * K::INVERSE_MOMENT;
                motion[AFFINE + 3 * r + c] = S::from_f64(affine[(r, c)] - carried);
            }
        }
        let edges = &mut self.0[kept.table][kept.first..];
        for r in 0..3 {
            for c in 0..3 {
                edges[3 * r + c] = S::from_f64(halving.kept_edges[(r, c)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However far a lattice is sheared, rows stay a spacing apart: its shortest edges are never longer than √5/2 spacings. A lattice that
    /// is drawn keeps its long edge.
    #[test]
    fn shear_makes_no_edge_long_and_stretch_does() {
        let longest = |edges: &Mat3<f64>| {
            let lengths = (0..3).map(|k| edge(edges, k).norm());
            lengths.fold(0.0, f64::max)
        };
        for tenth in 0..=100 {
            let shear = 0.1 * f64::from(tenth);
            let mut deformation = Mat3::identity();
            deformation[(0, 1)] = shear;
            let mut kept = Mat3::identity();
            reduce(&mut kept, &deformation);
            let edges = deformation * kept;
            assert!(longest(&edges) < 1.119, "{shear}: {edges:?}");
            assert!((edges.determinant() - 1.0).abs() < 1e-12);
        }
        let deformation = Mat3::from_rows([[3.0, 0.0, 0.0], [0.0, 0.6, 0.0], [0.0, 0.0, 0.6]]);
        let mut kept = Mat3::identity();
        reduce(&mut kept, &deformation);
        assert_eq!(longest(&(deformation * kept)), 3.0);
    }
}
