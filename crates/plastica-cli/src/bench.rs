//! `plastica bench`: how fast a method runs on this machine. What can be measured is said by the methods; clocks, repeats,
//! medians and tables are here.

mod arguments;
mod limits;
mod measure;
mod phases;
mod report;
mod roofline;

pub(crate) use arguments::{Arguments, with_methods};

use crate::{Failure, files, machine};
use arguments::Plan;
use limits::Limits;
use measure::{Measured, measure};
use phases::Phases;
use plastica::methods::Methods;
use plastica_scene::method::bench::{Asked, Bench};

/// What was found of a bench.
struct BenchResult {
    bench: &'static Bench,
    asked: Asked,
    cases: Vec<Measured>,
}

/// What the bench of a method found.
struct Results {
    method: &'static str,
    threads: usize,
    benches: Vec<BenchResult>,
    /// Of the machine, where the work of a step is counted.
    limits: Option<Limits>,
}

pub(crate) fn run(arguments: &Arguments, methods: Methods) -> Result<(), Failure> {
    let plan = Plan::new(arguments, methods)?;
    let pool = machine::pool(plan.threads)?;
    pool.install(|| {
        if let Some(file) = &plan.roofline {
            return roofline::draw(&plan, file);
        }
        let results = results(&plan)?;
        files::print(&if plan.json {
            report::json(&results)
        } else {
            report::text(&results)
        })
    })
}

fn results(plan: &Plan) -> Result<Results, Failure> {
    let mut benches = Vec::new();
    for (bench, asked) in &plan.benches {
        benches.push(BenchResult {
            bench,
            asked: asked.clone(),
            cases: cases(bench, asked, plan)?,
        });
    }
    let mut cases = benches.iter().flat_map(|result| &result.cases);
    let work = cases.find_map(|case| case.work.as_ref());
    Ok(Results {
        method: plan.method,
        threads: plan.threads,
        limits: work.map(|work| limits::measure(work.level)),
        benches,
    })
}

/// Measures the cases of a bench, one after the other.
fn cases(bench: &Bench, asked: &Asked, plan: &Plan) -> Result<Vec<Measured>, Failure> {
    let phases = Phases::default();
    let cases = (bench.cases)(asked, &phases.clock()).map_err(Failure::Input)?;
    (cases.into_iter())
        .map(|case| measure(case, &phases, plan.steps, plan.repeats).map_err(Failure::Work))
        .collect()
}
