//! Rates, relaxation times and viscosities.

use super::{AT_ONCE, Bench, parameter, strain_along};
use crate::lab::machine::{Grip, LabError, Machine, Moment};
use plastica_material::{LawRecipe, Recipe};
use plastica_tensor::Mat3;

impl Bench<'_> {
    /// Creep: yield stress and rate.
    pub(super) fn creep(&mut self, flow: &LawRecipe) -> Result<(), LabError> {
        let norm =
            |m: &Moment| (m.kirchhoff().to_mat() * m.deformation.inverse().transpose()).norm();
        let isotropic = self.recipe.map.is_none();
        let asked = parameter(flow, "yield_stress").filter(|_| isotropic);
        for (property, path) in [
            ("yield stress ‖P‖ in shear", 5),
            ("yield stress ‖P‖ in uniaxial strain", 0),
        ] {
            let scale = if path == 5 { 0.5 } else { 1.0 };
            let at = self.at_onset(|x| strain_along(path, scale * x))?;
            self.push(
                property,
                "Pa",
                asked,
                Some(at.map_or(0.0, |m| norm(&m))),
                "onset of flow",
            );
        }
        // Far above yield: d ln‖dev h‖/dt = −ν y.
        let quiet = self.quiet();
        let mut machine = Machine::new(&quiet)?;
        machine.drive(&strain_along(5, 0.1).to_mat().scale(1.0 / AT_ONCE), AT_ONCE)?;
        let rate = parameter(flow, "rate").unwrap_or(0.0);
        if isotropic && rate > 0.0 && flow.choices[0] == 0 {
            let start = *machine.now();
            let dt = 1e-6 / rate;
            let end = *machine.drive(&Mat3::zero(), dt)?;
            let left = |m: &Moment| {
                plastica_material::elastic::hencky_strain(&m.state.deformation)
                    .deviator()
                    .norm()
            };
            let y = 1.0 - asked.unwrap_or(0.0) / norm(&start);
            let measured = -(left(&end) / left(&start)).ln() / (dt * y);
            let has = |exponent| parameter(flow, exponent).is_some_and(|n| n > 0.0);
            let (falls, rises) = (has("rate_exponent"), has("thinning_exponent"));
            let requested = (!falls && !rises).then_some(rate);
            let how = match (falls, rises) {
                (false, false) => "held shear of 0.2",
                (true, false) => "held shear of 0.2; the rate falls with stress",
                (false, true) => "held shear of 0.2; the rate rises with shear stress",
                (true, true) => "held shear of 0.2; the rate changes with stress",
            };
            self.push(
                "flow rate",
                "1/s",
                requested,
                (y > 0.0).then_some(measured),
                how,
            );
        }
        Ok(())
    }

    /// Maxwell: relaxation time.
    pub(super) fn relaxation(&mut self, flow: &LawRecipe) -> Result<(), LabError> {
        let shear = self.recipe.material::<f64>()?.moduli().shear;
        let asked = parameter(flow, "viscosity").map(|eta| eta / shear);
        let mut machine = Machine::new(self.recipe)?;
        machine.drive(
            &strain_along(5, 1e-3).to_mat().scale(1.0 / AT_ONCE),
            AT_ONCE,
        )?;
        let start = machine.stress().xy;
        let time = asked.unwrap_or(1.0);
        for _ in 0..100 {
            machine.drive(&Mat3::zero(), time / 100.0)?;
        }
        let measured = -time / (machine.stress().xy / start).ln();
        self.push(
            "relaxation time",
            "s",
            asked.filter(|_| self.recipe.map.is_none()),
            Some(measured),
            "decay of a held shear",
        );
        Ok(())
    }

    /// Burgers: the flow that stays and the part that comes back.
    pub(super) fn burgers(&mut self, flow: &LawRecipe) -> Result<(), LabError> {
        let get = |name: &str| parameter(flow, name).unwrap_or(f64::NAN);
        let (free_viscosity, modulus, viscosity) = (
            get("viscosity"),
            get("delayed_modulus"),
            get("delayed_viscosity"),
        );
        let delay = viscosity / modulus;
        let stress = 1e-4 * self.recipe.material::<f64>()?.moduli().shear;
        let mut machine = Machine::new(self.recipe)?;
        let free = Grip::Stress(0.0);
        let grips = |s: f64| [free, free, free, free, free, Grip::Stress(s)];
        let shear = |machine: &Machine| 2.0 * machine.strain().xy;
        let creep = |machine: &mut Machine, s: f64, time: f64| -> Result<f64, LabError> {
            for _ in 0..400 {
                machine.hold(&grips(s), time / 400.0)?;
            }
            Ok(shear(machine))
        };
        let late = creep(&mut machine, stress, 20.0 * delay)?;
        let later = creep(&mut machine, stress, 5.0 * delay)?;
        machine.hold(&grips(0.0), AT_ONCE)?;
        let released = shear(&machine);
        let recovered = creep(&mut machine, 0.0, 20.0 * delay)?;
        self.push(
            "viscosity",
            "Pa s",
            Some(free_viscosity),
            Some(stress * 5.0 * delay / (later - late)),
            "slope of late creep",
        );
        self.push(
            "delayed modulus",
            "Pa",
            Some(modulus),
            Some(stress / (released - recovered)),
            "recovery after release",
        );
        Ok(())
    }

    /// Kelvin–Voigt: the dashpot beside everything.
    pub(super) fn viscosity(&mut self, law: &LawRecipe) -> Result<(), LabError> {
        // A small step at a high rate: the dashpot's stress over the rate.
        let quiet = self.quiet();
        let stress_of = |recipe: &Recipe| -> Result<f64, LabError> {
            let mut machine = Machine::new(recipe)?;
            machine.drive(&strain_along(5, 0.5).to_mat(), 1e-9)?;
            Ok(machine.stress().xy)
        };
        let measured = stress_of(self.recipe)? - stress_of(&quiet)?;
        self.push(
            "shear viscosity",
            "Pa s",
            parameter(law, "shear_viscosity"),
            Some(measured),
            "stress at a shear rate of 1/s",
        );
        Ok(())
    }
}
