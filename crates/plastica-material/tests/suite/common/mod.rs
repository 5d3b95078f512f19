//! What the tests of the laws share: sample recipes for every law in the list, random
//! deformations, and paths.

use plastica_material::spec::{LawSpec, Parameter, Quantity, Slot};
use plastica_material::{
    Increment, LawRecipe, Material, Recipe, Response, State, Value, catalogue,
};
use plastica_tensor::decompose::exp_matrix;
use plastica_tensor::{Mat3, Sym3, Vec3};

pub const YOUNG: f64 = 1e6;
pub const POISSON: f64 = 0.3;

/// A small generator with a fixed seed: the tests see the same numbers every time.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    /// Uniform in [low, high).
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
    pub fn matrix(&mut self, size: f64) -> Mat3<f64> {
        Mat3::from_fn(|_, _| self.uniform(-size, size))
    }
    pub fn rotation(&mut self) -> Mat3<f64> {
        exp_matrix(&self.matrix(2.0).antisymmetric())
    }
    /// A turned and stretched body: principal stretches within `1 ± size`.
    pub fn deformation(&mut self, size: f64) -> Mat3<f64> {
        let stretches = Vec3::new(
            1.0 + self.uniform(-size, size),
            1.0 + self.uniform(-size, size),
            1.0 + self.uniform(-size, size),
        );
        (self.rotation().scale_columns(stretches)).mul_transpose(&self.rotation())
    }
}

/// A value for a parameter that a test does not care about, by name where it matters and by kind
/// otherwise, so that a new law is covered without being named here.
fn sample(law: &LawSpec, parameter: &Parameter) -> Vec<f64> {
    if let Some(default) = parameter.default {
        return vec![default; parameter.count];
    }
    match (law.slot, parameter.name) {
        (Slot::Elastic, "young_modulus") if parameter.count == 3 => {
            vec![YOUNG, 0.6 * YOUNG, 2.0 * YOUNG]
        }
        (Slot::Elastic, "poisson_ratio") if parameter.count == 3 => vec![0.2, 0.25, 0.3],
        (Slot::Elastic, "poisson_ratio") => vec![POISSON],
        (Slot::Elastic, "young_along") => vec![2.0 * YOUNG],
        (Slot::Map, "fragility") => vec![0.8, 0.9, 1.4],
        (Slot::Map, "fragility_along") => vec![1.4],
        (Slot::Map, "fragility_across") => vec![0.8],
        (Slot::Map, "aspect_ratio") => vec![4.0],
        (Slot::Map, "stress_map") => matrix(|i, j| {
            if i == j {
                1.0 + 0.1 * i as f64
            } else {
                0.05 * (i as f64 - j as f64)
            }
        }),
        (Slot::Map, "stiffness") => matrix(|i, j| {
            YOUNG
                * if i == j {
                    1.0
                } else {
                    0.1 / (1.0 + (i + j) as f64)
                }
        }),
        _ => {
            let value = match parameter.quantity {
                Quantity::Pressure if law.slot == Slot::Elastic => YOUNG,
                Quantity::Pressure => 0.02 * YOUNG,
                Quantity::Viscosity => 0.5 * YOUNG,
                Quantity::Rate => 2.0,
                Quantity::Time => 0.5,
                Quantity::Angle => 30f64.to_radians(),
                Quantity::Density => 1000.0,
                Quantity::Number => 0.05,
            };
            vec![value; parameter.count]
        }
    }
}

fn matrix(f: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    (0..36).map(|k| f(k / 6, k % 6)).collect()
}

/// Values that switch on what defaults leave off.
fn switched_on(law: &LawSpec, parameter: &Parameter) -> Option<f64> {
    Some(match (law.name, parameter.name) {
        (_, "hardening_modulus") => 0.1 * YOUNG,
        ("creep", "hardening") => 0.5,
        ("creep", "rate_exponent") => 1.0,
        ("creep", "reference_stress") => 0.05 * YOUNG,
        ("creep", "thinning_exponent") => 2.0,
        ("creep", "thinning_stress") => 0.05 * YOUNG,
        (_, "cohesion") => 0.01 * YOUNG,
        (_, "dilatancy_angle") => 10f64.to_radians(),
        (_, "hardening_rise") => 9f64.to_radians(),
        (_, "hardening_decay") => 0.2,
        (_, "hardening_deficit") => 10f64.to_radians(),
        (_, "bulk_viscosity") => 0.01 * YOUNG,
        _ => return None,
    })
}

/// The same laws with every optional parameter and the last word of every choice, but for creep's
/// paper mode, which depends on the step by design; and with a dashpot.
pub fn with_everything_on(plain: &Recipe) -> Recipe {
    let mut recipe = plain.clone();
    recipe.name += " (everything on)";
    for law in [
        Some(&mut recipe.elastic),
        recipe.flow.as_mut(),
        recipe.map.as_mut(),
    ]
    .into_iter()
    .flatten()
    {
        for parameter in law.law.parameters {
            if let Some(value) = switched_on(law.law, parameter) {
                law.set(parameter.name, &[value.into()]);
            }
        }
        for (index, choice) in law.law.choices.iter().enumerate() {
            if choice.name != "mode" {
                law.choices[index] = choice.options.len() - 1;
            }
        }
    }
    let dashpot = catalogue::law(Slot::Viscosity, "kelvin-voigt").unwrap();
    let mut viscosity = law_recipe(dashpot);
    viscosity.set("shear_viscosity", &[(0.01 * YOUNG).into()]);
    viscosity.set("bulk_viscosity", &[(0.01 * YOUNG).into()]);
    recipe.viscosity = Some(viscosity);
    recipe
        .check()
        .unwrap_or_else(|error| panic!("{}: {error}", recipe.name));
    recipe
}

/// Every combination, plain and with everything on.
pub fn all_recipes_and_variants() -> Vec<Recipe> {
    let plain = all_recipes();
    let variants: Vec<Recipe> = plain.iter().map(with_everything_on).collect();
    plain.into_iter().chain(variants).collect()
}

pub fn law_recipe(law: &'static LawSpec) -> LawRecipe {
    let mut recipe = LawRecipe::new(law);
    for parameter in law.parameters {
        let values: Vec<Value> = sample(law, parameter)
            .into_iter()
            .map(Value::from)
            .collect();
        recipe.set(parameter.name, &values);
    }
    recipe
}

pub fn recipe(
    elastic: &'static LawSpec,
    flow: Option<&'static LawSpec>,
    map: Option<&'static LawSpec>,
) -> Recipe {
    let name = [Some(elastic), flow, map]
        .iter()
        .flatten()
        .map(|law| law.name)
        .collect::<Vec<_>>()
        .join(" + ");
    Recipe {
        name,
        density: 1000.0.into(),
        elastic: law_recipe(elastic),
        flow: flow.map(law_recipe),
        viscosity: None,
        map: map.map(law_recipe),
    }
}

/// Every combination of laws in the list that goes together.
pub fn all_recipes() -> Vec<Recipe> {
    let or_none = |slot| {
        catalogue::laws(slot)
            .iter()
            .map(|law| Some(*law))
            .chain([None])
            .collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for elastic in catalogue::laws(Slot::Elastic) {
        for flow in or_none(Slot::Flow) {
            for map in or_none(Slot::Map) {
                let recipe = recipe(elastic, flow, map);
                if recipe.check().is_ok() {
                    all.push(recipe);
                }
            }
        }
    }
    assert!(
        all.len() > 60,
        "the list of combinations has shrunk to {}",
        all.len()
    );
    all
}

/// Every elastic law by itself, and every map over an isotropic one.
pub fn elastic_recipes() -> Vec<Recipe> {
    all_recipes()
        .into_iter()
        .filter(|recipe| recipe.flow.is_none())
        .collect()
}

/// Every flow rule with one elastic law and no map, then with a map.
pub fn flow_recipes() -> Vec<Recipe> {
    all_recipes()
        .into_iter()
        .filter(|recipe| recipe.flow.is_some())
        .collect()
}

pub fn is_isotropic(recipe: &Recipe) -> bool {
    recipe.map.is_none() && !["orthotropic", "transverse"].contains(&recipe.elastic.law.name)
}

pub fn build(recipe: &Recipe) -> Material<f64> {
    recipe
        .material()
        .unwrap_or_else(|error| panic!("{}: {error}", recipe.name))
}

/// A step with the given velocity gradient times its length, the motion of a constant gradient
/// taken exactly.
pub fn step(
    material: &Material<f64>,
    state: &mut State<f64>,
    gradient: &Mat3<f64>,
    dt: f64,
) -> Response<f64> {
    let trial = exp_matrix(gradient) * state.deformation;
    material.advance(
        state,
        &Increment {
            trial,
            gradient: *gradient,
            dt,
        },
    )
}

/// A path with a constant velocity gradient: `total` = L T over a time `time`, in `steps` steps.
pub fn drive(
    material: &Material<f64>,
    state: &mut State<f64>,
    total: &Mat3<f64>,
    time: f64,
    steps: usize,
) -> Response<f64> {
    let gradient = total.scale(1.0 / steps as f64);
    let mut response = Response {
        kirchhoff: Sym3::zero(),
        dissipation: 0.0,
    };
    let mut heat = 0.0;
    for _ in 0..steps {
        response = step(material, state, &gradient, time / steps as f64);
        heat += response.dissipation;
    }
    Response {
        dissipation: heat,
        ..response
    }
}

/// A point at a given deformation, as a finite-strain law keeps it or as the rate law reaches it.
pub fn at_deformation(material: &Material<f64>, f: &Mat3<f64>) -> State<f64> {
    let mut state = material.rest();
    state.deformation = *f;
    state
}

pub fn relative(a: &Sym3<f64>, b: &Sym3<f64>) -> f64 {
    (*a - *b).norm() / b.norm().max(1e-300)
}

/// Rotates a symmetric tensor.
pub fn turned(t: &Sym3<f64>, q: &Mat3<f64>) -> Sym3<f64> {
    t.conjugate(q)
}
