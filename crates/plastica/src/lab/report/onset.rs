//! Where flow sets in.

use super::{AT_ONCE, Bench};
use crate::lab::machine::{Grip, LabError, Machine, Moment};
use plastica_material::Recipe;
use plastica_tensor::Sym3;

/// Largest strain at which flow is looked for.
const FAR: f64 = 0.7;

/// Size `x` of a strain `path(x)`, applied at a moderate rate from rest, at which heat first
/// appears; `None` if none does.
pub(in crate::lab) fn onset(
    recipe: &Recipe,
    path: impl Fn(f64) -> Sym3<f64>,
) -> Result<Option<f64>, LabError> {
    let mut quiet = recipe.clone();
    quiet.viscosity = None;
    let stiffness = quiet.material::<f64>()?.moduli().shear;
    let flows = |x: f64| -> Result<bool, LabError> {
        let mut machine = Machine::new(&quiet)?;
        // A millisecond: long enough for a viscous rule to leave a trace of heat.
        machine.drive(&path(x).to_mat().scale(1e3), 1e-3)?;
        Ok(machine.now().plastic_work > 1e-14 * stiffness * x * x)
    };
    if !flows(FAR)? {
        return Ok(None);
    }
    let (mut low, mut high) = (0.0, FAR);
    while high - low > 1e-13 * high && high > 1e-9 {
        let middle = 0.5 * (low + high);
        if flows(middle)? {
            high = middle
        } else {
            low = middle
        }
    }
    Ok((high > 1e-8).then_some(high))
}

impl Bench<'_> {
    /// The specimen just as it begins to flow.
    pub(super) fn at_onset(
        &self,
        path: impl Fn(f64) -> Sym3<f64>,
    ) -> Result<Option<Moment>, LabError> {
        let Some(x) = onset(self.recipe, &path)? else {
            return Ok(None);
        };
        let quiet = self.quiet();
        let mut machine = Machine::new(&quiet)?;
        Ok(Some(
            *machine.drive(&path(x).to_mat().scale(1.0 / AT_ONCE), AT_ONCE)?,
        ))
    }

    /// Stress in a pull with free sides at which flow sets in.
    pub(super) fn tensile_yield(&self) -> Result<Option<f64>, LabError> {
        let quiet = self.quiet();
        let pulled = |x: f64| -> Result<Moment, LabError> {
            let mut machine = Machine::new(&quiet)?;
            let free = Grip::Stress(0.0);
            machine.hold(&[Grip::Rate(x * 1e3), free, free, free, free, free], 1e-3)?;
            Ok(*machine.now())
        };
        let stiffness = quiet.material::<f64>()?.moduli().shear;
        let flows = |x: f64, moment: &Moment| moment.plastic_work > 1e-14 * stiffness * x * x;
        let (mut low, mut high) = (0.0, 0.5);
        if !flows(high, &pulled(high)?) {
            return Ok(None);
        }
        while high - low > 1e-12 * high && high > 1e-9 {
            let middle = 0.5 * (low + high);
            if flows(middle, &pulled(middle)?) {
                high = middle
            } else {
                low = middle
            }
        }
        Ok(Some(pulled(low)?.kirchhoff().xx))
    }
}
