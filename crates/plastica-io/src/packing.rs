//! Lossless packing: LZ4 in pieces, each as its packed length (4 bytes) and its packed bytes.
//!
//! States are mostly floating-point numbers, whose last bytes are noise and whose first bytes hardly vary. Bytes of equal
//! place in words of four are put side by side, so that LZ4, which looks for repeated bytes, meets them.

/// Bytes of a piece before packing.
const PIECE: usize = 1 << 20;
/// Bytes of a word.
const WORD: usize = 4;

/// Appends the packed bytes.
pub(crate) fn pack_to(packed: &mut Vec<u8>, bytes: &[u8]) {
    let mut planes = Vec::new();
    for piece in bytes.chunks(PIECE) {
        to_planes(piece, &mut planes);
        let piece = lz4_flex::block::compress(&planes);
        packed.extend((piece.len() as u32).to_le_bytes());
        packed.extend(piece);
    }
}

/// Unpacks exactly `length` bytes, or nothing; memory grows with what is really there, not with what is claimed.
pub(crate) fn unpack(mut packed: &[u8], length: u64) -> Option<Vec<u8>> {
    let (mut bytes, mut planes) = (Vec::new(), vec![0; PIECE]);
    let mut left = length;
    while left > 0 {
        let (size, rest) = packed.split_first_chunk::<4>()?;
        let (piece, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
        let wanted = left.min(PIECE as u64) as usize;
        let found = lz4_flex::block::decompress_into(piece, &mut planes[..wanted]).ok()?;
        if found != wanted {
            return None;
        }
        from_planes(&planes[..wanted], &mut bytes);
        left -= wanted as u64;
        packed = rest;
    }
    packed.is_empty().then_some(bytes)
}

/// All first bytes of words, then all second ones…; what is no whole word at the end stays.
fn to_planes(bytes: &[u8], planes: &mut Vec<u8>) {
    let (words, rest) = bytes.as_chunks::<WORD>();
    planes.clear();
    for k in 0..WORD {
        planes.extend(words.iter().map(|word| word[k]));
    }
    planes.extend_from_slice(rest);
}

/// Appends the words of planes.
fn from_planes(planes: &[u8], bytes: &mut Vec<u8>) {
    let count = planes.len() / WORD;
    let (words, rest) = planes.split_at(count * WORD);
    bytes.extend(
        (0..count).flat_map(|i| std::array::from_fn::<u8, WORD, _>(|k| words[k * count + i])),
    );
    bytes.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::{PIECE, pack_to, unpack};

    #[test]
    fn any_length_comes_back_and_any_other_length_is_refused() {
        for length in [
            0,
            1,
            3,
            4,
            7,
            1000,
            PIECE - 1,
            PIECE,
            PIECE + 1,
            2 * PIECE + 5,
        ] {
            let bytes: Vec<u8> = (0..length).map(|i| (i * i / 7) as u8).collect();
            let mut packed = Vec::new();
            pack_to(&mut packed, &bytes);
            assert_eq!(unpack(&packed, length as u64), Some(bytes));
            assert_eq!(unpack(&packed, length as u64 + 1), None);
            assert_eq!(unpack(&packed, u64::MAX), None);
            if length > 0 {
                assert_eq!(unpack(&packed, length as u64 - 1), None);
                assert_eq!(unpack(&packed[..packed.len() - 1], length as u64), None);
            }
        }
    }
}
