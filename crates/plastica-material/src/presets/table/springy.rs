//! Soft solids that come back.

use super::{Family, LOOKS, SOFTENED, law, value};
use crate::presets::Preset;

pub(super) const SPRINGY: Family = Family {
    title: "Soft solids that come back",
    about: "Poisson's ratios are lower than those of the real, nearly incompressible solids: towards 0.5 the bulk stiffness grows without bound and the time step of an explicit method vanishes.",
    members: &[RUBBER, JELLY, GELATINE, FOAM_RUBBER, MEMORY_FOAM],
};

const RUBBER: Preset = Preset {
    name: "rubber",
    summary: "Soft vulcanised rubber: stretches far and comes back.",
    density: (930.0, "typical of unfilled natural rubber"),
    elastic: law(
        "neo-hookean",
        &[
            value(
                "young_modulus",
                &[1.2e6],
                "three times the shear modulus near 0.4 MPa of Treloar's vulcanised rubber (The Physics of Rubber Elasticity)",
            ),
            value("poisson_ratio", &[0.47], SOFTENED),
        ],
    ),
    flow: None,
    viscosity: None,
    map: None,
};

const JELLY: Preset = Preset {
    name: "jelly",
    summary: "Dessert jelly: wobbles for a second or two, never flows.",
    density: (1050.0, "typical of sugared water gels"),
    elastic: law(
        "neo-hookean",
        &[
            value(
                "young_modulus",
                &[6e3],
                "chosen for looks: a 5 cm cube wobbles a few times a second under its weight",
            ),
            value("poisson_ratio", &[0.45], SOFTENED),
        ],
    ),
    flow: None,
    viscosity: Some(law(
        "kelvin-voigt",
        &[value(
            "shear_viscosity",
            &[4.0],
            "chosen for looks: a wobble of 5 Hz dies out in a second or two",
        )],
    )),
    map: None,
};

const GELATINE: Preset = Preset {
    name: "gelatine",
    summary: "Firm ballistic gelatine (10 %): the stand-in for flesh.",
    density: (1030.0, "typical of 10 % gelatine"),
    elastic: law(
        "neo-hookean",
        &[
            value(
                "young_modulus",
                &[1e5],
                "typical of 10 % ballistic gelatine: of the order of 100 kPa",
            ),
            value("poisson_ratio", &[0.47], SOFTENED),
        ],
    ),
    flow: None,
    viscosity: Some(law(
        "kelvin-voigt",
        &[value("shear_viscosity", &[10.0], LOOKS)],
    )),
    map: None,
};

const FOAM_RUBBER: Preset = Preset {
    name: "foam rubber",
    summary: "A kitchen sponge: compresses without bulging and comes back.",
    density: (40.0, "typical of flexible polyurethane foam"),
    elastic: law(
        "corotated",
        &[
            value(
                "young_modulus",
                &[6e4],
                "typical of flexible polyurethane foam: some tens of kPa",
            ),
            value(
                "poisson_ratio",
                &[0.1],
                "chosen for looks: cells collapse instead of bulging",
            ),
        ],
    ),
    flow: None,
    viscosity: Some(law(
        "kelvin-voigt",
        &[value(
            "shear_viscosity",
            &[1.0],
            "chosen for looks: air squeezed through the cells",
        )],
    )),
    map: None,
};

const MEMORY_FOAM: Preset = Preset {
    name: "memory foam",
    summary: "Gives way over a second, and comes back over a second.",
    density: (55.0, "typical of viscoelastic foam mattresses"),
    elastic: law(
        "hencky",
        &[
            value("young_modulus", &[6e4], LOOKS),
            value(
                "poisson_ratio",
                &[0.1],
                "chosen for looks: cells collapse instead of bulging",
            ),
        ],
    ),
    flow: Some(law(
        "burgers",
        &[
            value(
                "viscosity",
                &[1e8],
                "chosen for looks: so large that no flow stays within minutes",
            ),
            value(
                "delayed_modulus",
                &[6e3],
                "chosen for looks: the slow answer is a few times the instant one",
            ),
            value(
                "delayed_viscosity",
                &[6e3],
                "chosen for looks: a delay of 1 s",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};
