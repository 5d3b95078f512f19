//! What a body will take, before it is built.

/// What a body or emitter will take.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// Its name.
    pub name: String,
    /// Name of its material, if it has one.
    pub material: Option<String>,
    /// Its laws, in words.
    pub laws: String,
    /// What it is, in words: how many points of what, how fine.
    pub summary: String,
    /// Points at the start, or that an emitter will have given.
    pub points: u64,
    /// Points over the run, on average.
    pub mean_points: f64,
    /// Memory that it will take at least, to be built and stepped \[bytes\].
    pub memory: f64,
    /// Size of its cells, particles or elements [m]; 0 where points themselves touch obstacles.
    pub resolution: f64,
    /// Speed of pressure waves at rest [m/s], if it has a law.
    pub wave_speed: Option<f64>,
    /// What will not be as its author hopes.
    pub warnings: Vec<String>,
}
