//! When frames come: durations that are no whole number of frames, and scenes that change the rate.

use crate::common::{finish, on, scene};
use crate::scenes::{all, folder};
use plastica::run::{Run, RunError};
use plastica::simulation::Progress;
use plastica_io::{Existing, read_frame};
use std::ops::ControlFlow;

fn timed(text: &str, duration: &str, rate: &str) -> String {
    text.replace("duration = 0.1", &format!("duration = {duration}"))
        .replace(
            "frames_per_second = 50",
            &format!("frames_per_second = {rate}"),
        )
}

#[test]
fn a_scene_lasts_as_long_as_it_says() {
    for (method, text) in all() {
        for (duration, rate, times) in [
            ("0.05", "50", &[0.0, 0.02, 0.04, 0.05][..]),
            ("0.01", "3", &[0.0, 0.01]),
            ("1e-9", "30", &[0.0, 1e-9]),
            ("0.01", "1e-6", &[0.0, 0.01]),
        ] {
            let folder = folder();
            let out = folder.path().join("run");
            let text = timed(&text, duration, rate);
            let mut run = Run::start(&scene(&text), &out, Existing::Refuse).unwrap();
            on(2, || finish(&mut run));
            let files = run.directory().files();
            let found: Vec<f64> = (files.frame_numbers().unwrap().into_iter())
                .map(|number| read_frame(files.frame(number)).unwrap().time)
                .collect();
            assert_eq!(found, times, "{method}: {duration} s at {rate}");
            assert_eq!(run.simulation().time(), *times.last().unwrap());
        }
    }
}

#[test]
fn a_branch_keeps_the_times_of_frames() {
    let (_, text) = &all()[0];
    let branch = |duration: &str, rate: &str, frame: u64| {
        let folder = folder();
        let out = folder.path().join("run");
        finish(&mut Run::start(&scene(text), &out, Existing::Refuse).unwrap());
        let text = timed(text, duration, rate);
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        Run::branch(&scene(&text), &out, frame, &mut go_on).map(drop)
    };
    let other = branch("0.1", "25", 2).unwrap_err();
    assert!(matches!(other, RunError::OtherTimes { .. }), "{other}");
    assert!(other.to_string().contains("frames_per_second"), "{other}");
    let past = branch("0.03", "50", 4).unwrap_err();
    assert!(matches!(past, RunError::Past { frame: 4, .. }), "{past}");
    assert!(past.to_string().contains("0.03 s"), "{past}");
    // A longer or shorter one that has the frame is fine; from the start any rate is.
    branch("0.2", "50", 4).unwrap();
    branch("0.07", "50", 3).unwrap();
    branch("0.1", "25", 0).unwrap();
}
