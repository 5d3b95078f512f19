//! Pictures as pixels.

use crate::DrawError;
use crate::canvas::Canvas;

/// An opaque sRGB picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    rgb8: Vec<u8>,
}

impl Picture {
    /// From its pixels, row after row from the top, three bytes each. Fails if there are not
    /// `3 * width * height` of them, or none.
    pub fn new(width: u32, height: u32, rgb8: Vec<u8>) -> Result<Self, DrawError> {
        let bytes = 3 * u64::from(width) * u64::from(height);
        if bytes == 0 || rgb8.len() as u64 != bytes {
            return Err(DrawError::BadSize { width, height });
        }
        Ok(Picture {
            width,
            height,
            rgb8,
        })
    }

    /// Width [px].
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height [px].
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Red, green and blue of each pixel, row after row from the top.
    pub fn rgb8(&self) -> &[u8] {
        &self.rgb8
    }

    /// The colour of one pixel; the origin is at the top left.
    ///
    /// # Panics
    /// If the pixel lies outside.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        assert!(x < self.width && y < self.height, "({x}, {y}) lies outside");
        let at = 3 * (y as usize * self.width as usize + x as usize);
        [self.rgb8[at], self.rgb8[at + 1], self.rgb8[at + 2]]
    }

    /// As PNG.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let failed = |error: png::EncodingError| DrawError::Encode(Box::new(error));
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(&self.rgb8).map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(bytes)
    }

    /// Draws on top of it.
    pub(crate) fn annotated(self, draw: impl FnOnce(&mut Canvas)) -> Result<Picture, DrawError> {
        let mut canvas = Canvas::on(&self)?;
        draw(&mut canvas);
        Ok(canvas.picture())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn png_gives_back_the_pixels() {
        let rgb8: Vec<u8> = (0..3 * 5 * 3).map(|i| (i * 5) as u8).collect();
        let picture = Picture::new(5, 3, rgb8.clone()).unwrap();
        assert_eq!(picture.pixel(1, 2), [165, 170, 175]);
        let png = picture.png().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(png))
            .read_info()
            .unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut read).unwrap();
        assert_eq!((info.width, info.height), (5, 3));
        assert_eq!(read, rgb8);
    }

    #[test]
    fn a_picture_has_as_many_bytes_as_it_says() {
        assert!(Picture::new(2, 2, vec![0; 11]).is_err());
        assert!(Picture::new(0, 2, vec![]).is_err());
    }

    #[test]
    fn annotations_leave_the_rest_alone() {
        let rgb8: Vec<u8> = (0..3 * 40 * 30).map(|i| (i % 251) as u8).collect();
        let picture = Picture::new(40, 30, rgb8).unwrap();
        assert_eq!(picture.clone().annotated(|_| ()).unwrap(), picture);
    }
}
