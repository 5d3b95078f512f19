//! Scene files: what is read, what is refused, and how that is said.

mod common;
mod mistakes;
mod mutations;
mod picture_mistakes;
mod scene;
mod schema;
mod spline_mistakes;
mod validator;
