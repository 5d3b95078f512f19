//! Points taken along their paths on any register, and what each step leaves behind.

use super::points::*;
use plastica_material::flow::MAX_HISTORY;
use plastica_material::{Increment, Material, Recipe, RecipeError, Response, State};
use plastica_tensor::simd::{Kernel, Level};
use plastica_tensor::{Mat3, Real, Scalar, Sym3};
use std::io::{Write, stderr};
use std::ops::Range;
use std::sync::Once;

/// What a step left behind, in double precision: every number of the response and of the state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer(pub(crate) [f64; NUMBERS]);

pub(crate) const KIRCHHOFF: Range<usize> = 0..6;
pub(crate) const DISSIPATION: Range<usize> = 6..7;
pub(crate) const DEFORMATION: Range<usize> = 7..16;
pub(crate) const STRESS: Range<usize> = 16..22;
pub(crate) const VOLUME: Range<usize> = 22..23;
pub(crate) const HISTORY: Range<usize> = 23..23 + MAX_HISTORY;
pub(crate) const NUMBERS: usize = HISTORY.end;

impl Answer {
    /// The state after the step.
    pub(crate) fn state(&self) -> State<f64> {
        let stress = self.0[STRESS].try_into().unwrap();
        State {
            deformation: Mat3::from_fn(|i, j| self.0[DEFORMATION][3 * i + j]),
            stress: Sym3::from_array(stress),
            volume: self.0[VOLUME][0],
            history: self.0[HISTORY].try_into().unwrap(),
        }
    }
    pub(crate) fn has_the_bits_of(&self, other: &Answer) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        pairs.all(|(a, b)| a.to_bits() == b.to_bits())
    }
    pub(crate) fn is_finite(&self) -> bool {
        self.0.iter().all(|x| x.is_finite())
    }
}

/// One answer per lane.
#[inline(always)]
pub(crate) fn answers<R: Real>(response: &Response<R>, state: &State<R>) -> [Answer; MOST_LANES] {
    let mut numbers = [R::zero(); NUMBERS];
    numbers[KIRCHHOFF].copy_from_slice(&response.kirchhoff.to_array());
    numbers[DISSIPATION].copy_from_slice(&[response.dissipation]);
    numbers[DEFORMATION].copy_from_slice(state.deformation.0.as_flattened());
    numbers[STRESS].copy_from_slice(&state.stress.to_array());
    numbers[VOLUME].copy_from_slice(&[state.volume]);
    numbers[HISTORY].copy_from_slice(&state.history);
    let mut answers = [Answer([0.0; NUMBERS]); MOST_LANES];
    for k in 0..NUMBERS {
        let mut lanes = [R::Scalar::default(); MOST_LANES];
        numbers[k].store(&mut lanes);
        for lane in 0..R::LANES {
            answers[lane].0[k] = lanes[lane].to_f64();
        }
    }
    answers
}

/// The widest register of all.
pub(crate) const MOST_LANES: usize = 16;

/// Takes the points through their steps, in registers filled in the given order.
///
/// The only kernel of this file: the whole library of laws is compiled for each register of each
/// kernel.
#[derive(Clone, Copy)]
pub(crate) struct Paths<'a> {
    pub(crate) recipe: &'a Recipe,
    /// Where each point is at rest, if that matters.
    pub(crate) places: Option<&'a [[f64; 3]]>,
    pub(crate) points: &'a [Point],
    pub(crate) order: &'a [usize],
}

impl<S: Scalar> Kernel<S> for Paths<'_> {
    /// By point, whatever the order.
    type Output = Vec<[Answer; STEPS]>;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Self::Output {
        let made = |material: Result<Material<R>, RecipeError>| {
            material.unwrap_or_else(|error| panic!("{}: {error}", self.recipe.name))
        };
        let shared = made(self.recipe.material::<R>());
        let mut paths = vec![Vec::new(); self.points.len()];
        for group in self.order.chunks(R::LANES) {
            let point = |lane: usize| &self.points[group[lane.min(group.len() - 1)]];
            let material = match self.places {
                None => shared,
                Some(places) => {
                    let places: Vec<_> = group.iter().map(|i| places[*i]).collect();
                    made(self.recipe.material_lanes::<R>(&places, 0.0))
                }
            };
            let mut state = material.rest();
            state.deformation = Mat3::from_lanes(|lane| point(lane).start);
            let jump = Mat3::from_lanes(|lane| point(lane).jump);
            for k in 0..STEPS {
                let gradient = Mat3::from_lanes(|lane| point(lane).gradients[k]);
                let mut step = Increment::from_gradient(&state, gradient, R::constant(DT[k]));
                if k == JUMP {
                    step.trial = jump;
                }
                let response = material.advance(&mut state, &step);
                for (i, answer) in group.iter().zip(answers(&response, &state)) {
                    paths[*i].push(answer);
                }
            }
        }
        paths
            .into_iter()
            .map(|steps| steps.try_into().expect("every point is in the order once"))
            .collect()
    }
}

/// The double-precision scalar.
pub(crate) fn reference(recipe: &Recipe, points: &[Point]) -> Vec<[Answer; STEPS]> {
    let order: Vec<usize> = (0..points.len()).collect();
    let paths = Paths {
        recipe,
        places: None,
        points,
        order: &order,
    };
    Kernel::<f64>::run::<f64>(paths)
}

/// Every level this processor has; those it has not are named where the harness does not hide it.
///
/// Native registers only: a law compiled for every width costs minutes, and the portable level is made
/// of pairs of registers already.
pub(crate) fn levels() -> Vec<Level> {
    static ANNOUNCE: Once = Once::new();
    let (here, missing): (Vec<Level>, Vec<Level>) = [Level::Portable, Level::Avx2, Level::Avx512]
        .into_iter()
        .partition(|level| level.is_available());
    ANNOUNCE.call_once(|| {
        for level in missing {
            let _ = writeln!(stderr(), "skipped: this processor has no {level:?}");
        }
    });
    here
}
