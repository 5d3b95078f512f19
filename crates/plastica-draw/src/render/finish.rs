//! What materials look like.

use crate::Colour;

/// How the points of a material are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As balls of slightly different size and brightness: sand, snow.
    Grains,
    /// As one body with a smooth skin: dough, metal.
    Surface,
}

/// What a material looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finish {
    /// Grains or a skin.
    pub look: Look,
    /// Its colour in white light.
    pub colour: Colour,
    /// From 0, polished, to 1, chalk.
    pub roughness: f64,
    /// Whether it reflects in its own colour.
    pub metal: bool,
}

impl Finish {
    /// A matt or shiny material that is not a metal.
    pub const fn new(look: Look, colour: Colour, roughness: f64) -> Self {
        Finish {
            look,
            colour,
            roughness,
            metal: false,
        }
    }

    /// A metal.
    pub const fn metal(colour: Colour, roughness: f64) -> Self {
        Finish {
            look: Look::Surface,
            colour,
            roughness,
            metal: true,
        }
    }

    /// What obstacles look like.
    pub(crate) const OBSTACLE: Finish = Finish::new(Look::Surface, Colour::hex(0x8d949c), 0.55);

    /// The finish of a material by words in its name, such as "wet sand" or "copper"; the
    /// `index`-th of a palette of muted colours for names that say nothing.
    pub fn of_material(name: &str, index: usize) -> Self {
        let name = name.to_lowercase();
        let known = KNOWN.iter().find(|(word, _)| name.contains(word));
        known.map_or_else(|| unknown(index), |(_, finish)| *finish)
    }
}

const fn grains(hex: u32) -> Finish {
    Finish::new(Look::Grains, Colour::hex(hex), 0.9)
}

const fn soft(hex: u32, roughness: f64) -> Finish {
    Finish::new(Look::Surface, Colour::hex(hex), roughness)
}

const fn metal(hex: u32, roughness: f64) -> Finish {
    Finish::metal(Colour::hex(hex), roughness)
}

/// Words and what they mean, the more particular first. Colours are those of the things, chosen by
/// eye.
const KNOWN: &[(&str, Finish)] = &[
    ("wet sand", grains(0xa07f56)),
    ("sand", grains(0xd3b27c)),
    ("gravel", grains(0x9a958d)),
    ("soil", grains(0x8a6a4c)),
    ("mud", soft(0x6f5440, 0.35)),
    ("layered snow", soft(0xe9eff6, 0.8)),
    ("icy", soft(0xd3e4f0, 0.35)),
    ("snow", grains(0xeef3f8)),
    ("rice", grains(0xf0e6d0)),
    ("shale", soft(0x77716b, 0.8)),
    ("clay", soft(0xb9694b, 0.65)),
    ("dough", soft(0xe6c795, 0.6)),
    ("gum", soft(0xe08ea4, 0.35)),
    ("putty", soft(0xd9705f, 0.45)),
    ("foam", soft(0xece6da, 0.9)),
    ("toothpaste", soft(0xa9d8d2, 0.3)),
    ("honey", soft(0xd38f1d, 0.15)),
    ("starch", soft(0xf0e7cf, 0.4)),
    ("jelly", soft(0xb8374a, 0.2)),
    ("gelatin", soft(0xd88a3c, 0.2)),
    ("rubber", soft(0x3b7a78, 0.5)),
    ("copper", metal(0xc9825c, 0.32)),
    ("gold", metal(0xd9b25a, 0.3)),
    ("coin", metal(0xc9a651, 0.35)),
    ("steel", metal(0xa9b0b8, 0.3)),
    ("iron", metal(0x8d9095, 0.4)),
    ("alumin", metal(0xc3c8ce, 0.35)),
    ("lead", metal(0x7f868d, 0.5)),
    ("clip", metal(0xb4bac1, 0.25)),
    ("metal", metal(0xaab0b7, 0.38)),
    ("wood", soft(0xb98b5a, 0.6)),
    ("hay", grains(0xcdb05c)),
    ("straw", grains(0xd6bd6c)),
    ("card", soft(0xdccbab, 0.7)),
    ("carbon", soft(0x3a3d41, 0.3)),
    ("fibre", soft(0xc2a878, 0.7)),
    ("red cloth", soft(0xb8463c, 0.8)),
    ("cloth", soft(0xc9b79c, 0.85)),
    ("flag", soft(0xb8463c, 0.75)),
    ("silk", soft(0xb9a6cf, 0.35)),
    ("felt", soft(0x5f7f6a, 0.95)),
    ("paper", soft(0xeeeae0, 0.8)),
    ("string", soft(0xc8a873, 0.85)),
    ("rope", soft(0xb9965f, 0.85)),
    ("twine", soft(0xc0a06a, 0.85)),
    ("porcelain", soft(0xf2f0ea, 0.2)),
];

/// Muted, and told apart with colour-blindness: they differ in brightness as well.
fn unknown(index: usize) -> Finish {
    const PALETTE: [u32; 8] = [
        0x5b8db8, 0xe0a458, 0x6a9c78, 0xc8665a, 0x8b79b0, 0xd8c98f, 0x4f6d7a, 0xd79bb0,
    ];
    soft(PALETTE[index % PALETTE.len()], 0.55)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_hints() {
        let look = |name: &str| Finish::of_material(name, 0);
        assert_eq!(look("Dry Sand").look, Look::Grains);
        assert_ne!(look("wet sand").colour, look("dry sand").colour);
        assert_eq!(look("bread dough").look, Look::Surface);
        assert!(look("copper").metal && !look("modelling clay").metal);
        assert_ne!(
            Finish::of_material("x", 0).colour,
            Finish::of_material("x", 1).colour
        );
    }

    /// No word is hidden by one before it.
    #[test]
    fn every_word_is_reached() {
        for (word, finish) in KNOWN {
            assert_eq!(Finish::of_material(word, 0), *finish, "{word}");
        }
    }
}
