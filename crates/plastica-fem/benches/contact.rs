//! What contact of surfaces costs in a step: two balls that fly, and two that squeeze each other.

use plastica_core::{Step, World};
use plastica_fem::{MeshedBody, Options, build};
use plastica_geometry::{Bounds, TetMesh, Vec3};
use plastica_material::spec::Slot;
use plastica_material::{LawRecipe, Recipe, Value, catalogue};
use std::time::Instant;

/// Runs of each kind, of which the one in the middle counts.
const RUNS: usize = 3;

fn main() {
    for cells in [8, 14] {
        for (what, gap) in [("flying", 0.3), ("squeezed", 0.004)] {
            let mut times = [[0.0; RUNS]; 2];
            let mut elements = 0;
            for run in 0..RUNS {
                // Without contact they would be in each other: their time is that of those that fly.
                (times[0][run], _) = nanoseconds(cells, 0.3, false);
                (times[1][run], elements) = nanoseconds(cells, gap, true);
            }
            let [without, with] = times.map(|mut runs| {
                runs.sort_by(f64::total_cmp);
                runs[RUNS / 2]
            });
            println!(
                "{what}, {elements} elements: {without:.0} ns without, {with:.0} ns with contact per element and step: {:.1} % of it",
                100.0 * (1.0 - without / with)
            );
        }
    }
}

/// Of an element and a step, and how many elements.
fn nanoseconds(cells: usize, gap: f64, contact: bool) -> (f64, usize) {
    let recipe = rubber();
    let ball = |name: &str, side: f64| {
        let mesh = round(0.1, side * (0.1 + 0.5 * gap), cells);
        let mut body = MeshedBody::new(name, recipe.clone(), mesh);
        body.velocities.fill([-0.5 * side, 0.0, 0.0]);
        body
    };
    let bodies = vec![ball("left", -1.0), ball("right", 1.0)];
    let elements = bodies.iter().map(|body| body.mesh.elements.len()).sum();
    let options = Options {
        contact,
        ..Options::default()
    };
    let mut method = build(options, bodies).expect("the balls are apart");
    let world = World::empty([0.0; 3]);
    let dt = method.stable_step(&world, 0.0).dt.min(2e-3 / cells as f64);
    let steps = 100;
    let start = Instant::now();
    for k in 0..steps {
        let step = Step::new(f64::from(k) * dt, dt);
        method.step(&world, step).expect("a short step");
    }
    let each = start.elapsed().as_nanos() as f64 / f64::from(steps);
    (each / elements as f64, elements)
}

fn rubber() -> Recipe {
    let neo_hookean = catalogue::law(Slot::Elastic, "neo-hookean");
    let mut elastic = LawRecipe::new(neo_hookean.expect("it is in the catalogue"));
    elastic.set("young_modulus", &[Value::Constant(1e5)]);
    elastic.set("poisson_ratio", &[Value::Constant(0.3)]);
    Recipe {
        name: "rubber".into(),
        density: 1000.0.into(),
        elastic,
        flow: None,
        viscosity: None,
        map: None,
    }
}

/// A block that is nearly a ball, about a place on the x axis.
fn round(radius: f64, centre: f64, cells: usize) -> TetMesh {
    let bounds = Bounds::centred(Vec3::zero(), Vec3::splat(1.0));
    let mut mesh = TetMesh::lattice(&bounds, [cells; 3]);
    for vertex in &mut mesh.vertices {
        let x = Vec3(*vertex);
        let largest = x[0].abs().max(x[1].abs()).max(x[2].abs());
        let rounded = if largest > 0.0 {
            (largest / x.norm()).powf(0.7)
        } else {
            1.0
        };
        *vertex = (x.scale(radius * rounded) + Vec3::new(centre, 0.0, 0.0)).0;
    }
    mesh
}
