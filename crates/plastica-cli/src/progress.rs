//! How far a run is.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plastica::simulation::{FrameReport, Progress, Simulation};
use std::time::{Duration, Instant};

/// Seconds since it was started, and since it was last asked.
pub(crate) struct Stopwatch {
    start: Instant,
    lap: Instant,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        let now = Instant::now();
        Stopwatch {
            start: now,
            lap: now,
        }
    }
    pub(crate) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
    /// Seconds since the last lap.
    pub(crate) fn lap(&mut self) -> f64 {
        let now = Instant::now();
        let seconds = (now - self.lap).as_secs_f64();
        self.lap = now;
        seconds
    }
}

/// The bar on stderr: frame, time, step, what limits it, cost, time left.
pub(crate) struct Bar {
    bar: ProgressBar,
    frames_per_tick: f64,
    shown: Instant,
    last: Instant,
    /// Time spent in steps and the particles they moved.
    spent: Duration,
    moved: f64,
    first_frame: u64,
    frames: u64,
    started: Instant,
}

const TICKS: u64 = 1000;

impl Bar {
    pub(crate) fn new(title: &str, simulation: &Simulation, quiet: bool) -> Self {
        let frames = simulation.frame_count();
        let bar = ProgressBar::with_draw_target(
            Some(TICKS),
            if quiet {
                ProgressDrawTarget::hidden()
            } else {
                ProgressDrawTarget::stderr_with_hz(8)
            },
        );
        let style =
            ProgressStyle::with_template("{prefix} {wide_bar:.cyan/dim} {percent:>3} %  {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar())
                .progress_chars("━━─");
        bar.set_style(style);
        bar.set_prefix(title.to_owned());
        Bar {
            bar,
            frames_per_tick: frames as f64 / TICKS as f64,
            shown: Instant::now(),
            last: Instant::now(),
            spent: Duration::ZERO,
            moved: 0.0,
            first_frame: simulation.frame_number(),
            frames,
            started: Instant::now(),
        }
    }

    pub(crate) fn step(&mut self, progress: &Progress) {
        let now = Instant::now();
        self.spent += now - self.last;
        self.last = now;
        self.moved += progress.points as f64;
        if now - self.shown < Duration::from_millis(150) {
            return;
        }
        self.shown = now;
        let done = progress.frame.saturating_sub(1);
        self.bar
            .set_position((done as f64 / self.frames_per_tick) as u64);
        self.bar.set_message(format!(
            "frame {}/{}, step {}, dt {:.2e} s ({}), {:.0} ns/particle, {}",
            progress.frame,
            self.frames,
            progress.steps,
            progress.dt,
            progress.bound,
            self.nanoseconds_per_particle_step(),
            self.left(done)
        ));
    }

    /// Frames are written between steps: that time is not a step's.
    pub(crate) fn frame(&mut self, _: &FrameReport) {
        self.last = Instant::now();
    }

    fn left(&self, done: u64) -> String {
        let here = done.saturating_sub(self.first_frame);
        if here == 0 {
            return "…".into();
        }
        let seconds =
            self.started.elapsed().as_secs_f64() / here as f64 * (self.frames - done) as f64;
        match seconds {
            s if s < 90.0 => format!("{s:.0} s left"),
            s if s < 5400.0 => format!("{:.0} min left", s / 60.0),
            s => format!("{:.1} h left", s / 3600.0),
        }
    }

    pub(crate) fn nanoseconds_per_particle_step(&self) -> f64 {
        self.spent.as_secs_f64() * 1e9 / self.moved.max(1.0)
    }

    pub(crate) fn end(&mut self) {
        self.bar.finish_and_clear();
    }
}
