//! A05 and A13: a cube of six elements as a testing machine.

use super::{averaged, block, body, of};
use crate::specimen::{elastic, flowing, grip, run_until, side, wall};
use crate::{Row, Size};
use plastica_core::{Contact, Method, Motion, Selection, Step, World};
use plastica_fem::Options;
use plastica_material::Recipe;
use plastica_tensor::Vec3;

/// A05: uniaxial stress with BW07's linear law: s₂ = 1 − ν(s₁ − 1) and P₁ = E(s₁ − 1) at any stretch.
pub(in crate::cases) fn uniaxial(_: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for stretch in [1.5, 2.0, 0.7] {
        let (across, stress) = pulled(stretch, 0.3);
        let tested = |name: &str| format!("{name} at s₁ = {stretch}");
        rows.push(Row::relative(
            tested("s₂"),
            1.0 - 0.3 * (stretch - 1.0),
            across,
            1e-10,
        ));
        rows.push(Row::relative(tested("P₁/E"), stretch - 1.0, stress, 1e-10));
    }
    let (across, _) = pulled(1.5, 0.2);
    rows.push(Row::at_least(
        "control: s₂ with ν = 0.2 is off by",
        0.01,
        (across - 0.85).abs(),
    ));
    rows
}

/// Stretch across and pull over the first section of a cube of E = 1 Pa that is drawn between smooth walls.
fn pulled(stretch: f64, poisson: f64) -> (f64, f64) {
    let recipe = elastic("corotated", 1.0, 1.0, poisson);
    let cube = body(&recipe, block([0.0; 3], [1.0; 3], [1; 3]), |[x, ..]| {
        [(stretch - 1.0) * x, 0.0, 0.0]
    });
    let options = Options {
        damping: 1.0,
        ..averaged(0.0)
    };
    let mut method = of(options, cube);
    let mut world = World::empty([0.0; 3]);
    for axis in 0..3 {
        let mut normal = [0.0; 3];
        normal[axis] = 1.0;
        world
            .colliders
            .push(wall(normal, 0.0, Contact::Sliding, 0.0));
    }
    let mut far = wall([-1.0, 0.0, 0.0], 0.0, Contact::Sliding, 0.0);
    far.motion.position[0] = crate::specimen::keyframes(&[(0.0, 1.0), (1.0, stretch)]);
    world.colliders.push(far);
    let mut force = 0.0;
    run_until(&mut *method, &world, [0.0, 80.0], |taken, _| {
        force = -taken.report.collider_impulses[0][0] / taken.dt;
        true
    });
    let mut across = 0.0;
    method.observed().visit(Selection::All, &mut |p| {
        across = f64::max(across, p.position[1]);
    });
    (across, -force)
}

/// A13: creep at held deformation: s(t) = s₀^exp(−νt) whatever the steps are.
pub(in crate::cases) fn held_creep(_: Size) -> Vec<Row> {
    const STRETCH: f64 = 1.5;
    const RATE: f64 = 2.0;
    let solid = elastic("hencky", 1.0, 1.0, 0.3);
    let recipe = flowing(&solid, "creep", &[("yield_stress", 0.0), ("rate", RATE)]);
    let exact = STRETCH.powf((-RATE).exp());
    let mut rows = Vec::new();
    for steps in [1, 10, 1000] {
        for (name, options) in super::both() {
            let (stretch, volume) = held(&recipe, STRETCH, steps, options);
            let run = format!("{steps} steps, {name}");
            rows.push(Row::relative(
                format!("s after 1 s, {run}"),
                exact,
                stretch,
                1e-9,
            ));
            rows.push(Row::absolute(
                format!("det F − 1, {run}"),
                0.0,
                volume - 1.0,
                1e-10,
            ));
        }
    }
    let faster = flowing(
        &solid,
        "creep",
        &[("yield_stress", 0.0), ("rate", 2.0 * RATE)],
    );
    let (stretch, _) = held(&faster, STRETCH, 10, averaged(0.0));
    rows.push(Row::at_least(
        "control: s at twice the rate is off by",
        0.01,
        (stretch - exact).abs(),
    ));
    rows
}

/// Elastic stretch along x after a second, and the volume ratio, of a cube that is drawn at once and held.
fn held(recipe: &Recipe, stretch: f64, steps: u32, options: Options) -> (f64, f64) {
    const JUMP: f64 = 1e-9;
    let across = stretch.powf(-0.5);
    let drawn = [stretch, across, across];
    let cube = body(recipe, block([0.0; 3], [1.0; 3], [1; 3]), |x| {
        std::array::from_fn(|k| (drawn[k] - 1.0) * x[k] / JUMP)
    });
    let options = Options {
        edge_change: 1.0,
        ..options
    };
    let mut method = of(options, cube);
    let mut world = World::empty([0.0; 3]);
    let later = plastica_core::Window {
        start: 0.5 * JUMP,
        end: f64::INFINITY,
    };
    let all = side([1.0, 0.0, 0.0], 100.0);
    let still = Motion::at_rest([0.0; 3]);
    world.grips.push(grip(all, still, Some(later)));
    let mut step = |start: f64, dt: f64| {
        method
            .step(&world, Step::new(start, dt))
            .expect("a step of what is held");
    };
    step(0.0, JUMP);
    let dt = 1.0 / f64::from(steps);
    (0..steps).for_each(|k| step(JUMP + f64::from(k) * dt, dt));
    elastic_stretch(&*method)
}

/// From the Kirchhoff stress of Hencky's law with E = 1 Pa and ν = 0.3, of the first element.
fn elastic_stretch(method: &dyn Method) -> (f64, f64) {
    let snapshot = method.observed().snapshot();
    let number = |name: &str, at: usize| {
        let attribute = snapshot.cell_attributes.iter().find(|a| a.name == name);
        attribute.map_or(f64::NAN, |a| a.values.at(at))
    };
    let volume = number("volume_ratio", 0);
    let tau = Vec3([0, 1, 2].map(|k| volume * number("stress", k)));
    let shear = 1.0 / 2.6;
    ((tau.deviator()[0] / (2.0 * shear)).exp(), volume)
}
