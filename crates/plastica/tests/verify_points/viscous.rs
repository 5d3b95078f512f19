//! Creep and relaxation.

use crate::specimen::*;
use plastica::lab::{Grip, Machine};
use plastica_material::LawRecipe;
use plastica_material::spec::Slot;
use plastica_tensor::{Mat3, Vec3};

fn creep(values: &[(&str, &[f64])], words: &[(&str, &str)]) -> LawRecipe {
    law(Slot::Flow, "creep", values, words)
}

// VERIFY A13: creep under a held deformation, P_Y = K = 0.
#[test]
fn a13_held_creep_is_a_power_of_the_stretch() {
    let s0 = 1.5f64;
    let held = Mat3::diagonal(Vec3::new(s0, s0.powf(-0.5), s0.powf(-0.5)));
    let stretch = |machine: &Machine| {
        let f = machine.now().state.deformation;
        f[(0, 0)] * f.determinant().powf(-1.0 / 3.0)
    };
    // Rate form: the exact solution at any step, one or a thousand.
    for steps in [1, 10, 1000] {
        let flow = creep(&[("yield_stress", &[0.0]), ("rate", &[2.0])], &[]);
        let mut machine =
            Machine::new(&recipe(elastic("corotated", 1.0, 0.3), Some(flow))).unwrap();
        machine.deform_to(&held, 1e-15).unwrap();
        for _ in 0..steps {
            machine
                .drive(&Mat3::zero(), 1.0 / f64::from(steps))
                .unwrap();
        }
        close(stretch(&machine), s0.powf((-2f64).exp()), 1e-12);
        close(stretch(&machine), 1.0564072, 5e-8);
        close(machine.now().state.deformation.determinant(), 1.0, 1e-12);
    }
    // Paper form: γ = νΔt once per step, s0^((1 − νΔt)^n).
    for (dt, reference) in [(0.01, 1.0552446), (1e-3, 1.0562912)] {
        let flow = creep(
            &[("yield_stress", &[0.0]), ("rate", &[2.0 * dt])],
            &[("mode", "paper")],
        );
        let mut machine =
            Machine::new(&recipe(elastic("corotated", 1.0, 0.3), Some(flow))).unwrap();
        let steps = (1.0 / dt).round() as i32;
        machine.deform_to(&held, dt).unwrap();
        for _ in 1..steps {
            machine.drive(&Mat3::zero(), dt).unwrap();
        }
        close(
            stretch(&machine),
            s0.powf((1.0 - 2.0 * dt).powi(steps)),
            1e-12,
        );
        close(stretch(&machine), reference, 5e-8);
    }
    // det F_p stays 1 through 1e4 steps of driven flow.
    let flow = creep(&[("yield_stress", &[0.0]), ("rate", &[2.0])], &[]);
    let mut machine = Machine::new(&recipe(elastic("corotated", 1.0, 0.3), Some(flow))).unwrap();
    for k in 0..10_000 {
        let t = f64::from(k) * 1e-3;
        machine
            .drive(&(single(0, 1, t.sin()) + single(1, 2, 0.5 * t.cos())), 1e-3)
            .unwrap();
    }
    let plastic =
        machine.now().deformation.determinant() / machine.now().state.deformation.determinant();
    close(plastic, 1.0, 1e-10);
}

// VERIFY A16: the four-element material creeps and recovers. The one-dimensional force and strain are
// shear stress and engineering shear; at these small strains the difference to 3-D is second order.
#[test]
fn a16_burgers_creeps_and_recovers() {
    let (k1, k2, eta1, eta2) = (1000.0, 400.0, 5000.0, 800.0);
    // Everything scaled down to a force of 1e-4 so that strains of up to 5e-7 leave geometry out.
    let (force, scale) = (1e-4, 1e-5);
    let flow = law(
        Slot::Flow,
        "burgers",
        &[
            ("viscosity", &[eta1]),
            ("delayed_modulus", &[k2]),
            ("delayed_viscosity", &[eta2]),
        ],
        &[],
    );
    // Shear modulus k1, any Poisson's ratio.
    let mut machine = Machine::new(&recipe(
        elastic("hencky", 2.0 * k1 * 1.25, 0.25),
        Some(flow),
    ))
    .unwrap();
    let shear = |machine: &Machine| 2.0 * machine.strain().xy / scale;
    let pull = |machine: &mut Machine, force: f64, until: f64| {
        let grips = [FREE, FREE, FREE, FREE, FREE, Grip::Stress(force)];
        let steps = ((until - machine.now().time) / 0.01).round() as usize;
        let dt = (until - machine.now().time) / steps as f64;
        for _ in 0..steps {
            machine.hold(&grips, dt).unwrap();
        }
    };
    machine
        .hold(&[FREE, FREE, FREE, FREE, FREE, Grip::Stress(force)], 1e-9)
        .unwrap();
    close(shear(&machine), 0.01, 1e-4 * 0.01);
    for (time, reference) in [
        (1.0, 0.0218367),
        (2.0, 0.0298030),
        (5.0, 0.0429479),
        (10.0, 0.0548316),
    ] {
        pull(&mut machine, force, time);
        close(shear(&machine), reference, 1e-4 * reference);
    }
    machine.hold(&[FREE; 6], 1e-9).unwrap();
    close(shear(&machine), 0.0448316, 1e-4 * 0.0448316);
    for (time, reference) in [(12.0, 0.0291350), (15.0, 0.0220383), (30.0, 0.0200011)] {
        pull(&mut machine, 0.0, time);
        close(shear(&machine), reference, 1e-4 * reference);
    }
}
