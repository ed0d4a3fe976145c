//! Memory for buckets, all zeros at first: pages of the system, or on WebAssembly the heap.

use std::sync::atomic::AtomicU64;

/// A bucket: one cache line. All zeros means empty.
pub type Bucket = [AtomicU64; 8];

/// A fixed number of buckets.
pub struct Memory(Allocation);

#[cfg(not(target_family = "wasm"))]
type Allocation = memmap2::MmapMut;

#[cfg(target_family = "wasm")]
type Allocation = Vec<Bucket>;

impl Memory {
    /// Memory for `count` buckets; `None` if there is not enough. Uses large pages if available, because nearly
    /// every access is to another page.
    #[cfg(not(target_family = "wasm"))]
    pub fn zeroed(count: usize) -> Option<Memory> {
        let memory = Allocation::map_anon(count.checked_mul(size_of::<Bucket>())?).ok()?;
        #[cfg(target_os = "linux")]
        if let Err(error) = memory.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages for the table: {error}");
        }
        Some(Memory(memory))
    }

    /// Memory for `count` buckets; `None` if there is not enough.
    #[cfg(target_family = "wasm")]
    pub fn zeroed(count: usize) -> Option<Memory> {
        let mut memory = Allocation::new();
        memory.try_reserve_exact(count).ok()?;
        memory.resize_with(count, Bucket::default);
        Some(Memory(memory))
    }

    #[cfg(not(target_family = "wasm"))]
    #[inline]
    pub fn buckets(&self) -> &[Bucket] {
        let count = self.0.len() / size_of::<Bucket>();
        // SAFETY: the memory belongs to `self` alone and lives as long. It begins with a page and thus at a
        // multiple of a bucket's size, and any bits are a valid atomic word.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), count) }
    }

    #[cfg(target_family = "wasm")]
    #[inline]
    pub fn buckets(&self) -> &[Bucket] {
        &self.0
    }
}
