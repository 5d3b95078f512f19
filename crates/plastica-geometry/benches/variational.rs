//! The variational mesher: time, angles, volume, and how many badly shaped elements are left.

use plastica_geometry::tetrahedra_rules::{Bad, classify, products};
use plastica_geometry::variational::{Options, mesh};
use plastica_geometry::{Shape, TetMesh, figure};
use std::time::Instant;

fn main() {
    for (name, shape) in [("ball", Shape::sphere(0.5)), ("rabbit", figure::rabbit())] {
        let volume = shape.volume().expect("a bounded shape");
        // A regular tetrahedron of edge 1 has a volume of 0.118.
        let size = (volume / 20_000.0 / 0.118).cbrt();
        for crowding in [0.0, 0.55] {
            let options = Options {
                crowding,
                ..Options::new(size)
            };
            let start = Instant::now();
            let mesh = mesh(&shape, &options).expect("a mesh");
            let seconds = start.elapsed().as_secs_f64();
            let count = mesh.elements.len();
            println!(
                "{name:8} crowding {crowding:4}: {count:6} elements {seconds:6.2} s, {:5.1} s per 100,000, {}, volume {:+.1e}, {}",
                seconds * 1e5 / count as f64,
                angles(&mesh),
                mesh.volume() / volume - 1.0,
                bad(&mesh),
            );
        }
    }
}

fn angles(mesh: &TetMesh) -> String {
    let smallest = |element| {
        let least = products(mesh.corners(element))
            .into_iter()
            .fold(1.0, f64::min);
        (-least).clamp(-1.0, 1.0).acos().to_degrees()
    };
    let mut all: Vec<f64> = (0..mesh.elements.len()).map(smallest).collect();
    all.sort_by(f64::total_cmp);
    let share = |part: f64| all[(part * all.len() as f64) as usize];
    format!(
        "least angle {:.2}°, of 1 in 100 {:.1}°, median {:.1}°",
        all[0],
        share(0.01),
        share(0.5)
    )
}

fn bad(mesh: &TetMesh) -> String {
    let mut counts = [0; 4];
    for kind in (0..mesh.elements.len()).filter_map(|element| classify(mesh.corners(element))) {
        counts[match kind {
            Bad::Sliver { .. } => 0,
            Bad::Cap { .. } => 1,
            Bad::Splinter => 2,
            Bad::Wedge { .. } => 3,
        }] += 1;
    }
    let [slivers, caps, splinters, wedges] = counts;
    format!("{slivers} slivers, {caps} caps, {splinters} splinters, {wedges} wedges")
}
