//! Lanes against the reference: every law, on every register this processor has, answers as the
//! double-precision scalar does, stays finite, and answers for a lane whatever its neighbours are.
//!
//! All inputs are rounded to single precision first, so that both precisions see the same numbers
//! and every difference is the algorithm's own.

mod common;

use common::*;
use plastica_material::elastic::{STRETCH_FLOOR, is_sound};
use plastica_material::flow::MAX_HISTORY;
use plastica_material::spec::{Quantity, Slot};
use plastica_material::{
    Field, Increment, LawRecipe, Material, Recipe, RecipeError, Response, State, Value, catalogue,
};
use plastica_tensor::simd::{Kernel, Level, dispatch_native};
use plastica_tensor::{Mat3, Real, Scalar, Sym3, Vec3, svd};
use std::collections::BTreeSet;
use std::io::{Write, stderr};
use std::ops::Range;
use std::sync::{Arc, Once};

/// What happens to a point in the middle of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Stays exactly as it is, as the padding of a block does.
    Rest,
    /// Turned, strained by a percent.
    Turned,
    /// Entries anywhere within ± ½ of the identity.
    AnyMatrix,
    /// Turned, stretches within ± 40 %.
    Strained,
    /// Smallest stretch between 0.001 and 0.1, the others about 1.
    NearlySingular,
    /// All stretches between 0.2 and 0.6.
    Compressed,
    /// All stretches between 1.5 and 4.
    Stretched,
    /// Smallest stretch negative.
    Inverted,
    /// Drawn out in two directions and thin in the third, so that the volume says nothing of it.
    Thin,
}
use Kind::*;

const KINDS: [Kind; 9] = [
    Rest,
    Turned,
    AnyMatrix,
    Strained,
    NearlySingular,
    Compressed,
    Stretched,
    Inverted,
    Thin,
];

/// Nine kinds in turn, and a whole number of the widest registers: neighbours differ in kind, and
/// which kinds meet changes from register to register.
const POINTS: usize = 9 * 16;

/// Elastic, to the deformation of the kind, onwards, held, held on, back a little.
const STEPS: usize = 6;
const JUMP: usize = 1;

#[derive(Clone, Debug)]
struct Point {
    kind: Kind,
    axes: Mat3<f64>,
    start: Mat3<f64>,
    /// The trial deformation of the step [`JUMP`]; the other trials follow from the state.
    jump: Mat3<f64>,
    gradients: [Mat3<f64>; STEPS],
}

const DT: [f64; STEPS] = [0.01, 0.0625, 0.0625, 0.5, 0.5, 0.01];

fn rounded(m: &Mat3<f64>) -> Mat3<f64> {
    m.map(|x| f64::from(x as f32))
}

fn deformation(kind: Kind, random: &mut Random) -> Mat3<f64> {
    let mut turned = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
        let stretches = Vec3([a, b, c].map(|[low, high]| random.uniform(low, high)));
        (random.rotation().scale_columns(stretches)).mul_transpose(&random.rotation())
    };
    match kind {
        Rest => Mat3::identity(),
        Turned => turned([0.99, 1.01], [0.99, 1.01], [0.99, 1.01]),
        AnyMatrix => Mat3::identity() + random.matrix(0.5),
        Strained => turned([0.6, 1.4], [0.6, 1.4], [0.6, 1.4]),
        NearlySingular => {
            let smallest = 10f64.powf(random.uniform(-3.0, -1.0));
            let mut turned = |a: [f64; 2]| {
                let s = Vec3([
                    random.uniform(a[0], a[1]),
                    random.uniform(a[0], a[1]),
                    smallest,
                ]);
                (random.rotation().scale_columns(s)).mul_transpose(&random.rotation())
            };
            turned([0.8, 1.2])
        }
        Compressed => turned([0.2, 0.6], [0.2, 0.6], [0.2, 0.6]),
        Stretched => turned([1.5, 4.0], [1.5, 4.0], [1.5, 4.0]),
        Inverted => turned([0.9, 1.4], [0.9, 1.4], [-0.7, -0.05]),
        Thin => turned([2.0, 4.0], [2.0, 4.0], [0.01, 0.1]),
    }
}

fn points() -> Vec<Point> {
    let mut random = Random::new(11);
    (0..POINTS)
        .map(|i| {
            let kind = KINDS[i % KINDS.len()];
            if kind == Rest {
                return Point {
                    kind,
                    axes: Mat3::identity(),
                    start: Mat3::identity(),
                    jump: Mat3::identity(),
                    gradients: [Mat3::zero(); STEPS],
                };
            }
            let start = rounded(&random.deformation(1e-3));
            let jump = rounded(&deformation(kind, &mut random));
            let gradients = [
                random.matrix(1e-3),
                jump * start.inverse() - Mat3::identity(),
                random.matrix(0.1),
                Mat3::zero(),
                Mat3::zero(),
                random.matrix(0.01),
            ];
            Point {
                kind,
                axes: rounded(&random.rotation()),
                start,
                jump,
                gradients: gradients.map(|g| rounded(&g)),
            }
        })
        .collect()
}

/// What a step left behind, in double precision: every number of the response and of the state but
/// the axes, which no law changes.
#[derive(Clone, Copy, Debug)]
struct Answer([f64; NUMBERS]);

const KIRCHHOFF: Range<usize> = 0..6;
const DISSIPATION: Range<usize> = 6..7;
const DEFORMATION: Range<usize> = 7..16;
const STRESS: Range<usize> = 16..22;
const VOLUME: Range<usize> = 22..23;
const HISTORY: Range<usize> = 23..23 + MAX_HISTORY;
const NUMBERS: usize = HISTORY.end;

impl Answer {
    /// The state after the step.
    fn state(&self, axes: Mat3<f64>) -> State<f64> {
        let stress = self.0[STRESS].try_into().unwrap();
        State {
            deformation: Mat3::from_fn(|i, j| self.0[DEFORMATION][3 * i + j]),
            stress: Sym3::from_array(stress),
            volume: self.0[VOLUME][0],
            axes,
            history: self.0[HISTORY].try_into().unwrap(),
        }
    }
    fn has_the_bits_of(&self, other: &Answer) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        pairs.all(|(a, b)| a.to_bits() == b.to_bits())
    }
    fn is_finite(&self) -> bool {
        self.0.iter().all(|x| x.is_finite())
    }
}

/// One answer per lane.
#[inline(always)]
fn answers<R: Real>(response: &Response<R>, state: &State<R>) -> [Answer; MOST_LANES] {
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
const MOST_LANES: usize = 16;

/// Takes the points through their steps, in registers filled in the given order.
///
/// The only kernel of this file: the whole library of laws is compiled for each register of each
/// kernel.
#[derive(Clone, Copy)]
struct Paths<'a> {
    recipe: &'a Recipe,
    /// Where each point is at rest, if that matters.
    places: Option<&'a [[f64; 3]]>,
    points: &'a [Point],
    order: &'a [usize],
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
            state.axes = Mat3::from_lanes(|lane| point(lane).axes);
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
fn reference(recipe: &Recipe, points: &[Point]) -> Vec<[Answer; STEPS]> {
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
fn levels() -> Vec<Level> {
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

/// Every combination of laws, those without a map with viscosity too, and rules with options that
/// their defaults leave out.
fn recipes() -> Vec<Recipe> {
    let mut all = all_recipes();
    let viscosity = catalogue::laws(Slot::Viscosity)[0];
    let viscous: Vec<Recipe> = all
        .iter()
        .filter(|recipe| recipe.map.is_none())
        .map(|recipe| Recipe {
            name: format!("{} + {}", recipe.name, viscosity.name),
            viscosity: Some(LawRecipe {
                // Strong enough to matter, weak enough not to hide the law: 1e-3 s times E.
                values: vec![Value::from(1e-3 * YOUNG); viscosity.parameters.len()],
                ..LawRecipe::new(viscosity)
            }),
            ..recipe.clone()
        })
        .collect();
    all.extend(viscous);
    for (elastic, flow, set) in [
        (
            "hencky",
            "drucker-prager",
            &[
                ("hardening_rise", 2.0),
                ("hardening_decay", 8.0),
                ("hardening_deficit", 0.1),
            ][..],
        ),
        (
            "hencky",
            "drucker-prager",
            &[("cohesion", 2e3), ("dilatancy_angle", 0.2)][..],
        ),
        ("hencky", "von-mises", &[("hardening_modulus", 1e5)][..]),
        (
            "corotated",
            "creep",
            &[
                ("hardening", -0.1),
                ("rate_exponent", 1.5),
                ("reference_stress", 3e4),
            ][..],
        ),
    ] {
        let law = |slot, name| catalogue::law(slot, name).unwrap();
        let mut varied = recipe(
            law(Slot::Elastic, elastic),
            Some(law(Slot::Flow, flow)),
            None,
        );
        for (name, value) in set {
            let flow = varied.flow.as_mut().unwrap();
            flow.set(name, &[Value::from(*value)]);
            varied.name += &format!(", {name} {value}");
        }
        all.push(varied);
    }
    all
}

/// How much a rounding error of F grows on its way to the stress, over E.
///
/// Chosen from the formulas, with s₁ ≥ s₂ ≥ |s₃| the stretches of the trial:
///
/// * St Venant–Kirchhoff, a polynomial: 1. Neo-Hookean adds ln J: s₁³/J.
/// * Laws with a rotation: it turns by s₁/(s₂ + s₃) times the error.
/// * Laws with ln sᵢ from singular values: s₁/s₃, not beyond s₁ over [`STRETCH_FLOOR`].
/// * Laws with ln(FFᵀ) or ln(FᵀF): (s₁/s₃)², since squaring F squares its condition. This is the
///   large one: a stretch of 0.1 beside one of 1 costs two digits out of single precision's seven.
///   Where F is not sound they go by singular values too.
/// * The rate law multiplies the gradient twice by its spin.
fn amplification(recipe: &Recipe, trial: &Mat3<f64>, gradient: &Mat3<f64>) -> f64 {
    let s = svd(trial).sigma;
    let turning = s[0] / (s[1] + s[2]);
    let by_values = turning.max(s[0] / s[2].max(STRETCH_FLOOR));
    let by_squares = if is_sound(trial) {
        (s[0] / s[2]).powi(2)
    } else {
        by_values
    };
    let flow = recipe.flow.as_ref().map(|flow| flow.law);
    let of_law = match (recipe.elastic.law.name, flow) {
        ("hypoelastic", _) => (1.0 + gradient.norm()).powi(2),
        _ if !is_isotropic(recipe) => by_squares,
        ("st-venant-kirchhoff", None) => 1.0,
        ("neo-hookean", None) => by_values.max(s[0].powi(3) / s.product().max(STRETCH_FLOOR)),
        ("hencky", None) => by_squares,
        (_, None) => turning,
        (_, Some(flow)) if catalogue::acts_on_stress(flow) => by_squares,
        _ => by_values,
    };
    // Snow multiplies its stiffness by exp(ξ(1 − J_p)) with ξ = 10: an error of J_p grows by ξ.
    if flow.is_some_and(|flow| flow.name == "snow") {
        11.0 * of_law
    } else {
        of_law
    }
}

/// Rounding errors of one step, as a multiple of the amplified unit.
const ROUNDINGS: f64 = 64.0;

/// What the errors of a step are measured by.
#[derive(Clone, Copy, Debug)]
struct Measure {
    /// [`amplification`], summed over the steps so far: errors are carried along.
    amplification: f64,
    /// The largest elastic stress of a trial so far. Heat and history are differences of trial and
    /// answer, so their errors are relative to the trial.
    trial_stress: f64,
}

fn measures(recipe: &Recipe, points: &[Point], steps: &[[Answer; STEPS]]) -> Vec<[Measure; STEPS]> {
    let material = build(recipe);
    let of_point = |(point, steps): (&Point, &[Answer; STEPS])| {
        let mut sum = Measure {
            amplification: 0.0,
            trial_stress: 0.0,
        };
        std::array::from_fn(|k| {
            let mut state = if k == 0 {
                State {
                    deformation: point.start,
                    axes: point.axes,
                    ..material.rest()
                }
            } else {
                steps[k - 1].state(point.axes)
            };
            let gradient = point.gradients[k];
            state.deformation = if k == JUMP {
                point.jump
            } else {
                state.deformation + gradient * state.deformation
            };
            sum.amplification += amplification(recipe, &state.deformation, &gradient);
            let stress = if material.keeps().deformation {
                material.kirchhoff(&state).norm()
            } else {
                YOUNG * gradient.norm()
            };
            sum.trial_stress = sum.trial_stress.max(stress);
            sum
        })
    };
    points.iter().zip(steps).map(of_point).collect()
}

/// Numbers of an answer that are compared together.
struct Part {
    name: &'static str,
    numbers: Range<usize>,
    size: Size,
}

/// What the error of a part is relative to, besides the part itself.
#[derive(Clone, Copy)]
enum Size {
    /// A share of E.
    Stress,
    /// That, or the stress of the trial.
    Trial,
    /// 1, for strains and stretches.
    One,
}

impl Part {
    /// What is compared of the answers of a law.
    fn all(recipe: &Recipe) -> Vec<Part> {
        let part = |name, numbers, size| Part {
            name,
            numbers,
            size,
        };
        let mut parts = vec![
            part("kirchhoff", KIRCHHOFF, Size::Stress),
            part("dissipation", DISSIPATION, Size::Trial),
        ];
        if recipe.elastic.law.name == "hypoelastic" {
            parts.push(part("stress", STRESS, Size::Stress));
            parts.push(part("volume", VOLUME, Size::One));
        } else {
            parts.push(part("deformation", DEFORMATION, Size::One));
        }
        let mut at = HISTORY.start;
        for history in recipe.flow.iter().flat_map(|flow| flow.law.history) {
            let size = match history.quantity {
                Quantity::Pressure | Quantity::Viscosity => Size::Trial,
                _ => Size::One,
            };
            parts.push(part(history.name, at..at + history.components, size));
            at += history.components;
        }
        parts
    }

    /// The largest difference over the size; infinite where it is not a number. Stresses count as no
    /// smaller than `least` times E.
    fn difference(&self, found: &Answer, expected: &Answer, least: f64, measure: &Measure) -> f64 {
        let (found, expected) = (
            &found.0[self.numbers.clone()],
            &expected.0[self.numbers.clone()],
        );
        let size = match self.size {
            Size::Stress => least * YOUNG,
            Size::Trial => measure.trial_stress.max(least * YOUNG),
            Size::One => 1.0,
        };
        let size = expected.iter().fold(size, |size, x| size.max(x.abs()));
        let difference = |(a, b): (&f64, &f64)| {
            let d = (a - b).abs() / size;
            if d.is_nan() { f64::INFINITY } else { d }
        };
        found
            .iter()
            .zip(expected)
            .map(difference)
            .fold(0.0, f64::max)
    }
}

/// The worst of a law: part, kind, step, and the difference over its bound.
#[derive(Clone, Debug)]
struct Worst {
    over: f64,
    difference: f64,
    what: String,
}

impl Worst {
    const NONE: Worst = Worst {
        over: 0.0,
        difference: 0.0,
        what: String::new(),
    };
    fn see(&mut self, difference: f64, bound: f64, what: impl FnOnce() -> String) {
        if difference / bound > self.over {
            *self = Worst {
                over: difference / bound,
                difference,
                what: what(),
            };
        }
    }
}

/// Fails with every entry that is over its bound, not with the first alone.
fn judge(title: &str, mut worst: Vec<(String, Worst)>) {
    worst.sort_by(|(_, a), (_, b)| b.over.total_cmp(&a.over));
    println!("{title}: difference over its bound, largest first");
    for (name, w) in &worst {
        println!(
            "  {:9.2e}  {:9.2e}  {name}: {}",
            w.over, w.difference, w.what
        );
    }
    let over: Vec<String> = worst
        .iter()
        .filter(|(_, w)| !(w.over <= 1.0))
        .map(|(name, w)| format!("{name}: {:.1e} times its bound, {}", w.over, w.what))
        .collect();
    assert!(
        over.is_empty(),
        "{title}, {} laws:\n{}",
        over.len(),
        over.join("\n")
    );
}

/// The worst of every law over all registers of a scalar, beside the reference.
fn compare<S: Scalar>(
    least: f64,
    bound: impl Fn(&Recipe, &'static str, f64) -> f64,
) -> Vec<(String, Worst)> {
    let points = points();
    let order: Vec<usize> = (0..points.len()).collect();
    let levels = levels();
    let of_recipe = |recipe: &Recipe| {
        let expected = reference(recipe, &points);
        let measures = measures(recipe, &points, &expected);
        let parts = Part::all(recipe);
        let mut worst = Worst::NONE;
        for &level in &levels {
            let paths = Paths {
                recipe,
                places: None,
                points: &points,
                order: &order,
            };
            let found = dispatch_native::<S, _>(level, paths);
            for (i, point) in points.iter().enumerate() {
                for (k, measure) in measures[i].iter().enumerate() {
                    for part in &parts {
                        let d = part.difference(&found[i][k], &expected[i][k], least, measure);
                        let Part { name, .. } = part;
                        worst.see(d, bound(recipe, name, measure.amplification), || {
                            format!(
                                "{name} of point {i} ({:?}), step {k}, {level:?}",
                                point.kind
                            )
                        });
                    }
                }
            }
        }
        (recipe.name.clone(), worst)
    };
    recipes().iter().map(of_recipe).collect()
}

#[test]
fn double_precision_lanes_equal_the_scalar() {
    judge("f64", compare::<f64>(1e-3, |_, _, _| 1e-10));
}

#[test]
fn single_precision_lanes_equal_the_scalar_as_far_as_the_conditioning_allows() {
    let bound = |recipe: &Recipe, part: &'static str, amplification: f64| {
        let unit = <f32 as Scalar>::EPSILON;
        // Creep takes the slope of its stress over no less than ∛ε of the strain, so that the slope,
        // and with it the time spent above yield and the heat, is good to ε over ∛ε.
        let creeps = recipe
            .flow
            .as_ref()
            .is_some_and(|flow| flow.law.name == "creep");
        let unit = if creeps && ["alpha", "dissipation"].contains(&part) {
            unit / unit.cbrt()
        } else {
            unit
        };
        ROUNDINGS * unit * amplification
    };
    judge("f32", compare::<f32>(1.0, bound));
}

/// Deformations that have no inverse, or nearly none, or are far from anything a body survives.
fn collapsed() -> Vec<Point> {
    let mut random = Random::new(13);
    let (q, r) = (random.rotation(), random.rotation());
    let turned = |s: [f64; 3]| (q.scale_columns(Vec3(s))).mul_transpose(&r);
    let jumps = [
        Mat3::zero(),
        turned([1.0, 0.0, 0.0]),
        turned([1.0, 1.0, 0.0]),
        turned([1.0, 1e-6, 1e-6]),
        turned([1e-3, 1e-3, 1e-3]),
        turned([10.0, 10.0, 10.0]),
        turned([100.0, 1.0, 0.01]),
        turned([1.0, 1.0, -1.0]),
        -Mat3::identity(),
        Mat3::diagonal(Vec3([1.0, 1.0, -1e-3])),
        Mat3::identity(),
    ];
    let ordinary = &points()[AnyMatrix as usize];
    jumps
        .iter()
        .map(|jump| {
            let mut point = ordinary.clone();
            point.jump = rounded(jump);
            // The rate law sees the gradient alone; one that no step reaches would say nothing.
            let gradient = *jump - Mat3::identity();
            let factor = 1.0f64.min(3.0 / gradient.norm().max(1e-9));
            point.gradients[JUMP] = rounded(&gradient.scale(factor));
            point
        })
        .collect()
}

fn collapsed_points_stay_finite<S: Scalar>() {
    let points = collapsed();
    let order: Vec<usize> = (0..points.len()).collect();
    let levels = levels();
    let mut bad = Vec::new();
    for recipe in recipes() {
        for &level in &levels {
            let paths = Paths {
                recipe: &recipe,
                places: None,
                points: &points,
                order: &order,
            };
            let found = dispatch_native::<S, _>(level, paths);
            for (i, steps) in found.iter().enumerate() {
                if let Some(k) = steps.iter().position(|answer| !answer.is_finite()) {
                    bad.push(format!(
                        "{}: {level:?}, step {k} of {:?}",
                        recipe.name, points[i].jump.0
                    ));
                }
            }
        }
    }
    assert!(
        bad.is_empty(),
        "{} not finite:\n{}",
        bad.len(),
        bad.join("\n")
    );
}

#[test]
fn single_precision_lanes_of_collapsed_points_stay_finite() {
    collapsed_points_stay_finite::<f32>();
}

#[test]
fn double_precision_lanes_of_collapsed_points_stay_finite() {
    collapsed_points_stay_finite::<f64>();
}

/// The same points in registers of mixed kinds, of one kind, and mixed in another way.
fn orders(points: &[Point]) -> [Vec<usize>; 3] {
    let mixed: Vec<usize> = (0..points.len()).collect();
    let mut by_kind = mixed.clone();
    by_kind.sort_by_key(|i| points[*i].kind);
    // A stride prime to the number of points meets each once, in other company.
    let strided = mixed.iter().map(|i| i * 35 % points.len()).collect();
    [mixed, by_kind, strided]
}

/// Bit for bit: how points are grouped into registers must not change a result, or it would depend
/// on how they are sorted and shared out.
fn neighbours_do_not_matter<S: Scalar>() {
    let points = points();
    let orders = orders(&points);
    let levels = levels();
    let mut depending = Vec::new();
    for recipe in recipes() {
        for &level in &levels {
            let [mixed, by_kind, strided] = orders.each_ref().map(|order| {
                let paths = Paths {
                    recipe: &recipe,
                    places: None,
                    points: &points,
                    order,
                };
                dispatch_native::<S, _>(level, paths)
            });
            let differs = |i: &usize| {
                let same = |other: &[Answer; STEPS]| {
                    let pairs = other.iter().zip(&mixed[*i]);
                    pairs.into_iter().all(|(a, b)| a.has_the_bits_of(b))
                };
                !same(&by_kind[*i]) || !same(&strided[*i])
            };
            let kinds: BTreeSet<Kind> = (0..POINTS)
                .filter(differs)
                .map(|i| points[i].kind)
                .collect();
            if !kinds.is_empty() {
                depending.push(format!("{}: {kinds:?}, {level:?}", recipe.name));
            }
        }
    }
    assert!(
        depending.is_empty(),
        "neighbours matter to {} laws:\n{}",
        depending.len(),
        depending.join("\n")
    );
}

#[test]
fn a_single_precision_lane_does_not_see_its_neighbours() {
    neighbours_do_not_matter::<f32>();
}

#[test]
fn a_double_precision_lane_does_not_see_its_neighbours() {
    neighbours_do_not_matter::<f64>();
}

/// Makes the first parameter of each law vary in space by a factor from 1 to 1.5.
fn varying(recipe: &Recipe) -> Recipe {
    let mut recipe = recipe.clone();
    let laws = [
        Some(&mut recipe.elastic),
        recipe.flow.as_mut(),
        recipe.viscosity.as_mut(),
    ];
    for law in laws.into_iter().flatten() {
        let base = law.values[0].at([0.0; 3], 0.0);
        law.values[0] = Value::Field(Field {
            text: "1 + x / 2".into(),
            evaluate: Arc::new(move |x, _| base * (1.0 + 0.5 * x[0])),
            varies_in_space: true,
            varies_in_time: false,
        });
    }
    recipe
}

#[test]
fn each_lane_has_the_parameters_of_its_place() {
    let points = points();
    let order: Vec<usize> = (0..points.len()).collect();
    let levels = levels();
    let mut random = Random::new(12);
    let places: Vec<[f64; 3]> = points
        .iter()
        .map(|_| [random.uniform(0.0, 1.0), 0.0, 0.0])
        .collect();
    let mut worst = Vec::new();
    for recipe in recipes()
        .iter()
        .filter(|recipe| recipe.map.is_none())
        .map(varying)
    {
        let paths = Paths {
            recipe: &recipe,
            places: Some(&places),
            points: &points,
            order: &order,
        };
        // Registers of one lane: `material_lanes` with one place is `material_at`.
        let expected = Kernel::<f64>::run::<f64>(paths);
        let measures = measures(&recipe, &points, &expected);
        let parts = Part::all(&recipe);
        let mut largest = Worst::NONE;
        for &level in &levels {
            let found = dispatch_native::<f64, _>(level, paths);
            for (i, point) in points.iter().enumerate() {
                for (k, measure) in measures[i].iter().enumerate() {
                    for part in &parts {
                        let d = part.difference(&found[i][k], &expected[i][k], 1e-3, measure);
                        let Part { name, .. } = part;
                        largest.see(d, 1e-10, || {
                            format!(
                                "{name} of point {i} ({:?}), step {k}, {level:?}",
                                point.kind
                            )
                        });
                    }
                }
            }
        }
        worst.push((recipe.name.clone(), largest));
    }
    judge("varying parameters", worst);
}

#[test]
fn one_place_is_the_material_there() {
    for recipe in recipes().iter().map(varying) {
        let place = [0.7, 0.0, 0.0];
        let at = recipe.material_at::<f64>(place, 0.0).unwrap();
        let lanes = recipe.material_lanes::<f64>(&[place], 0.0).unwrap();
        assert_eq!(format!("{at:?}"), format!("{lanes:?}"), "{}", recipe.name);
        assert_ne!(
            format!("{at:?}"),
            format!("{:?}", build(&recipe)),
            "{} does not vary",
            recipe.name
        );
    }
}
