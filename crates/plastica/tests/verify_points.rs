//! Reference cases of one material point, run through the laws and the machine that users get.
//! Each test names its case; the numbers are closed forms. (A28 is in plastica-tensor.)

use plastica::lab::{Grip, Machine};
use plastica_material::spec::Slot;
use plastica_material::{LawRecipe, Recipe, Value, catalogue, orientation};
use plastica_tensor::{Mat3, Sym3, Vec3};

const FREE: Grip = Grip::Stress(0.0);
const HELD: Grip = Grip::Rate(0.0);

fn law(slot: Slot, name: &str, values: &[(&str, &[f64])], words: &[(&str, &str)]) -> LawRecipe {
    let spec = catalogue::law(slot, name).unwrap_or_else(|| panic!("no law {name}"));
    let mut recipe = LawRecipe::new(spec);
    for (key, numbers) in values {
        let numbers: Vec<Value> = numbers.iter().map(|x| Value::from(*x)).collect();
        recipe.set(key, &numbers);
    }
    for (key, word) in words {
        let at = spec.choices.iter().position(|c| c.name == *key).unwrap();
        recipe.choices[at] = spec.choices[at]
            .options
            .iter()
            .position(|(w, _)| w == word)
            .unwrap();
    }
    recipe
}

fn elastic(name: &str, young: f64, poisson: f64) -> LawRecipe {
    law(
        Slot::Elastic,
        name,
        &[("young_modulus", &[young]), ("poisson_ratio", &[poisson])],
        &[],
    )
}

fn recipe(elastic: LawRecipe, flow: Option<LawRecipe>) -> Recipe {
    Recipe {
        name: "specimen".into(),
        density: 1000.0.into(),
        elastic,
        flow,
        viscosity: None,
        map: None,
    }
}

fn single(i: usize, j: usize, value: f64) -> Mat3<f64> {
    let mut m = Mat3::zero();
    m[(i, j)] = value;
    m
}

/// The stress in which a law's yield rule is written: Cauchy for the rate law, Kirchhoff for the
/// finite-strain ones. They differ by J.
fn own_stress(elastic: &str, machine: &Machine) -> Sym3<f64> {
    if elastic == "hypoelastic" {
        machine.stress()
    } else {
        machine.now().kirchhoff()
    }
}

#[track_caller]
fn close(measured: f64, reference: f64, tolerance: f64) {
    assert!(
        (measured - reference).abs() <= tolerance,
        "{measured} instead of {reference} (off by {:e})",
        measured - reference
    );
}

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

fn sand(phi: f64, cohesion: f64, cone: &str) -> LawRecipe {
    law(
        Slot::Flow,
        "drucker-prager",
        &[
            ("friction_angle", &[phi.to_radians()]),
            ("cohesion", &[cohesion]),
        ],
        &[("cone", cone)],
    )
}

// VERIFY A07: cone constants and triaxial compression from 100 kPa.
#[test]
fn a07_triaxial_strength_is_that_of_the_cone() {
    let cases = [
        (30.0, "plane-strain", 115.139e3),
        (30.0, "compression", 200.000e3),
        (20.0, "plane-strain", 72.081e3),
        (20.0, "compression", 103.961e3),
    ];
    for (phi, cone, reference) in cases {
        for name in ["hypoelastic", "hencky"] {
            // Stiff, so that strength is reached at a strain where Cauchy and Kirchhoff stress agree
            // to the digits of the reference; the rate law is exact in Cauchy stress anyway.
            let specimen = recipe(elastic(name, 1e13, 0.3), Some(sand(phi, 0.0, cone)));
            let mut machine = Machine::new(&specimen).unwrap();
            let p = Grip::Stress(-1e5);
            machine.hold(&[p, p, p, FREE, FREE, FREE], 1.0).unwrap();
            for _ in 0..20 {
                machine
                    .hold(&[Grip::Rate(-1e-8), p, p, FREE, FREE, FREE], 1.0)
                    .unwrap();
            }
            let s = machine.stress();
            let q = s.yy - s.xx;
            let alpha = match cone {
                "plane-strain" => {
                    phi.to_radians().tan() / (9.0 + 12.0 * phi.to_radians().tan().powi(2)).sqrt()
                }
                _ => 2.0 * phi.to_radians().sin() / (3f64.sqrt() * (3.0 - phi.to_radians().sin())),
            };
            let exact = 3.0 * alpha * 1e5 / (1.0 / 3f64.sqrt() - alpha);
            close(q, exact, 1e-6 * exact);
            close(exact, reference, 0.6);
        }
    }
}

// VERIFY A09: trial states beyond the apex return to the apex exactly, shear included.
#[test]
fn a09_tension_returns_to_the_apex() {
    let young = 1e7;
    let shear = young / 2.6;
    for name in ["hypoelastic", "hencky"] {
        for (cohesion, apex) in [(1e3, 1e3 / 30f64.to_radians().tan()), (0.0, 0.0)] {
            for with_shear in [0.0, 5e3] {
                let specimen = recipe(
                    elastic(name, young, 0.3),
                    Some(sand(30.0, cohesion, "plane-strain")),
                );
                let mut machine = Machine::new(&specimen).unwrap();
                // Strain whose trial stress is 10 kPa of tension plus the shear stress.
                let bulk = young / 1.2;
                let strain = Sym3 {
                    xy: with_shear / (2.0 * shear),
                    ..Sym3::isotropic(1e4 / (3.0 * bulk))
                };
                machine.drive(&strain.to_mat(), 1.0).unwrap();
                let off = (own_stress(name, &machine) - Sym3::isotropic(apex)).norm();
                assert!(off <= 1e-12 * 1e4, "{name}: off by {off:e} Pa");
            }
        }
    }
    close(1e3 / 30f64.to_radians().tan(), 1732.05, 5e-3);
}

// VERIFY A11: the friction hardening curve, and what a driven specimen reaches.
#[test]
fn a11_friction_hardens_and_softens() {
    let flow = law(
        Slot::Flow,
        "drucker-prager",
        &[
            ("friction_angle", &[35f64.to_radians()]),
            ("hardening_rise", &[9f64.to_radians()]),
            ("hardening_decay", &[0.2]),
            ("hardening_deficit", &[10f64.to_radians()]),
        ],
        &[("cone", "compression")],
    );
    let angle = |q: f64| (35.0 + (9.0 * q - 10.0) * (-0.2 * q).exp()).to_radians();
    for (q, reference) in [
        (0.0, 25.0),
        (1.0 / 0.2 + 10.0 / 9.0, 48.2559),
        (10.0, 45.8268),
        (1e4, 35.0),
    ] {
        close(angle(q).to_degrees(), reference, 5e-5);
    }
    // Simple shear of a specimen under pressure, far enough to pass the peak. The angle is read from
    // the stress alone, the strain measure q from the law's history.
    let specimen = recipe(elastic("hypoelastic", 1e9, 0.2), Some(flow));
    let mut machine = Machine::new(&specimen).unwrap();
    let p = Grip::Stress(-1e5);
    machine.hold(&[p, p, p, FREE, FREE, FREE], 1.0).unwrap();
    let (mut highest, mut previous) = (0.0f64, 0.0);
    for _ in 0..1500 {
        machine
            .drive(&(single(0, 1, 0.01) + single(1, 0, 0.01)), 1.0)
            .unwrap();
        let s = machine.stress();
        let alpha = (0.5 * s.deviator().norm_squared()).sqrt() / -s.trace();
        let sin = 3.0 * 3f64.sqrt() * alpha / (2.0 + 3f64.sqrt() * alpha);
        let (measured, q) = (sin.asin(), machine.now().state.history[0]);
        assert!(q >= previous, "q fell from {previous} to {q}");
        // On the cone of the angle that belongs to its own q, to the formula's tolerance.
        if q > 0.0 {
            close(measured, angle(q), 1e-9);
        }
        previous = q;
        highest = highest.max(measured);
    }
    assert!(previous > 10.0, "only reached q = {previous}");
    close(highest.to_degrees(), 48.2559, 0.05);
}

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

// VERIFY A21: modulus of an orthotropic solid pulled off its axes.
#[test]
fn a21_off_axis_modulus() {
    let (e1, e2, nu, g) = (140e9, 10e9, 0.3, 5e9);
    // ν23 = ν13 = 0 and μ as given: the third axis plays no part in a pull in the 12 plane.
    let stiffness = law(
        Slot::Elastic,
        "orthotropic",
        &[
            ("young_modulus", &[e1, e2, e2]),
            ("poisson_ratio", &[0.0, 0.0, nu]),
            ("shear_modulus", &[g, g, g]),
        ],
        &[],
    );
    for (degrees, reference) in [
        (0f64, 140.0),
        (15.0, 52.9134),
        (30.0, 21.2928),
        (45.0, 13.2075),
        (60.0, 10.7075),
        (90.0, 10.0),
    ] {
        let (s, c) = degrees.to_radians().sin_cos();
        let axes = Mat3::from_rows([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]);
        let mut machine = Machine::new(&recipe(stiffness.clone(), None))
            .unwrap()
            .with_specimen_axes(&axes);
        // In Kirchhoff stress against logarithmic strain the law is linear; the strain only has to be
        // small enough for the axes not to turn and large enough for the digits.
        let strain = 1e-6;
        machine
            .hold(&[Grip::Rate(strain), FREE, FREE, FREE, FREE, FREE], 1.0)
            .unwrap();
        let measured = machine.now().kirchhoff().xx / strain;
        let exact =
            1.0 / (c.powi(4) / e1 + (1.0 / g - 2.0 * nu / e1) * s * s * c * c + s.powi(4) / e2);
        close(measured, exact, 1e-8 * exact);
        close(exact / 1e9, reference, 5e-5);
    }
}

// VERIFY A24: yield in tension along n comes at σ0/|Dn|² for any isotropic criterion.
#[test]
fn a24_yield_scales_with_direction() {
    let sigma0 = 1e3;
    let tau0 = sigma0 / 3f64.sqrt();
    let flow = || law(Slot::Flow, "von-mises", &[("shear_yield", &[tau0])], &[]);
    let specimen = |map: &str| Recipe {
        map: Some(law(Slot::Map, map, &[("fragility", &[0.8, 0.8, 1.4])], &[])),
        ..recipe(elastic("hencky", 1e9, 0.3), Some(flow()))
    };
    for map in ["fragility", "consistent"] {
        for (degrees, reference) in [
            (0f64, 0.510204),
            (30.0, 0.613497),
            (45.0, 0.769231),
            (60.0, 1.030928),
            (90.0, 1.5625),
        ] {
            // n turns from z towards x; the specimen turns the other way under a pull along x.
            let (s, c) = degrees.to_radians().sin_cos();
            let n = Vec3::new(s, 0.0, c);
            let axes = Mat3::from_columns([
                Vec3::new(s, c, 0.0),
                Vec3::new(0.0, 0.0, 1.0),
                Vec3::new(c, -s, 0.0),
            ]);
            let mut machine = Machine::new(&specimen(map))
                .unwrap()
                .with_specimen_axes(&axes);
            for _ in 0..40 {
                machine
                    .hold(&[Grip::Rate(1e-7), FREE, FREE, FREE, FREE, FREE], 1.0)
                    .unwrap();
            }
            let stretched = Vec3::new(0.8 * n[0], 0.8 * n[1], 1.4 * n[2]).norm_squared();
            close(machine.now().kirchhoff().xx / sigma0, 1.0 / stretched, 1e-9);
            close(1.0 / stretched, reference, 5e-7);
        }
        // Shear between x and z: τ0/(a_x a_z).
        let mut machine = Machine::new(&specimen(map)).unwrap();
        for _ in 0..40 {
            machine
                .hold(&[FREE, FREE, FREE, FREE, Grip::Rate(1e-7), FREE], 1.0)
                .unwrap();
        }
        close(machine.now().kirchhoff().zx / tau0, 1.0 / (0.8 * 1.4), 1e-9);
        close(1.0 / (0.8 * 1.4), 0.892857, 5e-7);
    }
}

// VERIFY A26: the orientation tensor in simple shear.
#[test]
fn a26_grains_turn_with_the_flow() {
    let cases = [
        (1.0, 1.0, [0.5, 0.25, 0.25, 0.25]),
        (1.0, 3.0, [0.833333, 0.083333, 0.083333, 0.25]),
        (1.0, 10.0, [0.980583, 0.009709, 0.009709, 0.097087]),
        (0.8, 3.0, [0.802458, 0.061735, 0.135807, 0.176341]),
    ];
    for (l, time, [p11, p22, p33, p12]) in cases {
        for steps in [1, 10, 1000] {
            let gradient = single(0, 1, time / f64::from(steps));
            let mut grains = Sym3::isotropic(1.0 / 3.0);
            for _ in 0..steps {
                grains = orientation::evolve(&grains, &gradient, l);
                close(grains.trace(), 1.0, 1e-12);
            }
            for (measured, reference) in [
                (grains.xx, p11),
                (grains.yy, p22),
                (grains.zz, p33),
                (grains.xy, p12),
            ] {
                close(measured, reference, 1e-6);
            }
        }
    }
    close(orientation::shape_factor(3.0), 0.8, 1e-15);
}

// The extension cone agrees with Mohr–Coulomb where the axis bears least: σ_axial = σ_lateral (1 − sin φ)/(1 + sin φ).
#[test]
fn triaxial_extension_fails_where_mohr_coulomb_does() {
    let specimen = recipe(
        elastic("hypoelastic", 1e13, 0.3),
        Some(sand(30.0, 0.0, "extension")),
    );
    let mut machine = Machine::new(&specimen).unwrap();
    let p = Grip::Stress(-1e5);
    machine.hold(&[p, p, p, FREE, FREE, FREE], 1.0).unwrap();
    for _ in 0..20 {
        machine
            .hold(&[Grip::Rate(1e-8), p, p, FREE, FREE, FREE], 1.0)
            .unwrap();
    }
    close(machine.stress().xx, -1e5 / 3.0, 1e-6 * 1e5);
}

// The nine orthotropic constants, measured: Eᵢ along each axis and ν_ij = −εⱼ/εᵢ.
#[test]
fn orthotropic_constants_are_what_was_typed() {
    let (young, nu23, nu13, nu12) = ([3e9, 5e9, 8e9], 0.15, 0.25, 0.35);
    let stiffness = law(
        Slot::Elastic,
        "orthotropic",
        &[
            ("young_modulus", &young),
            ("poisson_ratio", &[nu23, nu13, nu12]),
            ("shear_modulus", &[1e9, 1.5e9, 2e9]),
        ],
        &[],
    );
    let ratio = |i: usize, j: usize| match (i.min(j), i.max(j)) {
        (0, 1) => nu12 * if i == 0 { 1.0 } else { young[1] / young[0] },
        (0, 2) => nu13 * if i == 0 { 1.0 } else { young[2] / young[0] },
        _ => nu23 * if i == 1 { 1.0 } else { young[2] / young[1] },
    };
    for i in 0..3 {
        let mut machine = Machine::new(&recipe(stiffness.clone(), None)).unwrap();
        let mut grips = [FREE; 6];
        grips[i] = Grip::Rate(1e-6);
        machine.hold(&grips, 1.0).unwrap();
        let stress = machine.now().kirchhoff().to_array()[i];
        close(stress / 1e-6, young[i], 1e-8 * young[i]);
        for j in (0..3).filter(|&j| j != i) {
            close(-machine.strain().to_array()[j] / 1e-6, ratio(i, j), 1e-8);
        }
    }
    for (k, shear) in [(3, 1e9), (4, 1.5e9), (5, 2e9)] {
        let mut machine = Machine::new(&recipe(stiffness.clone(), None)).unwrap();
        let mut grips = [FREE; 6];
        grips[k] = Grip::Rate(1e-6);
        machine.hold(&grips, 1.0).unwrap();
        let stress = machine.now().kirchhoff().to_array()[k];
        close(stress / 2e-6, shear, 1e-8 * shear);
    }
}
