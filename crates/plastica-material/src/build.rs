//! From a recipe to a material with numbers, with every check on the way.

use crate::catalogue;
use crate::elastic::hypoelastic::{self, Hypoelastic};
use crate::elastic::orthotropic::{ORTHOTROPIC, TRANSVERSE};
use crate::elastic::{Elastic, Isotropic};
use crate::flow::{AnyStressFlow, AnyStretchFlow, MAX_HISTORY};
use crate::map::{
    self, AnisotropicMap, GeneralMap, Oriented, OrthotropicMap, OrthotropicStiffness,
};
use crate::material::{Keeps, Material};
use crate::moduli::Moduli;
use crate::recipe::{LawRecipe, Recipe};
use crate::route::{Axes, Directions, ElasticOnly, Inner, Logarithmic, Rate, Route, Stretches};
use crate::spec::{Slot, Violation};
use crate::viscosity::KelvinVoigt;
use plastica_tensor::{Real, Scalar, Vec3};
use std::fmt;

/// Why a recipe does not make a material.
#[derive(Clone, Debug, PartialEq)]
pub struct RecipeError {
    /// The place of the law at fault; `None` for the density.
    pub slot: Option<Slot>,
    /// The parameter to point at, if one is to blame.
    pub parameter: Option<&'static str>,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.slot, self.parameter) {
            (Some(slot), Some(parameter)) => {
                write!(f, "{}.{parameter}: {}", slot.key(), self.reason)
            }
            (Some(slot), None) => write!(f, "{}: {}", slot.key(), self.reason),
            (None, _) => write!(f, "density: {}", self.reason),
        }
    }
}

impl std::error::Error for RecipeError {}

/// The isotropic and directional parts of an elastic law with its map.
enum Elasticity<R> {
    Isotropic(Elastic<R>),
    Rate(Hypoelastic<R>),
    Directional(OrthotropicStiffness<R>),
}

impl Recipe {
    /// Whether the laws go together and their values at rest position 0 and time 0 are accepted:
    /// every number in its range, all conditions between numbers.
    pub fn check(&self) -> Result<(), RecipeError> {
        self.check_at([0.0; 3], 0.0)
    }

    /// The same for another place and moment, where parameters vary.
    pub fn check_at(&self, position: [f64; 3], time: f64) -> Result<(), RecipeError> {
        let density = self.density.at(position, time);
        if !(density > 0.0 && density.is_finite()) {
            return Err(RecipeError {
                slot: None,
                parameter: None,
                reason: format!("{density} kg/m3 is not a density: it must be more than 0"),
            });
        }
        for (slot, law) in self.laws() {
            check_values(slot, law, &law.at(position, time))?;
        }
        self.check_pairing(position, time)
    }

    fn check_pairing(&self, position: [f64; 3], time: f64) -> Result<(), RecipeError> {
        let fault = |slot: Slot, reason: String| {
            Err(RecipeError {
                slot: Some(slot),
                parameter: None,
                reason,
            })
        };
        let elastic = self.elastic.law.name;
        let is_rate = elastic == hypoelastic::SPEC.name;
        let is_directional = elastic == ORTHOTROPIC.name || elastic == TRANSVERSE.name;
        if let Some(flow) = &self.flow {
            let on_stress = catalogue::acts_on_stress(flow.law);
            let linear = is_rate || is_directional || elastic == "hencky";
            if on_stress && !linear {
                return fault(
                    Slot::Flow,
                    format!(
                        "{} brings stresses back and needs an elastic law that is linear in logarithmic strain: use elastic hencky (or hypoelastic, orthotropic, transverse), not {elastic}",
                        flow.law.name
                    ),
                );
            }
            if !on_stress && is_rate {
                return fault(
                    Slot::Flow,
                    format!(
                        "{} acts on stretches, which hypoelastic does not keep: use a finite-strain elastic law such as hencky or corotated",
                        flow.law.name
                    ),
                );
            }
        }
        if let Some(map) = &self.map {
            if is_rate {
                return fault(
                    Slot::Map,
                    "direction needs a finite-strain elastic law; hypoelastic keeps no axes".into(),
                );
            }
            if map.law.name == map::ORIENTED.name {
                return self.check_oriented(map, position, time);
            }
            if is_directional && map.law.name != map::FRAGILITY.name {
                return fault(
                    Slot::Map,
                    format!(
                        "{} brings its own elasticity and needs an isotropic elastic law, not {elastic}",
                        map.law.name
                    ),
                );
            }
        }
        Ok(())
    }

    /// What goes with grains that turn.
    fn check_oriented(
        &self,
        map: &LawRecipe,
        position: [f64; 3],
        time: f64,
    ) -> Result<(), RecipeError> {
        let fault = |slot: Slot, parameter: Option<&'static str>, reason: String| {
            Err(RecipeError {
                slot: Some(slot),
                parameter,
                reason,
            })
        };
        let elastic = self.elastic.law.name;
        if elastic != TRANSVERSE.name && elastic != "hencky" {
            return fault(
                Slot::Map,
                None,
                format!(
                    "oriented is the same in all directions across the grains, and linear: use elastic transverse or hencky, not {elastic}"
                ),
            );
        }
        if let Some(flow) = &self.flow
            && flow.law.history_len() + map::ORIENTED.history_len() > MAX_HISTORY
        {
            return fault(
                Slot::Flow,
                None,
                format!(
                    "{} remembers a tensor, which cannot follow grains that turn: use another rule, or map fragility",
                    flow.law.name
                ),
            );
        }
        let shear = self.elastic.law.offset_of("shear_along");
        if shear.is_some_and(|at| self.elastic.at(position, time)[at] != 0.0) {
            return fault(
                Slot::Elastic,
                Some("shear_along"),
                "with map oriented the shear moduli follow from the others for every mixture of grains: leave it out".into(),
            );
        }
        let constants = |law: &LawRecipe| law.constants(position, time);
        let aligned = match self.elasticity(&constants) {
            Elasticity::Directional(stiffness) => stiffness,
            Elasticity::Isotropic(elastic) => OrthotropicStiffness::isotropic(&elastic.moduli()),
            Elasticity::Rate(elastic) => OrthotropicStiffness::isotropic(&elastic.0),
        };
        let mean = Oriented::new(&constants(map), &aligned, false).largest_mean();
        // The comparison is false for NaN, which is refused too.
        if !(mean <= 0.5 * (1.0 - map::LEAST_ROOM)) {
            return fault(
                Slot::Elastic,
                self.elastic.law.parameters.get(2).map(|p| p.name),
                format!(
                    "with map oriented every mixture of grains must be stable: √(ν_ij ν_ji) = {mean:.4} must be at most {}",
                    0.5 * (1.0 - map::LEAST_ROOM)
                ),
            );
        }
        Ok(())
    }

    /// The material at a place and moment.
    pub fn material_at<R: Real>(
        &self,
        position: [f64; 3],
        time: f64,
    ) -> Result<Material<R>, RecipeError> {
        self.check_at(position, time)?;
        Ok(self.assemble(|law| {
            law.constants(position, time)
                .into_iter()
                .map(R::constant)
                .collect()
        }))
    }

    /// The material where nothing varies: at the origin and time 0.
    pub fn material<R: Real>(&self) -> Result<Material<R>, RecipeError> {
        self.material_at([0.0; 3], 0.0)
    }

    /// A register of points, each at its own place. Positions must hold at least one entry; lanes
    /// past the end take the last.
    pub fn material_lanes<R: Real>(
        &self,
        positions: &[[f64; 3]],
        time: f64,
    ) -> Result<Material<R>, RecipeError> {
        for position in positions {
            self.check_at(*position, time)?;
        }
        Ok(self.assemble(|law| {
            let points: Vec<Vec<f64>> = positions.iter().map(|p| law.constants(*p, time)).collect();
            (0..points[0].len())
                .map(|k| {
                    R::from_fn(|lane| R::Scalar::from_f64(points[lane.min(points.len() - 1)][k]))
                })
                .collect()
        }))
    }

    /// Puts the laws together from their constants.
    fn assemble<R: Real>(&self, constants: impl Fn(&LawRecipe) -> Vec<R>) -> Material<R> {
        let elasticity = self.elasticity(&constants);
        let flow = self.flow.as_ref().map(|law| (law, constants(law)));
        let stress_flow = flow
            .as_ref()
            .and_then(|(law, c)| AnyStressFlow::new(law.law, c, &law.choices));
        let stretch_flow = flow
            .as_ref()
            .and_then(|(law, c)| AnyStretchFlow::new(law.law, c, &law.choices));
        let remembers_tensor = self
            .flow
            .as_ref()
            .is_some_and(|law| law.law.history.iter().any(|h| h.components == 6));

        let (directions, elastic, stiffest) = match elasticity {
            Elasticity::Rate(elastic) => {
                let stiffest = elastic.0.p_wave();
                return self.finish(
                    Route::Rate(Rate {
                        elastic,
                        flow: stress_flow,
                    }),
                    stiffest,
                    &constants,
                );
            }
            Elasticity::Isotropic(elastic) => {
                let moduli = elastic.moduli();
                let isotropic = OrthotropicStiffness::isotropic(&moduli);
                match &self.map {
                    None => (None, elastic, moduli.p_wave()),
                    Some(law) => {
                        let (map, stiffest) = self.directions(law, &isotropic, &constants);
                        (Some(map), elastic, stiffest)
                    }
                }
            }
            Elasticity::Directional(stiffness) => {
                let (map, stiffest) = match &self.map {
                    Some(law) => self.directions(law, &stiffness, &constants),
                    None => (
                        Directions::Fixed(AnisotropicMap::Orthotropic(OrthotropicMap::new(
                            &stiffness,
                            Vec3::splat(R::one()),
                        ))),
                        stiffness.stiffest(),
                    ),
                };
                (Some(map), hencky(&stiffness.fictitious), stiffest)
            }
        };
        let isotropic = Directions::Fixed(AnisotropicMap::Isotropic(elastic.moduli()));
        let in_axes = |directions: Option<Directions<R>>, inner| {
            Route::Axes(Axes {
                // An elastic law with directions alone remembers nothing.
                volume_error: self.map.is_some().then(|| self.map_history()),
                directions: directions.unwrap_or(isotropic),
                inner,
            })
        };
        let route = match (directions, stress_flow, stretch_flow) {
            (None, None, None) => Route::ElasticOnly(ElasticOnly(elastic)),
            (None, None, Some(flow)) => Route::Stretches(Stretches { elastic, flow }),
            (None, Some(flow), _) if !remembers_tensor => {
                Route::Logarithmic(Logarithmic { elastic, flow })
            }
            (directions, Some(flow), _) => in_axes(directions, Inner::Stresses(elastic, flow)),
            (directions, None, Some(flow)) => in_axes(directions, Inner::Stretches(elastic, flow)),
            (directions, None, None) => in_axes(directions, Inner::Elastic(elastic)),
        };
        self.finish(route, stiffest, &constants)
    }

    fn elasticity<R: Real>(&self, constants: &impl Fn(&LawRecipe) -> Vec<R>) -> Elasticity<R> {
        let c = constants(&self.elastic);
        match self.elastic.law.name {
            name if name == hypoelastic::SPEC.name => {
                Elasticity::Rate(Hypoelastic(Moduli::from_constants(&c)))
            }
            name if name == ORTHOTROPIC.name || name == TRANSVERSE.name => {
                Elasticity::Directional(OrthotropicStiffness::from_constants(&c))
            }
            _ => Elasticity::Isotropic(Elastic::new(self.elastic.law, &c)),
        }
    }

    /// How direction matters by a map, and the largest stiffness with it.
    fn directions<R: Real>(
        &self,
        law: &LawRecipe,
        stiffness: &OrthotropicStiffness<R>,
        constants: &impl Fn(&LawRecipe) -> Vec<R>,
    ) -> (Directions<R>, R) {
        let c = constants(law);
        let fixed = |map| Directions::Fixed(AnisotropicMap::Orthotropic(map));
        let a = || Vec3([c[0], c[1], c[2]]);
        match law.law.name {
            name if name == map::FRAGILITY.name => (
                fixed(OrthotropicMap::new(stiffness, a())),
                stiffness.stiffest(),
            ),
            name if name == map::CONSISTENT.name => {
                let moduli = &stiffness.fictitious;
                (
                    fixed(OrthotropicMap::consistent(a(), moduli)),
                    OrthotropicMap::consistent_stiffness(a(), moduli).stiffest(),
                )
            }
            name if name == map::ORIENTED.name => {
                let grains = Oriented::new(&c, stiffness, law.choices[0] == 1);
                (
                    Directions::Evolving(grains, self.map_history() + 1),
                    grains.stiffest(),
                )
            }
            _ => {
                let map = GeneralMap::new(&c);
                (
                    Directions::Fixed(AnisotropicMap::General(map)),
                    map.stiffest(),
                )
            }
        }
    }

    /// Where in the history the part of the map begins.
    fn map_history(&self) -> usize {
        self.flow.as_ref().map_or(0, |law| law.law.history_len())
    }

    fn finish<R: Real>(
        &self,
        route: Route<R>,
        stiffest: R,
        constants: &impl Fn(&LawRecipe) -> Vec<R>,
    ) -> Material<R> {
        let laws = [self.flow.as_ref(), self.map.as_ref()];
        let history = laws.into_iter().flatten().flat_map(|law| law.law.history);
        let mut initial: Vec<R> = history
            .flat_map(|h| std::iter::repeat_n(R::constant(h.initial), h.components))
            .collect();
        let mut directed = false;
        if let Route::Axes(Axes { directions, .. }) = &route {
            directed = !matches!(directions, Directions::Fixed(AnisotropicMap::Isotropic(_)));
            if let Directions::Evolving(grains, at) = directions {
                initial[*at..].copy_from_slice(&grains.start());
            }
        }
        let mut initial_history = [R::zero(); MAX_HISTORY];
        initial_history[..initial.len()].copy_from_slice(&initial);
        Material {
            keeps: Keeps {
                deformation: !matches!(route, Route::Rate(..)),
                axes: directed,
                history: initial.len(),
            },
            route,
            viscosity: self
                .viscosity
                .as_ref()
                .map(|law| KelvinVoigt::from_constants(&constants(law))),
            has_barrier: true,
            stiffest,
            initial_history,
        }
    }
}

impl LawRecipe {
    /// The constants of the formulas at a place and moment.
    fn constants(&self, position: [f64; 3], time: f64) -> Vec<f64> {
        (self.law.derive)(&self.at(position, time), &self.choices)
    }
}

/// Hooke's law on logarithmic strain with given moduli.
fn hencky<R: Real>(moduli: &Moduli<R>) -> Elastic<R> {
    Elastic::Hencky(Isotropic::from_constants(&[moduli.shear, moduli.lame]))
}

/// Each number in its range, then the conditions between them.
fn check_values(slot: Slot, law: &LawRecipe, values: &[f64]) -> Result<(), RecipeError> {
    let mut offset = 0;
    for parameter in law.law.parameters {
        for value in &values[offset..offset + parameter.count] {
            if value.is_nan() || !parameter.range.contains(*value) {
                return Err(RecipeError {
                    slot: Some(slot),
                    parameter: Some(parameter.name),
                    reason: format!(
                        "{value} is not accepted: {} [{}]",
                        parameter.range.describe(1.0, parameter.quantity.unit()),
                        law.law.name
                    ),
                });
            }
        }
        offset += parameter.count;
    }
    (law.law.check)(values).map_err(|Violation { parameter, reason }| RecipeError {
        slot: Some(slot),
        parameter: Some(parameter),
        reason,
    })
}
