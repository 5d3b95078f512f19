//! What a run will take, for people and for programs.

use super::{Part, PredictedTime, Preflight};
use crate::build::bytes;
use serde_json::{Value, json};
use std::fmt::Write;

/// A number without the digits that rounding leaves at its end.
fn few_digits(value: f64) -> f64 {
    format!("{value:.6e}").parse().unwrap_or(value)
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".into(),
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

impl Preflight {
    /// For people, about a run on so many threads.
    pub fn to_text(&self, threads: usize) -> String {
        let mut out = String::new();
        let _ = write!(
            out,
            "{}: {} s, {} frames",
            self.title, self.duration, self.frames
        );
        let _ = match self.last_interval {
            Some(seconds) => writeln!(
                out,
                ", the last one {} s after the one before, when the scene ends",
                few_digits(seconds)
            ),
            None => writeln!(out),
        };
        let _ = writeln!(out, "{}", self.contents);
        for Part { method, forecast } in &self.parts {
            let _ = writeln!(
                out,
                "{:?}: {}, method {method}",
                forecast.name, forecast.summary
            );
            for warning in &forecast.warnings {
                let _ = writeln!(out, "  warning: {warning}");
            }
        }
        for warning in &self.warnings {
            let _ = writeln!(out, "warning: {warning}");
        }
        let _ = write!(
            out,
            "about {:.0} steps of {:.3e} s per frame at first, limited by {}",
            self.steps_per_frame, self.step.dt, self.step.by
        );
        let _ = match self.most_steps_per_frame > 1.2 * self.steps_per_frame {
            true => writeln!(
                out,
                "; up to {:.0} once material has met something at {:.2} m/s",
                self.most_steps_per_frame, self.impact_speed
            ),
            false => writeln!(out),
        };
        let _ = writeln!(
            out,
            "{} precision, about {} of memory, {} of disk",
            self.precision.name(),
            bytes(self.memory),
            bytes(self.disk)
        );
        if let Some(PredictedTime { run, most, step }) = self.time {
            let (least, most) = (duration(run), duration(most));
            let range = match least == most {
                true => least,
                false => format!("{least} to {most}"),
            };
            let _ = writeln!(
                out,
                "about {range} on {threads} threads of this machine (first steps took {:.2} ms each)",
                step * 1e3
            );
        }
        out
    }

    /// For programs.
    pub fn to_json(&self) -> Value {
        let parts: Vec<Value> = self
            .parts
            .iter()
            .map(|Part { method, forecast: p }| {
                json!({
                    "name": p.name, "material": p.material, "laws": p.laws, "method": method,
                    "resolution_m": p.resolution, "particles": p.points, "wave_speed_m_per_s": p.wave_speed,
                    "warnings": p.warnings,
                })
            })
            .collect();
        json!({
            "title": self.title, "duration_s": self.duration, "frames": self.frames, "last_interval_s": self.last_interval, "bodies": parts,
            "warnings": self.warnings, "precision": self.precision.name(), "time_step_s": self.step.dt, "limited_by": self.step.by.name(),
            "steps_per_frame": self.steps_per_frame, "most_steps_per_frame": self.most_steps_per_frame,
            "impact_speed_m_per_s": self.impact_speed, "memory_bytes": self.memory, "disk_bytes": self.disk,
            "predicted_seconds": self.time.map(|time| time.run),
            "most_predicted_seconds": self.time.map(|time| time.most),
        })
    }
}
