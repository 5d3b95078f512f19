//! The methods that scenes can name.

/// What helps when steps of a method fail.
pub fn advice(method: &str) -> &'static str {
    match method {
        "mpm" => {
            "a smaller max_time_step or [mpm] courant, a softer or denser material, slower obstacles, more particles per cell."
        }
        "points" => {
            "a smaller max_time_step or [points] courant, a softer or denser material, slower obstacles, a finer resolution."
        }
        _ => "a smaller max_time_step, a softer or denser material, slower obstacles.",
    }
}
