//! Scenes of splines: curves of response, runs as files, what is conserved.

#[path = "../common/mod.rs"]
mod common;
mod curves;
mod faults;
mod ledger;
mod pictures;
mod runs;
mod topology;
