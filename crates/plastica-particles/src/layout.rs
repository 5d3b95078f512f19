//! Which columns the particles of a body have for their law.

use crate::columns::{Columns, ColumnsMut};
use plastica_core::Seed;
use plastica_material::{Keeps, Recipe, State};
use plastica_tensor::{Mat3, Real, Scalar, Sym3};
use std::ops::Range;

/// Columns that only some bodies or methods need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// The material's axes at rest, row by row.
    Axes,
    /// Position at rest [m], for materials that vary over the body.
    RestPosition,
    /// Acceleration beside gravity [m/s²].
    BodyAcceleration,
    /// Nine numbers of the method's scheme.
    Scheme,
    /// Edges of what the particle stands for, at rest and as columns of a matrix, row by row.
    RestDomain,
    /// The same as they are now.
    Domain,
}

impl Extra {
    const COUNT: usize = 6;

    /// How many columns it takes.
    const fn width(self) -> usize {
        match self {
            Extra::Axes | Extra::Scheme | Extra::RestDomain | Extra::Domain => 9,
            Extra::RestPosition | Extra::BodyAcceleration => 3,
        }
    }

    /// Whether steps do without it, so that it is kept in a table of its own.
    const fn is_rare(self) -> bool {
        matches!(self, Extra::RestDomain)
    }
}

/// The columns of a body's particles: some of the method's own, what the law keeps (deformation gradient or stress,
/// then history), and extras.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    keeps: Keeps,
    /// Columns of the method, in front of those of the law.
    own: usize,
    /// First columns of the extras that there are.
    extras: [Option<usize>; Extra::COUNT],
    columns: usize,
    /// Columns that steps do without.
    rare: usize,
}

impl Layout {
    /// After `own` columns of the method what the law keeps, and the extras in this order.
    pub fn new(keeps: Keeps, own: usize, extras: &[Extra]) -> Self {
        let mut layout = Layout {
            keeps,
            own,
            extras: [None; Extra::COUNT],
            columns: 0,
            rare: 0,
        };
        layout.columns = layout.history_columns().end;
        for extra in extras {
            let columns = match extra.is_rare() {
                true => &mut layout.rare,
                false => &mut layout.columns,
            };
            layout.extras[*extra as usize] = Some(*columns);
            *columns += extra.width();
        }
        layout
    }
    /// How many columns there are, but for those that steps do without.
    pub fn columns(&self) -> usize {
        self.columns
    }
    /// How many columns there are that steps do without: domains at rest. They are numbered by themselves.
    pub fn rare_columns(&self) -> usize {
        self.rare
    }
    /// The first column of an extra, if there is one.
    #[inline(always)]
    pub fn first(&self, extra: Extra) -> Option<usize> {
        self.extras[extra as usize]
    }
    /// The columns of history.
    #[inline(always)]
    pub fn history_columns(&self) -> Range<usize> {
        let first = self.own + if self.keeps.deformation { 9 } else { 6 };
        first..first + self.keeps.history
    }
    /// Single numbers among the columns of history: column, name and unit.
    pub fn history_scalars(&self, recipe: &Recipe) -> Vec<(usize, &'static str, &'static str)> {
        let mut next = self.history_columns().start;
        let mut found = Vec::new();
        for history in recipe.flow.iter().flat_map(|flow| flow.law.history) {
            if history.components == 1 {
                found.push((next, history.name, history.quantity.unit()));
            }
            next += history.components;
        }
        found
    }
    /// Whether the material has axes of its own.
    pub fn has_directions(&self) -> bool {
        self.keeps.axes
    }
    /// Whether the law keeps a deformation gradient.
    #[inline(always)]
    pub fn keeps_deformation(&self) -> bool {
        self.keeps.deformation
    }

    /// Takes over what the law keeps of the particles `at..at + LANES`, but for their volume.
    #[inline(always)]
    pub fn load<R: Real>(&self, columns: &Columns<'_, R::Scalar>, at: usize, state: &mut State<R>) {
        let mut next = self.own;
        if self.keeps.deformation {
            state.deformation = columns.matrix(next, at);
            next += 9;
        } else {
            state.stress = columns.symmetric(next, at);
            next += 6;
        }
        for k in 0..self.keeps.history {
            state.history[k] = columns.load(next + k, at);
        }
    }

    /// Writes what the law keeps, but for the volume.
    #[inline(always)]
    pub fn store<R: Real>(
        &self,
        columns: &mut ColumnsMut<'_, R::Scalar>,
        at: usize,
        state: &State<R>,
    ) {
        let mut next = self.own;
        if self.keeps.deformation {
            columns.store_matrix(next, at, &state.deformation);
            next += 9;
        } else {
            columns.store_symmetric(next, at, &state.stress);
            next += 6;
        }
        for k in 0..self.keeps.history {
            columns.store(next + k, at, state.history[k]);
        }
    }

    /// Writes a new particle at rest.
    pub fn store_new<S: Scalar>(
        &self,
        columns: &mut ColumnsMut<'_, S>,
        at: usize,
        state: &State<S>,
        seed: &Seed,
    ) {
        self.store(columns, at, state);
        for i in 0..3 {
            if let Some(first) = self.first(Extra::Axes) {
                for j in 0..3 {
                    columns.set(first + 3 * i + j, at, S::from_f64(seed.axes[(i, j)]));
                }
            }
            if let Some(first) = self.first(Extra::RestPosition) {
                columns.set(first + i, at, S::from_f64(seed.position[i]));
            }
        }
    }

    /// The position at rest of one particle [m], if it is kept.
    pub fn rest_position<S: Scalar>(
        &self,
        columns: &Columns<'_, S>,
        at: usize,
    ) -> Option<[f64; 3]> {
        let first = self.first(Extra::RestPosition)?;
        Some(std::array::from_fn(|k| columns.get(first + k, at).to_f64()))
    }

    /// What the law keeps of one particle, in double precision, but for its volume.
    pub fn state<S: Scalar>(&self, columns: &Columns<'_, S>, at: usize) -> State<f64> {
        let mut state = State {
            deformation: Mat3::identity(),
            stress: Sym3::zero(),
            volume: S::one(),
            history: Default::default(),
        };
        self.load(columns, at, &mut state);
        State {
            deformation: Mat3::from_fn(|r, c| state.deformation[(r, c)].to_f64()),
            stress: Sym3::from_array(state.stress.to_array().map(|s| s.to_f64())),
            volume: 1.0,
            history: state.history.map(|h| h.to_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_follow_each_other_without_gaps() {
        let keeps = Keeps {
            deformation: true,
            axes: true,
            history: 2,
        };
        let layout = Layout::new(keeps, 2, &[Extra::Axes, Extra::RestDomain, Extra::Scheme]);
        assert_eq!(layout.history_columns(), 11..13);
        assert_eq!(layout.first(Extra::Axes), Some(13));
        assert_eq!(layout.first(Extra::RestPosition), None);
        assert_eq!(layout.first(Extra::Scheme), Some(22));
        assert_eq!(layout.columns(), 31);
        assert_eq!(layout.first(Extra::RestDomain), Some(0));
        assert_eq!(layout.rare_columns(), 9);
        let rate = Keeps {
            deformation: false,
            ..keeps
        };
        assert_eq!(Layout::new(rate, 1, &[]).columns(), 1 + 6 + 2);
    }
}
