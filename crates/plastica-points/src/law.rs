//! Particles through the law, a register at a time.

use crate::particles::{BUNDLE, Columns};
use plastica_material::{Increment, Keeps, Material, Recipe, State};
use plastica_tensor::{Mask, Mat3, Real, Scalar, Sym3};

/// First column of what laws keep: volume change that flow has brought, det F_p.
pub(crate) const PLASTIC: usize = 0;
/// How much of its elastic strain the particle has forgotten by flow since neighbours were looked for.
pub(crate) const FLOWED: usize = 1;
/// Elastic deformation gradient, row by row.
pub(crate) const DEFORMATION: usize = 2;
const HISTORY: usize = 11;

/// Which columns particles of a body need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    keeps: Keeps,
    /// Whether the place at rest is kept, for materials that vary over the body.
    places: bool,
    /// Whether the scheme has nine numbers of its own.
    own: bool,
}

impl Layout {
    pub(crate) fn new(keeps: Keeps, places: bool, own: bool) -> Self {
        Layout { keeps, places, own }
    }
    /// How many columns there are.
    pub(crate) fn columns(&self) -> usize {
        self.own_at() + if self.own { 9 } else { 0 }
    }
    fn own_at(&self) -> usize {
        self.places_at() + if self.places { 3 } else { 0 }
    }
    /// The first of the columns of the scheme, if it has any.
    #[inline(always)]
    pub(crate) fn own(&self) -> Option<usize> {
        self.own.then(|| self.own_at())
    }
    pub(crate) fn history_columns(&self) -> std::ops::Range<usize> {
        HISTORY..HISTORY + self.keeps.history
    }
    /// The first column of the material's axes at rest, if it has any.
    #[inline(always)]
    pub(crate) fn axes(&self) -> Option<usize> {
        self.keeps.axes.then_some(HISTORY + self.keeps.history)
    }
    fn places_at(&self) -> usize {
        HISTORY + self.keeps.history + if self.keeps.axes { 9 } else { 0 }
    }
    /// The first column of the place at rest [m], if it is kept.
    pub(crate) fn rest_place(&self) -> Option<usize> {
        self.places.then(|| self.places_at())
    }
}

/// The law of one body during one step.
#[derive(Clone, Debug)]
pub(crate) struct Law {
    pub(crate) recipe: Recipe,
    pub(crate) layout: Layout,
    /// Whether it bears tension.
    pub(crate) binds: bool,
    /// When the step ends [s]: parameters that depend on time are taken there.
    pub(crate) time: f64,
    /// Length of the step [s].
    pub(crate) dt: f64,
}

/// What particles report after a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    /// Work turned into heat [J].
    pub(crate) heat: f64,
    /// Largest squared wave speed [m²/s²].
    pub(crate) wave: f64,
    /// The place of the first particle whose numbers went wrong.
    pub(crate) broken: Option<usize>,
}

impl Outcome {
    /// Takes in what a register of particles from a place on reports, its broken one by lane.
    #[inline(always)]
    pub(crate) fn merge(&mut self, part: &Outcome, first: usize) {
        self.heat += part.heat;
        self.wave = self.wave.max(part.wave);
        self.broken = self.broken.or(part.broken.map(|lane| first + lane));
    }
}

/// A material for whole bundles, or the need to make one per register.
pub(crate) enum Prepared<R> {
    Uniform(Material<R>),
    Varying,
    /// Parameters left their ranges: nothing sensible can be answered.
    Refused,
}

/// What particles of a register are told.
pub(crate) struct Question<R: Real> {
    /// Deformation read from the neighbours.
    pub(crate) trial: Mat3<R>,
    /// Displacement gradient of the step.
    pub(crate) gradient: Mat3<R>,
    /// Where the law is to be asked at all.
    pub(crate) sound: R::Mask,
    pub(crate) volume: R,
    pub(crate) mass: R,
}

/// What the law answers.
pub(crate) struct Answer<R> {
    pub(crate) kirchhoff: Sym3<R>,
    /// Elastic deformation after flow, less the trial.
    pub(crate) flowed: Mat3<R>,
    /// Elastic deformation after flow.
    pub(crate) deformation: Mat3<R>,
    /// γ: the part of the elastic strain that was forgotten.
    pub(crate) forgotten: R,
    /// P-wave modulus [Pa].
    pub(crate) modulus: R,
}

impl Law {
    #[inline(always)]
    pub(crate) fn material<R: Real>(&self) -> Prepared<R> {
        if self.recipe.varies_in_space() {
            return Prepared::Varying;
        }
        match self.recipe.material_at([0.0; 3], self.time) {
            Ok(material) => Prepared::Uniform(material),
            Err(_) => Prepared::Refused,
        }
    }

    /// The material of the particles `at..at + LANES`, made for their places at rest.
    fn local<R: Real>(&self, columns: &Columns<'_, R::Scalar>, at: usize) -> Option<Material<R>> {
        let first = self.layout.places_at();
        let number = |axis: usize, k: usize| columns.0[(first + axis) * BUNDLE + at + k].to_f64();
        let places: Vec<[f64; 3]> = (0..R::LANES)
            .map(|k| std::array::from_fn(|axis| number(axis, k)))
            .collect();
        self.recipe.material_lanes(&places, self.time).ok()
    }

    /// Moves the particles `at..at + LANES` of a bundle.
    #[inline(always)]
    pub(crate) fn advance<R: Real>(
        &self,
        prepared: &Prepared<R>,
        columns: &mut Columns<'_, R::Scalar>,
        at: usize,
        question: &Question<R>,
        outcome: &mut Outcome,
    ) -> Option<Answer<R>> {
        let local;
        let material = match prepared {
            Prepared::Uniform(material) => material,
            Prepared::Varying => {
                local = self.local(columns, at)?;
                &local
            }
            Prepared::Refused => return None,
        };
        let &Question {
            trial,
            gradient,
            sound,
            volume,
            mass,
        } = question;
        let zero = R::zero();
        let mut state: State<R> = material.rest();
        state.deformation = columns.matrix(DEFORMATION, at);
        for (k, column) in self.layout.history_columns().enumerate() {
            state.history[k] = columns.load(column, at);
        }
        let before = state;
        // Where the deformation is not told, the law sees the last one and no time.
        let axes: Option<Mat3<R>> = self.layout.axes().map(
            #[inline(always)]
            |first| columns.matrix(first, at),
        );
        let told = match &axes {
            Some(axes) => trial * *axes,
            None => trial,
        };
        let told = Mat3::select(sound, &told, &before.deformation);
        let step = Increment {
            trial: told,
            gradient: Mat3::select(sound, &gradient, &Mat3::zero()),
            dt: R::constant(self.dt),
        };
        // Out of line, for two schemes share it.
        let response = R::outline(
            #[inline(always)]
            || material.advance(&mut state, &step),
        );
        let deformation = Mat3::select(sound, &state.deformation, &before.deformation);
        columns.store_matrix(DEFORMATION, at, &deformation);
        for (k, column) in self.layout.history_columns().enumerate() {
            let kept = R::select(sound, state.history[k], before.history[k]);
            columns.store(column, at, kept);
        }
        let mut flowed = deformation - told;
        let mut elastic = deformation;
        if let Some(axes) = &axes {
            flowed = flowed.mul_transpose(axes);
            elastic = elastic.mul_transpose(axes);
        }
        let grown = told.determinant() / deformation.determinant();
        let plastic = columns.load::<R>(PLASTIC, at) * R::select(sound, grown, R::one());
        columns.store(PLASTIC, at, plastic);
        let forgotten = R::select(sound, forgotten(&told, &deformation), zero);
        columns.store(FLOWED, at, columns.load::<R>(FLOWED, at) + forgotten);

        // The fastest wave: in space ρ₀c² is the modulus at rest times the squared stretch, plus the
        // stress; exact for Hencky's law in tension and compression along one axis, and an upper bound
        // for the others in the usual range.
        let modulus = material.p_wave_modulus(&state);
        let stretch = (deformation.dot(&deformation) - R::constant(2.0)).max(R::one());
        let kirchhoff = Sym3::select(sound, response.kirchhoff, Sym3::zero());
        let wave = modulus.mul_add(stretch, kirchhoff.max_abs()) * volume / mass;
        let heat = R::select(sound, response.dissipation * volume, zero);
        // Comparisons with NaN fail, so this is false for any number that is not one.
        let sane = (wave + heat.abs() + plastic).lt(R::constant(1e30));
        for lane in 0..R::LANES {
            outcome.wave = outcome.wave.max(wave.lane(lane).to_f64());
            outcome.heat += heat.lane(lane).to_f64();
        }
        if !sane.all() {
            let first = (0..R::LANES).find(|lane| !sane.lane(*lane));
            outcome.broken = outcome.broken.or(first);
        }
        Some(Answer {
            kirchhoff,
            flowed,
            deformation: elastic,
            forgotten,
            modulus,
        })
    }
}

/// The part of the deviatoric strain that is gone: 1 − e/e_trial, by the deviators of F Fᵀ over its trace.
#[inline(always)]
fn forgotten<R: Real>(trial: &Mat3<R>, after: &Mat3<R>) -> R {
    let before = strain(trial);
    let told = before.gt(R::epsilon().times(4.0));
    let part = (before - strain(after)) / before.max(R::tiny());
    R::select(told, part.clamp(R::zero(), R::one()), R::zero())
}

/// A measure of deviatoric strain that knows no volume.
#[inline(always)]
fn strain<R: Real>(f: &Mat3<R>) -> R {
    let b = f.mul_transpose_self();
    b.deviator().norm() / b.trace().max(R::tiny())
}
