//! Everything that comes with the program, thrown at the floor: method × preset × speed.
//!
//! A ball strikes a floor with friction, slowly and fast. Whatever it is made of, energy must not appear, nothing may
//! collapse or become infinite, and what keeps its volume has it back in the end.

use crate::method_under_test::MethodUnderTest;
use crate::specimen::{Specimen, wall};
use plastica_core::{Contact, Ledger, Method, Step, StepError, World};
use plastica_material::catalogue::Preset;
use plastica_material::{Increment, Recipe};
use plastica_tensor::{Mat3, Vec3};
use std::fmt::{self, Write};

/// How fast balls are thrown [m/s].
pub const SPEEDS: [f64; 6] = [1.0, 2.0, 5.0, 10.0, 20.0, 40.0];
/// Radius of the ball over the distance of particles: some 900 of them.
const RADIUS: f64 = 6.0;
const FRICTION: f64 = 0.4;
const GRAVITY: f64 = 9.81;
/// How much energy may appear, over what there was.
const ENERGY: f64 = 0.02;
/// How far from its start the volume of what keeps it may end.
const VOLUME: f64 = 0.1;
/// Below this share of its volume at the end a body has collapsed. A ball that strikes at many times the speed of its waves is pressed to less for a moment, and springs back.
const COLLAPSED: f64 = 0.2;
/// After so many steps a run is too slow to be of use: waves that cross the ball as often take at most some 3000.
const MOST_STEPS: u64 = 100_000;
/// How often a run is looked at.
const LOOKS: f64 = 200.0;
/// From this share of the run on volumes are those of its end, and their mean counts: elastic balls go on ringing.
const END: f64 = 0.8;

/// What became of a ball.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It did what it should.
    Holds,
    /// The method does not take this material.
    Refused(String),
    /// The method could not go on.
    GaveUp(String),
    /// Its steps became so short that it was not followed to its end.
    TooSlow,
    /// Energy appeared.
    Energy,
    /// It shrank to nothing.
    Collapsed,
    /// It keeps its volume and has not got it back.
    Volume,
    /// A sum is no finite number.
    NotFinite,
}

/// One ball.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it is made of.
    pub preset: &'static str,
    /// How fast it came [m/s].
    pub speed: f64,
    /// Steps that were taken.
    pub steps: u64,
    /// The largest of kinetic and elastic energy over what it started with and gravity's work.
    pub energy: f64,
    /// Its least volume over that of the start.
    pub least_volume: f64,
    /// Its mean volume in the last fifth of the run over that of the start.
    pub volume: f64,
    /// What became of it.
    pub verdict: Verdict,
}

impl Outcome {
    /// Whether nothing is wrong.
    pub fn holds(&self) -> bool {
        matches!(self.verdict, Verdict::Holds | Verdict::Refused(_))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Outcome {
            preset,
            speed,
            steps,
            energy,
            least_volume,
            volume,
            ..
        } = self;
        write!(
            f,
            "| {preset} | {speed} | {steps} | {energy:.3} | {least_volume:.3} | {volume:.3} | "
        )?;
        match &self.verdict {
            Verdict::Holds => write!(f, "holds |"),
            Verdict::Refused(why) => write!(f, "not by this method: {why} |"),
            Verdict::GaveUp(why) => write!(f, "**gave up**: {why} |"),
            Verdict::TooSlow => write!(f, "**too slow** |"),
            Verdict::Energy => write!(f, "**energy appeared** |"),
            Verdict::Collapsed => write!(f, "**collapsed** |"),
            Verdict::Volume => write!(f, "**volume lost or won** |"),
            Verdict::NotFinite => write!(f, "**not finite** |"),
        }
    }
}

/// The columns of outcomes as lines of a Markdown table.
pub const COLUMNS: &str =
    "| preset | speed [m/s] | steps | most energy | least volume | volume after | verdict |
|---|---|---|---|---|---|---|
";

/// The table of some outcomes.
pub fn table(outcomes: &[Outcome]) -> String {
    outcomes
        .iter()
        .fold(COLUMNS.to_string(), |mut text, outcome| {
            let _ = writeln!(text, "{outcome}");
            text
        })
}

/// Throws a ball of a preset at the floor.
pub fn throw(tested: &MethodUnderTest, preset: &'static Preset, speed: f64) -> Outcome {
    let recipe = preset.recipe();
    let mut outcome = Outcome {
        preset: preset.name,
        speed,
        steps: 0,
        energy: 0.0,
        least_volume: 1.0,
        volume: 1.0,
        verdict: Verdict::Holds,
    };
    let radius = RADIUS * tested.pitch;
    let mut method = match tested.try_of(vec![ball(tested, speed).of(&recipe)]) {
        Ok(method) => method,
        Err(why) => {
            outcome.verdict = Verdict::Refused(why);
            return outcome;
        }
    };
    let mut world = World::empty([0.0, -GRAVITY, 0.0]);
    let up = [0.0, 1.0, 0.0];
    world
        .colliders
        .push(wall(up, 0.0, Contact::Separating, FRICTION));
    let end = duration(&recipe, 2.0 * radius, speed);
    let start = method.observed().ledger();
    let (mut time, mut seen) = (0.0, 0.0);
    let (mut volumes, mut looks) = (0.0, 0.0);
    while time < end {
        match step(&mut *method, &world, time) {
            Ok(dt) => time += dt,
            Err(why) => {
                outcome.verdict = Verdict::GaveUp(why.to_string());
                return outcome;
            }
        }
        outcome.steps += 1;
        if outcome.steps == MOST_STEPS {
            outcome.verdict = Verdict::TooSlow;
            return outcome;
        }
        if time < seen + end / LOOKS && time < end {
            continue;
        }
        seen = time;
        if !outcome.look(&start, &method.observed().ledger()) {
            return outcome;
        }
        if time > END * end {
            (volumes, looks) = (volumes + outcome.volume, looks + 1.0);
        }
    }
    outcome.volume = volumes / looks;
    if outcome.volume < COLLAPSED {
        outcome.verdict = Verdict::Collapsed;
    } else if keeps_volume(&recipe) && (outcome.volume - 1.0).abs() > VOLUME {
        outcome.verdict = Verdict::Volume;
    }
    outcome
}

impl Outcome {
    /// Takes in what a ledger says; returns whether the run is worth going on.
    fn look(&mut self, start: &Ledger, now: &Ledger) -> bool {
        let fallen = start.centre[1] - now.centre[1];
        let available = start.kinetic_energy + start.mass * GRAVITY * fallen;
        let energy = (now.kinetic_energy + now.elastic_energy) / available;
        let volume = now.volume.unwrap_or(f64::NAN) / start.volume.unwrap_or(f64::NAN);
        self.energy = self.energy.max(energy);
        self.least_volume = self.least_volume.min(volume);
        self.volume = volume;
        let sum = energy + volume + now.fastest + now.dissipated_energy;
        self.verdict = if !sum.is_finite() {
            Verdict::NotFinite
        } else if self.energy > 1.0 + ENERGY {
            Verdict::Energy
        } else {
            Verdict::Holds
        };
        // What has ten times its energy says no more.
        matches!(self.verdict, Verdict::Holds | Verdict::Energy) && self.energy < 10.0
    }
}

/// A ball that is about to touch the floor y = 0.
fn ball(tested: &MethodUnderTest, speed: f64) -> Specimen {
    let radius = RADIUS * tested.pitch;
    let gap = 0.1 * tested.pitch;
    let (low, high) = (
        [-radius, gap, -radius],
        [radius, gap + 2.0 * radius, radius],
    );
    let centre = Vec3([0.0, gap + radius, 0.0]);
    Specimen::block(low, high, tested.pitch)
        .keep(|place| (Vec3(place) - centre).norm() < radius)
        .moving([0.0, -speed, 0.0])
}

/// How long it takes until a body of a size [m] has struck the floor and what comes of it can be seen: it has had the time
/// to splat, or, where that takes much longer than waves, to bounce.
fn duration(recipe: &Recipe, size: f64, speed: f64) -> f64 {
    let material = recipe.material_at::<f64>([0.0; 3], 0.0);
    let modulus = material.map_or(f64::NAN, |m| m.p_wave_modulus(&m.rest()));
    let wave = (modulus / recipe.density.at([0.0; 3], 0.0)).sqrt();
    20.0 * size / wave + (3.0 * size / speed).min(100.0 * size / wave)
}

/// One step, halved while it is refused; returns its length.
fn step(method: &mut dyn Method, world: &World, time: f64) -> Result<f64, StepError> {
    let mut dt = method.stable_step(world, time).dt;
    loop {
        match method.step(world, Step::new(time, dt)) {
            Ok(_) => return Ok(dt),
            Err(StepError::TooLong(_)) if dt > 1e-12 => dt *= 0.5,
            Err(why) => return Err(why),
        }
    }
}

/// Whether flow leaves the volume alone: a point that is drawn, sheared, pressed and let go keeps det F_e = det F.
fn keeps_volume(recipe: &Recipe) -> bool {
    let Ok(material) = recipe.material_at::<f64>([0.0; 3], 0.0) else {
        return false;
    };
    let mut state = material.rest();
    let mut volume = state.deformation.determinant();
    let ways = [(0.02, 0.0), (-0.02, 0.0), (0.0, 0.05), (0.02, -0.05)];
    for (pressed, sheared) in ways {
        let mut gradient = Mat3::identity().scale(pressed);
        gradient[(0, 1)] = sheared;
        for _ in 0..10 {
            let map = Mat3::identity() + gradient;
            volume *= map.determinant();
            let increment = Increment {
                trial: map * state.deformation,
                gradient,
                dt: 1e-3,
            };
            material.advance(&mut state, &increment);
        }
    }
    (state.deformation.determinant() / volume - 1.0).abs() < 1e-3
}

#[cfg(test)]
mod tests {
    use super::*;
    use plastica_material::catalogue::preset;

    /// Sand flows apart and snow is pressed together; jelly and honey keep their volume.
    #[test]
    fn volume_is_kept_by_what_keeps_it() {
        for (name, keeps) in [
            ("honey", true),
            ("rubber", true),
            ("chewing gum", true),
            ("dry sand", false),
        ] {
            let recipe = preset(name).map(Preset::recipe);
            let recipe = recipe.unwrap_or_else(|| panic!("no preset {name}"));
            assert_eq!(keeps_volume(&recipe), keeps, "{name}");
        }
    }
}
