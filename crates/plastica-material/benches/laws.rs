//! Nanoseconds per point of the material laws on one core.
//!
//! `cargo bench -p plastica-material --bench laws` prints one row per law, below them what every law
//! pays for its data, and the decompositions the laws are made of beside those of nalgebra.
//! `-- --json` prints the same as JSON, and any other word selects the rows whose names contain it.
//! Each figure is the median over many passes with the best pass in brackets: on a busy machine
//! compare the best.
//!
//! The points lie in blocks of one register, number by number, as a method keeps them, and fit into
//! the second-level cache. A pass reads deformation (or stress), gradient and history and writes
//! the new state and the stress elsewhere, so that every pass does the same work. Deformations are
//! near a rotation, and rules that yield do so in about half of the points, with maps in more.

use plastica_material::flow::MAX_HISTORY;
use plastica_material::spec::{LawSpec, Quantity, Slot};
use plastica_material::{Increment, Keeps, LawRecipe, Material, Recipe, Value, catalogue};
use plastica_tensor::decompose::exp_matrix;
use plastica_tensor::simd::{Kernel, Level, Width, dispatch};
use plastica_tensor::{Mat3, Real, Scalar, Sym3, polar, svd};
use std::hint::black_box;
use std::time::{Duration, Instant};

const POINTS: usize = 1024;

/// What one figure may take: enough passes for a best, few enough for the table to take less than a
/// minute.
const TIME_PER_FIGURE: Duration = Duration::from_millis(120);
const FEWEST_PASSES: usize = 5;

/// Young's modulus [Pa].
const YOUNG: f64 = 1e6;
/// Size of the elastic strains; yield is put in the middle of what they give.
const STRAIN: f64 = 0.01;

/// A law with numbers for which about half of the points yield.
fn law(slot: Slot, name: &str) -> LawRecipe {
    let spec =
        catalogue::law(slot, name).unwrap_or_else(|| panic!("there is no law called {name}"));
    let mut law = LawRecipe::new(spec);
    for parameter in spec.parameters.iter().filter(|p| p.default.is_none()) {
        let values: Vec<Value> = (0..parameter.count)
            .map(|i| Value::from(number(spec, parameter.name, parameter.quantity, i)))
            .collect();
        law.set(parameter.name, &values);
    }
    law
}

/// The parameters that have no default.
fn number(law: &LawSpec, name: &str, quantity: Quantity, index: usize) -> f64 {
    match (law.slot, name) {
        (Slot::Elastic, "poisson_ratio" | "poisson_along" | "poisson_across") => 0.3,
        (Slot::Map, "stress_map") => f64::from(u8::from(index.is_multiple_of(7))),
        (Slot::Map, "stiffness") => YOUNG * f64::from(u8::from(index.is_multiple_of(7))),
        (Slot::Map, "fragility") => [0.8, 0.9, 1.2][index],
        (_, "critical_compression" | "critical_stretch") => 1.4 * STRAIN,
        // Creep measures all of the stress, pressure included.
        (_, "yield_stress") => 1.6 * STRAIN * YOUNG,
        (_, "strain_limit") => 1.2 * STRAIN,
        _ => match quantity {
            Quantity::Pressure if law.slot == Slot::Elastic => YOUNG * (1.0 + index as f64),
            Quantity::Pressure => 0.6 * STRAIN * YOUNG,
            Quantity::Viscosity => 0.5 * YOUNG,
            Quantity::Rate => 2.0,
            Quantity::Angle => 30f64.to_radians(),
            Quantity::Time | Quantity::Density | Quantity::Number => 1.0,
        },
    }
}

/// Elastic law, flow rule, map.
type Row = (&'static str, Option<&'static str>, Option<&'static str>);

/// Rules with their natural elastic laws, and maps.
const COMBINATIONS: &[Row] = &[
    ("hencky", Some("drucker-prager"), None),
    ("hencky", Some("von-mises"), None),
    ("hencky", Some("maxwell"), None),
    ("hencky", Some("burgers"), None),
    ("hencky", Some("kinematic-hardening"), None),
    ("hypoelastic", Some("von-mises"), None),
    ("hypoelastic", Some("drucker-prager"), None),
    ("corotated", Some("creep"), None),
    ("fixed-corotated", Some("snow"), None),
    ("corotated", Some("shear-clamp"), None),
    ("hencky", Some("von-mises"), Some("consistent")),
    ("hencky", Some("von-mises"), Some("general")),
    ("orthotropic", Some("drucker-prager"), Some("fragility")),
    ("hencky", Some("drucker-prager"), Some("oriented")),
];

fn rows() -> Vec<Row> {
    let alone = catalogue::laws(Slot::Elastic)
        .iter()
        .map(|law| (law.name, None, None));
    alone.chain(COMBINATIONS.iter().copied()).collect()
}

fn recipe((elastic, flow, map): Row) -> Recipe {
    Recipe {
        name: [Some(elastic), flow, map]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" + "),
        density: 1000.0.into(),
        elastic: law(Slot::Elastic, elastic),
        flow: flow.map(|name| law(Slot::Flow, name)),
        viscosity: None,
        map: map.map(|name| law(Slot::Map, name)),
    }
}

/// A fixed sequence of numbers in [-1, 1).
fn numbers() -> impl FnMut() -> f64 {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Where the numbers of a point stand in its block: F_e, or stress and volume; then the history;
/// then Δt∇v on the way in, stress and heat on the way out.
const HISTORY: usize = 9;
const GRADIENT: usize = HISTORY + MAX_HISTORY;
const INPUTS: usize = GRADIENT + 9;
const KIRCHHOFF: usize = HISTORY + MAX_HISTORY;
const HEAT: usize = KIRCHHOFF + 6;
const OUTPUTS: usize = HEAT + 1;

/// The numbers of every point, block by block of so many lanes, all with the same history.
fn inputs<S: Scalar>(keeps: Keeps, history: [f64; MAX_HISTORY], lanes: usize) -> Vec<S> {
    let mut random = numbers();
    let mut matrix = |size: f64| Mat3::from_fn(|_, _| size * random());
    let points: Vec<[f64; INPUTS]> = (0..POINTS)
        .map(|_| {
            let rotation = exp_matrix(&matrix(2.0).antisymmetric());
            // A little compressed, so that frictional rules carry stress.
            let strain = matrix(STRAIN).symmetric().to_mat() - Mat3::identity().scale(0.5 * STRAIN);
            let mut point = [0.0; INPUTS];
            if keeps.deformation {
                let f = exp_matrix(&strain) * rotation;
                point[..9].copy_from_slice(f.0.as_flattened());
            } else {
                point[..6].copy_from_slice(&strain.scale(0.6 * YOUNG).symmetric().to_array());
                point[6] = 1.0;
            }
            point[HISTORY..GRADIENT].copy_from_slice(&history);
            point[GRADIENT..].copy_from_slice(matrix(0.1 * STRAIN).0.as_flattened());
            point
        })
        .collect();
    let mut blocks = Vec::with_capacity(INPUTS * POINTS);
    for block in points.chunks_exact(lanes) {
        for k in 0..INPUTS {
            blocks.extend(block.iter().map(|point| S::from_f64(point[k])));
        }
    }
    blocks
}

/// The same for the decompositions, which take the deformation alone.
fn deformations<S: Scalar>(lanes: usize) -> Vec<S> {
    let keeps = Keeps {
        deformation: true,
        axes: false,
        history: 0,
    };
    inputs(keeps, [0.0; MAX_HISTORY], lanes)
}

#[derive(Clone, Copy)]
enum Task<'a> {
    Law(&'a Recipe),
    /// Loading a point, its trial deformation and storing it: what every law pays.
    Trial,
    Svd,
    Polar,
}

/// Passes over the points until the time is up; returns nanoseconds per point of each.
///
/// The only kernel of this file: all laws are compiled for each register of each kernel.
struct Passes<'a> {
    task: Task<'a>,
}

impl<S: Scalar> Kernel<S> for Passes<'_> {
    type Output = Figure;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Figure {
        let output = &mut vec![S::default(); OUTPUTS * POINTS][..];
        match self.task {
            Task::Law(recipe) => {
                let material = recipe
                    .material::<R>()
                    .unwrap_or_else(|error| panic!("{}: {error}", recipe.name));
                let history = material.rest().history.map(|x| x.lane(0).to_f64());
                let input = inputs::<S>(material.keeps(), history, R::LANES);
                time(
                    #[inline(always)]
                    || advance(&material, black_box(&input), black_box(output)),
                )
            }
            Task::Trial => {
                let input = deformations::<S>(R::LANES);
                time(
                    #[inline(always)]
                    || {
                        let (input, output) = (black_box(&input[..]), black_box(&mut *output));
                        let blocks = input.chunks_exact(INPUTS * R::LANES);
                        for (from, to) in blocks.zip(output.chunks_exact_mut(OUTPUTS * R::LANES)) {
                            let f = load_matrix::<R>(from);
                            let trial = load_matrix::<R>(&from[GRADIENT * R::LANES..]) * f + f;
                            store_matrix(&trial, to);
                            store_symmetric(&trial.symmetric(), &mut to[KIRCHHOFF * R::LANES..]);
                            trial.trace().store(&mut to[HEAT * R::LANES..]);
                        }
                    },
                )
            }
            Task::Svd => {
                let input = deformations::<S>(R::LANES);
                time(
                    #[inline(always)]
                    || {
                        let (input, output) = (black_box(&input[..]), black_box(&mut *output));
                        let blocks = input.chunks_exact(INPUTS * R::LANES);
                        for (from, to) in blocks.zip(output.chunks_exact_mut(OUTPUTS * R::LANES)) {
                            let d = svd(&load_matrix::<R>(from));
                            store_matrix(&d.u, to);
                            store_matrix(&d.v, &mut to[9 * R::LANES..]);
                            for k in 0..3 {
                                d.sigma[k].store(&mut to[(18 + k) * R::LANES..]);
                            }
                        }
                    },
                )
            }
            Task::Polar => {
                let input = deformations::<S>(R::LANES);
                time(
                    #[inline(always)]
                    || {
                        let (input, output) = (black_box(&input[..]), black_box(&mut *output));
                        let blocks = input.chunks_exact(INPUTS * R::LANES);
                        for (from, to) in blocks.zip(output.chunks_exact_mut(OUTPUTS * R::LANES)) {
                            let (q, s) = polar(&load_matrix::<R>(from));
                            store_matrix(&q, to);
                            store_symmetric(&s, &mut to[9 * R::LANES..]);
                        }
                    },
                )
            }
        }
    }
}

/// One pass of a law over all points: of the state, what the law keeps is loaded and stored.
#[inline(always)]
fn advance<R: Real>(material: &Material<R>, input: &[R::Scalar], output: &mut [R::Scalar]) {
    let lanes = R::LANES;
    let keeps = material.keeps();
    let mut state = material.rest();
    let dt = R::constant(1e-3);
    let blocks = input.chunks_exact(INPUTS * lanes);
    for (from, to) in blocks.zip(output.chunks_exact_mut(OUTPUTS * lanes)) {
        if keeps.deformation {
            state.deformation = load_matrix(from);
        } else {
            let mut stress = [R::zero(); 6];
            for k in 0..6 {
                stress[k] = R::load(&from[k * lanes..]);
            }
            state.stress = Sym3::from_array(stress);
            state.volume = R::load(&from[6 * lanes..]);
        }
        for k in 0..keeps.history {
            state.history[k] = R::load(&from[(HISTORY + k) * lanes..]);
        }
        let gradient = load_matrix(&from[GRADIENT * lanes..]);
        let step = Increment::from_gradient(&state, gradient, dt);
        let response = material.advance(&mut state, &step);
        if keeps.deformation {
            store_matrix(&state.deformation, to);
        } else {
            store_symmetric(&state.stress, to);
            state.volume.store(&mut to[6 * lanes..]);
        }
        for k in 0..keeps.history {
            state.history[k].store(&mut to[(HISTORY + k) * lanes..]);
        }
        store_symmetric(&response.kirchhoff, &mut to[KIRCHHOFF * lanes..]);
        response.dissipation.store(&mut to[HEAT * lanes..]);
    }
}

#[inline(always)]
fn load_matrix<R: Real>(from: &[R::Scalar]) -> Mat3<R> {
    Mat3::from_fn(
        #[inline(always)]
        |i, j| R::load(&from[(3 * i + j) * R::LANES..]),
    )
}

#[inline(always)]
fn store_matrix<R: Real>(m: &Mat3<R>, to: &mut [R::Scalar]) {
    for i in 0..3 {
        for j in 0..3 {
            m[(i, j)].store(&mut to[(3 * i + j) * R::LANES..]);
        }
    }
}

#[inline(always)]
fn store_symmetric<R: Real>(m: &Sym3<R>, to: &mut [R::Scalar]) {
    let numbers = m.to_array();
    for k in 0..6 {
        numbers[k].store(&mut to[k * R::LANES..]);
    }
}

/// Nanoseconds per point.
#[derive(Clone, Copy)]
struct Figure {
    median: f64,
    best: f64,
}

#[inline(always)]
fn time(mut pass: impl FnMut()) -> Figure {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < FEWEST_PASSES || begun.elapsed() < TIME_PER_FIGURE {
        let start = Instant::now();
        pass();
        times.push(start.elapsed().as_nanos() as f64 / POINTS as f64);
    }
    times.sort_by(f64::total_cmp);
    Figure {
        median: times[times.len() / 2],
        best: times[0],
    }
}

/// The columns of the table.
const COLUMNS: [&str; 5] = [
    "f32 native",
    "f32 wide",
    "f64 native",
    "f64 wide",
    "f64 scalar",
];

fn figures(task: Task<'_>) -> [Figure; 5] {
    let best = Level::best();
    [
        dispatch::<f32, _>(best, Width::Native, Passes { task }),
        dispatch::<f32, _>(best, Width::Wide, Passes { task }),
        dispatch::<f64, _>(best, Width::Native, Passes { task }),
        dispatch::<f64, _>(best, Width::Wide, Passes { task }),
        Kernel::<f64>::run::<f64>(Passes { task }),
    ]
}

fn nalgebra_svd() -> Figure {
    let input = deformations::<f64>(1);
    time(|| {
        for point in black_box(&input).chunks_exact(INPUTS) {
            let d = nalgebra::Matrix3::from_row_slice(&point[..9]).svd(true, true);
            black_box((d.u, d.singular_values, d.v_t));
        }
    })
}

fn nalgebra_polar() -> Figure {
    let input = deformations::<f64>(1);
    time(|| {
        for point in black_box(&input).chunks_exact(INPUTS) {
            black_box(nalgebra::Matrix3::from_row_slice(&point[..9]).polar());
        }
    })
}

/// Writes a row as it is finished.
struct Table {
    is_json: bool,
    is_first: bool,
}

impl Table {
    fn begin(is_json: bool) -> Self {
        if is_json {
            print!(
                "{{\"level\": \"{:?}\", \"unit\": \"ns per point\", \"rows\": [",
                Level::best()
            );
        } else {
            println!(
                "ns per point at {:?}: median (best), {POINTS} points, one core",
                Level::best()
            );
            print!("{:40}", "");
            for column in COLUMNS {
                print!(" {column:>16}");
            }
            println!();
        }
        Table {
            is_json,
            is_first: true,
        }
    }
    fn row<const N: usize>(&mut self, name: &str, columns: [&str; N], figures: [Figure; N]) {
        if self.is_json {
            let numbers: Vec<String> = columns
                .iter()
                .zip(figures)
                .map(|(column, f)| {
                    format!(
                        "\"{column}\": {{\"median\": {:.3}, \"best\": {:.3}}}",
                        f.median, f.best
                    )
                })
                .collect();
            let comma = if self.is_first { "" } else { "," };
            print!(
                "{comma}\n  {{\"name\": \"{name}\", {}}}",
                numbers.join(", ")
            );
        } else {
            print!("{name:40}");
            for column in COLUMNS {
                match columns.iter().position(|c| *c == column) {
                    Some(k) => print!(" {:7.2} ({:6.2})", figures[k].median, figures[k].best),
                    None => print!(" {:16}", ""),
                }
            }
            println!();
        }
        self.is_first = false;
    }
    fn end(self) {
        if self.is_json {
            println!("\n]}}");
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo passes `--bench`.
    let words: Vec<&String> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(*word));
    let mut table = Table::begin(arguments.iter().any(|argument| argument == "--json"));
    for recipe in rows().into_iter().map(recipe).filter(|r| wanted(&r.name)) {
        table.row(&recipe.name, COLUMNS, figures(Task::Law(&recipe)));
    }
    for (name, task) in [
        ("load, trial, store", Task::Trial),
        ("svd", Task::Svd),
        ("polar", Task::Polar),
    ] {
        if wanted(name) {
            table.row(name, COLUMNS, figures(task));
        }
    }
    for (name, time) in [
        ("svd of nalgebra", nalgebra_svd as fn() -> Figure),
        ("polar of nalgebra", nalgebra_polar),
    ] {
        if wanted(name) {
            table.row(name, ["f64 scalar"], [time()]);
        }
    }
    table.end();
}
