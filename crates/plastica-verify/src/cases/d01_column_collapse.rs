//! D01: collapse of a planar column of sand twice as high as wide.
//!
//! For columns of aspect a = H/L₀ the front runs out by ΔL = λ a L₀ with λ = 1.2 (experiments of Lube
//! et al. 2005), 1.8 (Lajeunesse et al. 2005), 2.2 (the μ(I) continuum of Lagrée et al. 2011): for
//! a = 2 between 2.4 and 4.4 L₀. The heap at the wall is 0.8 to 1.4 L₀ high. The front is where the
//! deposit is 5 mm thick, a few grains: thinner parts run farther the finer the grid is.

use super::d_collapse::{Column, grains, grains_on, hencky, mean_speed};
use crate::method_under_test::MethodUnderTest;
use crate::specimen::run_until;
use crate::{Case, Row, Size};
use plastica_material::Recipe;

pub(super) const CASE: Case = Case {
    id: "D01",
    title: "Planar column collapse, a = 2",
    source: "Lube et al. 2005; Lajeunesse et al. 2005; Lagrée, Staron & Popinet 2011",
    runs: &[("mpm", mpm), ("points", points)],
};

const WIDTH: f64 = 0.1;

const SIZE: [f64; 2] = [WIDTH, 2.0 * WIDTH];

fn rows(at: &str, column: &Column, recipe: &Recipe, end: f64) -> Vec<Row> {
    let (mut method, world) = column.of(recipe);
    run_until(&mut *method, &world, [0.0, end], |_, _| true);
    let deposit = column.deposit(&*method);
    vec![
        Row::within(
            format!("{at}: run-out ΔL/L₀"),
            2.4,
            4.4,
            (deposit.reach(5e-3) - WIDTH) / WIDTH,
        ),
        Row::within(
            format!("{at}: height at the wall H∞/L₀"),
            0.8,
            1.4,
            deposit.at_wall() / WIDTH,
        ),
        Row::at_most(
            format!("{at}: mean speed at the end [mm/s]"),
            1.0,
            1e3 * mean_speed(&method.observed().ledger()),
        ),
    ]
}

fn mpm(size: Size) -> Vec<Row> {
    // The band is that of the reference at any size. Cells of the small run are 8 mm: its front is where
    // the deposit is about half a cell thick.
    let (cells, end): (&[f64], f64) = match size {
        Size::Small => (&[12.5], 1.0),
        Size::Full => (&[25.0, 50.0], 1.5),
    };
    let run = |cells: &f64| {
        let column = Column::new(SIZE, WIDTH / cells);
        rows(
            &format!("{cells} cells per L₀"),
            &column,
            &grains(30.0),
            end,
        )
    };
    cells.iter().flat_map(run).collect()
}

fn points(size: Size) -> Vec<Row> {
    let (particles, end): (&[f64], f64) = match size {
        Size::Small => (&[10.0], 1.0),
        Size::Full => (&[25.0], 1.5),
    };
    let run = |particles: &f64| {
        let options = plastica_points::Options::new(WIDTH / particles);
        let column = Column {
            size: SIZE,
            tested: MethodUnderTest::points(options),
        };
        let at = format!("{particles} particles per L₀");
        rows(&at, &column, &grains_on(&hencky(), 30.0), end)
    };
    particles.iter().flat_map(run).collect()
}
