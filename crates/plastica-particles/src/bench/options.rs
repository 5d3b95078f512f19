//! What can be asked of the cube.

use super::material;
use plastica_core::Precision;
use plastica_scene::method::bench::{BenchOption, Choices};
use plastica_tensor::simd::Level;

const fn option(name: &'static str, doc: &'static str, takes: Choices) -> BenchOption {
    BenchOption {
        name,
        formerly: None,
        doc,
        takes,
    }
}

/// What the cube is made of.
pub const MATERIAL: BenchOption = option(
    "material",
    "What the cube is made of.",
    Choices::Words {
        words: &material::WORDS,
        usual: || "sand",
    },
);

/// Cells per metre.
pub const CELLS: BenchOption = option(
    "cells",
    "Cells per metre; there are as many particles as its cube.",
    Choices::Count {
        low: 8,
        high: 400,
        usual: 80,
    },
);

/// Digits.
pub const PRECISION: BenchOption = option(
    "precision",
    "Digits.",
    Choices::Words {
        words: &[("single", "32 bits."), (DOUBLE, "64 bits.")],
        usual: || "single",
    },
);
const DOUBLE: &str = "double";

/// The precision of a word.
pub(super) fn precision(word: &str) -> Precision {
    if word == DOUBLE {
        Precision::Double
    } else {
        Precision::Single
    }
}

/// Order of the particles at the start.
pub const ORDER: BenchOption = option(
    "order",
    "Order of the particles at the start.",
    Choices::Words {
        words: &[
            ("lattice", "By place."),
            (SHUFFLED, "At random: the worst case for memory."),
        ],
        usual: || "lattice",
    },
);
pub(super) const SHUFFLED: &str = "shuffled";

/// Whether the material has flowed.
pub const AFTER_MIXING: BenchOption = BenchOption {
    formerly: Some("mixed"),
    ..option(
        "after-mixing",
        "Measure after 1000 steps, when the material has flowed.",
        Choices::Switch,
    )
};

/// Registers to use.
pub const SIMD: BenchOption = BenchOption {
    formerly: Some("registers"),
    ..option(
        "simd",
        "Registers to use; the widest of this processor unless asked.",
        Choices::Words {
            words: &[
                ("portable", "Those of every processor of the architecture."),
                ("avx2", "256 bits."),
                ("avx512", "512 bits."),
            ],
            usual: || match Level::best() {
                Level::Portable => "portable",
                Level::Avx2 => "avx2",
                Level::Avx512 => "avx512",
            },
        },
    )
};

/// The level of a word.
pub(super) fn level(word: &str) -> Level {
    match word {
        "avx512" => Level::Avx512,
        "avx2" => Level::Avx2,
        _ => Level::Portable,
    }
}
