//! What was asked of a material beside what it does.

use super::machine::{Grip, LabError, Machine, Moment};
use plastica_material::{LawRecipe, Recipe};
use plastica_tensor::{Mat3, Sym3};

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

/// Largest strain at which flow is looked for.
const FAR: f64 = 0.7;

/// Size `x` of a strain `path(x)`, applied at a moderate rate from rest, at which heat first
/// appears; `None` if none does.
pub(super) fn onset(
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

struct Bench<'a> {
    recipe: &'a Recipe,
    rows: Vec<Row>,
}

fn parameter(law: &LawRecipe, name: &str) -> Option<f64> {
    law.law
        .offset_of(name)
        .map(|at| law.values[at].at([0.0; 3], 0.0))
}

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
    fn small_pull(&self, i: usize) -> Result<(f64, [f64; 3]), LabError> {
        let mut quiet = self.recipe.clone();
        quiet.viscosity = None;
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

    fn elastic(&mut self) -> Result<(), LabError> {
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
        for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
            let requested = match law.law.name {
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
                "small uniaxial strain",
            );
        }
        Ok(())
    }

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

    /// The specimen just as it begins to flow.
    fn at_onset(&self, path: impl Fn(f64) -> Sym3<f64>) -> Result<Option<Moment>, LabError> {
        let Some(x) = onset(self.recipe, &path)? else {
            return Ok(None);
        };
        let mut quiet = self.recipe.clone();
        quiet.viscosity = None;
        let mut machine = Machine::new(&quiet)?;
        Ok(Some(
            *machine.drive(&path(x).to_mat().scale(1.0 / AT_ONCE), AT_ONCE)?,
        ))
    }

    /// Stress in a pull with free sides at which flow sets in.
    fn tensile_yield(&self) -> Result<Option<f64>, LabError> {
        let mut quiet = self.recipe.clone();
        quiet.viscosity = None;
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

    /// Whatever the rule: the stresses at which heat first appears.
    fn any_yield(&mut self) -> Result<(), LabError> {
        let sheared = self.at_onset(|x| strain_along(5, 0.5 * x))?;
        self.push(
            "yield stress in shear",
            "Pa",
            None,
            sheared.map(|m| m.kirchhoff().xy),
            "onset of flow in pure shear",
        );
        let pulled = self.tensile_yield()?;
        self.push(
            "yield stress in tension",
            "Pa",
            None,
            pulled,
            "onset of flow in uniaxial stress",
        );
        Ok(())
    }

    fn metal(&mut self, flow: &LawRecipe, directional: bool) -> Result<(), LabError> {
        let shear_yield = parameter(flow, "shear_yield").filter(|_| !directional);
        let first = self.rows.len();
        self.any_yield()?;
        self.rows[first].requested = shear_yield;
        self.rows[first + 1].requested = shear_yield.map(|y| 3f64.sqrt() * y);
        if directional {
            return Ok(());
        }
        // Plastic modulus from two points well past yield: dτ/dε = EH/(E + H) in a pull.
        let young = self.small_pull(0)?.0;
        let yield_strain = self.rows[first + 1].measured.unwrap_or(0.0) / young;
        let mut machine = Machine::new(self.recipe)?;
        let free = Grip::Stress(0.0);
        let mut pull = |strain: f64| -> Result<f64, LabError> {
            machine.hold(&[Grip::Rate(strain), free, free, free, free, free], 1.0)?;
            Ok(machine.now().kirchhoff().xx)
        };
        let (a, b) = (pull(3.0 * yield_strain)?, pull(yield_strain)?);
        let slope = (b - a) / yield_strain;
        let asked = ["hardening_modulus", "kinematic_modulus"]
            .iter()
            .filter_map(|name| parameter(flow, name))
            .sum();
        self.push(
            "plastic modulus",
            "Pa",
            Some(asked),
            Some(slope * young / (young - slope)),
            "slope after yield in uniaxial stress",
        );
        Ok(())
    }

    /// Two triaxial tests give the two constants of the cone.
    fn friction(&mut self, flow: &LawRecipe) -> Result<(), LabError> {
        if is_directional(self.recipe) {
            self.push("friction angle", "deg", None, None, "see --test triaxial");
            return Ok(());
        }
        let material = self.recipe.material::<f64>()?;
        let (shear, finite) = (material.moduli().shear, material.keeps().deformation);
        let cohesion = parameter(flow, "cohesion").unwrap_or(0.0);
        let failure = |pressure: f64| -> Result<(f64, f64), LabError> {
            let mut machine = Machine::new(self.recipe)?;
            let (p, free) = (Grip::Stress(-pressure), Grip::Stress(0.0));
            machine.hold(&[p, p, p, free, free, free], 1.0)?;
            // Only until it flows, so that hardening has not begun.
            let step = 0.02 * (pressure + cohesion) / shear;
            let consolidated = machine.now().plastic_work;
            for _ in 0..2000 {
                machine.hold(&[Grip::Rate(-step), p, p, free, free, free], 1.0)?;
                if machine.now().plastic_work > consolidated {
                    break;
                }
            }
            // Finite-strain laws yield in Kirchhoff stress, which is Cauchy's times J.
            let moment = machine.now();
            let stress = if finite {
                moment.kirchhoff()
            } else {
                moment.cauchy
            };
            Ok((
                (stress.deviator().norm_squared() / 2.0).sqrt(),
                stress.trace(),
            ))
        };
        let base = (1e-4 * shear).max(2.0 * cohesion);
        let ((j1, i1), (j2, i2)) = (failure(base)?, failure(2.0 * base)?);
        let alpha = (j1 - j2) / (i2 - i1);
        let k = j1 + alpha * i1;
        let cone = flow.law.choices[0].options[flow.choices[0]].0;
        let sin = sine_of_cone(cone, alpha);
        let angle = sin.asin();
        let cohesion_measured = k / strength_factor(cone, sin);
        let asked = parameter(flow, "friction_angle")
            .zip(parameter(flow, "hardening_deficit"))
            .map(|(angle, deficit)| (angle - deficit).to_degrees());
        let hardens = parameter(flow, "hardening_rise").is_some_and(|h| h > 0.0);
        let note = if hardens {
            "; it changes with flow"
        } else {
            ""
        };
        self.push(
            "friction angle",
            "deg",
            asked,
            Some(angle.to_degrees()),
            format!("two triaxial tests, {cone} cone{note}"),
        );
        self.push(
            "cohesion",
            "Pa",
            Some(cohesion),
            Some(cohesion_measured),
            "the same tests, at no pressure",
        );
        let ratio = 3.0 * 3f64.sqrt() * alpha / (2.0 + 3f64.sqrt() * alpha);
        self.push(
            "Mohr–Coulomb angle in triaxial compression",
            "deg",
            None,
            Some(ratio.asin().to_degrees()),
            "the same tests, read as Mohr–Coulomb",
        );
        Ok(())
    }

    fn creep(&mut self, flow: &LawRecipe) -> Result<(), LabError> {
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
        let mut quiet = self.recipe.clone();
        quiet.viscosity = None;
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
            let falls = parameter(flow, "rate_exponent").is_some_and(|n| n > 0.0);
            let requested = (!falls).then_some(rate);
            let how = if falls {
                "held shear of 0.2; the rate falls with stress"
            } else {
                "held shear of 0.2"
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

    fn relaxation(&mut self, flow: &LawRecipe) -> Result<(), LabError> {
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

    fn burgers(&mut self, flow: &LawRecipe) -> Result<(), LabError> {
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

    fn viscosity(&mut self, law: &LawRecipe) -> Result<(), LabError> {
        // A small step at a high rate: the dashpot's stress over the rate.
        let mut quiet = self.recipe.clone();
        quiet.viscosity = None;
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

/// sin φ of a cone with slope α.
fn sine_of_cone(cone: &str, alpha: f64) -> f64 {
    let root3 = 3f64.sqrt();
    match cone {
        "compression" => 3.0 * root3 * alpha / (2.0 + root3 * alpha),
        "extension" => 3.0 * root3 * alpha / (2.0 - root3 * alpha),
        // α = s/√(9 + 3s²).
        _ => 3.0 * alpha / (1.0 - 3.0 * alpha * alpha).sqrt(),
    }
}

/// k over cohesion.
fn strength_factor(cone: &str, sin: f64) -> f64 {
    let cos = (1.0 - sin * sin).sqrt();
    match cone {
        "compression" => 6.0 * cos / (3f64.sqrt() * (3.0 - sin)),
        "extension" => 6.0 * cos / (3f64.sqrt() * (3.0 + sin)),
        _ => 3.0 * cos / (9.0 + 3.0 * sin * sin).sqrt(),
    }
}
