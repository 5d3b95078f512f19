//! The standard tests.

use super::machine::{Grip, LabError, Machine, Moment};
use super::report::onset;
use plastica_material::Recipe;
use plastica_material::spec::History;
use plastica_tensor::{Mat3, Sym3};

/// A standard test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Pulled along x, free to contract: uniaxial stress.
    Uniaxial,
    /// Pulled along x, sides held: uniaxial strain.
    UniaxialStrain,
    /// Sheared along x on planes across y, with the spin that comes with it.
    SimpleShear,
    /// Stretched and squeezed without spin.
    PureShear,
    /// Under a confining pressure, then squeezed along x.
    Triaxial,
    /// Squeezed from all sides.
    Hydrostatic,
    /// A shear stress held, then taken away.
    Creep,
    /// A shear strain applied at once, then held.
    Relaxation,
    /// Pulled and pushed along x, free to contract.
    Cyclic,
}

impl Test {
    /// All of them, in the order of the documentation.
    pub const ALL: [Test; 9] = [
        Test::Uniaxial,
        Test::UniaxialStrain,
        Test::SimpleShear,
        Test::PureShear,
        Test::Triaxial,
        Test::Hydrostatic,
        Test::Creep,
        Test::Relaxation,
        Test::Cyclic,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Test::Uniaxial => "uniaxial",
            Test::UniaxialStrain => "uniaxial-strain",
            Test::SimpleShear => "shear",
            Test::PureShear => "pure-shear",
            Test::Triaxial => "triaxial",
            Test::Hydrostatic => "hydrostatic",
            Test::Creep => "creep",
            Test::Relaxation => "relaxation",
            Test::Cyclic => "cycle",
        }
    }

    /// The test of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|test| test.name() == name)
    }

    /// What is plotted against what.
    fn axes(self) -> (Axis, Axis) {
        let stress = |label| Axis { label, unit: "Pa" };
        let number = |label| Axis { label, unit: "1" };
        let time = Axis {
            label: "time",
            unit: "s",
        };
        match self {
            Test::Uniaxial | Test::UniaxialStrain | Test::Cyclic => (
                number("logarithmic strain ε11"),
                stress("Cauchy stress σ11"),
            ),
            Test::SimpleShear | Test::PureShear => {
                (number("shear γ12"), stress("Cauchy stress σ12"))
            }
            Test::Triaxial => (
                number("axial compression −Δε11"),
                stress("deviatoric stress q"),
            ),
            Test::Hydrostatic => (number("volume reduction −ln J"), stress("pressure p")),
            Test::Creep => (time, number("shear γ12")),
            Test::Relaxation => (time, stress("Cauchy stress σ12")),
        }
    }

    /// One point of the plot.
    fn point(self, machine: &Machine) -> (f64, f64) {
        let (strain, stress) = (machine.strain(), machine.stress());
        let time = machine.now().time;
        match self {
            Test::Uniaxial | Test::UniaxialStrain | Test::Cyclic => (strain.xx, stress.xx),
            Test::SimpleShear | Test::PureShear => (shear_of(machine), stress.xy),
            Test::Triaxial => (-strain.xx, 0.5 * (stress.yy + stress.zz) - stress.xx),
            Test::Hydrostatic => (-strain.trace(), -stress.trace() / 3.0),
            Test::Creep => (time, shear_of(machine)),
            Test::Relaxation => (time, stress.xy),
        }
    }
}

/// Engineering shear, F12 + F21 in the machine's axes; γ itself in simple shear.
fn shear_of(machine: &Machine) -> f64 {
    let f = machine.deformation();
    f[(0, 1)] + f[(1, 0)]
}

/// A label with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What it is.
    pub label: &'static str,
    /// In which unit the data are; "1" for pure numbers.
    pub unit: &'static str,
}

/// How to run a test; `None` lets the material decide.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Largest strain (logarithmic, engineering shear, or volume).
    pub strain: Option<f64>,
    /// Stress of the creep test [Pa].
    pub stress: Option<f64>,
    /// Pressure of the triaxial test [Pa].
    pub confining: Option<f64>,
    /// Length of the test, of each half for creep and each quarter cycle for cycles [s].
    pub duration: f64,
    /// Longest step [s].
    pub dt: Option<f64>,
    /// Cycles of the cyclic test.
    pub cycles: usize,
    /// Rotation of the whole experiment.
    pub rotation: Mat3<f64>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            strain: None,
            stress: None,
            confining: None,
            duration: 1.0,
            dt: None,
            cycles: 2,
            rotation: Mat3::identity(),
        }
    }
}

/// Most steps a test may take, so that a tiny time step cannot fill the memory.
const MOST_STEPS: f64 = 2e6;

impl Settings {
    /// Whole steps in a time.
    pub(super) fn steps(&self, duration: f64) -> Result<usize, LabError> {
        if !(duration > 0.0 && duration.is_finite()) {
            return Err(LabError::Request(format!(
                "a test lasts longer than 0 s, not {duration} s"
            )));
        }
        let steps = match self.dt {
            None => 400.0,
            Some(dt) if dt > 0.0 => (duration / dt - 1e-9).ceil().max(1.0),
            Some(dt) => {
                return Err(LabError::Request(format!(
                    "a time step is longer than 0 s, not {dt} s"
                )));
            }
        };
        if steps > MOST_STEPS {
            return Err(LabError::Request(format!(
                "{steps:.0} steps are too many for one test (at most {MOST_STEPS:.0}): use a longer --dt"
            )));
        }
        Ok(steps as usize)
    }
}

/// What a test recorded.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Name of the material.
    pub material: String,
    /// Name of the test.
    pub test: &'static str,
    /// Every step, from rest.
    pub moments: Vec<Moment>,
    /// The plot, as (x, y).
    pub points: Vec<(f64, f64)>,
    /// What x is.
    pub x: Axis,
    /// What y is.
    pub y: Axis,
    /// What the law remembers.
    pub history: &'static [History],
}

/// Runs a standard test from rest.
pub fn run(recipe: &Recipe, test: Test, settings: &Settings) -> Result<Curve, LabError> {
    let mut recording = Recording::new(recipe, test, settings)?;
    let strain = match settings.strain {
        Some(strain) if strain.is_finite() && strain > 0.0 => strain,
        Some(strain) => {
            return Err(LabError::Request(format!(
                "the largest strain of a test is above 0, not {strain}"
            )));
        }
        None => default_strain(recipe)?,
    };
    let time = settings.duration;
    let free = Grip::Stress(0.0);
    let held = Grip::Rate(0.0);
    match test {
        Test::Uniaxial => recording.grip(
            [Grip::Rate(strain / time), free, free, free, free, free],
            time,
        )?,
        Test::UniaxialStrain => recording.grip(
            [Grip::Rate(strain / time), held, held, held, held, held],
            time,
        )?,
        Test::SimpleShear => recording.drive(single(0, 1, strain / time), time)?,
        Test::PureShear => {
            let half = single(0, 1, 0.5 * strain / time);
            recording.drive(half + half.transpose(), time)?;
        }
        Test::Triaxial => {
            let confining = match settings.confining {
                Some(p) if p > 0.0 => p,
                Some(p) => {
                    return Err(LabError::Request(format!(
                        "a confining pressure is above 0, not {p} Pa"
                    )));
                }
                None => (0.01 * recipe.material::<f64>()?.moduli().shear).min(1e5),
            };
            recording.consolidate(confining, time)?;
            let pressure = Grip::Stress(-confining);
            recording.grip(
                [
                    Grip::Rate(-strain / time),
                    pressure,
                    pressure,
                    free,
                    free,
                    free,
                ],
                time,
            )?;
        }
        Test::Hydrostatic => {
            let rate = Grip::Rate(-strain / (3.0 * time));
            recording.grip([rate, rate, rate, held, held, held], time)?;
        }
        Test::Creep => {
            let stress = settings.stress.unwrap_or_else(|| default_stress(recipe));
            recording.grip([free, free, free, free, free, Grip::Stress(stress)], time)?;
            recording.grip([free; 6], time)?;
        }
        Test::Relaxation => {
            // As good as at once: nothing flows in a millionth of the test.
            recording.drive_in(single(0, 1, strain / (1e-6 * time)), 1e-6 * time, 1)?;
            recording.drive(Mat3::zero(), time)?;
        }
        Test::Cyclic => {
            let pull = |direction: f64| {
                [
                    Grip::Rate(direction * strain / time),
                    free,
                    free,
                    free,
                    free,
                    free,
                ]
            };
            recording.grip(pull(1.0), time)?;
            for _ in 0..settings.cycles {
                recording.grip(pull(-1.0), 2.0 * time)?;
                recording.grip(pull(1.0), 2.0 * time)?;
            }
        }
    }
    Ok(recording.finish(recipe))
}

/// A matrix with one entry.
fn single(i: usize, j: usize, value: f64) -> Mat3<f64> {
    let mut m = Mat3::zero();
    m[(i, j)] = value;
    m
}

/// Five times the strain at which flow sets in, or a strain that shows the elastic curve.
fn default_strain(recipe: &Recipe) -> Result<f64, LabError> {
    let yields = recipe.flow.is_some();
    let shear = |x: f64| Sym3 {
        xy: 0.5 * x,
        ..Sym3::zero()
    };
    let first = if yields { onset(recipe, shear)? } else { None };
    Ok(first.map_or(0.2, |strain| (5.0 * strain).clamp(1e-3, 0.5)))
}

/// A shear stress that gives a strain of a tenth at first.
fn default_stress(recipe: &Recipe) -> f64 {
    recipe
        .material::<f64>()
        .map_or(0.0, |material| 0.1 * material.moduli().shear)
}

/// A machine that writes down every step.
struct Recording<'a> {
    machine: Machine,
    test: Test,
    settings: &'a Settings,
    moments: Vec<Moment>,
    points: Vec<(f64, f64)>,
    /// Where x is counted from.
    origin: f64,
}

impl<'a> Recording<'a> {
    fn new(recipe: &Recipe, test: Test, settings: &'a Settings) -> Result<Self, LabError> {
        let machine = Machine::turned(recipe, &settings.rotation)?;
        let (moments, points) = (vec![*machine.now()], vec![test.point(&machine)]);
        Ok(Recording {
            machine,
            test,
            settings,
            moments,
            points,
            origin: 0.0,
        })
    }

    fn note(&mut self) {
        self.moments.push(*self.machine.now());
        let (x, y) = self.test.point(&self.machine);
        self.points.push((x - self.origin, y));
    }

    fn grip(&mut self, grips: [Grip; 6], duration: f64) -> Result<(), LabError> {
        let steps = self.settings.steps(duration)?;
        for _ in 0..steps {
            self.machine.hold(&grips, duration / steps as f64)?;
            self.note();
        }
        Ok(())
    }

    fn drive(&mut self, gradient: Mat3<f64>, duration: f64) -> Result<(), LabError> {
        let steps = self.settings.steps(duration)?;
        self.drive_in(gradient, duration, steps)
    }

    fn drive_in(
        &mut self,
        gradient: Mat3<f64>,
        duration: f64,
        steps: usize,
    ) -> Result<(), LabError> {
        for _ in 0..steps {
            self.machine.drive(&gradient, duration / steps as f64)?;
            self.note();
        }
        Ok(())
    }

    /// Brings the confining pressure up in a few steps; the plot starts after them.
    fn consolidate(&mut self, pressure: f64, duration: f64) -> Result<(), LabError> {
        let steps = 20;
        let held = Grip::Stress(0.0);
        for k in 1..=steps {
            let p = Grip::Stress(-pressure * f64::from(k) / f64::from(steps));
            self.machine
                .hold(&[p, p, p, held, held, held], duration / f64::from(steps))?;
            self.note();
        }
        self.points.clear();
        self.origin = self.test.point(&self.machine).0;
        self.points.push((0.0, self.test.point(&self.machine).1));
        Ok(())
    }

    fn finish(self, recipe: &Recipe) -> Curve {
        let (x, y) = self.test.axes();
        Curve {
            material: recipe.name.clone(),
            test: self.test.name(),
            moments: self.moments,
            points: self.points,
            x,
            y,
            history: history_of(recipe),
        }
    }
}

/// What the flow rule of a recipe remembers.
pub(super) fn history_of(recipe: &Recipe) -> &'static [History] {
    recipe.flow.as_ref().map_or(&[], |law| law.law.history)
}
