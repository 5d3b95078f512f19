//! Pictures as fields of numbers: where scenes take weights and heights from.

/// Shades of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    width: usize,
    height: usize,
    /// From 0, black, to 1, white; row after row from the top.
    shades: Vec<f64>,
}

impl Image {
    /// From shades between 0, black, and 1, white, row after row from the top; `None` unless there is a pixel and
    /// every row has `width` of them.
    pub fn new(width: usize, shades: Vec<f64>) -> Option<Self> {
        let height = shades.len().checked_div(width)?;
        (height > 0 && width * height == shades.len()).then_some(Image {
            width,
            height,
            shades,
        })
    }

    /// Pixels from left to right and from top to bottom; at least one of each.
    pub fn size(&self) -> [usize; 2] {
        [self.width, self.height]
    }

    /// The shade at u to the right and v up, each from 0 to 1, bilinear between the centres of pixels. Those of the corner
    /// pixels are the corners; beyond them the picture goes on as it ends.
    pub fn at(&self, u: f64, v: f64) -> f64 {
        let (i, s) = between(u, self.width);
        let (j, t) = between(1.0 - v, self.height);
        let shade = |i: usize, j: usize| {
            let (i, j) = (i.min(self.width - 1), j.min(self.height - 1));
            self.shades[i + self.width * j]
        };
        let row = |j: usize| shade(i, j) * (1.0 - s) + shade(i + 1, j) * s;
        row(j) * (1.0 - t) + row(j + 1) * t
    }
}

/// The pixel before a part of the way across `count`, and how far the next one has its share.
fn between(part: f64, count: usize) -> (usize, f64) {
    let at = part.clamp(0.0, 1.0) * (count - 1) as f64;
    (at as usize, at.fract())
}

#[cfg(test)]
mod tests {
    use super::Image;

    #[test]
    fn shades_are_bilinear_and_v_goes_up() {
        let image = Image::new(2, vec![0.0, 1.0, 0.2, 0.2]).unwrap();
        assert_eq!(image.size(), [2, 2]);
        for (u, v, shade) in [
            (0.0, 1.0, 0.0),
            (1.0, 1.0, 1.0),
            (0.0, 0.0, 0.2),
            (0.5, 1.0, 0.5),
            (0.5, 0.5, 0.35),
            (2.0, -1.0, 0.2),
        ] {
            assert!((image.at(u, v) - shade).abs() < 1e-15, "{u} {v}");
        }
    }

    #[test]
    fn rows_are_whole() {
        assert_eq!(Image::new(2, vec![0.0; 3]), None);
        assert_eq!(Image::new(0, Vec::new()), None);
        assert_eq!(Image::new(1, Vec::new()), None);
    }
}
