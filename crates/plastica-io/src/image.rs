//! PNG files as fields of numbers.

use crate::error::{IoError, Kind};
use crate::ordinary;
use plastica_scene::assets::Image;
use std::io::Cursor;
use std::path::Path;

/// Reads a PNG file of 1 to 16 bits, grey or in colour; of colours the luminance (Rec. 709) of the numbers as they are
/// written, without regard to transparency.
pub fn read_image(path: impl AsRef<Path>) -> Result<Image, IoError> {
    let path = path.as_ref();
    let bytes = ordinary::read(path, Kind::Image)?;
    let foreign = |reason: &str| IoError::Foreign {
        path: path.to_owned(),
        kind: Kind::Image,
        reason: reason.into(),
    };
    if bytes.is_empty() {
        return Err(foreign("it is empty; save it as PNG"));
    }
    if !bytes.starts_with(b"\x89PNG") {
        return Err(foreign("it does not begin as a PNG file; save it as PNG"));
    }
    let damaged =
        |error: png::DecodingError| IoError::damaged(path, Kind::Image, error.to_string());
    let reader = open(bytes).map_err(damaged)?;
    let [width, height] = [reader.info().width, reader.info().height].map(u64::from);
    if width * height > MOST_PIXELS {
        return Err(foreign(&format!(
            "it says that it has {width} × {height} pixels, and more than {MOST_PIXELS} are not taken; make it smaller"
        )));
    }
    let (width, shades) = decode(reader).map_err(damaged)?;
    Image::new(width, shades).ok_or_else(|| foreign("it has no pixels"))
}

/// Most pixels that are taken: 1 GB while they become numbers.
const MOST_PIXELS: u64 = 1 << 26;

type Reader = png::Reader<Cursor<Vec<u8>>>;

/// What the head of a file says; no memory is taken for its pixels yet.
fn open(bytes: Vec<u8>) -> Result<Reader, png::DecodingError> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    // Palettes become colours and less than 8 bits 8; 16 stay.
    decoder.set_transformations(png::Transformations::EXPAND);
    decoder.read_info()
}

/// Pixels from left to right, and shades row after row from the top.
fn decode(mut reader: Reader) -> Result<(usize, Vec<f64>), png::DecodingError> {
    let size = reader.output_buffer_size();
    let mut raw = vec![0; size.ok_or(png::DecodingError::LimitsExceeded)?];
    let info = reader.next_frame(&mut raw)?;
    let samples: Vec<f64> = match info.bit_depth {
        png::BitDepth::Sixteen => (raw.chunks_exact(2))
            .map(|pair| f64::from(u16::from_be_bytes([pair[0], pair[1]])) / f64::from(u16::MAX))
            .collect(),
        _ => (raw.iter())
            .map(|byte| f64::from(*byte) / f64::from(u8::MAX))
            .collect(),
    };
    let shade = |pixel: &[f64]| match *pixel {
        [r, g, b, ..] if r != g || g != b => 0.2126 * r + 0.7152 * g + 0.0722 * b,
        _ => pixel[0],
    };
    let pixels = samples.chunks_exact(info.color_type.samples());
    Ok((info.width as usize, pixels.map(shade).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn written(color: png::ColorType, depth: png::BitDepth, size: [u32; 2], raw: &[u8]) -> Image {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("field.png");
        let mut encoder = png::Encoder::new(fs::File::create(&path).unwrap(), size[0], size[1]);
        encoder.set_color(color);
        encoder.set_depth(depth);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(raw).unwrap();
        writer.finish().unwrap();
        read_image(&path).unwrap()
    }

    #[test]
    fn every_depth_is_read_and_colours_by_luminance() {
        use png::{BitDepth, ColorType};
        let deep = written(
            ColorType::Grayscale,
            BitDepth::Sixteen,
            [1, 1],
            &[0x12, 0x34],
        );
        assert_eq!(deep.at(0.3, 0.9), 4660.0 / 65535.0);
        let bits = written(ColorType::Grayscale, BitDepth::One, [2, 1], &[0b0100_0000]);
        assert_eq!([bits.at(0.0, 0.0), bits.at(1.0, 0.0)], [0.0, 1.0]);
        let green = written(ColorType::Rgb, BitDepth::Eight, [1, 1], &[0, 255, 0]);
        assert_eq!(green.at(0.5, 0.5), 0.7152);
        let grey = written(ColorType::Rgba, BitDepth::Eight, [1, 1], &[51, 51, 51, 0]);
        assert_eq!(grey.at(0.5, 0.5), 0.2);
        let faint = written(
            ColorType::GrayscaleAlpha,
            BitDepth::Eight,
            [1, 1],
            &[255, 7],
        );
        assert_eq!(faint.at(0.5, 0.5), 1.0);
    }

    /// The head of a PNG file that claims a size, with nothing behind it.
    fn claim(width: u32, height: u32) -> Vec<u8> {
        let mut head = b"IHDR".to_vec();
        head.extend(width.to_be_bytes());
        head.extend(height.to_be_bytes());
        head.extend([16, 6, 0, 0, 0]);
        let check = head.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |s, _| {
                (s >> 1) ^ (0xEDB8_8320 * (s & 1))
            })
        });
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
        bytes.extend(head);
        bytes.extend((!check).to_be_bytes());
        bytes.extend(b"\0\0\0\x0aIDAT");
        bytes
    }

    #[test]
    fn sizes_are_checked_before_memory_is_taken() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("vast.png");
        fs::write(&path, claim(100_000, 100_000)).unwrap();
        let told = read_image(&path).unwrap_err().to_string();
        assert!(told.contains("100000 × 100000 pixels"), "{told}");
        // Smaller ones are damaged for what they lack.
        fs::write(&path, claim(10, 10)).unwrap();
        let told = read_image(&path).unwrap_err().to_string();
        assert!(told.contains("is damaged"), "{told}");
    }

    #[test]
    fn what_is_no_picture_is_told() {
        let place = tempfile::tempdir().unwrap();
        let told = |name: &str, bytes: &[u8]| {
            let path = place.path().join(name);
            fs::write(&path, bytes).unwrap();
            read_image(&path).unwrap_err().to_string()
        };
        assert!(told("empty.png", b"").contains("it is empty"));
        assert!(told("text.png", b"hello").contains("save it as PNG"));
        assert!(told("cut.png", b"\x89PNG\r\n\x1a\n\0\0").contains("is damaged"));
        let missing = read_image(place.path().join("none.png")).unwrap_err();
        assert!(missing.to_string().contains("check the spelling"));
    }
}
