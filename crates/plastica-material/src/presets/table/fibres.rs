//! Materials with a direction, along their own z axis: fibres and rods lie along it, cards and
//! layers lie across it.

use super::{COMPRESSION_CONE, DEGREE, Family, LOOKS, law, value};
use crate::presets::{Preset, PresetLaw, PresetValue};

pub(super) const GRAINS: Family = Family {
    title: "Piles with a direction",
    about: "Loose rods slide along each other, so they are weaker along (a∥ > a⊥); cards and coins slide across their normal, so they are stronger along it. The material's z is the long axis of rods and the normal of cards. Loose grains turn and align with the flow, so that a heap of them does not stand like grass (map oriented).",
    members: &[RODS, STRAW, RICE, CARDS, COINS, LAYERED_SNOW],
};

pub(super) const COHESIVE: Family = Family {
    title: "Solids with a direction",
    about: "Fibres that hold together are stiffer and stronger along (a∥ < a⊥); rock in layers parts across them. The material's z is the fibre, or the normal of the layers.",
    members: &[
        PINE_WOOD,
        HAY,
        FIBRE_BUNDLE,
        CARBON_COMPOSITE,
        LAYERED_SHALE,
    ],
};

const RODS_ROW: &str = "[SW20, Table 2, Fig. 9 centre]";
const TRUCK_ROW: &str = "[SW20, Table 2, Fig. 2]";
const CARDS_ROW: &str = "[SW20, Table 2, Fig. 9 left]";
const LAYERS_ROW: &str = "[SW20, Table 2, Fig. 9 right]";
const BUNDLE_ROW: &str = "[SW20, Table 2, Fig. 1]";

/// Young's moduli E1, E2, E3 and Poisson's ratios ν23, ν13, ν12 of a row of [SW20, Table 2].
const fn row(
    young: &'static [f64],
    poisson: &'static [f64],
    origin: &'static str,
) -> [PresetValue; 2] {
    [
        value("young_modulus", young, origin),
        value("poisson_ratio", poisson, origin),
    ]
}

/// The same where axes 1 and 2 are alike: E3, E1, ν31 = ν13 E3/E1 and ν12.
const fn round_row(numbers: &'static [[f64; 1]; 4], origin: &'static str) -> [PresetValue; 4] {
    [
        value("young_along", &numbers[0], origin),
        value("young_across", &numbers[1], origin),
        value("poisson_along", &numbers[2], origin),
        value("poisson_across", &numbers[3], origin),
    ]
}

/// Loose grains that turn with the flow: length over width with its origin, a3 and a1 with theirs.
const fn turning(
    aspect: (&'static [f64], &'static str),
    (along, across, origin): (&'static [f64], &'static [f64], &'static str),
) -> [PresetValue; 4] {
    [
        value("aspect_ratio", aspect.0, aspect.1),
        value("fragility_along", along, origin),
        value("fragility_across", across, origin),
        // Grains that all stand exactly upright would have no side to fall to.
        value(
            "alignment",
            &[0.95],
            "chosen for looks: nearly all along the axis",
        ),
    ]
}

/// The map with a1, a2, a3.
const fn fragility(values: &'static [PresetValue]) -> Option<PresetLaw> {
    Some(law("fragility", values))
}

/// The cone of [KGP16], which [SW20] uses without giving an angle.
const fn friction(values: &'static [PresetValue]) -> Option<PresetLaw> {
    Some(PresetLaw {
        law: "drucker-prager",
        values,
        choices: COMPRESSION_CONE,
    })
}

const RODS: Preset = Preset {
    name: "rods",
    summary: "A pile of rods along z: rolls apart sideways, slides lengthwise.",
    density: (350.0, "chosen for looks: wooden rods with gaps"),
    elastic: law(
        "transverse",
        &round_row(&[[5e5], [5e5], [0.0], [0.4]], RODS_ROW),
    ),
    flow: friction(&[value("friction_angle", &[30.0 * DEGREE], LOOKS)]),
    viscosity: None,
    map: Some(law(
        "oriented",
        &turning(
            (
                &[10.0],
                "chosen for looks: as grains of shape rod are drawn",
            ),
            (&[1.4], &[0.8], RODS_ROW),
        ),
    )),
};

const STRAW: Preset = Preset {
    name: "straw",
    summary: "A load of loose stalks along z, tipped from a truck.",
    density: (60.0, "typical of loose straw: some tens of kg/m3"),
    elastic: law(
        "transverse",
        &round_row(&[[5e4], [5e5], [0.04], [0.1]], TRUCK_ROW),
    ),
    flow: friction(&[value(
        "friction_angle",
        &[35.0 * DEGREE],
        "chosen for looks: stalks interlock more than grains",
    )]),
    viscosity: None,
    map: Some(law(
        "oriented",
        &turning(
            (&[17.0], "chosen for looks: stalks of 6 cm and 3.5 mm"),
            (&[1.4], &[0.8], TRUCK_ROW),
        ),
    )),
};

const RICE: Preset = Preset {
    name: "rice",
    summary: "Short grains along z: nearly sand, with a grain.",
    density: (800.0, "typical of milled rice in bulk"),
    elastic: law(
        "transverse",
        &round_row(
            &[[3.5e5], [3.5e5], [0.3], [0.3]],
            "chosen for looks: as sand",
        ),
    ),
    flow: friction(&[value(
        "friction_angle",
        &[35.0 * DEGREE],
        "typical of milled rice",
    )]),
    viscosity: None,
    map: Some(law(
        "oriented",
        &turning(
            (&[3.0], "typical of milled long-grain rice"),
            (
                &[1.2],
                &[0.9],
                "chosen for looks: the pattern of rods, milder for shorter grains",
            ),
        ),
    )),
};

const CARDS: Preset = Preset {
    name: "cards",
    summary: "A stack of cards with its normal along z: fans out and slides.",
    density: (800.0, "chosen for looks: card with some air between"),
    elastic: law(
        "transverse",
        &round_row(&[[1e5], [5e4], [0.4], [0.0]], CARDS_ROW),
    ),
    flow: friction(&[value(
        "friction_angle",
        &[25.0 * DEGREE],
        "chosen for looks: smooth cards",
    )]),
    viscosity: None,
    map: Some(law(
        "oriented",
        &turning(
            (
                &[0.06],
                "chosen for looks: as grains of shape card are drawn",
            ),
            (&[0.8], &[1.1], CARDS_ROW),
        ),
    )),
};

const COINS: Preset = Preset {
    name: "coins",
    summary: "A hoard of coins lying flat, normal along z.",
    density: (5300.0, "copper alloy, 8900 kg/m3, at 60 % packing"),
    elastic: law(
        "transverse",
        &round_row(
            &[[1e6], [5e5], [0.4], [0.0]],
            "chosen for looks: ten times [SW20]'s cards, for the weight",
        ),
    ),
    flow: friction(&[value("friction_angle", &[25.0 * DEGREE], LOOKS)]),
    viscosity: None,
    map: Some(law(
        "oriented",
        &turning(
            (&[0.1], "typical of coins: thickness over diameter"),
            (&[0.8], &[1.1], "chosen for looks: as the cards of [SW20]"),
        ),
    )),
};

const LAYERED_SNOW: Preset = Preset {
    name: "layered snow",
    summary: "Snow in layers, normal along z: slabs slide off.",
    density: (400.0, "[SSC13, table of parameters]"),
    elastic: law(
        "orthotropic",
        &row(&[1e4, 1e4, 1e4], &[0.2, 0.2, 0.1], LAYERS_ROW),
    ),
    flow: Some(law(
        "snow",
        &[
            value(
                "critical_compression",
                &[2.5e-2],
                "[SSC13, table of parameters]",
            ),
            value(
                "critical_stretch",
                &[7.5e-3],
                "[SSC13, table of parameters]",
            ),
            value("hardening", &[10.0], "[SSC13, table of parameters]"),
        ],
    )),
    viscosity: None,
    map: fragility(&[value("fragility", &[1.1, 1.1, 0.8], LAYERS_ROW)]),
};

/// Modulus of loblolly pine along the grain [Pa]: 12.3 GPa from bending, raised by the 10 % that
/// the Wood Handbook adds for shear deflection.
const PINE: f64 = 1.1 * 12.3e9;

const PINE_WOOD: Preset = Preset {
    name: "pine wood",
    summary: "Clear loblolly pine, grain along z, radial along x, tangential along y: bends along, splits across.",
    density: (
        570.0,
        "Wood Handbook (Forest Products Laboratory), loblolly pine: specific gravity 0.51 at 12 % moisture",
    ),
    elastic: law(
        "orthotropic",
        &[
            value(
                "young_modulus",
                &[0.113 * PINE, 0.078 * PINE, PINE],
                "Wood Handbook, loblolly pine: 12.3 GPa in bending plus 10 % for shear, ratios E_R/E_L = 0.113, E_T/E_L = 0.078",
            ),
            value(
                "poisson_ratio",
                &[0.292 * 0.078, 0.328 * 0.113, 0.382],
                "Wood Handbook, loblolly pine: ν_LT = 0.292 and ν_LR = 0.328 turned into ν_TL, ν_RL; ν_RT = 0.382",
            ),
            value(
                "shear_modulus",
                &[0.081 * PINE, 0.082 * PINE, 0.013 * PINE],
                "Wood Handbook, loblolly pine: G_LT/E_L = 0.081, G_LR/E_L = 0.082, G_RT/E_L = 0.013",
            ),
        ],
    ),
    flow: Some(law(
        "von-mises",
        &[value(
            "shear_yield",
            &[49.2e6 / super::SQRT_3],
            "compressive strength along the grain 49.2 MPa over √3: Wood Handbook, loblolly pine at 12 % moisture",
        )],
    )),
    viscosity: None,
    map: fragility(&[value(
        "fragility",
        &[3.02, 3.02, 1.0],
        "√(49.2/5.4): strengths in compression along and across the grain, Wood Handbook; shear along the grain then yields at 9.4 MPa, where the handbook has 9.6",
    )]),
};

const HAY: Preset = Preset {
    name: "hay",
    summary: "A bale with its stalks along z: tears across, holds along.",
    density: (150.0, "typical of small square bales"),
    elastic: law(
        "transverse",
        &[
            value("young_along", &[2e5], LOOKS),
            value(
                "young_across",
                &[3e4],
                "chosen for looks: soft across the stalks",
            ),
            value("poisson_along", &[0.2], LOOKS),
            value("poisson_across", &[0.1], LOOKS),
        ],
    ),
    flow: friction(&[
        value("friction_angle", &[35.0 * DEGREE], LOOKS),
        value(
            "cohesion",
            &[1.5e3],
            "chosen for looks: a bale of half a metre holds together when lifted",
        ),
    ]),
    viscosity: None,
    map: fragility(&[value(
        "fragility",
        &[1.2, 1.2, 0.7],
        "chosen for looks: three times as strong along the stalks",
    )]),
};

const FIBRE_BUNDLE: Preset = Preset {
    name: "fibre bundle",
    summary: "A bundle along z that pulls apart into strands.",
    density: (1000.0, LOOKS),
    elastic: law(
        "orthotropic",
        &row(&[1e5, 1e5, 5e4], &[0.1, 0.1, 0.4], BUNDLE_ROW),
    ),
    flow: Some(law(
        "shear-clamp",
        &[value(
            "strain_limit",
            &[0.1],
            "chosen for looks; [SW20] gives no number",
        )],
    )),
    viscosity: None,
    map: fragility(&[value("fragility", &[0.8, 0.8, 1.4], BUNDLE_ROW)]),
};

const CARBON_COMPOSITE: Preset = Preset {
    name: "carbon composite",
    summary: "Carbon fibres along z in epoxy: stiff along, soft across, elastic.",
    density: (1600.0, "typical of carbon fibre in epoxy"),
    elastic: law(
        "transverse",
        &[
            value(
                "young_along",
                &[140e9],
                "typical of unidirectional carbon fibre in epoxy",
            ),
            value(
                "young_across",
                &[10e9],
                "typical of unidirectional carbon fibre in epoxy",
            ),
            value(
                "poisson_along",
                &[0.3],
                "typical of unidirectional carbon fibre in epoxy",
            ),
            value(
                "poisson_across",
                &[0.4],
                "typical of unidirectional carbon fibre in epoxy",
            ),
            value(
                "shear_along",
                &[5e9],
                "typical of unidirectional carbon fibre in epoxy",
            ),
        ],
    ),
    flow: None,
    viscosity: None,
    map: None,
};

const LAYERED_SHALE: Preset = Preset {
    name: "layered shale",
    summary: "Rock in layers with their normal along z: strong, and splits between the layers.",
    density: (2500.0, "typical of shale"),
    elastic: law(
        "transverse",
        &[
            value(
                "young_along",
                &[15e9],
                "typical of shale across the bedding",
            ),
            value(
                "young_across",
                &[30e9],
                "typical of shale along the bedding: about twice that across",
            ),
            value("poisson_along", &[0.2], "typical of shale"),
            value("poisson_across", &[0.2], "typical of shale"),
        ],
    ),
    flow: Some(law(
        "drucker-prager",
        &[
            value("friction_angle", &[30.0 * DEGREE], "typical of shale"),
            value(
                "cohesion",
                &[10e6],
                "typical of shale: of the order of 10 MPa",
            ),
        ],
    )),
    viscosity: None,
    map: fragility(&[value(
        "fragility",
        &[0.8, 0.8, 1.3],
        "chosen for looks: 2.6 times weaker in tension across the layers than along them",
    )]),
};
