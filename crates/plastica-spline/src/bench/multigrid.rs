//! Cycles of multigrid on square membranes.

use super::norm;
use crate::body::Weights;
use crate::hybrid::stiffness;
use crate::lattice::{Fibres, Lattice};
use crate::solve::{Cycle, Multigrid, Smoother};
use crate::system::hold;
use plastica_linear::{Field, SparseMatrix};
use plastica_scene::method::bench::{Effort, Measurable};
use plastica_tensor::Vec3;

/// Sides of the sheets: 10 thousand to a million nodes.
pub(super) const SIDES: [usize; 5] = [100, 200, 316, 500, 1000];

/// A square membrane that is held at its border, with an error that cycles make smaller.
pub(super) struct Sheet {
    lattice: Lattice,
    fibres: Fibres,
    held: Vec<bool>,
    matrix: SparseMatrix<f64>,
    levels: Option<Multigrid<f64>>,
    zero: Field,
    x: Field,
    /// Size of the error after the first cycle, and cycles since.
    start: f64,
    cycles: u32,
}

impl Sheet {
    pub(super) fn new(side: usize) -> Result<Self, String> {
        let lattice = Lattice::new(&[(side, false); 2]).map_err(|error| error.to_string())?;
        let fibres = Fibres::all(&lattice);
        let zero = vec![Vec3::zero(); lattice.len()];
        let weights = Weights::uniform([0.0, 1.0, 0.0]);
        let mut matrix = stiffness(&lattice, &fibres, &weights, &zero);
        let outside = |k: &usize| *k == 0 || *k + 1 == side;
        let held: Vec<bool> = (0..lattice.len())
            .map(|i| lattice.place(i)[..2].iter().any(outside))
            .collect();
        hold(&mut matrix, &held);
        let x = (0..lattice.len())
            .map(|i| Vec3::splat(if held[i] { 0.0 } else { (i as f64 * 0.7).sin() }))
            .collect();
        Ok(Sheet {
            lattice,
            fibres,
            held,
            matrix,
            levels: None,
            zero,
            x,
            start: 0.0,
            cycles: 0,
        })
    }

    fn cycle(&mut self) -> Result<(), String> {
        let levels = match &mut self.levels {
            Some(levels) => levels,
            none => {
                let levels = Multigrid::new(&self.lattice, &self.fibres, &self.held, &self.matrix);
                none.insert(levels.map_err(|error| error.to_string())?)
            }
        };
        let cycle = Cycle {
            smoother: Smoother::Colours,
            ..Cycle::default()
        };
        levels.cycle(&self.matrix, &self.zero, &mut self.x, cycle);
        Ok(())
    }
}

impl Measurable for Sheet {
    fn point(&self) -> &'static str {
        "node"
    }

    fn points(&self) -> usize {
        self.lattice.len()
    }

    fn effort(&self) -> Effort {
        Effort {
            warm_up: Some(1),
            ..Effort::steps(1)
        }
    }

    fn advance(&mut self, steps: u32) -> Result<(), String> {
        for _ in 0..steps {
            let first = self.levels.is_none();
            self.cycle()?;
            if first {
                self.start = norm(&self.x);
            } else {
                self.cycles += 1;
            }
        }
        Ok(())
    }

    fn findings(&self) -> Vec<(&'static str, Vec<f64>)> {
        let factor = (norm(&self.x) / self.start).powf(1.0 / f64::from(self.cycles.max(1)));
        vec![("error_factor", vec![factor])]
    }
}
