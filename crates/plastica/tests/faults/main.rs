//! Runs whose disk fails, and runs that lost something: they end with the bytes of an undisturbed one.

#[path = "../common/mod.rs"]
mod common;
mod frame_times;
mod lost_files;
mod scenes;
mod write_errors;
