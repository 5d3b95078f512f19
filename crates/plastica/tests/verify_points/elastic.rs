//! Elastic laws, the rate law among them.

use crate::specimen::*;
use plastica::lab::{Grip, Machine};
use plastica_tensor::Sym3;

// VERIFY A01: Jaumann hypoelastic simple shear.
#[test]
fn a01_jaumann_shear_oscillates() {
    let shear = 1.0;
    let young = 2.0 * shear * 1.3;
    let worst = |steps_per_unit: f64| {
        let mut machine = Machine::new(&recipe(elastic("hypoelastic", young, 0.3), None)).unwrap();
        let mut worst = 0.0f64;
        let steps = (2.0 * std::f64::consts::PI * steps_per_unit).round() as usize;
        let dt = 2.0 * std::f64::consts::PI / steps as f64;
        for _ in 0..steps {
            machine.drive(&single(0, 1, 1.0), dt).unwrap();
            let (gamma, s) = (machine.now().time, machine.stress());
            let reference = Sym3 {
                xx: 1.0 - gamma.cos(),
                yy: gamma.cos() - 1.0,
                xy: gamma.sin(),
                ..Sym3::zero()
            };
            worst = worst.max((s - reference.scale(shear)).norm());
        }
        worst
    };
    let fine = worst(1000.0);
    assert!(fine < 1e-5, "{fine:e}");
    // Halving the step divides the error by 8: third order (with some room).
    let (coarse, halved) = (worst(10.0), worst(20.0));
    assert!(coarse / halved > 7.0, "{coarse:e} {halved:e}");

    let mut machine = Machine::new(&recipe(elastic("hypoelastic", young, 0.3), None)).unwrap();
    for _ in 0..1000 {
        machine.drive(&single(0, 1, 1.0), 1e-3).unwrap();
    }
    close(machine.stress().xy, 0.841471, 1e-5);
    close(machine.stress().xx, 0.459698, 1e-5);
    close(machine.stress().zz, 0.0, 1e-12);
    close(machine.stress().trace(), 0.0, 1e-12);
}

// VERIFY A05: the corotated law in uniaxial stress is exactly linear at any stretch.
#[test]
fn a05_corotated_uniaxial_is_linear() {
    for (s1, s2, p1, cauchy) in [
        (1.5, 0.85, 0.5, 0.692042),
        (2.0, 0.7, 1.0, 2.040816),
        (0.7, 1.09, -0.3, -0.252504),
    ] {
        let mut machine = Machine::new(&recipe(elastic("corotated", 1.0, 0.3), None)).unwrap();
        let rate = f64::ln(s1);
        for _ in 0..20 {
            machine
                .hold(&[Grip::Rate(rate), FREE, FREE, FREE, FREE, FREE], 0.05)
                .unwrap();
        }
        let f = machine.now().deformation;
        close(f[(0, 0)], s1, 1e-12);
        close(f[(1, 1)], s2, 1e-10);
        close(f[(2, 2)], s2, 1e-10);
        let first_piola = machine.now().kirchhoff().xx / f[(0, 0)];
        close(first_piola, p1, 1e-10);
        close(machine.stress().xx, cauchy, 5e-7);
        close(machine.stress().xx, p1 / (s2 * s2), 1e-10);
    }
}
