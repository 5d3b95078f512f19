//! Grains and soils: Hooke on logarithmic strain with Drucker and Prager's cone.

use super::{COMPRESSION_CONE, DEGREE, Family, LOOKS, law, value};
use crate::presets::{Preset, PresetLaw};

pub(super) const GRAINS: Family = Family {
    title: "Grains and soils",
    about: "Stiffness is far below that of real grains: it only has to make the pile stiff against its own weight. Angles and cohesion set the shape of the heap.",
    members: &[DRY_SAND, HARDENING_SAND, WET_SAND, GRAVEL, CLAY_SOIL, MUD],
};

/// The elasticity of [KGP16].
const SAND: PresetLaw = law(
    "hencky",
    &[
        value("young_modulus", &[3.537e5], "[KGP16, table of parameters]"),
        value("poisson_ratio", &[0.3], "[KGP16, table of parameters]"),
    ],
);

const DRY_SAND: Preset = Preset {
    name: "dry sand",
    summary: "Pours, piles up at its angle of repose, holds no tension.",
    density: (1600.0, "typical of dry sand in bulk; [KGP16] has 2200"),
    elastic: SAND,
    flow: Some(PresetLaw {
        law: "drucker-prager",
        values: &[value(
            "friction_angle",
            &[33.0 * DEGREE],
            "typical of medium sand",
        )],
        choices: COMPRESSION_CONE,
    }),
    viscosity: None,
    map: None,
};

const HARDENING_SAND: Preset = Preset {
    name: "hardening sand",
    summary: "Sand that grips more the further it is sheared, and then lets go again.",
    density: (2200.0, "[KGP16, table of parameters]"),
    elastic: SAND,
    flow: Some(PresetLaw {
        law: "drucker-prager",
        values: &[
            value("friction_angle", &[35.0 * DEGREE], "[KGP16], h0"),
            value("hardening_rise", &[9.0 * DEGREE], "[KGP16], h1"),
            value("hardening_decay", &[0.2], "[KGP16], h2"),
            value("hardening_deficit", &[10.0 * DEGREE], "[KGP16], h3"),
        ],
        choices: COMPRESSION_CONE,
    }),
    viscosity: None,
    map: None,
};

const WET_SAND: Preset = Preset {
    name: "wet sand",
    summary: "Sand for castles: stands upright knee high, crumbles when undercut.",
    density: (1900.0, "typical of moist sand"),
    elastic: SAND,
    flow: Some(PresetLaw {
        law: "drucker-prager",
        values: &[
            value("friction_angle", &[35.0 * DEGREE], "typical of medium sand"),
            value(
                "cohesion",
                &[1e3],
                "chosen for looks: a wall of about 40 cm stands; of the order of capillary cohesion, 1 kPa",
            ),
        ],
        choices: COMPRESSION_CONE,
    }),
    viscosity: None,
    map: None,
};

const GRAVEL: Preset = Preset {
    name: "gravel",
    summary: "Angular stones: steep heaps, swelling a little as they shear.",
    density: (1700.0, "typical of loose gravel"),
    elastic: law(
        "hencky",
        &[
            value(
                "young_modulus",
                &[2e6],
                "chosen for looks: soft enough for a time step of 1e-4 s at 1 cm",
            ),
            value("poisson_ratio", &[0.25], LOOKS),
        ],
    ),
    flow: Some(PresetLaw {
        law: "drucker-prager",
        values: &[
            value(
                "friction_angle",
                &[40.0 * DEGREE],
                "typical of angular gravel",
            ),
            value("dilatancy_angle", &[5.0 * DEGREE], LOOKS),
        ],
        choices: COMPRESSION_CONE,
    }),
    viscosity: None,
    map: None,
};

const CLAY_SOIL: Preset = Preset {
    name: "clay soil",
    summary: "A slope of clay: stands for metres, then slides as a block.",
    density: (2000.0, "typical of moist clay: unit weight 20 kN/m3"),
    elastic: law(
        "hencky",
        &[
            value(
                "young_modulus",
                &[5e6],
                "chosen for looks: real clays are tens of times stiffer, at a smaller time step",
            ),
            value(
                "poisson_ratio",
                &[0.3],
                "Griffiths & Lane 1999, nominal value",
            ),
        ],
    ),
    flow: Some(law(
        "drucker-prager",
        &[
            value(
                "friction_angle",
                &[20.0 * DEGREE],
                "Griffiths & Lane 1999, example 1",
            ),
            value(
                "cohesion",
                &[1e4],
                "Griffiths & Lane 1999, example 1: c = 0.05 γH, here for a slope of H = 10 m with γ = 20 kN/m3",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};

const MUD: Preset = Preset {
    name: "mud",
    summary: "Thick mud: slumps, splats and sticks in lumps.",
    density: (1700.0, "typical of thick mud"),
    elastic: law(
        "corotated",
        &[
            value(
                "young_modulus",
                &[5e4],
                "chosen for looks: soft enough for a time step of 1e-4 s at 5 mm",
            ),
            value("poisson_ratio", &[0.42], LOOKS),
        ],
    ),
    flow: Some(law(
        "creep",
        &[
            value(
                "yield_stress",
                &[700.0],
                "chosen for looks: a lump of 5 cm keeps its shape",
            ),
            value(
                "rate",
                &[100.0],
                "chosen for looks: flows like a liquid of some 200 Pa s",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};
