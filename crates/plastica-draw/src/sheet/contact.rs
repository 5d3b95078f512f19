//! Many pictures on one sheet.

use super::common_size;
use crate::canvas::{Anchor, Canvas, Text};
use crate::{DrawError, Picture};

/// Lays pictures of one size out row by row on white paper, under a title (none if empty). Their
/// captions say their times.
pub fn contact_sheet(
    pictures: &[Picture],
    columns: u32,
    title: &str,
) -> Result<Picture, DrawError> {
    let (width, height) = common_size(pictures)?;
    let count = u32::try_from(pictures.len()).unwrap_or(u32::MAX);
    let columns = columns.clamp(1, count);
    let rows = count.div_ceil(columns);
    let gap = (width / 80).max(2);
    let size = (f64::from(height) / 14.0).clamp(12.0, 60.0);
    let head = if title.is_empty() {
        0
    } else {
        (1.8 * size).round() as u32
    };
    let across = |n: u32, side: u32| n.saturating_mul(side + gap).saturating_add(gap);
    let sheet = (
        across(columns, width),
        across(rows, height).saturating_add(head),
    );
    let mut canvas = Canvas::new(sheet.0, sheet.1)?;
    for (k, picture) in (0..).zip(pictures) {
        let left = gap + (k % columns) * (width + gap);
        let top = head + gap + (k / columns) * (height + gap);
        canvas.paste(picture, left, top);
    }
    if !title.is_empty() {
        let text = Text::ink(title, size, Anchor::Left);
        canvas.text(text, (2.0 * f64::from(gap), 0.5 * f64::from(head + gap)));
    }
    Ok(canvas.picture())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(width: u32, height: u32, shade: u8) -> Picture {
        Picture::new(width, height, vec![shade; (3 * width * height) as usize]).unwrap()
    }

    #[test]
    fn pictures_stand_row_by_row() {
        let pictures: Vec<Picture> = (0..7).map(|k| plain(160, 90, 30 * k)).collect();
        let sheet = contact_sheet(&pictures, 3, "").unwrap();
        assert_eq!(
            (sheet.width(), sheet.height()),
            (3 * 160 + 4 * 2, 3 * 90 + 4 * 2)
        );
        assert_eq!(sheet.pixel(0, 0), [255; 3]);
        assert_eq!(sheet.pixel(2, 2), [0; 3]);
        assert_eq!(sheet.pixel(2 * 162 + 2, 92 + 2), [150; 3]);
        assert_eq!(sheet.pixel(2, 2 * 92 + 2 + 89), [180; 3]);
        // The last row is not full.
        assert_eq!(sheet.pixel(162 + 10, 2 * 92 + 40), [255; 3]);
    }

    #[test]
    fn a_title_takes_room_above() {
        let pictures = [plain(160, 90, 9), plain(160, 90, 9)];
        let without = contact_sheet(&pictures, 2, "").unwrap();
        let with = contact_sheet(&pictures, 2, "Dough").unwrap();
        let head = with.height() - without.height();
        assert!(head > 12);
        let dark = |p: &[u8]| p.iter().any(|&c| c < 100);
        let title = &with.rgb8()[..3 * (with.width() * head) as usize];
        assert!(dark(title));
        assert_eq!(contact_sheet(&pictures, 0, "").unwrap().width(), 164);
        assert_eq!(contact_sheet(&pictures, 99, "").unwrap(), without);
    }

    #[test]
    fn pictures_must_be_there_and_alike() {
        assert!(matches!(
            contact_sheet(&[], 3, ""),
            Err(DrawError::NoPictures)
        ));
        let mixed = [plain(4, 4, 0), plain(4, 5, 0)];
        assert!(matches!(
            contact_sheet(&mixed, 3, ""),
            Err(DrawError::MixedSizes)
        ));
    }
}
