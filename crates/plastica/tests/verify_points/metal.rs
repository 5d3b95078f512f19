//! Yield and hardening.

use crate::specimen::*;
use plastica::lab::{Grip, Machine};
use plastica_material::spec::Slot;

// VERIFY A03: von Mises in JY17's convention f = J2 − Y². The reference is small-strain theory: the
// rate law is driven with strain increments so small that geometry plays no part.
#[test]
fn a03_von_mises_yields_where_it_should() {
    let (young, poisson, y) = (1e6, 0.3, 1e3);
    let shear = young / 2.6;
    let bulk = young / (3.0 * 0.4);
    let flow = || law(Slot::Flow, "von-mises", &[("shear_yield", &[y])], &[]);
    for name in ["hypoelastic", "hencky"] {
        let specimen = recipe(elastic(name, young, poisson), Some(flow()));
        let stress = |machine: &Machine| own_stress(name, machine);
        // Pure shear: elastic up to γ = Y/G = 2.6e-3, τ = Y from there on.
        let half = single(0, 1, 0.5) + single(1, 0, 0.5);
        let mut machine = Machine::new(&specimen).unwrap();
        machine.drive(&half, 2.6e-3 * (1.0 - 1e-9)).unwrap();
        assert_eq!(machine.now().plastic_work, 0.0);
        machine.drive(&half, 2.6e-3).unwrap();
        assert!(machine.now().plastic_work > 0.0);
        close(stress(&machine).xy, y, 1e-10 * y);

        // Uniaxial stress: √3 Y = 1732.05.
        let mut machine = Machine::new(&specimen).unwrap();
        machine
            .hold(&[Grip::Rate(1.0), FREE, FREE, FREE, FREE, FREE], 5e-3)
            .unwrap();
        close(stress(&machine).xx, 3f64.sqrt() * y, 1e-10 * y);
        close(3f64.sqrt() * y, 1732.05, 5e-3);

        // Uniaxial strain: yields at ε = √3Y/2G = 2.2517e-3; then dσ/dε = K exactly.
        let yield_strain = 3f64.sqrt() * y / (2.0 * shear);
        close(yield_strain, 2.2517e-3, 5e-8);
        let pull = [Grip::Rate(1.0), HELD, HELD, HELD, HELD, HELD];
        let mut machine = Machine::new(&specimen).unwrap();
        machine.hold(&pull, yield_strain).unwrap();
        let at_yield = (bulk + 4.0 / 3.0 * shear) * yield_strain;
        close(stress(&machine).xx, at_yield, 1e-10 * at_yield);
        machine.hold(&pull, 1e-3).unwrap();
        close(
            stress(&machine).xx - at_yield,
            bulk * 1e-3,
            1e-10 * at_yield,
        );
        // After any return √J2 = Y.
        let j2 = 0.5 * stress(&machine).deviator().norm_squared();
        close(j2.sqrt(), y, 1e-10 * y);
    }
}

// VERIFY A19: the kinematic hardening loop OABCDO, in uniaxial stress of the three-dimensional law:
// Kirchhoff stress against logarithmic strain is piecewise linear with exactly these corners.
#[test]
fn a19_kinematic_loop_closes() {
    let (k, h, f_a) = (1000.0, 250.0, 10.0);
    let flow = law(
        Slot::Flow,
        "kinematic-hardening",
        &[
            ("shear_yield", &[f_a / 3f64.sqrt()]),
            ("kinematic_modulus", &[h]),
        ],
        &[],
    );
    let mut machine = Machine::new(&recipe(elastic("hencky", k, 0.3), Some(flow))).unwrap();
    // The machine holds the strain; the stress is read. Corners of the reference: (strain, stress).
    let corners = [
        (0.01, 10.0),
        (0.035, 15.0),
        (0.015, -5.0),
        (-0.01, -10.0),
        (0.0, 0.0),
    ];
    let mut strain = 0.0;
    for (target, stress) in corners {
        for _ in 0..10 {
            let rate = (target - strain) / 10.0;
            machine
                .hold(&[Grip::Rate(rate), FREE, FREE, FREE, FREE, FREE], 1.0)
                .unwrap();
        }
        strain = target;
        close(machine.strain().xx, target, 1e-12);
        close(machine.now().kirchhoff().xx, stress, 1e-9);
    }
    // Isotropic hardening would give an elastic range of 30 instead of B − C = 20.
    close(machine.now().plastic_work, 0.4, 1e-9);
    close(machine.now().energy.unwrap(), 0.0, 1e-9);
}
