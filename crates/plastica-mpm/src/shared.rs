//! A slice that several threads write to, each in stretches of its own.

use std::marker::PhantomData;

/// A mutable borrow that can be handed to several threads.
#[derive(Debug)]
pub(crate) struct SharedSlice<'a, T> {
    first: *mut T,
    len: usize,
    borrow: PhantomData<&'a mut [T]>,
}

// SAFETY: access goes through `stretch`, whose callers keep to items that are theirs alone.
unsafe impl<T: Send> Sync for SharedSlice<'_, T> {}
// SAFETY: as a `&mut [T]` may be sent, so may this.
unsafe impl<T: Send> Send for SharedSlice<'_, T> {}

impl<'a, T> SharedSlice<'a, T> {
    pub(crate) fn new(items: &'a mut [T]) -> Self {
        SharedSlice {
            first: items.as_mut_ptr(),
            len: items.len(),
            borrow: PhantomData,
        }
    }

    /// # Safety
    /// The items `at..at + count` must not be touched by any other thread, nor through another stretch, while this
    /// one lives.
    #[inline(always)]
    #[expect(
        clippy::mut_from_ref,
        reason = "disjoint stretches are the point of this type"
    )]
    pub(crate) unsafe fn stretch(&self, at: usize, count: usize) -> &mut [T] {
        assert!(at <= self.len && count <= self.len - at);
        // SAFETY: in bounds by the assertion, and borrowed for 'a; the caller promises that the items are theirs alone.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(at), count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_write_stretches_of_their_own() {
        let mut items = vec![0; 1000];
        let shared = SharedSlice::new(&mut items);
        std::thread::scope(|scope| {
            for k in 0..10 {
                let shared = &shared;
                // SAFETY: each thread has a hundred items of its own.
                scope.spawn(move || unsafe { shared.stretch(100 * k, 100) }.fill(k));
            }
        });
        assert!(items.iter().enumerate().all(|(at, k)| *k == at / 100));
    }

    #[test]
    #[should_panic(expected = "assertion failed")]
    fn stretches_end_with_the_slice() {
        let mut items = [0; 10];
        let shared = SharedSlice::new(&mut items);
        // SAFETY: nothing else touches the items.
        unsafe { shared.stretch(8, 3) };
    }
}
