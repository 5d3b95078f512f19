//! Scenes of splines: curves of response, runs as files, what is conserved.

mod curves;
mod ledger;
mod pictures;
mod runs;
mod topology;
