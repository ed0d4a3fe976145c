//! Memory for buckets, all zeros at first: pages of the system, or on WebAssembly the heap.

#[cfg(not(target_family = "wasm"))]
use std::{
    sync::Arc,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use crate::sync::atomic::AtomicU64;

/// A bucket: one cache line. All zeros means empty.
pub type Bucket = [AtomicU64; 8];

/// A fixed number of buckets.
pub struct Memory {
    #[cfg(not(target_family = "wasm"))]
    warmer: Option<Warmer>,
    allocation: Allocation,
}

/// The thread that touches every page.
#[cfg(not(target_family = "wasm"))]
struct Warmer {
    is_cancelled: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

/// How long the thread waits for settings that change the size of the table.
#[cfg(not(target_family = "wasm"))]
const PATIENCE: Duration = Duration::from_millis(50);

/// Bytes of the smallest page.
#[cfg(not(target_family = "wasm"))]
const PAGE: usize = 4096;

#[cfg(not(target_family = "wasm"))]
type Allocation = memmap2::MmapRaw;

#[cfg(target_family = "wasm")]
type Allocation = Vec<Bucket>;

impl Memory {
    /// Memory for `count` buckets; `None` if there is not enough. Uses large pages if available, because nearly
    /// every access is to another page.
    #[cfg(not(target_family = "wasm"))]
    pub fn zeroed(count: usize) -> Option<Memory> {
        let bytes = count.checked_mul(size_of::<Bucket>())?;
        let memory = Allocation::from(memmap2::MmapMut::map_anon(bytes).ok()?);
        // Miri does not support the call.
        #[cfg(all(target_os = "linux", not(miri)))]
        if let Err(error) = memory.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages for the table: {error}");
        }
        Some(Memory { warmer: None, allocation: memory })
    }

    /// Makes a thread touch every page once, soon: the system provides pages when they are first written, and on some
    /// systems this is so slow that the first search hardly advances.
    #[cfg(not(target_family = "wasm"))]
    pub fn warm(&mut self) {
        if self.warmer.is_some() {
            return;
        }
        // SAFETY: the buckets outlive the thread, because `drop` waits for its end before it frees them.
        let buckets: &'static [Bucket] = unsafe { &*std::ptr::from_ref(self.buckets()) };
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let cancelled = Arc::clone(&is_cancelled);
        let touch = move || {
            let start = Instant::now();
            while !cancelled.load(Relaxed) && start.elapsed() < PATIENCE {
                thread::park_timeout(PATIENCE);
            }
            let mut pages = buckets.iter().step_by(PAGE / size_of::<Bucket>());
            while let (false, Some(page)) = (cancelled.load(Relaxed), pages.next()) {
                // Writes an empty word back. A search may be writing at the same time.
                let _ = page[0].compare_exchange(0, 0, Relaxed, Relaxed);
            }
        };
        match thread::Builder::new().name("table pages".to_owned()).spawn(touch) {
            Ok(thread) => self.warmer = Some(Warmer { is_cancelled, thread }),
            Err(error) => log::debug!("no thread for the pages of the table: {error}"),
        }
    }

    /// Whether a thread has been started to touch the pages.
    #[cfg(not(target_family = "wasm"))]
    pub fn is_warmed(&self) -> bool {
        self.warmer.is_some()
    }

    #[cfg(target_family = "wasm")]
    pub fn is_warmed(&self) -> bool {
        false
    }

    /// No effect: allocation on the heap has already written every page.
    #[cfg(target_family = "wasm")]
    pub fn warm(&mut self) {}

    /// Memory for `count` buckets; `None` if there is not enough.
    #[cfg(target_family = "wasm")]
    pub fn zeroed(count: usize) -> Option<Memory> {
        let mut memory = Allocation::new();
        memory.try_reserve_exact(count).ok()?;
        memory.resize_with(count, Bucket::default);
        Some(Memory { allocation: memory })
    }

    #[cfg(not(target_family = "wasm"))]
    #[inline]
    pub fn buckets(&self) -> &[Bucket] {
        let count = self.allocation.len() / size_of::<Bucket>();
        // SAFETY: the memory belongs to `self` alone and lives as long. It begins with a page and thus at a
        // multiple of a bucket's size, and any bits are a valid atomic word. There never is a reference to it as
        // bytes, which would forbid writing.
        unsafe { std::slice::from_raw_parts(self.allocation.as_mut_ptr().cast(), count) }
    }

    #[cfg(target_family = "wasm")]
    #[inline]
    pub fn buckets(&self) -> &[Bucket] {
        &self.allocation
    }
}

#[cfg(not(target_family = "wasm"))]
impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(Warmer { is_cancelled, thread }) = self.warmer.take() {
            is_cancelled.store(true, Relaxed);
            thread.thread().unpark();
            if thread.join().is_err() {
                log::error!("the pages of the table were not touched");
            }
        }
    }
}
