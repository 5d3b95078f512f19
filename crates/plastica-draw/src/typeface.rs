//! Letters as outlines.

use crate::DrawError;
use ab_glyph::{Font, FontRef, GlyphId, OutlineCurve, Point};
use tiny_skia::{Path, PathBuilder};

/// DejaVu Sans.
pub(crate) struct Typeface {
    font: FontRef<'static>,
    units_per_em: f32,
}

/// Height of capitals and digits over the letter size, in DejaVu Sans.
pub(crate) const CAP_HEIGHT: f64 = 0.73;

/// Where a glyph stands on its line, in font units, and its relative size.
#[derive(Clone, Copy)]
struct Place {
    x: f32,
    y: f32,
    size: f32,
}

/// Whether letters stand on the line, below or above it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Level {
    Line,
    Below,
    Above,
}

impl Level {
    /// Relative size, and rise in letter sizes.
    fn size_and_rise(self) -> (f32, f32) {
        match self {
            Level::Line => (1.0, 0.0),
            Level::Below => (0.7, -0.16),
            Level::Above => (0.7, 0.36),
        }
    }
}

/// Letters on one level.
#[derive(Debug, PartialEq)]
struct Run<'a> {
    text: &'a str,
    level: Level,
}

/// Cuts a line at `_{…}` and `^{…}`, which stand below and above it. Underscores and carets without
/// braces are letters, since names of parameters have them.
fn runs(mut text: &str) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    while let Some((start, level)) = next_shift(text) {
        let Some(length) = text[start + 2..].find('}') else {
            break;
        };
        let inside = start + 2..start + 2 + length;
        runs.push(Run {
            text: &text[..start],
            level: Level::Line,
        });
        runs.push(Run {
            text: &text[inside.clone()],
            level,
        });
        text = &text[inside.end + 1..];
    }
    runs.push(Run {
        text,
        level: Level::Line,
    });
    runs.retain(|run| !run.text.is_empty());
    runs
}

/// The first `_{` or `^{`.
fn next_shift(text: &str) -> Option<(usize, Level)> {
    let find = |opening, level| text.find(opening).map(|at| (at, level));
    let (below, above) = (find("_{", Level::Below), find("^{", Level::Above));
    [below, above]
        .into_iter()
        .flatten()
        .min_by_key(|(at, _)| *at)
}

impl Typeface {
    /// The embedded font.
    pub(crate) fn embedded() -> Result<Self, DrawError> {
        let font = FontRef::try_from_slice(dejavu::sans::regular()).map_err(|_| DrawError::Font)?;
        let units_per_em = font.units_per_em().ok_or(DrawError::Font)?;
        Ok(Typeface { font, units_per_em })
    }

    /// Width of a line of text [px].
    pub(crate) fn width(&self, text: &str, size: f64) -> f64 {
        let end = self.walk(text, |_, _| ());
        f64::from(end / self.units_per_em) * size
    }

    /// Outline of a line of text with the pen starting at the origin on the baseline; `None` if it
    /// shows nothing.
    pub(crate) fn outline(&self, text: &str, size: f64) -> Option<Path> {
        let scale = size as f32 / self.units_per_em;
        let mut builder = PathBuilder::new();
        self.walk(text, |glyph, place| {
            self.trace(glyph, place, scale, &mut builder)
        });
        builder.finish()
    }

    /// Calls `visit` with each glyph and its place in font units, kerning included; gives the end
    /// of the line.
    fn walk(&self, text: &str, mut visit: impl FnMut(GlyphId, Place)) -> f32 {
        let mut pen = 0.0;
        for Run { text, level } in runs(text) {
            let (size, raised) = level.size_and_rise();
            let mut previous = None;
            for letter in text.chars() {
                let glyph = self.font.glyph_id(letter);
                if let Some(previous) = previous {
                    pen += size * self.font.kern_unscaled(previous, glyph);
                }
                visit(
                    glyph,
                    Place {
                        x: pen,
                        y: raised * self.units_per_em,
                        size,
                    },
                );
                pen += size * self.font.h_advance_unscaled(glyph);
                previous = Some(glyph);
            }
        }
        pen
    }

    /// Adds a glyph's outline; font units point upwards, pixels downwards.
    fn trace(&self, glyph: GlyphId, at: Place, scale: f32, builder: &mut PathBuilder) {
        let Some(outline) = self.font.outline(glyph) else {
            return;
        };
        let place = |p: Point| {
            (
                (p.x * at.size + at.x) * scale,
                -(p.y * at.size + at.y) * scale,
            )
        };
        let mut at = None;
        for curve in outline.curves {
            let (start, end) = match curve {
                OutlineCurve::Line(a, b)
                | OutlineCurve::Quad(a, _, b)
                | OutlineCurve::Cubic(a, _, _, b) => (a, b),
            };
            if at != Some(start) {
                let (x, y) = place(start);
                builder.move_to(x, y);
            }
            let (x, y) = place(end);
            match curve {
                OutlineCurve::Line(..) => builder.line_to(x, y),
                OutlineCurve::Quad(_, c, _) => {
                    let c = place(c);
                    builder.quad_to(c.0, c.1, x, y);
                }
                OutlineCurve::Cubic(_, c, d, _) => {
                    let (c, d) = (place(c), place(d));
                    builder.cubic_to(c.0, c.1, d.0, d.1, x, y);
                }
            }
            at = Some(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A missing glyph is drawn as a box; none of the signs we use may be one.
    #[test]
    fn greek_superscripts_and_signs_are_in_the_font() {
        let face = Typeface::embedded().unwrap();
        let missing = face.font.glyph_id('\u{10ffff}');
        for letter in "αβγδεηθκλμνξπρστφψωΓΔΣΦΨΩ⁰¹²³⁴⁵⁶⁷⁸⁹⁻−×·°√∞≤≥–—µ∥⊥".chars()
        {
            assert_ne!(face.font.glyph_id(letter), missing, "{letter}");
        }
    }

    #[test]
    fn braces_lower_and_raise() {
        let run = |text, level| Run { text, level };
        assert_eq!(
            runs("σ_{yield} in 10^{−3} m"),
            [
                run("σ", Level::Line),
                run("yield", Level::Below),
                run(" in 10", Level::Line),
                run("−3", Level::Above),
                run(" m", Level::Line),
            ]
        );
        for plain in ["young_modulus", "a^2", "open _{ end", "}{"] {
            assert_eq!(runs(plain), [run(plain, Level::Line)]);
        }
        assert!(runs("").is_empty());
    }

    #[test]
    fn longer_text_is_wider() {
        let face = Typeface::embedded().unwrap();
        assert!(face.width("stress", 16.0) > face.width("str", 16.0));
        assert_eq!(face.width("", 16.0), 0.0);
        assert!(face.outline(" ", 16.0).is_none());
    }
}
