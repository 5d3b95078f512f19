//! The virtual lab: a testing machine on one material point, standard tests, and a report of what
//! was asked of a material beside what it does.
//!
//! ```
//! use plastica::lab::{Settings, Test, run};
//! use plastica_material::catalogue;
//!
//! let copper = catalogue::preset("copper").unwrap().recipe();
//! let curve = run(&copper, Test::Uniaxial, &Settings::default()).unwrap();
//! assert!(curve.moments.last().unwrap().cauchy.xx > 0.0);
//! ```

mod machine;
mod newton;
mod output;
mod path;
mod report;
mod standard;

pub use machine::{Grip, LabError, Machine, Moment};
pub use output::{csv, curve_json, report_json, report_text};
pub use path::{Path, Waypoint, run_path};
pub use report::{Report, Row, report};
pub use standard::{Axis, Curve, Settings, Test, run};
