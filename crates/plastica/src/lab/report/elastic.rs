//! Stiffness.

use super::{AT_ONCE, Bench, parameter};
use crate::lab::machine::{Grip, LabError, Machine};

impl Bench<'_> {
    /// Stresses along x, y, z under which a specimen with friction can bear a small load more: a
    /// pressure that its yield rule sees as equal from all sides. None for the others.
    fn rest_stress(&self) -> Result<[f64; 3], LabError> {
        let has_friction = self
            .recipe
            .flow
            .as_ref()
            .is_some_and(|flow| flow.law.name == "drucker-prager");
        if !has_friction {
            return Ok([0.0; 3]);
        }
        let pressure = 1e-5 * self.recipe.material::<f64>()?.moduli().shear;
        let fragility = |i: usize| {
            let map = self.recipe.map.as_ref()?;
            let at = map.law.offset_of("fragility")?;
            Some(map.values[at + i].at([0.0; 3], 0.0))
        };
        Ok([0, 1, 2].map(|i| -pressure / fragility(i).map_or(1.0, |a| a * a)))
    }

    /// Stress per strain, and strains along x, y, z per strain, of a small change along axis i with
    /// free sides.
    pub(super) fn small_pull(&self, i: usize) -> Result<(f64, [f64; 3]), LabError> {
        let quiet = self.quiet();
        let mut machine = Machine::new(&quiet)?;
        let rest = self.rest_stress()?;
        let free = Grip::Stress(0.0);
        let mut grips = [
            Grip::Stress(rest[0]),
            Grip::Stress(rest[1]),
            Grip::Stress(rest[2]),
            free,
            free,
            free,
        ];
        machine.hold(&grips, AT_ONCE)?;
        let (before, strain_before) = (machine.stress(), machine.strain());
        let small = if rest[0] < 0.0 { 1e-8 } else { 1e-6 };
        // Compression, which frictional solids bear.
        grips[i] = Grip::Rate(-small / AT_ONCE);
        machine.hold(&grips, AT_ONCE)?;
        let stress = (machine.stress() - before).to_array()[i] / -small;
        let strain = (machine.strain() - strain_before).to_array();
        Ok((stress, [0, 1, 2].map(|j| strain[j] / -small)))
    }

    /// Young's modulus and Poisson's ratio, or the moduli along the axes.
    pub(super) fn elastic(&mut self) -> Result<(), LabError> {
        let law = &self.recipe.elastic;
        let with_map = self.recipe.map.is_some();
        if let (Some(young), Some(poisson), false) = (
            parameter(law, "young_modulus"),
            parameter(law, "poisson_ratio"),
            law.law.parameters[0].count == 3,
        ) {
            let (stress, strain) = self.small_pull(0)?;
            let how = match (law.law.name, with_map) {
                ("squared", _) => "small uniaxial strain; this law is twice as stiff as it is told",
                (_, true) => "small uniaxial strain along x; the map sets the stiffness",
                _ => "small uniaxial strain",
            };
            let requested = (!with_map
                || self
                    .recipe
                    .map
                    .as_ref()
                    .is_some_and(|map| map.law.name == "fragility"))
            .then_some(young);
            self.push("Young's modulus", "Pa", requested, Some(stress), how);
            self.push(
                "Poisson's ratio",
                "1",
                requested.map(|_| poisson),
                Some(-strain[1]),
                how,
            );
            return Ok(());
        }
        let asked = |name: &str, k: usize| {
            law.law
                .offset_of(name)
                .map(|at| law.values[at + k].at([0.0; 3], 0.0))
        };
        // The numbers asked for are those of grains that all lie along the axis.
        let mixed = self.recipe.map.as_ref().is_some_and(|map| {
            map.law.name == "oriented" && parameter(map, "alignment").is_some_and(|a| a < 1.0)
        });
        let how = match mixed {
            true => "small uniaxial strain; grains that lie otherwise set the stiffness too",
            false => "small uniaxial strain",
        };
        for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
            let requested = match law.law.name {
                _ if mixed => None,
                "transverse" => parameter(
                    law,
                    if i == 2 {
                        "young_along"
                    } else {
                        "young_across"
                    },
                ),
                _ => asked("young_modulus", i),
            };
            let (stress, _) = self.small_pull(i)?;
            self.push(
                format!("Young's modulus along {axis}"),
                "Pa",
                requested,
                Some(stress),
                how,
            );
        }
        Ok(())
    }
}
