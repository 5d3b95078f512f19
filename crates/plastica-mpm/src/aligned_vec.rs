//! Memory that begins with a cache line, so that a row of nodes or a column of a bundle is one line and
//! not parts of two.

use rayon::prelude::*;
use std::ops::{Deref, DerefMut};

/// Bytes of a cache line.
const LINE: usize = 64;

/// Numbers side by side, the first of them at the start of a cache line.
#[derive(Debug, Default)]
pub(crate) struct AlignedVec<T> {
    /// With room to spare in front.
    memory: Vec<T>,
    first: usize,
    len: usize,
}

impl<T: Copy + Default> AlignedVec<T> {
    /// Makes room for `len` numbers, whatever they are.
    pub(crate) fn make_room(&mut self, len: usize) {
        let most = LINE / size_of::<T>();
        if self.memory.len() < len + most {
            // A little more than asked for: chunks are padded, and their number changes with every sort.
            self.memory = Vec::new();
            self.memory.resize(len + len / 16 + most, T::default());
        }
        // Any place is right where the allocator's numbers never meet the start of a line.
        self.first = self.memory.as_ptr().align_offset(LINE).min(most);
        self.len = len;
    }

    pub(crate) fn copy_from(&mut self, numbers: &[T])
    where
        T: Send + Sync,
    {
        const PIECE: usize = 1 << 16;
        self.make_room(numbers.len());
        self.par_chunks_mut(PIECE)
            .zip(numbers.par_chunks(PIECE))
            .for_each(|(to, from)| to.copy_from_slice(from));
    }
}

impl<T: Copy + Default + Send + Sync> Clone for AlignedVec<T> {
    fn clone(&self) -> Self {
        let mut lines = AlignedVec::default();
        lines.copy_from(self);
        lines
    }
}

impl<T> Deref for AlignedVec<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.memory[self.first..self.first + self.len]
    }
}

impl<T> DerefMut for AlignedVec<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.memory[self.first..self.first + self.len]
    }
}
