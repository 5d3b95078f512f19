//! Numbers, lanes and decompositions.

mod elementary;
mod kernel;
mod lanes;
mod polar;
mod support;
mod svd;
mod symmetric_functions;
