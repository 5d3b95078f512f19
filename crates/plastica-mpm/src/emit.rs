//! New particles: from bodies at the start, from emitters as time goes on.

use crate::chunk::{
    AFFINE, ColumnsMut, LAW, Layout, MASS, MATTER, MOTION, PADDING, POSITION, VELOCITY, VOLUME,
};
use crate::group::Group;
use crate::sort::{Newcomers, locate};
use crate::spline::Spline;
use plastica_core::{Seed, Source, World};
use plastica_material::{Recipe, RecipeError};
use plastica_tensor::{Mat3, Scalar, Vec3};

/// An emitter at work.
#[derive(Clone, Debug)]
pub(crate) struct Emission {
    pub(crate) source: Source,
    /// Index of the group it fills.
    pub(crate) group: usize,
    /// Up to when it has given [s].
    pub(crate) until: f64,
    /// Particles given so far.
    pub(crate) given: u64,
    /// Volume that is due but less than a particle [m³].
    pub(crate) due: f64,
    /// Squared wave speed of what it gives [m²/s²].
    wave: f64,
}

impl Emission {
    pub(crate) fn new(source: Source, group: usize) -> Result<Self, RecipeError> {
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
    pub(crate) fn is_open(&self, time: f64) -> bool {
        self.source
            .window
            .is_none_or(|window| window.start <= time && self.until < window.end)
    }

    /// Squared wave speed of what may enter in a step from `time` [m²/s²].
    pub(crate) fn wave(&self, time: f64) -> f64 {
        if self.is_open(time) { self.wave } else { 0.0 }
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
    pub(crate) fn seeds(&mut self, world: &World, time: f64) -> Vec<Seed> {
        let source = &self.source;
        let (start, end) = match source.window {
            Some(window) => (self.until.max(window.start), time.min(window.end)),
            None => (self.until, time),
        };
        self.until = time;
        let mut seeds = Vec::new();
        if !(end > start) || source.sites.is_empty() {
            return seeds;
        }
        let rate = source.rate.at([0.0; 3], 0.5 * (start + end)).max(0.0);
        let volume = self.due + rate * (end - start);
        let count = (volume / source.volume).floor() as u64;
        for k in 0..count {
            // When the k-th becomes due, by the same rate.
            let born = start + ((k + 1) as f64 * source.volume - self.due) / rate;
            let age = (time - born).max(0.0);
            let site = self.site(self.given + k);
            let at = |values: &[plastica_material::Value; 3]| {
                Vec3(std::array::from_fn::<f64, 3, _>(|axis| {
                    values[axis].at(site, born)
                }))
            };
            let (velocity, gravity) = (at(&source.velocity), at(&world.gravity));
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
        seeds
    }

    /// How far new particles travel in a time [m]: what decides how often they are let in.
    pub(crate) fn pace(&self, time: f64) -> f64 {
        let site = self.source.sites.first().copied().unwrap_or_default();
        let v = Vec3(std::array::from_fn::<f64, 3, _>(|k| {
            self.source.velocity[k].at(site, time)
        }));
        v.norm()
    }
}

/// The columns that particles of a recipe need.
pub(crate) fn layout(recipe: &Recipe, at: [f64; 3], pushed: bool) -> Result<Layout, RecipeError> {
    let keeps = recipe.material_at::<f64>(at, 0.0)?.keeps();
    Ok(Layout::new(keeps, recipe.varies_in_space(), pushed))
}

/// Makes rows for a group from seeds, and returns the largest squared wave speed among them [m²/s²].
pub(crate) fn enter<S: Scalar, K: Spline>(
    group: &Group<S>,
    seeds: &[Seed],
    cell: f64,
    time: f64,
    next_id: &mut u32,
    new: &mut Newcomers<S>,
) -> Result<f64, RecipeError> {
    let (recipe, layout) = (&group.recipe, group.layout);
    let uniform = match recipe.varies_in_space() {
        false => Some(recipe.material_at::<S>([0.0; 3], time)?),
        true => None,
    };
    // One bundle, of which the first place is used.
    let counts = layout.columns();
    let mut bundle = counts.map(|count| vec![S::zero(); count * PADDING]);
    let mut wave = 0f64;
    for seed in seeds {
        let material = match &uniform {
            Some(material) => *material,
            None => recipe.material_at::<S>(seed.position, time)?,
        };
        let (place, local) = locate::<S, K>(Vec3(seed.position), cell);
        let axes = Mat3::from_fn(|i, j| S::from_f64(seed.axes[(i, j)]));
        let state = material.rest_along(&axes);
        let [matter, law, motion, _] = bundle.each_mut();
        let mut columns = ColumnsMut::new(matter, counts[MATTER]);
        let mut kept = ColumnsMut::new(law, counts[LAW]);
        let mut moving = ColumnsMut::new(motion, counts[MOTION]);
        layout.store(&mut kept, 0, &state);
        for k in 0..3 {
            columns.set(POSITION + k, 0, local[k]);
            moving.set(VELOCITY + k, 0, S::from_f64(seed.velocity[k]));
            for j in 0..3 {
                moving.set(AFFINE + 3 * k + j, 0, S::from_f64(seed.gradient[(k, j)]));
            }
            if let Some(first) = layout.rest_place() {
                kept.set(first + k, 0, S::from_f64(seed.position[k]));
            }
        }
        columns.set(MASS, 0, S::from_f64(seed.density * seed.volume));
        columns.set(VOLUME, 0, S::from_f64(seed.volume));
        wave = wave.max(material.p_wave_modulus(&state).to_f64() / seed.density);
        for (rows, table) in new.rows.iter_mut().zip(&bundle) {
            rows.extend(table.iter().step_by(PADDING));
        }
        new.places.push(place);
        new.ids.push(*next_id);
        *next_id += 1;
    }
    Ok(wave)
}
