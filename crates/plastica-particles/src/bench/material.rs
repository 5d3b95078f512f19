//! Materials of the cube, all equally stiff.

use plastica_material::spec::Slot;
use plastica_material::{LawRecipe, Recipe, Value, catalogue};

/// [Pa].
const YOUNG: f64 = 4e5;
const POISSON: f64 = 0.2;
/// [kg/m³].
pub(super) const DENSITY: f64 = 1000.0;

struct Material {
    name: &'static str,
    doc: &'static str,
    elastic: fn() -> LawRecipe,
    flow: Option<fn() -> LawRecipe>,
    map: Option<fn() -> LawRecipe>,
}

const fn material(
    name: &'static str,
    doc: &'static str,
    elastic: fn() -> LawRecipe,
    flow: Option<fn() -> LawRecipe>,
) -> Material {
    Material {
        name,
        doc,
        elastic,
        flow,
        map: None,
    }
}

const MATERIALS: [Material; 10] = [
    material(
        "elastic",
        "Fixed corotated.",
        || isotropic("fixed-corotated"),
        None,
    ),
    material("neo-hookean", "", || isotropic("neo-hookean"), None),
    material(
        "sand",
        "Hencky's law with Drucker–Prager's cone.",
        || isotropic("hencky"),
        Some(cone),
    ),
    material("snow", "", || isotropic("fixed-corotated"), Some(snow)),
    material(
        "metal",
        "Hencky's law with von Mises' yield.",
        || isotropic("hencky"),
        Some(von_mises),
    ),
    material(
        "hypoelastic-sand",
        "JY17's rate law with Drucker–Prager's cone.",
        || isotropic("hypoelastic"),
        Some(cone),
    ),
    material(
        "hypoelastic-metal",
        "JY17's rate law with von Mises' yield.",
        || isotropic("hypoelastic"),
        Some(von_mises),
    ),
    material(
        "creep",
        "Hencky's law with creep as of dough.",
        || isotropic("hencky"),
        Some(creep),
    ),
    Material {
        map: Some(fragility),
        ..material(
            "rods",
            "Sand through a map: another stiffness and strength along each axis.",
            transverse,
            Some(cone),
        )
    },
    Material {
        map: Some(oriented),
        ..material(
            "turning-rods",
            "The same with grains that turn and align with the flow.",
            transverse,
            Some(cone),
        )
    },
];

/// Names, each with a sentence.
pub(super) const WORDS: [(&str, &str); MATERIALS.len()] = {
    let mut words = [("", ""); MATERIALS.len()];
    let mut k = 0;
    while k < words.len() {
        words[k] = (MATERIALS[k].name, MATERIALS[k].doc);
        k += 1;
    }
    words
};

/// A material by name.
///
/// # Panics
/// If there is none: what is asked of a bench is one of its words.
pub(super) fn recipe(name: &str) -> Recipe {
    let material = MATERIALS.iter().find(|material| material.name == name);
    let material = material.expect("a word of the option");
    Recipe {
        name: name.into(),
        density: DENSITY.into(),
        elastic: (material.elastic)(),
        flow: material.flow.map(|law| law()),
        viscosity: None,
        map: material.map.map(|law| law()),
    }
}

/// A law of the catalogue with numbers.
fn law(slot: Slot, name: &str, numbers: &[(&str, &[f64])]) -> LawRecipe {
    let mut law = LawRecipe::new(catalogue::law(slot, name).expect("a law of the catalogue"));
    for (parameter, values) in numbers {
        let values: Vec<Value> = values.iter().map(|&value| value.into()).collect();
        law.set(parameter, &values);
    }
    law
}

fn isotropic(name: &str) -> LawRecipe {
    let numbers: [(&str, &[f64]); 2] = [("young_modulus", &[YOUNG]), ("poisson_ratio", &[POISSON])];
    law(Slot::Elastic, name, &numbers)
}

fn transverse() -> LawRecipe {
    law(
        Slot::Elastic,
        "transverse",
        &[
            ("young_along", &[0.7 * YOUNG]),
            ("young_across", &[YOUNG]),
            ("poisson_along", &[POISSON]),
            ("poisson_across", &[POISSON]),
        ],
    )
}

fn cone() -> LawRecipe {
    let mut cone = law(
        Slot::Flow,
        "drucker-prager",
        &[("friction_angle", &[35f64.to_radians()])],
    );
    cone.choose("cone", "compression");
    cone
}

fn snow() -> LawRecipe {
    law(
        Slot::Flow,
        "snow",
        &[
            ("critical_compression", &[2.5e-2]),
            ("critical_stretch", &[7.5e-3]),
            ("hardening", &[10.0]),
        ],
    )
}

fn von_mises() -> LawRecipe {
    law(Slot::Flow, "von-mises", &[("shear_yield", &[2e3])])
}

fn creep() -> LawRecipe {
    law(
        Slot::Flow,
        "creep",
        &[("yield_stress", &[1e3]), ("rate", &[1.0])],
    )
}

fn fragility() -> LawRecipe {
    law(Slot::Map, "fragility", &[("fragility", &[0.8, 0.8, 1.4])])
}

fn oriented() -> LawRecipe {
    law(
        Slot::Map,
        "oriented",
        &[
            ("aspect_ratio", &[5.0]),
            ("fragility_along", &[1.4]),
            ("fragility_across", &[0.8]),
        ],
    )
}
