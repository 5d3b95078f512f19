//! From a recipe to a material with numbers, with every check on the way.

use crate::catalogue;
use crate::elastic::hypoelastic::{self, Hypoelastic};
use crate::elastic::orthotropic::{ORTHOTROPIC, TRANSVERSE};
use crate::elastic::{Elastic, Isotropic};
use crate::flow::{AnyStressFlow, AnyStretchFlow, MAX_HISTORY};
use crate::map::{self, AnisotropicMap, GeneralMap, OrthotropicMap, OrthotropicStiffness};
use crate::material::{Keeps, Material};
use crate::moduli::Moduli;
use crate::recipe::{LawRecipe, Recipe};
use crate::route::{Axes, ElasticOnly, Inner, Logarithmic, Rate, Route, Stretches};
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
        self.check_pairing()
    }

    fn check_pairing(&self) -> Result<(), RecipeError> {
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

        let (map, elastic, stiffest) = match elasticity {
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
                let (map, stiffest) = self.map_of(
                    &OrthotropicStiffness::isotropic(&moduli),
                    &moduli,
                    &constants,
                );
                (
                    map,
                    elastic,
                    if map.is_some() {
                        stiffest
                    } else {
                        moduli.p_wave()
                    },
                )
            }
            Elasticity::Directional(stiffness) => {
                let (map, stiffest) = self.map_of(&stiffness, &stiffness.fictitious, &constants);
                let map = map.unwrap_or(AnisotropicMap::Orthotropic(OrthotropicMap::new(
                    &stiffness,
                    Vec3::splat(R::one()),
                )));
                (Some(map), hencky(&stiffness.fictitious), stiffest)
            }
        };
        let in_axes = |map, inner| Route::Axes(Axes { map, inner });
        let route = match (map, stress_flow, stretch_flow) {
            (None, None, None) => Route::ElasticOnly(ElasticOnly(elastic)),
            (None, None, Some(flow)) => Route::Stretches(Stretches { elastic, flow }),
            (None, Some(flow), _) if !remembers_tensor => {
                Route::Logarithmic(Logarithmic { elastic, flow })
            }
            (map, Some(flow), _) => in_axes(map, Inner::Stresses(elastic, flow)),
            (map, None, Some(flow)) => in_axes(map, Inner::Stretches(elastic, flow)),
            (map, None, None) => in_axes(map, Inner::Elastic(elastic)),
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

    /// The map, if the recipe has one, and the largest stiffness with it.
    fn map_of<R: Real>(
        &self,
        stiffness: &OrthotropicStiffness<R>,
        moduli: &Moduli<R>,
        constants: &impl Fn(&LawRecipe) -> Vec<R>,
    ) -> (Option<AnisotropicMap<R>>, R) {
        let Some(law) = &self.map else {
            return (None, stiffness.stiffest());
        };
        let c = constants(law);
        let a = || Vec3([c[0], c[1], c[2]]);
        match law.law.name {
            name if name == map::FRAGILITY.name => (
                Some(AnisotropicMap::Orthotropic(OrthotropicMap::new(
                    stiffness,
                    a(),
                ))),
                stiffness.stiffest(),
            ),
            name if name == map::CONSISTENT.name => (
                Some(AnisotropicMap::Orthotropic(OrthotropicMap::consistent(a()))),
                OrthotropicMap::consistent_stiffness(a(), moduli).stiffest(),
            ),
            _ => {
                let map = GeneralMap::new(&c, moduli);
                (Some(AnisotropicMap::General(map)), map.stiffest())
            }
        }
    }

    fn finish<R: Real>(
        &self,
        route: Route<R>,
        stiffest: R,
        constants: &impl Fn(&LawRecipe) -> Vec<R>,
    ) -> Material<R> {
        let history = self.flow.as_ref().map_or(&[][..], |law| law.law.history);
        let mut initial_history = [R::zero(); MAX_HISTORY];
        let initial = history
            .iter()
            .flat_map(|h| std::iter::repeat_n(h.initial, h.components));
        for (slot, value) in initial_history.iter_mut().zip(initial) {
            *slot = R::constant(value);
        }
        Material {
            keeps: Keeps {
                deformation: !matches!(route, Route::Rate(..)),
                axes: matches!(route, Route::Axes(Axes { map: Some(_), .. })),
                history: history.iter().map(|h| h.components).sum(),
            },
            route,
            viscosity: self
                .viscosity
                .as_ref()
                .map(|law| KelvinVoigt::from_constants(&constants(law))),
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
