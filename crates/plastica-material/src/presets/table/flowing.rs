//! Soft solids that flow.
//!
//! How the numbers of `creep` read as rheology: in shear its yield stress is √2 times the shear
//! yield stress (a norm), and far above yield it flows like a liquid of viscosity G/rate.

use super::{Family, LOOKS, SOFTENED, SQRT_3, law, value};
use crate::presets::Preset;

/// Why it is not softer still, as others are.
const SOFT_BULK: &str = "sound at 20 m/s, twice as fast as a fall of 5 m: slower matter stores the impact as compression and is thrown back, which real dough, of 0.5, never is";

pub(super) const FLOWING: Family = Family {
    title: "Soft solids that flow",
    about: "Yield stresses and viscosities are of the order of the real ones where a value is called typical. With `creep`, the yield stress is √2 times the one in shear, and the viscosity far above yield is the shear modulus over the rate.",
    members: &[
        BREAD_DOUGH,
        MODELLING_CLAY,
        POTTERY_CLAY,
        CHEWING_GUM,
        SILLY_PUTTY,
        SHAVING_FOAM,
        TOOTHPASTE,
        HONEY,
        CORNSTARCH,
    ],
};

const BREAD_DOUGH: Preset = Preset {
    name: "bread dough",
    summary: "Springs back a little from a poke and slumps over seconds.",
    density: (1150.0, "typical of dough before proofing"),
    elastic: law(
        "corotated",
        &[
            value(
                "young_modulus",
                &[3e4],
                "three times a storage modulus of the order of 10 kPa, typical of wheat dough",
            ),
            value("poisson_ratio", &[0.49], SOFT_BULK),
        ],
    ),
    flow: Some(law(
        "creep",
        &[
            value(
                "yield_stress",
                &[1e3],
                "chosen for looks: a ball of 10 cm just slumps under its weight",
            ),
            value(
                "rate",
                &[4.0],
                "chosen for looks: the shape is forgotten in a quarter of a second once it yields",
            ),
            value(
                "thinning_exponent",
                &[2.0],
                "stress grows with the cube root of the rate: typical of wheat dough, whose power-law index is 0.3 to 0.4",
            ),
            value(
                "thinning_stress",
                &[2e3],
                "chosen with it: 80 Pa s at 100/s, of the order of wheat dough at such rates",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};

const MODELLING_CLAY: Preset = Preset {
    name: "modelling clay",
    summary: "Plasticine: takes any shape pressed into it and keeps it.",
    density: (1800.0, "typical of plasticine"),
    elastic: law(
        "hencky",
        &[
            value(
                "young_modulus",
                &[2e6],
                "chosen for looks: yields at 5 % strain",
            ),
            value("poisson_ratio", &[0.42], SOFTENED),
        ],
    ),
    flow: Some(law(
        "von-mises",
        &[
            value(
                "shear_yield",
                &[1e5 / SQRT_3],
                "tensile yield stress 100 kPa over √3: typical of plasticine at room temperature",
            ),
            value("hardening_modulus", &[2e4], LOOKS),
        ],
    )),
    viscosity: None,
    map: None,
};

const POTTERY_CLAY: Preset = Preset {
    name: "pottery clay",
    summary: "Wet clay on the wheel: soft, keeps its shape, sags when built too high.",
    density: (1950.0, "typical of clay at throwing consistency"),
    elastic: law(
        "hencky",
        &[
            value(
                "young_modulus",
                &[5e5],
                "chosen for looks: yields at 4 % strain",
            ),
            value("poisson_ratio", &[0.42], SOFTENED),
        ],
    ),
    flow: Some(law(
        "von-mises",
        &[value(
            "shear_yield",
            &[2e4 / SQRT_3],
            "tensile yield stress 20 kPa over √3: typical of soft clay, which a thumb pushes in",
        )],
    )),
    viscosity: None,
    map: None,
};

const CHEWING_GUM: Preset = Preset {
    name: "chewing gum",
    summary: "Stretches into strands that resist more the further they are drawn.",
    density: (1100.0, "typical of chewed gum"),
    elastic: law(
        "corotated",
        &[
            value("young_modulus", &[6e4], LOOKS),
            value("poisson_ratio", &[0.42], SOFTENED),
        ],
    ),
    flow: Some(law(
        "creep",
        &[
            value("yield_stress", &[500.0], LOOKS),
            value(
                "rate",
                &[8.0],
                "chosen for looks: snaps back within 0.1 s, flows beyond",
            ),
            value(
                "hardening",
                &[0.2],
                "chosen for looks: drawn for a second, it yields at about twice the stress",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};

const SILLY_PUTTY: Preset = Preset {
    name: "silly putty",
    summary: "Bounces like rubber, stretches like gum, and lies in a puddle the next morning.",
    density: (1140.0, "typical of silicone bouncing putty"),
    elastic: law(
        "hencky",
        &[
            value(
                "young_modulus",
                &[6e5],
                "typical of bouncing putty at high rate: some hundred kPa in shear",
            ),
            value("poisson_ratio", &[0.45], SOFTENED),
        ],
    ),
    flow: Some(law(
        "burgers",
        &[
            value(
                "viscosity",
                &[2e4],
                "chosen so that a bounce of 4 ms is elastic and one of 40 ms is not, as R. Cross films it (University of Sydney, Silly Putty)",
            ),
            value("delayed_modulus", &[2e5], LOOKS),
            value(
                "delayed_viscosity",
                &[1e4],
                "chosen for looks: a delay of 50 ms",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};

const SHAVING_FOAM: Preset = Preset {
    name: "shaving foam",
    summary: "Light foam: holds a peak, spreads at a touch.",
    density: (80.0, "typical of aqueous foam with 8 % liquid"),
    elastic: law(
        "corotated",
        &[
            value(
                "young_modulus",
                &[600.0],
                "typical of shaving foam: about 200 Pa in shear",
            ),
            value("poisson_ratio", &[0.4], SOFTENED),
        ],
    ),
    flow: Some(law(
        "creep",
        &[
            value(
                "yield_stress",
                &[40.0],
                "typical of shaving foam: some tens of Pa",
            ),
            value(
                "rate",
                &[100.0],
                "shear modulus over 2 Pa s, the dynamic viscosity of soap foam (Komatsu, Yamada & Fukushima 1978: 15–20 poise)",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};

const TOOTHPASTE: Preset = Preset {
    name: "toothpaste",
    summary: "A strand that keeps its shape on the brush and yields to the bristles.",
    density: (1300.0, "typical of toothpaste"),
    elastic: law(
        "corotated",
        &[
            value("young_modulus", &[6e3], LOOKS),
            value("poisson_ratio", &[0.4], SOFTENED),
        ],
    ),
    flow: Some(law(
        "creep",
        &[
            value(
                "yield_stress",
                &[280.0],
                "√2 times 200 Pa in shear, typical of toothpaste",
            ),
            value(
                "rate",
                &[50.0],
                "chosen for looks: flows like a liquid of 40 Pa s",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};

const HONEY: Preset = Preset {
    name: "honey",
    summary: "A slow liquid: folds and coils, keeps no shape.",
    density: (1420.0, "typical of honey"),
    elastic: law(
        "hencky",
        &[
            value(
                "young_modulus",
                &[1.5e4],
                "chosen for looks: forgets its shape in 2 ms, at a sound speed near 10 m/s",
            ),
            value(
                "poisson_ratio",
                &[0.48],
                "chosen for looks: keeps volume within a few per cent under its weight",
            ),
        ],
    ),
    flow: Some(law(
        "maxwell",
        &[value("viscosity", &[10.0], "typical of honey at 20 °C")],
    )),
    viscosity: None,
    map: None,
};

const CORNSTARCH: Preset = Preset {
    name: "cornstarch in water",
    summary: "Bounces when dropped, then runs into a puddle: the harder it is pressed, the slower it flows.",
    density: (1200.0, "typical of dense starch suspensions"),
    elastic: law(
        "corotated",
        &[
            value(
                "young_modulus",
                &[5e4],
                "chosen for looks: a ball of 10 cm is in contact for some 30 ms when it bounces",
            ),
            value("poisson_ratio", &[0.45], SOFTENED),
        ],
    ),
    flow: Some(law(
        "creep",
        &[
            value(
                "yield_stress",
                &[0.0],
                "chosen for looks: a puddle runs until it is flat; real suspensions keep a small yield stress (Fall et al. 2008)",
            ),
            value("rate", &[400.0], "chosen for looks: 40 Pa s at rest"),
            value(
                "rate_exponent",
                &[2.0],
                "chosen for looks; [BW07, Fig. 8] and [GB09, Fig. 1] let the rate fall with stress and give no numbers",
            ),
            value(
                "reference_stress",
                &[1e3],
                "chosen for looks: about the stress below a 5 cm puddle, far below that of an impact at 1 m/s (15 kPa)",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};
