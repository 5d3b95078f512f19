//! B17: a column settles under its own weight between smooth sides.
//!
//! With no strain across, the vertical stress carries the weight of what lies above,
//! σ_yy = -ρg(H - y), the sides feel K₀ = ν/(1 - ν) of it, and the top sinks by ρgH²/2M with
//! M = E(1 - ν)/((1 + ν)(1 - 2ν)). The height y of a particle is that at rest: the weight above it does
//! not change when the column sinks. The strain is 1.5 % at most, so the closed form of small strain
//! holds to half of that.
//!
//! (With Hencky's law a column of this weight sinks by 7.18 mm: M ln λ = λσ.)

use crate::method_under_test::{MethodUnderTest, double_precision, double_precision_points};
use crate::specimen::{Specimen, elastic, run_until, wall, walls_across};
use crate::{Case, Row, Size};
use plastica_core::{Contact, Selection, World};
use plastica_mpm::{Kernel, Options, Precision};

pub(super) const CASE: Case = Case {
    id: "B17",
    title: "Oedometer under self-weight",
    source: "closed form",
    runs: &[("mpm", mpm), ("points", points)],
};

const HEIGHT: f64 = 1.0;
const WIDTH: f64 = 0.2;
const YOUNG: f64 = 1e6;
const POISSON: f64 = 0.3;
const DENSITY: f64 = 2000.0;
const GRAVITY: f64 = 9.81;
const WEIGHT: f64 = DENSITY * GRAVITY * HEIGHT;

/// Stress over strain without strain across [Pa].
fn modulus() -> f64 {
    YOUNG * (1.0 - POISSON) / ((1.0 + POISSON) * (1.0 - 2.0 * POISSON))
}

/// What is measured on a column at rest.
struct Column {
    /// Root mean square error of σ_yy over ρgH, without the ends.
    stress: f64,
    /// Mean of σ_xx / σ_yy there.
    side: f64,
    /// How far the top sinks [m].
    settlement: f64,
    /// Largest speed [m/s].
    speed: f64,
}

/// Stresses are compared without the ends of the column, as many pitches long.
fn column(law: &str, gravity: f64, tested: &MethodUnderTest, ends: f64) -> Column {
    let end = ends * tested.pitch;
    let thickness = tested.thickness;
    let body = Specimen::block([0.0; 3], [WIDTH, HEIGHT, thickness], tested.pitch);
    let rest = body.places.clone();
    let body = body.of(&elastic(law, DENSITY, YOUNG, POISSON));
    // Twice the frequency of the first mode is critical.
    let rate = std::f64::consts::PI * (modulus() / DENSITY).sqrt() / HEIGHT;
    let mut method = tested.braked(rate).of(vec![body]);
    let mut world = World::empty([0.0, -gravity, 0.0]);
    world
        .colliders
        .push(wall([0.0, 1.0, 0.0], 0.0, Contact::Sliding, 0.0));
    world.colliders.extend(walls_across(0, 0.0, WIDTH));
    world.colliders.extend(walls_across(2, 0.0, thickness));
    run_until(&mut *method, &world, [0.0, 0.5], |_, _| true);

    let (mut squares, mut sides, mut count) = (0.0, 0.0, 0.0);
    let (mut sunk, mut top) = (0.0, 0.0);
    method.observed().visit(Selection::All, &mut |p| {
        let height = rest[p.id as usize][1];
        if height > HEIGHT - tested.pitch {
            sunk += height - p.position[1];
            top += 1.0;
        }
        if height > end && height < HEIGHT - end {
            let exact = -DENSITY * GRAVITY * (HEIGHT - height);
            squares += (p.cauchy.unwrap().yy - exact).powi(2);
            sides += p.cauchy.unwrap().xx / p.cauchy.unwrap().yy;
            count += 1.0;
        }
    });
    Column {
        stress: f64::sqrt(squares / count) / WEIGHT,
        side: sides / count,
        settlement: sunk / top,
        speed: method.observed().ledger().fastest,
    }
}

fn rows(at: &str, law: &str, tested: &MethodUnderTest, ends: f64) -> Vec<Row> {
    let settlement = WEIGHT * HEIGHT / (2.0 * modulus());
    let side = POISSON / (1.0 - POISSON);
    let found = column(law, GRAVITY, tested, ends);
    vec![
        Row::at_most(format!("error of σ_yy / ρgH, {at}"), 0.02, found.stress),
        Row::relative(format!("σ_xx / σ_yy, {at}"), side, found.side, 0.02),
        Row::relative(
            format!("settlement, {at} [m]"),
            settlement,
            found.settlement,
            0.04,
        ),
        Row::at_most(
            format!("largest speed at rest, {at} [m/s]"),
            1e-4,
            found.speed,
        ),
    ]
}

/// A control.
fn light(law: &str, tested: &MethodUnderTest, ends: f64) -> Row {
    let light = column(law, GRAVITY / 2.0, tested, ends);
    Row::at_least(
        "control: error of σ_yy / ρgH with half the weight",
        0.2,
        light.stress,
    )
}

/// Two cells at each end, in pitches.
const CELLS: f64 = 4.0;
/// Two layers of particles, whose centres are half a pitch off.
const LAYERS: f64 = 1.75;

fn mpm(size: Size) -> Vec<Row> {
    let choices: &[(&str, Kernel, Precision)] = &[
        ("quadratic", Kernel::Quadratic, Precision::Double),
        ("single precision", Kernel::Quadratic, Precision::Single),
        ("cubic", Kernel::Cubic, Precision::Double),
    ];
    let resolutions: &[f64] = match size {
        Size::Small => &[20.0],
        Size::Full => &[20.0, 40.0],
    };
    let mut all = Vec::new();
    for &(name, kernel, precision) in choices {
        for cells in resolutions {
            let options = Options {
                kernel,
                precision,
                ..double_precision(HEIGHT / cells)
            };
            let at = format!("{cells} cells, {name}");
            all.extend(rows(
                &at,
                "hypoelastic",
                &MethodUnderTest::mpm(options),
                CELLS,
            ));
        }
    }
    let coarse = MethodUnderTest::mpm(double_precision(HEIGHT / 20.0));
    all.push(light("hypoelastic", &coarse, CELLS));
    all
}

/// 40 and 80 particles high, as many as a grid of 20 and 40 cells has; and 20. Laws on rates of stress do not go
/// with points: Hencky's is the nearest.
fn points(size: Size) -> Vec<Row> {
    let resolutions: &[f64] = match size {
        Size::Small => &[40.0],
        Size::Full => &[20.0, 40.0, 80.0],
    };
    let mut all = Vec::new();
    for particles in resolutions {
        let spacing = HEIGHT / particles;
        let single = plastica_points::Options::new(spacing);
        let double = double_precision_points(spacing);
        let at = format!("{particles} particles");
        all.extend(rows(
            &at,
            "hencky",
            &MethodUnderTest::points(double),
            LAYERS,
        ));
        let at = format!("{particles} particles, single precision");
        all.extend(rows(
            &at,
            "hencky",
            &MethodUnderTest::points(single),
            LAYERS,
        ));
    }
    let coarse = MethodUnderTest::points(double_precision_points(HEIGHT / 20.0));
    all.push(light("hencky", &coarse, LAYERS));
    all
}
