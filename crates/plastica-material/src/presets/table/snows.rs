//! Snow, after [SSC13].

use super::{Family, LOOKS, law, value};
use crate::presets::{Preset, PresetLaw};

pub(super) const SNOWS: Family = Family {
    title: "Snow",
    about: "The critical strains say how chunky it is, the hardening how icy [SSC13, section 5].",
    members: &[PACKED, POWDER, WET, ICY],
};

const TABLE: &str = "[SSC13, table of parameters]";
const RANGE: &str = "[SSC13], the low end of its variations";

const fn elastic(young: &'static [f64], origin: &'static str) -> [super::PresetValue; 2] {
    [
        value("young_modulus", young, origin),
        value("poisson_ratio", &[0.2], TABLE),
    ]
}

const STANDARD: PresetLaw = law("fixed-corotated", &elastic(&[1.4e5], TABLE));
const SOFT: PresetLaw = law("fixed-corotated", &elastic(&[4.8e4], RANGE));

const PACKED: Preset = Preset {
    name: "packed snow",
    summary: "Snow for snowballs: packs hard, breaks into chunks.",
    density: (400.0, TABLE),
    elastic: STANDARD,
    flow: Some(law(
        "snow",
        &[
            value("critical_compression", &[2.5e-2], TABLE),
            value("critical_stretch", &[7.5e-3], TABLE),
            value("hardening", &[10.0], TABLE),
        ],
    )),
    viscosity: None,
    map: None,
};

const POWDER: Preset = Preset {
    name: "powder snow",
    summary: "Dry and powdery: falls apart at a touch, hardly packs.",
    density: (150.0, "typical of settled new snow; [SSC13] has 400"),
    elastic: SOFT,
    flow: Some(law(
        "snow",
        &[
            value("critical_compression", &[1.9e-2], RANGE),
            value("critical_stretch", &[5e-3], RANGE),
            value("hardening", &[5.0], RANGE),
        ],
    )),
    viscosity: None,
    map: None,
};

const WET: Preset = Preset {
    name: "wet snow",
    summary: "Sticky and chunky: sticks to what it hits and tears in lumps.",
    density: (450.0, "typical of wet snow"),
    elastic: STANDARD,
    flow: Some(law(
        "snow",
        &[
            value(
                "critical_compression",
                &[3.5e-2],
                "chosen for looks: larger critical strains are wetter and chunkier [SSC13, section 5]",
            ),
            value(
                "critical_stretch",
                &[1.2e-2],
                "chosen for looks: larger critical strains are wetter and chunkier [SSC13, section 5]",
            ),
            value("hardening", &[7.0], LOOKS),
        ],
    )),
    viscosity: None,
    map: None,
};

const ICY: Preset = Preset {
    name: "icy snow",
    summary: "Old, hard snow: brittle, bursts into shards.",
    density: (500.0, "typical of old, icy snow"),
    elastic: law(
        "fixed-corotated",
        &elastic(
            &[5e5],
            "chosen for looks: a higher modulus is icier [SSC13, section 5]",
        ),
    ),
    flow: Some(law(
        "snow",
        &[
            value("critical_compression", &[1.9e-2], RANGE),
            value("critical_stretch", &[5e-3], RANGE),
            value(
                "hardening",
                &[15.0],
                "chosen for looks: a higher hardening is icier [SSC13, section 5]",
            ),
        ],
    )),
    viscosity: None,
    map: None,
};
