//! Memory of a transposition table: an array of buckets, addressed by hash.
//!
//! Each game defines the contents of its buckets.

mod memory;

pub use memory::Bucket;
use memory::Memory;

/// A fixed number of buckets addressed by hash.
pub struct Table {
    memory: Memory,
}

impl Table {
    /// As many buckets as fit into `bytes`, at least one; fewer if memory is short. The system provides pages
    /// when they are first written, so creating a large table costs nothing.
    ///
    /// # Panics
    /// If there is no memory for a single bucket.
    pub fn with_bytes(bytes: usize) -> Table {
        Table { memory: zeroed((bytes / size_of::<Bucket>()).max(1)) }
    }

    /// Empties every bucket.
    pub fn clear(&mut self) {
        let count = self.buckets().len();
        // Free the old memory before allocating the new.
        self.memory = zeroed(1);
        self.memory = zeroed(count);
    }

    /// The bucket of `hash`. The upper bits of the hash choose it (multiply-high, so that the count
    /// need not be a power of two); the lower bits distinguish its entries.
    #[inline]
    pub fn bucket(&self, hash: u64) -> &Bucket {
        let buckets = self.buckets();
        &buckets[((u128::from(hash) * buckets.len() as u128) >> 64) as usize]
    }

    /// Prefetches the bucket of `hash`: the table exceeds the cache, and a memory access takes longer than
    /// making a move.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    #[inline]
    pub fn buckets(&self) -> &[Bucket] {
        self.memory.buckets()
    }
}

/// Prefetches `place` into the cache, on processors where this is possible.
#[inline]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE, and prefetching accesses nothing.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Allocates `count` empty buckets, halving the count until the allocation succeeds.
fn zeroed(mut count: usize) -> Memory {
    loop {
        if let Some(memory) = Memory::zeroed(count) {
            return memory;
        }
        assert!(count > 1, "no memory for a table");
        count /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn every_hash_has_a_bucket_and_clearing_empties_them() {
        let mut table = Table::with_bytes(1000 * 64 + 63);
        assert_eq!(table.buckets().len(), 1000);
        for hash in [0, 1, u64::MAX / 2, u64::MAX] {
            table.prefetch(hash);
            table.bucket(hash)[3].store(7, Relaxed);
        }
        assert_eq!(table.bucket(u64::MAX)[3].load(Relaxed), 7);
        table.clear();
        assert_eq!(table.buckets().len(), 1000);
        assert!(table.buckets().iter().flatten().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    fn a_table_larger_than_memory_becomes_smaller() {
        assert!(!Table::with_bytes(usize::MAX).buckets().is_empty());
    }

    #[test]
    fn the_smallest_table_has_one_bucket() {
        assert_eq!(Table::with_bytes(0).buckets().len(), 1);
    }

    #[test]
    fn a_bucket_is_one_line_of_the_cache() {
        let table = Table::with_bytes(1 << 12);
        assert!(table.buckets().iter().all(|bucket| std::ptr::from_ref(bucket).addr() % 64 == 0));
    }
}
