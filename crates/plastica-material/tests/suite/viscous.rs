//! The viscous rules far from the comfortable: relaxation times from a thousandth of a step to a
//! million steps, one step against many, stress and heat.

use crate::common::*;
use plastica_material::catalogue;
use plastica_material::spec::Slot;
use plastica_tensor::Mat3;

#[test]
fn one_step_does_what_three_thousand_do() {
    let law = |slot, name| catalogue::law(slot, name).unwrap();
    let mut pull = Mat3::zero();
    (pull[(0, 0)], pull[(1, 1)]) = (0.01, -0.01);
    for free in [1e3, 1e5, 1e7, 1e30] {
        for delayed in [1e2, 1e3, 1e4, 1e5, 1e6, 1e7] {
            for name in ["burgers", "maxwell"] {
                let mut recipe = recipe(
                    law(Slot::Elastic, "hencky"),
                    Some(law(Slot::Flow, name)),
                    None,
                );
                let flow = recipe.flow.as_mut().unwrap();
                flow.set("viscosity", &[free.into()]);
                if name == "burgers" {
                    flow.set("delayed_modulus", &[1e6.into()]);
                    flow.set("delayed_viscosity", &[delayed.into()]);
                }
                let material = build(&recipe);
                for (path, what) in [(pull, "driven"), (Mat3::zero(), "held")] {
                    let run = |steps| {
                        let mut state = material.rest();
                        drive(&material, &mut state, &pull, 1e-9, 1);
                        let end = drive(&material, &mut state, &path, 0.5, steps);
                        (end.kirchhoff, end.dissipation)
                    };
                    let ((one, heat_one), (many, heat_many)) = (run(1), run(3000));
                    let stress_off = (one - many).norm() / YOUNG;
                    let heat_off = (heat_one - heat_many).abs();
                    let case = format!("{name} {what}, η1 {free:e}, η2 {delayed:e}");
                    assert!(stress_off < 1e-9, "{case}: stress off by {stress_off:e} E");
                    // Heat of many short steps is good to a part in a thousand of what was stored.
                    assert!(
                        heat_off < 1e-3 * heat_many + 1e-8 * YOUNG,
                        "{case}: heat {heat_one} and {heat_many}"
                    );
                }
            }
        }
    }
}
