//! Our Delaunay triangulation beside those of CGAL, gmsh and qhull, on one thread. Theirs are under the GPL, or slow: they
//! are measured and nothing else. One that cannot be installed or fails is told and leaves the others.

use super::environment::{CGAL, Environment, GMSH, Peer, QHULL};
use super::options::{DELAUNAY, Options};
use super::table::{PointsRow, Round, points};
use super::{number, script, succeed};
use std::path::Path;
use std::process::Command;

const PEERS: [(&str, &str, &Peer); 3] = [
    ("cgal", "CGAL", &CGAL),
    ("gmsh", "gmsh", &GMSH),
    ("qhull", "qhull", &QHULL),
];

/// In one cube: at random, and in a lattice whose coordinates are rounded.
const POINTS: [&str; 2] = ["random", "lattice"];

pub(super) fn compare(options: &Options, home: &Path) -> Result<String, String> {
    let mut rows = Vec::new();
    for (name, title, peer) in PEERS {
        let environment = Environment::set_up(home, peer);
        for points in POINTS {
            let rounds = match &environment {
                Ok(environment) => rounds(name, points, options, environment)?,
                Err(error) => Err(error.clone()),
            };
            rows.push(PointsRow {
                peer: title,
                points,
                rounds,
            });
        }
    }
    Ok(points(&rows, options))
}

/// An outer error is ours; the inner one is of the peer.
fn rounds(
    name: &str,
    points: &str,
    options: &Options,
    environment: &Environment,
) -> Result<Result<Vec<Round>, String>, String> {
    let count = u64::from(options.cells(&DELAUNAY)).pow(3).to_string();
    let mut rounds = Vec::new();
    for round in 1..=options.rounds {
        let mut ours = Command::new(env!("CARGO"));
        ours.args(["bench", "--quiet", "--locked", "-p", "plastica-geometry"])
            .args(["--bench", "delaunay", "--", points, &count]);
        let plastica = seconds(&mut ours)?;
        let mut theirs = environment.python();
        theirs
            .arg(script("delaunay.py"))
            .args(["--peer", name, "--points", points, "--count", &count]);
        let peer = match seconds(&mut theirs) {
            Ok(seconds) => seconds,
            Err(error) => return Ok(Err(error)),
        };
        eprintln!(
            "{points}, round {round} of {}: plastica {plastica:.3} s, {name} {peer:.3} s",
            options.rounds
        );
        rounds.push(Round {
            peer: peer * 1e9,
            plastica: plastica * 1e9,
        });
    }
    Ok(Ok(rounds))
}

fn seconds(command: &mut Command) -> Result<f64, String> {
    let said = succeed(command)?;
    number(&said, "seconds")
        .filter(|seconds| *seconds > 0.0)
        .ok_or_else(|| format!("no positive \"seconds\" in what {command:?} printed:\n{said}"))
}
