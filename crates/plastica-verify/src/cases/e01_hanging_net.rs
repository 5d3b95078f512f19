//! E01: the first fibres of a hanging net to break.
//!
//! 23 × 23 nodes of mass m, fibres of stiffness k that break at an elongation e*, the top row held, gravity ramped up slowly. A
//! fibre j rows from the bottom bears j m g: the 23 fibres below the held row break together at g = k e*/22m; those
//! across bear nothing. Before, the net sags by 253 m g/k.

use super::e_net::{LAST, ROWS, hanging, hybrid, primary};
use crate::lattices::{clamp, one};
use crate::{Case, Row, Size};
use plastica_core::{Method, Step, World};
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_spline::{Options, Splines};
use plastica_tensor::Vec3;

pub(super) const CASE: Case = Case {
    id: "E01",
    title: "Hanging net, first fibres to break",
    source: "derived",
    runs: &[("spline", spline)],
};

/// [N/m], [m].
const STIFFNESS: f64 = 1000.0;
const LIMIT: f64 = 0.002;
const TOLERANCE: f64 = 0.01;

/// Gravity at the first break.
fn expected() -> f64 {
    STIFFNESS * LIMIT / LAST as f64
}

/// Ramps gravity up to 1.2 times what should break the net. Gravity at the first break [m/s²], the fibres, and the sag
/// over gravity just before [s²].
fn ramp(net: &mut Splines, steps: usize) -> (f64, Vec<(usize, usize)>, f64) {
    let mut world = World::empty([0.0; 3]);
    let top = Shape::block(Vec3::new(100.0, 0.2, 100.0));
    clamp(&mut world, top, [0.0, LAST as f64, 0.0], None);
    let dt = 400.0 / steps as f64;
    let mut sag = 0.0;
    for step in 0..steps {
        let g = 1.2 * expected() * step as f64 / steps as f64;
        world.gravity[1] = Value::Constant(-g);
        net.step(&world, Step::new(step as f64 * dt, dt))
            .expect("a step");
        let broken = net.broken_fibres(0);
        if !broken.is_empty() {
            return (g, broken, sag);
        }
        sag = -net.nodes(0).expect("a body").0[ROWS / 2][1] / g.max(1e-12);
    }
    (f64::NAN, Vec::new(), sag)
}

fn spline(size: Size) -> Vec<Row> {
    let steps = match size {
        Size::Small => 1000,
        Size::Full => 2000,
    };
    let mut rows = Vec::new();
    for (name, formulation) in [
        ("hybrid", hybrid(STIFFNESS)),
        ("primary", primary(STIFFNESS)),
    ] {
        let mut net = one(hanging(formulation, LIMIT), Options::default());
        let (g, broken, sag) = ramp(&mut net, steps);
        let wrong = (broken.iter())
            .filter(|(axis, node)| *axis != 1 || node / ROWS != LAST - 1)
            .count();
        rows.extend([
            Row::relative(
                format!("gravity at the first break, {name} [m/s²]"),
                expected(),
                g,
                TOLERANCE,
            ),
            Row::absolute(
                format!("fibres that break at once, {name}"),
                ROWS as f64,
                broken.len() as f64,
                0.0,
            ),
            Row::at_most(
                format!("of them not below the held row, {name}"),
                0.0,
                wrong as f64,
            ),
            Row::relative(
                format!("sag / (m g/k) before, {name}"),
                253.0,
                sag * STIFFNESS,
                TOLERANCE,
            ),
        ]);
    }
    let mut strong = one(hanging(hybrid(STIFFNESS), 2.0 * LIMIT), Options::default());
    rows.push(Row::at_most(
        "control: fibres that break with twice the limit",
        0.0,
        ramp(&mut strong, steps).1.len() as f64,
    ));
    rows
}
