//! Particles that are drawn long are split in two.

use crate::common::{body, elastic, lattice, recipe};
use plastica_core::{Ledger, Method, Reader, Step, World, Writer};
use plastica_material::Recipe;
use plastica_mpm::{Options, Precision, build};

const STEPS: u32 = 200;
const DT: f64 = 2e-3;

/// A block that is turned and drawn apart along x by its own motion.
fn flying(recipe: &Recipe) -> Box<dyn Method> {
    let places = lattice([-0.2, -0.1, -0.1], [0.2, 0.1, 0.1], 0.05);
    let mut block = body(
        recipe,
        &places,
        0.05f64.powi(3),
        [0.1, 0.2, 0.0],
        [0.0, 0.0, 0.5],
    );
    for seed in &mut block.seeds {
        seed.velocity[0] += 4.0 * seed.position[0];
        seed.gradient[(0, 0)] += 4.0;
    }
    let options = Options {
        precision: Precision::Double,
        ..Options::new(0.1)
    };
    build(options, vec![block], vec![]).unwrap()
}

fn bytes(mpm: &dyn Method) -> Vec<u8> {
    let mut to = Writer::default();
    mpm.observed().save(&mut to);
    to.into_bytes()
}

fn go_on(mpm: &mut dyn Method, steps: std::ops::Range<u32>) -> Ledger {
    let world = World::empty([0.0; 3]);
    for k in steps {
        mpm.step(&world, Step::new(f64::from(k) * DT, DT)).unwrap();
    }
    mpm.observed().ledger()
}

fn soft() -> Recipe {
    elastic("neo-hookean", 1000.0, 1e3, 0.3)
}

fn tough() -> Recipe {
    let hencky: &[(&str, f64)] = &[("young_modulus", 1e4), ("poisson_ratio", 0.3)];
    recipe(
        1000.0,
        &[("hencky", hencky), ("von-mises", &[("shear_yield", 100.0)])],
    )
}

/// Mass, momentum and angular momentum stay what they were, whether the material flows or not.
#[test]
fn halves_carry_what_the_whole_did() {
    for recipe in [soft(), tough()] {
        let mut mpm = flying(&recipe);
        let (count, before) = (mpm.len(), mpm.observed().ledger());
        let after = go_on(&mut *mpm, 0..STEPS);
        let more = mpm.len() as f64 / count as f64;
        assert!((1.2..6.0).contains(&more), "{more} times as many");
        let kept = |before: f64, after: f64| (after / before - 1.0).abs() < 1e-9;
        assert!(kept(before.mass, after.mass));
        assert!(kept(before.momentum[0], after.momentum[0]));
        assert!(kept(before.momentum[1], after.momentum[1]));
        let spin = (before.angular_momentum[2], after.angular_momentum[2]);
        assert!(kept(spin.0, spin.1), "{spin:?}");
    }
}

/// A run that is taken up again splits the same particles and gives their halves the same ids.
#[test]
fn a_state_from_between_goes_on_with_the_same_bits() {
    for recipe in [soft(), tough()] {
        let mut straight = flying(&recipe);
        go_on(&mut *straight, 0..STEPS / 2);
        let between = bytes(&*straight);
        go_on(&mut *straight, STEPS / 2..STEPS);
        let mut resumed = flying(&recipe);
        resumed.restore(&mut Reader::new(&between)).unwrap();
        go_on(&mut *resumed, STEPS / 2..STEPS);
        assert!(bytes(&*straight) == bytes(&*resumed));
    }
}
