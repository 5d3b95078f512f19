//! Emitters: particles that come as time goes on.

use crate::bound::diffusivity;
use crate::bytes::{Reader, RestoreError, Writer};
use crate::seed::{Seed, Source};
use crate::world::World;
use plastica_material::{RecipeError, Value};
use plastica_tensor::{Mat3, Vec3};
use std::fmt;

/// Most particles that an emitter may give at once: more would not be memory but a slip.
const MOST_AT_ONCE: f64 = 1e8;

/// Why an emitter cannot give what it should.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EmissionError {
    /// Its rate is no finite number.
    Rate {
        /// When [s].
        time: f64,
    },
    /// The velocity of what it gives is no finite vector.
    Velocity {
        /// Where [m].
        place: [f64; 3],
        /// When [s].
        time: f64,
    },
    /// It would give more at once than can be held.
    TooMany {
        /// About how many particles.
        count: f64,
        /// When [s].
        time: f64,
    },
}

impl fmt::Display for EmissionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmissionError::Rate { time } => {
                write!(f, "its rate is not finite at {time} s: check its formula")
            }
            EmissionError::Velocity {
                place: [x, y, z],
                time,
            } => write!(
                f,
                "its velocity is not finite at ({x}, {y}, {z}) and {time} s: check its formulas"
            ),
            EmissionError::TooMany { count, time } => write!(
                f,
                "it would give {count:.1e} particles at once at {time} s, more than {MOST_AT_ONCE:.0e}: lower its rate or use a coarser resolution"
            ),
        }
    }
}

impl std::error::Error for EmissionError {}

/// An emitter at work.
#[derive(Clone, Debug)]
pub struct Emission {
    /// What it gives.
    pub source: Source,
    /// Index of the group it fills.
    pub group: usize,
    /// Up to when it has given [s].
    until: f64,
    /// Particles given so far.
    given: u64,
    /// Volume that is due but less than a particle [m³].
    due: f64,
    /// Squared wave speed of what it gives [m²/s²].
    wave: f64,
}

impl Emission {
    /// One that has given nothing yet, for a group.
    pub fn new(source: Source, group: usize) -> Result<Self, RecipeError> {
        let site = source.sites.first().copied().unwrap_or_default();
        let material = source.recipe.material_at::<f64>(site, 0.0)?;
        let density = source.recipe.density.at(site, 0.0);
        Ok(Emission {
            wave: material.p_wave_modulus(&material.rest()) / density,
            source,
            group,
            until: 0.0,
            given: 0,
            due: 0.0,
        })
    }

    /// Whether something is still due after `time`.
    fn is_open(&self, time: f64) -> bool {
        self.source
            .window
            .is_none_or(|window| window.start <= time && self.until < window.end)
    }

    /// Squared wave speed of what may enter in a step from `time` [m²/s²].
    pub fn wave(&self, time: f64) -> f64 {
        if self.is_open(time) { self.wave } else { 0.0 }
    }

    /// The largest longitudinal viscosity over density of what may enter in a step from `time` [m²/s], for a material that
    /// varies from place to place; else 0.
    pub fn diffusivity(&self, time: f64) -> f64 {
        let recipe = &self.source.recipe;
        if !self.is_open(time) || !recipe.varies_in_space() {
            return 0.0;
        }
        let at = |site: &[f64; 3]| diffusivity(recipe, *site, time);
        self.source.sites.iter().map(at).fold(0.0, f64::max)
    }

    /// Where the `k`-th particle appears. Every round through the sites is shifted by less than half of
    /// their spacing, evenly spread over the rounds: grains that start at one place would follow each
    /// other in a strand.
    fn site(&self, k: u64) -> [f64; 3] {
        /// Powers of 1/1.2207…, whose multiples fill the unit cube evenly: the root of x⁴ = x + 1.
        const STRIDE: [f64; 3] = [
            0.819_172_513_396_164_4,
            0.671_043_606_703_789_3,
            0.549_700_477_901_970_2,
        ];
        let sites = &self.source.sites;
        let (round, index) = (k / sites.len() as u64, k % sites.len() as u64);
        let spacing = self.source.volume.cbrt();
        let site = sites[index as usize];
        std::array::from_fn(|axis| {
            let shift = (round as f64).mul_add(STRIDE[axis], 0.5).fract() - 0.5;
            site[axis] + spacing * shift
        })
    }

    /// Particles due until `time`. Those that are due earlier have moved on by then.
    pub fn seeds(&mut self, world: &World, time: f64) -> Result<Vec<Seed>, EmissionError> {
        let source = &self.source;
        let (start, end) = match source.window {
            Some(window) => (self.until.max(window.start), time.min(window.end)),
            None => (self.until, time),
        };
        self.until = time;
        let mut seeds = Vec::new();
        if !(end > start) || source.sites.is_empty() {
            return Ok(seeds);
        }
        let middle = 0.5 * (start + end);
        let rate = source.rate.at([0.0; 3], middle);
        if !rate.is_finite() {
            return Err(EmissionError::Rate { time: middle });
        }
        let rate = rate.max(0.0);
        let volume = self.due + rate * (end - start);
        let count = (volume / source.volume).floor();
        if count > MOST_AT_ONCE {
            return Err(EmissionError::TooMany { count, time });
        }
        let count = count as u64;
        for k in 0..count {
            // When the k-th becomes due, by the same rate.
            let born = start + ((k + 1) as f64 * source.volume - self.due) / rate;
            let age = (time - born).max(0.0);
            let site = self.site(self.given + k);
            let velocity = source.velocity_at(site, born)?;
            let gravity = vector(&world.gravity, site, born);
            let position = Vec3(site) + velocity.scale(age) + gravity.scale(0.5 * age * age);
            seeds.push(Seed {
                position: position.0,
                velocity: (velocity + gravity.scale(age)).0,
                gradient: Mat3::zero(),
                axes: source.axes,
                volume: source.volume,
                density: source.recipe.density.at(site, born),
            });
        }
        self.given += count;
        self.due = volume - count as f64 * source.volume;
        Ok(seeds)
    }

    /// How long it has not given what it should have [s].
    pub fn waited(&self, time: f64) -> f64 {
        match self.is_open(time) {
            true => time - self.until,
            false => 0.0,
        }
    }

    /// How fast new particles are [m/s].
    pub fn pace(&self, time: f64) -> f64 {
        let site = self.source.sites.first().copied().unwrap_or_default();
        vector(&self.source.velocity, site, time).norm()
    }

    /// How fast a pile of layers over all its sites grows [m/s].
    pub fn layer_pace(&self, time: f64) -> f64 {
        let layer = self.source.sites.len().max(1) as f64 * self.source.volume;
        let given = self.source.rate.at([0.0; 3], time).max(0.0) / layer;
        given * self.source.volume.cbrt()
    }

    /// Writes how far it has come.
    pub fn save(&self, to: &mut Writer) {
        to.f64(self.until);
        to.u64(self.given);
        to.f64(self.due);
    }

    /// Takes on what [`Emission::save`] has written.
    pub fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        self.until = from.f64()?;
        self.given = from.u64()?;
        self.due = from.f64()?;
        Ok(())
    }
}

impl Source {
    /// The velocity of what appears at a place [m] and time [s].
    pub fn velocity_at(&self, place: [f64; 3], time: f64) -> Result<Vec3<f64>, EmissionError> {
        let velocity = vector(&self.velocity, place, time);
        match velocity.0.iter().all(|v| v.is_finite()) {
            true => Ok(velocity),
            false => Err(EmissionError::Velocity { place, time }),
        }
    }
}

fn vector(values: &[Value; 3], at: [f64; 3], time: f64) -> Vec3<f64> {
    Vec3(std::array::from_fn(|axis| values[axis].at(at, time)))
}
