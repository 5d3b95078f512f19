//! B17: a column settles under its own weight between smooth sides.
//!
//! With no strain across, the vertical stress carries the weight of what lies above,
//! σ_yy = -ρg(H - y), the sides feel K₀ = ν/(1 - ν) of it, and the top sinks by ρgH²/2M with
//! M = E(1 - ν)/((1 + ν)(1 - 2ν)). The height y of a particle is that at rest: the weight above it does
//! not change when the column sinks. The strain is 1.5 % at most, so the closed form of small strain
//! holds to half of that.

use crate::specimen::{Specimen, elastic, march, precise, wall, walls_across};
use crate::{Case, Row, Size};
use plastica_core::{Contact, Selection, World};
use plastica_mpm::{Kernel, Options, Precision, build};

pub(super) const CASE: Case = Case {
    id: "B17",
    title: "Oedometer under self-weight",
    source: "closed form",
    run,
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
    /// Root mean square error of σ_yy over ρgH, without two cells at each end.
    stress: f64,
    /// Mean of σ_xx / σ_yy there.
    side: f64,
    /// How far the top sinks [m].
    settlement: f64,
    /// Largest speed [m/s].
    speed: f64,
}

fn column(cells: u32, gravity: f64, options: impl Fn(Options) -> Options) -> Column {
    let cell = HEIGHT / f64::from(cells);
    let body = Specimen::block([0.0; 3], [WIDTH, HEIGHT, cell], cell / 2.0);
    let rest = body.places.clone();
    let body = body.of(&elastic("hypoelastic", DENSITY, YOUNG, POISSON));
    // Twice the frequency of the first mode is critical.
    let rate = std::f64::consts::PI * (modulus() / DENSITY).sqrt() / HEIGHT;
    let options = options(Options {
        damping: rate,
        ..precise(cell)
    });
    let mut mpm = build(options, vec![body], vec![]).expect("a good recipe");
    let mut world = World::empty([0.0, -gravity, 0.0]);
    world
        .colliders
        .push(wall([0.0, 1.0, 0.0], 0.0, Contact::Sliding, 0.0));
    world.colliders.extend(walls_across(0, 0.0, WIDTH));
    world.colliders.extend(walls_across(2, 0.0, cell));
    march(&mut *mpm, &world, [0.0, 0.5], |_, _| true);

    let (mut squares, mut sides, mut count) = (0.0, 0.0, 0.0);
    let (mut sunk, mut top) = (0.0, 0.0);
    mpm.visit(Selection::All, &mut |p| {
        let height = rest[p.id as usize][1];
        if height > HEIGHT - 0.5 * cell {
            sunk += height - p.position[1];
            top += 1.0;
        }
        if height > 2.0 * cell && height < HEIGHT - 2.0 * cell {
            let exact = -DENSITY * GRAVITY * (HEIGHT - height);
            squares += (p.cauchy.yy - exact).powi(2);
            sides += p.cauchy.xx / p.cauchy.yy;
            count += 1.0;
        }
    });
    Column {
        stress: f64::sqrt(squares / count) / WEIGHT,
        side: sides / count,
        settlement: sunk / top,
        speed: mpm.ledger().fastest,
    }
}

fn run(size: Size) -> Vec<Row> {
    let settlement = WEIGHT * HEIGHT / (2.0 * modulus());
    let side = POISSON / (1.0 - POISSON);
    let choices: &[(&str, Kernel, Precision)] = &[
        ("quadratic", Kernel::Quadratic, Precision::Double),
        ("single precision", Kernel::Quadratic, Precision::Single),
        ("cubic", Kernel::Cubic, Precision::Double),
    ];
    let resolutions: &[u32] = match size {
        Size::Small => &[20],
        Size::Full => &[20, 40],
    };
    let mut rows = Vec::new();
    for &(name, kernel, precision) in choices {
        for cells in resolutions {
            let found = column(*cells, GRAVITY, |options| Options {
                kernel,
                precision,
                ..options
            });
            let at = format!("{cells} cells, {name}");
            rows.extend([
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
            ]);
        }
    }
    let light = column(20, GRAVITY / 2.0, |options| options);
    rows.push(Row::at_least(
        "control: error of σ_yy / ρgH with half the weight",
        0.2,
        light.stress,
    ));
    rows
}
