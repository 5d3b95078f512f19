//! What the method is measured on.

use crate::build::build_watched;
use crate::cost::cost;
use crate::kind::{KERNELS, TRANSFERS};
use crate::options::{Kernel, Options, Transfer};
use crate::phase::{Phase, PhaseWatch};
use plastica_particles::bench::Cube;
use plastica_particles::bench::options::{AFTER_MIXING, CELLS, MATERIAL, ORDER, PRECISION, SIMD};
use plastica_scene::method::bench::{
    Bench, BenchOption, Case, Choices, PhaseClock, Stepping, Work,
};

/// Spread of the particles about the points of a lattice, in their distances.
const JITTER: f64 = 0.9;
/// Share of the wave's time across a cell that a step takes.
const COURANT: f64 = 0.2;

const KERNEL: BenchOption = BenchOption {
    name: "kernel",
    formerly: None,
    doc: "How far a particle reaches.",
    takes: Choices::Words {
        words: &[(KERNELS[0].0, KERNELS[0].1), (KERNELS[1].0, KERNELS[1].1)],
        usual: || KERNELS[0].0,
    },
};

const TRANSFER: BenchOption = BenchOption {
    name: "transfer",
    formerly: None,
    doc: "How velocity goes between particles and grid.",
    takes: Choices::Words {
        words: &[
            (TRANSFERS[0].0, TRANSFERS[0].1),
            (TRANSFERS[1].0, TRANSFERS[1].1),
            (TRANSFERS[2].0, TRANSFERS[2].1),
        ],
        usual: || TRANSFERS[0].0,
    },
};

pub(crate) const BENCHES: &[Bench] = &[Bench {
    name: "cube",
    doc: "A cube of 0.5 m with 8 jittered particles per cell touches the floor of a box at 1 m/s, in steps of 0.2 cells per wave speed.",
    options: &[
        MATERIAL,
        CELLS,
        KERNEL,
        TRANSFER,
        PRECISION,
        ORDER,
        AFTER_MIXING,
        SIMD,
    ],
    roofline: Some(MATERIAL.name),
    cases: |asked, clock| {
        let cube = Cube::new(asked)?;
        let kernel = asked.word(KERNEL.name);
        let kernel = KERNELS.iter().find(|(word, ..)| *word == kernel);
        let kernel = kernel.map_or(KERNELS[0].2, |(.., kernel)| *kernel);
        let transfer = asked.word(TRANSFER.name);
        let transfer = TRANSFERS.iter().find(|(word, ..)| *word == transfer);
        let transfer = transfer.map_or(TRANSFERS[0].2, |(.., transfer)| *transfer);
        let clock = clock.clone();
        let name = asked.word(MATERIAL.name);
        Ok(vec![Case::new(name, move || {
            prepare(&cube, (kernel, transfer), clock)
        })])
    },
}];

fn prepare(
    cube: &Cube,
    (kernel, transfer): (Kernel, Transfer),
    clock: PhaseClock,
) -> Result<Stepping, String> {
    let cell = 1.0 / f64::from(cube.cells);
    let dt = COURANT / f64::from(cube.cells) / cube.wave_speed()?;
    let options = Options {
        kernel,
        transfer,
        precision: cube.precision,
        level: cube.level,
        ..Options::new(cell)
    };
    let watch: PhaseWatch = Box::new(move |phase| clock(name(phase)));
    let body = cube.body(JITTER);
    let mpm = build_watched(options, vec![body], vec![], Some(watch));
    let mpm = mpm.map_err(|error| error.to_string())?;
    let stepping = Stepping::new(mpm, cube.world(), dt, "particle", cube.effort(1));
    Ok(stepping.with_work(work(cube, kernel)?))
}

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Prepare => "prepare",
        Phase::Sort => "sort",
        Phase::Scatter => "scatter",
        Phase::Grid => "grid",
        Phase::Gather => "gather",
    }
}

/// What a particle and its share of the nodes cost.
fn work(cube: &Cube, kernel: Kernel) -> Result<Work, String> {
    let cost = cost(cube.recipe(), kernel).map_err(|error| error.to_string())?;
    // Blocks of 4³ nodes, and one more on each side of the cube.
    let blocks = (f64::from(cube.cells) / 8.0 + 2.0).powi(3);
    let nodes = 64.0 * blocks / cube.particles() as f64;
    let mut work = Work {
        operations: vec![("transfer", cost.transfer_flops), ("law", cost.law_flops)],
        bytes: cost.particle_bytes + cost.node_bytes * nodes,
        precision: cube.precision,
        level: cube.level,
    };
    work.bytes *= work.number_size();
    Ok(work)
}
