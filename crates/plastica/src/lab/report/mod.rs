//! What was asked of a material beside what it does.

mod elastic;
mod friction;
mod metal;
mod onset;
mod viscous;

use super::machine::LabError;
use plastica_material::{LawRecipe, Recipe};
use plastica_tensor::Sym3;

pub(super) use onset::onset;

/// One property, asked for and measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is.
    pub property: String,
    /// In which unit; "1" for pure numbers, "deg" for angles.
    pub unit: &'static str,
    /// What the recipe says; `None` where it follows from other numbers only.
    pub requested: Option<f64>,
    /// What the machine measured; `None` where the specimen showed none.
    pub measured: Option<f64>,
    /// How it was measured, or why the two differ.
    pub how: String,
}

/// All properties of a material.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Name of the material.
    pub material: String,
    /// The laws, as in "hencky + drucker-prager".
    pub laws: String,
    /// The properties.
    pub rows: Vec<Row>,
}

/// Measures what the laws of a recipe promise.
pub fn report(recipe: &Recipe) -> Result<Report, LabError> {
    recipe.check()?;
    let mut bench = Bench {
        recipe,
        rows: Vec::new(),
    };
    bench.elastic()?;
    if let Some(flow) = &recipe.flow {
        let first = bench.rows.len();
        bench.flow(flow)?;
        if is_directional(recipe) {
            // The numbers hold in the fictitious space; along x another one is measured.
            for row in &mut bench.rows[first..] {
                row.requested = None;
                row.how.push_str("; depends on direction");
            }
        }
    }
    if let Some(viscosity) = &recipe.viscosity {
        bench.viscosity(viscosity)?;
    }
    let laws: Vec<&str> = recipe.laws().map(|(_, law)| law.law.name).collect();
    Ok(Report {
        material: recipe.name.clone(),
        laws: laws.join(" + "),
        rows: bench.rows,
    })
}

/// Whether strength differs from direction to direction.
fn is_directional(recipe: &Recipe) -> bool {
    recipe.map.is_some() || ["orthotropic", "transverse"].contains(&recipe.elastic.law.name)
}
/// A time in which nothing flows [s].
const AT_ONCE: f64 = 1e-12;

/// The place where rows are measured.
struct Bench<'a> {
    recipe: &'a Recipe,
    rows: Vec<Row>,
}

/// The value of a parameter at the origin and the start.
fn parameter(law: &LawRecipe, name: &str) -> Option<f64> {
    law.law
        .offset_of(name)
        .map(|at| law.values[at].at([0.0; 3], 0.0))
}

/// A strain of size x in one of the six components.
fn strain_along(i: usize, x: f64) -> Sym3<f64> {
    let mut strain = [0.0; 6];
    strain[i] = x;
    Sym3::from_array(strain)
}

impl Bench<'_> {
    fn push(
        &mut self,
        property: impl Into<String>,
        unit: &'static str,
        requested: Option<f64>,
        measured: Option<f64>,
        how: impl Into<String>,
    ) {
        self.rows.push(Row {
            property: property.into(),
            unit,
            requested,
            measured,
            how: how.into(),
        });
    }

    /// The recipe without its dashpot.
    fn quiet(&self) -> Recipe {
        Recipe {
            viscosity: None,
            ..self.recipe.clone()
        }
    }

    /// What the flow rule promises.
    fn flow(&mut self, flow: &LawRecipe) -> Result<(), LabError> {
        let directional = is_directional(self.recipe);
        match flow.law.name {
            "von-mises" | "kinematic-hardening" => self.metal(flow, directional)?,
            "drucker-prager" => self.friction(flow)?,
            "creep" => self.creep(flow)?,
            "maxwell" => self.relaxation(flow)?,
            "burgers" => self.burgers(flow)?,
            "snow" => {
                let how = "onset of flow in uniaxial strain";
                let pulled = onset(self.recipe, |x| strain_along(0, x))?.map(f64::exp_m1);
                let pushed = onset(self.recipe, |x| strain_along(0, -x))?.map(|x| -(-x).exp_m1());
                self.push(
                    "critical stretch",
                    "1",
                    parameter(flow, "critical_stretch"),
                    pulled,
                    how,
                );
                self.push(
                    "critical compression",
                    "1",
                    parameter(flow, "critical_compression"),
                    pushed,
                    how,
                );
            }
            "shear-clamp" if !directional => {
                // ‖dev h‖ of a pure shear of engineering size γ is γ/√2.
                let measured =
                    onset(self.recipe, |x| strain_along(5, 0.5 * x))?.map(|x| x / 2f64.sqrt());
                self.push(
                    "strain limit",
                    "1",
                    parameter(flow, "strain_limit"),
                    measured,
                    "onset of flow in pure shear",
                );
            }
            _ => self.any_yield()?,
        }
        Ok(())
    }
}
