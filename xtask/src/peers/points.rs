//! The point-based method beside the elastic solids of SPlisHSPlasH. Nobody needs that package for anything else, and it
//! is not made for every machine: without it the comparison says so and ends well.

use super::environment::{Environment, SPLISHSPLASH};
use super::options::{Options, POINTS, Solver};
use super::table::{Largest, Round, SolverRow, solvers};
use super::{number, script, speed, succeed};
use std::path::Path;
use std::process::Command;

/// Of a repeat of ours: the cube reaches the floor after some 115, in the third of six.
const STEPS: &str = "40";
/// Cells of the cube on which the largest steps are sought.
const SMALL: &str = "16";

pub(super) fn compare(options: &Options, program: &Path, home: &Path) -> Result<String, String> {
    let ready = Environment::set_up(home, &SPLISHSPLASH).and_then(|environment| {
        // A short fall tells whether the package can be imported and works.
        let mut fall = peer(&environment, "8", 1);
        succeed(fall.args(["--survive", "1"])).map(|_| environment)
    });
    let environment = match ready {
        Ok(environment) => environment,
        Err(error) => {
            eprintln!("SPlisHSPlasH is left out: {error}");
            return Ok(format!(
                "SPlisHSPlasH was left out, there is nothing to compare points with: {error}\n"
            ));
        }
    };
    let asked = options.solvers();
    let largest: Vec<Option<Largest>> = asked
        .iter()
        .map(|&solver| largest_step(solver, &environment))
        .collect();
    let mut rows = Vec::new();
    for threads in options.threads(&POINTS) {
        for (&solver, &largest) in asked.iter().zip(&largest) {
            rows.push(SolverRow {
                solver: solver.title,
                threads,
                rounds: rounds(solver, threads, options, program, &environment)?,
                largest,
            });
        }
    }
    Ok(solvers(&rows, options))
}

fn peer(environment: &Environment, cells: &str, threads: u32) -> Command {
    let mut command = environment.python();
    command.arg(script("splishsplash_elastic.py")).args([
        "--n",
        cells,
        "--threads",
        &threads.to_string(),
    ]);
    command
}

fn with(command: &mut Command, solver: Solver) -> &mut Command {
    command
        .args(["--elasticity", solver.elasticity])
        .args(["--pressure", solver.pressure])
}

/// A search that fails tells nothing about speed: the table has no step then.
fn largest_step(solver: Solver, environment: &Environment) -> Option<Largest> {
    let mut search = peer(environment, SMALL, 1);
    let said = succeed(with(&mut search, solver).args(["--largest", "1"]))
        .inspect_err(|error| eprintln!("{}: no largest step: {error}", solver.title))
        .ok()?;
    let courant = number(&said, "courant")?;
    eprintln!("{}: steps up to {courant} spacings/c", solver.title);
    Some(Largest {
        courant,
        longest: said.contains("\"longest_tried\": true"),
    })
}

/// An outer error is ours; the inner one is of the solver, and leaves the others to be measured.
fn rounds(
    solver: Solver,
    threads: u32,
    options: &Options,
    program: &Path,
    environment: &Environment,
) -> Result<Result<Vec<Round>, String>, String> {
    let cells = options.cells(&POINTS).to_string();
    let mut rounds = Vec::new();
    for round in 1..=options.rounds {
        let mut ours = Command::new(program);
        ours.args(["bench", POINTS.method, "--json", "--material", "elastic"])
            .args(["--cells", &cells, "--threads", &threads.to_string()])
            .args(["--steps", STEPS]);
        if let Some(simd) = options.simd {
            ours.args(["--simd", simd]);
        }
        let plastica = speed(&mut ours, ["ns_per_particle_step", "ns_least", "ns_most"])?;
        let mut theirs = peer(environment, &cells, threads);
        let keys = ["ns_per_particle_step", "ns_min", "ns_max"];
        let theirs = match speed(with(&mut theirs, solver), keys) {
            Ok(theirs) => theirs,
            Err(error) => return Ok(Err(error)),
        };
        eprintln!(
            "{}, threads {threads}, round {round} of {}: plastica {:.2} µs ({:.2} to {:.2}), SPlisHSPlasH {:.2} µs ({:.2} to {:.2})",
            solver.title,
            options.rounds,
            plastica.median / 1e3,
            plastica.least / 1e3,
            plastica.most / 1e3,
            theirs.median / 1e3,
            theirs.least / 1e3,
            theirs.most / 1e3,
        );
        rounds.push(Round {
            peer: theirs.median,
            plastica: plastica.median,
        });
    }
    Ok(Ok(rounds))
}
