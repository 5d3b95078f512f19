//! A testing machine for one material point: prescribes strain rates in some directions and
//! stresses in the others.

use super::newton::newton;
use plastica_material::{Increment, Material, Recipe, RecipeError, State};
use plastica_tensor::decompose::exp_matrix;
use plastica_tensor::{Mat3, Sym3};
use std::fmt;

/// What the machine does with one of the six components 11, 22, 33, 23, 31, 12.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// Moves so that the logarithmic strain rate is this [1/s].
    Rate(f64),
    /// Yields until the Cauchy stress is this at the end of the step [Pa].
    Stress(f64),
}

/// What can go wrong in the lab.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LabError {
    /// The material itself is not one.
    Recipe(RecipeError),
    /// The machine could not hold a stress that was asked of it.
    CannotHold {
        /// When [s].
        time: f64,
        /// How far the stress was off at best [Pa].
        off_by: f64,
    },
    /// The stress or the state stopped being finite.
    NotFinite {
        /// When [s].
        time: f64,
    },
    /// A path file does not make sense.
    Path {
        /// The line at fault, counted from 1.
        line: usize,
        /// What is wrong and what would be right.
        reason: String,
    },
    /// The test asks for something that does not exist.
    Request(String),
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabError::Recipe(error) => error.fmt(f),
            LabError::CannotHold { time, off_by } => write!(
                f,
                "at t = {time:.6} s the specimen cannot carry the stress that is asked of it (off by {off_by:.3e} Pa): it has failed, or the test is beyond its strength"
            ),
            LabError::NotFinite { time } => {
                write!(f, "at t = {time:.6} s the stress is no longer finite")
            }
            LabError::Path { line, reason } => write!(f, "line {line}: {reason}"),
            LabError::Request(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for LabError {}

impl From<RecipeError> for LabError {
    fn from(error: RecipeError) -> Self {
        LabError::Recipe(error)
    }
}

/// The specimen at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Time since the start [s].
    pub time: f64,
    /// Total deformation gradient F.
    pub deformation: Mat3<f64>,
    /// Cauchy stress, viscous part included [Pa].
    pub cauchy: Sym3<f64>,
    /// Stored energy per rest volume [J/m³], where the law has one.
    pub energy: Option<f64>,
    /// Work turned into heat so far, per rest volume [J/m³].
    pub plastic_work: f64,
    /// The law's own state.
    pub state: State<f64>,
}

impl Moment {
    /// Kirchhoff stress τ = Jσ [Pa].
    pub fn kirchhoff(&self) -> Sym3<f64> {
        self.cauchy.scale(self.deformation.determinant())
    }
    /// Logarithmic strain of the total deformation, ½ ln(F Fᵀ).
    pub fn hencky(&self) -> Sym3<f64> {
        plastica_material::elastic::hencky_strain(&self.deformation)
    }
}

/// The machine with its specimen.
#[derive(Clone, Debug)]
pub struct Machine {
    recipe: Recipe,
    now: Moment,
    /// The machine's own axes as columns: how the whole experiment is turned in space.
    axes: Mat3<f64>,
}

impl Machine {
    /// A specimen at rest.
    pub fn new(recipe: &Recipe) -> Result<Self, LabError> {
        Self::turned(recipe, &Mat3::identity())
    }

    /// A specimen at rest, with the machine and the specimen's own axes turned by a rotation.
    pub fn turned(recipe: &Recipe, rotation: &Mat3<f64>) -> Result<Self, LabError> {
        let material = recipe.material::<f64>()?;
        let state = material.rest_along(rotation);
        let now = Moment {
            time: 0.0,
            deformation: Mat3::identity(),
            cauchy: Sym3::zero(),
            energy: material.energy(&state),
            plastic_work: 0.0,
            state,
        };
        Ok(Machine {
            recipe: recipe.clone(),
            now,
            axes: *rotation,
        })
    }

    /// The same machine with a specimen at rest whose own axes are set to a rotation.
    pub fn with_specimen_axes(mut self, axes: &Mat3<f64>) -> Result<Self, LabError> {
        self.now.state = self.recipe.material::<f64>()?.rest_along(axes);
        Ok(self)
    }

    /// The specimen now.
    pub fn now(&self) -> &Moment {
        &self.now
    }

    /// Stress in the machine's axes [Pa].
    pub fn stress(&self) -> Sym3<f64> {
        self.now.cauchy.conjugate_transposed(&self.axes)
    }

    /// Logarithmic strain in the machine's axes.
    pub fn strain(&self) -> Sym3<f64> {
        self.now.hencky().conjugate_transposed(&self.axes)
    }

    /// Total deformation gradient in the machine's axes.
    pub fn deformation(&self) -> Mat3<f64> {
        self.axes.transpose_mul(&self.now.deformation) * self.axes
    }

    /// Moves with a constant velocity gradient [1/s], given in the machine's axes.
    pub fn drive(&mut self, velocity_gradient: &Mat3<f64>, dt: f64) -> Result<&Moment, LabError> {
        let gradient = self.axes * velocity_gradient.scale(dt).mul_transpose(&self.axes);
        let material = self.material(dt)?;
        self.now = self.after(&material, &exp_matrix(&gradient), &gradient, dt)?;
        Ok(&self.now)
    }

    /// Moves so that the total deformation gradient becomes `target`, given in the machine's axes.
    pub fn deform_to(&mut self, target: &Mat3<f64>, dt: f64) -> Result<&Moment, LabError> {
        let target = self.axes * target.mul_transpose(&self.axes);
        let step = target * self.now.deformation.inverse();
        // The velocity gradient at mid-step: 2(ΔF − I)(ΔF + I)⁻¹.
        let identity = Mat3::identity();
        let gradient = (step - identity).scale(2.0) * (step + identity).inverse();
        let material = self.material(dt)?;
        self.now = self.after(&material, &step, &gradient, dt)?;
        Ok(&self.now)
    }

    /// Moves with some strain rates prescribed and the others found so that the stresses come out.
    pub fn hold(&mut self, grips: &[Grip; 6], dt: f64) -> Result<&Moment, LabError> {
        let material = self.material(dt)?;
        let guess = self.hooke(&material, grips);
        let found = self
            .search(&material, grips, guess.clone(), dt)
            .or_else(|failure| {
                // Grains at rest bear nothing at first, and Hooke's guess ignores direction: the answer
                // of the same solid without flow is a better place to start from.
                let elastic = Recipe {
                    flow: None,
                    ..self.recipe.clone()
                };
                let elastic = elastic.material_at([0.0; 3], self.now.time + 0.5 * dt)?;
                let (start, _) = self
                    .search(&elastic, grips, guess, dt)
                    .map_err(|_| failure)?;
                self.search(&material, grips, start, dt)
            });
        self.now = found?.1;
        Ok(&self.now)
    }

    /// Strains that Hooke's law gives for the change of stress, in the components that are free.
    fn hooke(&self, material: &Material<f64>, grips: &[Grip; 6]) -> Vec<f64> {
        let here = self.stress().to_array();
        let change = std::array::from_fn(|i| match grips[i] {
            Grip::Stress(wanted) => wanted - here[i],
            Grip::Rate(_) => 0.0,
        });
        let strain = material
            .moduli()
            .strain(&Sym3::from_array(change))
            .to_array();
        (0..6)
            .filter(|&i| matches!(grips[i], Grip::Stress(_)))
            .map(|i| strain[i])
            .collect()
    }

    /// Strains in the free components for which the stresses come out, and the specimen then.
    fn search(
        &self,
        material: &Material<f64>,
        grips: &[Grip; 6],
        start: Vec<f64>,
        dt: f64,
    ) -> Result<(Vec<f64>, Moment), LabError> {
        let try_strain = |unknown: &[f64]| -> Result<(Moment, Vec<f64>), LabError> {
            let mut unknown = unknown.iter();
            let strain = grips.map(|grip| match grip {
                Grip::Rate(rate) => rate * dt,
                Grip::Stress(_) => unknown.next().copied().unwrap_or(0.0),
            });
            let gradient = Sym3::from_array(strain).conjugate(&self.axes).to_mat();
            let moment = self.after(material, &exp_matrix(&gradient), &gradient, dt)?;
            let stress = moment.cauchy.conjugate_transposed(&self.axes).to_array();
            let off = grips
                .iter()
                .zip(stress)
                .filter_map(|(grip, stress)| match grip {
                    Grip::Stress(wanted) => Some(stress - wanted),
                    Grip::Rate(_) => None,
                });
            Ok((moment, off.collect()))
        };
        let stiffness = material.p_wave_modulus(&self.now.state);
        let largest = grips.iter().fold(0.0f64, |largest, grip| match grip {
            Grip::Stress(stress) => largest.max(stress.abs()),
            Grip::Rate(_) => largest,
        });
        let tolerance = 1e-16 * stiffness + 1e-13 * largest;
        newton(start, tolerance, stiffness, try_strain)?.map_err(|off_by| LabError::CannotHold {
            time: self.now.time + dt,
            off_by,
        })
    }

    /// The law in the middle of the next step, where keyframes have taken it.
    fn material(&self, dt: f64) -> Result<Material<f64>, LabError> {
        Ok(self
            .recipe
            .material_at([0.0; 3], self.now.time + 0.5 * dt)?)
    }

    /// The specimen after a step, without taking it.
    fn after(
        &self,
        material: &Material<f64>,
        step: &Mat3<f64>,
        gradient: &Mat3<f64>,
        dt: f64,
    ) -> Result<Moment, LabError> {
        let mut state = self.now.state;
        let increment = Increment {
            trial: *step * state.deformation,
            gradient: *gradient,
            dt,
        };
        let answer = material.advance(&mut state, &increment);
        let deformation = *step * self.now.deformation;
        let time = self.now.time + dt;
        let cauchy = answer.kirchhoff.scale(1.0 / deformation.determinant());
        if !(cauchy.norm().is_finite() && state.deformation.norm().is_finite()) {
            return Err(LabError::NotFinite { time });
        }
        Ok(Moment {
            time,
            deformation,
            cauchy,
            energy: material.energy(&state),
            plastic_work: self.now.plastic_work + answer.dissipation,
            state,
        })
    }
}
