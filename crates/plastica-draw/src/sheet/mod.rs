//! Pictures put together: contact sheets and animations.

mod contact;
mod gif;

pub use contact::contact_sheet;
pub use gif::gif;

use crate::{DrawError, Picture};

/// The common size of pictures, width and height.
fn common_size<'a>(
    pictures: impl IntoIterator<Item = &'a Picture>,
) -> Result<(u32, u32), DrawError> {
    let mut sizes = pictures.into_iter().map(|p| (p.width(), p.height()));
    let first = sizes.next().ok_or(DrawError::NoPictures)?;
    if sizes.all(|size| size == first) {
        Ok(first)
    } else {
        Err(DrawError::MixedSizes)
    }
}
