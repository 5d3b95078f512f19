//! How long a frame and a checkpoint of a million points take to write and read, and how large they
//! are. Times include the flush to the disk; the median of 7.

use plastica_core::{Attribute, Frame, Values};
use plastica_io::{
    Checkpoint, read_checkpoint, read_frame, read_frame_stamp, write_checkpoint, write_frame,
};
use std::hint::black_box;
use std::time::Instant;

const POINTS: usize = 1_000_000;

fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..7)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[3]
}

fn noise(index: usize) -> f32 {
    let mixed = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ (mixed >> 29)) >> 40) as f32 / (1u32 << 24) as f32
}

fn frame(with_stress: bool) -> Frame {
    let values = |count| Values::F32((0..POINTS * count).map(noise).collect());
    let attribute = |name: &str, unit: &'static str, components, values| Attribute {
        name: name.into(),
        unit: unit.into(),
        components,
        values,
    };
    let mut attributes = vec![
        attribute("velocity", "m/s", 3, values(3)),
        attribute("material", "1", 1, Values::U32(vec![0; POINTS])),
        attribute("id", "1", 1, Values::U32((0..POINTS as u32).collect())),
    ];
    if with_stress {
        attributes.push(attribute("cauchy_stress", "Pa", 6, values(6)));
    }
    let position = |i| [0, 1, 2].map(|k| f64::from(noise(3 * i + k)));
    let positions = (0..POINTS).map(position).collect();
    Frame {
        number: 1,
        time: 0.1,
        positions,
        attributes,
        ..Frame::default()
    }
}

fn main() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    // A sheet has about two triangles for each of its points.
    let sheet = || {
        let mut frame = frame(false);
        let corners = |k: u32| [[k, k + 1, k + 1000], [k + 1, k + 1001, k + 1000]];
        frame.cells.triangles = (0..POINTS as u32 - 1001).flat_map(corners).collect();
        frame
    };
    for (name, frame) in [
        ("frame", frame(false)),
        ("frame with stress", frame(true)),
        ("frame of a sheet", sheet()),
    ] {
        let path = dir.path().join("f.vtkhdf");
        let write = median(|| write_frame(&path, &frame).expect("written"));
        let read = median(|| {
            black_box(read_frame(&path).expect("read"));
        });
        let stamp = median(|| {
            black_box(read_frame_stamp(&path).expect("read"));
        });
        let size = std::fs::metadata(&path).expect("size").len() as f64 / 1e6;
        println!(
            "{name}: write {write:.0} ms, read {read:.0} ms, stamp {stamp:.2} ms, {size:.1} MB"
        );
    }
    // As much as a single-precision particle of mpm: position, velocity, affine part, F, history.
    let state: Vec<u8> = (0..POINTS * 28)
        .flat_map(|i| (noise(i) * 0.01 + 1.0).to_le_bytes())
        .collect();
    let unpacked = state.len() as f64 / 1e6;
    let checkpoint = Checkpoint {
        sections: vec![("mpm".into(), state)],
        ..Checkpoint::default()
    };
    let path = dir.path().join("c.ckpt");
    let write = median(|| write_checkpoint(&path, &checkpoint).expect("written"));
    let read = median(|| {
        black_box(read_checkpoint(&path).expect("read"));
    });
    let size = std::fs::metadata(&path).expect("size").len() as f64 / 1e6;
    println!(
        "checkpoint of {unpacked:.0} MB: write {write:.0} ms, read {read:.0} ms, {size:.1} MB"
    );
}
