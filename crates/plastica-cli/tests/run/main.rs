//! The program as a user calls it, in a folder of its own.

mod common;
mod terminal;
mod whole;
