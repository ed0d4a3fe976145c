//! Cache hints: a table larger than the cache is asked for an entry some time before it is read.

/// Asks the processor to load `value` into its cache; without effect where it cannot be asked.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE, and prefetching accesses nothing.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
