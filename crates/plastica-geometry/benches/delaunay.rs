//! Microseconds per point of Delaunay triangulations, on one thread.
//!
//! `cargo bench -p plastica-geometry --bench delaunay -- random 200000` triangulates one kind of points and prints JSON.
//! Other programs make the same points in `bench/peers/delaunay.py`.

use plastica_geometry::Delaunay;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    if let [kind, count] = &words[..] {
        let count = count.parse().expect("a number of points");
        let points = points(kind, count);
        let (seconds, elements) = triangulate(&points);
        println!(
            "{{\"points\": {}, \"elements\": {elements}, \"seconds\": {seconds}}}",
            points.len()
        );
        return;
    }
    for (kind, counts) in [
        ("random", [20_000, 200_000, 1_000_000]),
        ("lattice", [8_000, 195_112, 1_000_000]),
    ] {
        for count in counts {
            let points = points(kind, count);
            let (seconds, elements) = triangulate(&points);
            let each = seconds * 1e6 / points.len() as f64;
            println!(
                "{kind:8} {:8} points {elements:8} elements {seconds:7.3} s, {each:6.2} µs per point",
                points.len()
            );
        }
    }
}

/// The least time of three, and how many elements there are.
fn triangulate(points: &[[f64; 3]]) -> (f64, usize) {
    let mut least = f64::INFINITY;
    let mut elements = 0;
    for _ in 0..3 {
        let start = Instant::now();
        let made = Delaunay::new(black_box(points)).expect("points that span space");
        least = least.min(start.elapsed().as_secs_f64());
        elements = made.elements().count();
    }
    (least, elements)
}

/// Points at random in a cube, or a lattice whose coordinates i/n are rounded, with no more points than asked.
fn points(kind: &str, count: u64) -> Vec<[f64; 3]> {
    if kind == "random" {
        return (0..count)
            .map(|i| [3 * i, 3 * i + 1, 3 * i + 2].map(unit))
            .collect();
    }
    let n = (1..=count).take_while(|n| n * n * n <= count).count() as u64;
    let at = |i: u64| i as f64 / n as f64;
    (0..n * n * n)
        .map(|i| [at(i % n), at(i / n % n), at(i / n / n)])
        .collect()
}

/// The i-th number of SplitMix64 from 0, in [0, 1).
fn unit(i: u64) -> f64 {
    let x = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}
