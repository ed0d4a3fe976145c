//! Memory of a transposition table: buckets, their count and which one a hash falls into.
//!
//! What a bucket holds differs between the games and is theirs to define.

use bytemuck::Zeroable;

/// A fixed number of buckets addressed by hash. A bucket of all zero bytes is an empty one.
pub struct Table<B> {
    buckets: Box<[B]>,
}

impl<B: Zeroable> Table<B> {
    /// As many buckets as fit into `bytes`, at least one; fewer if there is not so much memory. Pages are claimed from the system only
    /// when they are first written, so that a large table costs nothing to make.
    pub fn with_bytes(bytes: usize) -> Table<B> {
        Table { buckets: zeroed((bytes / size_of::<B>()).max(1)) }
    }

    /// Empties every bucket.
    pub fn clear(&mut self) {
        let count = self.buckets.len();
        self.buckets = Box::default();
        self.buckets = zeroed(count);
    }

    /// The bucket of `hash`. The upper bits of the hash choose it (multiply-high, so that the count
    /// needs not be a power of two): the lower bits remain to tell its entries apart.
    #[inline]
    pub fn bucket(&self, hash: u64) -> &B {
        &self.buckets[self.index(hash)]
    }

    /// All buckets, for statistics.
    pub fn buckets(&self) -> &[B] {
        &self.buckets
    }

    #[inline]
    fn index(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }
}

/// `count` empty buckets, or as many halvings of it as the system grants.
fn zeroed<B: Zeroable>(mut count: usize) -> Box<[B]> {
    loop {
        match bytemuck::try_zeroed_slice_box(count) {
            Ok(buckets) => return buckets,
            Err(()) => count /= 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[test]
    fn every_hash_has_a_bucket_and_clearing_empties_them() {
        let mut table: Table<[AtomicU64; 8]> = Table::with_bytes(1000 * 64 + 63);
        assert_eq!(table.buckets().len(), 1000);
        for hash in [0, 1, u64::MAX / 2, u64::MAX] {
            table.bucket(hash)[3].store(7, Relaxed);
        }
        assert_eq!(table.bucket(u64::MAX)[3].load(Relaxed), 7);
        table.clear();
        assert!(table.buckets().iter().flatten().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    fn a_table_larger_than_memory_becomes_smaller() {
        let table: Table<[AtomicU64; 8]> = Table::with_bytes(usize::MAX);
        assert!(!table.buckets().is_empty());
    }

    #[test]
    fn the_smallest_table_has_one_bucket() {
        assert_eq!(Table::<[AtomicU64; 8]>::with_bytes(0).buckets().len(), 1);
    }
}
