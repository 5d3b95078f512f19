//! Metals: Hooke on logarithmic strain with von Mises flow.

use super::{Family, LOOKS, SQRT_3, law, value};
use crate::presets::Preset;

pub(super) const METALS: Family = Family {
    title: "Metals",
    about: "Real metals carry sound at kilometres per second, so an explicit method takes steps below a microsecond at millimetre cells. For dents on the scale of seconds, take `soft metal`.",
    members: &[COPPER, STEEL, ALUMINIUM, LEAD, PAPER_CLIP, SOFT_METAL],
};

const TAYLOR_BAR: &str = "Taylor-bar benchmark (Simo 1992; Zienkiewicz et al. 1998)";

const COPPER: Preset = Preset {
    name: "copper",
    summary: "Copper as in the Taylor-bar benchmark: mushrooms on impact and stays so.",
    density: (8930.0, TAYLOR_BAR),
    elastic: law(
        "hencky",
        &[
            value("young_modulus", &[117e9], TAYLOR_BAR),
            value("poisson_ratio", &[0.35], TAYLOR_BAR),
        ],
    ),
    flow: Some(law(
        "von-mises",
        &[
            value(
                "shear_yield",
                &[400e6 / SQRT_3],
                "tensile yield stress 400 MPa over √3: Taylor-bar benchmark (Simo 1992; Zienkiewicz et al. 1998)",
            ),
            value("hardening_modulus", &[100e6], TAYLOR_BAR),
        ],
    )),
    viscosity: None,
    map: None,
};

const STEEL: Preset = Preset {
    name: "steel",
    summary: "Structural steel S235: stiff, strong, and ductile beyond its yield stress.",
    density: (7850.0, "EN 1991-1-1, Annex A"),
    elastic: law(
        "hencky",
        &[
            value("young_modulus", &[210e9], "EN 1993-1-1, section 3.2.6"),
            value("poisson_ratio", &[0.3], "EN 1993-1-1, section 3.2.6"),
        ],
    ),
    flow: Some(law(
        "von-mises",
        &[
            value(
                "shear_yield",
                &[235e6 / SQRT_3],
                "tensile yield stress 235 MPa over √3: EN 1993-1-1, Table 3.1, S235",
            ),
            value(
                "hardening_modulus",
                &[1.1e9],
                "line from yield to the true stress at the tensile strength of 360 MPa (EN 1993-1-1, Table 3.1), with 20 % uniform strain assumed",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};

const ALUMINIUM: Preset = Preset {
    name: "aluminium",
    summary: "Aluminium alloy 6061-T6: light, springs further than steel before it bends for good.",
    density: (2700.0, "handbook value for 6061"),
    elastic: law(
        "hencky",
        &[
            value("young_modulus", &[68.9e9], "handbook value for 6061-T6"),
            value("poisson_ratio", &[0.33], "handbook value for 6061-T6"),
        ],
    ),
    flow: Some(law(
        "von-mises",
        &[
            value(
                "shear_yield",
                &[276e6 / SQRT_3],
                "tensile yield stress 276 MPa over √3: handbook value for 6061-T6",
            ),
            value(
                "hardening_modulus",
                &[0.77e9],
                "line from yield to the true stress at the tensile strength of 310 MPa (handbook value), with 8 % uniform strain assumed",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};

const LEAD: Preset = Preset {
    name: "lead",
    summary: "Soft, heavy lead: dents under its own blows and hardly springs back.",
    density: (11_340.0, "handbook value"),
    elastic: law(
        "hencky",
        &[
            value("young_modulus", &[16e9], "handbook value"),
            value("poisson_ratio", &[0.44], "handbook value"),
        ],
    ),
    flow: Some(law(
        "von-mises",
        &[
            value(
                "shear_yield",
                &[10e6 / SQRT_3],
                "tensile yield stress 10 MPa over √3: typical of soft lead",
            ),
            value(
                "hardening_modulus",
                &[20e6],
                "chosen for looks: lead hardens little at room temperature",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};

const PAPER_CLIP: Preset = Preset {
    name: "paper clip",
    summary: "Steel wire bent to and fro: yields earlier on the way back (Bauschinger's effect).",
    density: (7850.0, "EN 1991-1-1, Annex A, for steel"),
    elastic: law(
        "hencky",
        &[
            value(
                "young_modulus",
                &[210e9],
                "EN 1993-1-1, section 3.2.6, for steel",
            ),
            value(
                "poisson_ratio",
                &[0.3],
                "EN 1993-1-1, section 3.2.6, for steel",
            ),
        ],
    ),
    flow: Some(law(
        "kinematic-hardening",
        &[
            value(
                "shear_yield",
                &[350e6 / SQRT_3],
                "tensile yield stress 350 MPa over √3, chosen for looks: a wire that a hand can bend",
            ),
            value(
                "kinematic_modulus",
                &[5e9],
                "chosen for looks: a bend of 5 % strain shifts the elastic range by most of the yield stress",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};

const SOFT_METAL: Preset = Preset {
    name: "soft metal",
    summary: "A metal slowed down for animation: rings, dents and keeps the dent, at time steps near 1e-5 s.",
    density: (2700.0, "that of aluminium"),
    elastic: law(
        "hencky",
        &[
            value(
                "young_modulus",
                &[5e7],
                "chosen for looks: about a thousandth of aluminium, so that waves are nearly 40 times slower",
            ),
            value("poisson_ratio", &[0.33], "that of aluminium"),
        ],
    ),
    flow: Some(law(
        "von-mises",
        &[
            value(
                "shear_yield",
                &[5e5 / SQRT_3],
                "tensile yield stress 500 kPa over √3, chosen for looks: springs back from 1 % strain",
            ),
            value("hardening_modulus", &[5e5], LOOKS),
        ],
    )),
    viscosity: None,
    map: None,
};
